// What stays in this browser: settings, unfinished games and statistics. Nothing is sent anywhere.

/** @typedef {import("./board.js").Autoplay} Autoplay */
/** @typedef {{language: string, theme: "auto" | "light" | "plain" | "dark", fourColours: boolean, ownLetters: boolean,
 *   autoplay: Autoplay, verdict: "off" | "demand" | "always", oneTap: boolean, keys: boolean, cells: number,
 *   speed: number}} Settings */
/** @typedef {{played: number, won: number, helped: number, streak: number, bestStreak: number,
 *   deals: Record<string, number>}} Statistics `deals` holds the fewest moves of every deal that was won. */

const PREFIX = "freecell.";
const MOST_UNFINISHED = 200;

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  fourColours: false,
  ownLetters: false,
  autoplay: "horne",
  verdict: "demand",
  oneTap: false,
  keys: true,
  cells: 4,
  speed: 1,
};

/** @type {Statistics} */
const NO_STATISTICS = { played: 0, won: 0, helped: 0, streak: 0, bestStreak: 0, deals: {} };

/** Read a value; a browser that keeps nothing, or kept nonsense, gives what was there before.
 * @template T @param {string} name @param {T} otherwise @returns {T} */
function read(name, otherwise) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return value !== null && typeof value === typeof otherwise ? { ...otherwise, ...value } : otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs the player nothing but the memory of it.
  }
}

export const settings = read("settings", DEFAULTS);

/** @param {Partial<Settings>} changed */
export function changeSettings(changed) {
  Object.assign(settings, changed);
  write("settings", settings);
}

export const statistics = () => read("statistics", NO_STATISTICS);

/** A deal was begun: its first move was made. */
export function noteBegin() {
  const all = statistics();
  write("statistics", { ...all, played: all.played + 1 });
}

/** A deal was won; a win that followed the solver's line is counted apart and ends a streak.
 * @param {string} deal @param {number} moves @param {boolean} helped */
export function noteWin(deal, moves, helped) {
  const all = statistics();
  if (helped) return write("statistics", { ...all, helped: all.helped + 1, streak: 0 });
  const streak = all.streak + 1;
  write("statistics", {
    ...all,
    won: all.won + 1,
    streak,
    bestStreak: Math.max(streak, all.bestStreak),
    deals: { ...all.deals, [deal]: Math.min(moves, all.deals[deal] ?? Infinity) },
  });
}

/** The unfinished games, the latest last: the deal, and its moves as an address has them. @returns {[string, string][]} */
export const unfinished = () => read("unfinished", { games: /** @type {[string, string][]} */ ([]) }).games;

/** Keep a game that was left, or forget it where there is nothing to keep. @param {string} deal @param {string} moves */
export function keepUnfinished(deal, moves) {
  const others = unfinished().filter(([each]) => each !== deal);
  write("unfinished", { games: (moves ? [...others, [deal, moves]] : others).slice(-MOST_UNFINISHED) });
}

/** Everything this browser keeps, as a text to be saved. */
export function exportAll() {
  return JSON.stringify({ settings, statistics: statistics(), unfinished: unfinished() }, null, 1);
}

/** Forget everything. */
export function clearAll() {
  for (const name of ["settings", "statistics", "unfinished"]) {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      return;
    }
  }
  Object.assign(settings, DEFAULTS);
}
