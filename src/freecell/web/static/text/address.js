// Moves and boards as text: what the address keeps, what a player types, what is copied.

import { Board, COLUMN_COUNT, FIRST_CELL, HOME, IllegalMoveError, MAX_CELLS, move } from "../board.js";
import { cardName, NotationError, parseCard, RANKS, SUITS } from "../cards.js";

/** @typedef {import("../board.js").Move} Move */
/** @typedef {import("../board.js").Place} Place */

/** The letters of the cells. `h` is home, so the eighth is `k`, as Freecell Solver writes it. */
export const CELL_NAMES = "abcdefgk";

/** The character for every place, and no character for two. */
export const PLACE_NAMES = `12345678${CELL_NAMES}h`;

/** A move in standard notation: 2a, a5, 5h, 27v3 for three cards. @param {Move} each */
export function formatMove({ source, target, count }) {
  const suffix = count > 1 ? `v${count.toString(16)}` : "";
  return PLACE_NAMES[source] + PLACE_NAMES[target] + suffix;
}

/** @param {readonly Move[]} moves @param {string} [separator] */
export const formatMoves = (moves, separator = " ") => moves.map(formatMove).join(separator);

/** A place from its character on this board. @param {string} letter @param {Board} board @returns {Place | null} */
function placeOf(letter, board) {
  const place = PLACE_NAMES.indexOf(letter);
  if (place === HOME) return HOME;
  return place >= 0 && place < FIRST_CELL + board.cells.length ? place : null;
}

/** The legal moves that two characters can mean on a board, the likeliest first: without a count as many
 * cards as can go; a card goes to the cell that is named, or to the leftmost empty one where that is taken.
 * @param {Board} board @param {string} text @param {number | null} count @returns {Move[]} */
export function movesNamed(board, text, count = null) {
  const source = placeOf(text[0], board);
  const target = placeOf(text[1], board);
  if (source === null || target === null || source === HOME) return [];
  const meant = (/** @type {Place} */ place) => place === target || (isCell(place) && isCell(target));
  return board
    .movesFrom(source)
    .filter((each) => meant(each.target) && (count === null || each.count === count))
    .map((each) => (board.cells[target - FIRST_CELL] === null ? move(source, target) : each))
    .sort((one, other) => other.count - one.count);
}

/** @param {Place} place */
export const isCell = (place) => place >= FIRST_CELL && place < HOME;

const MOVE = /([1-8a-gk])([1-8a-hk])(?:v([0-9a-f]))?/gy;

/** Read moves as `formatMoves` writes them, from a board on; without a suffix a move is one card to an empty
 * column. The first that cannot be read or played ends it with an error. @param {Board} board @param {string} text @returns {Move[]} */
export function parseMoves(board, text) {
  const plain = text.replace(/[\s,.+]+/g, "");
  const moves = [];
  MOVE.lastIndex = 0;
  while (MOVE.lastIndex < plain.length) {
    const at = MOVE.lastIndex;
    const match = MOVE.exec(plain);
    if (!match) throw new NotationError(plain.slice(at, at + 4));
    const found = movesNamed(board, match[1] + match[2], match[3] ? parseInt(match[3], 16) : null);
    const chosen = match[3] ? found[0] : (found.find((each) => each.count === 1) ?? found[0]);
    if (!chosen) throw new IllegalMoveError(match[0]);
    moves.push(chosen);
    board = board.play(chosen);
  }
  return moves;
}

/** A whole board in one word for an address: columns, cells and homes, as `7DTD.../..._--QS----_1200`. @param {Board} board */
export function formatPosition(board) {
  const cells = board.cells.map((card) => (card === null ? "--" : cardName(card))).join("");
  const homes = board.homes.map((size) => size.toString(16)).join("");
  return [board.columns.map((cards) => cards.map(cardName).join("")).join("~"), cells, homes].join("_");
}

/** Read what `formatPosition` wrote. @param {string} text @returns {Board} */
export function parsePosition(text) {
  const [columns = "", cells = "", homes = ""] = text.split("_");
  const cardsIn = (/** @type {string} */ word) =>
    (word.match(/../g) ?? []).map((name) => (name === "--" ? null : parseCard(name)));
  const board = new Board(
    columns.split("~").map((word) => /** @type {number[]} */ (cardsIn(word).filter((card) => card !== null))),
    cardsIn(cells),
    [...homes].map((digit) => parseInt(digit, 16)),
  );
  if (!isWhole(board)) throw new NotationError(text.slice(0, 40));
  return board;
}

/** Whether each of the 52 cards is on the board exactly once. @param {Board} board */
export function isWhole(board) {
  if (board.columns.length !== COLUMN_COUNT || board.homes.length !== SUITS.length || board.cells.length > MAX_CELLS)
    return false;
  const seen = new Set(board.homes.flatMap((size, suit) => Array.from({ length: size }, (_, rank) => rank * 4 + suit)));
  const played = [...board.columns.flat(), ...board.cells.filter((card) => card !== null)];
  for (const card of played) seen.add(/** @type {number} */ (card));
  return seen.size === 52 && played.length + board.cardsHome() === 52;
}

/** The board as Python's `print` shows it: rows, and the cells and homes above them where they are not empty. @param {Board} board */
export function formatRows(board) {
  const height = Math.max(...board.columns.map((cards) => cards.length));
  const rows = Array.from({ length: height }, (_, row) =>
    board.columns
      .map((cards) => (row < cards.length ? cardName(cards[row]) : "--"))
      .join(" ")
      .replace(/( --)+$/, ""),
  );
  const untouched = board.cells.length === 4 && board.cells.every((card) => card === null) && board.cardsHome() === 0;
  return [...(untouched ? [] : _head(board)), ...rows].join("\n");
}

/** @param {Board} board */
function _head(board) {
  const cells = board.cells.map((card) => (card === null ? "--" : cardName(card)));
  const homes = board.homes.map((size, suit) => (size ? RANKS[size - 1] + SUITS[suit] : "--"));
  return [`Cells: ${cells.join(" ") || "none"}`, `Home: ${homes.join(" ")}`];
}

export { move };
