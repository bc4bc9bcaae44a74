// The steps of a deal: their figures, and the same lines that `freecell deal --explain` prints.

import { cardName, DECK_SIZE } from "../games/cards.js";
import { dealCards, draws } from "../games/deal.js";
import { spokenName, t } from "../words.js";

/** @typedef {import("../games/deal.js").Draw} Draw */
/** @typedef {{before: number, product: number, sum: number, cut: number} & Draw} Figures */

/** Which rule takes the value from the state. @param {number} number @returns {"microsoft" | "high" | "wide"} */
function bandOf(number) {
  if (number < 2 ** 31) return "microsoft";
  return number < 2 ** 32 ? "high" : "wide";
}

/** One deal as it goes on, step by step. */
export class Dealing {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
    this.band = bandOf(number);
    this.draws = draws(number);
    this.cards = dealCards(number);
  }

  /** The state that the generator starts with. */
  get start() {
    return this.number % 2 ** 32;
  }

  /** What the state is taken modulo, in the rule of the number's band. */
  get modulus() {
    return this.band === "wide" ? 2 ** 32 : 2 ** 31;
  }

  /** All figures of a step, 1 to 52. They are exact: the largest has 50 bits. @param {number} step @returns {Figures} */
  figures(step) {
    const draw = this.draws[step - 1];
    const before = step === 1 ? this.start : this.draws[step - 2].state;
    const product = before * 214013;
    const sum = product + 2531011;
    return { ...draw, before, product, sum, cut: Math.floor(sum / this.modulus) };
  }

  /** The cards in the deck before a step, in their places. @param {number} step @returns {number[]} */
  deckBefore(step) {
    const deck = Array.from({ length: DECK_SIZE }, (_, index) => index);
    for (const { place } of this.draws.slice(0, step - 1)) {
      deck[place] = deck[deck.length - 1];
      deck.pop();
    }
    return deck;
  }

  /** A step in one sentence or two. @param {number} step @returns {string} */
  sentence(step) {
    if (step === 0) return t("learn_start", { n: String(this.start) });
    const { state, value, left, place, card } = this.draws[step - 1];
    const deck = this.deckBefore(step);
    const figures = { state: String(state), value: String(value), left, place };
    const where = { row: ((step - 1) >> 3) + 1, column: ((step - 1) & 7) + 1 };
    const drawn = t("learn_step", { card: step, ...figures, name: spokenName(card), ...where });
    const last = deck[deck.length - 1];
    return `${drawn} ${last === card ? t("learn_swap_none") : t("learn_swap", { last: spokenName(last), place })}`;
  }

  /** The deal as the command explains it. @returns {string} */
  explanation() {
    const head = `${pad("card", 4)} ${pad("state", 10)} ${pad("value", 5)} ${pad("left", 4)} ${pad("index", 5)}`;
    const lines = this.draws.map(
      ({ state, value, left, place, card }, at) =>
        `${pad(at + 1, 4)} ${pad(state, 10)} ${pad(value, 5)} ${pad(left, 4)} ${pad(place, 5)}` +
        `  ${cardName(card)}  ${spokenName(card)}`,
    );
    return [t("game_no_label", { n: String(this.number) }), head, ...lines].join("\n");
  }
}

/** @param {string | number} text @param {number} width */
const pad = (text, width) => String(text).padStart(width);
