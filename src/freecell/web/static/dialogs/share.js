// Sharing and saving: the link, the moves and the board as text, the picture and the film, print.

import { button, choice, download, el, openDialog, sameDialog } from "./elements.js";
import { hasService } from "../engine/engine.js";
import { gameOf } from "../games/game.js";
import { writeAll } from "../engine/lookup.js";
import { formatMove, formatMoves, formatPosition, formatRows } from "../text/address.js";
import { describeMove } from "../table/speech.js";
import { settings } from "../games/store.js";
import { dialectName, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/game.js").Game} Game */

/** The moves in the words of the page's language, numbered. @param {Game} game */
function inWords(game) {
  const title = game.number === null ? [] : [t("game_no_label", { n: String(game.number) })];
  const lines = game.steps.slice(0, game.cursor).map(({ move }, index) => {
    const board = game.boardAt(index);
    return `${index + 1}. ${formatMove(move)}  ${describeMove(board, move, board.play(move))}`;
  });
  return [...title, ...lines].join("\n");
}

/** Every text that the game can be written as, by name; our own notation alone without the engine. @param {Game} game
 * @returns {Promise<Record<string, string>>} */
async function texts(game) {
  const all = await writeAll(game.start, game.moves(), game.number).catch(() => ({ snx: formatMoves(game.moves()) }));
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [dialectName(name), text]));
}

/** @param {App} app */
export async function openShare(app) {
  const { game } = app;
  const still = sameDialog();
  const whole = game.canRedo
    ? gameOf(
        game.start,
        game.number,
        game.steps.map((step) => step.move),
        settings.autoplay,
      )
    : game;
  const status = el("p", { role: "status", className: "note" });
  const link = new URL(app.address(), location.href).href;
  const text = /** @type {HTMLTextAreaElement} */ (
    el("textarea", { readOnly: true, rows: 8, ariaLabel: t("as_text") })
  );
  /** @type {Record<string, string>} */
  const forms = { [t("board_text")]: formatRows(game.board) };
  if (whole.steps.length) Object.assign(forms, { [t("as_text")]: inWords(whole) }, await texts(whole));
  if (!still()) return;
  const first = whole.steps.length ? dialectName("snx") : t("board_text");
  text.value = forms[first];
  const names = Object.keys(forms).map((name) => [name, name]);
  const dialog = openDialog(
    t("save_as"),
    el(
      "div",
      { className: "row" },
      button(t("copy_link"), () => copy(link, status), "primary"),
      button(t("print"), () => (dialog.close(), print())),
    ),
    choice(t("dialect"), names, first, (name) => (text.value = forms[name])),
    text,
    el(
      "div",
      { className: "row" },
      button(t("copy_text"), () => copy(text.value, status)),
    ),
    el("div", { className: "row" }, ...pictures(app, status), ...(hasService ? film(whole) : [])),
    status,
  );
}

/** Buttons that save a picture of the position as it lies on the table. @param {App} app @param {HTMLElement} status */
function pictures(app, status) {
  const name = `freecell-${app.game.number ?? "board"}`;
  const svg = async () => (await import("../table/table_picture.js")).tablePicture(app.table.root, app.dealTitle());
  const save = (/** @type {() => Promise<void>} */ action) => () =>
    action().catch((error) => (status.textContent = t("no_answer", { text: error.message })));
  return [
    button(
      t("picture"),
      save(async () => download(`${name}.svg`, "image/svg+xml", await svg())),
    ),
    button(
      t("picture_png"),
      save(async () => {
        const { asPng } = await import("../table/table_picture.js");
        download(`${name}.png`, "image/png", await asPng(await svg()));
      }),
    ),
  ];
}

/** A link to the film of a game, which the service draws. @param {Game} game */
function film(game) {
  if (!game.steps.length) return [];
  const query = new URLSearchParams({
    board: formatPosition(game.start),
    moves: formatMoves(game.moves(), ""),
    theme: settings.theme,
    colours: settings.fourColours ? "4" : "2",
  });
  const file = `freecell-${game.number ?? "board"}-film.svg`;
  return [el("a", { className: "button", href: `api/picture.svg?${query}`, download: file, textContent: t("film") })];
}

/** @param {string} text @param {HTMLElement} status */
async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = t("copied");
  } catch {
    status.textContent = t("copy_failed");
  }
}
