// What the player's hands do: drag, or tap and tap. What the keyboard does is in keys.js.

import { COLUMN_COUNT, HOME } from "../games/board.js";
import { motion } from "./motion.js";
import { whyNot } from "./refusals.js";
import { settings } from "../games/store.js";
import { FRONT } from "./table.js";
import { isCell } from "../text/address.js";
import { spokenName, t } from "../words.js";

/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/board.js").Place} Place */
/** @typedef {import("./refusals.js").Refusal} Refusal */
/** @typedef {import("./table.js").Spot} Spot */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{source: Place, count: number}} Held */

const DRAG_DISTANCE = 6; // pixels; less is a tap
const DOUBLE_TAP = 350; // milliseconds; two taps further apart pick up and put back

export class Hands {
  /**
   * @param {Table} table
   * @param {{board: () => Board, play: (move: Move, dropped: boolean) => void, say: (text: string) => void,
   *   refuse: (why: Refusal, near: Element | undefined) => void}} game
   */
  constructor(table, game) {
    this.table = table;
    this.game = game;
    /** @type {Held | null} */
    this.held = null;
    /** When it was picked up by a tap; 0 where it was by typing. */
    this.picked = 0;
    this.dragged = false;
    const root = table.root;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("focusin", (event) => {
      const spot = table.spotOf(/** @type {Element} */ (event.target));
      if (spot) table.setFocus(spot);
    });
  }

  // Picking up and putting down

  /** Put down what is held, without a move. */
  release() {
    this.held = null;
    this.table.mark("held", []);
    this.table.mark("goal", []);
  }

  /** Put down what is held, and say so. */
  putBack() {
    if (!this.held) return;
    this.release();
    this.game.say(t("put_back"));
  }

  /** Pick up cards, and show where they can go. @param {Place} source @param {number} count @param {number} [when] */
  hold(source, count, when = performance.now()) {
    const cards = this.game.board().cardsAt(source).slice(-count);
    this.held = { source, count };
    this.picked = when;
    this.table.mark(
      "held",
      cards.map((card) => this.table.cards[card]),
    );
    this.#showGoals(this.held);
    const card = spokenName(cards[0]);
    this.game.say(count > 1 ? t("held_run", { card, n: count }) : t("held", { card }));
  }

  /** @param {Held} held */
  #showGoals(held) {
    const board = this.game.board();
    const card = board.cardsAt(held.source).at(-1) ?? 0;
    const cells = board.cells.map((_, index) => COLUMN_COUNT + index);
    const places = [...board.columns.keys(), ...cells, HOME].filter((place) => this.moveTo(held, place));
    this.table.mark(
      "goal",
      places.map((place) => this.table.elementAt({ place, depth: FRONT, suit: card & 3 })),
    );
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const element = /** @type {Element} */ (event.target).closest("button");
    const spot = element && this.table.spotOf(element);
    if (this.dragged) return;
    if (!spot) return this.putBack(); // the felt
    this.table.setFocus(spot);
    this.touch(spot, event);
  }

  /** A tap on a card or a place: pick it up, put on it what is held, put it back; twice in a row sends it to the best place.
   * How quick it was goes by when the taps were made, not by when a slow page gets to them. @param {Spot} spot @param {MouseEvent} event */
  touch(spot, event) {
    const held = this.held;
    if (!held) return this.#pick(spot, event.timeStamp);
    const count = this.countAt(spot);
    if (spot.place === held.source && (count === held.count || count === 0)) {
      const twice = event.detail > 1 || event.timeStamp - this.picked < DOUBLE_TAP;
      return twice ? this.#toBestPlace(held) : this.putBack();
    }
    if (spot.place === held.source) return this.#pick(spot, event.timeStamp);
    const move = this.moveTo(held, spot.place);
    if (move) return this.play(move);
    const why = whyNot(this.game.board(), { ...held, target: spot.place });
    if (count > 0) this.#pick(spot, event.timeStamp); // the player may have meant to take this one instead
    this.game.refuse(why, this.table.elementAt(spot));
  }

  /** How many cards would be picked up at a spot, 0 where they do not lie in order. @param {Spot} spot */
  countAt({ place, depth }) {
    const board = this.game.board();
    if (place === HOME || depth < 0) return 0;
    if (isCell(place)) return board.cardsAt(place).length;
    const count = Math.max(1, board.columns[place].length - depth);
    return count <= board.runLength(place) ? count : 0;
  }

  /** @param {Spot} spot @param {number} when */
  #pick(spot, when) {
    const count = this.countAt(spot);
    if (!count) {
      this.release();
      return this.#refuseToPick(spot);
    }
    if (settings.oneTap) return this.#toBestPlace({ source: spot.place, count });
    this.hold(spot.place, count, when);
  }

  /** @param {Spot} spot */
  #refuseToPick(spot) {
    const element = this.table.elementAt(spot);
    if (spot.depth < 0) return;
    if (spot.place === HOME) return this.game.refuse({ reason: "from_home" }, element);
    const card = this.game.board().cardsAt(spot.place)[spot.depth];
    this.game.refuse({ reason: "covered", card }, element);
  }

  /** @param {Held} held */
  #toBestPlace(held) {
    const board = this.game.board();
    const move = bestMove(board, held);
    if (move) return this.play(move);
    this.release();
    const card = board.cardsAt(held.source).at(-held.count);
    this.game.refuse({ reason: "nowhere", card }, this.table.cards[card ?? 0]);
  }

  /** The legal move that putting the held cards on a place means: as many as picked up, or as fit. @param {Held} held @param {Place} target @returns {Move | undefined} */
  moveTo({ source, count }, target) {
    const board = this.game.board();
    if (target >= COLUMN_COUNT) {
      const move = { source, target, count };
      return board.isLegal(move) ? move : undefined;
    }
    const fitting = board.movesFrom(source).filter((each) => each.target === target);
    const exact = fitting.find((each) => each.count === count);
    if (exact) return exact;
    return board.columns[target].length ? fitting[0] : fitting.filter((each) => each.count < count).pop();
  }

  /** @param {Move} move @param {boolean} [dropped] */
  play(move, dropped = false) {
    const suit = (this.game.board().cardsAt(move.source).at(-1) ?? 0) & 3;
    this.release();
    this.table.setFocus({ place: move.target, depth: FRONT, suit });
    this.game.play(move, dropped);
  }

  // Dragging

  /** @param {PointerEvent} event */
  #press(event) {
    this.dragged = false;
    const element = /** @type {Element} */ (event.target).closest(".card");
    const spot = element && this.table.spotOf(element);
    if (!spot || event.button !== 0) return;
    const count = this.countAt(spot);
    if (!count) return this.#pressBuried(event, spot);
    const held = { source: spot.place, count };
    const cards = this.game.board().cardsAt(spot.place).slice(-count);
    const elements = cards.map((card) => this.table.cards[card]);
    new Drag(event, elements, {
      begin: () => {
        this.dragged = true;
        this.release();
        this.#showGoals(held);
      },
      end: (box) => this.#drop(held, elements, box),
    });
  }

  /** A card that cannot be taken says why when the player tries to drag it. @param {PointerEvent} event @param {Spot} spot */
  #pressBuried(event, spot) {
    const begin = () => {
      this.dragged = true;
      this.release();
      this.#refuseToPick(spot);
    };
    new Drag(event, [], { begin, end: () => {} });
  }

  /** @param {Held} held @param {HTMLElement[]} elements @param {DOMRect | null} box where they were let go, or null */
  #drop(held, elements, box) {
    const targets = box ? this.#under(box, held.source) : [];
    const move = targets.map((place) => this.moveTo(held, place)).find((each) => each);
    for (const element of elements) element.classList.remove("dragged");
    if (move) return this.play(move, true);
    this.release();
    for (const element of elements) goBack(element);
    if (targets.length) this.game.refuse(whyNot(this.game.board(), { ...held, target: targets[0] }), elements[0]);
  }

  /** The places that lie under a box, the most covered first. @param {DOMRect} box @param {Place} source */
  #under(box, source) {
    /** @type {[Place, number][]} */
    const covered = [];
    for (const holder of this.table.root.querySelectorAll(".column, .slot")) {
      const place = Number(/** @type {HTMLElement} */ (holder.querySelector(".place")).dataset.place);
      const area = overlap(box, holder.getBoundingClientRect(), place < COLUMN_COUNT);
      if (area > 0 && place !== source) covered.push([place, area]);
    }
    covered.sort((one, other) => other[1] - one[1]);
    return [...new Set(covered.map(([place]) => place))];
  }
}

/** The move a player most likely wants for some cards: home, on a column, to a cell, to an empty column.
 * @param {Board} board @param {Held} held @returns {Move | undefined} */
function bestMove(board, { source, count }) {
  const moves = board.movesFrom(source).filter((each) => each.count === count);
  const empty = (/** @type {Move} */ each) => each.target < COLUMN_COUNT && board.columns[each.target].length === 0;
  // A whole column moved to an empty one changes nothing.
  const useful = moves.filter(
    (each) => !(empty(each) && board.cardsAt(source).length === count && source < COLUMN_COUNT),
  );
  return (
    useful.find((each) => each.target === HOME) ??
    useful.find((each) => each.target < COLUMN_COUNT && !empty(each)) ??
    useful.find((each) => isCell(each.target)) ??
    useful.find(empty)
  );
}

/** How much of a box lies over a place; a column reaches down to the end of the table. @param {DOMRect} box @param {DOMRect} place @param {boolean} column */
function overlap(box, place, column) {
  const width = Math.min(box.right, place.right) - Math.max(box.left, place.left);
  const height = (column ? box.bottom : Math.min(box.bottom, place.bottom)) - Math.max(box.top, place.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Let a card glide back to where it was taken from. @param {HTMLElement} element */
function goBack(element) {
  const from = element.style.transform;
  element.style.transform = "";
  const time = 150 * motion();
  if (time) element.animate([{ transform: from }, { transform: "none" }], { duration: time, easing: "ease-out" });
}

/** One drag, from the press to the release: the cards follow the pointer, once a frame. */
class Drag {
  /** @param {PointerEvent} event @param {HTMLElement[]} elements
   * @param {{begin: () => void, end: (box: DOMRect | null) => void}} report */
  constructor(event, elements, report) {
    this.start = event;
    this.elements = elements;
    this.report = report;
    this.moving = false;
    this.frame = 0;
    this.x = this.y = 0;
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("pointermove", (each) => this.#move(each), { signal });
    window.addEventListener("pointerup", (each) => this.#end(each, false), { signal });
    window.addEventListener("pointercancel", (each) => this.#end(each, true), { signal });
    window.addEventListener("keydown", (each) => this.#press(each), { signal, capture: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.start.pointerId) return;
    this.x = event.clientX - this.start.clientX;
    this.y = event.clientY - this.start.clientY;
    if (!this.moving && Math.hypot(this.x, this.y) < DRAG_DISTANCE) return;
    if (!this.moving) {
      this.moving = true;
      this.report.begin();
      for (const element of this.elements) element.classList.add("dragged");
    }
    this.frame ||= requestAnimationFrame(() => this.#follow());
  }

  /** Escape puts the cards back where they were taken from. @param {KeyboardEvent} event */
  #press(event) {
    if (event.key !== "Escape" || !this.moving) return;
    event.preventDefault();
    event.stopPropagation();
    this.#end(this.start, true);
  }

  #follow() {
    this.frame = 0;
    for (const element of this.elements) element.style.transform = `translate(${this.x}px, ${this.y}px)`;
  }

  /** @param {PointerEvent} event @param {boolean} cancelled */
  #end(event, cancelled) {
    if (event.pointerId !== this.start.pointerId) return;
    this.listening.abort();
    cancelAnimationFrame(this.frame);
    if (!this.moving) return;
    this.#follow();
    this.report.end(cancelled || !this.elements.length ? null : this.elements[0].getBoundingClientRect());
  }
}
