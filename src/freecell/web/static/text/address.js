// Moves and boards as text: what the address keeps, what a player types, what is copied.

import { Board, COLUMN_COUNT, FIRST_CELL, HOME, IllegalMoveError, MAX_CELLS, move } from "../games/board.js";
import { cardName, DECK_SIZE, NotationError, parseCard, rankOf, RANKS, suitOf, SUITS } from "../games/cards.js";
import { t } from "../words.js";

/** @import { Move, Place } from "../games/board.js" */
/** @import { Card } from "../games/cards.js" */

/** The letters of the cells. `h` is home, so the eighth is `k`, as Freecell Solver writes it. */
export const CELL_NAMES = "abcdefgk";

/** The character of every place; each has its own. */
export const PLACE_NAMES = `12345678${CELL_NAMES}h`;

/** A move in standard notation: 2a, a5, 5h, 27v3 for three cards. @param {Move} each */
export function formatMove({ source, target, count }) {
  const suffix = count > 1 ? `v${count.toString(16)}` : "";
  return PLACE_NAMES[source] + PLACE_NAMES[target] + suffix;
}

/** @param {readonly Move[]} moves @param {string} [separator] */
export const formatMoves = (moves, separator = " ") => moves.map(formatMove).join(separator);

/** The legal moves that two characters can mean on a board, the likeliest first: without a count as many
 * cards as can go; a card goes to the cell that is named, or to the leftmost empty one where that is taken.
 * @param {Board} board @param {string} text @param {number | null} count @returns {Move[]} */
export function movesNamed(board, text, count = null) {
  const [source, target] = [...text].map((letter) => PLACE_NAMES.indexOf(letter));
  if (source < 0 || source === HOME || (isCell(target) && target - FIRST_CELL >= board.cells.length)) return [];
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

/** @param {Card | null | undefined} card */
const nameOrGap = (card) => (card === null || card === undefined ? "--" : cardName(card));

/** A whole board in one word for an address: columns, cells and homes, as `7DTD.../..._--QS----_1200`. @param {Board} board */
export function formatPosition(board) {
  const columns = board.columns.map((cards) => cards.map(cardName).join(""));
  const homes = board.homes.map((size) => size.toString(16));
  return [columns.join("~"), board.cells.map(nameOrGap).join(""), homes.join("")].join("_");
}

/** Read what `formatPosition` wrote. @param {string} text @returns {Board} */
export function parsePosition(text) {
  const [, columns = "", cells = "", homes = ""] = /^([^_]*)_([^_]*)_([0-9a-d]{4})$/.exec(text) ?? [];
  const cardsIn = (/** @type {string} */ word) =>
    (word.match(/../g) ?? []).map((name) => (name === "--" ? null : parseCard(name)));
  const board = new Board(
    columns.split("~").map((word) => /** @type {number[]} */ (cardsIn(word).filter((card) => card !== null))),
    cardsIn(cells),
    [...homes].map((digit) => parseInt(digit, 16)),
  );
  if (faultOf(board)) throw new NotationError(text.slice(0, 40));
  return board;
}

/** What is wrong with a board, in words: its shape, or cards that are not there exactly once; null where nothing is.
 * @param {Board} board @returns {string | null} */
export function faultOf({ columns, cells, homes }) {
  if (columns.length !== COLUMN_COUNT)
    return t("board_columns", { expected: COLUMN_COUNT, count: String(columns.length) });
  if (cells.length > MAX_CELLS) return t("board_cells", { most: MAX_CELLS, count: String(cells.length) });
  const wrong = homes.findIndex((size) => size < 0 || size > RANKS.length);
  if (wrong >= 0) return t("board_home", { suit: SUITS[wrong], most: RANKS.length, count: String(homes[wrong]) });
  const played = [...columns.flat(), ...cells];
  const times = (/** @type {Card} */ card) => played.filter((each) => each === card).length;
  const isHome = (/** @type {Card} */ card) => rankOf(card) < homes[suitOf(card)];
  const deck = Array.from({ length: DECK_SIZE }, (_, card) => card);
  const bySuit = [0, 1, 2, 3].flatMap((suit) => deck.filter((card) => suitOf(card) === suit));
  const faults = Object.entries({
    cards_missing: deck.filter((card) => !times(card) && !isHome(card)),
    cards_twice: deck.filter((card) => times(card) > 1),
    cards_home_and_played: bySuit.filter((card) => times(card) && isHome(card)),
  }).filter(([, cards]) => cards.length);
  return faults.map(([code, cards]) => t(code, { cards: cards.map(cardName).join(" ") })).join("; ") || null;
}

/** The board as Python's `print` shows it: rows, and the cells and homes above them where they are not empty. @param {Board} board */
export function formatRows(board) {
  const height = Math.max(...board.columns.map((cards) => cards.length));
  const rows = Array.from({ length: height }, (_, row) =>
    board.columns.map((cards) => nameOrGap(cards[row])).join(" "),
  );
  const cells = board.cells.map(nameOrGap).join(" ");
  const homes = board.homes.map((size, suit) => nameOrGap(size ? (size - 1) * 4 + suit : null)).join(" ");
  const untouched = cells === "-- -- -- --" && board.cardsHome() === 0;
  const head = untouched ? [] : [`Cells: ${cells || "none"}`, `Home: ${homes}`];
  return [...head, ...rows.map((row) => row.replace(/( --)+$/, ""))].join("\n");
}
