// Pasted texts recognised, verified move by move and ready to be opened: the same as Python's solution_player.py,
// board_sequence.py and records.py. One test reads the same texts with both.

import { Board, deal, MAX_CELLS } from "../board.js";
import { NotationError } from "../cards.js";
import { FIRST_DEAL, LAST_DEAL, parseNumber } from "../deal.js";
import { playerCount } from "../game.js";
import { sayRefusal } from "../player.js";
import { t } from "../words.js";
import { parseBoard } from "./board_reader.js";
import {
  isBoardHead,
  isRecord,
  LONGEST_SOLUTION,
  looksLikeASolution,
  writtenMoves,
  takeApart,
} from "./solution_reader.js";
import { checkLength, isBlank, refusal, refusalAt, saying, shorten, splitLines } from "./tokens.js";

/** @import { Autoplay, Move } from "../board.js" */
/** @import { Played, Player } from "../player.js" */
/** @import { Solution, WrittenMove } from "./solution_reader.js" */
/** @import { Line } from "./tokens.js" */
/** @typedef {{start: Board, moves: Move[], dialect: string, autoplay: Autoplay, won: boolean, count: number, error: string | null}} Replay
 * What a pasted solution turned out to be; its moves as far as they are legal, and the first that is not. */

/** Read what somebody pasted: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number
 * @param {Player} player @returns {Board | Replay} */
export function readText(text, number, player) {
  if (!looksLikeASolution(text)) return parseBoard(text);
  try {
    return replay(null, text, player); // the number that the text states comes before that of the page
  } catch (refused) {
    if (number === null || !(refused instanceof NotationError)) throw refused;
    return replay(number, text, player);
  }
}

/** Play a pasted solution, and say what it is and whether it works; null plays the number that the text states.
 * @param {number | null} number @param {string} text @param {Player} player @returns {Replay} */
export function replay(number, text, player) {
  if (isRecord(text)) return replayRecord(number, text, player);
  const solution = takeApart(text);
  return replaySolution(startOf(number, solution), solution, player);
}

/** Play a pasted solution of a board. @param {Board} start @param {string} text @param {Player} player @returns {Replay} */
export const replayOn = (start, text, player) => replaySolution(start, takeApart(text), player);

/** @param {Board} start @param {Solution} solution @param {Player} player */
function replaySolution(start, solution, player) {
  if (solution.kind === "boards") return replayBoards(start, solution, player);
  return resultOf(start, solution, player.replay(start, solution.written, solution.kind));
}

/** @param {number | null} number @param {Solution} solution @returns {Board} */
function startOf(number, solution) {
  const cells = solution.cells ?? 4;
  if (number !== null) {
    if (solution.number !== null && solution.number !== number)
      throw refusal("about_another_deal", { number: String(solution.number), wanted: String(number) });
    return deal(number, cells);
  }
  if (solution.kind === "boards" && solution.number === null) return boardsIn(solution.boards, 4)[0];
  if (solution.number === null) throw refusal("no_deal_stated");
  return deal(solution.number, cells);
}

/** @param {Board} start @param {Solution} solution @param {Played} played @returns {Replay} */
function resultOf(start, solution, { moves, autoplay, done, won, refusal }) {
  const error =
    refusal &&
    t("impossible_move", { at: String(done + 1), text: solution.written[done].text, why: sayRefusal(refusal) });
  return { start, moves, dialect: dialectOf(solution, autoplay), autoplay, won, count: playerCount(moves), error };
}

/** @param {Solution} solution @param {Autoplay} autoplay */
function dialectOf({ kind, written }, autoplay) {
  if (kind !== "standard") return kind;
  if (autoplay !== "none") return "microsoft";
  return written.some((move) => move.cards !== null) ? "snx" : "sn";
}

// Records, as we write them

const HEADER = /^([A-Za-z][A-Za-z -]*):\s*(.*)$/;
const LONGEST_LINE = 10_000;

/** Replay the first record of a text; its moves leave nothing open. @param {number | null} number @param {string} text @param {Player} player
 * @returns {Replay} */
function replayRecord(number, text, player) {
  checkLength(text, LONGEST_SOLUTION, "a_solution");
  const { start, written } = takeRecordApart(text);
  if (number !== null && start.key() !== deal(number, start.cells.length).key())
    throw refusal("record_of_another_deal");
  if (!written.length) throw refusal("record_without_moves");
  const solution = { kind: /** @type {const} */ ("record"), number: null, cells: null, written, boards: [] };
  return resultOf(start, solution, player.replay(start, written, "record"));
}

/** @param {string} text @returns {{start: Board, written: WrittenMove[]}} */
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
  return { start: saying("record_at_line", begun, () => startOfRecord(headers)), written };
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

// Boards one after the other, as Freecell Solver prints them

/** @param {Board} start @param {Solution} solution @param {Player} player @returns {Replay} */
function replayBoards(start, solution, player) {
  const boards = boardsIn(solution.boards, start.cells.length);
  if (unordered(start) !== unordered(boards[0])) throw refusal("wrong_first_board");
  let board = start;
  /** @type {Move[]} */
  const moves = [];
  const failed = boards.slice(1).findIndex((wanted) => {
    const found = player.movesTo(board, wanted);
    moves.push(...found);
    board = found.reduce((before, each) => before.play(each), board);
    return !found.length;
  });
  const error = failed < 0 ? null : t("impossible_board", { at: String(failed + 2) });
  return { start, moves, dialect: "boards", autoplay: "none", won: board.won, count: playerCount(moves), error };
}

/** The boards of a text; each starts with a line that holds the homes. @param {Line[]} lines @param {number} cells @returns {Board[]} */
function boardsIn(lines, cells) {
  const starts = lines.flatMap((line, at) => (isBoardHead(line.text) ? [at] : []));
  return starts.map((at, index) => {
    const block = lines
      .slice(at, starts[index + 1] ?? lines.length)
      .filter((line) => isBlank(line.text) || belongs(line.text));
    const text = block.map((line) => line.text).join("\n");
    return saying("board_at_line", lines[at].number, () => parseBoard(text, cells));
  });
}

/** Whether a line is part of a board and not a sentence under it. @param {string} text */
const belongs = (text) => text.includes(":") || !text.trimEnd().endsWith(".");

/** A board but for the order of its cells, in which programs differ. @param {Board} board */
const unordered = ({ columns, cells, homes }) => JSON.stringify([columns, [...new Set(cells)].sort(), homes]);
