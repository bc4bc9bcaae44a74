// The language of the reader, and the first request for its words: before all else that the page needs.

/** @typedef {"en" | "es" | "ru" | "it" | "pt"} Language */

/** @type {Language[]} */
export const LANGUAGES = ["en", "es", "ru", "it", "pt"];

/** The language the reader's browser asks for first, of those we have. @param {readonly string[]} asked @returns {Language} */
export function bestLanguage(asked) {
  const known = asked.map((each) => each.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (known.find((each) => LANGUAGES.includes(/** @type {Language} */ (each))) ?? "en");
}

/** The address of the words of a language. @param {Language} language */
export const wordsAddress = (language) => new URL(`words.${language}.json`, import.meta.url).href;

/** The words that were asked for first. @type {Map<string, Promise<any>>} */
const asked = new Map();

/** Load a file of words; once, unless it fails. @param {string} url @returns {Promise<any>} */
export function fetchWords(url) {
  const words = asked.get(url) ?? fetched(url);
  asked.set(url, words);
  words.catch(() => asked.delete(url));
  return words;
}

/** @param {string} url */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/** The language that was chosen here, as store.js keeps it; "" where there is none. */
function chosen() {
  try {
    return JSON.parse(localStorage.getItem("freecell.settings") ?? "{}").language ?? "";
  } catch {
    return "";
  }
}

if (typeof document === "object") {
  const own = chosen();
  fetchWords(wordsAddress(LANGUAGES.includes(own) ? own : bestLanguage(navigator.languages)));
}
