// The player of written lines, compiled from the core: it plays, completes, refuses and writes lines of play. Small, and quick
// enough for the page's own thread; it is loaded when the page is idle, or when it is first needed.

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/board.js").Autoplay} Autoplay */
/** @typedef {import("../table/refusals.js").Refusal} Refusal */
/** @typedef {import("../text/solution_reader.js").Kind} Kind */
/** @typedef {import("../text/solution_reader.js").WrittenMove} WrittenMove */
/** @typedef {{moves: Move[], autoplay: Autoplay, done: number, won: boolean, refusal: Refusal | null}} Played
 * How far written moves could be played. */

const NOTHING = 255; // no card, or a number of cards that is not said
const COLUMN_BYTES = 53; // the size of a column, and room for 52 cards
const BOARD_BYTES = 8 * COLUMN_BYTES + 8 + 4 + 1;
const KINDS = ["standard", "fcpro", "macroxue"]; // any other kind says everything
const NO_NUMBER = -5;

export class Player {
  #core;

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.#core = /** @type {any} */ (exports);
    this.#core._initialize();
    /** What a line of play can be written as. @type {readonly string[]} */
    this.dialects = this.#ask([], () => this.#core.dialects()).split(" ");
  }

  /** Play written moves in the reading of them that wins, or else goes furthest.
   * @param {Board} start @param {readonly WrittenMove[]} line @param {Kind} kind @returns {Played} */
  replay(start, line, kind) {
    const written = line.flatMap(({ source, target, cards }) => [
      source.charCodeAt(0),
      target.charCodeAt(0),
      cards ?? NOTHING,
    ]);
    const known = KINDS.indexOf(kind);
    const answer = this.#ask([...boardBytes(start), ...written], () =>
      this.#core.replay(known < 0 ? KINDS.length : known),
    );
    const found = JSON.parse(answer);
    return { ...found, moves: movesIn(found.moves) };
  }

  /** A line of play in a dialect. @param {Board} start @param {readonly Move[]} moves @param {string} dialect @param {number | null} number */
  write(start, moves, dialect, number) {
    const line = moves.flatMap(({ source, target, count }) => [source, target, count]);
    return this.#ask([...boardBytes(start), ...line], () =>
      this.#core.write(this.dialects.indexOf(dialect), number ?? NO_NUMBER),
    );
  }

  /** Go from board to board, each a move, or one and moves home, from the one before; the first is to be the start.
   * @param {Board} start @param {readonly Board[]} boards @returns {{moves: Move[], reached: number, won: boolean}} */
  follow(start, boards) {
    const found = JSON.parse(this.#ask([start, ...boards].flatMap(boardBytes), () => this.#core.follow()));
    return { ...found, moves: movesIn(found.moves) };
  }

  /** Why cards that a hand holds cannot be put down; null where they can. @param {Board} board @param {Move} held @returns {Refusal | null} */
  refusal(board, { source, target, count }) {
    return JSON.parse(this.#ask([...boardBytes(board), source, target, count], () => this.#core.refusal()));
  }

  /** @param {number[]} input @param {() => number} question @returns {string} */
  #ask(input, question) {
    const address = this.#core.input_address(input.length);
    new Uint8Array(this.#core.memory.buffer, address, input.length).set(input);
    if (!question()) throw new Error("the player of lines was asked what it does not know");
    const output = new Uint8Array(this.#core.memory.buffer, this.#core.output_address(), this.#core.output_size());
    return new TextDecoder().decode(output);
  }
}

/** @param {Board} board @returns {number[]} */
function boardBytes({ columns, cells, homes }) {
  const bytes = Array(BOARD_BYTES).fill(NOTHING);
  columns.forEach((cards, index) => {
    bytes[index * COLUMN_BYTES] = cards.length;
    cards.forEach((card, row) => (bytes[index * COLUMN_BYTES + 1 + row] = card));
  });
  cells.forEach((card, index) => (bytes[8 * COLUMN_BYTES + index] = card ?? NOTHING));
  homes.forEach((size, suit) => (bytes[8 * COLUMN_BYTES + 8 + suit] = size));
  bytes[BOARD_BYTES - 1] = cells.length;
  return bytes;
}

/** @param {readonly number[]} numbers @returns {Move[]} */
function movesIn(numbers) {
  const moves = [];
  for (let at = 0; at < numbers.length; at += 3) {
    moves.push({ source: numbers[at], target: numbers[at + 1], count: numbers[at + 2] });
  }
  return moves;
}

/** @type {Promise<Player | null> | null} */
let loading = null;

/** The player, loaded once; null where there is none, the browser cannot run it, or it could not be loaded: then the next
 * who asks tries again. @returns {Promise<Player | null>} */
export function loadPlayer() {
  loading ??= load().catch(() => (loading = null));
  return loading;
}

async function load() {
  if (document.documentElement.dataset.engine !== "yes" || typeof WebAssembly !== "object") return null;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("player.wasm", import.meta.url)), {});
  return new Player(instance);
}
