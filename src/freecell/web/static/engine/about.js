// What is known of a deal: by the surveys of the service, by the atlas, and what neither knows is computed by the engine.

import { atlas, difficultyOf } from "./atlas.js";
import { hasEngine, nextFact, surveyed } from "./engine.js";

/** @typedef {Omit<import("./atlas.js").About, "score" | "level"> & {level: string | null}} About */
/** @typedef {"moves" | "difficulty" | "fewest"} Fact What can be computed. */

/** The verdict and the moves are for this many cells. */
export const CELLS = 4;

/** All that can be computed, in the order of the core. @type {readonly Fact[]} */
export const FACTS = ["moves", "difficulty", "fewest"];

/** What is known without computing anything. @param {number} number @returns {Promise<About>} */
export async function knownOf(number) {
  const answer = await surveyed(`deals/${number}/about`);
  return answer ? fromService(answer) : ((await charted(number)) ?? { ...NOTHING, number });
}

/** What the atlas says; null where it says nothing, is not at hand, or is damaged. @param {number} number */
export const charted = (number) => atlas.about(number).catch(() => null);

/** Whether the atlas knows that a deal cannot be won; with fewer cells than four it cannot either.
 * @param {number} number @param {number} cells */
export const isKnownImpossible = async (number, cells) =>
  cells <= CELLS && (await charted(number))?.verdict === "impossible";

/** @type {Omit<About, "number">} */
const NOTHING = {
  verdict: "undecided",
  moves: null,
  shortest: false,
  least: null,
  fewest: null,
  fewestProved: false,
  difficulty: null,
  level: null,
};

/** Compute what is missing, a fact at a time; `onFact` is called with each. What the budget leaves open stays as it was.
 * @param {About} known @param {(known: About, tried: Fact[]) => void} [onFact] @returns {Promise<{known: About, tried: Fact[]}>} */
export async function completed(known, onFact = () => {}) {
  /** @type {Fact[]} */
  const tried = [];
  while (hasEngine && tried.length < FACTS.length) {
    const found = await nextFact(known, tried).catch(() => null);
    if (!found) break;
    if (found.service) {
      known = fromService(found.service);
      tried.push(...found.service.computed);
      onFact(known, tried);
      break;
    }
    known = { ...known, ...found.facts, ...(found.fact === "difficulty" ? difficultyOf(found.score) : {}) };
    tried.push(found.fact);
    onFact(known, tried);
  }
  return { known, tried };
}

/** What the service answered about a deal. @param {any} answer @returns {About} */
const fromService = (answer) => ({ ...answer, moves: answer.count, fewestProved: answer.fewest_proved });
