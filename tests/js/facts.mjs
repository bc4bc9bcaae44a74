// Asks the page's Worker, without a browser, for all facts about deals of which these are known; prints them at once.

import { readFileSync } from "node:fs";

const folder = new URL("../../src/freecell/web/static/engine/", import.meta.url);
let ask, posted;

globalThis.self = { addEventListener: (_, listener) => (ask = listener), postMessage: (message) => (posted = message) };
globalThis.fetch = async (url) => readFileSync(url);
WebAssembly.instantiateStreaming = async (content, imports) => WebAssembly.instantiate(await content, imports);
await import(new URL("worker.js", folder));

async function complete(known) {
  const found = { ...known, tried: [] };
  for (;;) {
    await ask({ data: { id: 1, job: "nextFact", known: found, tried: found.tried } });
    if (posted.error) throw new Error(posted.error);
    if (posted.answer === null) break;
    Object.assign(found, posted.answer.facts);
    if (posted.answer.fact === "difficulty") Object.assign(found, { score: posted.answer.score, difficulty: 0 });
    found.tried.push(posted.answer.fact);
  }
  delete found.difficulty;
  return found;
}

const answers = [];
for (const known of JSON.parse(readFileSync(0, "utf8"))) answers.push(await complete(known));
console.log(JSON.stringify(answers));
