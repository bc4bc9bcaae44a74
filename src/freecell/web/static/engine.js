// The solver behind one small interface: in a Worker where it was compiled for the browser, else the service.

import { formatRows, parseMoves } from "./notation.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {"any" | "short"} Goal */
/** @typedef {{result: "solved", moves: Move[]} | {result: "impossible", positions: number} | {result: "undecided", reason: string}} Verdict */

/** There is neither a compiled engine nor a service to ask. */
export class EngineMissing extends Error {}

const page = document.documentElement.dataset;

export const hasService = page.service === "yes";

/** Whether anything here can solve; the controls that need it are shown only then. */
export const hasEngine = hasService && page.solver === "yes";

/** Ask the service. @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(path, body, signal) {
  if (!hasService) throw new EngineMissing();
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(new URL(`api/${path}`, document.baseURI), { ...(body === undefined ? {} : post), signal });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

/** Whether a position can be won, with the whole line where it can. Every line is checked by the page's own
 * rules before anyone sees it. @param {Board} board @param {Goal} [goal] @param {AbortSignal} [signal] @returns {Promise<Verdict>} */
export async function solve(board, goal = "any", signal) {
  const answer = await ask("verdict", { board: formatRows(board), goal }, signal);
  if (answer.result !== "solved") return answer;
  return { result: "solved", moves: parseMoves(board, answer.moves) };
}
