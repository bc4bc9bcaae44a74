// What came of the games, by number of cells. A game counts as begun with its first move, as won once, and as given up when
// it is thrown away; help is a hint, a solution watched, or going back where the solver says so; a game keeps it.

import { read, write } from "./store.js";

/** @typedef {{begun: number, won: number, unaided: number, givenUp: number, streak: number, bestStreak: number}} Score */
/** @typedef {{moves: number, seconds: number | null}} Best The fewest moves and the shortest time of a deal's wins without help. */
/** @typedef {{cells: Record<string, Score>, deals: Record<string, Best>, days: Record<string, number>}} Statistics
 * `days` holds the deals of the day that were won, by date. */

/** @type {Score} */
const NONE = { begun: 0, won: 0, unaided: 0, givenUp: 0, streak: 0, bestStreak: 0 };

/** @returns {Statistics} */
export function statistics() {
  const stored = read("results");
  return { cells: {}, deals: {}, days: {}, ...(stored ?? earlier()) };
}

/** What earlier pages counted, for any number of cells together. @returns {Partial<Statistics>} */
function earlier() {
  const old = read("statistics");
  if (typeof old?.played !== "number") return {};
  const { played, won = 0, helped = 0, streak = 0, bestStreak = 0, deals = {} } = old;
  const best = Object.entries(deals).map(([deal, moves]) => [deal, { moves, seconds: null }]);
  return {
    cells: { 4: { begun: played, won: won + helped, unaided: won, givenUp: 0, streak, bestStreak } },
    deals: Object.fromEntries(best),
  };
}

/** @param {Statistics} all @param {number} cells @returns {Score} */
export const scoreOf = (all, cells) => ({ ...NONE, ...all.cells[cells] });

/** @param {number} cells @param {(score: Score) => Partial<Score>} change @param {Partial<Statistics>} [more] */
function note(cells, change, more = {}) {
  const all = statistics();
  const score = scoreOf(all, cells);
  write("results", { ...all, ...more, cells: { ...all.cells, [cells]: { ...score, ...change(score) } } });
}

/** A game was begun: its first move was made. @param {number} cells */
export const noteBegin = (cells) => note(cells, ({ begun }) => ({ begun: begun + 1 }));

/** A game was thrown away, which ends a streak. @param {number} cells */
export const noteGivenUp = (cells) => note(cells, ({ givenUp }) => ({ givenUp: givenUp + 1, streak: 0 }));

/** A game was won; with help it ends a streak and is no best.
 * @param {{deal: string, cells: number, moves: number, seconds: number | null, helped: boolean}} win */
export function noteWin({ deal, cells, moves, seconds, helped }) {
  const { deals } = statistics();
  const before = deals[deal];
  const times = [before?.seconds, seconds].filter((each) => typeof each === "number");
  const best = { moves: Math.min(moves, before?.moves ?? Infinity), seconds: times.length ? Math.min(...times) : null };
  note(
    cells,
    ({ won, unaided, streak, bestStreak }) => ({
      won: won + 1,
      unaided: unaided + (helped ? 0 : 1),
      streak: helped ? 0 : streak + 1,
      bestStreak: Math.max(bestStreak, helped ? 0 : streak + 1),
    }),
    { deals: helped ? deals : { ...deals, [deal]: best } },
  );
}

/** The deal of a day was won. @param {string} day its date @param {number} deal */
export function noteDay(day, deal) {
  const all = statistics();
  write("results", { ...all, days: { ...all.days, [day]: deal } });
}

/** Take in statistics that were saved elsewhere: of every count the larger, of every best the better, so that the same
 * file can be read twice. @param {any} saved */
export function addStatistics(saved) {
  const all = statistics();
  if (typeof saved?.cells !== "object") return;
  for (const [cells, score] of Object.entries(saved.cells)) {
    const here = scoreOf(all, Number(cells));
    const larger = Object.keys(NONE).map((name) => [
      name,
      Math.max(here[/** @type {"won"} */ (name)], Number(score?.[name]) || 0),
    ]);
    all.cells[cells] = Object.fromEntries(larger);
  }
  for (const [deal, best] of Object.entries(saved.deals ?? {})) {
    const here = all.deals[deal];
    const seconds = [here?.seconds, best?.seconds].filter((each) => typeof each === "number");
    const moves = Math.min(here?.moves ?? Infinity, Number(best?.moves) || Infinity);
    if (Number.isFinite(moves)) all.deals[deal] = { moves, seconds: seconds.length ? Math.min(...seconds) : null };
  }
  write("results", { ...all, days: { ...saved.days, ...all.days } });
}
