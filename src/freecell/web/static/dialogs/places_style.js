// The style of the dialogs that are pictures of many things: puzzles, map, calendar. It comes with the first of them.

import { el } from "./elements.js";

/** @type {Promise<unknown> | null} */
let loading = null;

/** @returns {Promise<unknown>} */
export function loadStyle() {
  loading ??= new Promise((done) => {
    const link = el("link", { rel: "stylesheet", href: new URL("places.css", import.meta.url).href });
    link.onload = link.onerror = done;
    document.head.append(link);
  });
  return loading;
}
