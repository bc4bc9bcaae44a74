// "Check my function": what it returned in the closed room is compared, number by number.

import { el } from "../dialogs/elements.js";
import { cardName, NotationError } from "../games/cards.js";
import { dealCards } from "../games/deal.js";
import { formatNumber, t } from "../words.js";
import { looksLikePython, programOf } from "./program.js";
import { readReturned, ReturnedError } from "./returned.js";
import { parsed, run, SECONDS } from "./room.js";
import { causeLines, checkBoards, partlyLines, say, togetherLines, verdictLine } from "./verdict.js";

/** @typedef {import("./dealer.js").Dealers} Dealers */
/** @typedef {import("./dealer.js").NumberedBoard} NumberedBoard */
/** @typedef {import("./verdict.js").DealCheck} DealCheck */
/** @typedef {import("./returned.js").Returned} Returned */
/** @typedef {import("./room.js").Answer} Answer */
/** @typedef {import("./room.js").Run} Run */
/** @typedef {{number: number, line: string, right: boolean, cards: number[] | null, exact: boolean, changed: boolean, random: boolean}} Verdict
 * `changed`: called again it gave another board; `random`: it drew random numbers of JavaScript's own. */

const NUMBERS = [1, 617, 11982, 0, 31999, 1_000_000, 2147483647];
const RANDOM = 5;
const TASK = [1, 617]; // the deals of its five checks
const MILLISECONDS_TO_JUDGE = 5000;

/** The numbers that a function is called with: well-known ones, and some at random. */
function someNumbers() {
  const random = (/** @type {number} */ below) => Math.floor(Math.random() * below);
  const others = Array.from({ length: RANDOM }, (_, at) => (at < 3 ? 1 + random(1_000_000) : random(2 ** 31)));
  return [...new Set([...NUMBERS, ...others])];
}

/** What the calls amount to, a verdict for each number. @param {number[]} numbers @param {Run} ran @returns {Verdict[]} */
export function judge(numbers, ran) {
  const end = Date.now() + MILLISECONDS_TO_JUDGE;
  const called = (/** @type {number} */ number, /** @type {number} */ round) =>
    ran.answers.find((answer) => answer.number === number && answer.round === round);
  return numbers.flatMap((number) => {
    const [first, second] = [called(number, 1), called(number, 2)];
    if (!first || Date.now() > end) return [];
    const verdict = judged(first);
    if (!second || !verdict.cards) return [verdict];
    const again = judged(second);
    const random = verdict.random || again.random;
    const exact = verdict.exact && again.exact;
    if (String(again.cards) === String(verdict.cards)) return [{ ...verdict, exact, random }];
    const line = say(verdict.right ? "again" : "differs");
    return [{ ...verdict, exact, random, line, right: false, changed: true }];
  });
}

/** @param {Answer} answer @returns {Verdict} */
function judged(answer) {
  const { number, random } = answer;
  const verdict = { number, right: false, cards: null, exact: false, changed: false, random };
  try {
    return { ...verdict, ...judgedBoard(answer) };
  } catch (error) {
    const known = error instanceof ReturnedError || error instanceof NotationError;
    const reason = known ? error.message : say("not a board"); // brackets in brackets, without end
    return { ...verdict, line: say("unreadable", { text: (answer.shown || answer.text || "").slice(0, 60), reason }) };
  }
}

/** @param {Answer} answer */
function judgedBoard({ number, type, text, raised, line, printed }) {
  if (raised !== null) return { line: raisedLine(raised, line) };
  if (type === "ended") return { line: say("ended") };
  const nothing = type === "undefined" || type === "null";
  if (nothing && printed) return { line: say("printed", { text: JSON.stringify(printed.slice(0, 40)) }) };
  if (nothing) return { line: say("nothing") };
  if (text === null) throw new ReturnedError(say("not a board"));
  const value = parsed(text);
  const returned = readReturned(value);
  const { cards } = returned;
  const right = dealCards(number);
  const wrongAt = cards.findIndex((card, at) => card !== right[at]);
  const check = { number, wrongAt, found: cards[wrongAt], expected: right[wrongAt] };
  const note = wrongAt < 0 ? noteOn(returned) : "";
  return { line: note || verdictLine(check), right: wrongAt < 0, cards, exact: text === exactText(right) };
}

/** To the letter what the task asks for. @param {number[]} cards */
function exactText(cards) {
  const names = cards.map(cardName);
  return JSON.stringify([0, 8, 16, 24, 32, 40, 48].map((first) => names.slice(first, first + 8)));
}

/** @param {string} error @param {number} line */
const raisedLine = (error, line) => (line ? say("raised in line", { error, line }) : say("raised", { error }));

/** What the task would still object to in a right board. @param {Returned} returned */
function noteOn({ shape, names }) {
  if (shape !== "rows") return say(`as ${shape}`);
  return names ? say("other names", { found: names[0], expected: names[1] }) : "";
}

/** Why there are no verdicts at all. @param {Run} ran @param {string} source @param {boolean} python @returns {string[]} */
function whyNone({ end, error, line }, source, python) {
  if (end === "missing") return [say("no function", { name: python ? "deal_freecell" : "dealFreeCell" })];
  if (end === "error")
    return [...(looksLikePython(source) && !python ? [t("learn_is_python")] : []), raisedLine(error, line)];
  if (end === "flood") return [say("flood")];
  return end === "closed" ? [say("closed")] : [];
}

/** The lines above the single verdicts. @param {Dealers} dealers @param {number[]} numbers @param {Verdict[]} verdicts @param {Run} ran
 * @param {string} source @param {boolean} [python] @returns {string[]} */
export function summary(dealers, numbers, verdicts, ran, source, python = false) {
  const lines = whyNone(ran, source, python);
  if (lines.length) return lines;
  const missing = numbers.find((number) => !verdicts.some((verdict) => verdict.number === number));
  if (ran.end === "late" || missing !== undefined)
    lines.push(`${missing === undefined ? "" : `${missing}: `}${say("late", { seconds: SECONDS })}`);
  const wrong = verdicts.filter(({ right }) => !right);
  const random = wrong.some((verdict) => verdict.random);
  const changed = wrong.some((verdict) => verdict.changed);
  if (random) lines.push(say("random", { name: python ? "random" : "Math.random" }));
  else if (changed) lines.push(say("kept"));
  if (wrong.length) lines.push(say("some wrong", { wrong: wrong.length, count: verdicts.length }));
  else if (ran.end === "done") lines.push(say("all right", { count: verdicts.length }));
  if (ran.end === "done" && TASK.every((number) => verdicts.some((each) => each.number === number && each.exact)))
    lines.push(say("passes"));
  return [...lines, ...explanation(dealers, verdicts, random || changed)];
}

/** The bug behind all the boards that could be read. @param {Dealers} dealers @param {Verdict[]} verdicts
 * @param {boolean} explained what is wrong is known otherwise @returns {string[]} */
function explanation(dealers, verdicts, explained) {
  const boards = verdicts.flatMap(({ number, cards }) => (cards ? [{ number, cards }] : []));
  const checks = checkBoards(dealers, boards);
  const together = togetherLines(checks);
  const first = checks.checks.find(({ wrongAt }) => wrongAt >= 0);
  if (together.length || !first || explained) return together;
  if (checks.partly.length) return partlyLines(checks);
  return causeLines(boards.length > 1 ? refuted(dealers, first, boards) : first).map(
    (line) => `${first.number}: ${line}`,
  );
}

/** A check of one board of several, without the bugs that explain it alone: the others refute them. @param {Dealers} dealers
 * @param {DealCheck} check @param {NumberedBoard[]} boards @returns {DealCheck} */
function refuted(dealers, check, boards) {
  const board = boards.find(({ number }) => number === check.number);
  if (!check.explanations.length || check.dealt !== null || !board) return check;
  return { ...check, explanations: [], divergence: { ...dealers.divergence(board), clue: "", nearest: [] } };
}

/** Run what was pasted, and return what there is to say. @param {Dealers} dealers @param {string} source @param {string} address
 * @param {AbortSignal} signal @param {boolean} [python] whether it is Python @returns {Promise<Node[]>} */
export async function checkFunction(dealers, source, address, signal, python = false) {
  const numbers = someNumbers();
  const program = python ? await (await import("./python.js")).pythonProgram(source) : programOf(source);
  const ran = await run(program, numbers, address, signal);
  const verdicts = judge(numbers, ran);
  const lines = summary(dealers, numbers, verdicts, ran, source, python);
  return [...lines.map((line) => el("p", { textContent: line })), ...(verdicts.length ? [table(verdicts)] : [])];
}

/** @param {Verdict[]} verdicts */
function table(verdicts) {
  const heads = ["learn_number", "learn_verdict"].map((key) => el("th", { scope: "col", textContent: t(key) }));
  const rows = verdicts.map(({ number, line }) =>
    el("tr", {}, el("th", { scope: "row", textContent: formatNumber(number) }), el("td", { textContent: line })),
  );
  return el("table", { className: "report" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
