// Boards and functions with a bug, for those who want to see a check before they have a dealer of their own.

import { cardName } from "../games/cards.js";

/** @typedef {import("./dealer.js").Dealers} Dealers */

const BUGS = ["not swapped", "by columns", "32 bits", "deck by suits", "snake", "one card too few"];

/** What is replaced in the right function, and with what: a bug each. @type {[string | RegExp, string][]} */
const CHANGES = [
  ["% 2 ** 31", "% 2 ** 32"],
  ["2 ** 16) % deck.length", "2 ** 16) % (deck.length - 1 || 1)"],
  ['"CDHS"', '"SHDC"'],
  [/\n.*\[deck\[index\], deck\[last\]\].*\n.*\n/, "\n    cards.push(deck.splice(index, 1)[0]);\n"],
  ["214013 + 2531011", "2531011 + 214013"],
  ["Math.floor(state / 2 ** 16)", "state"],
];

let boardsShown = 0;
let functionsShown = 0;

/** Games 1 and 617 as a dealer with a bug deals them; another bug each time. @param {Dealers} dealers */
export function wrongBoards(dealers) {
  const bug = BUGS[boardsShown++ % BUGS.length];
  return [1, 617].map((number) => `Game #${number}\n${rowsOf(dealers.deal(number, [bug]) ?? [])}\n`).join("\n");
}

/** @param {number[]} cards */
function rowsOf(cards) {
  const names = cards.map(cardName);
  return [0, 8, 16, 24, 32, 40, 48].map((first) => names.slice(first, first + 8).join(" ")).join("\n");
}

/** The function that the page shows, with a bug; another one each time. @param {string} address of the right one */
export async function wrongFunction(address) {
  const source = await (await fetch(address)).text();
  const right = source.slice(source.indexOf("export ")).replace("export ", "");
  const [what, by] = CHANGES[functionsShown++ % CHANGES.length];
  return right.replace(what, by);
}
