// What is known of a line of play that is reviewed: asked of the Worker bit by bit, and shown as it arrives.

import { EngineWorker } from "../engine/engine.js";

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/game.js").Game} Game */
/** @typedef {import("./review_jobs.js").Choice} Choice */
/** @typedef {import("./review_jobs.js").ReviewState} ReviewState */
/** @typedef {import("./review_jobs.js").VerdictName | "pending"} Known A verdict, or that it is still looked for. */

/** Its own, so that a hint or a verdict does not wait for a review. */
const desk = new EngineWorker();

export class Reviewer {
  /** @type {ReviewState} */
  #known;
  #ended = false;
  /** @type {Map<string, Promise<any>>} What was asked about single positions. */
  #asked = new Map();

  /** @param {Game} game */
  constructor(game) {
    this.length = game.steps.length + 1;
    const position = { verdict: /** @type {const} */ ("undecided"), needed: 0 };
    this.#known = { more: true, decided: false, positions: Array(this.length).fill(position) };
    this.#begin = () => desk.ask("reviewBegin", { ...sent(game), moves: game.line() });
  }

  #begin;

  /** Ask until everything is known, or `end` is called. @param {() => void} onMore called whenever more is known */
  async run(onMore) {
    try {
      await this.#begin();
      while (this.#known.more && !this.#ended) {
        const answer = await desk.ask("reviewOn", { length: this.length });
        if (this.#ended) return;
        this.#known = answer;
        onMore();
      }
    } catch {
      // The Worker took too long, or is gone: what is not known stays so.
      if (this.#ended) return;
      this.#ended = true;
      this.#known = { ...this.#known, more: false, decided: true };
      onMore();
    }
  }

  /** Stop asking. */
  end() {
    this.#ended = true;
  }

  /** Whether all is known that can be. */
  get done() {
    return !this.#known.more;
  }

  /** @param {number} index @returns {Known} */
  verdict(index) {
    const { verdict } = this.#known.positions[index];
    return verdict === "undecided" && !this.#known.decided ? "pending" : verdict;
  }

  /** The moves still needed in the best line found; null where there is none. @param {number} index */
  needed(index) {
    const { verdict, needed } = this.#known.positions[index];
    return verdict === "solved" ? needed : null;
  }

  /** The move after which there was no win any more, by its index; null where no move lost the game, or where positions
   * that are not decided hide which one it was. */
  get losingMove() {
    const lost = this.#known.positions.findIndex(({ verdict }) => verdict === "impossible");
    return lost > 0 && this.#known.positions[lost - 1].verdict === "solved" ? lost - 1 : null;
  }

  /** The best line found from a position. @param {number} index @returns {Promise<Move[]>} */
  line(index) {
    return this.#ask("reviewLine", index, `line ${index} ${this.needed(index)}`);
  }

  /** The legal moves at a position, and the verdict after each. @param {number} index @returns {Promise<Choice[]>} */
  choices(index) {
    return this.#ask("reviewChoices", index, `choices ${index}`);
  }

  /** @param {string} job @param {number} index @param {string} name @returns {Promise<any>} */
  #ask(job, index, name) {
    if (this.#ended) return this.#asked.get(name) ?? Promise.resolve([]);
    const answer = this.#asked.get(name) ?? desk.ask(job, { index }).catch(() => []);
    this.#asked.set(name, answer);
    return answer;
  }
}

/** @param {Game} game */
function sent({ start: { columns, cells, homes } }) {
  return { columns, cells, homes };
}
