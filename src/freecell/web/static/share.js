// Sharing and saving: the link, the moves and the board as text, the picture and the film, print.

import { button, choice, el, openDialog } from "./dialogs.js";
import { hasService } from "./engine.js";
import { writeAddress } from "./links.js";
import { formatMove, formatMoves, formatPosition, formatRows } from "./notation.js";
import { describeMove } from "./speech.js";
import { settings } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./game.js").Game} Game */

/** The ways of writing moves that need nobody's help. @type {Record<string, (game: Game) => string>} */
const DIALECTS = {
  "2a 27v3 5h": (game) => lines(game.moves().map(formatMove)),
  "2a 27 5h": (game) => lines(game.moves().map((each) => formatMove({ ...each, count: 1 }))),
  words: (game) => inWords(game),
};

/** Ten moves a line. @param {string[]} moves */
function lines(moves) {
  const rows = [];
  for (let first = 0; first < moves.length; first += 10) rows.push(moves.slice(first, first + 10).join(" "));
  return rows.join("\n");
}

/** @param {Game} game */
function inWords(game) {
  return game.steps
    .slice(0, game.cursor)
    .map(({ move }, index) => {
      const board = game.boardAt(index);
      const after = { board: board.play(move) };
      return `${index + 1}. ${formatMove(move)}  ${describeMove(board, move, /** @type {Game} */ (after))}`;
    })
    .join("\n");
}

/** @param {App} app */
export function openShare(app) {
  const { game } = app;
  const whole = game.won || !game.canRedo ? game : Object.assign(Object.create(game), { cursor: game.steps.length });
  const said = el("p", { role: "status", className: "note" });
  const link = new URL(writeAddress(game.number, game.start, game.moves()), location.href).href;
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { readOnly: true, rows: 8, ariaLabel: t("as_text") }));
  const write = (/** @type {string} */ name) => {
    text.value = name === "board" ? formatRows(game.board) : DIALECTS[name](whole);
  };
  write(game.steps.length ? "2a 27v3 5h" : "board");
  const forms = [["board", t("board_text")], ...Object.keys(DIALECTS).map((name) => [name, name === "words" ? t("as_text") : name])];
  openDialog(
    t("save_as"),
    el("div", { className: "row" }, button(t("copy_link"), () => copy(link, said), "primary"), button(t("print"), () => (said.closest("dialog")?.close(), print()))),
    el("h3", { textContent: t("as_text") }),
    choice(t("dialect"), forms, game.steps.length ? "2a 27v3 5h" : "board", write),
    text,
    el("div", { className: "row" }, button(t("copy_text"), () => copy(text.value, said))),
    ...(hasService ? [el("div", { className: "row" }, ...pictures(app, whole))] : []),
    said,
  );
}

/** Links to the picture and the film, which the service draws. @param {App} app @param {Game} game */
function pictures(app, game) {
  const look = new URLSearchParams({ theme: settings.theme, colours: settings.fourColours ? "4" : "2" });
  const position = new URLSearchParams({ board: formatPosition(app.game.board) });
  const film = new URLSearchParams({ board: formatPosition(game.start), moves: formatMoves(game.moves(), "") });
  const name = game.number ?? "board";
  const link = (/** @type {string} */ text, /** @type {URLSearchParams} */ query, /** @type {string} */ file) =>
    el("a", { className: "button", href: `api/picture.svg?${query}&${look}`, download: file, textContent: text });
  return [
    link(t("picture"), position, `freecell-${name}.svg`),
    ...(game.steps.length ? [link(t("film"), film, `freecell-${name}-film.svg`)] : []),
  ];
}

/** @param {string} text @param {HTMLElement} said */
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = t("copied");
  } catch {
    said.textContent = t("copy_failed");
  }
}

