// The game on the table, and the only owner of it: all other modules read and change it through here.
//
// One's own game is kept after every change (see kept.js). A watched solution, or any other line that is only viewed, is
// a layer over it: it can be stepped through, and when it is closed the game that was there is there again. A move made in
// the layer takes its line over as a game of its own, beside the one that was there.

import { deal } from "./board.js";
import { Game, gameOf } from "./game.js";
import { dealName, forget, isHeld, keep, keptGame, latestOf } from "./kept.js";
import { isOnMap, noteTried, noteWon } from "./deal_results.js";
import { noteBegin, noteWin } from "./statistics.js";
import { settings, write } from "./store.js";
import { formatMoves, formatPosition, parseMoves, parsePosition } from "../text/address.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./kept.js").Hold} Hold */
/** @typedef {import("./kept.js").Kept} Kept */

/** @param {number | null} number @param {Board} start */
export const nameOf = (number, start) => dealName(number, start.cells.length, () => formatPosition(start));

/** The board that a deal's name stands for, and its number. @param {string} name @returns {{number: number | null, start: Board}} */
export function dealNamed(name) {
  if (name.startsWith("=")) return { number: null, start: parsePosition(name.slice(1)) };
  const [number, cells = "4"] = name.split("/");
  return { number: Number(number), start: deal(Number(number), Number(cells)) };
}

/** A game as it was kept; null where the record cannot be played. @param {Kept} kept @returns {Game | null} */
export function restored(kept) {
  try {
    const { number, start } = dealNamed(kept.deal);
    return gameOf(start, number, parseMoves(start, kept.moves), settings.autoplay, kept.at);
  } catch {
    return null;
  }
}

export class Session {
  /** @type {Game} */
  #own;
  /** @type {Game | null} */
  #layer = null;
  /** @type {Hold | null} */
  #hold = null;
  #helped = false;
  #counted = false;
  /** @type {object | null} */
  #practice = null;
  #seconds = 0;
  #since = performance.now();
  #seen = !document.hidden;

  /** @param {() => void} unkept called where the browser does not keep what it should */
  constructor(unkept) {
    this.#own = new Game(deal(1), 1);
    this.unkept = unkept;
    document.addEventListener("visibilitychange", () => this.#look());
    document.addEventListener("dialogs", () => this.#look()); // one was opened or closed
  }

  /** What is on the table: the layer, where there is one. */
  get game() {
    return this.#layer ?? this.#own;
  }

  /** The player's own game, whatever lies over it. */
  get own() {
    return this.#own;
  }

  /** Whether something lies over the player's own game. */
  get covered() {
    return this.#layer !== null;
  }

  get deal() {
    return nameOf(this.#own.number, this.#own.start);
  }

  /** The name of the record that the own game has, "" where none was written yet. */
  get id() {
    return this.#hold?.id ?? "";
  }

  get helped() {
    return this.#helped;
  }

  /** What is practised, if the game on the table is practice: that is neither counted nor kept. */
  get practice() {
    return this.#practice;
  }

  // Which game

  /** Put another game on the table; nothing is written before it is changed.
   * @param {Game} game @param {Kept | null} [kept] the record that it comes from @param {object | null} [practice] */
  open(game, kept = null, practice = null) {
    this.#settle();
    this.#layer = null;
    this.#own = game;
    this.#hold = kept && { id: kept.id, stamp: kept.stamp };
    this.#helped = kept?.helped ?? false;
    this.#practice = practice;
    this.#counted = practice !== null || (kept?.counted ?? game.won);
    this.#seconds = kept?.seconds ?? 0;
    if (!practice) write("last", this.deal);
  }

  /** Go on with a kept game. @param {Kept} kept @returns {boolean} false where it cannot be played */
  resume(kept) {
    const game = restored(kept);
    if (game) this.open(game, kept);
    return game !== null;
  }

  /** Another game of this deal that is kept, if there is one. @returns {Kept | undefined} */
  aside() {
    const other = latestOf(this.deal);
    return other && other.id !== this.id && other.moves ? other : undefined;
  }

  /** Lay a line over the game, to view it. @param {Game} game */
  cover(game) {
    this.#settle();
    this.#layer = game;
  }

  /** Take the layer away: the game under it is as it was. */
  uncover() {
    this.#settle();
    this.#layer = null;
  }

  // Changes

  /** Make a move. In a layer, its line up to here becomes a game of the player's own.
   * From the start of a line that is another move, a new game begins, and the old line stays kept. @param {Move} move */
  play(move) {
    const layer = this.#layer;
    if (layer) {
      this.open(gameOf(layer.start, layer.number, layer.moves(), settings.autoplay));
      this.#helped = true;
    } else if (this.#own.cursor === 0 && this.#own.canRedo && !this.#own.isNext(move)) {
      const helped = this.#helped;
      this.open(new Game(this.#own.start, this.#own.number), null, this.#practice);
      this.#helped = helped;
    }
    if (!this.#counted && (!this.#hold || !this.#own.steps.length)) this.#begin();
    this.#own.play(move, settings.autoplay);
    this.#keep();
  }

  /** The first move of a game is made. */
  #begin() {
    const { number, start } = this.#own;
    noteBegin(start.cells.length);
    if (isOnMap(number, start.cells.length)) noteTried(/** @type {number} */ (number));
  }

  undo() {
    return this.game.undo() && this.#moved();
  }

  redo() {
    return this.game.redo() && this.#moved();
  }

  /** Go to a moment of the line. @param {number} cursor */
  goTo(cursor) {
    this.game.cursor = cursor;
    return this.#moved();
  }

  /** The player stepped back or forward. Viewing a shared line creates no saved game. */
  #moved() {
    if (!this.#layer && this.#hold) this.#keep();
    return true;
  }

  /** The solver helped with the player's own game, and the game remembers it. Viewing a shared line creates no saved game,
   * since that would be what the deal's number opens from then on; the entry of the history remembers it. */
  help() {
    if (this.#helped || this.#counted) return;
    this.#helped = true;
    if (this.#hold || (!this.#own.steps.length && !latestOf(this.deal))) this.#keep();
  }

  /** The player's own move won the game: it need not be kept any longer, and it counts, once.
   * @returns {{counted: boolean, seconds: number, helped: boolean}} */
  win() {
    const [seconds, helped, counted] = [this.seconds, this.#helped, !this.#counted];
    const { number, start, count: moves } = this.#own;
    if (this.#hold) forget(this.#hold);
    this.#hold = null;
    if (counted) noteWin({ deal: nameOf(number, start), cells: start.cells.length, moves, seconds, helped });
    if (counted && isOnMap(number, start.cells.length))
      noteWon(/** @type {number} */ (number), { moves, seconds, helped });
    this.#counted = true;
    return { counted, seconds, helped };
  }

  /** Write the own game down. One that was won already stays won when it is viewed again. */
  #keep() {
    const { steps, cursor: at } = this.#own;
    const played = this.#counted && (steps.at(-1)?.board.won ?? false);
    if (this.#practice || played || (!steps.length && !this.#helped)) return;
    this.#settle();
    const line = { deal: this.deal, moves: formatMoves(this.#own.line(), ""), at, when: Date.now() };
    const more = { helped: this.#helped, counted: this.#counted, seconds: Math.round(this.#seconds) };
    const held = keep(this.#hold, { ...line, ...more });
    this.#hold = held;
    if (!held.written) this.unkept();
  }

  // Time: it runs while the own game is on the table of a page that is seen, from the first move to the win.

  /** Seconds spent on the own game. */
  get seconds() {
    this.#settle();
    return this.#seconds;
  }

  /** Add the time that went by. */
  #settle() {
    const now = performance.now();
    const running = this.#seen && !this.#layer && this.#own.steps.length > 0 && !this.#counted;
    if (running) this.#seconds += (now - this.#since) / 1000;
    this.#since = now;
  }

  /** The page, or the table behind a dialog, was hidden or is seen again. */
  #look() {
    this.#settle();
    this.#seen = !document.hidden && !document.querySelector("dialog[open]");
    if (document.hidden && !this.#layer && isHeld(this.#hold)) this.#keep();
  }
}

/** The kept game that an entry of the history names, where it is of this deal. @param {unknown} state @param {string} name */
export function gameOfEntry(state, name) {
  const id = /** @type {any} */ (state)?.game;
  const kept = typeof id === "string" ? keptGame(id) : null;
  return kept?.deal === name ? kept : null;
}
