// Questions about pasted boards and lines of play: what they are, and which number deals them.

import { Board } from "../games/board.js";
import { readText } from "../text/solution_player.js";
import { ask, EngineMissing, find } from "./engine.js";
import { loadPlayer } from "./player.js";
import { formatMoves, formatPosition, parseMoves, parsePosition } from "../text/address.js";
import { t } from "../words.js";

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {{number: number | null | undefined, start: Board, moves: Move[], won?: boolean, dialect?: string, count?: number, error?: string | null}} Pasted
 * What a pasted text says: a board and its number (null where none deals it, undefined without the engine), and the moves made on it. */

/** Have a pasted text read: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number @returns {Promise<Pasted>} */
export async function readPasted(text, number) {
  const player = await loadPlayer();
  if (!player) return readThere(text, number);
  const found = readText(text, number, player);
  if (found instanceof Board) return { number: await numberOf(found), start: found, moves: [] };
  return { number: await numberOf(found.start), ...found };
}

/** Ask the service, where the player of lines does not run. @param {string} text @param {number | null} number @returns {Promise<Pasted>} */
async function readThere(text, number) {
  const found = await ask(`read?lang=${document.documentElement.lang}`, { text, number });
  const start = parsePosition(found.position);
  return { ...found, start, moves: parseMoves(start, found.moves) };
}

/** A game in every dialect, by its name. @param {Board} start @param {readonly Move[]} moves @param {number | null} number
 * @returns {Promise<Record<string, string>>} */
export async function writeAll(start, moves, number) {
  const player = await loadPlayer();
  if (player)
    return Object.fromEntries(player.dialects.map((name) => [name, player.write(start, moves, name, number)]));
  return ask("write", { position: formatPosition(start), moves: formatMoves(moves), number });
}

/** @param {Board} board */
async function numberOf(board) {
  try {
    return await find(board);
  } catch (error) {
    if (error instanceof EngineMissing) return undefined; // not known without the engine
    throw error;
  }
}

/** Say with how few cells a deal can be won. @param {{fewest: number | null, fewestProved: boolean}} known */
export function sayFewest({ fewest, fewestProved }) {
  if (fewest === null) return t("not_decided");
  if (fewest === 0) return t("fewest_none");
  return t(fewestProved ? "fewest_is" : "fewest_at_most", { n: fewest });
}
