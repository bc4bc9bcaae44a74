// The settings.

import { choice, openDialog, sameDialog, tick } from "./elements.js";
import { hasEngine } from "../engine/engine.js";
import { changeSettings, settings } from "../games/store.js";
import { LANGUAGES } from "../language.js";
import { formatNumber, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/store.js").Settings} Settings */

const NAMES = { en: "English", es: "Español", ru: "Русский", it: "Italiano", pt: "Português" };

/** @param {App} app */
export function openSettings(app) {
  const change = (/** @type {Partial<Settings>} */ changed) => {
    changeSettings(changed);
    return app.useSettings();
  };
  /** A choice among words. @param {string} label @param {"theme" | "autoplay" | "verdict" | "cardSize" | "motion"} name @param {string[][]} options */
  const among = (label, name, options) =>
    choice(t(label), options, settings[name], (value) => change({ [name]: value }));
  /** @param {string} label @param {"fourColours" | "ownLetters" | "oneTap" | "keys" | "timer" | "leftHanded"} name */
  const yesNo = (label, name) => tick(t(label), settings[name], (value) => change({ [name]: value }));
  const language = choice(
    t("language"),
    LANGUAGES.map((each) => [each, NAMES[each]]),
    document.documentElement.lang,
    async (value) => {
      const still = sameDialog();
      await change({ language: value });
      if (still()) openSettings(app);
    },
  );
  const cells = choice(
    t("cells_setting"),
    Array.from({ length: 9 }, (_, n) => [String(n), formatNumber(n)]),
    String(settings.cells),
    (value) => {
      change({ cells: Number(value) });
      if (app.game.number !== null) app.openDeal(app.game.number);
    },
  );
  const verdict = among("verdict_setting", "verdict", [
    ["off", t("verdict_off")],
    ["demand", t("verdict_demand")],
    ["always", t("verdict_always")],
  ]);
  openDialog(
    t("settings"),
    language,
    among("theme", "theme", [
      ["auto", t("theme_auto")],
      ["light", t("theme_light")],
      ["plain", t("theme_plain")],
      ["dark", t("theme_dark")],
    ]),
    yesNo("four_colours", "fourColours"),
    yesNo("own_letters", "ownLetters"),
    among("card_size", "cardSize", [
      ["large", t("size_large")],
      ["medium", t("size_medium")],
      ["small", t("size_small")],
    ]),
    yesNo("left_handed", "leftHanded"),
    among("motion", "motion", [
      ["none", t("motion_none")],
      ["quick", t("motion_quick")],
      ["usual", t("motion_usual")],
      ["slow", t("motion_slow")],
    ]),
    among("autoplay", "autoplay", [
      ["none", t("autoplay_none")],
      ["horne", t("autoplay_safe")],
      ["fcpro", `${t("autoplay_safe")} (FreeCell Pro)`],
      ["max", t("autoplay_max")],
    ]),
    ...(hasEngine ? [verdict] : []),
    cells,
    yesNo("timer_setting", "timer"),
    yesNo("one_tap", "oneTap"),
    yesNo("keys", "keys"),
  );
}
