// Boards and moves as the core takes and returns them: bytes, laid out as core/browser/layout.h defines.

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {{columns: readonly (readonly number[])[], cells: readonly (number | null)[], homes: readonly number[]}} Position */

/** An empty cell, no card, or a number of cards that the text leaves open. */
export const NOTHING = 255;

const COLUMN_BYTES = 53; // the size of a column, and room for 52 cards
const BOARD_BYTES = 8 * COLUMN_BYTES + 8 + 4 + 1;

/** How many moves fit behind a board in the engine's buffer. */
const MOST_MOVES = Math.floor((65536 - BOARD_BYTES) / 3);

/** @param {Position} position @returns {number[]} */
export function boardBytes({ columns, cells, homes }) {
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

/** @param {readonly Move[]} moves @returns {number[]} three each */
export function moveBytes(moves) {
  return moves.flatMap(({ source, target, count }) => [source, target, count]);
}

/** The moves in some bytes, three each. @param {ArrayLike<number>} bytes @returns {Move[]} */
export function readMoves(bytes) {
  return Array.from({ length: bytes.length / 3 }, (_, index) => ({
    source: bytes[3 * index],
    target: bytes[3 * index + 1],
    count: bytes[3 * index + 2],
  }));
}

/** The engine's buffer; ask for it anew each time, since the memory may have grown.
 * @param {any} engine @param {number} size */
export function memory(engine, size) {
  return new Uint8Array(engine.memory.buffer, engine.buffer_address(), size);
}

/** Write a board, and moves behind it, into the engine's buffer.
 * @param {any} engine @param {Position} position @param {readonly Move[]} [moves] */
export function writeBoard(engine, position, moves = []) {
  if (moves.length > MOST_MOVES) throw new Error(`a line of ${moves.length} moves (at most ${MOST_MOVES})`);
  const bytes = [...boardBytes(position), ...moveBytes(moves)];
  memory(engine, bytes.length).set(bytes);
}
