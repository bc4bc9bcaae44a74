// Moves and places in words, for the status line and for screen readers.

import { FIRST_CELL, HOME } from "../games/board.js";
import { PLACE_NAMES, isCell } from "../text/address.js";
import { spokenName, spokenObject, t } from "../words.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/board.js").Place} Place */

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

/** What a move did: what it went onto, what it uncovered, and what went home by itself after it.
 * @param {Board} before @param {Move} move @param {Board} after */
export function describeMove(before, move, after) {
  const made = before.play(move);
  const parts = [whatMoved(before, move), ...whatLies(made, move.source), ...whatWentHome(made, after)];
  return parts.join("; ");
}

/** @param {Board} before @param {Move} move */
function whatMoved(before, move) {
  const card = spokenName(cardOf(before, move));
  const what = move.count > 1 ? t("held_run", { card, n: move.count }) : card;
  const place = placeName(move.target);
  const onto = move.target < FIRST_CELL ? before.cardsAt(move.target).at(-1) : undefined;
  return onto === undefined
    ? t("went_to", { what, place })
    : t("went_onto", { what, other: spokenObject(onto), place });
}

/** What lies at a column after a move from it. @param {Board} board @param {Place} source @returns {string[]} */
function whatLies(board, source) {
  if (isCell(source)) return [];
  const front = board.cardsAt(source).at(-1);
  if (front === undefined) return [t("column_emptied", { place: placeName(source) })];
  return [t("uncovered", { card: spokenName(front) })];
}

/** @param {Board} made @param {Board} after @returns {string[]} */
function whatWentHome(made, after) {
  const cards = after.homes.flatMap((size, suit) =>
    Array.from({ length: size - made.homes[suit] }, (_, index) => (made.homes[suit] + index) * 4 + suit),
  );
  if (!cards.length) return [];
  if (cards.length > 3) return [t("went_home", { n: cards.length })];
  return [
    t("went_home_named", {
      cards: cards
        .sort((one, other) => one - other)
        .map(spokenName)
        .join(", "),
    }),
  ];
}

/** A move as a request, for a hint. @param {Board} board @param {Move} move */
export function askFor(board, move) {
  const card = spokenObject(cardOf(board, move));
  if (move.target === HOME) return t("hint_to_home", { card });
  if (move.target >= FIRST_CELL) return t("hint_to_cell", { card });
  return t("hint_to_column", { card, n: move.target + 1 });
}
