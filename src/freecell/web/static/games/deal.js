// From a deal number to its cards, exactly as Microsoft's FreeCell deals them; see dealing.py.

import { cardName, DECK_SIZE, NotationError, parseCard } from "./cards.js";

/** @import { Card } from "./cards.js" */

export const FIRST_DEAL = -4;
export const LAST_DEAL = 2 ** 33 - 1;
export const LAST_MICROSOFT_DEAL = 1_000_000;

/** Microsoft's four games that are no shuffles, in the order they are dealt. @type {Record<string, string>} */
const SPECIAL = {
  "-1": "AC AD AH AS QC QD QH QS 3C 3D 3H 3S TC TD TH TS 5C 5D 5H 5S 8C 8D 8H 8S 7C 7D 7H 7S 6C 6D 6H 6S 9C 9D 9H 9S 4C 4D 4H 4S JC JD JH JS 2C 2D 2H 2S KC KD KH KS",
  "-2": "AS AH AD AC 7S 7H 7D 7C KS KH KD KC 6S 6H 6D 6C QS QH QD QC 5S 5H 5D 5C JS JH JD JC 4S 4H 4D 4C TS TH TD TC 3S 3H 3D 3C 9S 9H 9D 9C 2S 2H 2D 2C 8S 8H 8D 8C",
  "-3": "KS KH KD KC 6S 6H 6D 6C QS QH QD QC 5S 5H 5D 5C JS JH JD JC 4S 4H 4D 4C TS TH TD TC 3S 3H 3D 3C 9S 9H 9D 9C 2S 2H 2D 2C 8S 8H 8D 8C AS AH AD AC 7S 7H 7D 7C",
  "-4": "KS QC TD 8H 6S 5D 3S 2D KH JS TC 8D 6H 5C 3H 2C KD JH 9S 8C 6D 4S 3D AS KC JD 9H 7S 6C 4H 3C AH QS JC 9D 7H 5S 4D 2S AD QH TS 9C 7D 5H 4C 2H AC QD TH 8S 7C",
};

/** The random value that a state of the generator stands for, which depends on the band of the number.
 * @param {number} state @param {number} number */
function valueOf(state, number) {
  if (number < 2 ** 31) return (state >>> 16) & 0x7fff; // Microsoft's own rule
  if (number < 2 ** 32) return ((state >>> 16) & 0x7fff) | 0x8000; // FreeCell Pro
  return (state >>> 16) + 1; // FreeCell Pro
}

/** Whether this is the number of a deal. @param {number} number */
const isDealNumber = (number) => Number.isInteger(number) && number >= FIRST_DEAL && number <= LAST_DEAL;

/** @typedef {{state: number, value: number, left: number, place: number, card: Card}} Draw One step of the dealing. */

/** The steps that deal a number, as dealing.py explains them; the special games have none. @param {number} number @returns {Draw[]} */
export function draws(number) {
  /** @type {Draw[]} */
  const all = [];
  const deck = Array.from({ length: DECK_SIZE }, (_, index) => index);
  let state = (number % 2 ** 32) | 0;
  for (let left = number < 0 ? 0 : DECK_SIZE; left > 0; left--) {
    state = (Math.imul(state, 214013) + 2531011) | 0;
    const value = valueOf(state, number);
    const place = value % left;
    const shown = number < 2 ** 32 ? state & 0x7fffffff : state >>> 0; // as the rule of the band has it
    all.push({ state: shown, value, left, place, card: deck[place] });
    deck[place] = deck[left - 1];
  }
  return all;
}

/** The 52 cards of a number in the order they are dealt. @param {number} number @returns {Card[]} */
export function dealCards(number) {
  if (!isDealNumber(number)) throw new NotationError(String(number));
  return number < 0 ? SPECIAL[number].split(" ").map(parseCard) : draws(number).map((draw) => draw.card);
}

/** The board of a deal number as seven rows of card names, such as "TH". @param {number} number @returns {string[][]} */
export function dealFreeCell(number) {
  const names = dealCards(number).map(cardName);
  return [0, 8, 16, 24, 32, 40, 48].map((first) => names.slice(first, first + 8));
}

const NUMBER =
  /^(?:#|ms ?#?)?(-?(?:0|[1-9][0-9]{0,10}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}|[1-9][0-9]{0,2}(?:_[0-9]{3}){1,3}))$/i;

/** Read a deal number as people write it: 617, #617, ms617, 11,982, 1_000_000; or null. @param {string} text @returns {number | null} */
export function parseNumber(text) {
  // People also separate groups of three as their language does: by a space or a point.
  const local = text.trim().replace(/(?<=\d)[\s.\u00a0\u202f](?=\d{3}(?!\d))/g, ",");
  const match = NUMBER.exec(local);
  const number = match ? Number(match[1].replace(/[,_]/g, "")) : NaN;
  return isDealNumber(number) ? number : null;
}

/** A part of an address as it was meant; a broken encoding stays as it is. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
