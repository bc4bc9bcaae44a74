// "Check my dealer": pasted boards, compared with the right ones, with the likely bug.

import { el } from "../dialogs/elements.js";
import { NotationError } from "../games/cards.js";
import { t } from "../words.js";
import { readBoards } from "./pasted_boards.js";
import { fillBoard } from "./show.js";
import { causeLines, checkBoards, partlyLines, togetherLines, verdictLine } from "./verdict.js";

/** @typedef {import("./dealer.js").Dealers} Dealers */
/** @typedef {import("./pasted_boards.js").PastedBoard} PastedBoard */
/** @typedef {import("./verdict.js").DealCheck} DealCheck */

/** Check what was pasted, and return what there is to say. @param {Dealers} dealers @param {string} text
 * @param {number} shown the number that the page shows @returns {Node[]} */
export function checkPasted(dealers, text, shown) {
  try {
    const pasted = readBoards(text);
    const boards = pasted.map((board) => ({
      number: board.number ?? likelyNumber(dealers, board, shown),
      cards: board.cards,
    }));
    const special = boards.find(({ number }) => number < 0);
    if (special) return [el("p", { textContent: t("learn_special", { n: String(special.number) }) })];
    const checks = checkBoards(dealers, boards);
    const together = togetherLines(checks);
    const lines = [...together, ...partlyLines(checks)];
    return [
      ...lines.map((line) => el("p", { className: "together", textContent: line })),
      ...checks.checks.map((check, at) => verdict(check, pasted[at], together.length > 0)),
    ];
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return [el("p", { className: "warning", textContent: t("cannot_read", { text: error.message }) })];
  }
}

/** The number of a board that came without one: its own, or one that a known bug leads to. @param {Dealers} dealers @param {PastedBoard} board
 * @param {number} shown */
function likelyNumber(dealers, { cards }, shown) {
  const own = dealers.find(cards);
  if (own !== null && own >= 0) return own;
  const candidates = [Math.max(shown, 0), 1, 617];
  return candidates.find((number) => dealers.explain([{ number, cards }]).length) ?? candidates[0];
}

/** @param {DealCheck} check @param {PastedBoard} pasted @param {boolean} explained elsewhere, together with others */
function verdict(check, pasted, explained) {
  const right = check.wrongAt < 0;
  const lines = [`${check.number}: ${verdictLine(check)}`, ...(explained ? [] : causeLines(check))];
  if (pasted.number === null && !right) lines.push(t("learn_assumed", { number: String(check.number) }));
  const part = el(
    "div",
    { className: right ? "verdict right" : "verdict" },
    ...lines.map((line) => el("p", { textContent: line })),
  );
  if (!right) part.append(markedBoard(pasted.cards, check.wrongAt));
  return part;
}

/** Their board, with the first wrong card marked. @param {number[]} cards @param {number} wrongAt */
function markedBoard(cards, wrongAt) {
  const grid = el("div", { className: "board", role: "img", ariaLabel: t("learn_yours") });
  fillBoard(grid, cards, (at) => (at === wrongAt ? "wrong" : ""));
  return grid;
}
