// What was read from a picture, and the board that it makes.

import { Board } from "../games/board.js";
import { DECK_SIZE, rankOf, suitOf } from "../games/cards.js";

/** @typedef {{left: number, top: number, width: number, height: number, card: number | null, other: number | null,
 *   sureness: number, kind: "column" | "cell" | "home", index: number, row: number, place: number}} SeenCard
 * Where a card is seen in the picture, what it is, what it may be instead, and where it lies on the table. */
/** @typedef {{certainty: "certain" | "likely" | "not read", reason: string | null, number: number | null, cards: SeenCard[]}} PictureReading */

const DOUBTFUL = 0.9; // as in Python's PictureCard

/** @param {SeenCard} seen */
export const isDoubtful = (seen) => seen.card === null || seen.sureness < DOUBTFUL;

/** The board of a reading; null while a card is missing. @param {PictureReading} reading @returns {Board | null} */
export function boardOf({ certainty, cards }) {
  if (certainty === "not read" || cards.some(({ card }) => card === null)) return null;
  /** @type {number[][]} */
  const columns = Array.from({ length: 8 }, () => []);
  /** @type {(number | null)[]} */
  const cells = [null, null, null, null];
  const homes = [0, 0, 0, 0];
  for (const { card, kind, index } of /** @type {(SeenCard & {card: number})[]} */ (cards)) {
    if (kind === "column") columns[index].push(card);
    else if (kind === "cell") cells[index] = card;
    else homes[suitOf(card)] = rankOf(card) + 1;
  }
  const seen = columns.flat().length + cells.filter((card) => card !== null).length;
  return seen + homes.reduce((sum, count) => sum + count, 0) === DECK_SIZE ? new Board(columns, cells, homes) : null;
}

/** Whether nothing was moved yet. @param {Board} board */
export const isFresh = ({ columns }) => columns.every((cards, index) => cards.length === (index < 4 ? 7 : 6));
