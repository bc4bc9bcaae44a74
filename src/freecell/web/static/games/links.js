// The address bar as the save file, and the links that people already have from elsewhere.

import { deal } from "./board.js";
import { decoded, parseNumber } from "./deal.js";
import { formatMoves, formatPosition, parseMoves, parsePosition } from "../text/address.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {{number: number | null, start: Board, moves: Move[], complete: boolean, rest: string, review: number | null}} Saved
 * `complete` is false where the moves could be read only in part; `rest` is text of another dialect; `review` is after
 * which of the moves a review stands, null where the link shows no review. */

/** How addresses are written: by a path where a service answers `/617`, by a query on a plain web host. */
const BY_PATH = document.documentElement.dataset.address !== "query";

/** The folder that the page lives in, `/` or below it. */
const BASE = new URL(document.baseURI).pathname;

const NUMBER_PARAMETERS = ["deal", "g", "game", "deal_number"];

/** Read a deal or a game from an address; null where it says nothing about one. @param {URL} url @returns {Saved | null} */
export function readAddress(url) {
  const query = url.searchParams;
  const cells = /^[0-8]$/.test(query.get("cells") ?? "") ? Number(query.get("cells")) : 4;
  const [moves, review] = reviewIn(decoded(url.hash.slice(1)));
  const position = query.get("board");
  if (position) {
    try {
      return withMoves(null, parsePosition(position), moves, review);
    } catch {
      return null;
    }
  }
  const [text, after, behind] = numberIn(url);
  const number = text === null ? null : parseNumber(text);
  if (number === null) return null;
  return withMoves(number, deal(number, cells), (!behind && moves) || after, review);
}

/** The puzzle that an address names, `?puzzle=17`; null where it names none. @param {URL} url */
export function puzzleIn(url) {
  const text = url.searchParams.get("puzzle");
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The address of a position that is practised. @param {string} query */
export const practiceAddress = (query) => `${BASE}?${query}`;

/** Read a link as people paste it: a whole address of this page or another, or its end such as `/617#838a`; null where it
 * is none. @param {string} text @returns {Saved | null} */
export function readLink(text) {
  const word = text.trim();
  const whole = /^https?:\/\/\S+$/i.test(word);
  const end = /^\/?[\w,-]*(?:\?[^#\s]*)?(?:#\S*)?$/.test(word) && /[/?#]/.test(word.slice(0, -1));
  if (!whole && !end) return null;
  try {
    return readAddress(whole ? new URL(word) : new URL(word.replace(/^\//, ""), document.baseURI));
  } catch {
    return null;
  }
}

/** The bad number or board of an address, for an error message; "" where it names none. @param {URL} url */
export const unreadable = (url) => url.searchParams.get("board") ?? numberIn(url)[0] ?? "";

/** Whether a text is meant to be the name of an ending, such as ending:12:617. @param {string} text */
export const isEnding = (text) => /^\s*ending:/i.test(text);

/** The name of a pasted ending, by itself or in a link; null where there is none. @param {string} text */
export function pastedEnding(text) {
  if (isEnding(text)) return text.trim();
  const word = text.trim();
  const named = /^https?:\/\/\S+$/i.test(word) && URL.canParse(word) ? unreadable(new URL(word)) : "";
  return isEnding(named) ? named : null;
}

/** The number an address names, the moves that some sites put behind it: `?deal=617:4r462r`, and whether the number stands
 * behind the `#`, where the moves stand otherwise: `/#617`. @param {URL} url @returns {[string | null, string, boolean]} */
function numberIn(url) {
  for (const name of NUMBER_PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null && isEnding(value)) return [value, "", false];
    if (value !== null) {
      const [text, moves = ""] = value.split(":", 2);
      return [text, moves && `${text}:${moves}`, false];
    }
  }
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname.slice(1);
  const match = /^(?:game\/|deal\/)?([^/]+)\/?$/.exec(decoded(path));
  if (match) return [match[1], "", false];
  const behind = /^#?-?\d[\d,_]*$/.test(url.hash);
  return [behind ? url.hash.slice(1) : null, "", behind];
}

/** The moves of a link, and where a review of them stands: `828a&review=1`, or after all of them: `828a&review`.
 * @param {string} text @returns {[string, number | null]} */
function reviewIn(text) {
  const [, moves, at] = /^([^&]*)&review(?:=(\d{1,5}))?$/.exec(text) ?? [];
  return moves ? [moves, at === undefined ? Infinity : Number(at)] : [text, null];
}

/** @param {number | null} number @param {Board} start @param {string} text @param {number | null} review @returns {Saved} */
function withMoves(number, start, text, review) {
  try {
    const moves = parseMoves(start, text);
    return { number, start, moves, complete: true, rest: "", review: review && Math.min(review, moves.length) };
  } catch {
    return { number, start, moves: [], complete: false, rest: text, review: null };
  }
}

/** Write the address into the history. Browsers limit how often (WebKit: a hundred times in half a minute); what was
 * refused is written a little later, unless something newer was written by then.
 * @param {{game: string, under?: string, line?: string, helped?: boolean}} state @param {string} address @param {boolean} push */
export function writeHistory(state, address, push) {
  clearTimeout(writing);
  try {
    if (push) history.pushState(state, "", address);
    else history.replaceState(state, "", address);
  } catch {
    writing = window.setTimeout(() => writeHistory(state, address, push), 2000);
  }
}

let writing = 0;

/** A line that was only viewed when the page was left, as the entry of the history has it, and how many of
 * its moves were made; null where there was none. @param {Board} start @param {Move[]} moves those in the address */
export function lookedAt(start, moves) {
  const { line, under } = history.state ?? {};
  try {
    if (typeof line !== "string") return null;
    const made = typeof under === "string" ? parseMoves(start, under) : moves;
    return { line: parseMoves(start, line), made: made.length };
  } catch {
    return null;
  }
}

/** The address that keeps a game, or the review of one at a move.
 * @param {number | null} number @param {Board} start @param {readonly Move[]} moves @param {number | null} [review] */
export function writeAddress(number, start, moves, review = null) {
  const query = new URLSearchParams();
  if (number === null) query.set("board", formatPosition(start));
  else if (!BY_PATH) query.set("deal", String(number));
  if (number !== null && start.cells.length !== 4) query.set("cells", String(start.cells.length));
  const path = number !== null && BY_PATH ? String(number) : "";
  const asked = query.size ? `?${query}` : "";
  const played = moves.length ? `#${formatMoves(moves, "")}` : "";
  const reviewed = review === moves.length ? "&review" : `&review=${review}`;
  return BASE + path + asked + played + (review === null || !played ? "" : reviewed);
}
