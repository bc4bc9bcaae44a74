// What the page shows of a step: figures, bits, deck, board, and the marked lines of the two functions.

import { DECK_SIZE, rankOf, suitOf } from "../games/cards.js";
import { indexLetter, t } from "../words.js";

/** @typedef {import("./steps.js").Dealing} Dealing */
/** @typedef {"state" | "index" | "swap" | "deal"} Line A line of the functions; a step goes through all of them. */

/** @type {Line[]} */
export const LINES = ["state", "index", "swap", "deal"];

const IN_SOURCE = { state: /214013/, index: /\bindex =/, swap: /^\s*\[?deck\[index\]/, deal: /pop\(\)/ };
const SYMBOLS = "♣♦♥♠";

/** @template {HTMLElement} E @param {string} id @returns {E} */
export const byId = (id) => /** @type {E} */ (document.getElementById(id));

/** A small card. @param {number | null} card @param {string} [className] @param {string} [tag] */
function smallCard(card, className = "", tag = "span") {
  const element = document.createElement(tag);
  if (card === null) element.className = "small none";
  else {
    element.className = `small suit-${"cdhs"[suitOf(card)]} ${className}`;
    element.textContent = indexLetter(card, false) + SYMBOLS[suitOf(card)];
  }
  element.dataset.rank = card === null ? "" : String(rankOf(card));
  return element;
}

/** Fill a grid with the cards that were dealt. @param {HTMLElement} grid @param {(number | null)[]} cards @param {(at: number) => string} classOf */
export function fillBoard(grid, cards, classOf) {
  const all = Array.from({ length: DECK_SIZE }, (_, at) => smallCard(cards[at] ?? null, classOf(at)));
  grid.replaceChildren(...all);
}

/** @param {Dealing} dealing @param {number} step @param {Line} line */
export function show(dealing, step, line) {
  showFigures(dealing, step);
  showBits(dealing, step);
  showDeck(dealing, step);
  fillBoard(byId("board"), dealing.cards.slice(0, step), (at) => (at === step - 1 ? "chosen" : ""));
  byId("board").setAttribute("aria-label", boardText(dealing, step));
  markLine(step === 0 ? null : line);
}

/** @param {Dealing} dealing @param {number} step */
function boardText(dealing, step) {
  return `${t("learn_board")}: ${t("learn_step_of", { n: step })}. ${dealing.sentence(step)}`;
}

/** @param {Dealing} dealing @param {number} step */
function showFigures(dealing, step) {
  const put = (/** @type {string} */ id, /** @type {string | number} */ text) => {
    byId(id).textContent = String(text);
  };
  const power = dealing.band === "wide" ? "2^32" : "2^31";
  byId("cut-off").hidden = dealing.band === "wide";
  put("f-modulus", power);
  put("band", t(`learn_band_${dealing.band}`));
  if (step === 0) {
    for (const id of ["before", "product", "sum", "cut", "value", "how", "place", "value-again", "left"])
      put(`f-${id}`, "–");
    put("f-state", dealing.start);
    return;
  }
  const { before, product, sum, state, cut, value, place, left } = dealing.figures(step);
  for (const [id, figure] of Object.entries({ before, product, sum, state, value, place, left }))
    put(`f-${id}`, figure);
  put("f-value-again", value);
  put("f-cut", t("learn_cut", { n: String(cut), power }));
  put(
    "f-how",
    { microsoft: `= ${state} ÷ 2^16`, high: `= ${state} ÷ 2^16 + 32768`, wide: `= ${state} ÷ 2^16 + 1` }[dealing.band],
  );
}

/** @param {Dealing} dealing @param {number} step */
function showBits(dealing, step) {
  const sum = step === 0 ? dealing.start : dealing.figures(step).sum;
  const bits = (sum % 2 ** 32).toString(2).padStart(32, "0");
  const kind = (/** @type {number} */ bit) => {
    if (bit === 31 && dealing.band !== "wide") return "cut";
    return bit >= 16 ? "value" : "low";
  };
  const spans = [...bits].map((digit, at) => {
    const span = document.createElement("span");
    span.className = kind(31 - at);
    span.textContent = digit;
    return span;
  });
  byId("bits").replaceChildren(...spans);
  byId("bits").setAttribute("aria-label", `${t("learn_bits")}: ${bits}`);
}

/** @param {Dealing} dealing @param {number} step */
function showDeck(dealing, step) {
  const deck = dealing.deckBefore(Math.max(step, 1));
  const chosen = step === 0 ? -1 : dealing.draws[step - 1].place;
  const classOf = (/** @type {number} */ at) => {
    if (at === chosen) return "chosen";
    return at === deck.length - 1 && step > 0 ? "last" : "";
  };
  const items = Array.from({ length: DECK_SIZE }, (_, at) => {
    const item = smallCard(deck[at] ?? null, classOf(at), "li");
    item.dataset.index = String(at);
    return item;
  });
  byId("deck").replaceChildren(...items);
}

/** Mark what is being executed, in the figures and in both functions. @param {Line | null} line */
function markLine(line) {
  for (const row of document.querySelectorAll("tr[data-line]")) {
    row.classList.toggle("now", /** @type {HTMLElement} */ (row).dataset.line === line);
  }
  byId("deck").classList.toggle("now", line === "swap" || line === "index");
  byId("board").classList.toggle("now", line === "deal");
  for (const each of document.querySelectorAll("code .line")) {
    const now = line !== null && IN_SOURCE[line].test(each.textContent ?? "");
    each.classList.toggle("now", now);
    if (now) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  }
}

/** Show a function, a line each; what stands before it is for readers of the file. @param {string} id @param {string} source */
export function showSource(id, source) {
  const body = source.slice(source.search(/^(def|export) /m)).replace(/^export /, "");
  const lines = body
    .trimEnd()
    .split("\n")
    .map((text) => {
      const line = document.createElement("span");
      line.className = "line";
      line.textContent = `${text}\n`;
      return line;
    });
  byId(id).replaceChildren(...lines);
}
