// How to play, with pictures; and the same pictures as an introduction on the first visit.

import { button, el, openDialog } from "./elements.js";
import { learnLink } from "./learn_link.js";
import { introductionPicture } from "./introduction_pictures.js";
import { t } from "../words.js";

const KEYS = [
  ["← ↑ → ↓", "key_arrows"],
  ["Home  End", "key_ends"],
  ["PageUp  PageDown", "key_pages"],
  ["1 – 8", "key_digits"],
  ["Enter", "key_enter"],
  ["Esc", "key_escape"],
  ["2a  a5  5h", "key_notation"],
  ["Z  Ctrl+Z", "undo"],
  ["Y  Ctrl+Y", "redo"],
  ["?", "hint"],
];

/** The three things to know, each with a picture. @type {import("./introduction_pictures.js").Scene[]} */
const LESSONS = ["goal", "columns", "cells"];

/** A lesson: its picture and its words. @param {import("./introduction_pictures.js").Scene} lesson */
function figure(lesson) {
  const words = [el("strong", { textContent: t(`lesson_${lesson}`) }), " ", t(`lesson_${lesson}_text`)];
  return el("figure", {}, introductionPicture(lesson), el("figcaption", {}, ...words));
}

export function openHelp() {
  const rows = KEYS.map(([key, text]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ...key.split("  ").flatMap((each) => [el("kbd", { textContent: each }), " "])),
      el("td", { textContent: t(text) }),
    ),
  );
  openDialog(
    t("help"),
    ...LESSONS.map(figure),
    el("p", { textContent: t("help_touch") }),
    el("table", {}, el("tbody", {}, ...rows)),
    el("p", { className: "note", textContent: t("offline") }),
    el("p", {}, learnLink(null)),
  );
}

/** Show the three pictures one after the other, once, to a new visitor. */
export function introduce() {
  if (document.querySelector("dialog[open]")) return;
  const frame = el("div", { className: "lessons", ariaLive: "polite" });
  const next = button(t("next"), () => show(at + 1), "primary");
  const skip = button(t("skip"), () => dialog.close());
  let at = 0;
  const show = (/** @type {number} */ index) => {
    if (index >= LESSONS.length) return dialog.close();
    at = index;
    frame.replaceChildren(
      figure(LESSONS[index]),
      el("p", { className: "note", textContent: t("step_of", { n: index + 1, all: LESSONS.length }) }),
    );
    next.textContent = index === LESSONS.length - 1 ? t("play_now") : t("next");
    skip.hidden = index === LESSONS.length - 1;
  };
  const dialog = openDialog(t("welcome"), frame, el("div", { className: "row" }, next, skip));
  show(0);
  next.focus();
}
