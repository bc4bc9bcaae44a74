// The puzzles by level: that of the day, how many are solved, the next one, and any of them.

import { button, el, openDialog, sameDialog } from "./elements.js";
import { loadStyle } from "./places_style.js";
import { localDate } from "../games/daily.js";
import { openPuzzle } from "../games/practice.js";
import { puzzleOfDay, puzzles, solvedPuzzles } from "../games/puzzles.js";
import { LEVELS } from "../engine/atlas.js";
import { formatNumber, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/puzzles.js").Puzzle} Puzzle */

/** @param {App} app */
export async function openPuzzles(app) {
  const still = sameDialog();
  const [list] = await Promise.all([puzzles().catch(() => null), loadStyle()]);
  if (!still()) return;
  if (!list) return app.say(t("no_answer", { text: "puzzles.txt" }));
  const solved = solvedPuzzles();
  const open = (/** @type {number} */ number) => {
    dialog.close();
    openPuzzle(app, number);
  };
  const today = puzzleOfDay(list, localDate(new Date()));
  const done = today.deal in solved ? ` ✓ ${t("puzzle_solved")}` : "";
  const dialog = openDialog(
    t("puzzles"),
    el("p", { textContent: t("puzzles_intro") }),
    el(
      "div",
      { className: "list" },
      button(`${t("puzzle_of_day")}: ${levelName(today.level)}${done}`, () => open(today.number), "primary"),
    ),
    ...LEVELS.map((_, level) =>
      section(
        level,
        list.filter((each) => each.level === level),
        solved,
        open,
      ),
    ),
    el("p", { className: "note", textContent: t("puzzles_note") }),
  );
}

/** @param {number} level */
const levelName = (level) => t(`difficulty_${LEVELS[level].replace(" ", "_")}`);

/** A level: its progress, the next unsolved one, and all of them on request.
 * @param {number} level @param {Puzzle[]} list @param {Record<string, unknown>} solved @param {(number: number) => void} open */
function section(level, list, solved, open) {
  const done = list.filter((each) => each.deal in solved).length;
  const next = list.find((each) => !(each.deal in solved));
  const progress = t("puzzle_progress", { n: done, all: list.length });
  const grid = el("div", { className: "numbers" });
  const fill = () => {
    if (details.open && !grid.childElementCount) grid.append(...list.map((each) => numberButton(each, solved, open)));
  };
  const details = /** @type {HTMLDetailsElement} */ (
    el("details", { className: "level" }, el("summary", { textContent: `${levelName(level)}: ${progress}` }), grid)
  );
  details.addEventListener("toggle", fill);
  const go = next ? [button(t("puzzle_next"), () => open(next.number))] : [];
  for (const each of go) each.setAttribute("aria-label", `${levelName(level)}: ${t("puzzle_next")}`);
  return el("div", { className: "level-row" }, details, ...go);
}

/** @param {Puzzle} puzzle @param {Record<string, unknown>} solved @param {(number: number) => void} open */
function numberButton({ number, deal }, solved, open) {
  const done = deal in solved;
  const made = button(formatNumber(number), () => open(number), done ? "done" : "");
  if (done) made.setAttribute("aria-label", `${formatNumber(number)}, ${t("puzzle_solved")}`);
  return made;
}
