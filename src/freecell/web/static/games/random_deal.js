// A deal at random that can be won: of any difficulty or a given one, with a given number of cells.

import { atlas, knownImpossible, WORDS } from "../engine/atlas.js";
import { deal } from "./board.js";
import { LAST_MICROSOFT_DEAL } from "./deal.js";
import { hasEngine, measureDifficulty, solve, surveyed } from "../engine/engine.js";

/** Any difficulty will do. */
export const ANY = "any";
const MOST_TRIES = 3000;

/** Draw a number: from the surveys of the service, which know no words, else from the atlas, and where that is not at
 * hand by trying. Null where none was found. @param {string} word @param {number} cells @returns {Promise<number | null>} */
export async function drawDeal(word, cells) {
  const words = WORDS.filter((each) => each === word);
  const drawn = words.length ? null : await surveyed(`random?cells=${cells}`);
  if (drawn) return drawn.number;
  return (await atlas.draw(words, cells).catch(() => null)) ?? tried(words, cells);
}

/** @param {readonly string[]} words @param {number} cells */
async function tried(words, cells) {
  const fallback = (/** @type {number} */ number) => (words.length ? null : number);
  for (let count = 0; count < MOST_TRIES; count++) {
    const number = 1 + Math.floor(Math.random() * LAST_MICROSOFT_DEAL);
    if (knownImpossible(number, cells)) continue;
    if (!hasEngine) return fallback(number); // the list of those that cannot be won must do
    try {
      if (words.length && !words.includes((await measureDifficulty(number)).word)) continue;
      if ((await solve(deal(number, cells))).verdict === "solved") return number;
    } catch {
      return fallback(number); // the engine cannot be reached
    }
  }
  return null;
}
