// What a dialect leaves unsaid, found by playing, as Python's unsaid.py does it: a search over the readings of written moves.

import { FIRST_CELL, HOME, move } from "../board.js";
import { cardName, fitsOn, rankOf } from "../cards.js";
import { CELL_NAMES, isCell } from "./address.js";
import { whyIllegal } from "./why.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").Move} Move */
/** @typedef {import("../board.js").Autoplay} Autoplay */
/** @typedef {import("./solution_reader.js").MoveWord} MoveWord */
/** @typedef {{autoplay: Autoplay, counts: "one" | "most" | "any", letters?: "names" | "nth", atStart?: boolean}} Reading
 * One way to understand written moves: which cards go home by themselves, whether also before the first move, how many
 * cards go to an empty column where it is not said, and whether a cell's letter names the cell or counts the taken ones. */
/** @typedef {{reading: Reading, moves: Move[], done: number, reason: string | null, won: boolean}} Attempt */
/** @typedef {{board: Board, cells: (number | null)[], made: Move[]}} Here
 * A point in the search: the board, the cells as the text's own program has them, the moves that led here. */

const MOST_TRIES = 40_000;

/** How many moves may still be tried, over all readings of a text. */
export class Budget {
  left = MOST_TRIES;

  take() {
    return --this.left >= 0;
  }
}

/** Whether every written move is legal and the game is won. @param {Attempt} attempt */
export const wins = (attempt) => attempt.won && attempt.reason === null;

/** Whether an attempt is better: a win, then all moves played, then as many as possible. @param {Attempt} one @param {Attempt} other */
export function isBetter(one, other) {
  const worth = (/** @type {Attempt} */ each) => [Number(wins(each)), Number(each.reason === null), each.done];
  const [left, right] = [worth(one), worth(other)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at >= 0 && left[at] > right[at];
}

/** Play the written moves in this reading, as far as possible and as often as needed.
 * @param {Board} start @param {readonly MoveWord[]} words @param {Reading} reading @param {Budget} budget @returns {Attempt} */
export function attempt(start, words, reading, budget) {
  return new Search(start, words, reading, budget).run();
}

class Search {
  /** @param {Board} start @param {readonly MoveWord[]} words @param {Reading} reading @param {Budget} budget */
  constructor(start, words, reading, budget) {
    this.words = words;
    this.reading = reading;
    this.budget = budget;
    /** @type {Set<string>} */
    this.failed = new Set();
    const homes = reading.atStart ? start.movesHome(reading.autoplay) : [];
    this.first = this.#after({ board: start, cells: [...start.cells], made: [] }, homes);
    /** @type {Attempt} */
    this.best = { reading, moves: [], done: -1, reason: "", won: false };
  }

  /** The first win, else the best of all that was tried. @returns {Attempt} */
  run() {
    const path = [this.first];
    const branches = [this.#next(this.first, 0)];
    while (branches.length) {
      const { value: here, done } = branches[branches.length - 1].next();
      if (done) {
        branches.pop();
        path.pop();
      } else if (typeof here === "string") this.#note(path, here);
      else {
        path.push(here);
        if (path.length <= this.words.length) {
          branches.push(this.#next(here, path.length - 1));
          continue;
        }
        this.#note(path, null);
        if (wins(this.best)) break;
        path.pop();
      }
    }
    return this.best;
  }

  /** @param {Here[]} path @param {string | null} reason */
  #note(path, reason) {
    const tried = {
      reading: this.reading,
      moves: [],
      done: path.length - 1,
      reason,
      won: path[path.length - 1].board.won,
    };
    if (isBetter(tried, this.best)) this.best = { ...tried, moves: path.flatMap((here) => here.made) };
  }

  /** What the next written move can lead to, or why it leads nowhere. @param {Here} here @param {number} at @returns {Generator<Here | string>} */
  *#next(here, at) {
    const moves = this.#moves(here, this.words[at]);
    for (const each of moves) {
      if (typeof each === "string") {
        yield each;
        continue;
      }
      const reason = whyIllegal(here.board, each);
      if (reason) yield reason;
      else if (!this.budget.take()) yield `gave up after ${MOST_TRIES.toLocaleString("en")} moves tried`;
      else yield* this.#played(here, each, at, moves.length === 1);
    }
  }

  /** @param {Here} here @param {Move} each @param {number} at @param {boolean} only @returns {Generator<Here>} */
  *#played(here, each, at, only) {
    const card = here.board.cardsAt(each.source).at(-1) ?? null;
    const cells = here.cells.map((held) => (held === card ? null : held));
    if (isCell(each.target)) cells[this.#cell(here, this.words[at])] = card;
    const board = here.board.play(each);
    const after = this.#after({ board, cells, made: [each] }, board.movesHome(this.reading.autoplay));
    const key = `${at} ${after.board.key()} ${after.cells}`;
    if (!only && this.failed.has(key)) return;
    if (!only) this.failed.add(key);
    yield after;
  }

  /** @param {Here} here @param {readonly Move[]} homes @returns {Here} */
  #after(here, homes) {
    const board = homes.reduce((before, each) => before.play(each), here.board);
    let cells = here.cells.map((card) => (card !== null && board.cells.includes(card) ? card : null));
    if (this.reading.letters === "nth") {
      const held = cells.filter((card) => card !== null);
      cells = [...held, ...Array(cells.length - held.length).fill(null)]; // no gaps
    }
    return { board, cells, made: [...here.made, ...homes] };
  }

  // From characters to moves

  /** The moves that a written one can mean, or why it can mean none. @param {Here} here @param {MoveWord} word @returns {(Move | string)[]} */
  #moves(here, word) {
    const source = this.#source(here, word.source);
    if (typeof source === "string") return [source];
    const target = Number(word.target) - 1;
    if (target >= 0)
      return this.#counts(here.board, source, target, word.cards).map((count) => move(source, target, count));
    return [this.#moveUp(here, source, word)];
  }

  /** The move home or to a cell; `f` is home too where there is no cell of that name. @param {Here} here @param {number} source @param {MoveWord} word */
  #moveUp(here, source, word) {
    if (word.target === "h" || (word.target === "f" && here.cells.length <= CELL_NAMES.indexOf("f")))
      return move(source, HOME);
    const cell = this.#cell(here, word);
    if (cell >= here.cells.length) return word.target === "r" ? "no cell is empty" : `there is no cell ${word.target}`;
    const held = here.cells[cell];
    if (held !== null) return `cell ${word.target} is taken by ${cardName(held)}`;
    return move(source, /** @type {number} */ (here.board.emptyCell()));
  }

  /** @param {Here} here @param {string} character @returns {number | string} */
  #source(here, character) {
    if (/\d/.test(character)) return Number(character) - 1;
    const held = this.reading.letters === "nth" ? here.cells.filter((card) => card !== null) : here.cells;
    const card = held[CELL_NAMES.indexOf(character)] ?? null;
    return card === null ? `cell ${character} is empty` : FIRST_CELL + here.board.cells.indexOf(card);
  }

  /** The cell that a move goes to; `r` is the leftmost empty one. @param {Here} here @param {MoveWord} word */
  #cell(here, word) {
    if (word.target !== "r") return CELL_NAMES.indexOf(word.target);
    return here.cells.includes(null) ? here.cells.indexOf(null) : here.cells.length;
  }

  /** @param {Board} board @param {number} source @param {number} target @param {number | null} said @returns {number[]} */
  #counts(board, source, target, said) {
    if (said !== null) return [said];
    if (source >= FIRST_CELL || source === target || !board.columns[source].length) return [1];
    if (board.columns[target].length) return [fittingCount(board, source, target)];
    const most = Math.min(board.runLength(source), board.longestRun(target));
    if (this.reading.counts !== "any") return [this.reading.counts === "one" ? 1 : most];
    const all = Array.from({ length: most }, (_, index) => index + 1);
    return this.reading.autoplay === "none" ? all : all.reverse();
  }
}

/** How many cards must go to an occupied column; 1 where none fits, to be refused. @param {Board} board @param {number} source @param {number} target */
function fittingCount(board, source, target) {
  const cards = board.columns[source];
  const parent = /** @type {number} */ (board.columns[target].at(-1));
  const count = rankOf(parent) - rankOf(cards[cards.length - 1]);
  return count >= 1 && count <= cards.length && fitsOn(cards[cards.length - count], parent) ? count : 1;
}
