// What the learner's function returned, read as a board: rows, columns, one list or text; cards named in any usual way.
// The same as Python's own_dealer/returned_board.py; one test reads the same values with both.

import { cardName, DECK_SIZE, parseCard, RANKS } from "../games/cards.js";
import { parseBoard } from "../text/board_reader.js";
import { say } from "./verdict.js";

/** @typedef {{cards: number[], shape: "rows" | "columns" | "one list" | "text", names: [string, string] | null}} Returned
 * The cards row by row, the form they came in, and a card that the task names otherwise, with that name. */

/** It is no board; the message says why, in the reader's language. */
export class ReturnedError extends Error {}

const LONGEST_TEXT = 5000; // of a board, however it is drawn
const MOST = 1000; // more values than this are no board in any form: they are not read
const ROWS = "8 8 8 8 8 8 4";
const COLUMNS = "7 7 7 7 6 6 6 6";
const WORDS = { ACE: "A", TEN: "T", JACK: "J", QUEEN: "Q", KING: "K" };

/** @param {unknown} value @returns {Returned} */
export function readReturned(value) {
  if (typeof value === "string") return fromText(value);
  if (isObject(value)) return readReturned(value.rows ?? value.columns ?? value.board);
  if (!Array.isArray(value) || !value.length || value.length > MOST) throw new ReturnedError(say("not a board"));
  const nested = value.every((each) => Array.isArray(each) && !isPair(each));
  const groups = (nested ? value : [value]).map((group) => group.filter((/** @type {unknown} */ each) => !isGap(each)));
  const cards = groups.map((group) => group.map(cardOf));
  const shape = shapeOf(groups.map((group) => group.length));
  const dealt = shape === "columns" ? byRows(cards) : cards.flat();
  checkDeck(dealt);
  return { cards: dealt, shape, names: otherName(groups.flat(), cards.flat()) };
}

/** @param {string} text @returns {Returned} */
function fromText(text) {
  if (text.length > LONGEST_TEXT) throw new ReturnedError(say("not a board"));
  const { columns } = parseBoard(text);
  const sizes = columns.map((column) => column.length).join(" ");
  if (sizes !== COLUMNS) throw new ReturnedError(say("not a board"));
  return { cards: byRows(columns), shape: "text", names: null };
}

/** @param {number[]} sizes @returns {"rows" | "columns" | "one list"} */
function shapeOf(sizes) {
  const text = sizes.join(" ");
  if (text === ROWS) return "rows";
  if (text === COLUMNS) return "columns";
  if (text === String(DECK_SIZE)) return "one list";
  throw new ReturnedError(say("sizes", { sizes: text }));
}

/** @param {readonly (readonly number[])[]} columns */
const byRows = (columns) => Array.from({ length: DECK_SIZE }, (_, at) => columns[at & 7][at >> 3]);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isGap = (value) => value === null || value === undefined || value === "";

/** A rank and a suit as two values. @param {unknown[]} value */
const isPair = (value) =>
  value.length === 2 &&
  value.every((each) => typeof each !== "object") &&
  value.join("").length < 4 &&
  isCard(value.join(""));

/** @param {string} text */
function isCard(text) {
  try {
    parseCard(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} value @returns {number} */
function cardOf(value) {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) < DECK_SIZE) return Number(value);
  const text = textOf(value);
  try {
    return parseCard(text);
  } catch {
    throw new ReturnedError(say("not a card", { text: JSON.stringify(value) ?? String(value) }));
  }
}

/** @param {unknown} value @returns {string} */
function textOf(value) {
  if (Array.isArray(value)) return value.join("");
  if (isObject(value)) return rankText(value.rank ?? value.value) + String(value.suit ?? "").slice(0, 1);
  return String(value).trim();
}

/** A rank as a letter: from a name, a letter or a number from 1 to 13. @param {unknown} rank */
function rankText(rank) {
  if (typeof rank === "number") return RANKS[rank - 1] ?? "";
  const text = String(rank ?? "").toUpperCase();
  return WORDS[/** @type {keyof typeof WORDS} */ (text)] ?? text;
}

/** @param {number[]} cards */
function checkDeck(cards) {
  const times = Array.from({ length: DECK_SIZE }, (_, card) => cards.filter((each) => each === card).length);
  const named = (/** @type {(count: number) => boolean} */ wanted) =>
    times.flatMap((count, card) => (wanted(count) ? [cardName(card)] : [])).join(" ");
  const missing = named((count) => count === 0);
  if (!missing) return;
  const faults = [say("missing", { cards: missing }), say("twice", { cards: named((count) => count > 1) })];
  throw new ReturnedError(say("not the deck", { faults: faults.join(", ") }));
}

/** The first card that is not named as the task names it. @param {unknown[]} values @param {number[]} cards @returns {[string, string] | null} */
function otherName(values, cards) {
  const at = values.findIndex((value, index) => value !== cardName(cards[index]));
  return at < 0 ? null : [JSON.stringify(values[at]), JSON.stringify(cardName(cards[at]))];
}
