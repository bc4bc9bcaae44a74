// What is known of a deal: by the surveys of the service, by the atlas, and what neither knows is computed.

import { atlas } from "./atlas.js";
import { deal } from "../games/board.js";
import { fewestCells, hasEngine, measureDifficulty, solve, surveyed } from "./engine.js";
import { playerCount } from "../games/game.js";

/** @typedef {Omit<import("./atlas.js").About, "score" | "word"> & {word: string | null}} About */
/** @typedef {"moves" | "fewest" | "difficulty"} Column What can be computed. */

/** The verdict and the moves are for so many cells. */
export const CELLS = 4;

/** What is known without computing anything. @param {number} number @returns {Promise<About>} */
export async function knownOf(number) {
  const told = await surveyed(`deals/${number}/about`);
  if (told) return { ...told, moves: told.count, fewestProved: told.fewest_proved };
  return (await charted(number)) ?? { ...NOTHING, number };
}

/** What the atlas says; null where it says nothing, is not at hand, or is damaged. @param {number} number */
export const charted = (number) => atlas.about(number).catch(() => null);

/** @type {Omit<About, "number">} */
const NOTHING = {
  verdict: "undecided",
  moves: null,
  shortest: false,
  least: null,
  fewest: null,
  fewestProved: false,
  difficulty: null,
  word: null,
};

/** The columns that are not known and could be. @param {About} known @returns {Column[]} */
export function lacking({ verdict, moves, fewest, difficulty }) {
  if (!hasEngine) return [];
  return [
    ...(verdict === "undecided" || (verdict === "solved" && moves === null) ? /** @type {const} */ (["moves"]) : []),
    ...(difficulty === null ? /** @type {const} */ (["difficulty"]) : []),
    ...(fewest === null ? /** @type {const} */ (["fewest"]) : []),
  ];
}

/** Compute a column; what could not be found out stays as it was. @param {About} known @param {Column} column @returns {Promise<About>} */
export async function withComputed(known, column) {
  const { number } = known;
  if (column === "difficulty") {
    const { difficulty, word } = await measureDifficulty(number);
    return { ...known, difficulty, word };
  }
  if (column === "fewest") {
    const { cells, proved } = await fewestCells(number);
    return { ...known, fewest: cells, fewestProved: proved && cells !== null };
  }
  const found = await solve(deal(number, CELLS), "short");
  if (found.verdict === "undecided") return known;
  return { ...known, verdict: found.verdict, moves: found.verdict === "solved" ? playerCount(found.moves) : null };
}
