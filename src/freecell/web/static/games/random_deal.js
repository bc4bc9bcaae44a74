// A deal at random that can be won: of any difficulty or a given level, with a given number of cells.

import { completed, knownOf } from "../engine/about.js";
import { atlas, LEVELS } from "../engine/atlas.js";
import { LAST_MICROSOFT_DEAL } from "./deal.js";
import { hasEngine, surveyed } from "../engine/engine.js";

/** Any difficulty will do. */
export const ANY = "any";
const MOST_TRIES = 1000;

/** Draw a number: from the surveys of the service, which know no levels, else from the atlas, and where that is not at
 * hand by trying. Null where none was found. @param {string} level @param {number} cells @returns {Promise<number | null>} */
export async function drawDeal(level, cells) {
  const levels = LEVELS.filter((each) => each === level);
  const drawn = levels.length ? null : await surveyed(`random?cells=${cells}`);
  if (drawn) return drawn.number;
  return (await atlas.draw(levels, cells).catch(() => null)) ?? tried(levels, cells);
}

/** @param {readonly string[]} levels @param {number} cells */
async function tried(levels, cells) {
  const drawn = () => 1 + Math.floor(Math.random() * LAST_MICROSOFT_DEAL);
  if (!hasEngine) return levels.length ? null : drawn(); // nearly all deals can be won
  for (let count = 0; count < MOST_TRIES; count++) {
    const { known } = await completed(await knownOf(drawn()));
    if (known.verdict === "undecided" && known.difficulty === null) break; // the engine cannot be reached
    const fits = levels.length === 0 || levels.some((each) => each === known.level);
    if (fits && known.fewest !== null && known.fewest <= cells) return known.number;
  }
  return levels.length ? null : drawn();
}
