// The strip of a review: a bar for every position, as high as its verdict is good, a line for the moves still needed, and
// marks for where one stands and for the move that lost. A slider: it is dragged, clicked, and moved by the arrow keys.

import { el } from "../dialogs/elements.js";
import { t } from "../words.js";

/** @typedef {import("./reviewer.js").Known} Known */
/** @typedef {{verdict: Known, needed: number | null, cost: number}} Bar What is known of a position, and what the move to it cost. */

const HEIGHT = 100; // of the drawing of the line; it is stretched to the strip
const ROOM = 8; // above and below the line

/** @type {Record<string, (at: number, last: number) => number>} */
const KEYS = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** @param {number} value @param {number} last */
const clamp = (value, last) => Math.min(Math.max(value, 0), last);

export class Strip {
  #bars = el("div", { className: "bars" });
  #line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  #lost = el("span", { className: "lost-mark", textContent: "✗" });
  #here = el("span", { className: "here" });
  #at = 0;
  #last = 0;

  /** @param {(at: number) => void} go called with the position that is wanted */
  constructor(go) {
    this.go = go;
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.append(this.#line);
    this.drawing = drawing;
    this.element = el("div", { className: "strip", role: "slider", tabIndex: 0 });
    this.element.append(this.#bars, drawing, this.#here, this.#lost);
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.#point(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.#point(event);
    });
  }

  /** Go where the pointer is. @param {PointerEvent} event */
  #point({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    this.#go(Math.floor(((clientX - left) / width) * (this.#last + 1)));
  }

  /** Go where a key says; false where it says nothing. @param {string} key */
  press(key) {
    if (!(key in KEYS)) return false;
    this.#go(KEYS[key](this.#at, this.#last));
    return true;
  }

  /** @param {number} wanted */
  #go(wanted) {
    const at = clamp(wanted, this.#last);
    if (at !== this.#at) this.go(at);
  }

  /** @param {Bar[]} bars @param {number} at where one stands @param {number | null} lost after which position the losing move was made
   * @param {string} where one stands, in words */
  show(bars, at, lost, where) {
    this.#at = at;
    this.#last = bars.length - 1;
    while (this.#bars.children.length > bars.length) this.#bars.lastChild?.remove();
    while (this.#bars.children.length < bars.length) this.#bars.append(el("i"));
    bars.forEach(({ verdict, needed, cost }, index) => {
      const { dataset } = /** @type {HTMLElement} */ (this.#bars.children[index]);
      dataset.verdict = verdict;
      dataset.needed = needed === null ? "" : String(needed);
      if (cost) dataset.cost = String(cost);
      else delete dataset.cost;
    });
    this.drawing.setAttribute("viewBox", `0 0 ${bars.length} ${HEIGHT}`);
    this.#line.setAttribute("d", path(bars));
    this.#put(this.#here, at + 0.5);
    this.#lost.hidden = lost === null;
    if (lost !== null) this.#put(this.#lost, lost + 1);
    this.#name(where);
  }

  /** @param {HTMLElement} mark @param {number} x in bars */
  #put(mark, x) {
    mark.style.left = `${(100 * x) / (this.#last + 1)}%`;
  }

  /** @param {string} where */
  #name(where) {
    const { element } = this;
    element.setAttribute("aria-label", t("review_strip"));
    element.setAttribute("aria-valuemin", "0");
    element.setAttribute("aria-valuemax", String(this.#last));
    element.setAttribute("aria-valuenow", String(this.#at));
    element.setAttribute("aria-valuetext", where);
  }
}

/** The line of the moves still needed: the higher, the more; it ends where there is no win. @param {Bar[]} bars */
function path(bars) {
  const most = Math.max(1, ...bars.map(({ needed }) => needed ?? 0));
  const known = bars.map(({ needed }, index) => {
    if (needed === null) return "";
    const y = HEIGHT - ROOM - ((HEIGHT - 2 * ROOM) * needed) / most;
    const begins = index === 0 || bars[index - 1].needed === null;
    return `${begins ? "M" : "L"}${index + 0.5} ${y.toFixed(1)}`;
  });
  return known.join("");
}
