// "Check my function": it runs in a closed frame, and what it returned is compared, number by number.

import { el } from "../dialogs/elements.js";
import { formatNumber, t } from "../words.js";
import { programOf } from "./program.js";
import { readReturned, ReturnedError } from "./returned.js";
import { byId } from "./show.js";
import { causeLines, checkBoards, say, togetherLines, verdictLine } from "./verdict.js";
import { NotationError } from "../games/cards.js";

/** @typedef {import("./dealer.js").Dealers} Dealers */
/** @typedef {import("./returned.js").Returned} Returned */
/** @typedef {{number: number, round: number, type?: string, text?: string, shown?: string, raised?: string, printed?: string}} Answer */
/** @typedef {{answers: Answer[], end: "done" | "late" | "flood" | "missing" | "error" | "closed", error: string}} Run */
/** @typedef {{number: number, line: string, right: boolean, cards: number[] | null, exact: boolean}} Verdict */

const SECONDS = 2;
const SECONDS_TO_START = 10; // a slow network; the function does not run yet
const MILLISECONDS_TO_SPEAK = 500; // for a frame that is there; an error of the network never speaks
const NUMBERS = [1, 617, 11982, 0, 31999, 1_000_000, 2147483647];
const RANDOM = 5;

/** The numbers that a function is called with: those everybody uses, and some that nobody knows. */
export function someNumbers() {
  const random = (/** @type {number} */ below) => Math.floor(Math.random() * below);
  const others = Array.from({ length: RANDOM }, (_, at) => (at < 3 ? 1 + random(1_000_000) : random(2 ** 31)));
  return [...new Set([...NUMBERS, ...others])];
}

/** Run a program in a frame of its own, which is gone when this is over. @param {string} program @param {number[]} numbers
 * @param {string} address of the frame's document @returns {Promise<Run>} */
export function run(program, numbers, address) {
  const frame = /** @type {HTMLIFrameElement} */ (el("iframe", { title: t("learn_run"), src: address }));
  frame.setAttribute("sandbox", "allow-scripts");
  /** @type {Answer[]} */
  const answers = [];
  return new Promise((done) => {
    let opened = false;
    let timer = window.setTimeout(() => end("closed"), SECONDS_TO_START * 1000);
    /** @param {Run["end"]} how @param {string} [error] */
    const end = (how, error = "") => {
      clearTimeout(timer);
      window.removeEventListener("message", hear);
      frame.remove(); // and with it the Worker
      done({ answers, end: how, error });
    };
    const hear = (/** @type {MessageEvent} */ event) => {
      if (event.source !== frame.contentWindow) return;
      const { ready, answer, flood, error } = event.data ?? {};
      if (ready) {
        opened = true;
        clearTimeout(timer);
        timer = window.setTimeout(() => end("late"), SECONDS * 1000);
        frame.contentWindow?.postMessage({ program, numbers }, "*");
      } else if (flood) end("flood");
      else if (typeof error === "string") end("error", error);
      else if (typeof answer === "string") take(answer);
    };
    const take = (/** @type {string} */ text) => {
      const said = parsed(text);
      if (said?.done) end("done");
      else if (said?.missing) end("missing");
      else if (said && numbers.includes(said.number)) answers.push(said);
      else end("flood");
    };
    const openKept = async () => {
      const text = opened ? "" : await keptText(address);
      if (!opened && !frame.srcdoc) frame.srcdoc = text;
    };
    window.addEventListener("message", hear);
    frame.addEventListener("load", () => setTimeout(openKept, MILLISECONDS_TO_SPEAK));
    byId("sandbox-place").append(frame);
  });
}

/** The frame's document as it was kept: without a network no service worker answers a frame that has no origin. @param {string} address */
const keptText = async (address) => (await fetch(address).catch(() => null))?.text() ?? "";

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the calls amount to, a verdict for each number. @param {Dealers} dealers @param {number[]} numbers @param {Run} ran @returns {Verdict[]} */
export function judge(dealers, numbers, ran) {
  const called = (/** @type {number} */ number, /** @type {number} */ round) =>
    ran.answers.find((answer) => answer.number === number && answer.round === round);
  return numbers.flatMap((number) => {
    const first = called(number, 1);
    if (!first) return [];
    const verdict = judged(dealers, first);
    const second = called(number, 2);
    if (!verdict.right || !second || judged(dealers, second).right) return [verdict];
    return [{ ...verdict, right: false, line: say("again") }];
  });
}

/** @param {Dealers} dealers @param {Answer} answer @returns {Verdict} */
function judged(dealers, answer) {
  const { number } = answer;
  const wrong = (/** @type {string} */ line) => ({ number, line, right: false, cards: null, exact: false });
  if (typeof answer.raised === "string") return wrong(say("raised", { error: answer.raised }));
  const nothing = answer.type === "undefined" || answer.type === "null";
  if (nothing && answer.printed) return wrong(say("printed", { text: JSON.stringify(answer.printed.slice(0, 40)) }));
  if (nothing) return wrong(say("nothing"));
  const shown = String(answer.shown ?? answer.text).slice(0, 60);
  try {
    if (typeof answer.text !== "string") throw new ReturnedError(say("not a board"));
    const returned = readReturned(parsed(answer.text));
    const { checks } = checkBoards(dealers, [{ number, cards: returned.cards }]);
    const right = checks[0].wrongAt < 0;
    const line = right ? noteOn(returned) || verdictLine(checks[0]) : verdictLine(checks[0]);
    return { number, line, right, cards: returned.cards, exact: right && !noteOn(returned) };
  } catch (error) {
    if (!(error instanceof ReturnedError || error instanceof NotationError)) throw error;
    return wrong(say("unreadable", { text: shown, reason: error.message }));
  }
}

/** What the task would still object to in a right board. @param {Returned} returned */
function noteOn({ shape, names }) {
  if (shape !== "rows") return say(`as ${shape}`);
  return names ? say("other names", { found: names[0], expected: names[1] }) : "";
}

/** What is said above the single verdicts. @param {Dealers} dealers @param {number[]} numbers @param {Verdict[]} verdicts @param {Run} ran @returns {string[]} */
export function summary(dealers, numbers, verdicts, ran) {
  const lines = [];
  if (ran.end === "missing") return [say("no function", { name: "dealFreeCell" })];
  if (ran.end === "error") return [say("raised", { error: ran.error })];
  if (ran.end === "flood") return [say("flood")];
  if (ran.end === "closed") return [say("closed")];
  if (ran.end === "late") {
    const pending = numbers.find((number) => !verdicts.some((verdict) => verdict.number === number));
    lines.push(`${pending === undefined ? "" : `${pending}: `}${say("late", { seconds: SECONDS })}`);
  }
  if (verdicts.some(({ line }) => line === say("again"))) lines.push(say("again"));
  const wrong = verdicts.filter(({ right }) => !right).length;
  if (wrong) lines.push(say("some wrong", { wrong, count: verdicts.length }));
  else if (ran.end === "done") lines.push(say("all right", { count: verdicts.length }));
  const exact = (/** @type {number} */ number) =>
    verdicts.some((verdict) => verdict.number === number && verdict.exact);
  if (ran.end === "done" && exact(1) && exact(617)) lines.push(say("passes"));
  return [...lines, ...explanation(dealers, verdicts)];
}

/** The bug behind all the boards that could be read. @param {Dealers} dealers @param {Verdict[]} verdicts @returns {string[]} */
function explanation(dealers, verdicts) {
  const boards = verdicts.flatMap(({ number, cards }) => (cards ? [{ number, cards }] : []));
  const checks = checkBoards(dealers, boards);
  const together = togetherLines(checks);
  const first = checks.checks.find(({ wrongAt }) => wrongAt >= 0);
  if (together.length || !first) return together;
  return causeLines(first).map((line) => `${first.number}: ${line}`);
}

/** Run what was pasted, and tell. @param {Dealers} dealers @param {string} source @param {string} address */
export async function checkFunction(dealers, source, address) {
  const report = byId("report");
  if (!source.trim()) return report.replaceChildren(el("p", { textContent: t("learn_empty") }));
  report.replaceChildren(el("p", { textContent: t("thinking") }));
  const numbers = someNumbers();
  const ran = await run(programOf(source), numbers, address);
  const verdicts = judge(dealers, numbers, ran);
  const lines = summary(dealers, numbers, verdicts, ran);
  report.replaceChildren(
    ...lines.map((line) => el("p", { textContent: line })),
    ...(verdicts.length ? [table(verdicts)] : []),
  );
}

/** @param {Verdict[]} verdicts */
function table(verdicts) {
  const heads = ["learn_number", "learn_verdict"].map((key) => el("th", { scope: "col", textContent: t(key) }));
  const rows = verdicts.map(({ number, line }) =>
    el("tr", {}, el("th", { scope: "row", textContent: formatNumber(number) }), el("td", { textContent: line })),
  );
  return el("table", { className: "report" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
