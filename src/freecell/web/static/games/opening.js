// Which game an address opens: the player's own game of it where there is one, and else what it says.

import { deal } from "./board.js";
import { FIRST_DEAL, LAST_DEAL } from "./deal.js";
import { hasReview } from "../engine/engine.js";
import { Game, gameOf } from "./game.js";
import { keptAt, keptGames } from "./kept.js";
import { isEnding, lookedAt, puzzleIn, readAddress, unreadable } from "./links.js";
import { dealNamed, gameOfEntry, nameOf } from "./session.js";
import { read, settings } from "./store.js";
import { formatMoves } from "../text/address.js";
import { t } from "../words.js";

/** @typedef {import("../app.js").App} App */

const FIRST_VISIT = 617;

export class Opening {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Lay the cards of the address on the table while the words are on their way; nothing can be done with them yet. */
  showEarly() {
    this.app.table.root.inert = true;
    if (keptGames().length) return; // one of them may be meant
    const url = new URL(location.href);
    const saved = readAddress(url);
    const start = saved?.start ?? (unreadable(url) || read("last") ? null : deal(FIRST_VISIT));
    if (start) this.app.table.show((saved?.moves ?? []).reduce((board, move) => board.play(move), start));
  }

  /** Open what the address names: the player's own game of it where there is one, and else what it says.
   * @returns {Promise<void> | void} to be waited for where a file must be loaded first */
  openAddress() {
    const url = new URL(location.href);
    const puzzle = puzzleIn(url);
    if (puzzle !== null) return this.#openPuzzle(puzzle);
    if (url.searchParams.has("challenge")) return this.#openChallenge(url);
    const saved = readAddress(url);
    if (!saved) return isEnding(unreadable(url)) ? this.openEnding(unreadable(url)) : this.#openLast(unreadable(url));
    const { number, start, moves, rest, review } = saved;
    const name = nameOf(number, start);
    if (this.app.stands(name, moves, review)) return;
    const meant = rest ? undefined : keptAt(name, formatMoves(moves, "")); // none has moves of another dialect
    const looked = lookedAt(start, moves);
    const own = gameOfEntry(history.state, name) ?? (looked ? undefined : meant);
    const helped = history.state?.helped === true;
    const resumed = own && this.app.resume(own);
    if (!resumed) this.app.show(gameOf(start, number, looked?.line ?? moves, settings.autoplay, looked?.made));
    if (!resumed && helped) this.app.help();
    if (review !== null && hasReview) {
      this.app.openReview(gameOf(start, number, moves, settings.autoplay, review));
    } else if (rest && !resumed) {
      this.app.whileHere(import("../dialogs/paste_dialog.js"), (dialog) => dialog.openPaste(this.app, rest, number));
    }
  }

  /** Open the puzzle that the address names, over what was on the table last. @param {number} number */
  #openPuzzle(number) {
    if (!this.app.opened) this.#openLast("");
    return this.app.whileHere(import("./practice.js"), ({ openPuzzle }) =>
      openPuzzle(this.app, number, { push: false }),
    );
  }

  /** Open the challenge, or the result of one, that the address carries, over what was on the table last. @param {URL} url */
  #openChallenge(url) {
    if (!this.app.opened) this.#openLast("");
    const modules = Promise.all([import("./challenge.js"), import("../dialogs/challenge_dialog.js")]);
    return this.app.whileHere(modules, ([{ challengeIn }, { openChallenge }]) => {
      const found = challengeIn(url);
      if (found) openChallenge(this.app, found.deals, found.played);
    });
  }

  /** The game that was on the table last, or the first deal of all. @param {string} unread an address that names no deal */
  #openLast(unread) {
    const last = read("last");
    const kept = keptGames();
    const own = kept.findLast((each) => each.deal === last) ?? kept.findLast((each) => each.moves);
    if (unread || !own || !this.app.resume(own)) this.#openSame(unread ? null : last);
    if (unread) this.#sayUnread(unread);
  }

  /** @param {string} text */
  #sayUnread(text) {
    this.app.say(t("bad_number", { text: text.slice(0, 40), first: FIRST_DEAL, last: LAST_DEAL }));
  }

  /** @param {unknown} last the name of a deal, if any */
  #openSame(last) {
    try {
      const { number, start } = dealNamed(/** @type {string} */ (last));
      this.app.show(new Game(start, number));
    } catch {
      this.app.show(new Game(deal(FIRST_VISIT), FIRST_VISIT));
    }
  }

  /** Open an ending by its name: its deal, with the moves that lead there. @param {string} name @param {{push?: boolean}} [options] */
  async openEnding(name, { push = false } = {}) {
    const still = this.app.unchanged();
    const found = await import("./endings.js").then(({ loadEnding }) => loadEnding(name));
    if (!still()) return;
    if (found) this.app.show(gameOf(found.start, found.number, found.moves, settings.autoplay), { push });
    else if (push) this.#sayUnread(name);
    else this.#openLast(name);
  }
}
