// Why the hands cannot do something, as a reason with its cards and places, and in words. The reasons are those of Python's board.py.

import { COLUMN_COUNT, FIRST_CELL, HOME } from "./board.js";
import { fitsOn } from "./cards.js";
import { isCell, PLACE_NAMES } from "./text/address.js";
import { sentence, spokenObject, spokenSubject, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Place} Place */
/** @typedef {{reason: string, card?: number, other?: number, place?: Place, count?: number, most?: number}} Refusal */

/** Why some cards cannot go to a place; null where they can. @param {Board} board @param {Place} source @param {number} count
 * @param {Place} target @returns {Refusal | null} */
export function refusal(board, source, count, target) {
  if (source === HOME) return { reason: "from_home" };
  if (target !== HOME && target >= FIRST_CELL + board.cells.length) return { reason: "no_cell", place: target };
  const cards = board.cardsAt(source);
  if (!cards.length) return { reason: "empty", place: source };
  if (target === source) return { reason: "same_place", card: cards.at(-1) };
  if (target < COLUMN_COUNT) return notToColumn(board, source, count, target);
  if (count > 1) return { reason: "one_at_a_time", place: target };
  return target === HOME ? notHome(board, cards[cards.length - 1]) : notToCell(board, source, target);
}

/** @param {Board} board @param {Place} source @param {number} count @param {Place} target @returns {Refusal | null} */
function notToColumn(board, source, count, target) {
  const cards = board.cardsAt(source);
  const parent = board.columns[target].at(-1);
  const run = source < COLUMN_COUNT ? board.runLength(source) : 1;
  const most = board.longestRun(target);
  if (parent === undefined) return count > most ? { reason: "no_room", count, most } : null;
  // As many cards as fit would go, not only those that were taken.
  const fitting = cards.findIndex((card, index) => index >= cards.length - run && fitsOn(card, parent));
  if (fitting < 0) return { reason: "no_fit", card: cards[cards.length - count], other: parent };
  const needed = cards.length - fitting;
  return needed > most ? { reason: "no_room", count: needed, most } : null;
}

/** @param {Board} board @param {number} card @returns {Refusal | null} */
function notHome(board, card) {
  if (board.goesHome(card)) return null;
  return { reason: "not_yet_home", card, other: board.homes[card & 3] * 4 + (card & 3) };
}

/** @param {Board} board @param {Place} source @param {Place} target @returns {Refusal | null} */
function notToCell(board, source, target) {
  if (isCell(source)) return { reason: "cell_to_cell" };
  if (board.emptyCell() === null) return { reason: "no_empty_cell" };
  const there = board.cells[target - FIRST_CELL];
  return there === null ? null : { reason: "cell_taken", card: there, place: target };
}

/** A refusal as a sentence. @param {Refusal} why */
export function sayRefusal({ reason, card, other, place, count, most }) {
  return sentence(
    t(`why_${reason}`, {
      card: card === undefined ? "" : spokenObject(card),
      name: card === undefined ? "" : spokenSubject(card),
      other: other === undefined ? "" : spokenObject(other),
      place: place === undefined ? "" : PLACE_NAMES[place],
      count: count ?? 0,
      n: most ?? 0,
    }),
  );
}
