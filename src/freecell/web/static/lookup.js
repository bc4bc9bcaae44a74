// Questions about boards and lines of play that somebody else wrote. What is common is read here; the service,
// where there is one, reads every form that people write.

import { Board, boardOf, deal } from "./board.js";
import { parseCard } from "./cards.js";
import { ask, fewestCells, find, hasService } from "./engine.js";
import { formatMoves, formatPosition, isWhole, movesNamed, parseMoves } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {{number: number | null, position: string, won?: boolean, moves?: string, dialect?: string, count?: number, error?: string}} Reading
 * What a pasted text says: a board by its number or position, and the moves made on it. */

const CARD = /^(?:10|[A0-9TJQK])[CDHS♣♦♥♠]$|^[CDHS♣♦♥♠](?:10|[A0-9TJQK])$/iu;

/** Have a pasted text read: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number @returns {Promise<Reading>} */
export async function readPasted(text, number) {
  if (hasService) return ask("read", { text, number });
  const board = readBoard(text);
  if (board) return { number: await find(board), position: formatPosition(board) };
  const stated = /(?:#|game|deal)\s*#?(\d+)|^\s*(\d+):/i.exec(text);
  const start = deal(stated ? Number(stated[1] ?? stated[2]) : (number ?? 0));
  const moves = readMoves(start, text.replace(/^\s*\d+:/, "").replace(/#\d+.*$/m, ""));
  const end = moves.reduce((before, each) => before.play(each), start);
  const count = moves.filter((each) => each.target !== 16).length;
  return { number: stated ? Number(stated[1] ?? stated[2]) : number, position: formatPosition(start), moves: formatMoves(moves), won: end.won, count };
}

/** A board of rows or of columns, or null. @param {string} text */
function readBoard(text) {
  const lines = text
    .split("\n")
    .map((line) => line.split(/[\s,:"'[\]]+/).filter((word) => CARD.test(word)).map(parseCard))
    .filter((cards) => cards.length);
  if (lines.flat().length !== 52) return null;
  const board = lines.length === 8 ? new Board(lines, [null, null, null, null], [0, 0, 0, 0]) : boardOf(lines.flat());
  return isWhole(board) ? board : null;
}

/** Moves with all moves home written, or with those left out that Microsoft's game makes by itself.
 * @param {Board} start @param {string} text @returns {Move[]} */
function readMoves(start, text) {
  try {
    return parseMoves(start, text);
  } catch {
    return readWithAutoplay(start, text.toLowerCase());
  }
}

/** @param {Board} start @param {string} text @returns {Move[]} */
function readWithAutoplay(start, text) {
  let board = start;
  /** @type {Move[]} */
  const moves = [];
  const play = (/** @type {Move} */ each) => {
    moves.push(each);
    board = board.play(each);
  };
  let number = 0;
  for (const [word, places, count] of text.matchAll(/([1-8a-h]{2})(?:v([0-9a-f]))?/g)) {
    number++;
    const [chosen] = movesNamed(board, places, count ? parseInt(count, 16) : null);
    if (!chosen) throw new Error(`${number}: ${word}`);
    play(chosen);
    board.movesHome("horne").forEach(play);
  }
  return moves;
}

/** Say with how few cells a deal can be won. @param {number} number @returns {Promise<string>} */
export async function sayFewestCells(number) {
  const { cells, proved } = await fewestCells(number);
  if (cells === null) return t(proved ? "impossible_plain" : "unknown");
  return t(proved ? "fewest_is" : "fewest_at_most", { n: cells });
}
