// The closed room from outside: a program runs in a frame of its own, and only what has exactly the form of an answer is believed.

import { el } from "../dialogs/elements.js";
import { t } from "../words.js";
import { byId } from "./show.js";

/** @typedef {import("./program.js").Program} Program */
/** @typedef {{number: number, round: number, type: string, text: string | null, shown: string, raised: string | null, line: number,
 *   printed: string, random: boolean}} Answer How one call went; `line` is where it raised an error, or 0. */
/** @typedef {{answers: Answer[], end: "done" | "late" | "flood" | "missing" | "error" | "closed" | "stopped", error: string, line: number}} Run */

export const SECONDS = 2; // for a call, or for what runs before the first one
const SECONDS_TO_START = 10; // a slow network, a busy machine: the program does not run yet
const SECONDS_FOR_PYTHON = 120; // likewise for its interpreter
const MILLISECONDS_TO_SPEAK = 500; // for a frame that is there; after a network error it never answers
const LONGEST = { type: 20, text: 20_000, shown: 300, raised: 400, printed: 2_000 };

/** Run a program in a frame of its own, which is gone when this is over. @param {Program} program @param {number[]} numbers
 * @param {string} address of the frame's document @param {AbortSignal} signal that ends it early @returns {Promise<Run>} */
export function run(program, numbers, address, signal) {
  const frame = /** @type {HTMLIFrameElement} */ (el("iframe", { title: t("learn_run"), src: address }));
  frame.setAttribute("sandbox", "allow-scripts");
  const calls = [...numbers.map((number) => [number, 1]), ...[...numbers].reverse().map((number) => [number, 2])];
  /** @type {Answer[]} */
  const answers = [];
  return new Promise((done) => {
    let opened = false;
    let begun = false;
    let timer = 0;
    /** @param {"closed" | "late"} how it ends if nothing is heard for some seconds @param {number} seconds */
    const wait = (how, seconds) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => end(how), seconds * 1000);
    };
    /** @param {Run["end"]} how @param {string} [error] @param {number} [line] */
    const end = (how, error = "", line = 0) => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      signal.removeEventListener("abort", stop);
      frame.remove(); // and with it the Worker
      done({ answers, end: how, error, line });
    };
    const stop = () => end("stopped");
    const onMessage = (/** @type {MessageEvent} */ event) => {
      if (event.source !== frame.contentWindow) return;
      const { ready, answer, flood, error, line } = event.data ?? {};
      if (ready) {
        if (opened) return;
        opened = true;
        wait("late", program.python ? SECONDS_FOR_PYTHON : SECONDS_TO_START);
        frame.contentWindow?.postMessage({ program: program.text, numbers, given: program.given }, "*");
      } else if (flood) end("flood");
      else if (typeof error === "string") end("error", withoutPrefix(error), program.lineOf(line, true));
      else if (typeof answer === "string") take(answer);
    };
    const take = (/** @type {string} */ text) => {
      const heard = parsed(text);
      const [number, round] = calls[answers.length] ?? [];
      const call = answerOf(heard, program);
      if (!begun && heard?.begun === true) {
        begun = true;
        wait("late", SECONDS);
      } else if (call && call.number === number && call.round === round) {
        answers.push(call);
        wait("late", SECONDS);
      } else if (heard?.done === true && answers.length === calls.length) end("done");
      else if (heard?.missing === true && !answers.length) end("missing");
      else if (program.python && typeof heard?.unread === "string" && !answers.length)
        end("error", heard.unread.slice(0, LONGEST.raised), program.lineOf(heard.line));
      else end("flood");
    };
    const openKept = async () => {
      const text = opened ? "" : await keptText(address);
      if (!opened && !frame.srcdoc) frame.srcdoc = text;
    };
    wait("closed", SECONDS_TO_START);
    window.addEventListener("message", onMessage);
    signal.addEventListener("abort", stop);
    frame.addEventListener("load", () => setTimeout(openKept, MILLISECONDS_TO_SPEAK));
    byId("sandbox-place").append(frame);
  });
}

/** The frame's document as it was kept: without a network no service worker answers a frame that has no origin. @param {string} address */
const keptText = async (address) => (await fetch(address).catch(() => null))?.text() ?? "";

/** A program's message, if it is plain data in the form of an answer. @param {any} heard @param {Program} program @returns {Answer | null} */
function answerOf(heard, program) {
  const textOf = (/** @type {keyof LONGEST} */ name) => {
    const text = heard[name] ?? null;
    return text === null || (typeof text === "string" && text.length <= LONGEST[name]) ? text : undefined;
  };
  if (typeof heard !== "object" || heard === null || !Number.isInteger(heard.number)) return null;
  const [type, text, shown, raised, printed] = ["type", "text", "shown", "raised", "printed"].map((name) =>
    textOf(/** @type {keyof LONGEST} */ (name)),
  );
  if ([type, text, shown, raised, printed].includes(undefined)) return null;
  const { number, round, random } = heard;
  const line = raised === null ? 0 : program.lineOf(heard.line);
  return {
    ...{ number, round, text, line, raised: raised && withoutPrefix(raised), random: random === true },
    ...{ type: type ?? "", shown: shown ?? "", printed: printed ?? "" },
  };
}

/** What some engines write before an uncaught error. @param {string} error */
const withoutPrefix = (error) => error.replace(/^Uncaught /, "");

/** @param {string} text @returns {any} what it says as JSON, null where it is none */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // brackets in brackets without end, too
  }
}
