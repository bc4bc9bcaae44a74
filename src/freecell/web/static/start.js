// The beginning: the first view, and after it what that does not need.

import { App } from "./app.js";
import { warmUp } from "./engine/engine.js";
import { dealFreeCell } from "./games/deal.js";
import { names } from "./games/store.js";
import { byId } from "./table/controls.js";
import { loadReasons } from "./table/refusals.js";
import { followUpdates } from "./updates.js";

const newcomer = !names("").length && !location.hash;
const app = new App();
await app.start();
// For the console, and for readers of the well-known task who want to compare.
Object.assign(window, { dealFreeCell, freecell: app });
// The engine comes after the first view, which does not need it; so does the introduction, on the first visit.
// A browser that never finds itself idle, as on a busy machine, does all that after a second.
/** @param {() => void} task */
const whenIdle = (task) =>
  "requestIdleCallback" in window ? requestIdleCallback(task, { timeout: 1000 }) : setTimeout(task);
whenIdle(warmUp);
whenIdle(() => loadReasons().catch(() => {})); // without a network the hands say less
whenIdle(async () => (await import("./games/par.js")).showPar(app, byId("par")));
whenIdle(async () => (await import("./table/day_button.js")).showDay(app, byId("day")));
if (newcomer) whenIdle(async () => (await import("./dialogs/help_dialog.js")).introduce());
followUpdates(app);
