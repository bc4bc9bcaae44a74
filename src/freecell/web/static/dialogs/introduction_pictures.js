// The three pictures that introduce the game: where the cards are to go, how columns are built, what cells are for.

import { cardGroup, drawing, suitDrawing } from "../table/card_art.js";
import { parseCard } from "../games/cards.js";
import { settings } from "../games/store.js";
import { indexLetter } from "../words.js";

/** @typedef {"goal" | "columns" | "cells"} Scene */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{places: Point[], homes: Point[], cards: [string, number, number][], marked: Point, arrow: string}} Drawn
 *   What lies where, in units of which a card is 100 wide; the place that is meant, and the way to it. */

const SVG = "http://www.w3.org/2000/svg";
const STEP = 38;
const [A, B, C, D] = [20, 140, 260, 380];

/** Cards of a column from its back to its front. @param {number} x @param {number} y @param {string[]} names @returns {[string, number, number][]} */
const column = (x, y, ...names) => names.map((name, depth) => [name, x, y + depth * STEP]);

/** @type {Record<Scene, Drawn>} */
const SCENES = {
  goal: {
    places: [],
    homes: [
      [A, 20],
      [B, 20],
      [C, 20],
      [D, 20],
    ],
    cards: [...column(A, 20, "AC", "2C", "3C"), ...column(B, 20, "AD", "2D"), ...column(C, 20, "AH"), ["AS", D, 196]],
    marked: [D, 20],
    arrow: "M430 200V116M406 140L430 114L454 140",
  },
  columns: {
    places: [],
    homes: [],
    cards: [...column(B - 40, 46, "KS", "QH", "JC"), ...column(C + 40, 46, "8C", "3H", "5S", "TD")],
    marked: [B - 40, 46 + 2 * STEP],
    arrow: "M316 246C284 286 240 276 214 228M210 264L212 226L246 240",
  },
  cells: {
    places: [
      [A, 20],
      [B, 20],
      [C, 20],
      [D, 20],
    ],
    homes: [],
    cards: [["KH", A, 20], ...column(C, 182, "4S", "JD")],
    marked: [B, 20],
    arrow: "M272 312C212 290 190 226 190 142M166 168L190 140L214 168",
  },
};
const [WIDTH, HEIGHT] = [500, 366];

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @param {Point} at @param {string} className */
const place = ([x, y], className) => shape("rect", { class: className, x, y, width: 100, height: 140, rx: 9 });

/** One of the pictures, in the colours and letters of the page; the text beside it describes it. @param {Scene} scene */
export function introductionPicture(scene) {
  const { places, homes, cards, marked, arrow } = SCENES[scene];
  const picture = drawing(`0 0 ${WIDTH} ${HEIGHT}`, "introduction");
  picture.append(shape("rect", { class: "felt", width: WIDTH, height: HEIGHT, rx: 16 }));
  picture.append(...[...places, ...homes].map((each) => place(each, "spot")));
  homes.forEach((at, suit) => picture.append(homeSign(suit, at)));
  for (const [name, x, y] of cards) {
    const card = parseCard(name);
    picture.append(cardGroup(card, indexLetter(card, settings.ownLetters), x, y));
  }
  picture.append(place(marked, "meant"), shape("path", { class: "way", d: arrow }));
  return picture;
}

/** @param {number} suit @param {Point} at */
function homeSign(suit, [x, y]) {
  const sign = suitDrawing(suit, "sign");
  for (const [name, value] of Object.entries({ x: x + 28, y: y + 48, width: 44, height: 44 })) {
    sign.setAttribute(name, String(value));
  }
  return sign;
}
