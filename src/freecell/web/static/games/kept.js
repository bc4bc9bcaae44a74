// The games that were begun, kept in this browser until they are won or thrown away on purpose.
//
// How no game is lost. Each game is a record of its own under a name of its own, `game.ID`: tabs that play different games
// never write to the same place. A record holds the deal, the whole line with what was undone, and where in it the player
// is; it is written after every change. A tab writes only over what it read or wrote last itself: where the record is
// another one by now, or gone, another tab played on, and this tab's line becomes a record of its own, so that both stay.
// Opening, watching and leaving write nothing. The state of an entry of the history names the record that it shows, so
// that a reload, back and forward find one's own game, while a link that comes from elsewhere has no such state.

import { names, read, remove, write } from "./store.js";

/** @typedef {{deal: string, moves: string, at: number, helped: boolean, counted: boolean, seconds: number, when: number}} Line
 * A line of play: the deal's name, its moves as an address has them, and how many of them are made; whether the solver
 * helped, whether its win is counted already, the seconds spent, and when it was last touched. */
/** @typedef {{id: string, stamp: string}} Hold What a tab holds of a record: its name, and what it read or wrote last. */
/** @typedef {Line & Hold} Kept */

const RECORD = "game.";
const OLD = "unfinished"; // how the games were kept before

/** How games name their deal: `617`, `617/3` with three cells, or the position of a board without a number.
 * @param {number | null} number @param {number} cells @param {() => string} position */
export function dealName(number, cells, position) {
  if (number === null) return `=${position()}`;
  return cells === 4 ? String(number) : `${number}/${cells}`;
}

/** A word that no other record or tab has. */
const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** @param {any} value @returns {value is Line & {stamp: string}} */
const isRecord = (value) =>
  typeof value?.deal === "string" && typeof value.moves === "string" && Number.isInteger(value.at);

/** The record of this name, or null. @param {string} id @returns {Kept | null} */
export function keptGame(id) {
  const value = id ? read(RECORD + id) : null;
  if (!isRecord(value)) return null;
  return { ...NOTHING, ...value, id };
}

const NOTHING = { helped: false, counted: false, seconds: 0, when: 0, stamp: "" };

/** All games that are kept, the latest last. @returns {Kept[]} */
export function keptGames() {
  takeOver();
  return names(RECORD)
    .flatMap((name) => keptGame(name.slice(RECORD.length)) ?? [])
    .sort((one, other) => one.when - other.when);
}

/** Those of them that have moves: what a player calls unfinished. */
export const unfinishedGames = () => keptGames().filter((each) => each.moves);

/** The kept game of a deal that was played last. @param {string} deal @returns {Kept | undefined} */
export const latestOf = (deal) => keptGames().findLast((each) => each.deal === deal);

/** The kept game that a link means: the latest of its deal, and with moves only one that stands exactly there.
 * @param {string} deal @param {string} moves @returns {Kept | undefined} */
export function keptAt(deal, moves) {
  if (!moves) return latestOf(deal);
  const made = (/** @type {Kept} */ each) => each.moves.match(/[^v][^v](?:v.)?/g)?.slice(0, each.at);
  return keptGames().findLast((each) => each.deal === deal && made(each)?.join("") === moves);
}

/** Whether a record is still what was read or written here last. @param {Hold | null} hold @returns {hold is Hold} */
export const isHeld = (hold) => hold !== null && keptGame(hold.id)?.stamp === hold.stamp;

/** Keep a line, in the record that is held or, where that is another one by now, in one of its own.
 * @param {Hold | null} hold @param {Line} line @returns {Hold & {written: boolean}} */
export function keep(hold, line) {
  const id = isHeld(hold) ? hold.id : unique();
  const stamp = unique();
  const written = write(RECORD + id, { ...line, stamp });
  return { id, stamp, written };
}

/** Forget a game: it was won, or thrown away on purpose. Not where another tab has played on with it. @param {Hold} hold */
export function forget(hold) {
  if (isHeld(hold)) remove(RECORD + hold.id);
}

/** Take games from a file that was saved, except those that are here already. @param {unknown} games @returns {number} how many were new */
export function addGames(games) {
  const here = new Set(keptGames().map((each) => `${each.deal} ${each.moves}`));
  const fresh = (Array.isArray(games) ? games : []).filter(
    (each) => isRecord(each) && !here.has(`${each.deal} ${each.moves}`),
  );
  for (const each of fresh) keep(null, { ...NOTHING, ...each });
  return fresh.length;
}

/** Read what earlier pages kept, once: a list of deals and moves. */
function takeOver() {
  const old = read(OLD);
  if (!Array.isArray(old?.games)) return;
  for (const [deal, moves] of old.games) {
    const at = String(moves).match(/[1-8a-gk][1-8a-hk](?:v[0-9a-f])?/g)?.length ?? 0;
    keep(null, { ...NOTHING, deal: String(deal), moves: String(moves), at, when: Date.now() });
  }
  remove(OLD);
}
