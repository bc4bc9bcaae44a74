// How boards and moves lie in the engine's buffer: see core/browser/engine.cpp.

/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {{columns: readonly (readonly number[])[], cells: readonly (number | null)[], homes: readonly number[]}} Position */

const EMPTY = 255;
const COLUMN_BYTES = 53; // the size of a column, and room for 52 cards

/** How many bytes a board takes; what goes with it lies behind it. */
export const BOARD_BYTES = 8 * COLUMN_BYTES + 12;

/** How many moves find room behind a board. */
export const MOST_MOVES = Math.floor((65536 - BOARD_BYTES) / 3);

/** The engine's buffer; it must be asked for anew each time, since the memory may have grown.
 * @param {any} engine @param {number} size @param {number} [from] */
export function memory(engine, size, from = 0) {
  return new Uint8Array(engine.memory.buffer, engine.buffer_address() + from, size);
}

/** @param {any} engine @param {Position} position */
export function writeBoard(engine, { columns, cells, homes }) {
  const bytes = memory(engine, BOARD_BYTES).fill(EMPTY);
  columns.forEach((cards, index) => {
    bytes[index * COLUMN_BYTES] = cards.length;
    bytes.set(cards, index * COLUMN_BYTES + 1);
  });
  bytes.set(
    cells.map((card) => card ?? EMPTY),
    8 * COLUMN_BYTES,
  );
  bytes.set(homes, 8 * COLUMN_BYTES + 8);
}

/** Write moves behind the board. @param {any} engine @param {readonly Move[]} moves */
export function writeMoves(engine, moves) {
  if (moves.length > MOST_MOVES) throw new Error(`a line of ${moves.length} moves (at most ${MOST_MOVES})`);
  const bytes = moves.flatMap(({ source, target, count }) => [source, target, count]);
  memory(engine, bytes.length, BOARD_BYTES).set(bytes);
}

/** The moves in some bytes, three each. @param {Uint8Array} bytes @returns {Move[]} */
export function readMoves(bytes) {
  return Array.from({ length: bytes.length / 3 }, (_, index) => {
    const [source, target, count] = bytes.subarray(3 * index, 3 * index + 3);
    return { source, target, count };
  });
}
