// Why the rules forbid a move, in the words of Python's board.py.

import { COLUMN_COUNT, FIRST_CELL, HOME } from "../board.js";
import { cardName, fitsOn } from "../cards.js";
import { PLACE_NAMES } from "./address.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").Move} Move */
/** @typedef {import("../board.js").Place} Place */

/** Say why a move is not legal, or null where it is. @param {Board} board @param {Move} move @returns {string | null} */
export function whyIllegal(board, { source, target, count }) {
  const cards = board.cardsAt(source);
  if (count < 1) return `${count} cards are not a move`;
  if (!cards.length) return `${placeName(source)} is empty`;
  if (target === source) return `${placeName(source)} is both the source and the target`;
  if (count > cards.length) return `${placeName(source)} has only ${cardCount(cards.length)}, not ${count}`;
  if (target < COLUMN_COUNT) return whyNotToColumn(board, source, target, count);
  if (count > 1) return `only one card at a time can move to ${placeName(target)}`;
  return target === HOME ? whyNotHome(board, cards[cards.length - 1]) : whyNotToCell(board, source);
}

/** @param {Board} board @param {Place} source @param {Place} target @param {number} count */
function whyNotToColumn(board, source, target, count) {
  const cards = board.cardsAt(source);
  const moved = cards[cards.length - count];
  const parent = board.columns[target].at(-1);
  const run = source < COLUMN_COUNT ? board.runLength(source) : 1;
  if (count > run) return `only ${cardCount(run)} at the front of ${placeName(source)} lie in order, not ${count}`;
  if (parent !== undefined && !fitsOn(moved, parent)) return `${cardName(moved)} does not fit on ${cardName(parent)}`;
  const most = board.longestRun(target);
  return count > most ? `only ${cardCount(most)} can move at once to ${placeName(target)}, not ${count}` : null;
}

/** @param {Board} board @param {number} card */
function whyNotHome(board, card) {
  if (board.goesHome(card)) return null;
  return `${cardName(card)} cannot go home before ${cardName(board.homes[card & 3] * 4 + (card & 3))}`;
}

/** @param {Board} board @param {Place} source */
function whyNotToCell(board, source) {
  if (source >= FIRST_CELL) return "a card in a cell does not move to another cell";
  return board.emptyCell() === null ? "no cell is empty" : null;
}

/** @param {number} count */
const cardCount = (count) => (count === 1 ? "1 card" : `${count} cards`);

/** @param {Place} place */
const placeName = (place) =>
  place === HOME ? "home" : `${place < FIRST_CELL ? "column" : "cell"} ${PLACE_NAMES[place]}`;
