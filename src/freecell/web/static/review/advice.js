// The verdict on a position, and hints in steps: only from wins that were checked.

import { sameMove } from "../games/board.js";
import { playerCount } from "../games/game.js";
import { hasEngine, hasReview, solve } from "../engine/engine.js";
import { askFor, cardOf, placeName } from "../table/speech.js";
import { settings } from "../games/store.js";
import { spokenName, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../engine/engine.js").Verdict} Verdict */

const MOST_KEPT = 2000;

class Advice {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Verdict>} What is known of positions, the rest of every known win among them. */
    this.known = new Map();
    this.step = 0;
    /** @type {Move | null} */
    this.hinted = null;
    app.onChange(() => this.#changed());
    this.#changed(); // it may be wanted for the present position already
  }

  #changed() {
    this.step = 0;
    this.hinted = null;
    const { covered, game } = this.app; // a review or a watched solution knows more already
    if (settings.verdict === "always" && !covered && !game.won) this.verdict(false);
  }

  /** Solve a position, or remember what is known of it. @param {Board} board @returns {Promise<Verdict>} */
  async ask(board) {
    const known = this.known.get(board.key());
    if (known) return known;
    const verdict = await solve(board);
    if (this.known.size > MOST_KEPT) this.known.clear();
    if (verdict.verdict !== "undecided") this.known.set(board.key(), verdict);
    if (verdict.verdict === "solved") this.#keepLine(board, verdict.moves);
    return verdict;
  }

  /** Every position of a win is won by what is left of it. @param {Board} board @param {readonly Move[]} moves */
  #keepLine(board, moves) {
    moves.forEach((each, index) => {
      board = board.play(each);
      this.known.set(board.key(), { verdict: "solved", moves: moves.slice(index + 1) });
    });
  }

  /** Ask about the position on the table; null where it changed while the answer was awaited. @returns {Promise<Verdict | null>} */
  async #askHere() {
    const board = this.app.game.board;
    if (!this.known.has(board.key())) this.app.notices.chip("thinking", t("thinking"));
    try {
      const verdict = await this.ask(board);
      return this.app.game.board === board ? verdict : null;
    } catch (error) {
      if (this.app.game.board !== board) return null;
      this.app.notices.chip("unknown", t("chip_unknown"));
      this.app.say(t("no_answer", { text: String(error instanceof Error ? error.message : error) }));
      return null;
    }
  }

  /** Show whether the position can be won, and where it was lost on the way, the way back. @param {boolean} [aloud] say it
   * in a sentence, too: only on request, since the status shows what the last move did */
  async verdict(aloud = true) {
    const verdict = await this.#askHere();
    if (!verdict) return;
    const { notices } = this.app;
    if (verdict.verdict === "impossible") return this.#showLost(aloud);
    const winnable = verdict.verdict === "solved";
    notices.chip(winnable ? "winnable" : "unknown", t(winnable ? "chip_winnable" : "chip_unknown"));
    const found = winnable ? t("win_found", { n: playerCount(verdict.moves) }) : t("not_decided");
    if (aloud) this.app.say(found); // more than the chip beside it says
  }

  /** @param {boolean} aloud */
  async #showLost(aloud) {
    const { app } = this;
    const game = app.game;
    const board = game.board;
    if (!game.cursor) return showImpossible(app, aloud);
    app.notices.chip("lost", t("chip_lost"));
    if (aloud) app.say(t("thinking"));
    const stop = await this.#lastWinnable();
    if (game.board !== board || app.game !== game) return;
    if (stop === null) return showImpossible(app, aloud);
    app.notices.offer(this.#wayBack(stop), ...lookBack(app));
    if (aloud) app.say(t("lost_back", { n: game.stops().filter((each) => each >= stop && each < game.cursor).length }));
  }

  /** @param {number} stop @returns {import("../table/notices.js").Offer} */
  #wayBack(stop) {
    return {
      text: t("back_to_winnable"),
      primary: true,
      action: () => {
        this.app.help();
        this.app.goTo(stop);
        this.app.say(t("back_again"));
        this.app.notices.chip("winnable", t("chip_winnable"));
      },
    };
  }

  /** Where in the game the last position is that can be won, null where there is none.
   * A win cannot come back by going on, so half of the moves can be left out at each step. @returns {Promise<number | null>} */
  async #lastWinnable() {
    const game = this.app.game;
    const stops = game.stops().filter((stop) => stop < game.cursor);
    let [won, lost] = [-1, stops.length];
    while (lost - won > 1) {
      const middle = (won + lost) >> 1;
      const { verdict } = await this.ask(game.boardAt(stops[middle]));
      if (verdict === "solved") won = middle;
      else lost = middle;
    }
    return won < 0 ? null : stops[won];
  }

  /** No move is left: say it over the board, with the ways back. */
  async stuck() {
    const { app } = this;
    const { cursor } = app.game;
    const undo = { text: t("undo"), action: () => app.undo() };
    const again = { text: t("restart"), action: () => app.restart() };
    const next = { text: t("next_deal"), action: () => app.step(1) };
    app.say(t("stuck"));
    const offers = cursor ? [undo, again, ...lookBack(app)] : [next];
    const addFirst = app.notices.panel({ title: t("stuck"), offers, kind: "stuck" });
    if (!cursor || !hasEngine) return;
    const stop = await this.#lastWinnable().catch(() => null);
    if (stop !== null) addFirst(this.#wayBack(stop));
  }

  /** The next step of a hint: where, which card, the move itself, and then it is made. */
  async hint() {
    const game = this.app.game;
    const verdict = await this.#askHere();
    if (!verdict) return;
    if (verdict.verdict === "impossible") return this.#showLost(true);
    this.app.notices.chip(null);
    if (verdict.verdict === "undecided") return this.app.say(t("not_decided"));
    const move = verdict.moves[0];
    if (!move) return;
    if (this.hinted && !sameMove(this.hinted, move)) this.step = 0;
    this.hinted = move;
    this.app.help();
    this.#give(game.board, move);
  }

  /** @param {Board} board @param {Move} move */
  #give(board, move) {
    const table = this.app.table;
    const source = board.cardsAt(move.source);
    const { cards, goal } = table.elementsOf(move);
    this.step++;
    if (this.step === 1) {
      table.mark(
        "hint",
        source.map((card) => table.cards[card]),
      );
      this.app.say(t("hint_where", { place: placeName(move.source) }));
    } else if (this.step === 2) {
      table.mark("hint", cards);
      this.app.say(t("hint_card", { card: spokenName(cardOf(board, move)) }));
    } else if (this.step === 3) {
      table.mark("hint", [...cards, goal]);
      this.app.say(`${askFor(board, move)} ${t("hint_again")}`);
    } else {
      this.app.play(move);
    }
  }
}

/** The offer to review the game, where there is one. @param {App} app @returns {import("../table/notices.js").Offer[]} */
function lookBack(app) {
  const action = async () => (await import("./review.js")).openReview(app);
  return hasReview ? [{ text: t("review"), action }] : [];
}

/** @type {WeakMap<App, Advice>} */
const advisers = new WeakMap();

/** The adviser of a page, made when it is first asked. @param {App} app */
export function adviceFor(app) {
  const found = advisers.get(app) ?? new Advice(app);
  advisers.set(app, found);
  return found;
}

/** Say over the board that no move is left. @param {App} app */
export const sayStuck = (app) => adviceFor(app).stuck();

/** Show that the deal on the table cannot be won. @param {App} app @param {boolean} [aloud] */
export function showImpossible(app, aloud = true) {
  const cells = app.game.start.cells.length;
  app.notices.chip("impossible", cells === 4 ? t("chip_impossible") : t("chip_impossible_cells", { n: cells }));
  if (aloud) app.say(t("proved_by_search"));
}
