// Asks the page's reader of pictures, without a browser; prints all that it posts, a line each, and after each answer how much
// processor time it took. Questions with `file` have their pixels there, four bytes each.

import { readFileSync } from "node:fs";

const engine = new URL("../../src/freecell/web/static/engine/", import.meta.url);
const files = { "picture_weights.bin": new URL("../../src/freecell/picture_weights.bin", import.meta.url) };
const questions = JSON.parse(readFileSync(0, "utf8"));
let answer;

globalThis.self = {
  addEventListener: (_, listener) => (answer = listener),
  postMessage: (message) => console.log(JSON.stringify(message)),
};
globalThis.fetch = async (url) => {
  const content = readFileSync(files[url.pathname.split("/").at(-1)] ?? url);
  const type = { "Content-Type": "application/wasm" };
  return new Response(content, { headers: type });
};

await import(new URL("picture_worker.js", engine));
for (const question of questions) {
  const pixels = question.file ? new Uint8Array(readFileSync(question.file)).buffer : undefined;
  const before = process.cpuUsage();
  await answer({ data: { ...question, pixels } });
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (user + system) / 1e6 }));
}
