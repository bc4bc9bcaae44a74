// What the player's hands do: drag, tap and tap, the arrow keys and Enter, or typed notation.

import { COLUMN_COUNT, FIRST_CELL, HOME } from "./board.js";
import { isCell, movesNamed, PLACE_NAMES } from "./text/address.js";
import { settings } from "./store.js";
import { spokenName, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("./table.js").Spot} Spot */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{source: Place, count: number}} Held */

const DRAG_DISTANCE = 6; // pixels; less is a tap

export class Hands {
  /**
   * @param {Table} table
   * @param {{board: () => Board, play: (move: Move, dropped: boolean) => void, say: (text: string) => void}} game
   */
  constructor(table, game) {
    this.table = table;
    this.game = game;
    /** @type {Held | null} */
    this.held = null;
    this.typed = "";
    this.dragged = false;
    const root = table.root;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("keydown", (event) => this.#arrow(event));
    root.addEventListener("focusin", (event) => {
      const spot = table.spotOf(/** @type {Element} */ (event.target));
      if (spot) table.setFocus(spot);
    });
    document.addEventListener("keydown", (event) => this.#type(event));
  }

  // Picking up and putting down

  /** Put down what is held, without a move. */
  release() {
    this.held = null;
    this.typed = "";
    this.table.mark("held", []);
    this.table.mark("goal", []);
  }

  /** @param {Place} source @param {number} count */
  #hold(source, count) {
    const board = this.game.board();
    this.held = { source, count };
    const cards = board.cardsAt(source).slice(-count);
    this.table.mark(
      "held",
      cards.map((card) => this.table.cards[card]),
    );
    const goals = new Set(board.movesFrom(source).map((each) => each.target));
    this.table.mark(
      "goal",
      [...goals].flatMap((place) => this.#goal(place, cards[0])),
    );
    this.game.say(
      cards.length > 1
        ? t("held_run", { card: spokenName(cards[0]), n: cards.length })
        : t("held", { card: spokenName(cards[0]) }),
    );
  }

  /** @param {Place} place @param {number} card @returns {(Element | undefined)[]} */
  #goal(place, card) {
    if (place === HOME) return [this.table.elementAt({ place, depth: card & 3 })];
    return [this.table.elementAt({ place, depth: DECK_DEPTH })];
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const element = /** @type {Element} */ (event.target).closest("button");
    const spot = element && this.table.spotOf(element);
    if (this.dragged || !spot) return;
    this.table.setFocus(spot);
    this.touch(spot);
  }

  /** A tap on a card or a place: pick it up, put on it what is held, or send it to the best place. @param {Spot} spot */
  touch(spot) {
    const held = this.held;
    if (!held) return this.#pick(spot);
    const count = this.#countAt(spot);
    if (spot.place === held.source) {
      return count === held.count || count === 0 ? this.#toBestPlace(held) : this.#pick(spot);
    }
    const move = this.moveTo(held, spot.place);
    if (move) return this.#play(move);
    if (count > 0) return this.#pick(spot);
    this.game.say(t("not_allowed"));
  }

  /** How many cards would be picked up at a spot, 0 where they do not lie in order. @param {Spot} spot */
  #countAt({ place, depth }) {
    const board = this.game.board();
    if (place === HOME || depth < 0) return 0;
    if (isCell(place)) return board.cardsAt(place).length;
    const count = board.columns[place].length - depth;
    return count <= board.runLength(place) ? count : 0;
  }

  /** @param {Spot} spot */
  #pick(spot) {
    const count = this.#countAt(spot);
    if (!count) {
      this.release();
      if (spot.depth >= 0 && spot.place !== HOME) this.game.say(t("covered"));
      return;
    }
    if (settings.oneTap) return this.#toBestPlace({ source: spot.place, count });
    this.#hold(spot.place, count);
  }

  /** @param {Held} held */
  #toBestPlace(held) {
    const move = bestMove(this.game.board(), held);
    if (move) return this.#play(move);
    this.release();
    this.game.say(t("nowhere"));
  }

  /** The legal move that putting the held cards on a place means: as many as picked up, or as fit. @param {Held} held @param {Place} target @returns {Move | undefined} */
  moveTo({ source, count }, target) {
    const fitting = this.game
      .board()
      .movesFrom(source)
      .filter((each) => each.target === target || (isCell(each.target) && isCell(target)));
    const exact = fitting.find((each) => each.count === count);
    if (exact || target >= COLUMN_COUNT) return count === 1 || target < COLUMN_COUNT ? exact : undefined;
    const occupied = this.game.board().columns[target].length > 0;
    return occupied ? fitting[0] : fitting.filter((each) => each.count < count).pop();
  }

  /** @param {Move} move @param {boolean} [dropped] */
  #play(move, dropped = false) {
    this.release();
    this.game.play(move, dropped);
  }

  // Dragging

  /** @param {PointerEvent} event */
  #press(event) {
    this.dragged = false;
    const element = /** @type {Element} */ (event.target).closest(".card");
    const spot = element && this.table.spotOf(element);
    const count = spot ? this.#countAt(spot) : 0;
    if (!spot || !count || event.button !== 0) return;
    const held = { source: spot.place, count };
    const elements = this.game
      .board()
      .cardsAt(spot.place)
      .slice(-count)
      .map((card) => this.table.cards[card]);
    new Drag(event, elements, {
      begin: () => {
        this.dragged = true;
        this.release();
      },
      end: (box) => this.#drop(held, elements, box),
    });
  }

  /** @param {Held} held @param {HTMLElement[]} elements @param {DOMRect | null} box where they were let go, or null */
  #drop(held, elements, box) {
    const targets = box ? this.#under(box, held.source) : [];
    const move = targets.map((place) => this.moveTo(held, place)).find((each) => each);
    for (const element of elements) element.classList.remove("dragged");
    if (move) return this.#play(move, true);
    for (const element of elements) goBack(element);
    if (targets.length) this.game.say(t("not_allowed"));
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

  // The keyboard

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape" && this.held) {
      this.release();
      this.game.say(t("put_back"));
      event.preventDefault();
    }
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.table.setFocus(this.#neighbour(step[0], step[1]), true);
  }

  /** @param {number} across @param {number} down @returns {Spot} */
  #neighbour(across, down) {
    const [upper, ...columns] = this.table.lines();
    const { place, depth } = this.table.focus;
    const clamp = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(Math.max(value, 0), size - 1);
    if (place >= FIRST_CELL) {
      const at = place === HOME ? upper.length - 4 + (depth < 0 ? -1 - depth : depth) : place - FIRST_CELL;
      if (down < 0) return upper[at];
      if (down > 0) return columns[clamp(at, COLUMN_COUNT)][0];
      return upper[clamp(at + across, upper.length)];
    }
    if (across) {
      const line = columns[clamp(place + across, COLUMN_COUNT)];
      return line[clamp(depth, line.length)];
    }
    const next = clamp(depth, columns[place].length) + down;
    return next < 0 ? upper[clamp(place, upper.length)] : columns[place][clamp(next, columns[place].length)];
  }

  /** Typed notation: a place and a place, such as `2a`. @param {KeyboardEvent} event */
  #type(event) {
    const at = /** @type {Element} */ (event.target);
    if (
      !settings.keys ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      at.closest("input, select, textarea, dialog[open]")
    )
      return;
    const key = event.key.toLowerCase();
    if (key === "escape") this.typed = "";
    if (key.length !== 1 || !PLACE_NAMES.includes(key)) return;
    this.typed += key;
    if (this.typed.length === 1) return this.#typedSource(key);
    const move = movesNamed(this.game.board(), this.typed)[0];
    const text = this.typed;
    this.release();
    if (move) this.#play(move);
    else this.game.say(`${text}: ${t("not_allowed")}`);
  }

  /** @param {string} key */
  #typedSource(key) {
    const board = this.game.board();
    const place = PLACE_NAMES.indexOf(key);
    const cards = place < FIRST_CELL + board.cells.length ? board.cardsAt(place) : [];
    if (!cards.length) {
      this.typed = "";
      return this.game.say(`${key}: ${t("empty")}`);
    }
    this.#hold(place, 1);
    this.typed = key;
    const front = cards[cards.length - 1];
    this.game.say(`${key}… ${spokenName(front)}`);
  }
}

const DECK_DEPTH = 51; // deeper than any column: its front card

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
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    element.animate([{ transform: from }, { transform: "none" }], { duration: 150, easing: "ease-out" });
  }
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
    this.report.end(cancelled ? null : this.elements[0].getBoundingClientRect());
  }
}
