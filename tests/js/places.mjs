// Answers what a Python test asks on standard input about puzzles, days, results of deals and challenges.

import { readFileSync } from "node:fs";
import { checkResult, ForgedResult, readDeals } from "../../src/freecell/web/static/games/challenge.js";
import { dayWith, streaks } from "../../src/freecell/web/static/games/days.js";
import {
  answersOf,
  positionOf,
  positionsAfter,
  puzzleOfDay,
  readPuzzles,
  unordered,
} from "../../src/freecell/web/static/games/puzzles.js";
import { asCsv, asJson, readResults, rowsOf } from "../../src/freecell/web/static/games/result_files.js";
import { formatMove, formatPosition } from "../../src/freecell/web/static/text/address.js";

const file = (name) => readFileSync(new URL(`../../src/freecell/${name}`, import.meta.url), "utf8");
const puzzles = readPuzzles(file("puzzles.txt"));

/** A puzzle as the page sees it: its position, level, and the legal moves that it takes for answers. */
function seen(puzzle) {
  const board = positionOf(puzzle);
  const after = positionsAfter(board, answersOf(puzzle, board));
  const keeping = board.legalMoves().filter((move) => after.has(unordered(board.play(move))));
  return { position: formatPosition(board), level: puzzle.level, keeping: keeping.map(formatMove) };
}

/** Results that go through a file of each kind. */
function roundTrip(text) {
  const { results, refused } = readResults(text);
  const rows = rowsOf(results, null);
  const again = [asCsv(rows), asJson(rows)].map((each) => rowsOf(readResults(each).results, null));
  return { rows, refused, same: again.every((each) => JSON.stringify(each) === JSON.stringify(rows)) };
}

function checked([deals, text]) {
  try {
    return checkResult(deals, text);
  } catch (error) {
    if (!(error instanceof ForgedResult)) throw error;
    return { forged: error.number };
  }
}

const asked = JSON.parse(readFileSync(0, "utf8"));
const answer = {
  days: (asked.days ?? []).map((date) => puzzleOfDay(puzzles, date).number),
  puzzles: (asked.puzzles ?? []).map((number) => seen(puzzles[number - 1])),
  files: (asked.files ?? []).map(roundTrip),
  lists: (asked.lists ?? []).map(readDeals),
  results: (asked.results ?? []).map(checked),
  streaks: (asked.streaks ?? []).map(([days, today]) => streaks(days, today)),
  dates: (asked.dates ?? []).map(([deal, today]) => dayWith(JSON.parse(file("daily.json")), deal, today)),
};
process.stdout.write(JSON.stringify(answer));
