// Answers what a Python test asks on standard input about the page for learners, all at once.

import { readFileSync } from "node:fs";
import { draws } from "../../src/freecell/web/static/games/deal.js";
import { dealFreeCell } from "../../src/freecell/web/static/learn/deal_freecell.js";
import { Dealers } from "../../src/freecell/web/static/learn/dealer.js";
import { readBoards } from "../../src/freecell/web/static/learn/pasted_boards.js";
import { readReturned } from "../../src/freecell/web/static/learn/returned.js";
import { Dealing } from "../../src/freecell/web/static/learn/steps.js";
import { allLines, checkBoards } from "../../src/freecell/web/static/learn/verdict.js";
import { loadWords, setLanguage } from "../../src/freecell/web/static/words.js";

globalThis.document = { documentElement: {} };

const file = (name) => readFileSync(new URL(`../../src/freecell/${name}`, import.meta.url));

/** What a function answers, or why it refuses. */
function answerOf(action) {
  try {
    return action();
  } catch (error) {
    return { refused: error.message };
  }
}

await loadWords(`data:application/json,${encodeURIComponent(file("words.json").toString("utf8"))}`);
const asked = JSON.parse(readFileSync(0, "utf8"));
setLanguage(asked.language ?? "en");
const needsCore = asked.boards || asked.mistaken;
const { instance } = needsCore ? await WebAssembly.instantiate(file("web/static/learn/dealer.wasm"), {}) : {};
const dealers = needsCore ? new Dealers(instance.exports) : null;
const answer = {
  names: dealers?.names.map((names) => names.slice(1)),
  explained: (asked.boards ?? []).map((boards) => dealers.explain(boards)),
  lines: (asked.boards ?? []).map((boards) => (asked.say ? allLines(checkBoards(dealers, boards)) : null)),
  mistaken: (asked.mistaken ?? []).map(({ number, bugs }) => dealers.deal(number, bugs)),
  returned: (asked.returned ?? []).map((value) => answerOf(() => readReturned(value))),
  pasted: (asked.pasted ?? []).map((text) => answerOf(() => readBoards(text))),
  draws: (asked.draws ?? []).map(draws),
  explanations: (asked.explanations ?? []).map((number) => new Dealing(number).explanation()),
  shown: (asked.shown ?? []).map(dealFreeCell),
};
process.stdout.write(JSON.stringify(answer));
