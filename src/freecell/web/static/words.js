// The words of the page in five languages, from the one file that Python uses too.

import { rankOf, RANKS, suitOf, SUITS } from "./cards.js";

/** @typedef {"en" | "es" | "ru" | "it" | "pt"} Language */
/** @typedef {string | Record<string, string>} Text A text, or its plural forms. */

/** @type {Language[]} */
export const LANGUAGES = ["en", "es", "ru", "it", "pt"];

/** @type {any} */
let words = {};
/** @type {Language} */
let language = "en";

/** Load the file of words. @param {string} url */
export async function loadWords(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  words = await response.json();
}

/** The language the reader's browser asks for first, of those we have. @param {readonly string[]} asked @returns {Language} */
export function bestLanguage(asked) {
  const known = asked.map((each) => each.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (known.find((each) => LANGUAGES.includes(/** @type {Language} */ (each))) ?? "en");
}

/** @param {Language} wanted */
export function setLanguage(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
}

/** A whole number as people of the language write it. @param {number} number */
export const formatNumber = (number) => new Intl.NumberFormat(language).format(number);

/** The text for a key, its places in braces filled; `n` chooses the plural form.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values = {}) {
  /** @type {Text} */
  const text =
    (words.page?.[key] ?? words.messages?.[key] ?? words.sentences?.[key] ?? words.terms?.[key])?.[language] ?? key;
  return choose(text, values.n).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return typeof value === "number" ? formatNumber(value) : (value ?? whole);
  });
}

/** A word in every language, for those who read what others wrote. @param {string} key @returns {string[]} */
export const inAllLanguages = (key) => Object.values(words.terms[key]);

/** @param {Text} text @param {string | number | undefined} count */
function choose(text, count) {
  if (typeof text === "string") return text;
  const form = new Intl.PluralRules(language).select(Number(count));
  return text[form] ?? text.other;
}

/** A card's name as it is said: ace of clubs, as de tréboles, туз треф. @param {number} card */
export function spokenName(card) {
  return fillName(card, words.ranks[RANKS[rankOf(card)]][language]);
}

/** A card's name as the object of a sentence, which differs in Russian. @param {number} card */
export function spokenObject(card) {
  return fillName(
    card,
    words.ranks_accusative[language]?.[RANKS[rankOf(card)]] ?? words.ranks[RANKS[rankOf(card)]][language],
  );
}

/** @param {number} card @param {string} rank */
function fillName(card, rank) {
  const suit = words.suits_in_card_name[SUITS[suitOf(card)]][language];
  return words.card_name_template[language].replace("{rank}", rank).replace("{suit}", suit);
}

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
