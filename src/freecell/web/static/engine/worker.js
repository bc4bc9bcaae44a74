// The engine in a Worker of its own: the page stays quick while it searches, and can end it at any time.

import { memory, readMoves, writeBoard } from "./core_values.js";
import { reviewJobs } from "../review/review_jobs.js";

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {{id: number, job: string, columns: number[][], cells: (number | null)[], homes: number[], effort: number, seconds: number,
 *   number: number, known: any, tried: string[], cards: number[], moves: Move[], length: number, index: number}} Question */

const NODES = 30_000_000;
const BYTES = 400_000_000; // enough for nearly all proofs, and not too much for a phone
const SHORTEST_BYTES = 256_000_000;
const NO_DEAL = -5;
const MOST_FOUND = 100;
const LAST_DEAL = 2 ** 33 - 1;
const FIRST_SLICE = 50_000; // numbers that are searched before the page is informed
const VERDICTS = ["solved", "impossible", "undecided"]; // in the order of the core
const FACTS = ["none", "moves", "difficulty", "fewest"];

/** The search for a shortest solution that is under way: who asked, and until when. */
const proof = { id: 0, end: Infinity };

/** What the engine asks while it looks for one. */
const asked = {
  /** @param {number} least @param {number} most */
  tell_interval: (least, most) =>
    worker.postMessage({ id: proof.id, progress: { least, most: most < 0 ? null : most } }),
  is_late: () => (performance.now() > proof.end ? 1 : 0),
};

/** @type {Promise<any> | null} */
let engine = null;

/** The engine; where it could not be loaded, the next question tries again. */
function loadEngine() {
  engine ??= instantiated().catch((error) => {
    engine = null;
    throw error;
  });
  return engine;
}

async function instantiated() {
  const file = fetch(new URL("engine.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiateStreaming(file, { worker: asked });
  const exported = /** @type {any} */ (instance.exports);
  exported._initialize();
  return exported;
}

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("message", async (event) => {
  /** @type {Question} */
  const question = event.data;
  try {
    const answer = await jobs[question.job](await loadEngine(), question);
    worker.postMessage({ id: question.id, answer });
  } catch (error) {
    worker.postMessage({ id: question.id, error: String(error) });
  }
});

/** @type {Record<string, (engine: any, question: Question) => unknown>} */
const jobs = {
  ready: () => true,
  ...reviewJobs,

  /** Whether a position can be won, with the line. */
  solve(engine, question) {
    writeBoard(engine, question);
    const result = engine.solve(question.effort, NODES, BYTES);
    return verdictOf(engine, result) ?? { verdict: "undecided", reason: "limit" };
  },

  /** A solution of the fewest moves; where that is not proved, the interval and the best line that was found. */
  shortest(engine, question) {
    writeBoard(engine, question);
    Object.assign(proof, { id: question.id, end: performance.now() + 1000 * question.seconds });
    const result = engine.solve_shortest(SHORTEST_BYTES);
    const verdict = verdictOf(engine, result);
    if (verdict) return verdict;
    const most = engine.most();
    const best = most < 0 ? {} : { most, moves: movesIn(engine) };
    return { verdict: "undecided", reason: "limit", least: engine.least(), ...best };
  },

  /** The next missing fact about a deal, and all facts with it; null where there is none. */
  nextFact(engine, { known, tried }) {
    const { number, verdict, moves, fewest, fewestProved, difficulty } = known;
    const bits = tried.reduce((sum, fact) => sum | (1 << FACTS.indexOf(fact)), 0);
    const rated = difficulty === null ? null : 0; // only whether there is one matters
    const values = [VERDICTS.indexOf(verdict), moves ?? -1, fewest ?? -1, Number(fewestProved), rated ?? -1];
    const fact = FACTS[engine.next_fact(number, ...values, bits, 0)];
    if (fact === "none") return null;
    const [found, count, score, cells, proved] = [0, 1, 2, 3, 4].map((which) => engine.fact(which));
    const orNull = (/** @type {number} */ value) => (value < 0 ? null : value);
    const facts = { verdict: VERDICTS[found], moves: orNull(count), fewest: orNull(cells), fewestProved: proved === 1 };
    return { fact, facts, score };
  },

  /** The number that deals 52 cards, or null. */
  find(engine, { cards }) {
    memory(engine, 52).set(cards);
    const number = engine.find();
    return number === NO_DEAL ? null : number;
  },

  /** The numbers that deal some known cards, each given with its index in the deal. Where all numbers must be looked
   * through one by one, those found so far are reported as it goes on, and it ends when there are enough of them. */
  findKnown(engine, { id, known }) {
    memory(engine, 2 * known.length).set(known.flat());
    const all = engine.finds_all(known.length) === 1;
    const end = all ? LAST_DEAL : engine.last_scanned();
    /** @type {number[]} */
    const numbers = [];
    let [from, to, complete] = [0, all ? end : FIRST_SLICE - 1, false];
    for (;;) {
      const count = engine.find_known(known.length, MOST_FOUND - numbers.length, from, to);
      numbers.push(...new Float64Array(engine.memory.buffer, engine.found_address(), count));
      complete = engine.was_complete() === 1;
      if (to >= end || !complete) break;
      worker.postMessage({ id, progress: { numbers, complete: false, last: to } });
      [from, to] = [to + 1, Math.min(end, 4 * to)];
    }
    return { numbers, complete: complete && all, last: complete ? to : (numbers.at(-1) ?? to) };
  },
};

/** The verdict on the position in the buffer, null where it is undecided. @param {any} engine @param {number} result */
function verdictOf(engine, result) {
  if (result === 0) return { verdict: "solved", moves: movesIn(engine) };
  if (result === 1) return { verdict: "impossible", positions: engine.positions() };
  if (result === 2) return null;
  throw new Error("not a board");
}

/** @param {any} engine */
const movesIn = (engine) =>
  readMoves(new Uint8Array(engine.memory.buffer, engine.moves_address(), 3 * engine.move_count()));
