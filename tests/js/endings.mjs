// Answers what a Python test asks on standard input about names of endings: the position of each, or null.

import { readFileSync } from "node:fs";
import { endingIn } from "../../src/freecell/web/static/games/endings.js";
import { formatPosition } from "../../src/freecell/web/static/text/address.js";

const course = readFileSync(new URL("../../src/freecell/course.txt", import.meta.url), "utf8");
const answer = JSON.parse(readFileSync(0, "utf8")).map((/** @type {string} */ name) => {
  const found = endingIn(course, name);
  return found && formatPosition(found.moves.reduce((board, move) => board.play(move), found.start));
});
process.stdout.write(JSON.stringify(answer));
