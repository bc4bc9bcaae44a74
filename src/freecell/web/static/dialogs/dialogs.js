// The menu, ordered by what people need, and the small dialogs behind it. Loaded when it is first opened.

import { openCalendar } from "./calendar_dialog.js";
import { openNewChallenge } from "./challenge_dialog.js";
import { openMap } from "./map_dialog.js";
import { openAbout, sayLevel } from "./about_dialog.js";
import { LEVELS } from "../engine/atlas.js";
import { MAX_CELLS } from "../games/board.js";
import { today } from "../games/daily.js";
import { button, choice, el, openDialog, sameDialog } from "./elements.js";
import { hasEngine, hasPictures, hasReview, hasService } from "../engine/engine.js";
import { openHelp } from "./help_dialog.js";
import { learnLink } from "./learn_link.js";
import { openFind, openPaste } from "./paste_dialog.js";
import { openPuzzles } from "./puzzles_dialog.js";
import { ANY } from "../games/random_deal.js";
import { openSettings } from "./settings_dialog.js";
import { openShare } from "./share.js";
import { openStatistics } from "./statistics_dialog.js";
import { changeSettings, settings } from "../games/store.js";
import { formatNumber, t } from "../words.js";

/** @typedef {import("../app.js").App} App */

/** The menu: what one does with the game, with a deal, with what one has, and with the page. @param {App} app */
export function openMenu(app) {
  const numbered = app.game.number !== null;
  const groups = [
    group("menu_game", [
      entry("random", t("new_deal"), () => openNewDeal(app)),
      ...(hasReview ? [reviewEntry(app, () => dialog)] : []),
      entry("share", t("save_as"), () => openShare(app)),
      entry("challenge", t("challenge"), () => openNewChallenge(app)),
    ]),
    group("menu_deal", [
      ...(numbered ? [entry("about", t("about_deal"), () => openAbout(app))] : []),
      ...(hasService || hasEngine ? [entry("find", t("find_cards"), () => openFind(app))] : []),
      entry("paste", t("paste"), () => openPaste(app, "", app.game.number)),
      ...(hasPictures ? [entry("picture", t("picture_open"), () => pictureDialog(app))] : []),
    ]),
    group("menu_you", [
      entry("puzzle", t("puzzles"), () => openPuzzles(app)),
      entry("day", t("day_title"), () => openCalendar(app)),
      entry("map", t("map"), () => openMap(app)),
      entry("statistics", t("statistics"), () => openStatistics(app)),
      entry("settings", t("settings"), () => openSettings(app)),
    ]),
    group("menu_learn", [entry("help", t("help"), () => openHelp()), learnEntry(app)]),
  ];
  const dialog = openDialog(t("menu"), ...groups);
}

/** @param {string} title @param {HTMLElement[]} entries */
const group = (title, entries) =>
  el("section", { className: "group list" }, el("h3", { textContent: t(title) }), ...entries);

/** @param {string} icon @param {string} text @param {() => void} action */
function entry(icon, text, action) {
  const made = button("", action, "entry");
  made.dataset.entry = icon;
  made.append(drawn(icon), el("span", { textContent: text }));
  return made;
}

/** @param {string} icon */
function drawn(icon) {
  const holder = el("span", {});
  holder.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-${icon}"/></svg>`;
  return /** @type {Node} */ (holder.firstChild);
}

/** @param {App} app */
function learnEntry(app) {
  const link = learnLink(app.game.number);
  link.className = "button entry";
  link.prepend(drawn("learn"));
  return link;
}

/** @param {App} app */
const pictureDialog = async (app) => (await import("./picture_dialog.js")).openPicture(app);

/** Review the game, where there is something to review; the dialog gives back the focus before the review takes it.
 * @param {App} app @param {() => HTMLDialogElement} dialog */
function reviewEntry(app, dialog) {
  const start = async () => (await import("../review/review.js")).openReview(app);
  const made = entry("review", t("review"), () => {
    dialog().addEventListener("close", start, { once: true });
    dialog().close();
  });
  made.toggleAttribute("disabled", !app.game.steps.length);
  return made;
}

/** The ways to another deal. @param {App} app */
async function openNewDeal(app) {
  const still = sameDialog();
  const { number } = await today();
  if (!still()) return;
  const ways = el("div", { className: "list" });
  const dialog = openDialog(t("new_deal"), ways);
  const way = (/** @type {string} */ text, /** @type {() => void} */ action, className = "") =>
    button(text, () => (dialog.close(), action()), className);
  let { cells } = settings;
  ways.append(
    way(t("daily_deal", { n: number }), () => app.openDeal(number, { cells: 4 }), "primary"),
    way(t("random_deal"), () => app.random({ cells })),
    chooseDifficulty(),
    choice(t("cells_setting"), numbersTo(MAX_CELLS), String(cells), (value) => (cells = Number(value))),
    way(t("next_deal"), () => app.step(1)),
    way(t("start_over"), () => app.startOver()),
  );
}

/** What a random deal is to be like, now and from now on. */
function chooseDifficulty() {
  const levels = [ANY, ...LEVELS].map((each) => [each, sayLevel(each)]);
  return choice(t("difficulty"), levels, settings.difficulty, (difficulty) => changeSettings({ difficulty }));
}

/** @param {number} last */
const numbersTo = (last) => Array.from({ length: last + 1 }, (_, n) => [String(n), formatNumber(n)]);
