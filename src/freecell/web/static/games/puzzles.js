// The puzzles: positions in which one move, or two, keep the win. The set comes with the page; see puzzle_set.py.

import { deal } from "./board.js";
import { localDate } from "./daily.js";
import { read, write } from "./store.js";
import { parseMoves } from "../text/address.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {{number: number, deal: number, wrong: number, level: number, moves: string, wins: string[]}} Puzzle
 * Its place in the set, the deal it comes from, how many of a hundred choices of the simulated players lose, the level 0 to
 * 4, the moves to the position, and for each answer a line that begins with it and wins. */
/** @typedef {{day: string, tries: number}} Solved When a puzzle was solved, and how many moves were tried. */

const LEVEL_STARTS = [0, 46, 56, 80, 98]; // as in puzzle_set.py, like all that follows
const DAY_LEVELS = [0, 1, 1, 2, 2, 3, 4];
const FIRST_DAY = Date.UTC(2026, 0, 5);
const STRIDE = 37;
const DAY = 24 * 60 * 60 * 1000;
const STORED = "puzzles";

/** @type {Promise<Puzzle[]> | null} */
let all = null;

/** All puzzles, the easiest first; got once, and again where that failed. @returns {Promise<Puzzle[]>} */
export function puzzles() {
  all ??= load().catch((error) => {
    all = null;
    throw error;
  });
  return all;
}

async function load() {
  const answer = await fetch(new URL("../puzzles.txt", import.meta.url));
  if (!answer.ok) throw new Error(`puzzles.txt: ${answer.status}`);
  return readPuzzles(await answer.text());
}

/** @param {string} text @returns {Puzzle[]} */
export function readPuzzles(text) {
  return text
    .trim()
    .split("\n")
    .map((line, index) => {
      const [number, wrong, moves, ...wins] = line.split(" ");
      const level = LEVEL_STARTS.findLastIndex((start) => start <= Number(wrong));
      return { number: index + 1, deal: Number(number), wrong: Number(wrong), level, moves, wins };
    });
}

/** The puzzle of a date such as 2026-11-16. @param {Puzzle[]} list @param {string} date @returns {Puzzle} */
export function puzzleOfDay(list, date) {
  const days = Math.round((Date.parse(date) - FIRST_DAY) / DAY);
  const week = Math.floor(days / 7);
  const weekday = days - 7 * week;
  const ofLevel = list.filter(({ level }) => level === DAY_LEVELS[weekday]);
  const at = (week * STRIDE + weekday) % ofLevel.length;
  return ofLevel[(at + ofLevel.length) % ofLevel.length];
}

/** Play a line in which every card goes home as soon as it can. @param {Board} start @param {string} text */
function played(start, text) {
  let board = withCardsHome(start);
  for (const word of text.match(/[1-8a-d]{2}(?:v[0-9a-f])?/g) ?? []) {
    board = withCardsHome(board.play(parseMoves(board, word)[0]));
  }
  return board;
}

/** @param {Board} board */
const withCardsHome = (board) => board.movesHome("max").reduce((each, move) => each.play(move), board);

/** The position of a puzzle. @param {Puzzle} puzzle */
export const positionOf = (puzzle) => played(deal(puzzle.deal), puzzle.moves);

/** The moves that keep the win. @param {Puzzle} puzzle @param {Board} board its position @returns {Move[]} */
export const answersOf = ({ wins }, board) =>
  wins.map((win) => parseMoves(board, /^..(?:v.)?/.exec(win)?.[0] ?? "")[0]);

/** The positions after some moves, whatever the order of columns and cells. @param {Board} board @param {readonly Move[]} moves */
export const positionsAfter = (board, moves) => new Set(moves.map((move) => unordered(board.play(move))));

/** A text that is the same for positions that differ only in the order of columns and cells. @param {Board} board */
export function unordered({ columns, cells, homes }) {
  const held = cells.filter((card) => card !== null).sort((one, other) => one - other);
  return JSON.stringify([columns.map(String).sort(), held, homes]);
}

// What was solved

/** By the deals of the puzzles. @returns {Record<string, Solved>} */
export const solvedPuzzles = () => read(STORED) ?? {};

/** @param {Puzzle} puzzle @param {number} tries */
export function noteSolved({ deal: number }, tries) {
  const solved = solvedPuzzles();
  if (number in solved) return;
  write(STORED, { ...solved, [number]: { day: localDate(new Date()), tries } });
}

/** Take in what was saved elsewhere; what is known here stays. @param {any} saved */
export function addSolved(saved) {
  if (typeof saved !== "object" || saved === null) return;
  const good = Object.entries(saved).filter(([number, each]) => /^\d+$/.test(number) && typeof each?.day === "string");
  write(STORED, { ...Object.fromEntries(good), ...solvedPuzzles() });
}
