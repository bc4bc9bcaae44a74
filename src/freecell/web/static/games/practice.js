// A position to be practised: a puzzle, or the moment that lost one's own game. It is neither counted nor kept, and every
// first move is judged: whether it keeps the win.

import { Game } from "./game.js";
import { answersOf, noteSolved, positionOf, positionsAfter, puzzleOfDay, puzzles, unordered } from "./puzzles.js";
import { localDate } from "./daily.js";
import { formatPosition } from "../text/address.js";
import { t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** What is practised, as the session holds it. */
export class Practice {
  tries = 0;
  solved = false;
  /** @type {Set<string>} Positions after first moves that were judged already. */
  judged = new Set();

  /** @param {{title: string, query: string, answers: Set<string>, open?: Set<string>, start: Board, puzzle?: Puzzle}} content
   * `answers` holds the positions after the moves that keep the win, `open` those that are not decided; `query` is its address */
  constructor({ title, query, answers, open = new Set(), start, puzzle }) {
    this.title = title;
    this.query = query;
    this.answers = answers;
    this.open = open;
    this.start = start;
    this.puzzle = puzzle;
  }
}

/** Open the puzzle of a number, or of today. @param {App} app @param {number | "day"} wanted @param {{push?: boolean}} [options] */
export async function openPuzzle(app, wanted, { push = true } = {}) {
  const still = app.unchanged();
  const list = await puzzles().catch(() => null);
  if (!list) return app.say(t("no_answer", { text: "puzzles.txt" }));
  const puzzle = wanted === "day" ? puzzleOfDay(list, localDate(new Date())) : list[wanted - 1];
  if (!puzzle) return app.say(t("no_such_puzzle", { n: Number(wanted), all: list.length }));
  if (still()) show(app, puzzle, push);
}

/** @param {App} app @param {Puzzle} puzzle @param {boolean} push */
function show(app, puzzle, push) {
  const start = positionOf(puzzle);
  const answers = positionsAfter(start, answersOf(puzzle, start));
  const title = t("puzzle_n", { n: puzzle.number });
  practise(app, new Practice({ title, query: `puzzle=${puzzle.number}`, answers, start, puzzle }), push);
}

/** Practise a position of one's own game, of which the verdict on every move is known.
 * @param {App} app @param {Board} start @param {readonly import("../review/review_jobs.js").Choice[]} choices */
export function practiseMoment(app, start, choices) {
  const after = (/** @type {string} */ wanted) =>
    positionsAfter(
      start,
      choices.filter(({ verdict }) => verdict === wanted).map(({ move }) => move),
    );
  const content = { answers: after("solved"), open: after("undecided"), start };
  practise(app, new Practice({ title: t("practice"), query: `board=${formatPosition(start)}`, ...content }), true);
}

/** @type {WeakSet<App>} */
const listening = new WeakSet();

/** @param {App} app @param {Practice} practice @param {boolean} push */
function practise(app, practice, push) {
  if (!listening.has(app)) {
    listening.add(app);
    app.onChange(() => announce(app));
  }
  app.practise(new Game(practice.start), practice, push);
  announce(app); // after the title, which the page says itself
}

/** Say where the practice stands, after every change. @param {App} app */
function announce(app) {
  const practice = /** @type {Practice | null} */ (app.practice);
  if (!practice || app.covered) return;
  const [first] = app.game.steps;
  if (!app.game.cursor || !first) return ask(app, practice);
  if (practice.open.has(unordered(first.board))) return app.say(t("not_decided"));
  if (judge(practice, first.board)) praise(app, practice);
  else refute(app, practice);
}

/** @param {App} app @param {Practice} practice */
function ask(app, practice) {
  const { answers, puzzle, title } = practice;
  const level = puzzle ? ` (${t(`difficulty_${LEVEL_NAMES[puzzle.level]}`)})` : "";
  app.say(`${title}${level}. ${t("puzzle_ask", { n: answers.size })}`);
  app.notices.offer({ text: t("puzzle_answer"), action: () => showAnswer(app, practice) });
}

const LEVEL_NAMES = ["very_easy", "easy", "medium", "hard", "very_hard"];

/** Whether a first move keeps the win; the first judgement of each move is a try. @param {Practice} practice @param {Board} after */
function judge(practice, after) {
  const position = unordered(after);
  const good = practice.answers.has(position);
  if (!practice.solved && !practice.judged.has(position)) practice.tries++;
  practice.judged.add(position);
  if (good && !practice.solved) {
    practice.solved = true;
    if (practice.puzzle) noteSolved(practice.puzzle, practice.tries);
  }
  return good;
}

/** @param {App} app @param {Practice} practice */
function praise(app, practice) {
  if (app.game.won) return;
  app.notices.chip("winnable", t("puzzle_right_chip"));
  const { puzzle } = practice;
  if (app.game.stops().length > 2) return; // played on: nothing to add
  app.say(t("puzzle_right"));
  if (!puzzle) return;
  app.notices.offer({ text: t("puzzle_next"), action: () => openPuzzle(app, puzzle.number + 1), primary: true });
}

/** @param {App} app @param {Practice} practice */
function refute(app, practice) {
  app.notices.chip("lost", t("chip_lost"));
  app.say(t("puzzle_wrong"));
  app.notices.offer(
    { text: t("puzzle_again"), action: () => app.restart(), primary: true },
    { text: t("puzzle_answer"), action: () => showAnswer(app, practice) },
  );
}

/** Mark the cards and the goal of an answer at the start. @param {App} app @param {Practice} practice */
function showAnswer(app, practice) {
  practice.tries += 100; // shown, not found
  if (app.game.cursor) app.restart();
  const move = practice.start.legalMoves().find((each) => practice.answers.has(unordered(practice.start.play(each))));
  if (!move) return;
  const { cards, goal } = app.table.elementsOf(move);
  app.table.mark("hint", [...cards, goal]);
}
