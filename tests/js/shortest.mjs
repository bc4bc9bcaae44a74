// Asks the page's Worker, without a browser, what a Python test wants to know; prints all that it posts, a line each.

import { readFileSync } from "node:fs";

const folder = new URL("../../src/freecell/web/static/engine/", import.meta.url);
const questions = JSON.parse(readFileSync(0, "utf8"));
let answer;

globalThis.self = {
  addEventListener: (_, listener) => (answer = listener),
  postMessage: (message) => console.log(JSON.stringify(message)),
};
globalThis.fetch = async (url) => readFileSync(url);
WebAssembly.instantiateStreaming = async (content, imports) => WebAssembly.instantiate(await content, imports);

await import(new URL("worker.js", folder));
for (const question of questions) await answer({ data: question });
