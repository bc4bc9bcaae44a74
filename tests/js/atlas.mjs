// Answers what a Python test asks on standard input about an atlas in a folder, all at once.

import { readFileSync } from "node:fs";
import { Atlas } from "../../src/freecell/web/static/engine/atlas.js";

const { folder, about, draws, seed } = JSON.parse(readFileSync(0, "utf8"));
const loaded = [];

async function load(name, checksum) {
  loaded.push(name);
  try {
    return new Uint8Array(readFileSync(`${folder}/${name}`));
  } catch {
    return null;
  }
}

let state = seed;
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

const atlas = new Atlas(load);
try {
  const answer = [];
  for (const number of about) answer.push(await atlas.about(number));
  const drawn = [];
  for (const [words, cells] of draws) drawn.push(await atlas.draw(words, cells, random));
  console.log(JSON.stringify({ about: answer, draws: drawn, counts: await atlas.counts(4), loaded }));
} catch (error) {
  console.log(JSON.stringify({ error: `${error.constructor.name}: ${error.message}` }));
}
