// A line of play in each of the dialects that people exchange: the same as Python's solution_writer.py, adapting.py and steps.py,
// which say what each dialect is. One test has both write the same games.

import { COLUMN_COUNT, FIRST_CELL, HOME, move } from "../board.js";
import { cardName, RANKS, SUITS } from "../cards.js";
import { formatMove, isCell, PLACE_NAMES } from "./address.js";
import { whyIllegal } from "./why.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").Move} Move */
/** @typedef {import("../board.js").Place} Place */
/** @typedef {import("../board.js").Autoplay} Autoplay */
/** @typedef {{before: Board, move: Move, after: Board, mustSay: boolean}} Step
 * A move to write down, the boards before and after it, and whether its number of cards must be said. */

const MOST_BOARDS = 3_000; // looked at for a way to bring part of a run to an empty column

/** The line of play cannot be told with this automatic play. */
class ConversionError extends Error {}

/** A game in every dialect, by its name; null where a dialect cannot tell it.
 * @param {Board} start @param {readonly Move[]} moves @param {number | null} number @returns {Record<string, string | null>} */
export function writeAll(start, moves, number) {
  const texts = Object.entries(WRITERS).map(([name, write]) => [name, written(() => write(start, moves, number))]);
  return Object.fromEntries(texts);
}

/** @param {() => string} write */
function written(write) {
  try {
    return write();
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}

/** @type {Record<string, (start: Board, moves: readonly Move[], number: number | null) => string>} */
const WRITERS = {
  snx: (start, moves) => inLines(countedMoves(start, moves)),
  sn: (_, moves) => inLines(moves.map(plain)),
  words: (_, moves) => moves.map(sentence).join("\n"),
  boards: (start, moves) =>
    boardsOf(start, moves)
      .map(fcSolveBoard)
      .join(`\n\n\n${"=".repeat(20)}\n\n`),
  microsoft: (start, moves) => inLines(adapted(start, moves, "horne").map(stepText)),
  fcpro: (start, moves, number) =>
    `#${number ?? "custom"} Attempt: 1 NumFcs=${start.cells.length} (FCPro)\n${inLines(adapted(start, moves, "fcpro").map(stepText))}`,
  macroxue: (start, moves, number) =>
    (number === null ? "" : `${number}:`) + macroxueWords(start, adaptedSomehow(start, moves)),
  steps: (start, moves) => {
    const boards = boardsOf(start, moves);
    return inLines(
      countedMoves(
        start,
        moves.flatMap((each, index) => singleSteps(boards[index], each)),
      ),
    );
  },
};

/** The boards from the start to the end, one more than there are moves. @param {Board} start @param {readonly Move[]} moves */
function boardsOf(start, moves) {
  const boards = [start];
  for (const each of moves) boards.push(boards[boards.length - 1].play(each));
  return boards;
}

/** Ten moves a line. @param {string[]} words */
function inLines(words) {
  const rows = [];
  for (let first = 0; first < words.length; first += 10) rows.push(words.slice(first, first + 10).join(" "));
  return rows.join("\n");
}

/** @param {Move} each */
const plain = (each) => PLACE_NAMES[each.source] + PLACE_NAMES[each.target];

/** @param {Board} start @param {readonly Move[]} moves */
function countedMoves(start, moves) {
  const boards = boardsOf(start, moves);
  return moves.map((each, index) => (isToEmptyColumn(boards[index], each) ? formatMove(each) : plain(each)));
}

/** @param {Board} board @param {Move} each */
const isToEmptyColumn = (board, { target }) => target < COLUMN_COUNT && !board.columns[target].length;

/** @param {Move} each */
function sentence({ source, target, count }) {
  const cards = source < COLUMN_COUNT && target < COLUMN_COUNT ? `${count} cards` : "a card";
  return `Move ${cards} from ${fcSolvePlace(source)} to ${fcSolvePlace(target)}`;
}

/** @param {Place} place */
function fcSolvePlace(place) {
  if (place === HOME) return "the foundations";
  return place < FIRST_CELL ? `stack ${place}` : `freecell ${place - FIRST_CELL}`;
}

/** @param {Board} board */
function fcSolveBoard(board) {
  const homes = [..."HCDS"].map((suit) => {
    const size = board.homes[SUITS.indexOf(suit)];
    return `${suit}-${size ? RANKS[size - 1] : 0}`;
  });
  const cells = board.cells.map((card) => `  ${card === null ? "  " : cardName(card)}`);
  const columns = board.columns.map((cards) => `: ${cards.map(cardName).join(" ")}`);
  return [`Foundations: ${homes.join(" ")} `, `Freecells:${cells.join("")}`, ...columns].join("\n");
}

// Told for a program that sends cards home by itself and moves whole runs

/** @param {Board} start @param {readonly Move[]} moves @param {Autoplay} autoplay @returns {Step[]} */
function adapted(start, moves, autoplay) {
  /** @type {Step[]} */
  const steps = [];
  let told = start; // where the line as it was given stands; `board` may have more cards home
  let board = start;
  for (const each of moves) {
    const cards = told
      .cardsAt(each.source)
      .slice(-each.count)
      .filter((card) => !isHome(board, card));
    told = told.play(each);
    if (!cards.length) continue;
    steps.push(...stepsFor(board, cards, each.target, autoplay));
    board = steps[steps.length - 1].after;
  }
  return steps;
}

/** With maximal automatic play, or with Horne's, which every line can be told with. @param {Board} start @param {readonly Move[]} moves */
function adaptedSomehow(start, moves) {
  try {
    return adapted(start, moves, "max");
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return adapted(start, moves, "horne");
  }
}

/** @param {Step} step */
const stepText = ({ move: each, mustSay }) => plain(each) + (mustSay ? `v${each.count.toString(16)}` : "");

/** @param {Board} board @param {number} card */
const isHome = (board, card) => card >> 2 < board.homes[card & 3];

/** @param {Board} board @param {number} card @returns {Place} */
function placeOf(board, card) {
  const cell = board.cells.indexOf(card);
  return cell >= 0 ? FIRST_CELL + cell : board.columns.findIndex((cards) => cards.includes(card));
}

/** @param {Board} board @param {Autoplay} autoplay */
const playHome = (board, autoplay) => board.movesHome(autoplay).reduce((before, each) => before.play(each), board);

/** @param {Board} board @param {Move} each @param {Autoplay} autoplay @returns {Step} */
const stepOf = (board, each, autoplay) => ({
  before: board,
  move: each,
  after: playHome(board.play(each), autoplay),
  mustSay: false,
});

/** @param {Board} board @param {Place} source @param {Place} target */
const fullestCount = (board, source, target) =>
  source < FIRST_CELL ? Math.min(board.runLength(source), board.longestRun(target)) : 1;

/** How these cards, together, get to a place: mostly by one move.
 * @param {Board} board @param {readonly number[]} cards @param {Place} target @param {Autoplay} autoplay @returns {Step[]} */
function stepsFor(board, cards, target, autoplay) {
  const source = placeOf(board, cards[0]);
  if (isCell(target)) return [stepOf(board, move(source, /** @type {number} */ (board.emptyCell())), autoplay)];
  const each = move(source, target, cards.length);
  if (target < COLUMN_COUNT && !board.columns[target].length) {
    if (each.count !== fullestCount(board, source, target)) return partOfARun(board, each, autoplay);
  } else {
    const reason = target === HOME ? null : whyIllegal(board, each); // only where cards went home that do not go safely
    if (reason)
      throw new ConversionError(`cannot be told with automatic play '${autoplay}': ${formatMove(each)}: ${reason}`);
  }
  return [stepOf(board, each, autoplay)];
}

/** The shortest way to bring less of a run to an empty column than would go by itself, over the cells and columns that are
 * empty; else the move itself, with its number of cards. @param {Board} board @param {Move} wanted @param {Autoplay} autoplay @returns {Step[]} */
function partOfARun(board, wanted, autoplay) {
  const goal = playHome(board.play(wanted), autoplay);
  const places = new Set([wanted.source]);
  board.columns.forEach((cards, place) => cards.length || places.add(place));
  board.cells.forEach((card, cell) => card === null && places.add(FIRST_CELL + cell));
  /** @type {Step[][]} */
  const ways = [[]];
  const seen = new Set([board.key()]);
  for (const way of ways) {
    const here = way.at(-1)?.after ?? board;
    for (const each of here.legalMoves()) {
      if (!places.has(each.source) || !places.has(each.target) || !goesByItself(here, each)) continue;
      const step = stepOf(here, each, autoplay);
      const key = step.after.key();
      if (key === goal.key()) return [...way, step];
      if (!seen.has(key) && seen.size < MOST_BOARDS) {
        seen.add(key);
        ways.push([...way, step]);
      }
    }
  }
  return [{ before: board, move: wanted, after: goal, mustSay: true }];
}

/** Whether so many cards go where as many as possible do. @param {Board} board @param {Move} each */
const goesByItself = (board, each) =>
  !isToEmptyColumn(board, each) || each.count === fullestCount(board, each.source, each.target);

/** `r` is any cell, and a letter counts the cards in cells as they came. @param {Board} start @param {Step[]} steps */
function macroxueWords(start, steps) {
  let held = start.cells.filter((card) => card !== null);
  let text = "";
  for (const { before, move: each, after, mustSay } of steps) {
    const card = /** @type {number} */ (before.cardsAt(each.source).at(-1));
    const letter = PLACE_NAMES[each.source < FIRST_CELL ? each.source : FIRST_CELL + held.indexOf(card)];
    const goal = isCell(each.target) ? "r" : PLACE_NAMES[each.target];
    text += letter + goal + (mustSay ? `v${each.count.toString(16)}` : "");
    held = held.filter((other) => after.cells.includes(other) && other !== card);
    if (after.cells.includes(card)) held.push(card);
  }
  return text;
}

// A run card by card

/** The single-card moves that a legal move stands for. @param {Board} board @param {Move} each @returns {Move[]} */
function singleSteps(board, each) {
  if (each.count === 1) return [each];
  const spare = board.columns.flatMap((cards, place) => (cards.length || place === each.target ? [] : [place]));
  const cells = board.cells.flatMap((card, cell) => (card === null ? [FIRST_CELL + cell] : []));
  return runSteps(each.source, each.target, each.count, cells, spare);
}

/** @param {Place} source @param {Place} target @param {number} count @param {Place[]} cells @param {Place[]} spare @returns {Move[]} */
function runSteps(source, target, count, cells, spare) {
  if (count <= cells.length + spare.length + 1) {
    const stops = [...cells, ...spare].slice(0, count - 1);
    return [
      ...stops.map((stop) => move(source, stop)),
      move(source, target),
      ...stops.reverse().map((stop) => move(stop, target)),
    ];
  }
  const [, waiting] = cheapest(count, cells.length, spare.length);
  const others = spare.slice(0, -1);
  const stop = spare[spare.length - 1];
  return [
    ...runSteps(source, stop, waiting, cells, others),
    ...runSteps(source, target, count - waiting, cells, others),
    ...runSteps(stop, target, waiting, cells, others),
  ];
}

/** How many single moves a run takes, and how many of its cards wait in a column. @param {number} count @param {number} cells @param {number} spare
 * @returns {[number, number]} */
function cheapest(count, cells, spare) {
  if (count <= cells + spare + 1) return [2 * count - 1, 0];
  const half = (cells + 1) * 2 ** (spare - 1);
  /** @type {[number, number]} */
  let best = [Infinity, 0];
  for (let waiting = 1; waiting < count; waiting++) {
    const rest = count - waiting;
    if (waiting > half || rest > half) continue;
    const cost = 2 * cheapest(waiting, cells, spare - 1)[0] + cheapest(rest, cells, spare - 1)[0];
    if (cost < best[0]) best = [cost, waiting];
  }
  return best;
}
