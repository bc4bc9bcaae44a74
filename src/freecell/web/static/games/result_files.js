// The results of the deals as files: CSV and JSON to save, and both of them, or a plain list of numbers, to read.

import { dateOf, dayOf, LAST_DEAL_OF_MAP } from "./deal_results.js";

/** @typedef {import("./deal_results.js").Result} Result */
/** @typedef {{deal: number, date: string, won: boolean, moves: number | null, seconds: number | null, help: boolean, par: number | null}} Row */

const COLUMNS = /** @type {const} */ (["deal", "date", "won", "moves", "seconds", "help", "par"]);
const LONGEST_RANGE = LAST_DEAL_OF_MAP;

/** @param {Map<number, Result>} results @param {Uint8Array | null} pars the fewest moves known, at index deal - 1 @returns {Row[]} */
export function rowsOf(results, pars) {
  return [...results]
    .sort(([one], [other]) => one - other)
    .map(([deal, { won, unaided, day, moves, seconds }]) => ({
      deal,
      date: day === null ? "" : dateOf(day),
      won,
      moves,
      seconds,
      help: won && !unaided,
      par: pars?.[deal - 1] || null,
    }));
}

/** @param {Row[]} rows */
export const asCsv = (rows) =>
  [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((name) => cell(row[name])).join(","))].join("\r\n") + "\r\n";

/** @param {string | number | boolean | null} value */
const cell = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? ""));

/** @param {Row[]} rows */
export const asJson = (rows) => JSON.stringify(rows, null, 1);

/** Read results from CSV, JSON or a list of numbers; what cannot be read is counted. @param {string} text
 * @returns {{results: Map<number, Result>, refused: number}} */
export function readResults(text) {
  const plain = text.replace(/^\ufeff/, "").trim();
  if (/^[[{]/.test(plain)) return fromJson(plain);
  if (/^"?deal"?\s*[,;\t]/i.test(plain)) return fromCsv(plain);
  return fromList(plain);
}

/** @param {string} text */
function fromJson(text) {
  try {
    const value = JSON.parse(text);
    const rows = Array.isArray(value) ? value : value?.deals;
    return gathered(Array.isArray(rows) ? rows.map((row) => (typeof row === "number" ? { deal: row } : row)) : [null]);
  } catch {
    return gathered([null]);
  }
}

/** @param {string} text */
function fromCsv(text) {
  const [head, ...lines] = text.split(/\r\n|\r|\n/).map((line) => line.split(/[,;\t]/).map(unquoted));
  const names = head.map((name) => name.toLowerCase());
  const filled = lines.filter((line) => line.some(Boolean));
  return gathered(filled.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ""]))));
}

/** @param {string} text */
const unquoted = (text) => text.trim().replace(/^"(.*)"$/, "$1");

/** Numbers and ranges in any order: 1-50, 53 617 #11982. @param {string} text */
function fromList(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const rows = words.flatMap((word) => {
    const [, first, last = first] = /^#?(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(word) ?? [];
    const count = Number(last) - Number(first) + 1;
    if (!(count >= 1 && count <= LONGEST_RANGE)) return [null];
    return Array.from({ length: count }, (_, index) => ({ deal: Number(first) + index }));
  });
  return gathered(rows);
}

/** @param {any[]} rows */
function gathered(rows) {
  /** @type {Map<number, Result>} */
  const results = new Map();
  let refused = 0;
  for (const row of rows) {
    const deal = Number(row?.deal);
    if (!Number.isInteger(deal) || deal < 1 || deal > LAST_DEAL_OF_MAP) refused++;
    else results.set(deal, resultIn(row));
  }
  return { results, refused };
}

/** A deal without more is one that was won, as people note it. @param {any} row @returns {Result} */
function resultIn(row) {
  const yes = (/** @type {any} */ value) => value === true || /^(yes|true|1)$/i.test(String(value ?? ""));
  const won = row.won === undefined || row.won === "" || yes(row.won);
  const whole = (/** @type {any} */ value, /** @type {number} */ most) => {
    const number = value === "" || value === null || value === undefined ? NaN : Number(value);
    return Number.isFinite(number) && number >= 0 && number <= most ? Math.round(number) : null;
  };
  return {
    won,
    unaided: won && !yes(row.help),
    day: dayOf(String(row.date ?? "")),
    moves: won ? whole(row.moves, 100_000) : null,
    seconds: won ? whole(row.seconds, 10_000_000) : null,
  };
}
