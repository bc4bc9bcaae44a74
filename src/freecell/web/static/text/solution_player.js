// Pasted texts recognised, verified move by move and ready to be opened: the same as Python's solution_player.py,
// board_sequence.py and records.py. One test reads the same texts with both.

import { Board, deal, MAX_CELLS } from "../board.js";
import { NotationError } from "../cards.js";
import { FIRST_DEAL, LAST_DEAL, parseNumber } from "../deal.js";
import { playerCount } from "../game.js";
import { sayRefusal } from "../player.js";
import { t } from "../words.js";
import { checkLength, isBlank, shorten, splitLines } from "./tokens.js";
import { parseBoard } from "./board_reader.js";
import { isBoardHead, isRecord, LONGEST_SOLUTION, looksLikeABoard, moveWords, takeApart } from "./solution_reader.js";

/** @typedef {import("../board.js").Autoplay} Autoplay */
/** @typedef {import("../board.js").Move} Move */
/** @typedef {import("./tokens.js").Line} Line */
/** @typedef {import("./solution_reader.js").WrittenMove} WrittenMove */
/** @typedef {import("./solution_reader.js").Solution} Solution */
/** @typedef {import("../player.js").Player} Player */
/** @typedef {import("../player.js").Played} Played */
/** @typedef {{start: Board, moves: Move[], dialect: string, autoplay: Autoplay, won: boolean, count: number, error: string | null}} Replay
 * What a pasted solution turned out to be; its moves as far as they are legal, and the first that is not. */

/** Read what somebody pasted: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number
 * @param {Player} player @returns {Board | Replay} */
export function readText(text, number, player) {
  if (!looksLikeABoard(text)) return replayHere(number, text, player);
  try {
    return parseBoard(text);
  } catch (refused) {
    // Freecell Solver writes some solutions as boards, one after the other.
    try {
      return replayHere(number, text, player);
    } catch {
      throw refused;
    }
  }
}

/** The number that the text states comes before that of the page. @param {number | null} number @param {string} text @param {Player} player */
function replayHere(number, text, player) {
  try {
    return replay(null, text, player);
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
  return resultOf(start, solution, player.replay(start, solution.words, solution.kind));
}

/** @param {number | null} number @param {Solution} solution @returns {Board} */
function startOf(number, solution) {
  const cells = solution.cells ?? 4;
  if (number !== null) {
    if (solution.number !== null && solution.number !== number) {
      throw new NotationError(`the text is about deal ${solution.number}, not ${number}`);
    }
    return deal(number, cells);
  }
  if (solution.kind === "boards" && solution.number === null) return boardsIn(solution.boards, 4)[0];
  if (solution.number === null)
    throw new NotationError("the text does not say which deal it is about (expected a number)");
  return deal(solution.number, cells);
}

/** @param {Board} start @param {Solution} solution @param {Played} played @returns {Replay} */
function resultOf(start, solution, { moves, autoplay, done, won, refusal }) {
  const error =
    refusal &&
    t("impossible_move", { at: String(done + 1), text: solution.words[done].text, why: sayRefusal(refusal) });
  return { start, moves, dialect: dialectOf(solution, autoplay), autoplay, won, count: playerCount(moves), error };
}

/** @param {Solution} solution @param {Autoplay} autoplay */
function dialectOf({ kind, words }, autoplay) {
  if (kind !== "standard") return kind;
  if (autoplay !== "none") return "microsoft";
  return words.some((word) => word.cards !== null) ? "snx" : "sn";
}

// Records, as we write them

const HEADER = /^([A-Za-z][A-Za-z -]*):\s*(.*)$/;
const LONGEST_LINE = 10_000;

/** Replay the first record of a text; its moves leave nothing open. @param {number | null} number @param {string} text @param {Player} player
 * @returns {Replay} */
function replayRecord(number, text, player) {
  checkLength(text, LONGEST_SOLUTION, "a solution");
  const { start, words } = takeRecordApart(text);
  if (number !== null && start.key() !== deal(number, start.cells.length).key()) {
    throw new NotationError("the record is about another deal");
  }
  if (!words.length) throw new NotationError("no moves in the record (expected moves such as 8a 87 a2 5h)");
  const solution = { kind: /** @type {const} */ ("record"), number: null, cells: null, words, boards: [] };
  return resultOf(start, solution, player.replay(start, words, "record"));
}

/** @param {string} text @returns {{start: Board, words: WrittenMove[]}} */
function takeRecordApart(text) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  /** @type {WrittenMove[]} */
  const words = [];
  let begun = 0;
  for (const [index, raw] of splitLines(text).entries()) {
    const line = index + 1;
    if (raw.length > LONGEST_LINE) {
      throw new NotationError(`line ${line} is too long: ${shorten(raw)} (expected at most 10,000 characters)`);
    }
    const plain = raw
      .replace(/^\ufeff+/, "")
      .trim()
      .split("#", 1)[0]
      .trim();
    const header = HEADER.exec(plain);
    if (header && /^(?:Deal|Board)$/.test(header[1])) {
      if (begun) break; // the next record
      begun = line;
    }
    if (header && words.length)
      throw new NotationError(`line ${line}: a header among moves: ${shorten(`${header[1]}: ${header[2]}`)}`);
    if (header) headers.set(header[1], header[2]);
    else words.push(...moveWords(plain, line));
  }
  return { start: startOfRecord(headers, begun), words };
}

/** @param {Map<string, string>} headers @param {number} line */
function startOfRecord(headers, line) {
  const cells = headers.get("Cells") ?? "4";
  const board = headers.get("Board");
  try {
    if (!/^[0-8]$/.test(cells))
      throw new NotationError(`not a number of cells: ${shorten(cells)} (expected 0 to ${MAX_CELLS})`);
    if (board !== undefined) return parseBoard(board.replaceAll(" / ", "\n"), Number(cells));
    return deal(dealNumber(headers.get("Deal") ?? ""), Number(cells));
  } catch (refused) {
    throw new NotationError(`the record at line ${line}: ${refused instanceof Error ? refused.message : refused}`);
  }
}

/** @param {string} text */
function dealNumber(text) {
  const number = parseNumber(text);
  const range = `${FIRST_DEAL} to ${LAST_DEAL.toLocaleString("en")}`;
  if (number !== null) return number;
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) throw new NotationError(`no such deal: ${text} (expected ${range})`);
  throw new NotationError(`not a deal number: ${shorten(text)} (expected a whole number from ${range})`);
}

// Boards one after the other, as Freecell Solver prints them

/** @param {Board} start @param {Solution} solution @param {Player} player @returns {Replay} */
function replayBoards(start, solution, player) {
  const boards = boardsIn(solution.boards, start.cells.length);
  if (!sameCards(start, boards[0])) throw new NotationError("the first board of the text is not the deal it should be");
  let board = start;
  /** @type {Move[]} */
  const moves = [];
  let error = null;
  for (const [index, wanted] of boards.slice(1).entries()) {
    const found = player.movesTo(board, wanted);
    if (!found.length) {
      error = t("impossible_board", { at: String(index + 2) });
      break;
    }
    moves.push(...found);
    board = found.reduce((before, each) => before.play(each), board);
  }
  return { start, moves, dialect: "boards", autoplay: "none", won: board.won, count: playerCount(moves), error };
}

/** The boards of a text; each starts with a line that holds the homes. @param {Line[]} lines @param {number} cells @returns {Board[]} */
function boardsIn(lines, cells) {
  const starts = lines.flatMap((line, at) => (isBoardHead(line.text) ? [at] : []));
  return starts.map((at, index) => {
    const block = lines
      .slice(at, starts[index + 1] ?? lines.length)
      .filter((line) => isBlank(line.text) || belongs(line.text));
    try {
      return parseBoard(block.map((line) => line.text).join("\n"), cells);
    } catch (refused) {
      throw new NotationError(
        `the board at line ${lines[at].number}: ${refused instanceof Error ? refused.message : refused}`,
      );
    }
  });
}

/** Whether a line is part of a board and not a sentence under it. @param {string} text */
const belongs = (text) => text.includes(":") || !text.trimEnd().endsWith(".");

/** Whether two boards are the same but for the order of their cells, in which programs differ. @param {Board} one @param {Board} other */
function sameCards(one, other) {
  const told = (/** @type {Board} */ board) =>
    new Board(
      board.columns,
      [...new Set(board.cells)].sort((a, b) => (a ?? -1) - (b ?? -1)),
      board.homes,
    ).key();
  return told(one) === told(other);
}
