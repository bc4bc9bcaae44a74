// Questions about boards and lines of play that somebody else wrote: find, replay, fewest cells.

import { ask } from "./engine.js";
import { t } from "./words.js";

/** @typedef {{number: number | null, position: string, won?: boolean, moves?: string, dialect?: string, count?: number, error?: string}} Reading
 * What a pasted text says: a board by its number or position, and the moves made on it. */

/** Have a pasted text read: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number @returns {Promise<Reading>} */
export const readPasted = (text, number) => ask("read", { text, number });

/** The numbers whose deals have these cards where they are; `--` for what is not known. @param {string} rows @returns {Promise<{numbers: number[], complete: boolean}>} */
export const findCards = (rows) => ask("find", { board: rows });

/** Say with how few cells a deal can be won. @param {number} number @returns {Promise<string>} */
export async function fewestCells(number) {
  const answer = await ask(`deals/${number}/fewest-cells`);
  if (answer.cells === null) return t("unknown");
  return t(answer.proved ? "fewest_is" : "fewest_at_most", { n: answer.cells });
}
