// How a card is drawn: its index and its face, put together from the symbols that the page came with.
// The shapes and their places are those of drawing/card_art.py, which draws the pictures and the films.

import { RANKS, SUITS, rankOf, suitOf } from "../games/cards.js";

const SVG = "http://www.w3.org/2000/svg";
const ADVANCE = 72; // how far behind the begin of a rank its suit begins
const ADVANCE_OF_TEN = 98;
const BESIDE_THE_HEAD = "translate(79.5 2.5) scale(.218)";
const TURNED = "rotate(180 50 60)";

/** @typedef {[shape: string, transform?: string]} Used A symbol, and where it lies. */

/** Make a drawing of symbols. @param {string} viewBox @param {string} className @param {Used[]} used */
export function drawing(viewBox, className, ...used) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.append(...used.map(use));
  return svg;
}

/** @param {Used} used */
function use([shape, transform]) {
  const element = document.createElementNS(SVG, "use");
  element.setAttribute("href", `#s-${shape}`);
  if (transform) element.setAttribute("transform", transform);
  return element;
}

/** A suit alone. @param {number} suit @param {string} className */
export const suitDrawing = (suit, className) => drawing("0 0 100 100", className, [SUITS[suit]]);

/** What stands in the corner: a letter or number, and the suit. @param {string} letter @param {number} suit */
export function indexDrawing(letter, suit) {
  const advance = letter.length > 1 ? ADVANCE_OF_TEN : ADVANCE;
  return drawing(`0 0 ${advance + 100} 100`, "index", [indexName(letter)], [SUITS[suit], `translate(${advance} 0)`]);
}

/** The name of an index among the symbols, plain ASCII for any letter. @param {string} letter */
function indexName(letter) {
  const code = letter.codePointAt(0) ?? 0;
  return `i${code < 128 ? letter : code.toString(16)}`;
}

/** What fills a card: a large suit, or the figure of a court card. @param {number} card */
export function faceDrawing(card) {
  const rank = RANKS[rankOf(card)];
  const suit = SUITS[suitOf(card)];
  if (!"JQK".includes(rank)) return suitDrawing(suitOf(card), "pip");
  return drawing("0 -3 100 126", "court", [rank], [suit, BESIDE_THE_HEAD], [suit, `${TURNED} ${BESIDE_THE_HEAD}`]);
}

/** A whole card as a part of a larger drawing; its class gives it the colours of its suit.
 * @param {number} card @param {string} letter @param {number} x @param {number} y */
export function cardGroup(card, letter, x, y) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `drawn suit-${SUITS[suitOf(card)].toLowerCase()}`);
  group.setAttribute("transform", `translate(${x} ${y})`);
  const paper = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ class: "sheet", width: 100, height: 140, rx: 9 })) {
    paper.setAttribute(name, String(value));
  }
  const suit = SUITS[suitOf(card)];
  const advance = letter.length > 1 ? ADVANCE_OF_TEN : ADVANCE;
  const rank = RANKS[rankOf(card)];
  const figure = "translate(11 40) scale(.78)";
  /** @type {Used[]} */
  const face = "JQK".includes(rank)
    ? [
        [rank, figure],
        [suit, `${figure} ${BESIDE_THE_HEAD}`],
        [suit, `${figure} ${TURNED} ${BESIDE_THE_HEAD}`],
      ]
    : [[suit, "translate(20 60) scale(.6)"]];
  const index = /** @type {Used[]} */ ([
    [indexName(letter), "translate(8 8) scale(.25)"],
    [suit, `translate(${8 + advance / 4} 8) scale(.25)`],
  ]);
  group.append(paper, ...[...index, ...face].map(use));
  return group;
}
