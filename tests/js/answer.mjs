// Answers what a Python test asks on standard input about the page's own rules, all at once.

import { readFileSync } from "node:fs";
import { Board, deal } from "../../src/freecell/web/static/games/board.js";
import { NotationError } from "../../src/freecell/web/static/games/cards.js";
import { dealFreeCell, parseNumber } from "../../src/freecell/web/static/games/deal.js";
import { readText, replaySolution } from "../../src/freecell/web/static/text/solution_player.js";
import { takeApart } from "../../src/freecell/web/static/text/solution_reader.js";
import {
  formatMoves,
  formatPosition,
  formatRows,
  parseMoves,
  parsePosition,
} from "../../src/freecell/web/static/text/address.js";
import { loadWords, setLanguage } from "../../src/freecell/web/static/words.js";
import { LinePlayer } from "../../src/freecell/web/static/engine/player.js";

const PLAYER = new URL("../../src/freecell/web/static/engine/player.wasm", import.meta.url);
const player = new LinePlayer((await WebAssembly.instantiate(readFileSync(PLAYER))).instance);
const KINDS = ["none", "horne", "fcpro", "max"];

/** Count the lines of this many legal moves: a test of the rules. */
function perft(board, depth) {
  const moves = board.legalMoves();
  if (depth <= 1) return depth ? moves.length : 1;
  return moves.reduce((sum, each) => sum + perft(board.play(each), depth - 1), 0);
}

/** How many lines of 1, 2, ... moves start from a position. */
function counts({ number, cells, moves, depth }) {
  const start = deal(number, cells);
  const board = parseMoves(start, moves).reduce((before, each) => before.play(each), start);
  return Array.from({ length: depth }, (_, index) => perft(board, index + 1));
}

/** Everything the rules say along a recorded game. */
function along({ number, cells, moves }) {
  let board = deal(number, cells);
  const reported = [look(board)];
  for (const each of parseMoves(board, moves)) {
    board = board.play(each);
    reported.push(look(board));
  }
  return reported;
}

function look(board) {
  const again = parsePosition(formatPosition(board));
  if (again.key() !== board.key()) throw new Error(`an address loses ${formatRows(board)}`);
  return {
    board: formatRows(board),
    legal: formatMoves(board.legalMoves()),
    home: KINDS.map((kind) => formatMoves(board.movesHome(kind))),
  };
}

/** What a pasted text is taken for, or why it is refused. */
function readings({ text, number }) {
  try {
    const found = readText(text, number, player);
    if (found instanceof Board) return { position: formatPosition(found), moves: "" };
    const { start, moves, dialect, autoplay, won, count, error } = found;
    return { position: formatPosition(start), moves: formatMoves(moves), dialect, autoplay, won, count, error };
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { refused: error.message };
  }
}

await loadWords(
  `data:application/json,${encodeURIComponent(readFileSync(new URL("../../src/freecell/words.json", import.meta.url), "utf8"))}`,
);
const asked = JSON.parse(readFileSync(0, "utf8"));
globalThis.document = { documentElement: {} }; // which gets the language
setLanguage(asked.language ?? "en");
const answer = {
  deals: (asked.deals ?? []).map(dealFreeCell),
  numbers: (asked.numbers ?? []).map(parseNumber),
  games: (asked.games ?? []).map(along),
  written: (asked.written ?? []).map(({ position, moves, number }) => {
    const start = parsePosition(position);
    const line = parseMoves(start, moves);
    return Object.fromEntries(player.dialects.map((name) => [name, player.write(start, line, name, number)]));
  }),
  again: (asked.again ?? []).map(({ position, moves, number }) => {
    const start = parsePosition(position);
    const line = parseMoves(start, moves);
    const read = (name) => replaySolution(start, takeApart(player.write(start, line, name, number)), player);
    const reported = player.dialects.map((name) => [name, read(name)]);
    return Object.fromEntries(
      reported.map(([name, found]) => [name, { moves: formatMoves(found.moves), error: found.error }]),
    );
  }),
  texts: (asked.texts ?? []).map(readings),
  held: (asked.held ?? []).map(({ position, moves }) => {
    const board = parsePosition(position);
    return moves.map(([source, target, count]) => player.refusal(board, { source, target, count }));
  }),
  perft: (asked.perft ?? []).map(counts),
};
process.stdout.write(JSON.stringify(answer));
