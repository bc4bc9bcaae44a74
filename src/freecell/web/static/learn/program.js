// A stranger's function made into a program for the closed room: their text, and around it what calls it.

/** @typedef {{text: string, lineOf: (line: unknown, missed?: boolean) => number, given?: object, python?: boolean}} Program The program, and
 * which line of theirs one of its lines is, or 0. A bracket that is never closed is `missed` behind their text: then it is their last
 * line. What is `given` goes to it with the numbers. */

/** What runs before their text: keep what is needed to answer, and note what they print and whether they draw random numbers. */
const BEFORE = `
var module = { exports: {} }, exports = module.exports, __printed = "", __random = false;
var __answer = ((post, stringify) => (message) => post(stringify(message)))(self.postMessage.bind(self), JSON.stringify);
__answer({ begun: true });
for (const name of ["log", "info", "debug", "warn", "error", "table", "dir"])
  console[name] = (...values) => { if (__printed.length < 2000) __printed += values.map(String).join(" ") + "\\n"; };
for (const [owner, name] of [[Math, "random"], [self.crypto, "getRandomValues"]])
  try {
    const kept = owner[name].bind(owner);
    owner[name] = (...given) => ((__random = true), kept(...given));
  } catch {}
`;

/** What runs behind it: call the function with every number, twice, and send what came back. */
const BEHIND = `
;self.onmessage = ({ data: numbers }) => {
  const chosen = __CHOSEN__;
  if (typeof chosen !== "function") return __answer({ missing: true });
  const call = (number, round) => {
    __printed = "";
    __random = false;
    const answer = { number, round };
    try {
      const value = chosen(number);
      if (typeof value?.then === "function") return value.then(null, () => {}), __answer({ number, round, shown: "a promise" });
      answer.type = value === null ? "null" : typeof value;
      answer.text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each));
      if (answer.text === undefined) answer.shown = String(value).slice(0, 200);
      else if (answer.text.length > 20000) (answer.shown = answer.text.slice(0, 200)), delete answer.text;
    } catch (error) {
      answer.raised = String(error).slice(0, 300);
      answer.line = Number(/blob:[^\\s)]*:(\\d+):\\d+/.exec(error?.stack)?.[1] ?? 0);
    }
    answer.printed = __printed.slice(0, 2000);
    answer.random = __random;
    __answer(answer);
  };
  for (const number of numbers) call(number, 1);
  for (const number of [...numbers].reverse()) call(number, 2);
  __answer({ done: true });
};
`;

const NAMES = ["dealFreeCell", "deal_freecell", "dealFreecell", "deal"];
const REMARKS = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*/;
const EXPRESSION = /^(?:async\s+)?(?:function\s*\*?\s*\(|\(|[\w$]+\s*=>)/;
const EXPORT = /\bexport\s+(?:default\s+)?(?=(?:async\s+)?(?:function|const|let|var|class)\b)/g;
const DECLARED = /\b(?:function\s*\*?\s+|const\s+|let\s+|var\s+)([A-Za-z_$][\w$]*)/g;
const PYTHON = /^[ \t]*(?:def\s+\w+\s*\(|from\s+[\w.]+\s+import\s|import\s+\w+\s*$|\w+\s*=\s*lambda\b|elif\b)/m;

/** @param {string} text */
const linesIn = (text) => text.split("\n").length - 1;

/** @param {string} source @returns {Program} */
export function programOf(source) {
  const text = source.replace(EXPORT, "");
  const alone = EXPRESSION.test(text.slice(REMARKS.exec(text)?.[0].length));
  const declared = [...text.matchAll(DECLARED)].map((found) => found[1]);
  const names = [...new Set([...NAMES, ...declared])].map((name) => `(typeof ${name} === "function" ? ${name} : null)`);
  const exported = `(typeof module.exports === "function" ? module.exports : Object.values(module.exports)[0])`;
  const [opening, closing] = alone ? ["var dealFreeCell = (\n", "\n);"] : ["", ""];
  const body = alone ? text.replace(/[;\s]+$/, "") : text;
  const before = linesIn(BEFORE + opening);
  const last = linesIn(source.trimEnd()) + 1;
  return {
    text: BEFORE + opening + body + closing + BEHIND.replace("__CHOSEN__", () => [...names, exported].join(" ?? ")),
    lineOf: (line, missed = false) => {
      const theirs = Number.isInteger(line) ? Number(line) - before : 0;
      if (theirs < 1 || (theirs > last && !missed)) return 0;
      return Math.min(theirs, last);
    },
  };
}

/** Whether a text that is no JavaScript is Python. @param {string} source */
export const looksLikePython = (source) => PYTHON.test(source);
