// Dialogs for what people bring: a pasted board or solution, or the cards they see somewhere else.

import { deal } from "../games/board.js";
import { cardName, DECK_SIZE, NotationError, parseCard } from "../games/cards.js";
import { LAST_DEAL, parseNumber } from "../games/deal.js";
import { button, el, openDialog } from "./elements.js";
import { findKnown } from "../engine/engine.js";
import { playerCount } from "../games/game.js";
import { loadEnding } from "../games/endings.js";
import { pastedEnding, readLink } from "../games/links.js";
import { readPasted } from "../engine/lookup.js";
import { parseMoves } from "../text/address.js";
import { numberAlone } from "../text/solution_reader.js";
import { dialectName, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../engine/lookup.js").Pasted} Pasted */

const MOST_SHOWN = 20;

/** A dialog for a pasted text; it is read at once where there is one. @param {App} app @param {string} text @param {number | null} number */
export function openPaste(app, text, number) {
  const field = /** @type {HTMLTextAreaElement} */ (
    el("textarea", { value: text, spellcheck: false, ariaLabel: t("paste_label"), placeholder: t("paste_label") })
  );
  const answer = el("div", { role: "status" });
  const dialog = openDialog(
    t("paste"),
    field,
    el(
      "div",
      { className: "row" },
      button(t("read_it"), () => read(), "primary"),
    ),
    answer,
  );
  const show = answerIn(answer);
  const read = () => show((so) => reading(app, field.value, number, () => dialog.close(), so));
  field.addEventListener("input", () => show([])); // the answer was about another text
  if (text.trim()) read();
  else field.focus();
}

/** Returns a function that shows what was found out when it is known, and before that what is known so far, unless it is
 * called again by then. @param {HTMLElement} answer */
function answerIn(answer) {
  let calls = 0;
  const waiting = () => el("p", { textContent: t("thinking") });
  return async (/** @type {Node[] | ((so: (so: Node[]) => void) => Promise<Node[]>)} */ found) => {
    const call = ++calls;
    const show = (/** @type {Node[]} */ nodes) => call === calls && answer.replaceChildren(...nodes);
    if (Array.isArray(found)) return void show(found);
    show([waiting()]);
    show(await found((so) => show([...so, waiting()])));
  };
}

/** What a text says, in words, with a button that opens it. @param {App} app @param {string} text @param {number | null} number
 * @param {() => void} close @param {(so: Node[]) => void} so called with what is known so far */
async function reading(app, text, number, close, so) {
  const ending = pastedEnding(text);
  const reached = ending && (await loadEnding(ending));
  if (reached) return describe(app, { ...reached, won: false }, close);
  const link = readLink(text);
  if (link?.complete && link.moves.length) return describe(app, { ...link, won: isWon(link) }, close, link.review);
  if (link?.complete && link.number === null) return describe(app, link, close);
  const own = readOwnWords(text, number, app.game.start.cells.length);
  if (own) return describe(app, { ...own, won: isWon(own) }, close);
  const plain = parseNumber(text) ?? numberAlone(text);
  if (plain !== null) return [opener(t("is_deal", { n: plain }), () => (close(), app.openDeal(plain)))];
  const rows = cardRows(text);
  if (rows && rows.flat().length < DECK_SIZE) return found(app, () => inPlaces(rows), close, so);
  try {
    return describe(app, await readPasted(text, number), close);
  } catch (error) {
    return [
      el("p", { textContent: t("cannot_read", { text: error instanceof Error ? error.message : String(error) }) }),
    ];
  }
}

/** @param {{start: Board, moves: Move[]}} line */
const isWon = ({ start, moves }) => moves.reduce((board, each) => board.play(each), start).won;

const NUMBERED_MOVE = /^\s*\d+\.\s+([1-8a-gk][1-8a-hk](?:v[0-9a-f])?)\s{2,}\S/;

/** Read the moves in words that *Share* writes, in any language: a title, and numbered lines that begin with the notation;
 * null where it is something else. @param {string} text @param {number | null} number @param {number} cells */
function readOwnWords(text, number, cells) {
  const lines = text.split("\n").filter((line) => line.trim());
  const titled = lines.length && !NUMBERED_MOVE.test(lines[0]) ? numberAlone(lines[0]) : null;
  const moves = (titled === null ? lines : lines.slice(1)).map((line) => NUMBERED_MOVE.exec(line)?.[1]);
  const named = titled ?? number;
  if (named === null || !moves.length || !moves.every((each) => each)) return null;
  const start = deal(named, cells);
  try {
    return { number: named, start, moves: parseMoves(start, moves.join("")) };
  } catch {
    return null;
  }
}

/** @param {App} app @param {Pasted} found @param {() => void} close @param {number | null} [review] where a review of it stands */
function describe(app, found, close, review = null) {
  const { start, moves } = found;
  const lines = [];
  if (found.number === null) lines.push(t("no_deal"));
  else if (found.number !== undefined) lines.push(t("is_deal", { n: found.number }));
  if (found.dialect) lines.push(`${t("dialect")}: ${dialectName(found.dialect)}.`);
  if (moves.length) lines.push(t(found.won ? "solution_ok" : "line_ok", { n: found.count ?? playerCount(moves) }));
  if (found.error) lines.push(found.error);
  return [
    ...lines.map((line) => el("p", { textContent: line })),
    el(
      "div",
      { className: "row" },
      button(t("open"), () => (close(), app.openGame(start, found.number ?? null, moves, review)), "primary"),
    ),
  ];
}

/** @param {string} text @param {() => void} action */
function opener(text, action) {
  return el("div", { className: "row" }, el("p", { textContent: text }), button(t("open"), action, "primary"));
}

const CARD = /^(?:10|[2-9ATJQK])[CDHS♣♦♥♠]$/i;

/** Go on to the next box once a card is whole. @param {HTMLInputElement[]} fields @param {Event} event */
function goOn(fields, { target }) {
  const field = /** @type {HTMLInputElement} */ (target);
  if (field.selectionEnd === field.value.length && CARD.test(field.value.trim()))
    fields[fields.indexOf(field) + 1]?.focus();
}

/** Put pasted cards into the boxes: a row from the box on, several rows one below the other.
 * @param {HTMLInputElement[]} fields @param {ClipboardEvent} event */
function fillIn(fields, event) {
  const rows = cardRows(event.clipboardData?.getData("text/plain") ?? "");
  const at = fields.indexOf(/** @type {HTMLInputElement} */ (event.target));
  if (at < 0 || !rows || rows.flat().length < 2) return;
  event.preventDefault();
  const from = rows.length > 1 ? at - (at % 8) : at;
  rows.forEach((cards, row) => cards.forEach((card, column) => put(fields[from + 8 * row + column], card)));
  fields[Math.min(from + 8 * (rows.length - 1) + rows[rows.length - 1].length, fields.length - 1)].focus();
  event.target?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {HTMLInputElement | undefined} field @param {number | null} card */
function put(field, card) {
  if (field) field.value = card === null ? "" : cardName(card);
}

/** The cards of a text that is nothing but rows of some of them, at most eight each; null where it is something else.
 * @param {string} text @returns {(number | null)[][] | null} */
function cardRows(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  try {
    const rows = lines.map((line) =>
      line
        .split(/[\s,;[\]"']+/)
        .filter(Boolean)
        .map((word) => (/^(?:-+|\?+|_+)$/.test(word) ? null : parseCard(word))),
    );
    return rows.length && rows.every((cards) => cards.length && cards.length <= 8) && rows.length <= 7 ? rows : null;
  } catch {
    return null;
  }
}

/** A form for the cards that the player sees. @param {App} app */
export function openFind(app) {
  const fields = Array.from(
    { length: 52 },
    (_, index) =>
      /** @type {HTMLInputElement} */ (
        el("input", {
          type: "text",
          maxLength: 3,
          spellcheck: false,
          autocapitalize: "characters",
          ariaLabel: t("row_column", { r: (index >> 3) + 1, c: (index & 7) + 1 }),
        })
      ),
  );
  const answer = el("div", { role: "status" });
  const show = answerIn(answer);
  const form = el(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        show((so) =>
          found(
            app,
            () => fields.map(cardIn),
            () => dialog.close(),
            so,
          ),
        );
      },
      oninput: (/** @type {Event} */ event) => {
        show([]);
        goOn(fields, event);
      },
      onpaste: (/** @type {ClipboardEvent} */ event) => fillIn(fields, event),
    },
    el("p", { textContent: t("find_label") }),
    el("div", { className: "grid" }, ...fields),
    el(
      "div",
      { className: "row" },
      el("button", { type: "submit", className: "primary", textContent: t("find_cards") }),
    ),
    answer,
  );
  const dialog = openDialog(t("find_cards"), form);
}

/** The limits of a search that did not cover every number, or found more than can be shown.
 * @param {number} count @param {boolean} complete @param {number} last */
function remarks(count, complete, last) {
  if (count > MOST_SHOWN) return [t("more_than_shown", { n: MOST_SHOWN })];
  return !complete && last < LAST_DEAL ? [t("looked_up_to", { n: last })] : [];
}

/** The card in a box; null in an empty one. @param {HTMLInputElement} field */
const cardIn = ({ value }) => (value.trim() ? parseCard(value.trim()) : null);

/** The cards of rows, each at its place in the deal. @param {(number | null)[][]} rows */
const inPlaces = (rows) => Array.from({ length: DECK_SIZE }, (_, index) => rows[index >> 3]?.[index & 7] ?? null);

/** The deals with some cards. @param {App} app @param {() => (number | null)[]} cards by their places in the deal
 * @param {() => void} close @param {(so: Node[]) => void} so called with those found so far @returns {Promise<Node[]>} */
async function found(app, cards, close, so) {
  const open = (/** @type {number} */ number) =>
    button(t("game_no_label", { n: number }), () => (close(), app.openDeal(number)), "primary");
  const list = (/** @type {number[]} */ numbers) =>
    el("div", { className: "row" }, ...numbers.slice(0, MOST_SHOWN).map(open));
  const heading = () => el("p", { textContent: t("found_many") });
  try {
    const { numbers, complete, last } = await findKnown(cards(), ({ numbers: some }) => {
      if (some.length) so([heading(), list(some)]);
    });
    if (!numbers.length) return [el("p", { textContent: complete ? t("no_deal") : t("not_up_to", { n: last }) })];
    return [
      numbers.length === 1 ? el("p", { textContent: t("is_deal", { n: numbers[0] }) }) : heading(),
      list(numbers),
      ...remarks(numbers.length, complete, last).map((text) => el("p", { className: "note", textContent: text })),
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [
      el("p", { textContent: error instanceof NotationError ? t("bad_card", { text }) : t("no_answer", { text }) }),
    ];
  }
}
