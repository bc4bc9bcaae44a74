// Statistics and unfinished games: shown, saved to a file, read from one, cleared.

import { askSure, button, download, el, openDialog } from "./elements.js";
import { addResults, allResults } from "../games/deal_results.js";
import { addGames, forget, keptGames, unfinishedGames } from "../games/kept.js";
import { addSolved, solvedPuzzles } from "../games/puzzles.js";
import { readResults, rowsOf } from "../games/result_files.js";
import { dealNamed, restored } from "../games/session.js";
import { addStatistics, noteGivenUp, scoreOf, statistics } from "../games/statistics.js";
import { changeSettings, clearAll, keeps, read, settings, write } from "../games/store.js";
import { smallPicture } from "./small_picture.js";
import { formatNumber, sayDate, sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/kept.js").Kept} Kept */

const MOST_SHOWN = 50;

/** @param {App} app @param {string} [message] what was just done */
export function openStatistics(app, message = "") {
  const status = el("p", { role: "status", className: "note", textContent: message });
  openDialog(
    t("statistics"),
    scores(),
    bests(),
    el("p", { className: "note", textContent: t("what_helps") }),
    el("h3", { textContent: t("unfinished") }),
    unfinishedList(app),
    el("p", { className: "note", textContent: t(keeps() ? "kept_here" : "not_kept_here") }),
    el(
      "div",
      { className: "row" },
      button(t("export"), () => download("freecell.json", "application/json", exported())),
      importer(app, status),
      button(t("clear"), () => clear(app)),
    ),
    status,
  );
}

/** A table with a column for every number of cells that was played with. */
function scores() {
  const all = statistics();
  const played = Object.keys(all.cells).map(Number);
  const columns = (played.length ? played : [4]).sort((one, other) => one - other);
  const rate = (/** @type {number} */ won, /** @type {number} */ begun) =>
    begun ? `${formatNumber(Math.round((100 * won) / begun))} %` : "–";
  const cell = (/** @type {string} */ text) => el("td", { textContent: text });
  const line = (
    /** @type {string} */ key,
    /** @type {(score: import("../games/statistics.js").Score) => string} */ value,
  ) =>
    el("tr", {}, el("th", { scope: "row", textContent: t(key) }), ...columns.map((n) => cell(value(scoreOf(all, n)))));
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...columns.map((n) => el("th", { scope: "col", textContent: t("cells_n", { n }) })),
  );
  return el(
    "table",
    { className: "scores" },
    el("thead", {}, head),
    el(
      "tbody",
      {},
      line("played", ({ begun }) => formatNumber(begun)),
      line("won_count", ({ won }) => formatNumber(won)),
      line("unaided_count", ({ unaided }) => formatNumber(unaided)),
      line("win_rate", ({ won, begun }) => rate(won, begun)),
      line("given_up", ({ givenUp }) => formatNumber(givenUp)),
      line("streak_now", ({ streak }) => formatNumber(streak)),
      line("streak_best", ({ bestStreak }) => formatNumber(bestStreak)),
    ),
  );
}

/** The best time and length of all, and how often the deal of the day was won. */
function bests() {
  const { deals, days } = statistics();
  const all = Object.entries(deals);
  const name = (/** @type {string} */ deal) =>
    deal.startsWith("=") ? t("own_board") : t("game_no_label", { n: Number(deal.split("/")[0]) });
  const shortest = all.toSorted(([, one], [, other]) => one.moves - other.moves)[0];
  const timed = all.filter(([, { seconds }]) => seconds !== null);
  const fastest = timed.toSorted(([, one], [, other]) => (one.seconds ?? 0) - (other.seconds ?? 0))[0];
  const row = (/** @type {string} */ key, /** @type {string} */ value) =>
    el("tr", {}, el("th", { scope: "row", textContent: t(key) }), el("td", { textContent: value }));
  const rows = [
    row("daily_won", formatNumber(Object.keys(days).length)),
    ...(shortest ? [row("best_length", `${t("moves", { n: shortest[1].moves })} (${name(shortest[0])})`)] : []),
    ...(fastest ? [row("best_time", `${sayTime(fastest[1].seconds ?? 0)} (${name(fastest[0])})`)] : []),
  ];
  return el("table", {}, el("tbody", {}, ...rows));
}

/** The games that can be gone on with; those that are ticked are thrown away together. @param {App} app */
function unfinishedList(app) {
  const games = unfinishedGames().slice(-MOST_SHOWN).reverse();
  /** @type {Set<Kept>} */
  const ticked = new Set();
  const away = button(t("throw_away"), () => throwAway(app, [...ticked]));
  const mark = (/** @type {Kept} */ kept, /** @type {boolean} */ on) => {
    if (on) ticked.add(kept);
    else ticked.delete(kept);
    away.hidden = ticked.size === 0;
    away.textContent = t("throw_away_n", { n: ticked.size });
  };
  away.hidden = true;
  const entries = games.flatMap((kept) => entry(app, kept, (on) => mark(kept, on)) ?? []);
  if (!entries.length) return el("p", { className: "note", textContent: t("none_yet") });
  return el("div", {}, el("ul", { className: "games" }, ...entries), el("div", { className: "row" }, away));
}

/** @param {App} app @param {Kept} kept @param {(on: boolean) => void} mark */
function entry(app, kept, mark) {
  const game = restored(kept);
  if (!game?.cursor) return null;
  const name = game.number === null ? t("own_board") : t("game_no_label", { n: game.number });
  const cells = game.start.cells.length;
  const about = [t("moves", { n: game.count }), ...(cells === 4 ? [] : [t("cells_n", { n: cells })])].join(", ");
  const open = button("", () => (close(open), app.resume(kept, true)), "game");
  const date = kept.when ? sayDate(new Date(kept.when)) : "";
  const words = [el("strong", { textContent: name }), el("span", { textContent: about })];
  words.push(el("span", { className: "note", textContent: date }));
  const spaced = words.flatMap((each) => [each, " "]); // the label has them apart, too
  open.append(smallPicture(game.board), el("span", {}, ...spaced));
  open.setAttribute("aria-label", [`${name}: ${about}`, date].filter(Boolean).join(", "));
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
  box.setAttribute("aria-label", `${t("throw_away")}: ${name}`);
  box.onchange = () => mark(box.checked);
  return el("li", {}, open, el("label", { className: "mark" }, box));
}

/** @param {HTMLElement} inside */
const close = (inside) => inside.closest("dialog")?.close();

/** @param {App} app @param {Kept[]} games */
async function throwAway(app, games) {
  const n = games.length;
  if (!(await askSure(t("throw_away_n", { n }), t("throw_away_sure")))) return openStatistics(app);
  for (const kept of games) {
    forget(kept);
    if (!kept.counted) noteGivenUp(dealNamed(kept.deal).start.cells.length);
  }
  openStatistics(app, t("thrown_away"));
}

// The file

/** Everything this browser keeps, as a text to be saved. */
export function exported() {
  const deals = rowsOf(allResults(), null);
  return JSON.stringify({ settings, statistics: statistics(), games: keptGames(), deals, ...placesKept() }, null, 1);
}

/** Solved puzzles, days and challenges. */
const placesKept = () => ({ puzzles: solvedPuzzles(), days: read("days") ?? {}, challenges: read("challenges") ?? [] });

/** Take in what was saved beside the statistics; what is known here stays. @param {any} saved */
function addPlaces({ deals, puzzles, days, challenges }) {
  if (Array.isArray(deals)) addResults(readResults(JSON.stringify(deals)).results);
  addSolved(puzzles);
  if (typeof days === "object" && days) write("days", { ...days, ...read("days") });
  if (Array.isArray(challenges) && !read("challenges")) write("challenges", challenges);
}

/** @param {App} app @param {HTMLElement} status */
function importer(app, status) {
  const file = /** @type {HTMLInputElement} */ (
    el("input", { type: "file", accept: ".json,application/json", hidden: true })
  );
  file.onchange = async () => {
    try {
      const saved = JSON.parse((await file.files?.[0]?.text()) ?? "");
      if (typeof saved?.statistics !== "object" && !Array.isArray(saved?.games)) throw new Error("no statistics");
      const known = Object.entries(saved.settings ?? {}).filter(
        ([name, value]) => typeof value === typeof settings[/** @type {"keys"} */ (name)],
      );
      changeSettings(Object.fromEntries(known));
      addStatistics(saved.statistics);
      addPlaces(saved);
      const n = addGames(saved.games);
      app.useSettings();
      openStatistics(app, t("imported", { n }));
    } catch {
      status.textContent = t("import_failed");
    }
  };
  return el(
    "span",
    {},
    file,
    button(t("import"), () => file.click()),
  );
}

/** Forget everything, and show that it is gone. @param {App} app */
async function clear(app) {
  if (!(await askSure(t("clear"), t("clear_sure")))) return openStatistics(app);
  clearAll();
  app.useSettings();
  openStatistics(app, t("cleared"));
}
