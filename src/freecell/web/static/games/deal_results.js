// The results of the deals 1 to 32,000 with four cells: tried or won, when, in how many moves, in what time, with help or not.
//
// A thousand deals share one value, `map.0` to `map.31`, as a short text: after a game one of them is written again, and all
// of them are read for the map. An entry is `OFFSET:STATE.DAY.MOVES.SECONDS`, with days since 1970 and nothing where it is
// not known. Of several wins of a deal the best is kept: without help before with help, then the fewest moves.

import { read, write } from "./store.js";

/** @typedef {{won: boolean, unaided: boolean, day: number | null, moves: number | null, seconds: number | null}} Result */

export const LAST_DEAL_OF_MAP = 32_000;
const BLOCK = 1000;
const BLOCKS = LAST_DEAL_OF_MAP / BLOCK;
const DAY = 24 * 60 * 60 * 1000;
const STATES = ["t", "w", "u"]; // tried, won with help, won without

/** Today where the player is, in days since 1970. @param {Date} [now] */
const dayNumber = (now = new Date()) => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);

/** @param {number} day @returns {string} 2026-11-16 */
export const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/** @param {string} text @returns {number | null} */
export function dayOf(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time / DAY;
}

/** Whether a deal is on the map. @param {number | null} deal @param {number} cells */
export const isOnMap = (deal, cells) => deal !== null && deal >= 1 && deal <= LAST_DEAL_OF_MAP && cells === 4;

/** @param {string} entry @returns {[number, Result]} */
function readEntry(entry) {
  const [offset, state, day, moves, seconds] = entry.split(/[:.]/);
  const value = (/** @type {string | undefined} */ text) => (text ? Number(text) : null);
  const [won, unaided] = [state !== "t", state === "u"];
  return [Number(offset), { won, unaided, day: value(day), moves: value(moves), seconds: value(seconds) }];
}

/** @param {number} offset @param {Result} result */
function writeEntry(offset, { won, unaided, day, moves, seconds }) {
  const state = STATES[won ? (unaided ? 2 : 1) : 0];
  return `${offset}:${state}.${day ?? ""}.${moves ?? ""}.${seconds === null ? "" : Math.round(seconds)}`;
}

/** @param {number} block @returns {Map<number, Result>} by offset */
function readBlock(block) {
  const text = read(`map.${block}`);
  return new Map(typeof text === "string" && text ? text.split(";").map(readEntry) : []);
}

/** @param {number} block @param {Map<number, Result>} results */
function writeBlock(block, results) {
  return write(`map.${block}`, [...results].map(([offset, result]) => writeEntry(offset, result)).join(";"));
}

/** All results, by deal. @returns {Map<number, Result>} */
export function allResults() {
  const all = new Map();
  for (let block = 0; block < BLOCKS; block++) {
    for (const [offset, result] of readBlock(block)) all.set(block * BLOCK + offset + 1, result);
  }
  return all;
}

/** Take in results; true where the browser kept them. @param {Iterable<[number, Result]>} results by deal */
export function addResults(results) {
  /** @type {Map<number, Map<number, Result>>} */
  const blocks = new Map();
  for (const [deal, result] of results) {
    const block = Math.floor((deal - 1) / BLOCK);
    const known = blocks.get(block) ?? readBlock(block);
    blocks.set(block, known);
    const offset = (deal - 1) % BLOCK;
    const before = known.get(offset);
    if (!before || isBetter(result, before)) known.set(offset, result);
  }
  return [...blocks].map(([block, known]) => writeBlock(block, known)).every(Boolean);
}

/** @param {Result} one @param {Result} other */
function isBetter(one, other) {
  if (one.won !== other.won) return one.won;
  if (one.unaided !== other.unaided) return one.unaided;
  const [moves, others] = [one.moves ?? Infinity, other.moves ?? Infinity];
  if (moves !== others) return moves < others;
  return (one.seconds ?? Infinity) < (other.seconds ?? Infinity);
}

/** A game of a deal was begun. @param {number} deal */
export const noteTried = (deal) =>
  addResults([[deal, { won: false, unaided: false, day: dayNumber(), moves: null, seconds: null }]]);

/** A game of a deal was won. @param {number} deal @param {{moves: number, seconds: number, helped: boolean}} game */
export const noteWon = (deal, { moves, seconds, helped }) =>
  addResults([[deal, { won: true, unaided: !helped, day: dayNumber(), moves, seconds }]]);
