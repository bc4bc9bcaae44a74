// The shortest solution that was found of a deal: what the atlas says, or a shorter one of this browser.

import { CELLS, charted } from "./about.js";
import { nameOf } from "../games/session.js";
import { read, write } from "../games/store.js";

/** @typedef {import("../games/game.js").Game} Game */
/** @typedef {{moves: number, proved: boolean}} Shortest Its moves, and whether it is proved that there is none shorter. */

const FOUND = "shortest";

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call something when a shorter solution was found. @param {() => void} listener */
export const onFound = (listener) => void listeners.add(listener);

/** All that was found here, by the names of the deals. @returns {Record<string, Shortest>} */
const lengths = () => read(FOUND) ?? {};

/** What was found here of a deal, if anything. @param {Pick<Game, "number" | "start">} game @returns {Shortest | undefined} */
export const foundHere = ({ number, start }) => lengths()[nameOf(number, start)];

/** What is known of a deal; null where nothing is. @param {Pick<Game, "number" | "start">} game @returns {Promise<Shortest | null>} */
export async function shortestKnown(game) {
  return better(game, await inAtlas(game));
}

/** What the atlas says of a deal. @param {Pick<Game, "number" | "start">} game @returns {Promise<Shortest | null>} */
async function inAtlas({ number, start }) {
  const known = number === null || start.cells.length !== CELLS ? null : await charted(number);
  return known && known.moves !== null ? { moves: known.moves, proved: known.shortest } : null;
}

/** What was found here, where it is better than what the atlas says. @param {Pick<Game, "number" | "start">} game @param {Shortest | null} charts */
function better(game, charts) {
  const found = foundHere(game);
  return found && isBetter(found, charts) ? found : charts;
}

/** @param {Shortest} one @param {Shortest | null} other */
const isBetter = (one, other) => !other || one.moves < other.moves || (one.moves === other.moves && one.proved);

/** Remember the length of a solution that was found, where it is shorter than the best one known.
 * @param {Game} game a game of its deal @param {number} moves @param {boolean} [proved] */
export async function noteFound(game, moves, proved = false) {
  const charts = await inAtlas(game);
  const known = better(game, charts); // now, after waiting: another search may have found a shorter one meanwhile
  if (known?.proved || !isBetter({ moves, proved }, known)) return;
  write(FOUND, { ...lengths(), [nameOf(game.number, game.start)]: { moves, proved } });
  for (const listener of listeners) listener();
}
