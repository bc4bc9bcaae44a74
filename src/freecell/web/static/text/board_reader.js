// Boards read from text, in any form that people write them: the same as Python's board_reader.py, which says what is accepted.
// One test reads the same texts with both.

import { Board, COLUMN_COUNT, inColumns, MAX_CELLS } from "../games/board.js";
import { cardName, cardNamed, DECK_SIZE, NotationError, rankOf, RANKS, suitOf, SUITS } from "../games/cards.js";
import { t } from "../words.js";
import { faultOf } from "./address.js";
import { checkLength, isBlank, isOrnament, linesOf, refusal, refusalAt, shorten } from "./tokens.js";
import { splitLines, statedNumber, tokensIn } from "./tokens.js";

/** @import { Line, Token } from "./tokens.js" */
/** @typedef {number | null} MaybeCard What a token of a board says: a card, or that the place is empty. */
/** @typedef {{line: number, ends: number[], places: MaybeCard[]}} Pile A row or a column, and where its words end. */

export const LONGEST_BOARD = 20_000;
const GAPS = new Set(["", "--", "-", "---", "..", "__", "null", "none", "."]);
const HEAD = /^\s*(cells|free ?cells|fc|homes?|foundations|founds)\s*:/i;
const COLUMN = /^\s*(?:(?:column|stack|cascade)\s*)?[0-9]?\s*:/i;
const NUMBERED = /^\s*([#msMS]*-?[0-9,_]+)\s*:(.*)$/;
const HOMES = /(?:[CDHS]-(?:10|[0A1-9TJQK])\s*){4}/i;
const HOME = /^([CDHS])-(10|[0A1-9TJQK])$/i;
const TOKEN = /[[\](){}]|"[^"\n]*"|'[^'\n]*'|[^\s,;[\](){}"']+/g;
const COLUMN_NAMES = "1 2 3 4 5 6 7 8";
const FRESH = [7, 7, 7, 7, 6, 6, 6, 6];

/** Read a board; `cells` counts where the text does not say it. What cannot be read is an error that names line and token.
 * @param {string} text @param {number} [cells] @returns {Board} */
export function parseBoard(text, cells = 4) {
  checkLength(text, LONGEST_BOARD, "a_board");
  const reader = new Reader(cells);
  const plain = text.replace(/^\ufeff/, "");
  if (plain.trimStart().startsWith("{")) reader.readObject(plain);
  else if (text.includes("[")) reader.readArray(text);
  else reader.readLines(text);
  return reader.result();
}

class Reader {
  form = "";
  /** @type {Pile[]} */
  piles = [];
  /** @type {MaybeCard[] | null} */
  cells = null;
  /** @type {number[] | null} */
  homes = null;
  /** @type {number[]} Where the words of the eight columns end, if that is known. */
  grid = [];

  /** @param {number} cells */
  constructor(cells) {
    this.cellCount = cells;
  }

  // Lines of text

  /** @param {string} text */
  readLines(text) {
    const everything = linesOf(text, true);
    this.#readPictureCells(text);
    const content = everything.filter((line) => !isBlank(line.text));
    content.forEach((line, at) => this.#readLine(line, at === 0 && content.length > 1));
    if (this.form === "fc-solve") this.#readBlankColumns(everything);
  }

  /** @param {Line} line @param {boolean} mayBeTitle */
  #readLine(line, mayBeTitle) {
    if (statedNumber(line.text) !== null && !this.piles.length) return;
    const head = HEAD.exec(line.text);
    const homes = HOMES.exec(line.text);
    if (head) this.#readHead(head[1].toLowerCase(), line.number, line.text.slice(head[0].length));
    else if (homes) {
      this.#readHomes(homes[0], line.number);
      this.cells = this.#fields(line.text.slice(0, homes.index), line.number);
      this.form = "picture";
    } else if (line.text.trimStart().startsWith("+")) this.#readPlus(line);
    else if (namesOf(tokensIn(line.text)).join(" ") !== COLUMN_NAMES) this.#readCards(line, mayBeTitle);
  }

  /** @param {Line} line @param {boolean} mayBeTitle */
  #readCards(line, mayBeTitle) {
    let text = line.text;
    const numbered = NUMBERED.exec(text);
    const column = COLUMN.exec(text);
    if (numbered && tokensIn(numbered[2]).length === DECK_SIZE) text = numbered[2];
    else if (column) {
      this.form = "columns";
      text = " ".repeat(column[0].length) + text.slice(column[0].length);
    }
    const tokens = tokensIn(text);
    if (mayBeTitle && !tokens.some((token) => isPlace(token.text))) return;
    const places = tokens.map((token) => place(token.text, line.number));
    this.piles.push({ line: line.number, ends: endsOf(tokens), places });
  }

  /** @param {string} head @param {number} line @param {string} text */
  #readHead(head, line, text) {
    if (head.startsWith("home") || head.startsWith("found")) return this.#readHomes(text, line);
    if (head !== "cells") this.form ||= "fc-solve";
    const tokens = namesOf(tokensIn(text));
    if (tokens.length === 1 && tokens[0].toLowerCase() === "none") {
      this.cells = [];
      this.cellCount = 0;
    } else if (tokens.some(isGap)) {
      this.cells = tokens.map((token) => place(token, line));
      this.cellCount = tokens.length;
    } else this.cells = this.#fields(text, line);
  }

  /** Cells from fields four characters wide, where an empty cell is blank. @param {string} text @param {number} line @returns {MaybeCard[]} */
  #fields(text, line) {
    /** @type {MaybeCard[]} */
    const cells = [];
    for (const token of tokensIn(text)) {
      const field = (token.end - 1) >> 2;
      while (cells.length < field) cells.push(null);
      cells.push(place(token.text, line));
    }
    return cells;
  }

  /** `H-2 C-A D-0 S-0`, or the card on top of each home and `--` for an empty one. @param {string} text @param {number} line */
  #readHomes(text, line) {
    const homes = [0, 0, 0, 0];
    for (const token of namesOf(tokensIn(text))) {
      const match = HOME.exec(token);
      const card = match ? null : place(token, line);
      if (match) homes[SUITS.indexOf(match[1].toUpperCase())] = rankHome(match[2].toUpperCase());
      else if (card !== null) homes[suitOf(card)] = rankOf(card) + 1;
    }
    this.homes = homes;
  }

  /** The cells and the four homes of FreeCell Pro's custom game. @param {Line} line */
  #readPlus(line) {
    const tokens = namesOf(tokensIn(line.text.replace("+", " ")));
    if (tokens.length < SUITS.length) throw refusalAt(line.number, "too_few_places", { text: shorten(line.text) });
    this.cells = tokens.slice(0, -SUITS.length).map((token) => place(token, line.number));
    this.cellCount = this.cells.length;
    this.#readHomes(tokens.slice(-SUITS.length).join(" "), line.number);
    this.form = "fcpro";
  }

  /** The lines under the cells and above the columns of Freecell Solver's pictures. @param {string} text */
  #readPictureCells(text) {
    for (const { text: raw } of splitLines(text).filter((line) => isOrnament(line.text))) {
      const fields = raw.trim().split(/\s+/);
      if (fields.every((field) => field === "---")) this.cellCount = Math.min(fields.length, MAX_CELLS);
      else if (fields.join(" ") === "-- -- -- -- -- -- -- --") this.grid = endsOf(tokensIn(raw.trimEnd()));
    }
  }

  /** Take the blank lines among unmarked columns for empty columns, as Freecell Solver does. @param {Line[]} everything */
  #readBlankColumns(everything) {
    if (!this.piles.length || this.piles.length === COLUMN_COUNT) return;
    const head = everything.findLast((line) => HEAD.test(line.text))?.number ?? 0;
    const last = everything.findLast((line) => !isBlank(line.text))?.number ?? 0;
    const known = new Map(this.piles.map((pile) => [pile.line, pile]));
    const empty = (/** @type {number} */ line) => ({ line, ends: [], places: [] });
    this.piles = everything
      .filter((line) => head < line.number && line.number <= last)
      .map((line) => known.get(line.number) ?? empty(line.number));
    while (this.piles.length < COLUMN_COUNT) this.piles.push(empty(last));
  }

  // Arrays and objects

  /** An array of arrays, or one of all cards, as a program prints it. @param {string} text */
  readArray(text) {
    /** @type {string[]} */
    let group = [];
    const end = text.lastIndexOf("]") + 1;
    for (const line of linesOf(end ? text.slice(0, end) : text)) {
      for (const [token] of line.text.matchAll(TOKEN)) {
        if (token === "[" || token === "(") group = [];
        else if (token === "]" || token === ")") {
          if (group.length) this.#add(group, line.number);
          group = [];
        } else group.push(token.replace(/^["']+|["']+$/g, ""));
      }
    }
    if (group.length) this.#add(group, text.split("\n").length);
  }

  /** @param {string[]} names @param {number} line @param {string} [what] */
  #add(names, line, what) {
    this.piles.push({ line, ends: [], places: names.map((name) => place(name, line, what)) });
  }

  /** A JSON object with `rows` or `columns`, and `cells` and `home`. @param {string} text */
  readObject(text) {
    /** @type {any} */
    let content;
    try {
      content = JSON.parse(text);
    } catch (error) {
      throw refusal("not_json", { text: shorten(text), why: error instanceof Error ? error.message : String(error) });
    }
    const key = "columns" in content ? "columns" : "rows";
    const piles = content[key];
    if (!Array.isArray(piles) || !piles.every(Array.isArray)) throw refusal("no_lists", { text: shorten(text) });
    piles.forEach((pile, at) => this.#add(pile.map(String), at + 1, key.slice(0, -1)));
    this.form = key;
    if (Array.isArray(content.cells)) {
      this.cells = content.cells.map((/** @type {unknown} */ cell) => place(String(cell), 1, "cells"));
      this.cellCount = content.cells.length;
    }
    if (content.home && typeof content.home === "object" && !Array.isArray(content.home)) {
      this.homes = [...SUITS].map((suit) => content.home[suit] ?? 0);
      if (!this.homes.every(Number.isInteger)) throw refusal("no_home_sizes", { text: shorten(text) });
    }
  }

  // The board

  /** Put the board together. @returns {Board} */
  result() {
    if (!this.piles.length && !this.homes) throw refusal("no_cards_in_text");
    const columns = this.#columns();
    const cells = [...(this.cells ?? [])];
    while (cells.length < this.cellCount) cells.push(null);
    const homes = this.homes ?? (this.cells ? missingHomes(columns, cells) : [0, 0, 0, 0]);
    const board = new Board(columns, cells, homes);
    const fault = faultOf(board);
    if (fault) throw new NotationError(fault);
    return board;
  }

  #columns() {
    const form = this.#form();
    if (form === "rows") return this.#columnsOfRows();
    return form === "columns" ? this.piles.map(cardsOf) : inColumns(cardsOf(this.piles[0]));
  }

  /** Whether the lines are rows, columns, or all cards in one line. */
  #form() {
    const sizes = this.piles.map((pile) => pile.places.length);
    if (!sizes.length) return "rows"; // every card is home
    if (this.form === "columns" || this.form === "fc-solve") {
      if (sizes.length === COLUMN_COUNT) return "columns";
      throw refusal("wrong_columns", { count: String(sizes.length), expected: COLUMN_COUNT });
    }
    if (sizes.length === 1 && sizes[0] === DECK_SIZE) return "lines";
    if (["rows", "picture", "fcpro"].includes(this.form) || this.piles.some((pile) => pile.places.includes(null)))
      return "rows";
    const areRows = sizes.every((size, at) => size <= COLUMN_COUNT && (at === 0 || size <= sizes[at - 1]));
    if (sizes.length === COLUMN_COUNT && !(areRows && this.#lookLikeRows(sizes))) return "columns";
    if (!areRows && !this.grid.length && sum(sizes) === DECK_SIZE - this.#elsewhere())
      throw refusal("neither_rows_nor_columns", { sizes: sizes.join(" ") });
    return "rows";
  }

  #elsewhere() {
    return sum(this.homes ?? []) + (this.cells ?? []).filter((card) => card !== null).length;
  }

  /** Whether eight lines are rows: under a head of ours, or where that is nearer to a deal. @param {number[]} sizes */
  #lookLikeRows(sizes) {
    if (distance(sizes) === 0) return false;
    if (this.cells || this.homes) return true;
    const asRows = FRESH.map((_, column) => sizes.filter((size) => size > column).length);
    return distance(asRows) < distance(sizes);
  }

  #columnsOfRows() {
    /** @type {number[][]} */
    const columns = FRESH.map(() => []);
    let { grid } = this;
    this.piles.forEach(({ line, ends, places }, depth) => {
      if (!grid.length && ends.length === COLUMN_COUNT) grid = ends;
      const aligned = ends.length && ends.every((end) => grid.includes(end));
      places.forEach((card, index) => {
        const column = aligned ? grid.indexOf(ends[index]) : index;
        if (card === null) return;
        if (column >= COLUMN_COUNT) throw refusalAt(line, "row_too_long", { count: String(places.length) });
        if (columns[column].length !== depth)
          throw refusalAt(line, "no_card_above", { card: cardName(card), column: String(column + 1) });
        columns[column].push(card);
      });
    });
    return columns;
  }
}

/** @param {Token[]} tokens */
const endsOf = (tokens) => tokens.map((token) => token.end);
/** @param {Token[]} tokens */
const namesOf = (tokens) => tokens.map((token) => token.text);
/** @param {Pile} pile */
const cardsOf = (pile) => pile.places.filter((card) => card !== null);
/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
/** How far the columns are from those of a fresh deal, in cards. @param {number[]} sizes */
const distance = (sizes) => sum(sizes.map((size, column) => Math.abs(size - FRESH[column])));
/** @param {string} token */
const isGap = (token) => GAPS.has(token.toLowerCase());

/** @param {string} token */
const isPlace = (token) => isGap(token) || cardNamed(token) !== null;

/** A card, or null for a token that stands for an empty place. @param {string} token @param {number} line @param {string} [what] @returns {MaybeCard} */
function place(token, line, what = "line") {
  const card = cardNamed(token);
  if (card !== null || isGap(token)) return card;
  const why = t("not_a_card", { text: shorten(token), ranks: RANKS, suits: SUITS });
  throw refusal(`at_${what}`, { at: String(line), why });
}

/** How many cards are home below a letter; `0`, which is no rank, says none. @param {string} letter */
const rankHome = (letter) => RANKS.indexOf({ 10: "T", 1: "A" }[letter] ?? letter) + 1;

/** The homes of a board that does not show them: what is below the lowest card of a suit. @param {number[][]} columns @param {MaybeCard[]} cells */
function missingHomes(columns, cells) {
  const seen = [...columns.flat(), ...cells].filter((card) => card !== null);
  const ranks = (/** @type {number} */ suit) => seen.filter((card) => suitOf(card) === suit).map(rankOf);
  return [0, 1, 2, 3].map((suit) => Math.min(RANKS.length, ...ranks(suit)));
}
