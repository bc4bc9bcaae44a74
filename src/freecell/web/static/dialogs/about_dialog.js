// About this deal: whether it can be won, with how few cells, in how few moves, and how hard it is.

import { CELLS, completed, FACTS, knownOf } from "../engine/about.js";
import { deal } from "../games/board.js";
import { el, openDialog } from "./elements.js";
import { hasEngine } from "../engine/engine.js";
import { sayFewest } from "../engine/lookup.js";
import { foundHere } from "../engine/shortest_known.js";
import { t } from "../words.js";

/** @typedef {import("../engine/about.js").About} About */
/** @typedef {import("../engine/about.js").Fact} Fact */
/** @typedef {import("../app.js").App} App */

const CHIPS = { solved: "chip_winnable", impossible: "chip_impossible", undecided: "chip_unknown" };

/** The name of each row, and what it says; an empty text where it has nothing to say.
 * @type {[string, Fact | null, (known: About) => string][]} */
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
  const known = withFound(await knownOf(number));
  /** @param {About} facts @param {readonly Fact[]} tried */
  const show = (facts, tried) => rows.replaceChildren(...ROWS.flatMap((row) => shownRow(row, facts, tried)));
  show(known, []);
  note.textContent = hasEngine ? t("thinking") : "";
  const found = await completed(known, (facts, tried) => show(withFound(facts), tried));
  show(withFound(found.known), FACTS);
  const names = found.tried.map((fact) => t(ROWS.find(([, each]) => each === fact)?.[0] ?? fact));
  note.textContent = names.length ? t("computed_now", { text: names.join(", ") }) : "";
}

/** With a solution that was found in this browser, where it is shorter. @param {About} known @returns {About} */
function withFound(known) {
  const found = foundHere({ number: known.number, start: deal(known.number, CELLS) });
  if (!found || (known.moves !== null && known.moves <= found.moves && !found.proved)) return known;
  return { ...known, verdict: "solved", moves: found.moves, shortest: found.proved };
}

/** A row; a fact that is not known and not yet tried is still being computed. @param {typeof ROWS[number]} row @param {About} known
 * @param {readonly Fact[]} tried */
function shownRow([name, fact, say], known, tried) {
  const open = fact !== null && known[fact] === null && !tried.includes(fact) && known.verdict !== "impossible";
  const text = open ? "…" : say(known);
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
function sayDifficulty({ difficulty, level }) {
  if (difficulty === null) return "";
  const rank = t("harder_than", { n: difficulty });
  return level === null ? rank : `${sayLevel(level)}. ${rank}`;
}

/** A level of difficulty in the language of the page. @param {string} level */
export const sayLevel = (level) => t(`difficulty_${level.replace(" ", "_")}`);
