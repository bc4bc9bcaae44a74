// The buttons and fields around the table: what they do, and what they show of the game.

import { FIRST_DEAL, LAST_DEAL, parseNumber } from "../games/deal.js";
import { isEnding } from "../games/links.js";
import { changeSettings, settings } from "../games/store.js";
import { switchOff } from "./buttons.js";
import { sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */

/** An element that the page has from the start. @template {HTMLElement} E @param {string} id @returns {E} */
export const byId = (id) => /** @type {E} */ (document.getElementById(id));

/** @param {App} app */
export function connectControls(app) {
  const on = (/** @type {string} */ id, /** @type {() => void} */ action) => byId(id).addEventListener("click", action);
  on("undo", () => app.undo());
  on("redo", () => app.redo());
  on("restart", () => app.restart());
  on("previous", () => app.step(-1));
  on("next", () => app.step(1));
  on("random", () => app.random());
  on("menu", async () => (await import("../dialogs/dialogs.js")).openMenu(app));
  on("hint", async () => (await app.advice()).hint());
  on("verdict", async () => (await app.advice()).verdict());
  on("watch", async () => (await import("../review/watch.js")).openPlayer(app));
  byId("deal-form").addEventListener("submit", (event) => {
    event.preventDefault();
    openTyped(app, /** @type {HTMLInputElement} */ (byId("number")).value);
  });
  byId("language").addEventListener("change", (event) => {
    changeSettings({ language: /** @type {HTMLSelectElement} */ (event.target).value });
    app.useSettings();
  });
}

/** @param {App} app @param {string} text */
function openTyped(app, text) {
  const number = parseNumber(text);
  if (number !== null) {
    app.openDeal(number);
    return app.table.takeFocus(); // the keys belong to the table again
  }
  if (isEnding(text)) return app.opening.openEnding(text, { push: true });
  if (text.trim().length > 15)
    return import("../dialogs/paste_dialog.js").then((dialog) => dialog.openPaste(app, text, app.game.number));
  app.say(t("bad_number", { text: text.trim(), first: FIRST_DEAL, last: LAST_DEAL }));
}

/** Show the number, the count and the time, and which buttons can be pressed. @param {App} app */
export function showControls(app) {
  const { game } = app;
  const input = /** @type {HTMLInputElement} */ (byId("number"));
  input.value = game.number === null ? "" : String(game.number);
  const off = { undo: !game.canUndo, redo: !game.canRedo, restart: !game.canUndo, hint: game.won, verdict: game.won };
  for (const [id, value] of Object.entries(off)) switchOff(byId(id), value);
  byId("count").textContent = t("moves", { n: game.count });
  showTime(app);
}

/** @param {App} app */
export function showTime(app) {
  const shown = settings.timer && !app.covered && app.seconds >= 1;
  byId("time").textContent = shown ? sayTime(app.seconds) : "";
}
