// The verdict on a position, and hints in steps: only from wins that were checked.

import { deal, sameMove } from "./board.js";
import { IMPOSSIBLE, LAST_MICROSOFT_DEAL } from "./deal.js";
import { solve, surveyed } from "./engine.js";
import { askFor, cardOf, placeName } from "./speech.js";
import { settings } from "./store.js";
import { spokenName, t } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./engine.js").Verdict} Verdict */

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
  }

  #changed() {
    this.step = 0;
    this.hinted = null;
    if (settings.verdict === "always" && !this.app.game.won) this.verdict();
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
    if (!this.known.has(board.key())) this.app.say(t("thinking"));
    try {
      const verdict = await this.ask(board);
      return this.app.game.board === board ? verdict : null;
    } catch (error) {
      if (this.app.game.board === board)
        this.app.say(t("no_answer", { text: String(error instanceof Error ? error.message : error) }));
      return null;
    }
  }

  /** Say whether the position can be won; where it was lost on the way, how many moves to take back. */
  async verdict() {
    const verdict = await this.#askHere();
    if (!verdict) return;
    if (verdict.verdict === "solved") return this.app.say(t("winnable"));
    if (verdict.verdict === "undecided") return this.app.say(t("unknown"));
    await this.#sayLost();
  }

  async #sayLost() {
    const game = this.app.game;
    const board = game.board;
    if (!game.cursor) {
      return this.app.say(game.number === null ? t("impossible_plain") : t("impossible", { n: game.number }));
    }
    this.app.say(t("lost_plain"));
    const back = await this.#movesBack();
    if (back && game.board === board) this.app.say(t("lost_back", { n: back }));
  }

  /** How many of the player's moves to take back to a position that can be won, 0 where there is none.
   * A win cannot come back by going on, so half of the moves can be left out at each step. */
  async #movesBack() {
    const game = this.app.game;
    const stops = game.stops().filter((stop) => stop < game.cursor);
    let [won, lost] = [-1, stops.length];
    while (lost - won > 1) {
      const middle = (won + lost) >> 1;
      const { verdict } = await this.ask(game.boardAt(stops[middle]));
      if (verdict === "solved") won = middle;
      else lost = middle;
    }
    return won < 0 ? 0 : stops.length - won;
  }

  /** The next step of a hint: where, which card, the move itself, and then it is made. */
  async hint() {
    const game = this.app.game;
    const verdict = await this.#askHere();
    if (!verdict) return;
    if (verdict.verdict === "undecided") return this.app.say(t("unknown"));
    if (verdict.verdict !== "solved") return this.#sayLost();
    const move = verdict.moves[0];
    if (!move) return;
    if (this.hinted && !sameMove(this.hinted, move)) this.step = 0;
    this.hinted = move;
    this.app.helped = true;
    this.#give(game.board, move);
  }

  /** @param {Board} board @param {Move} move */
  #give(board, move) {
    const table = this.app.table;
    const source = board.cardsAt(move.source);
    const cards = source.slice(-move.count).map((card) => table.cards[card]);
    const goal = table.elementAt({ place: move.target, depth: move.target < 8 ? 51 : cardOf(board, move) & 3 });
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

/** @type {WeakMap<App, Advice>} */
const advisers = new WeakMap();

/** The adviser of a page, made when it is first asked. @param {App} app */
export function adviceFor(app) {
  const found = advisers.get(app) ?? new Advice(app);
  advisers.set(app, found);
  return found;
}

/** A deal at random that a survey or the solver has won with the number of cells in use. @param {App} app */
export async function winnableDeal(app) {
  const drawn = await surveyed(`random?cells=${settings.cells}`);
  if (drawn) return drawn.number;
  for (;;) {
    const number = 1 + Math.floor(Math.random() * LAST_MICROSOFT_DEAL);
    if (IMPOSSIBLE.includes(number) && settings.cells <= 4) continue;
    try {
      const { verdict } = await adviceFor(app).ask(deal(number, settings.cells));
      if (verdict === "solved") return number;
    } catch {
      return number; // the engine cannot be reached: the list of those that cannot be won must do
    }
  }
}
