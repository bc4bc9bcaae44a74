// A position as a picture of the size of a stamp: how the cards lie, which are red, and how far the homes are.

import { rankOf, suitOf } from "../games/cards.js";

/** @typedef {import("../games/board.js").Board} Board */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 8; // of a card, with the gap beside it
const STEP = 3; // what is seen of a covered card
const TOP = 13; // where the columns begin
const DEEPEST = 15; // cards of a column that find room

/** @param {Board} board @returns {SVGElement} */
export function smallPicture(board) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${8 * WIDTH + 1} ${TOP + DEEPEST * STEP + 8}`);
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("small-board");
  const card = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ kind) => {
    const drawn = document.createElementNS(SVG, "rect");
    const values = { x: x * WIDTH + 1, y: y + 1, width: WIDTH - 1, height: 10, rx: 1 };
    for (const [name, value] of Object.entries(values)) drawn.setAttribute(name, String(value));
    drawn.setAttribute("class", kind);
    picture.append(drawn);
  };
  board.cells.slice(0, 4).forEach((each, index) => card(index, 0, each === null ? "none" : kindOf(each)));
  board.homes.forEach((size, suit) => card(4 + suit, 0, size ? kindOf(suit) : "none"));
  board.columns.forEach((cards, column) => {
    const step = STEP * Math.min(1, DEEPEST / Math.max(1, cards.length));
    cards.forEach((each, depth) => card(column, TOP + depth * step, kindOf(each)));
  });
  return picture;
}

/** @param {number} card */
const kindOf = (card) => `${[1, 2].includes(suitOf(card)) ? "red" : "black"}${rankOf(card) > 9 ? " court" : ""}`;
