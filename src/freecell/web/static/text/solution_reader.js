// Pasted solutions taken apart, as Python's solution_reader.py and records.py do it: their dialect, as far as the text shows it,
// and their moves.

import { deal, MAX_CELLS } from "../games/board.js";
import { cardNamed } from "../games/cards.js";
import { FIRST_DEAL, LAST_DEAL, parseNumber } from "../games/deal.js";
import { CELL_NAMES } from "./address.js";
import { LONGEST_BOARD, parseBoard } from "./board_reader.js";
import { actionsIn, isPlan } from "./pddl.js";
import { checkLength, linesOf, refusal, refusalAt, saying } from "./tokens.js";
import { shorten, splitLines, statedNumber, tokensIn } from "./tokens.js";

/** @import { Board } from "../games/board.js" */
/** @import { Action } from "./pddl.js" */
/** @import { Line } from "./tokens.js" */
/** @typedef {"standard" | "macroxue" | "fcpro" | "sentences" | "boards" | "record" | "pddl"} Kind */
/** @typedef {{source: string, target: string, cards: number | null, text: string}} WrittenMove A move as it is written. */
/** @typedef {{kind: Kind, number: number | null, cells: number | null, start: Board | null, written: WrittenMove[], actions: Action[], boards: Line[]}} Solution */

const LONGEST_SOLUTION = 1_000_000;
const NOTHING = { number: null, cells: null, start: null, written: [], actions: [], boards: [] };

const SENTENCE =
  /move (?:a card|(\d{1,2}) cards?) from (stack|freecell) (\d) to (?:(stack|freecell) (\d)|the foundations)/gi;
const LINK = /(?<!\S)\S*(?:[?&](?:deal|g|game|deal_number)=|\/(?:game|deal)\/)(\d{1,10})(?::([0-9a-hkrv]*))?\S*/i;
const FCPRO_HEAD = /^#(-?\d*)(?!\d)[^:=]*(?:Attempt|Att\.?)\s*:.*$/i;
const FCPRO_CELLS = /NumFcs\s*=\s*([0-8])/i;
const NUMBERED = /^\s*([#ms]{0,2}-?\d[\d,_]*)\s*:\s*(.*)$/i;
const COUNTED = /^\s*1\s*:[^\n]*\n\s*2\s*:/;
const REMARK = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g;
const COUNTER = /(?<![0-9a-z])\d{1,4}\s*[.):]/gi;
const ARROW = /(?:(?<!\s)\s+)?(?:->|=>|→|\u2013|-)\s*/g;
const PROSE = /\p{L}{3,}/u;
const MOVE = "(?:([1-8])([1-8a-hkr])|([a-gk])([1-8hf]))(?:v([1-9a-f]))?";
const ONE_MOVE = new RegExp(MOVE, "gi");
const MOVES = new RegExp(`^(?:${MOVE})+$`, "i");
const BOARD_HEAD = /Foundations:|(?<!:)(?<!: )(?:[HCDS]-[0A1-9TJQK]0?\s*){4}$/i;
const RECORD = /^(?:Deal|Board):/;
const RECORD_OF_A_BOARD = /^(?:\s*(?:#.*)?\n)*\s*Board:[^\n]*\S/;

/** Whether a line is the head of one of Freecell Solver's boards. @param {string} line */
export const isBoardHead = (line) => BOARD_HEAD.test(line);

/** Whether a text has moves rather than the cards of a board: `5d` and `2h` could be both. @param {string} text */
export function looksLikeASolution(text) {
  const head = text.slice(0, LONGEST_BOARD);
  if (head.search(SENTENCE) >= 0 || hasBoards(head) || isPlan(head) || RECORD_OF_A_BOARD.test(head)) return true;
  const tokens = new Set(linesOf(head).flatMap((line) => tokensIn(line.text).map((token) => token.text)));
  const kinds = [...tokens].map((token) => Number(MOVES.test(token)) - Number(cardNamed(token) !== null));
  return kinds.filter((kind) => kind > 0).length >= kinds.filter((kind) => kind < 0).length;
}

/** Whether a text has several boards, one after the other. @param {string} text */
const hasBoards = (text) => splitLines(text).filter((line) => isBoardHead(line.text)).length > 1;

/** Whether a text begins as a record does. @param {string} text */
export function isRecord(text) {
  const lines = splitLines(text.replace(/^\ufeff+/, "")).map((line) => line.text.trim());
  return RECORD.test(lines.find((line) => line && !line.startsWith("#")) ?? "");
}

/** The number of a text that is a title or a link of any site and nothing more, or null. @param {string} text @returns {number | null} */
export function numberAlone(text) {
  const link = LINK.exec(text.trim());
  const isAll = link !== null && link[0] === text.trim() && !link[2];
  return isAll ? parseNumber(link[1]) : statedNumber(text);
}

/** What a pasted solution holds; an error names what cannot be read. @param {string} text @returns {Solution} */
export function takeApart(text) {
  checkLength(text, LONGEST_SOLUTION, "a_solution");
  if (isRecord(text)) return takeRecordApart(text);
  const nothing = { ...NOTHING, number: numberIn(text) };
  if (isPlan(text)) return { ...nothing, kind: "pddl", actions: actionsIn(text) };
  const sentences = [...text.matchAll(SENTENCE)];
  if (sentences.length) {
    return { ...nothing, kind: "sentences", written: sentences.map((match) => moveOfSentence(match, text)) };
  }
  return hasBoards(text) ? { ...nothing, kind: "boards", boards: splitLines(text) } : takeMovesApart(text);
}

/** @param {RegExpMatchArray} match @param {string} text @returns {WrittenMove} */
function moveOfSentence([whole, count, sourceKind, source, targetKind, target], text) {
  const line = () => text.slice(0, text.indexOf(whole)).split("\n").length;
  const character = (/** @type {string} */ kind, /** @type {string} */ index) => {
    if (Number(index) > 7) throw refusalAt(line(), "no_such_place", { kind, index });
    return (kind.toLowerCase() === "stack" ? "12345678" : CELL_NAMES)[Number(index)];
  };
  return {
    source: character(sourceKind, source),
    target: target === undefined ? "h" : character(targetKind, target),
    cards: count === undefined ? null : Number(count),
    text: whole,
  };
}

/** The number that a title among the first lines states. @param {string} text */
function numberIn(text) {
  const first = splitLines(text.slice(0, 2_000)).slice(0, 20);
  return first.map((line) => statedNumber(line.text)).find((number) => number !== null) ?? null;
}

/** @param {string} text @returns {Solution} */
function takeMovesApart(text) {
  /** @type {Solution} */
  const found = { ...NOTHING, kind: "standard", written: [] };
  for (const line of linesOf(text)) {
    const rest = withoutTitle(line, found, text);
    if (rest !== null) found.written.push(...writtenMoves(rest, line.number));
  }
  if (!found.written.length) throw refusal("no_moves_in_text", { text: shorten(text) });
  if (found.written.some((word) => word.target === "r")) found.kind = "macroxue";
  return found;
}

/** What a line holds besides a title, a link or a number, which are noted; null where that is nothing.
 * @param {Line} line @param {Solution} found @param {string} text @returns {string | null} */
function withoutTitle({ text: line }, found, text) {
  const head = FCPRO_HEAD.exec(line.trim());
  if (head) {
    const cells = FCPRO_CELLS.exec(line);
    Object.assign(found, { kind: "fcpro", number: parseNumber(head[1]), cells: cells ? Number(cells[1]) : null });
    return null;
  }
  const stated = statedNumber(line);
  if (stated !== null && isTitle(line, found.written)) {
    found.number = stated;
    return null;
  }
  const link = LINK.exec(line);
  if (link) {
    found.number = parseNumber(link[1]);
    return line.replace(link[0], () => link[2] ?? "");
  }
  const numbered = found.written.length || COUNTED.test(text) ? null : NUMBERED.exec(line);
  if (!numbered) return line;
  found.number = statedNumber(numbered[1]);
  return numbered[2];
}

/** Whether a line with a number is a title: a bare number of two digits may be a move. @param {string} text @param {WrittenMove[]} written */
const isTitle = (text, written) => !written.length && (!/^\d+$/.test(text.trim()) || !MOVES.test(text.trim()));

/** The moves that are written in a line; a line of prose has none. @param {string} text @param {number} line @returns {WrittenMove[]} */
function writtenMoves(text, line) {
  const plain = text.replace(REMARK, " ").replace(COUNTER, " ").replace(ARROW, "");
  const found = tokensIn(plain).map((word) => word.text.replace(/[.:!?]+$/, ""));
  const others = found.filter((word) => word && !MOVES.test(word));
  if (others.some((word) => PROSE.test(word))) return [];
  if (others.length) throw refusalAt(line, "not_a_move", { text: shorten(others[0]) });
  return found.flatMap((word) => [...word.matchAll(ONE_MOVE)].map(writtenMove));
}

/** @param {RegExpMatchArray} match @returns {WrittenMove} */
function writtenMove([text, column, fromColumn, cell, fromCell, cards]) {
  return {
    source: (column ?? cell).toLowerCase(),
    target: (fromColumn ?? fromCell).toLowerCase(),
    cards: cards === undefined ? null : parseInt(cards, 16),
    text,
  };
}

// Records, as we write them

const HEADER = /^([A-Za-z][A-Za-z -]*):\s*(.*)$/;
const LONGEST_LINE = 10_000;

/** The first record of a text; its moves leave nothing open. @param {string} text @returns {Solution} */
function takeRecordApart(text) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  /** @type {WrittenMove[]} */
  const written = [];
  let begun = 0;
  for (const { number: line, text: raw } of splitLines(text)) {
    if (raw.length > LONGEST_LINE)
      throw refusal("line_too_long", { at: String(line), text: shorten(raw), n: LONGEST_LINE });
    const plain = raw.replace(/^\ufeff+|#.*$/g, "").trim();
    const header = HEADER.exec(plain);
    if (header && /^(?:Deal|Board)$/.test(header[1])) {
      if (begun) break; // the next record
      begun = line;
    }
    if (header && written.length)
      throw refusalAt(line, "header_among_moves", { text: shorten(`${header[1]}: ${header[2]}`) });
    if (header) headers.set(header[1], header[2]);
    else written.push(...writtenMoves(plain, line));
  }
  const start = saying("record_at_line", begun, () => startOfRecord(headers));
  return { ...NOTHING, kind: "record", start, written };
}

/** @param {Map<string, string>} headers */
function startOfRecord(headers) {
  const cells = headers.get("Cells") ?? "4";
  const board = headers.get("Board");
  if (!/^[0-8]$/.test(cells)) throw refusal("not_a_cell_count", { text: shorten(cells), most: MAX_CELLS });
  if (board !== undefined) return parseBoard(board.replaceAll(" / ", "\n"), Number(cells));
  return deal(dealNumber(headers.get("Deal") ?? ""), Number(cells));
}

/** @param {string} text */
function dealNumber(text) {
  const number = parseNumber(text);
  const range = { first: FIRST_DEAL, last: LAST_DEAL };
  if (number !== null) return number;
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) throw refusal("no_such_deal", { number: text, ...range });
  throw refusal("not_a_deal_number", { text: shorten(text), ...range });
}
