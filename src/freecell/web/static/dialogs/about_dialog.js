// About this deal: whether it can be won, with how few cells, in how few moves, and how hard it is.

import { CELLS, knownOf, lacking, withComputed } from "../engine/about.js";
import { deal } from "../games/board.js";
import { el, openDialog } from "./elements.js";
import { sayFewest } from "../engine/lookup.js";
import { foundHere } from "../engine/shortest_known.js";
import { t } from "../words.js";

/** @typedef {import("../engine/about.js").About} About */
/** @typedef {import("../engine/about.js").Column} Column */
/** @typedef {import("../app.js").App} App */

const CHIPS = { solved: "chip_winnable", impossible: "chip_impossible", undecided: "chip_unknown" };

/** The name of each row, and what it says; an empty text where it has nothing to say.
 * @type {[string, Column | null, (known: About) => string][]} */
const ROWS = [
  ["with_four_cells", null, ({ verdict }) => t(CHIPS[verdict])],
  ["fewest_cells", "fewest", sayFewest],
  ["shortest_solution", "moves", sayMoves],
  ["difficulty", "difficulty", sayDifficulty],
];

/** @param {App} app */
export async function openAbout(app) {
  const number = /** @type {number} */ (app.game.number);
  const rows = el("tbody", {});
  const note = el("p", { className: "note", role: "status" });
  openDialog(`${t("about_deal")}: ${app.dealTitle()}`, el("table", { className: "facts" }, rows), note);
  let known = withFound(await knownOf(number));
  const missing = lacking(known);
  /** @type {Set<Column>} */
  const open = new Set(missing);
  const show = () => rows.replaceChildren(...ROWS.flatMap((row) => shownRow(row, known, open)));
  show();
  note.textContent = missing.length ? t("thinking") : "";
  for (const column of missing) {
    known = await withComputed(known, column).catch(() => known);
    open.delete(column);
    show();
  }
  if (missing.length) note.textContent = t("computed_now", { text: missing.map((each) => nameOf(each)).join(", ") });
}

/** With a solution that was found in this browser, where it is shorter. @param {About} known @returns {About} */
function withFound(known) {
  const found = foundHere({ number: known.number, start: deal(known.number, CELLS) });
  if (!found || (known.moves !== null && known.moves <= found.moves && !found.proved)) return known;
  return { ...known, verdict: "solved", moves: found.moves, shortest: found.proved };
}

/** @param {Column} column */
const nameOf = (column) => t(ROWS.find(([, each]) => each === column)?.[0] ?? column);

/** @param {typeof ROWS[number]} row @param {About} known @param {Set<Column>} open */
function shownRow([name, column, say], known, open) {
  const text = column && open.has(column) ? "…" : say(known);
  return text ? [el("tr", {}, el("th", { scope: "row", textContent: t(name) }), el("td", { textContent: text }))] : [];
}

/** @param {About} known */
function sayMoves({ moves, shortest, least }) {
  if (moves === null) return "";
  const text = t("moves", { n: moves });
  if (!shortest && least !== null) return t("moves_at_least", { text, least });
  return t(shortest ? "moves_proved" : "moves_known", { text });
}

/** @param {About} known */
function sayDifficulty({ difficulty, word }) {
  if (difficulty === null) return "";
  const rank = t("harder_than", { n: difficulty });
  return word === null ? rank : `${sayWord(word)}. ${rank}`;
}

/** A word for a difficulty, in the language of the page. @param {string} word */
export const sayWord = (word) => t(`difficulty_${word.replace(" ", "_")}`);
