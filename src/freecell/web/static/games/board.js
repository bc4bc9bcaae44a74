// A board, the moves on it, and the rules. Boards and moves are values, as in Python's board/;
// the same perft counts and recorded games tie the two together.

import { DECK_SIZE, fitsOn, rankOf, suitOf } from "./cards.js";
import { dealCards } from "./deal.js";

/** @import { Card } from "./cards.js" */
/** @typedef {number} Place Columns 0 to 7, cells 8 to 15, and 16 for home. */
/** @typedef {"none" | "horne" | "fcpro" | "max"} Autoplay */
/** @typedef {{readonly source: Place, readonly target: Place, readonly count: number}} Move */

export const COLUMN_COUNT = 8;
export const MAX_CELLS = 8;
/** @type {Place} */
export const FIRST_CELL = 8;
/** @type {Place} */
export const HOME = 16;

/** A move is well formed, but the rules forbid it. */
export class IllegalMoveError extends Error {}

/** @param {Place} source @param {Place} target @param {number} [count] @returns {Move} */
export const move = (source, target, count = 1) => ({ source, target, count });

/** Whether two moves are the same. @param {Move} one @param {Move} other */
export const sameMove = (one, other) =>
  one.source === other.source && one.target === other.target && one.count === other.count;

export class Board {
  /**
   * @param {readonly (readonly Card[])[]} columns each from its back card to its front card
   * @param {readonly (Card | null)[]} cells
   * @param {readonly number[]} homes how many cards of clubs, diamonds, hearts and spades are home
   */
  constructor(columns, cells, homes) {
    this.columns = columns;
    this.cells = cells;
    this.homes = homes;
    Object.freeze(this);
  }

  get won() {
    return this.cardsHome() === DECK_SIZE;
  }

  cardsHome() {
    return this.homes.reduce((sum, size) => sum + size, 0);
  }

  /** A text that is the same for the same position and for no other. */
  key() {
    return JSON.stringify([this.columns, this.cells, this.homes]);
  }

  /** The cards of a column, or the one in a cell, or the topmost card home. @param {Place} place @returns {readonly Card[]} */
  cardsAt(place) {
    if (place < COLUMN_COUNT) return this.columns[place];
    const card = this.cells[place - FIRST_CELL];
    return card === null || card === undefined ? [] : [card];
  }

  /** How many cards at the front of a column lie in order and could move at once. @param {Place} column */
  runLength(column) {
    const cards = this.columns[column];
    let length = Math.min(1, cards.length);
    while (length < cards.length && fitsOn(cards[cards.length - length], cards[cards.length - length - 1])) length++;
    return length;
  }

  /** How many cards can move at once to a column: each empty column, but for the target, doubles it. @param {Place} target */
  longestRun(target) {
    const empty = this.columns.filter((cards) => cards.length === 0).length - (this.columns[target].length ? 0 : 1);
    return (this.cells.filter((card) => card === null).length + 1) * 2 ** empty;
  }

  /** The leftmost empty cell; null where all are taken. @returns {Place | null} */
  emptyCell() {
    const index = this.cells.indexOf(null);
    return index < 0 ? null : FIRST_CELL + index;
  }

  /** Whether a card is the next of its suit. @param {Card} card */
  goesHome(card) {
    return rankOf(card) === this.homes[suitOf(card)];
  }

  /** Every legal move, by source (columns, then cells) and target. @returns {Move[]} */
  legalMoves() {
    return [...this.columns, ...this.cells].flatMap((_, source) => this.movesFrom(source));
  }

  /** The legal moves of the cards at one place. @param {Place} source @returns {Move[]} */
  movesFrom(source) {
    const cards = this.cardsAt(source);
    const front = cards[cards.length - 1];
    if (front === undefined) return [];
    const moves = [];
    const run = source < COLUMN_COUNT ? this.runLength(source) : 1;
    for (let target = 0; target < COLUMN_COUNT; target++) {
      if (target === source) continue;
      for (const count of this.#counts(cards, Math.min(run, this.longestRun(target)), target)) {
        moves.push(move(source, target, count));
      }
    }
    const cell = this.emptyCell();
    if (source < COLUMN_COUNT && cell !== null) moves.push(move(source, cell));
    if (this.goesHome(front)) moves.push(move(source, HOME));
    return moves;
  }

  /** How many of a column's cards, up to a limit, can go to another column.
   * @param {readonly Card[]} cards @param {number} most @param {Place} target */
  #counts(cards, most, target) {
    const parent = this.columns[target][this.columns[target].length - 1];
    if (parent === undefined) return Array.from({ length: most }, (_, index) => index + 1);
    const count = rankOf(parent) - rankOf(cards[cards.length - 1]);
    return count >= 1 && count <= most && fitsOn(cards[cards.length - count], parent) ? [count] : [];
  }

  /** Whether the rules allow a move. Any empty cell will do as a target, though `movesFrom` names only the leftmost.
   * @param {Move} wanted */
  isLegal(wanted) {
    const empty = this.emptyCell(); // any empty cell is as good as the leftmost
    const target = empty !== null && this.cells[wanted.target - FIRST_CELL] === null ? empty : wanted.target;
    return this.movesFrom(wanted.source).some((legal) => sameMove(legal, { ...wanted, target }));
  }

  /** The board after a move; an illegal one is refused. @param {Move} wanted @returns {Board} */
  play(wanted) {
    if (!this.isLegal(wanted)) throw new IllegalMoveError(JSON.stringify(wanted));
    return this.#play(wanted);
  }

  /** The board after a move that is known to be legal. @param {Move} legal */
  #play({ source, target, count }) {
    const columns = [...this.columns];
    const cells = [...this.cells];
    const homes = [...this.homes];
    const cards = this.cardsAt(source);
    const moved = cards.slice(cards.length - count);
    if (source < COLUMN_COUNT) columns[source] = cards.slice(0, cards.length - count);
    else cells[source - FIRST_CELL] = null;
    if (target < COLUMN_COUNT) columns[target] = [...columns[target], ...moved];
    else if (target === HOME) homes[suitOf(moved[0])]++;
    else cells[target - FIRST_CELL] = moved[0];
    return new Board(columns, cells, homes);
  }

  /** The moves home that automatic play of a kind makes from here, in order. @param {Autoplay} autoplay @returns {Move[]} */
  movesHome(autoplay) {
    /** @type {Board} */
    let board = this;
    const moves = [];
    for (let next = board.#nextHome(autoplay); next; next = board.#nextHome(autoplay)) {
      moves.push(next);
      board = board.#play(next);
    }
    return moves;
  }

  /** @param {Autoplay} autoplay @returns {Move | null} */
  #nextHome(autoplay) {
    for (let source = 0; source < FIRST_CELL + this.cells.length; source++) {
      const front = this.cardsAt(source).at(-1);
      if (front !== undefined && this.goesHome(front) && this.#goesByItself(front, autoplay)) return move(source, HOME);
    }
    return null;
  }

  /** Whether automatic play sends home a card that is the next of its suit. @param {Card} card @param {Autoplay} autoplay */
  #goesByItself(card, autoplay) {
    if (autoplay === "none" || autoplay === "max") return autoplay === "max";
    const rank = rankOf(card);
    const suit = suitOf(card);
    const black = suit === 0 || suit === 3;
    const others = black ? Math.min(this.homes[1], this.homes[2]) : Math.min(this.homes[0], this.homes[3]);
    if (rank <= 1 || others >= rank) return true; // both cards of the other colour that it could carry are home
    const same = this.homes[3 - suit]; // clubs and spades, diamonds and hearts
    return autoplay === "fcpro" && others >= rank - 1 && same >= rank - 2;
  }
}

/** The board of a deal number. @param {number} number @param {number} [cells] */
export const deal = (number, cells = 4) =>
  new Board(inColumns(dealCards(number)), Array(cells).fill(null), [0, 0, 0, 0]);

/** Cards in the order they are dealt, laid out in columns. @param {readonly Card[]} cards @returns {Card[][]} */
export const inColumns = (cards) =>
  Array.from({ length: COLUMN_COUNT }, (_, column) => cards.filter((_card, at) => at % COLUMN_COUNT === column));
