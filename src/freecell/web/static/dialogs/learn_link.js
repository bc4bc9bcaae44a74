// The way to the page for learners.

import { el } from "./elements.js";
import { t } from "../words.js";

/** A link to it, at a deal where there is one. @param {number | null} number */
export function learnLink(number) {
  const page = document.documentElement.dataset.address === "path" ? "learn" : "learn/";
  return el("a", { href: page + (number === null ? "" : `#${number}`), className: "button", textContent: t("learn") });
}
