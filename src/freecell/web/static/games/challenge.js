// A challenge: up to ten deals that two people play, and compare, without a server. The link has the numbers, and the result
// has the moves, so that the receiver can replay them. A time cannot be checked: it is what the player's page claims.
//
// `?challenge=617,1,2` is a challenge; `?challenge=617,1,2#played=LINE.SECONDS~LINE.SECONDS.h~...` is a result, where LINE is
// the moves as an address has them, empty for a deal that was not won, and `h` says that the solver helped.

import { deal } from "./board.js";
import { LAST_MICROSOFT_DEAL, parseNumber } from "./deal.js";
import { playerCount } from "./game.js";
import { read, write } from "./store.js";
import { parseMoves } from "../text/address.js";

/** @typedef {{line: string, seconds: number, helped: boolean}} Played */
/** @typedef {{moves: number, seconds: number, helped: boolean} | null} Checked A win whose moves were replayed; null for a deal that was not won. */

export const MOST_DEALS = 10;
const LONGEST_LINE = 3000; // letters of one deal's moves
const MOST_SECONDS = 100 * 60 * 60;
const STORED = "challenges";
const MOST_STORED = 20;

/** A result that does not hold; `number` is the deal whose moves do not win. */
export class ForgedResult extends Error {
  /** @param {number | null} number */
  constructor(number) {
    super("forged");
    this.number = number;
  }
}

/** The deals that a text lists; null where it is no list of one to ten deals. @param {string} text @returns {number[] | null} */
export function readDeals(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map((word) => parseNumber(word));
  const good = numbers.every((number) => number !== null && number >= 1 && number <= LAST_MICROSOFT_DEAL);
  if (!good || numbers.length < 1 || numbers.length > MOST_DEALS || new Set(numbers).size < numbers.length) return null;
  return /** @type {number[]} */ (numbers);
}

/** What an address says of a challenge; null where it is none. @param {URL} url @returns {{deals: number[] | null, played: string | null} | null} */
export function challengeIn(url) {
  const text = url.searchParams.get("challenge");
  if (text === null) return null;
  const [, played = null] = /^#played=(.*)$/.exec(url.hash) ?? [];
  return { deals: readDeals(text), played };
}

/** @param {readonly number[]} deals */
export const nameOf = (deals) => deals.join(",");

/** The address of a challenge, or of a result. @param {readonly number[]} deals @param {readonly (Played | null)[]} [played] */
export function addressOf(deals, played) {
  const url = new URL(`?challenge=${nameOf(deals)}`, document.baseURI);
  if (played) url.hash = `played=${played.map(writePlayed).join("~")}`;
  return url.href;
}

/** @param {Played | null} played */
const writePlayed = (played) =>
  played ? `${played.line}.${Math.round(played.seconds)}${played.helped ? ".h" : ""}` : "";

/** Replay a result: every line must be legal from its deal, and win it. @param {readonly number[]} deals @param {string} text
 * @returns {Checked[]} */
export function checkResult(deals, text) {
  const parts = text.split("~");
  if (parts.length !== deals.length) throw new ForgedResult(null);
  return parts.map((part, index) => (part ? checkLine(deals[index], part) : null));
}

/** @param {number} number @param {string} part @returns {Checked} */
function checkLine(number, part) {
  const [, line, seconds, help] = /^((?:[1-8a-d][1-8a-dh](?:v[0-9a-f])?)+)\.(\d{1,6})(\.h)?$/.exec(part) ?? [];
  if (!line || line.length > LONGEST_LINE || Number(seconds) > MOST_SECONDS) throw new ForgedResult(number);
  try {
    let board = deal(number);
    const moves = parseMoves(board, line);
    for (const move of moves) board = board.play(move);
    if (!board.won) throw new ForgedResult(number);
    return { moves: playerCount(moves), seconds: Number(seconds), helped: help !== undefined };
  } catch {
    throw new ForgedResult(number);
  }
}

// What was played here

/** @typedef {{deals: number[], played: (Played | null)[]}} Challenge */

/** @returns {Challenge[]} the latest last */
const stored = () => (Array.isArray(read(STORED)) ? read(STORED) : []);

/** The challenge of these deals as it was played here, if it was. @param {readonly number[]} deals @returns {Challenge | undefined} */
export const challengeOf = (deals) => stored().find((each) => nameOf(each.deals) === nameOf(deals));

/** The challenge that is being played: the latest, while a deal of it is open. @returns {Challenge | null} */
export function current() {
  const last = stored().at(-1);
  return last?.played.includes(null) ? last : null;
}

/** Take a challenge up, or go on with it. @param {number[]} deals @returns {Challenge} */
export function takeUp(deals) {
  const known = challengeOf(deals) ?? { deals, played: deals.map(() => null) };
  const others = stored().filter((each) => nameOf(each.deals) !== nameOf(deals));
  write(STORED, [...others, known].slice(-MOST_STORED));
  return known;
}

/** Lay a challenge down: it is not played any longer. @param {readonly number[]} deals */
export function layDown(deals) {
  write(
    STORED,
    stored().filter((each) => nameOf(each.deals) !== nameOf(deals)),
  );
}

/** The first deal that is open; null where all are played. @param {Challenge} challenge */
export function nextDeal({ deals, played }) {
  const at = played.indexOf(null);
  return at < 0 ? null : deals[at];
}

/** A deal was won: where it is the next of the challenge that is played, that is noted.
 * @param {number} number @param {Played} played @returns {Challenge | null} the challenge it belongs to */
export function notePlayed(number, played) {
  const challenge = current();
  if (!challenge || nextDeal(challenge) !== number) return null;
  challenge.played[challenge.deals.indexOf(number)] = played;
  write(STORED, [...stored().slice(0, -1), challenge]);
  return challenge;
}
