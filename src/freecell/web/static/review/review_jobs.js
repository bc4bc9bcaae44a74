// The review in the Worker: a line of play, a question at a time, so that what is known can be shown at once and
// a position that is visited meanwhile does not wait for the others.

import { memory, readMoves, writeBoard } from "../engine/core_values.js";

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../engine/core_values.js").Position} Position */
/** @typedef {"solved" | "impossible" | "undecided"} VerdictName */
/** @typedef {{verdict: VerdictName, needed: number}} Reviewed */
/** @typedef {{more: boolean, decided: boolean, positions: Reviewed[]}} ReviewState
 * Whether there is more to ask, whether the verdicts are final, and what is known of every position. */
/** @typedef {{move: Move, verdict: VerdictName}} Choice */

const NODES = 500_000; // for one position, the same as in Python
const BYTES = 400_000_000;
const SLICE = 50; // milliseconds after which the page is informed

/** @type {VerdictName[]} */
const VERDICTS = ["solved", "impossible", "undecided"];

export const reviewJobs = {
  /** Begin with a line of play. @param {any} engine @param {Position & {moves: Move[]}} question */
  reviewBegin(engine, { moves, ...board }) {
    writeBoard(engine, board, moves);
    if (engine.review_begin(moves.length) < 0) throw new Error("not a line of play");
    return true;
  },

  /** Go on for a moment. @param {any} engine @param {{length: number}} question how many positions there are @returns {ReviewState} */
  reviewOn(engine, { length }) {
    const end = performance.now() + SLICE;
    let more = true;
    while (more && performance.now() < end) more = engine.review_step(NODES, BYTES) === 1;
    const positions = Array.from({ length }, (_, index) => ({
      verdict: VERDICTS[engine.review_verdict(index)],
      needed: engine.review_needed(index),
    }));
    return { more, decided: engine.review_decided() === 1, positions };
  },

  /** The shortest win known from a position. @param {any} engine @param {{index: number}} question @returns {Move[]} */
  reviewLine(engine, { index }) {
    const count = engine.review_line(index);
    if (count < 0) throw new Error("a line too long");
    return readMoves(memory(engine, 3 * count));
  },

  /** The legal moves at a position, and the verdict after each. @param {any} engine @param {{index: number}} question @returns {Choice[]} */
  reviewChoices(engine, { index }) {
    const bytes = memory(engine, 4 * engine.review_choices(index, NODES, BYTES));
    return Array.from({ length: bytes.length / 4 }, (_, choice) => {
      const [source, target, count, verdict] = bytes.subarray(4 * choice, 4 * choice + 4);
      return { move: { source, target, count }, verdict: VERDICTS[verdict] };
    });
  },
};
