// What the page says beside and over the board: the sentence below it, buttons that go with it, the verdict's chip, a panel.

import { byId } from "./controls.js";
import { motion } from "./motion.js";
import { t } from "../words.js";

/** @typedef {{text: string, action: () => void, primary?: boolean}} Offer A button: what it says and does. */
/** @typedef {"winnable" | "lost" | "impossible" | "unknown" | "thinking"} ChipKind */

/** @param {Offer} offer */
function offerButton({ text, action, primary = false }) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.className = primary ? "primary" : "";
  button.addEventListener("click", action);
  return button;
}

export class Notices {
  #panel = byId("panel");
  #chip = byId("chip");
  /** @type {Element | null} */
  #cameFrom = null;

  #first = "";

  /** Say something, on the screen and to a screen reader; an older note near a card goes. @param {string} text */
  say(text) {
    byId("status").textContent = [this.#first, text].filter(Boolean).join(" ");
    byId("why").hidden = true;
    this.#first = "";
  }

  /** Put a text before the next message, so that it is not lost. @param {string} text */
  sayFirst(text) {
    this.#first = text;
  }

  /** Offer something to press beside the status, until the position changes. @param {Offer[]} offers */
  offer(...offers) {
    byId("offers").replaceChildren(...offers.map(offerButton));
  }

  /** The verdict on the position, beside the board; null where nothing is known or asked. @param {ChipKind | null} kind @param {string} [text] */
  chip(kind, text = "") {
    this.#chip.hidden = kind === null;
    this.#chip.dataset.kind = kind ?? "";
    this.#chip.textContent = text;
  }

  /** Something that must not be missed, over the board; it goes when the position changes, or with Escape. Returns a
   * function that adds a first button later; in a panel that was closed meanwhile nobody sees it.
   * @param {{title: string, body?: (Node | string)[], offers: Offer[], kind: string, focus?: boolean}} content
   * @returns {(offer: Offer) => void} */
  panel({ title, body = [], offers, kind, focus = false }) {
    const heading = document.createElement("h2");
    heading.id = "panel-title";
    heading.textContent = title;
    const row = document.createElement("div");
    row.className = "row";
    row.append(...offers.map(offerButton));
    const close = offerButton({ text: "×", action: () => this.closePanel() });
    close.className = "close";
    close.setAttribute("aria-label", t("close"));
    this.#panel.replaceChildren(heading, ...body, row, close);
    this.#panel.dataset.kind = kind;
    if (this.#panel.hidden) this.#cameFrom = document.activeElement;
    this.#panel.hidden = false;
    if (focus) row.querySelector("button")?.focus({ preventScroll: true });
    return (offer) => row.prepend(offerButton(offer));
  }

  /** Close the panel; false where there is none. */
  closePanel() {
    if (this.#panel.hidden) return false;
    const inside = this.#panel.contains(document.activeElement);
    this.#panel.hidden = true;
    this.#panel.replaceChildren();
    if (inside && this.#cameFrom instanceof HTMLElement && this.#cameFrom.isConnected)
      this.#cameFrom.focus({ preventScroll: true });
    return true;
  }

  /** The position changed: drop the notices about the one before. */
  clear() {
    this.offer();
    this.chip(null);
    this.closePanel();
    byId("why").hidden = true;
  }

  /** Say why something cannot be done, near the card that it is about. @param {string} text @param {Element | undefined} near */
  refuse(text, near) {
    this.say(text);
    const note = byId("why");
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (note.hidden = true), 3500);
    if (near) place(note, near.getBoundingClientRect());
    if (near && motion()) near.animate(SHAKE, { duration: 260, easing: "ease-in-out" });
  }

  timer = 0;
}

const SHAKE = [0, -5, 5, -4, 3, 0].map((x) => ({ translate: `${x}px 0` }));

/** Put a note below a card, or above it where there is no room, within the stage. @param {HTMLElement} note @param {DOMRect} card */
function place(note, card) {
  const stage = byId("stage").getBoundingClientRect();
  note.style.left = note.style.top = "0px";
  const { width, height } = note.getBoundingClientRect();
  const middle = card.left + card.width / 2 - stage.left - width / 2;
  const left = Math.min(Math.max(middle, 4), stage.width - width - 4);
  const below = card.bottom - stage.top + 6;
  const top = below + height < stage.height ? below : Math.max(4, card.top - stage.top - height - 6);
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}
