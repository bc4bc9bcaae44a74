// Endings by their names, as Python's instances.py reads them: positions of reference lines that were frozen once.

import { deal } from "./board.js";
import { parseNumber } from "./deal.js";
import { parseMoves } from "../text/address.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {{number: number, start: Board, moves: Move[]}} Ending The deal, and the moves of its line that lead to the ending. */

const NAME = /^\s*ending:(\d{1,3}):(\S{1,40})\s*$/i;

/** @type {Promise<string> | undefined} */
let course;

/** The ending of a name, by the file of the course; null where there is none. @param {string} course @param {string} name @returns {Ending | null} */
export function endingIn(course, name) {
  const [, left, digits] = NAME.exec(name) ?? [];
  const number = digits === undefined ? null : parseNumber(digits);
  const line = course.split("\n").find((each) => each.startsWith(`line ${number} `));
  if (number === null || !line) return null;
  const start = deal(number, 4);
  const moves = parseMoves(start, line.split(" ").slice(2).join(""));
  let board = start;
  for (const [at, move] of moves.entries()) {
    if (board.homes.reduce((sum, size) => sum + size) === 52 - Number(left)) {
      return { number, start, moves: moves.slice(0, at) };
    }
    board = board.play(move);
  }
  return null;
}

/** The ending of a name; null where there is none, or the course cannot be loaded. @param {string} name */
export async function loadEnding(name) {
  course ??= fetch(new URL("../course.txt", import.meta.url)).then((answer) => (answer.ok ? answer.text() : ""));
  try {
    return endingIn(await course, name);
  } catch {
    course = undefined; // the next call tries again
    return null;
  }
}
