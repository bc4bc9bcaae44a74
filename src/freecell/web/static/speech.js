// Moves and places said in words, for the status line and for screen readers.

import { FIRST_CELL, HOME } from "./board.js";
import { PLACE_NAMES, isCell } from "./text/address.js";
import { spokenName, spokenObject, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./board.js").Place} Place */

/** The first of the cards that a move takes. @param {Board} board @param {Move} move */
export function cardOf(board, { source, count }) {
  const cards = board.cardsAt(source);
  return cards[cards.length - count];
}

/** Where a place is, in words. @param {Place} place */
export function placeName(place) {
  if (place === HOME) return t("home");
  return isCell(place) ? t("cell_x", { x: PLACE_NAMES[place] }) : t("column_n", { n: place + 1 });
}

/** What a move did, and how many cards went home after it. @param {Board} before @param {Move} move @param {Board} after */
export function describeMove(before, move, after) {
  const card = spokenName(cardOf(before, move));
  const what = move.count > 1 ? t("held_run", { card, n: move.count }) : card;
  const home = after.cardsHome() - before.cardsHome() - (move.target === HOME ? 1 : 0);
  const also = home > 0 ? `; ${t("went_home", { n: home })}` : "";
  return `${what} → ${placeName(move.target)}${also}`;
}

/** A move as a request, for a hint. @param {Board} board @param {Move} move */
export function askFor(board, move) {
  const card = spokenObject(cardOf(board, move));
  if (move.target === HOME) return t("move_to_foundation", { card });
  if (move.target >= FIRST_CELL) return t("move_to_cell", { card });
  return t("move_to_column", { card, n: move.target + 1 });
}
