// The board on the screen: one button for every card and every place, in the order they are read aloud.

import { COLUMN_COUNT, FIRST_CELL, HOME } from "../games/board.js";
import { faceDrawing, indexDrawing, suitDrawing } from "./card_art.js";
import { DECK_SIZE, SUITS, suitOf } from "../games/cards.js";
import { PLACE_NAMES } from "../text/address.js";
import { settings } from "../games/store.js";
import { hasWords, indexLetter, spokenName, suitName, t } from "../words.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/board.js").Place} Place */
/** @typedef {{place: Place, depth: number, suit?: number}} Spot A place, and which of its cards: -1 is the place itself.
 * The four homes are one place of the rules; there the suit says which. */

/** Deeper than any column: the depth of its front card. */
export const FRONT = 51;

const RATIO = 1.4; // a card's height by its width
const WIDEST = 200;
const TINY = 60; // narrower cards have larger indexes
const NARROWEST = 24;
const NARROWEST_BY_HEIGHT = 44; // lower cards would be hard to touch; the columns are squeezed instead
const STEP = 0.37; // what is shown of a covered card by its width: its index and a little more
const MOST_STEP = 0.46;
const MOST_STEP_OF_TINY = 0.8;
const LEAST_HEIGHT = 0.8; // of its usual height the table may lose the rest before the cards get smaller
const SIZES = { large: 1, medium: 0.82, small: 0.66 }; // of the largest size that fits
const LEAST_WANTED = 44; // smaller ones are hard to touch
const DEPTHS = [9, 11, 13, 16, 19];

/** @param {string} tag @param {string} className */
function make(tag, className) {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** @param {string} className */
function button(className) {
  const element = /** @type {HTMLButtonElement} */ (make("button", className));
  element.type = "button";
  element.tabIndex = -1;
  return element;
}

export class Table {
  /** The window that the cards were made for, and the most height that the table had in it. */
  #view = "";
  #tallest = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`#${name}`));
    this.cells = part("cells");
    this.homes = part("homes");
    this.columns = part("columns");
    this.cards = Array.from({ length: DECK_SIZE }, (_, card) => this.#makeCard(card));
    /** @type {Map<Place | string, HTMLButtonElement>} */
    this.places = new Map();
    /** @type {Board | null} */
    this.board = null;
    /** @type {Spot} */
    this.focus = { place: 0, depth: FRONT };
    /** @type {Record<"held" | "goal" | "hint", HTMLElement[]>} */
    this.marked = { held: [], goal: [], hint: [] };
    this.cellCount = -1;
    this.tiny = false;
    new ResizeObserver(() => this.fit()).observe(root);
  }

  /** @param {number} card */
  #makeCard(card) {
    const element = button(`card suit-${SUITS[suitOf(card)].toLowerCase()}`);
    element.dataset.card = String(card);
    element.append(indexDrawing("A", suitOf(card)), faceDrawing(card));
    return element;
  }

  /** Make the places of a board with this many cells. @param {number} cellCount */
  #makePlaces(cellCount) {
    this.cellCount = cellCount;
    this.places.clear();
    for (const part of [this.cells, this.homes, this.columns]) part.replaceChildren();
    this.root.classList.toggle("many", cellCount > 4);
    for (let place = 0; place < COLUMN_COUNT; place++) {
      const column = make("div", "column");
      column.setAttribute("role", "group");
      column.append(this.#makePlace(place));
      this.columns.append(column);
    }
    for (let cell = 0; cell < cellCount; cell++) {
      const slot = make("div", "slot");
      slot.append(this.#makePlace(FIRST_CELL + cell));
      this.cells.append(slot);
    }
    for (let suit = 0; suit < SUITS.length; suit++) {
      const slot = make("div", "slot");
      slot.append(this.#makePlace(HOME, suit));
      this.homes.append(slot);
    }
  }

  /** @param {Place} place @param {number} [suit] */
  #makePlace(place, suit) {
    const element = button("place");
    element.dataset.place = String(place);
    if (suit !== undefined) {
      element.dataset.suit = String(suit);
      element.append(suitDrawing(suit, "pip"));
    }
    this.places.set(suit === undefined ? place : `home${suit}`, element);
    return element;
  }

  /** The element that holds the cards of a place. @param {Place} place @param {number} suit */
  holder(place, suit) {
    const element = this.places.get(place === HOME ? `home${suit}` : place);
    return /** @type {HTMLElement} */ (element?.parentElement);
  }

  /** Show a board. Cards that moved glide to where they now lie, unless the reader wants no motion.
   * @param {Board} board @param {{glide?: number}} [options] milliseconds, 0 for none */
  show(board, { glide = 0 } = {}) {
    const hadFocus = this.root.contains(document.activeElement);
    const before = glide && this.board ? this.#positions() : null;
    if (this.cellCount !== board.cells.length) this.#makePlaces(board.cells.length);
    this.board = board;
    for (let suit = 0; suit < SUITS.length; suit++) {
      // The card under the topmost one is kept, to be seen while that one is lifted or arrives.
      const size = board.homes[suit];
      const shown = [size - 2, size - 1].filter((rank) => rank >= 0).map((rank) => rank * 4 + suit);
      this.#fill(this.holder(HOME, suit), shown);
    }
    board.cells.forEach((card, index) => this.#fill(this.holder(FIRST_CELL + index, 0), card === null ? [] : [card]));
    board.columns.forEach((cards, place) => this.#fill(this.holder(place, 0), cards));
    this.fit();
    this.name();
    this.setFocus(this.focus, hadFocus);
    if (before) this.#glide(before, glide);
  }

  /** Put exactly these cards into a holder, touching only what differs. @param {HTMLElement} holder @param {readonly number[]} cards */
  #fill(holder, cards) {
    while (holder.children.length - 1 > cards.length) holder.lastElementChild?.remove();
    cards.forEach((card, index) => {
      const element = this.cards[card];
      const there = holder.children[index + 1];
      if (there !== element) there ? there.replaceWith(element) : holder.append(element);
      element.style.setProperty("--i", String(index));
      element.style.transform = "";
    });
  }

  #positions() {
    return this.cards.map((card) => (card.isConnected ? card.getBoundingClientRect() : null));
  }

  /** @param {(DOMRect | null)[]} before @param {number} duration */
  #glide(before, duration) {
    this.cards.forEach((element, card) => {
      const from = before[card];
      if (!from || !element.isConnected) return;
      const to = element.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) < 1) return;
      element.classList.add("flying");
      const flight = element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration,
        easing: "cubic-bezier(.2, .7, .3, 1)",
      });
      flight.onfinish = flight.oncancel = () => element.classList.remove("flying");
    });
  }

  /** Choose the size of the cards for the room there is: they get smaller before a long column is squeezed. */
  fit() {
    const style = getComputedStyle(this.root);
    const sides = style.getPropertyValue("--sides").trim() === "1";
    const gap = parseFloat(style.getPropertyValue("--gap"));
    const width = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = this.root.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (width <= 0) return;
    const usual = this.#usualHeight(height);
    const slots = sides ? 12 : 8;
    const tops = sides ? 0 : this.cellCount > 4 ? 2 : 1;
    const byWidth = (width - (slots + (sides ? 3 : -1)) * gap) / slots;
    const byHeight = (usual - 2 * gap * tops) / (RATIO * (tops + 1) + STEP * (this.#depthToFit() - 1));
    const largest = Math.min(byWidth, Math.max(byHeight, NARROWEST_BY_HEIGHT), WIDEST);
    const wanted = Math.max(largest * SIZES[settings.cardSize], Math.min(largest, LEAST_WANTED));
    const card = Math.max(NARROWEST, Math.floor(wanted));
    this.root.style.setProperty("--w", `${card}px`);
    this.tiny = card < TINY;
    this.root.classList.toggle("tiny", this.tiny);
    this.#fitColumns(height - tops * (card * RATIO + 2 * gap), card);
  }

  /** The height that the cards are made for. A bar that grows for a while, for a message or an offer, takes
   * room from the columns and leaves the cards as large as they are; one that takes much more makes them smaller.
   * @param {number} height what there is now */
  #usualHeight(height) {
    const view = `${innerWidth} ${innerHeight} ${this.root.clientWidth}`;
    if (this.#view !== view) [this.#view, this.#tallest] = [view, 0];
    this.#tallest = Math.max(this.#tallest, height);
    return height < this.#tallest * LEAST_HEIGHT ? height : this.#tallest;
  }

  /** How many cards a column should have room for: some more than it holds, so that not every move resizes the cards. */
  #depthToFit() {
    const deepest = Math.max(0, ...(this.board?.columns ?? []).map((cards) => cards.length));
    return DEPTHS.find((depth) => depth >= deepest) ?? deepest;
  }

  /** @param {number} room @param {number} card the width of a card */
  #fitColumns(room, card) {
    const height = card * RATIO;
    // Where there is room, more of each card is shown; ten cards in a column should still fit.
    const most = card < TINY ? MOST_STEP_OF_TINY : MOST_STEP;
    const wanted = Math.max(STEP * card, Math.min(most * card, (room - height) / 9));
    for (const column of this.columns.children) {
      const covered = column.children.length - 2;
      const step = Math.max(9, Math.min(wanted, (room - height) / Math.max(1, covered)));
      const { style } = /** @type {HTMLElement} */ (column);
      style.setProperty("--step", `${step.toFixed(2)}px`);
      // What is left below lets a card further up show itself.
      style.setProperty("--free", `${Math.max(0, room - height - step * covered).toFixed(2)}px`);
    }
  }

  /** Lay the places out as the settings say: how large, and on which side the cells are. */
  arrange() {
    this.root.classList.toggle("left-handed", settings.leftHanded);
    this.root.classList.toggle("still", settings.motion === "none");
    const [first, second] = settings.leftHanded ? [this.homes, this.cells] : [this.cells, this.homes];
    if (this.root.firstElementChild !== first) {
      this.root.prepend(first); // read aloud in the order in which they lie
      first.after(second);
    }
    if (this.board) this.fit();
  }

  // Names, for screen readers

  /** Give every card and place its name in the current language. */
  name() {
    const board = this.board;
    if (!board) return;
    this.#drawIndexes();
    if (!hasWords()) return; // they are on their way
    this.cells.setAttribute("aria-label", t("cells"));
    this.homes.setAttribute("aria-label", t("home"));
    board.columns.forEach((cards, place) => {
      const name = t("column_n", { n: place + 1 });
      const holder = this.holder(place, 0);
      holder.setAttribute("aria-label", `${name}, ${t("cards", { n: cards.length })}`);
      this.#nameEmpty(place, name, cards.length === 0);
      cards.forEach((card, depth) => {
        const front = depth === cards.length - 1 ? `, ${t("front")}` : "";
        this.cards[card].setAttribute("aria-label", `${spokenName(card)}, ${name}${front}`);
      });
    });
    board.cells.forEach((card, index) => {
      const name = t("cell_x", { x: PLACE_NAMES[FIRST_CELL + index] });
      this.#nameEmpty(FIRST_CELL + index, name, card === null);
      if (card !== null) this.cards[card].setAttribute("aria-label", `${spokenName(card)}, ${name}`);
    });
    board.homes.forEach((size, suit) => {
      const name = t("home_of", { suit: suitName(suit) });
      this.#nameEmpty(`home${suit}`, name, size === 0);
      if (size)
        this.cards[(size - 1) * 4 + suit].setAttribute("aria-label", `${spokenName((size - 1) * 4 + suit)}, ${name}`);
      if (size > 1) this.cards[(size - 2) * 4 + suit].setAttribute("aria-hidden", "true");
    });
  }

  /** Draw the letter of every card: no text, since the card's name says it in full. */
  #drawIndexes() {
    this.cards.forEach((element, card) => {
      const letter = indexLetter(card, settings.ownLetters);
      if (element.dataset.index === letter) return;
      element.dataset.index = letter;
      element.firstElementChild?.replaceWith(indexDrawing(letter, suitOf(card)));
    });
  }

  /** @param {Place | string} place @param {string} name @param {boolean} empty */
  #nameEmpty(place, name, empty) {
    const element = this.places.get(place);
    element?.setAttribute("aria-label", `${name}, ${t("empty")}`);
    // Under a card a place is neither seen nor read: the card stands for it.
    element?.toggleAttribute("aria-hidden", !empty);
    if (!empty) element?.setAttribute("aria-hidden", "true");
    const holder = element?.parentElement;
    for (const card of holder?.querySelectorAll(".card") ?? []) card.removeAttribute("aria-hidden");
  }

  // The keyboard's focus

  /** The spots that the arrow keys walk: the upper row from left to right, and the columns. @returns {Spot[][]} */
  lines() {
    const board = /** @type {Board} */ (this.board);
    const cells = board.cells.map((card, index) => ({ place: FIRST_CELL + index, depth: card === null ? -1 : 0 }));
    const homes = board.homes.map((size, suit) => ({ place: HOME, depth: size ? 0 : -1, suit }));
    const upper = settings.leftHanded ? [...homes, ...cells] : [...cells, ...homes];
    const columns = board.columns.map((cards, place) =>
      cards.length ? cards.map((_, depth) => ({ place, depth })) : [{ place, depth: -1 }],
    );
    return [upper, ...columns];
  }

  /** The element at a spot. @param {Spot} spot @returns {HTMLButtonElement | undefined} */
  elementAt({ place, depth, suit = 0 }) {
    const board = /** @type {Board} */ (this.board);
    if (place === HOME) {
      const size = board.homes[suit];
      return size ? this.cards[(size - 1) * 4 + suit] : this.places.get(`home${suit}`);
    }
    const cards = board.cardsAt(place);
    return cards.length ? this.cards[cards[Math.min(Math.max(depth, 0), cards.length - 1)]] : this.places.get(place);
  }

  /** The cards that a move takes, and what it puts them on. @param {Move} move */
  elementsOf({ source, target, count }) {
    const cards = /** @type {Board} */ (this.board).cardsAt(source).slice(-count);
    const goal = this.elementAt({ place: target, depth: FRONT, suit: suitOf(cards[0]) });
    return { cards: cards.map((card) => this.cards[card]), goal };
  }

  /** Where an element lies. @param {Element} element @returns {Spot | null} */
  spotOf(element) {
    const holder = element.closest(".column, .slot");
    const place = /** @type {HTMLElement | null} */ (holder?.querySelector(".place"));
    if (!holder || !place) return null;
    const number = Number(place.dataset.place);
    if (number === HOME) return { place: HOME, depth: element === place ? -1 : 0, suit: Number(place.dataset.suit) };
    return { place: number, depth: [...holder.children].indexOf(element) - 1 };
  }

  /** Make a spot the one that the tab key comes to. @param {Spot} spot @param {boolean} [take] take the focus, too */
  setFocus(spot, take = false) {
    for (const element of this.root.querySelectorAll('[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    const element = this.elementAt(spot) ?? this.elementAt({ place: 0, depth: 0 });
    this.focus = spot;
    if (!element) return;
    element.tabIndex = 0;
    if (take) element.focus({ preventScroll: true });
  }

  /** Give the focus to the table, where it was there last. */
  takeFocus() {
    this.setFocus(this.focus, true);
  }

  /** Mark the cards that are picked up, hinted at, or could be put somewhere, for those who look and for those who listen.
   * @param {"held" | "goal" | "hint"} mark @param {readonly (HTMLElement | undefined)[]} elements */
  mark(mark, elements) {
    for (const element of this.marked[mark]) this.#setMark(element, mark, false);
    this.marked[mark] = elements.flatMap((element) => element ?? []);
    for (const element of this.marked[mark]) this.#setMark(element, mark, true);
  }

  /** @param {HTMLElement} element @param {"held" | "goal" | "hint"} mark @param {boolean} on */
  #setMark(element, mark, on) {
    element.classList.toggle(mark, on);
    const [name, value] = mark === "held" ? ["aria-pressed", "true"] : ["aria-describedby", "goal-note"];
    if (mark === "hint") return;
    if (on) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}
