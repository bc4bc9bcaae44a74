// The words and the looks of the page, as the settings want them.

import { byId } from "./controls.js";
import { hasEngine } from "../engine/engine.js";
import { settings } from "../games/store.js";
import { bestLanguage, LANGUAGES } from "../language.js";
import { loadLanguage, setLanguage, translate } from "../words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../words.js").Language} Language */

/** Apply the settings that need no words. @param {Table} table */
export function useLooks(table) {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.classList.toggle("four-colours", settings.fourColours);
  table.arrange();
}

/** Write the page in the language of the settings. @param {Table} table
 * @returns {Promise<boolean>} false where another language was chosen meanwhile */
export async function useLanguage(table) {
  const language = chosenLanguage();
  await loadLanguage(language).catch(() => {}); // without a network the old words must do
  if (language !== chosenLanguage()) return false;
  setLanguage(language);
  /** @type {HTMLSelectElement} */ (byId("language")).value = language;
  useLooks(table);
  translate(document);
  for (const element of document.querySelectorAll(".engine")) element.toggleAttribute("hidden", !hasEngine);
  byId("verdict").hidden = !hasEngine || settings.verdict === "off";
  return true;
}

/** The language that was chosen, or that the browser asks for. @returns {Language} */
function chosenLanguage() {
  const chosen = /** @type {Language} */ (settings.language);
  return LANGUAGES.includes(chosen) ? chosen : bestLanguage(navigator.languages);
}
