// Splits pasted text into lines and words, without comments, quotation marks and ornaments, as Python's tokens.py does.

import { NotationError } from "../games/cards.js";
import { parseNumber } from "../games/deal.js";
import { inAllLanguages, t } from "../words.js";

/** @typedef {{text: string, end: number}} Token A word and where it ends in its line, which shows the column that it stands in. */
/** @typedef {{number: number, text: string}} Line A line with its number, counted from 1. */

const TOKEN = /[^\s,;|"'`]+/g;
const COMMENT = /(?:^|\s)(?:#(?!\d|custom )|\/\/).*/;
const QUOTED = /^(?:\s*>)+ ?/;
const ORNAMENT = /^(?:[-=_*~+.\s]{3,}|```.*)$/;
const NUMBER_ONLY = "(-[1-4]|[0-9][0-9,_]*)";
const LINE_ENDS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** Why a text is refused: a code and its values, in the page's language.
 * @param {string} code @param {Record<string, string | number>} [values] */
export const refusal = (code, values) => new NotationError(t(code, values));

/** The same with its line. @param {number} line @param {string} code @param {Record<string, string | number>} [values] */
export const refusalAt = (line, code, values) => refusal("at_line", { at: String(line), why: t(code, values) });

/** Do something; an error gets the place where it occurred. @template T @param {string} code @param {number} at @param {() => T} action */
export function saying(code, at, action) {
  try {
    return action();
  } catch (error) {
    throw error instanceof NotationError ? refusal(code, { at: String(at), why: error.message }) : error;
  }
}

/** What lies between spaces, commas, semicolons, bars and quotation marks. @param {string} text @returns {Token[]} */
export const tokensIn = (text) =>
  [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], end: match.index + match[0].length }));

/** @param {string} text */
export const isBlank = (text) => !text.trim();

/** Every line of a text as it is. @param {string} text @returns {Line[]} */
export function splitLines(text) {
  const lines = text.split(LINE_ENDS);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines.map((line, index) => ({ number: index + 1, text: line }));
}

/** The lines that say something; with blanks also the empty ones among them. @param {string} text @param {boolean} [blanks] @returns {Line[]} */
export function linesOf(text, blanks = false) {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ number: index + 1, text: plain(raw) }))
    .filter((line) => (blanks || !isBlank(line.text)) && !isOrnament(line.text));
}

/** @param {string} raw */
function plain(raw) {
  const text = expandTabs(raw.replaceAll("\u00a0", " ")).trimEnd().replace(QUOTED, "");
  return (statedNumber(text) === null ? text.replace(COMMENT, "") : text).trimEnd();
}

/** @param {string} text */
const expandTabs = (text) =>
  text.split("\t").reduce((plain, part) => plain + " ".repeat(8 - (plain.length % 8)) + part);

/** Whether a line only separates: dashes, equals signs, a fence. @param {string} text */
export const isOrnament = (text) => ORNAMENT.test(text.trim());

/** The number in a line such as `Game #617`, in any of our languages; null if there is none. @param {string} text @returns {number | null} */
export function statedNumber(text) {
  const match = text.length <= 200 ? titlePattern().exec(text.trim()) : null;
  const digits = match?.slice(1).find((group) => group);
  return digits === undefined ? null : parseNumber(digits);
}

/** @type {RegExp | null} */
let title = null;

function titlePattern() {
  const labels = inAllLanguages("game_no_label").map((label) => label.split("{n}").map(escaped).join(NUMBER_ONLY));
  const english = `(?:(?:freecell|microsoft|ms|game|deal|number|board|no\\.?)\\s*)*#?\\s*${NUMBER_ONLY}:?`;
  return (title ??= new RegExp(`^(?:${[english, ...labels].join("|")})$`, "iu"));
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Refuse a text that is longer than anything that it could be. @param {string} text @param {number} longest @param {"a_solution" | "a_board"} what */
export function checkLength(text, longest, what) {
  if (text.length > longest) throw refusal("text_too_long", { what: t(what), text: shorten(text), n: longest });
}

/** Quote a text for a message; a long one is cut, since a message is one line. @param {string} text @param {number} [length] */
export const shorten = (text, length = 40) =>
  text.length <= length ? quoted(text) : t("text_cut", { text: quoted(text.slice(0, length)), n: text.length });

/** A text in quotation marks, as Python shows it. @param {string} text */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  /** @type {Record<string, string>} */
  const known = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", "'": "'", '"': '"', [mark]: `\\${mark}` };
  const hidden = (/** @type {string} */ letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const shown = text.replace(/[\x00-\x1f\x7f-\xa0\\'"]/g, (letter) => known[letter] ?? hidden(letter));
  return mark + shown + mark;
}
