// What stays in this browser: a few named values, the settings among them. Nothing is sent anywhere.
//
// Several tabs share it. To change a value, read it first and write it at once, so that no tab writes back what it
// read long ago; and settings that another tab changes are applied here.

/** @typedef {import("./board.js").Autoplay} Autoplay */
/** @typedef {{language: string, theme: "auto" | "light" | "plain" | "dark", fourColours: boolean, ownLetters: boolean,
 *   autoplay: Autoplay, verdict: "off" | "demand" | "always", oneTap: boolean, keys: boolean, cells: number,
 *   difficulty: string, speed: number, timer: boolean, cardSize: "large" | "medium" | "small",
 *   motion: "none" | "quick" | "usual" | "slow", leftHanded: boolean}} Settings */

const PREFIX = "freecell.";

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  fourColours: false,
  ownLetters: false,
  autoplay: "horne",
  verdict: "demand",
  oneTap: false,
  keys: true,
  cells: 4,
  difficulty: "any",
  speed: 1,
  timer: true,
  cardSize: "large",
  motion: "usual",
  leftHanded: false,
};

/** Read a value; null where there is none, or the browser keeps nothing, or kept nonsense. @param {string} name @returns {any} */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Write a value; false where the browser does not keep it: it is full, or forbidden. @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Whether the browser keeps what is written. */
export function keeps() {
  const written = write("trial", 1);
  remove("trial");
  return written;
}

/** @param {string} name */
export function remove(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be reached was not kept either.
  }
}

/** The names of all values that begin so. @param {string} start @returns {string[]} */
export function names(start) {
  try {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    return all.filter((key) => key.startsWith(PREFIX + start)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Ask the browser not to throw away what is kept here when it wants room. */
export function askToKeep() {
  navigator.storage?.persist?.().catch(() => {});
}

// Settings

/** @returns {Settings} */
function storedSettings() {
  const stored = read("settings");
  return { ...DEFAULTS, ...(typeof stored === "object" ? stored : {}) };
}

export const settings = storedSettings();

/** Change some settings and leave the others as they are now, whichever tab changed them. @param {Partial<Settings>} changed */
export function changeSettings(changed) {
  Object.assign(settings, storedSettings(), changed);
  write("settings", settings);
}

/** Call something when another tab changed the settings. @param {() => void} listener */
export function onSettings(listener) {
  window.addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== `${PREFIX}settings`) return;
    Object.assign(settings, storedSettings());
    listener();
  });
}

/** Forget everything. */
export function clearAll() {
  for (const name of names("")) remove(name);
  Object.assign(settings, DEFAULTS);
}
