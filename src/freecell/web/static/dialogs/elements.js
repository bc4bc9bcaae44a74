// Elements with words in them, and the frame that all dialogs share.

import { t } from "../words.js";

/** Make an element with text and children. @param {string} tag @param {Record<string, unknown>} [properties] @param {(Node | string)[]} children
 * @returns {HTMLElement} */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} action @param {string} [className] */
export const button = (text, action, className = "") =>
  el("button", { type: "button", className, textContent: text, onclick: action });

/** @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} change */
export function choice(label, options, value, change) {
  const select = /** @type {HTMLSelectElement} */ (
    el("select", {}, ...options.map(([each, text]) => el("option", { value: each, textContent: text })))
  );
  select.value = value;
  select.onchange = () => change(select.value);
  return el("label", { className: "field" }, el("span", { textContent: label }), select);
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} change */
export function tick(label, value, change) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: value }));
  box.onchange = () => change(box.checked);
  return el("label", { className: "field tick" }, el("span", { textContent: label }), box);
}

/** Let the browser save something as a file. @param {string} name @param {string} type @param {BlobPart} content */
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Dialogs

/** @type {HTMLDialogElement | null} */
let shown = null;
/** @type {Element | null} What had the focus before the first of the dialogs that follow each other. */
let cameFrom = null;

/** Open a dialog with a title and a body; it is removed when it closes, and the focus goes back to where it was.
 * @param {string} title @param {(Node | string)[]} body */
export function openDialog(title, ...body) {
  const heading = el("h2", { id: "dialog-title", textContent: title });
  const close = el("button", { className: "close", type: "button", title: t("close"), ariaLabel: t("close") });
  close.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-close"/></svg>';
  const head = el("div", { className: "head" }, heading, close);
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "dialog-title" }, head, el("div", { className: "body" }, ...body))
  );
  close.onclick = () => dialog.close();
  dialog.addEventListener("close", () => closed(dialog));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click beside it
  });
  if (shown) shown.remove();
  else cameFrom = document.activeElement;
  shown = dialog;
  document.body.append(dialog);
  dialog.showModal();
  document.dispatchEvent(new Event("dialogs"));
  return dialog;
}

/** Returns a function that says whether the open dialog, or none, is still that of now, for callers that load something
 * before they open one. */
export function sameDialog() {
  const before = shown;
  return () => shown === before;
}

/** @param {HTMLDialogElement} dialog */
function closed(dialog) {
  dialog.remove();
  if (shown !== dialog) return;
  shown = null;
  document.dispatchEvent(new Event("dialogs"));
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
}

/** Ask before something is done that cannot be undone. @param {string} title what would be done @param {string} text
 * @returns {Promise<boolean>} whether it is wanted */
export function askSure(title, text) {
  return new Promise((done) => {
    const answer = (/** @type {boolean} */ sure) => () => {
      done(sure);
      dialog.close();
    };
    const no = button(t("cancel"), answer(false));
    const row = el("div", { className: "row" }, button(title, answer(true), "primary"), no);
    const dialog = openDialog(title, el("p", { textContent: text }), row);
    dialog.addEventListener("close", () => done(false));
    no.focus();
  });
}
