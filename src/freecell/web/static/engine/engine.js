// The solver behind one small interface: in a Worker where it was compiled for the browser, else the service.

import { cardName } from "../games/cards.js";
import { formatPosition, parseMoves } from "../text/address.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {"any" | "short"} Goal */
/** @typedef {{verdict: "solved", moves: Move[]} | {verdict: "impossible", positions: number} | {verdict: "undecided", reason: string, least?: number | null, most?: number | null, moves?: Move[] | null}} Verdict
 * An undecided search for the shortest solution may know how many moves that has at least and at most, and the best line. */
/** @typedef {{least: number, most: number | null}} Interval The moves of a shortest solution, as far as they are known. */
/** @typedef {{numbers: number[], complete: boolean, last: number}} Found
 * Some numbers, whether these are all there are, and the last number that was searched. */

/** There is neither a compiled engine nor a service to ask. */
export class EngineMissing extends Error {}

const page = document.documentElement.dataset;
const SECONDS = 30; // for one search; then the Worker is ended
const PROOF_SECONDS = 120; // for a shortest solution; the Worker itself looks at the clock
const EFFORT = { any: 0, short: 4 };

export const hasService = page.service === "yes";
const hasWorker = page.engine === "yes" && typeof WebAssembly === "object";

/** Whether anything here can solve; the controls that need it are shown only then. */
export const hasEngine = hasWorker || (hasService && page.solver === "yes");

/** Whether boards can be read from pictures. */
export const hasPictures = page.picture === "yes" && typeof WebAssembly === "object";

/** Whether games can be reviewed: that asks too much of a service. */
export const hasReview = hasWorker;

/** Whether the service knows deals from surveys: then it is asked before anything is computed. */
const hasCatalog = hasService && page.catalog === "yes";

/** Ask the service. @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(path, body, signal) {
  if (!hasService) throw new EngineMissing();
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  const response = await fetch(new URL(`api/${path}`, document.baseURI), body === undefined ? {} : post);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

/** One Worker and what it was asked; a search that takes too long ends it, and the next question starts another. */
export class EngineWorker {
  /** @type {Worker | null} */
  #worker = null;
  #count = 0;
  /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void, onProgress: (progress: any) => void, timer: number}>} */
  #open = new Map();

  /** @param {string} job @param {object} question @param {any} [late] the answer when time is up
   * @param {{seconds?: number, onProgress?: (progress: any) => void}} [more] its time limit, and what is called with progress @returns {Promise<any>} */
  ask(job, question, late, { seconds = SECONDS, onProgress = () => {} } = {}) {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#count;
    return new Promise((done, failed) => {
      const timer = window.setTimeout(() => this.giveUp(late), seconds * 1000);
      this.#open.set(id, { done, failed, onProgress, timer });
      worker.postMessage({ id, job, ...question });
    });
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      const waiting = this.#open.get(data.id);
      if (data.progress) return waiting?.onProgress(data.progress);
      this.#open.delete(data.id);
      clearTimeout(waiting?.timer);
      if (data.error) waiting?.failed(new Error(data.error));
      else waiting?.done(data.answer);
    };
    worker.onerror = (event) =>
      this.#end((waiting) => waiting.failed(new Error(event.message || "the engine stopped")));
    return worker;
  }

  /** End what is under way, and the Worker with its memory. @param {any} [late] the answer to all who wait */
  giveUp(late) {
    this.#end((waiting) => (late === undefined ? waiting.failed(new Error("time is up")) : waiting.done(late)));
  }

  /** @param {(waiting: {done: (answer: any) => void, failed: (error: Error) => void}) => void} settle */
  #end(settle) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#open.values()) {
      clearTimeout(waiting.timer);
      settle(waiting);
    }
    this.#open.clear();
  }
}

const desk = new EngineWorker();

/** Start the engine before it is needed, once the page is shown. */
export function warmUp() {
  if (hasWorker) desk.ask("ready", {}).catch(() => {});
}

/** Whether a position can be won, with the whole line where it can. Every line is played through by the page's
 * own rules before anyone sees it. @param {Board} board @param {Goal} [goal] @returns {Promise<Verdict>} */
export async function solve(board, goal = "any") {
  const verdict = await firstAnswer(
    () => solveHere(board, goal),
    () => solveThere(board, goal),
  );
  return checked(board, verdict);
}

/** @param {Board} board @param {Verdict} verdict */
function checked(board, verdict) {
  const moves = verdict.verdict === "impossible" ? null : verdict.moves;
  if (moves && !moves.reduce((before, each) => before.play(each), board).won) {
    throw new Error("the engine's line does not win");
  }
  return verdict;
}

/** A solution of the fewest moves, with the proof that there is none with fewer, or what is known of it when a limit is
 * reached. It takes seconds, up to two minutes: `onInterval` is called as the interval closes, `signal` ends it.
 * @param {Board} board @param {(interval: Interval) => void} onInterval @param {AbortSignal} signal @returns {Promise<Verdict>} */
export async function solveShortest(board, onInterval, signal) {
  const verdict = await firstAnswer(
    () => shortestHere(board, onInterval, signal),
    () => solveThere(board, "shortest", signal),
  );
  return checked(board, verdict);
}

/** @param {Board} board @param {(interval: Interval) => void} onInterval @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function shortestHere({ columns, cells, homes }, onInterval, signal) {
  const proof = new EngineWorker(); // of its own: neither hints nor the next proof are to wait for it, or to end with it
  const stopped = { verdict: "undecided", reason: "stopped" };
  const stop = () => proof.giveUp(stopped);
  signal.addEventListener("abort", stop, { once: true });
  const question = { columns, cells, homes, seconds: PROOF_SECONDS };
  try {
    return await proof.ask("shortest", question, stopped, { seconds: 2 * PROOF_SECONDS, onProgress: onInterval });
  } finally {
    signal.removeEventListener("abort", stop);
    proof.giveUp(stopped); // a phone wants its memory back
  }
}

/** Ask the Worker; where there is none, or it fails, the service. @template T @param {() => Promise<T>} here @param {() => Promise<T>} there @returns {Promise<T>} */
async function firstAnswer(here, there) {
  if (!hasWorker) return there();
  try {
    return await here();
  } catch (error) {
    if (hasService) return there();
    throw error;
  }
}

/** @param {Board} board @param {Goal} goal @returns {Promise<Verdict>} */
function solveHere({ columns, cells, homes }, goal) {
  const late = { verdict: "undecided", reason: "time" };
  return desk.ask("solve", { columns, cells, homes, effort: EFFORT[goal] }, late);
}

/** @param {Board} board @param {Goal | "shortest"} goal @param {AbortSignal} [signal] @returns {Promise<Verdict>} */
async function solveThere(board, goal, signal) {
  const answer = await ask("verdict", { position: formatPosition(board), goal }, signal);
  return answer.moves === null ? answer : { ...answer, moves: parseMoves(board, answer.moves) };
}

/** The next fact about a deal that is missing and was not tried yet, computed within the quick budget; null where there is none.
 * The service answers with all facts at once. @param {import("./about.js").About} known @param {string[]} tried @returns {Promise<any>} */
export function nextFact(known, tried) {
  return firstAnswer(
    () => desk.ask("nextFact", { known, tried }),
    async () => ({ service: await ask(`deals/${known.number}/about`) }),
  );
}

/** The number that deals a board, or null. @param {Board} board @returns {Promise<number | null>} */
export async function find(board) {
  if (board.columns.some((cards, index) => cards.length !== (index < 4 ? 7 : 6))) return null;
  const cards = Array.from({ length: 52 }, (_, index) => board.columns[index % 8][index >> 3]);
  return firstAnswer(
    () => desk.ask("find", { cards }),
    async () => (await ask("find", { position: formatPosition(board) })).numbers[0] ?? null,
  );
}

/** The numbers that deal some cards; null for a card that is not known. @param {(number | null)[]} cards
 * @param {(found: Found) => void} onFound called with those found so far @returns {Promise<Found>} */
export function findKnown(cards, onFound) {
  const known = cards.flatMap((card, index) => (card === null ? [] : [[index, card]]));
  const names = Object.fromEntries(known.map(([index, card]) => [index, cardName(card)]));
  return firstAnswer(
    () => desk.ask("findKnown", { known }, undefined, { onProgress: onFound }),
    () => ask("find", { known: names }),
  );
}

/** What the surveys of the service say; null where there are none or they cannot be reached.
 * @param {string} path `deals/617/about` or `random?cells=4` @returns {Promise<any>} */
export async function surveyed(path) {
  return hasCatalog ? ask(path).catch(() => null) : null;
}
