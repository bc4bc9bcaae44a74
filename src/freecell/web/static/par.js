// Par: the moves of the shortest solution that the atlas knows, beside the player's own count.

import { CELLS, charted } from "./about.js";
import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** Keep par beside the moves from now on. @param {App} app @param {HTMLElement} element */
export function showPar(app, element) {
  /** @type {number | null} */
  let number = null;
  /** @type {import("./atlas.js").About | null} */
  let known = null;
  const show = () => {
    const n = known?.moves ?? null;
    element.textContent = n === null ? "" : t("par", { n });
    element.title = n === null ? "" : t(known?.shortest ? "par_proved" : "par_known", { n });
  };
  const changed = async () => {
    const { game } = app;
    const asked = game.start.cells.length === CELLS ? game.number : null;
    if (asked === number) return show();
    number = asked;
    known = null;
    show();
    const found = asked === null ? null : await charted(asked);
    if (number !== asked) return; // another deal meanwhile
    known = found;
    show();
  };
  app.onChange(changed);
  changed();
}
