// A stranger's function made into a program for the closed room: their text, and around it what calls it.

/** What runs before their text: keep what is needed to answer, and listen to what they print. */
const BEFORE = `
var module = { exports: {} }, exports = module.exports, __printed = "";
var __answer = ((post, stringify) => (message) => post(stringify(message)))(self.postMessage.bind(self), JSON.stringify);
for (const name of ["log", "info", "debug", "warn", "error", "table", "dir"])
  console[name] = (...said) => { if (__printed.length < 2000) __printed += said.map(String).join(" ") + "\\n"; };
`;

/** What runs behind it: call the function with every number, twice, and send what came back. */
const BEHIND = `
;self.onmessage = ({ data: numbers }) => {
  const chosen = __CHOSEN__;
  if (typeof chosen !== "function") return __answer({ missing: true });
  const call = (number, round) => {
    __printed = "";
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
    }
    answer.printed = __printed.slice(0, 2000);
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

/** @param {string} source @returns {string} */
export function programOf(source) {
  const text = source.replace(EXPORT, "");
  const alone = EXPRESSION.test(text.slice(REMARKS.exec(text)?.[0].length));
  const declared = [...text.matchAll(DECLARED)].map((found) => found[1]);
  const names = [...new Set([...NAMES, ...declared])].map((name) => `(typeof ${name} === "function" ? ${name} : null)`);
  const exported = `(typeof module.exports === "function" ? module.exports : Object.values(module.exports)[0])`;
  const named = alone ? `var dealFreeCell = (\n${text.replace(/[;\s]+$/, "")}\n);` : text;
  return BEFORE + named + BEHIND.replace("__CHOSEN__", [...names, exported].join(" ?? "));
}
