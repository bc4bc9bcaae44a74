// The words of the page in five languages, from the one file that Python uses too.

import { rankOf, RANKS, suitOf, SUITS } from "./games/cards.js";
import { fetchWords, wordsAddress } from "./language.js";

/** @typedef {import("./language.js").Language} Language */
/** @typedef {string | Record<string, string>} Text A text, or its plural forms. */

/** The parts of the words that hold texts; the page for learners brings the last one. */
const PARTS = ["page", "messages", "sentences", "terms", "learn"];

/** @type {any} */
let words = {};
/** @type {Language} */
let language = "en";

/** Load a file of words, and add it to what is there: one language at a time is enough. @param {string} url */
export async function loadWords(url) {
  if (loaded.has(url)) return;
  const content = await fetchWords(url);
  words = together(words, content); // only now: another file may have come meanwhile
  loaded.add(url);
}

/** @type {Set<string>} */
const loaded = new Set();

/** Whether any words are there. */
export const hasWords = () => loaded.size > 0;

/** @param {any} one @param {any} other @returns {any} */
function together(one, other) {
  if (typeof one !== "object" || typeof other !== "object") return other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      key in one && key in other ? together(one[key], other[key]) : (other[key] ?? one[key]),
    ]),
  );
}

/** Load the words of a language. @param {Language} wanted */
export const loadLanguage = (wanted) => loadWords(wordsAddress(wanted));

/** @param {Language} wanted */
export function setLanguage(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
}

/** A whole number as people of the language write it. @param {number} number */
export const formatNumber = (number) => new Intl.NumberFormat(language).format(number);

/** A day and a time as people of the language write them. @param {Date} when */
export const sayDate = (when) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(when);

/** A time as a clock shows it: 4:07, 1:02:33. @param {number} seconds */
export function sayTime(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** The text for a key, its places in braces filled; `n` chooses the plural form.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values = {}) {
  const part = PARTS.find((each) => words[each]?.[key]);
  return part ? textOf(part, key, values) : key;
}

/** A text of one part of the words; its figures are written as the language writes them, texts as they are.
 * @param {string} part @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function textOf(part, key, values = {}) {
  /** @type {Text} */
  const text = words[part][key][language] ?? key;
  return choose(text, values.n).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return typeof value === "number" ? formatNumber(value) : (value ?? whole);
  });
}

/** What people call a notation. @param {string} dialect */
export const dialectName = (dialect) => t(`notation_${dialect}`);

/** A word in every language, for those who read what others wrote. @param {string} key @returns {string[]} */
export const inAllLanguages = (key) => Object.values(words.terms[key]);

/** @param {Text} text @param {string | number | undefined} count */
function choose(text, count) {
  if (typeof text === "string") return text;
  const form = new Intl.PluralRules(language).select(Number(count));
  return text[form] ?? text.other;
}

/** A card's name in words: ace of clubs, as de tréboles, туз треф. @param {number} card */
export function spokenName(card) {
  return fillName(card, words.ranks[RANKS[rankOf(card)]][language]);
}

/** A card's name inside a sentence: the queen of hearts, la reina de corazones; in Russian as its object. @param {number} card */
export function spokenObject(card) {
  return fillName(
    card,
    words.ranks_accusative[language]?.[RANKS[rankOf(card)]] ?? words.ranks[RANKS[rankOf(card)]][language],
  );
}

/** A card's name as the subject of a sentence: with its article, where the language has one. @param {number} card */
export const spokenSubject = (card) => (language === "ru" ? spokenName(card) : spokenObject(card));

/** @param {number} card @param {string} rank */
function fillName(card, rank) {
  const suit = words.suits_in_card_name[SUITS[suitOf(card)]][language];
  return words.card_name_template[language].replace("{rank}", rank).replace("{suit}", suit);
}

/** A text with a large first letter. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** The name of a suit. @param {number} suit */
export const suitName = (suit) => words.suits[SUITS[suit]][language];

/** What stands in the corner of a card: A, 2, ... 10, J, Q, K; the letters of the language on request.
 * @param {number} card @param {boolean} own */
export function indexLetter(card, own) {
  const rank = RANKS[rankOf(card)];
  return words.index_letters?.[own ? language : "en"]?.[rank] ?? (rank === "T" ? "10" : rank);
}

/** Put the words of the current language wherever the page asks for them. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const label = t(/** @type {HTMLElement} */ (element).dataset.tLabel ?? "");
    element.setAttribute("aria-label", label);
    if (element.tagName === "BUTTON") element.setAttribute("title", label);
  }
}
