// Par: the moves of the shortest solution that was found, beside the player's own count.

import { nameOf } from "./session.js";
import { onFound, shortestKnown } from "../engine/shortest_known.js";
import { t } from "../words.js";

/** @typedef {import("../app.js").App} App */

/** Keep par beside the moves from now on. @param {App} app @param {HTMLElement} element */
export function showPar(app, element) {
  let name = "";
  /** @type {import("../engine/shortest_known.js").Shortest | null} */
  let known = null;
  const show = () => {
    const n = known?.moves ?? 0;
    element.textContent = known ? t("par", { n }) : "";
    element.title = known ? t(known.proved ? "par_proved" : "par_known", { n }) : "";
  };
  const look = async () => {
    const asked = name;
    const found = await shortestKnown(app.game);
    if (name !== asked) return; // another deal meanwhile
    known = found;
    show();
  };
  const changed = () => {
    const { number, start } = app.game;
    const asked = nameOf(number, start);
    if (asked === name) return show();
    name = asked;
    known = null;
    show();
    return look();
  };
  app.onChange(changed);
  onFound(look);
  changed();
}
