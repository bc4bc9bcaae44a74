// The menu, ordered by what people need, and the small dialogs behind it. Loaded when it is first opened.

import { today } from "./daily.js";
import { button, el, openDialog } from "./elements.js";
import { hasCatalog, hasEngine, hasService, surveyed } from "./engine.js";
import { openHelp } from "./help_dialog.js";
import { learnLink } from "./learn_link.js";
import { sayFewestCells } from "./lookup.js";
import { openFind, openPaste } from "./paste_dialog.js";
import { openSettings } from "./settings_dialog.js";
import { openShare } from "./share.js";
import { openStatistics } from "./statistics_dialog.js";
import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */

const ABOUT = hasCatalog ? "about_deal" : "fewest_cells";

/** @param {App} app */
export function openMenu(app) {
  const entries = [
    button(t("new_deal"), () => openNewDeal(app)),
    button(t("help"), () => openHelp()),
    button(t("save_as"), () => openShare(app)),
    button(t("statistics"), () => openStatistics(app)),
    button(t("settings"), () => openSettings(app)),
    ...(hasEngine && app.game.number !== null ? [button(t(ABOUT), () => sayAbout(app))] : []),
    ...(hasService || hasEngine ? [button(t("find_cards"), () => openFind(app))] : []),
    button(t("paste"), () => openPaste(app, "", app.game.number)),
    learnLink(app.game.number),
  ];
  openDialog(t("menu"), el("div", { className: "list" }, ...entries));
}

/** The ways to another deal. @param {App} app */
async function openNewDeal(app) {
  const { number } = await today();
  const then = (/** @type {() => void} */ action) => () => (dialog.close(), action());
  const dialog = openDialog(
    t("new_deal"),
    el(
      "div",
      { className: "list" },
      button(
        t("daily_deal", { n: number }),
        then(() => app.openDeal(number, { cells: 4 })),
        "primary",
      ),
      button(
        t("random_deal"),
        then(() => app.random()),
      ),
      button(
        t("next_deal"),
        then(() => app.step(1)),
      ),
      button(
        t("start_over"),
        then(() => app.startOver()),
      ),
    ),
  );
}

/** The fewest cells of a deal, and how hard it is where a survey says so. @param {App} app */
async function sayAbout(app) {
  const number = /** @type {number} */ (app.game.number);
  const answer = el("p", { role: "status", textContent: t("thinking") });
  openDialog(`${t(ABOUT)}: ${app.dealTitle()}`, answer);
  surveyed(`deals/${number}/about`).then((known) => {
    if (known && known.difficulty !== null)
      answer.after(el("p", { textContent: t("harder_than", { n: known.difficulty }) }));
  });
  try {
    answer.textContent = await sayFewestCells(number);
  } catch (error) {
    answer.textContent = t("no_answer", { text: error instanceof Error ? error.message : String(error) });
  }
}
