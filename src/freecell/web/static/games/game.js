// A line of play: a start, the moves made from it, and a cursor that undo and redo move.

import { HOME, sameMove } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./board.js").Autoplay} Autoplay */
/** @typedef {{move: Move, board: Board, auto: boolean}} Turn A move, the board after it, and whether it was made by itself. */

export class Game {
  /** @param {Board} start @param {number | null} number the deal it was started from */
  constructor(start, number = null) {
    this.start = start;
    this.number = number;
    /** @type {Turn[]} */
    this.steps = [];
    this.cursor = 0;
  }

  get board() {
    return this.boardAt(this.cursor);
  }

  /** @param {number} cursor @returns {Board} */
  boardAt(cursor) {
    return cursor ? this.steps[cursor - 1].board : this.start;
  }

  get won() {
    return this.board.won;
  }

  /** How many moves were made up to here, as players count them. */
  get count() {
    return playerCount(this.moves());
  }

  /** How many moves the whole line has, as players count them. */
  get whole() {
    return playerCount(this.line());
  }

  /** All moves, those that were undone among them. @returns {Move[]} */
  line() {
    return this.steps.map((step) => step.move);
  }

  /** The moves up to the cursor. @returns {Move[]} */
  moves() {
    return this.steps.slice(0, this.cursor).map((step) => step.move);
  }

  /** Make a move, and those that automatic play makes after it; what was undone before is forgotten
   * unless it is what is played again. @param {Move} move @param {Autoplay} autoplay */
  play(move, autoplay) {
    if (this.isNext(move)) return this.redo();
    const board = this.board.play(move);
    this.steps.length = this.cursor;
    this.#push(move, board, false);
    for (const home of board.movesHome(autoplay)) this.#push(home, this.board.play(home), true);
    return true;
  }

  /** Whether a move is the one that was undone. @param {Move} move */
  isNext(move) {
    const next = this.steps[this.cursor];
    return next !== undefined && sameMove(next.move, move) && !next.auto;
  }

  /** @param {Move} move @param {Board} board @param {boolean} auto */
  #push(move, board, auto) {
    this.steps.push({ move, board, auto });
    this.cursor++;
  }

  get canUndo() {
    return this.cursor > 0;
  }

  get canRedo() {
    return this.cursor < this.steps.length;
  }

  /** Take back the player's last move and the automatic ones after it. */
  undo() {
    if (!this.canUndo) return false;
    do this.cursor--;
    while (this.cursor > 0 && this.steps[this.cursor].auto);
    return true;
  }

  /** Make the next move again, and the automatic ones after it. */
  redo() {
    if (!this.canRedo) return false;
    do this.cursor++;
    while (this.canRedo && this.steps[this.cursor].auto);
    return true;
  }

  /** Where the cursor may rest: before each of the player's moves, and at the end. @returns {number[]} */
  stops() {
    const stops = this.steps.flatMap((step, index) => (step.auto ? [] : [index]));
    return this.steps.length ? [...stops, this.steps.length] : [0];
  }

  /** Replace what lies ahead of the cursor by a line of moves, every one of them checked.
   * @param {readonly Move[]} moves @param {Autoplay} autoplay */
  setFuture(moves, autoplay) {
    const here = this.cursor;
    this.steps.length = here;
    for (const move of moves) this.#push(move, this.board.play(move), false);
    this.#markAutomatic(here, autoplay);
    this.cursor = here;
  }

  /** A move home that automatic play would have made anyway belongs to the move before it.
   * @param {number} first @param {Autoplay} autoplay */
  #markAutomatic(first, autoplay) {
    for (let index = Math.max(first, 1); index < this.steps.length; index++) {
      const expected = this.steps[index - 1].board.movesHome(autoplay)[0];
      this.steps[index].auto = expected !== undefined && sameMove(expected, this.steps[index].move);
    }
  }
}

/** Moves as players count them, and as the library does: a run moved at once is one, moves home are free. @param {readonly Move[]} moves */
export const playerCount = (moves) => moves.filter((each) => each.target !== HOME).length;

/** A game from its moves, as an address keeps them; the first `count` of them are made, or all. @param {Board} start
 * @param {number | null} number @param {readonly Move[]} moves @param {Autoplay} autoplay @param {number} [made] */
export function gameOf(start, number, moves, autoplay, made = moves.length) {
  const game = new Game(start, number);
  game.setFuture(moves, autoplay);
  game.cursor = Math.min(Math.max(made, 0), game.steps.length);
  return game;
}
