// The player of written lines, compiled from the core: it plays, completes, refuses and writes lines of play. Small, and quick
// enough for the page's own thread; it is loaded when the page is idle, or when it is first needed.

import { NOTHING, boardBytes, moveBytes, readMoves } from "./core_values.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/board.js").Autoplay} Autoplay */
/** @typedef {import("../table/refusals.js").Refusal} Refusal */
/** @typedef {import("../text/solution_reader.js").Kind} Kind */
/** @typedef {import("../text/solution_reader.js").WrittenMove} WrittenMove */
/** @typedef {{moves: Move[], autoplay: Autoplay, done: number, won: boolean, refusal: Refusal | null}} Played
 * How far written moves could be played. */

/** @typedef {{moves: Move[], won: boolean, fault: string, text: string, refusal: Refusal | null}} PlayedPlan
 * How far a plan could be played, and why its next action is impossible. */

const KINDS = ["standard", "fcpro", "macroxue"]; // any other kind says everything
const NO_NUMBER = -5;

export class LinePlayer {
  #core;

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.#core = /** @type {any} */ (exports);
    this.#core._initialize();
    /** What a line of play can be written as. @type {readonly string[]} */
    this.dialects = this.#ask([], () => this.#core.dialects()).split(" ");
  }

  /** Play written moves in the reading of them that wins, or else goes furthest.
   * @param {Board} start @param {readonly WrittenMove[]} line @param {Kind} kind @returns {Played} */
  replay(start, line, kind) {
    const written = line.flatMap(({ source, target, cards }) => [
      source.charCodeAt(0),
      target.charCodeAt(0),
      cards ?? NOTHING,
    ]);
    const known = KINDS.indexOf(kind);
    const answer = this.#ask([...boardBytes(start), ...written], () =>
      this.#core.replay(known < 0 ? KINDS.length : known),
    );
    const found = JSON.parse(answer);
    return { ...found, moves: readMoves(found.moves) };
  }

  /** A line of play in a dialect. @param {Board} start @param {readonly Move[]} moves @param {string} dialect @param {number | null} number */
  write(start, moves, dialect, number) {
    return this.#ask([...boardBytes(start), ...moveBytes(moves)], () =>
      this.#core.write(this.dialects.indexOf(dialect), number ?? NO_NUMBER),
    );
  }

  /** Play the actions of a plan, one a line. @param {Board} start @param {string} actions @returns {PlayedPlan} */
  plan(start, actions) {
    const found = JSON.parse(
      this.#ask([...boardBytes(start), ...new TextEncoder().encode(actions)], () => this.#core.plan()),
    );
    return { ...found, moves: readMoves(found.moves) };
  }

  /** Go from board to board, each a move, or one and moves home, from the one before; the first is to be the start.
   * @param {Board} start @param {readonly Board[]} boards @returns {{moves: Move[], reached: number, won: boolean}} */
  follow(start, boards) {
    const found = JSON.parse(this.#ask([start, ...boards].flatMap(boardBytes), () => this.#core.follow()));
    return { ...found, moves: readMoves(found.moves) };
  }

  /** Why cards that a hand holds cannot be put down; null where they can. @param {Board} board @param {Move} held @returns {Refusal | null} */
  refusal(board, held) {
    return JSON.parse(this.#ask([...boardBytes(board), ...moveBytes([held])], () => this.#core.refusal()));
  }

  /** @param {number[]} input @param {() => number} question @returns {string} */
  #ask(input, question) {
    const address = this.#core.input_address(input.length);
    new Uint8Array(this.#core.memory.buffer, address, input.length).set(input);
    if (!question()) throw new Error("the player of lines was asked what it does not know");
    const output = new Uint8Array(this.#core.memory.buffer, this.#core.output_address(), this.#core.output_size());
    return new TextDecoder().decode(output);
  }
}

/** @type {Promise<LinePlayer | null> | null} */
let loading = null;

/** The player, loaded once; null where there is none, the browser cannot run it, or loading failed: then the next
 * call tries again. @returns {Promise<LinePlayer | null>} */
export function loadPlayer() {
  loading ??= load().catch(() => (loading = null));
  return loading;
}

async function load() {
  if (document.documentElement.dataset.engine !== "yes" || typeof WebAssembly !== "object") return null;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("player.wasm", import.meta.url)), {});
  return new LinePlayer(instance);
}
