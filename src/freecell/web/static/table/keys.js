// The keyboard on the table: arrows walk from card to card, Enter picks up and puts down, digits go to a column and begin
// a typed move such as `2a`.

import { COLUMN_COUNT, FIRST_CELL, HOME } from "../games/board.js";
import { sayRefusal, whyNot } from "./refusals.js";
import { settings } from "../games/store.js";
import { FRONT } from "./table.js";
import { movesNamed, PLACE_NAMES } from "../text/address.js";
import { spokenName, t } from "../words.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("./table.js").Spot} Spot */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {number} value @param {number} size */
const clamp = (value, size) => Math.min(Math.max(value, 0), size - 1);

export class Keys {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.table = hands.table;
    this.game = hands.game;
    /** The first character of a typed move, until the second comes. */
    this.typed = "";
    this.table.root.addEventListener("keydown", (event) => this.#walk(event));
    this.table.root.addEventListener("click", () => (this.typed = ""), { capture: true });
    document.addEventListener("keydown", (event) => this.#type(event));
  }

  // Walking

  /** @param {KeyboardEvent} event */
  #walk(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") return this.#confirm(event);
    const spot = this.#goal(event.key);
    if (!spot) return;
    event.preventDefault();
    this.typed = ""; // what is held stays so, and Enter means the card that is walked to
    this.table.setFocus(spot, true);
  }

  /** Enter on the card that a digit went to: it is picked up already, and the typed move ends there. @param {KeyboardEvent} event */
  #confirm(event) {
    if (!this.typed) return;
    event.preventDefault();
    this.typed = "";
    this.hands.picked = performance.now();
  }

  /** Where a key goes. @param {string} key @returns {Spot | null} */
  #goal(key) {
    const step = ARROWS[key];
    if (step) return this.#neighbour(step[0], step[1]);
    const [upper, ...columns] = this.table.lines();
    const { place, at } = this.#here(upper);
    const line = place >= FIRST_CELL ? upper : columns[place];
    if (key === "Home") return at === 0 && line !== upper ? upper[clamp(place, upper.length)] : line[0];
    if (key === "End") return line[line.length - 1];
    if (key === "PageUp") return upper[clamp(line === upper ? at : place, upper.length)];
    if (key === "PageDown") return columns[clamp(line === upper ? at : place, COLUMN_COUNT)].at(-1) ?? null;
    return null;
  }

  /** The place that has the focus, and its index in its line. @param {Spot[]} upper the upper row */
  #here(upper) {
    const { place, depth, suit = 0 } = this.table.focus;
    if (place >= FIRST_CELL) {
      const at = upper.findIndex((each) => each.place === place && (each.suit ?? 0) === (place === HOME ? suit : 0));
      return { place, at: Math.max(0, at) };
    }
    return { place, at: clamp(depth, Math.max(1, this.game.board().columns[place].length)) };
  }

  /** @param {number} across @param {number} down @returns {Spot} */
  #neighbour(across, down) {
    const [upper, ...columns] = this.table.lines();
    const { place, at } = this.#here(upper);
    if (place >= FIRST_CELL) {
      if (down < 0) return upper[at];
      if (down > 0) return /** @type {Spot} */ (columns[clamp(at, COLUMN_COUNT)].at(-1)); // from the front
      return upper[clamp(at + across, upper.length)];
    }
    if (across) {
      const line = columns[clamp(place + across, COLUMN_COUNT)];
      const front = at === columns[place].length - 1;
      return line[front ? line.length - 1 : clamp(at, line.length)];
    }
    return at + down < 0 ? upper[clamp(place, upper.length)] : columns[place][clamp(at + down, columns[place].length)];
  }

  // Typing

  /** A place and a place, such as `2a`; Escape puts back what is held, wherever the focus is. @param {KeyboardEvent} event */
  #type(event) {
    const at = /** @type {Element} */ (event.target);
    if (at.closest("dialog[open]") || this.table.root.inert) return; // no game is on the table yet
    if (event.key === "Escape") {
      this.typed = "";
      if (this.hands.held) event.preventDefault(); // it means nothing else then
      return this.hands.putBack();
    }
    const other = event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea");
    const key = event.key.toLowerCase();
    if (!settings.keys || other || key.length !== 1 || !PLACE_NAMES.includes(key)) return;
    const place = PLACE_NAMES.indexOf(key);
    if (!this.typed && this.hands.held && place < COLUMN_COUNT)
      return this.table.setFocus({ place, depth: FRONT }, true);
    if (!this.typed) return this.#typeSource(key);
    const text = this.typed + key;
    this.typed = "";
    this.#playTyped(text);
  }

  /** @param {string} text */
  #playTyped(text) {
    const board = this.game.board();
    const [source, target] = [...text].map((each) => PLACE_NAMES.indexOf(each));
    const move = movesNamed(board, text).find((each) => each.target === target); // the cell that was typed, or none
    if (move) return this.hands.play(move);
    this.hands.release();
    if (source === target) return this.game.say(t("put_back"));
    this.game.refuse(
      whyNot(board, { source, target, count: 1 }),
      this.table.elementAt({ place: source, depth: FRONT }),
    );
  }

  /** @param {string} key */
  #typeSource(key) {
    const board = this.game.board();
    const place = PLACE_NAMES.indexOf(key);
    if (place < FIRST_CELL + board.cells.length) this.table.setFocus({ place, depth: FRONT }, true);
    const card = board.cardsAt(place).at(-1);
    if (card === undefined)
      return this.game.say(`${key}: ${sayRefusal(whyNot(board, { source: place, target: HOME, count: 1 }))}`);
    this.hands.hold(place, 1);
    this.typed = key;
    this.game.say(`${key}… ${spokenName(card)}`);
  }
}
