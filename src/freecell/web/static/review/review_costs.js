// What the moves of a reviewed game cost: how many moves longer each made the shortest win that was found.

import { playerCount } from "../games/game.js";
import { t } from "../words.js";

/** @typedef {import("../games/game.js").Game} Game */
/** @typedef {import("./reviewer.js").Reviewer} Reviewer */

const WIDEST = 4; // moves that "most was lost at" may span

/** The cost of what leads to each stop of a line: 0 at the first, and where it is not known.
 * @param {Game} line @param {Pick<Reviewer, "needed">} reviewer @returns {number[]} */
export function costs(line, reviewer) {
  const stops = line.stops();
  const moves = line.line();
  return stops.map((stop, index) => {
    const [before, after] = [index ? reviewer.needed(stops[index - 1]) : null, reviewer.needed(stop)];
    if (before === null || after === null) return 0;
    return Math.max(0, after + playerCount(moves.slice(stops[index - 1], stop)) - before);
  });
}

/** Where most was lost: the first and the last move, as players count them, of the few in a row that cost most; null where
 * no move cost anything. @param {Game} line @param {number[]} lost @returns {[number, number] | null} */
export function worst(line, lost) {
  let [best, from, to] = [0, 0, 0];
  for (let first = 1; first < lost.length; first++) {
    let sum = 0;
    for (let last = first; last < Math.min(first + WIDEST, lost.length); last++) {
      sum += lost[last];
      if (sum > best) [best, from, to] = [sum, first, last];
    }
  }
  if (!best) return null;
  const stops = line.stops();
  const number = (/** @type {number} */ at) => Math.max(1, playerCount(line.line().slice(0, stops[at])));
  return [number(from), number(to)];
}

/** A won game in a sentence: its length, the shortest that was found, and where the difference arose.
 * @param {Game} line @param {number} par @param {boolean} proved @param {number[]} lost */
export function inASentence(line, par, proved, lost) {
  const n = line.whole;
  if (n <= par) return proved ? t("won_shortest", { n }) : t("won_as_short", { n });
  const [first, last] = worst(line, lost) ?? [0, 0];
  if (!first) return t("won_par", { n, par });
  return first === last ? t("won_lost_by", { n, par, first }) : t("won_lost_at", { n, par, first, last });
}
