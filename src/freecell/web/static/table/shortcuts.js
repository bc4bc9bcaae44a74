// The whole window's keys, and what is pasted into it or dropped onto it.

import { parseNumber } from "../games/deal.js";
import { hasEngine, hasPictures } from "../engine/engine.js";
import { settings } from "../games/store.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app */
export function listenToWindow(app) {
  window.addEventListener("keydown", (event) => shortcut(app, event));
  window.addEventListener("paste", (event) => paste(app, event));
  window.addEventListener("dragover", (event) => holdsFile(event.dataTransfer) && event.preventDefault());
  window.addEventListener("drop", (event) => {
    if (!holdsFile(event.dataTransfer)) return;
    event.preventDefault();
    openPicture(app, event.dataTransfer);
  });
}

/** @param {DataTransfer | null} brought */
const holdsFile = (brought) => brought?.types.includes("Files") ?? false;

/** Read a dropped or pasted file as a picture of a board; false where there is none. @param {App} app @param {DataTransfer | null} brought */
function openPicture(app, brought) {
  const file = brought?.files[0];
  if (!file || !hasPictures) return false;
  import("../dialogs/picture_dialog.js").then((dialog) => dialog.openPicture(app, file));
  return true;
}

/** @param {App} app @param {KeyboardEvent} event */
function shortcut(app, event) {
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]")) return; // which has keys of its own
  if (event.key === "Escape" && !event.defaultPrevented && app.closeTop()) return event.preventDefault();
  if (target.closest?.("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const control = event.ctrlKey || event.metaKey;
  const plain = !control && !event.altKey && settings.keys;
  if ((control && key === "z" && !event.shiftKey) || (plain && key === "z")) app.undo();
  else if ((control && (key === "y" || (key === "z" && event.shiftKey))) || (plain && key === "y")) app.redo();
  else if (plain && key === "?" && hasEngine)
    import("../review/advice.js").then((advice) => advice.adviceFor(app).hint());
  else return;
  event.preventDefault();
}

/** @param {App} app @param {ClipboardEvent} event */
function paste(app, event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text.trim() && openPicture(app, event.clipboardData)) return event.preventDefault();
  if (/** @type {Element} */ (event.target).closest?.("input, textarea, dialog[open]") || !text.trim()) return;
  const number = parseNumber(text);
  if (number !== null) return app.openDeal(number);
  import("../dialogs/paste_dialog.js").then((dialog) => dialog.openPaste(app, text, app.game.number));
}
