// Answers what a Python test asks on standard input about the page's own rules, all at once.

import { readFileSync } from "node:fs";
import { deal, perft } from "../../src/freecell/web/static/board.js";
import { dealFreeCell, parseNumber } from "../../src/freecell/web/static/deal.js";
import { formatMoves, formatPosition, formatRows, parseMoves, parsePosition } from "../../src/freecell/web/static/notation.js";

const KINDS = ["none", "horne", "fcpro", "max"];

/** How many lines of 1, 2, ... moves start from a position. */
function counts({ number, cells, moves, depth }) {
  const start = deal(number, cells);
  const board = parseMoves(start, moves).reduce((before, each) => before.play(each), start);
  return Array.from({ length: depth }, (_, index) => perft(board, index + 1));
}

/** Everything the rules say along a recorded game. */
function along({ number, cells, moves }) {
  let board = deal(number, cells);
  const told = [look(board)];
  for (const each of parseMoves(board, moves)) {
    board = board.play(each);
    told.push(look(board));
  }
  return told;
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

const asked = JSON.parse(readFileSync(0, "utf8"));
const answer = {
  deals: (asked.deals ?? []).map(dealFreeCell),
  numbers: (asked.numbers ?? []).map(parseNumber),
  games: (asked.games ?? []).map(along),
  perft: (asked.perft ?? []).map(counts),
};
process.stdout.write(JSON.stringify(answer));
