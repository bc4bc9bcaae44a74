// The map of one's deals, 1 to 32,000: what came of each, how hard it is, and which to play next. Loaded when it is opened.

import { button, download, el, openDialog, sameDialog } from "./elements.js";
import { sayLevel } from "./about_dialog.js";
import { ACROSS, COLOURS, MapPicture, stateOf, TINTS } from "./map_picture.js";
import { loadStyle } from "./places_style.js";
import { atlas, LEVELS } from "../engine/atlas.js";
import { addResults, allResults, dateOf, LAST_DEAL_OF_MAP } from "../games/deal_results.js";
import { asCsv, asJson, readResults, rowsOf } from "../games/result_files.js";
import { statistics } from "../games/statistics.js";
import { formatNumber, sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/deal_results.js").Result} Result */
/** @typedef {import("./map_picture.js").State} State */

/** @type {State[]} */
const STATES = ["par", "won", "helped", "tried", "open"];

/** @param {App} app @param {string} [message] what was just done */
export async function openMap(app, message = "") {
  const still = sameDialog();
  const [outline] = await Promise.all([atlas.outline(LAST_DEAL_OF_MAP).catch(() => null), loadStyle()]);
  if (!still()) return;
  takeOver();
  const shown = new DealMap(app, outline, message);
  shown.dialog = openDialog(t("map"), shown.root);
  shown.dialog.classList.add("wide");
  shown.picture.choose(Math.min(Math.max(app.game.number ?? 1, 1), LAST_DEAL_OF_MAP));
  shown.describe();
}

/** Wins without help that were counted before there was a map. */
function takeOver() {
  const known = allResults();
  const old = Object.entries(statistics().deals).flatMap(([name, { moves, seconds }]) => {
    const deal = /^\d+$/.test(name) ? Number(name) : 0;
    const missing = deal >= 1 && deal <= LAST_DEAL_OF_MAP && !known.get(deal)?.won;
    return missing
      ? [/** @type {[number, Result]} */ ([deal, { won: true, unaided: true, day: null, moves, seconds }])]
      : [];
  });
  if (old.length) addResults(old);
}

class DealMap {
  /** @type {HTMLDialogElement | null} */
  dialog = null;

  /** @param {App} app @param {{pars: Uint8Array, levels: Uint8Array} | null} outline @param {string} message */
  constructor(app, outline, message) {
    this.app = app;
    this.pars = outline?.pars ?? null;
    this.levels = outline?.levels ?? null;
    this.results = allResults();
    this.states = Array.from({ length: LAST_DEAL_OF_MAP }, (_, at) => this.#stateOf(at + 1));
    this.canvas = /** @type {HTMLCanvasElement} */ (
      el("canvas", { className: "map", tabIndex: 0, role: "application", ariaLabel: t("map_keys") })
    );
    this.picture = new MapPicture(this.canvas, LAST_DEAL_OF_MAP, (deal) => this.#colour(deal));
    this.about = el("p", { role: "status", className: "map-about" });
    this.status = el("p", { role: "status", className: "note", textContent: message });
    this.root = el(
      "div",
      {},
      this.#progress(),
      this.#legend(),
      this.canvas,
      this.about,
      this.#row(),
      this.#files(),
      this.status,
    );
    this.#listen();
  }

  /** @param {number} deal */
  #stateOf(deal) {
    return stateOf(this.results.get(deal), this.pars?.[deal - 1] ?? 0);
  }

  /** @param {number} deal */
  #colour(deal) {
    const state = this.states[deal - 1];
    if (state !== "open") return COLOURS[state];
    return TINTS[this.levels?.[deal - 1] ?? 0] ?? TINTS[0];
  }

  #progress() {
    const won = this.states.filter((state) => state !== "open" && state !== "tried").length;
    const text = t("map_progress", {
      n: won,
      all: LAST_DEAL_OF_MAP,
      percent: Math.floor((1000 * won) / LAST_DEAL_OF_MAP) / 10,
    });
    const bar = el("progress", { max: LAST_DEAL_OF_MAP, value: won, ariaLabel: text });
    return el("p", { className: "map-progress" }, bar, el("span", { textContent: text }));
  }

  #legend() {
    const counts = new Map(STATES.map((state) => [state, 0]));
    for (const state of this.states) counts.set(state, (counts.get(state) ?? 0) + 1);
    const items = STATES.map((state) => {
      const colours = state === "open" ? TINTS : [COLOURS[state]];
      const swatch = el("span", { className: "swatch", ariaHidden: "true" });
      swatch.style.background = colours.length > 1 ? `linear-gradient(to right, ${colours.join(", ")})` : colours[0];
      return el("li", {}, swatch, `${t(`map_${state}`)}: ${formatNumber(counts.get(state) ?? 0)}`);
    });
    return el("ul", { className: "legend" }, ...items);
  }

  /** Say what is known of the chosen deal. */
  describe() {
    const deal = this.picture.chosen;
    const result = this.results.get(deal);
    const par = this.pars?.[deal - 1] ?? 0;
    const level = LEVELS[this.levels?.[deal - 1] ?? -1];
    const parts = [
      t("game_no_label", { n: deal }),
      ...(level ? [sayLevel(level)] : []),
      t(`map_${this.states[deal - 1]}`),
      ...(result?.moves ? [t("moves", { n: result.moves })] : []),
      ...(par ? [t("par", { n: par })] : []),
      ...(result?.seconds ? [sayTime(result.seconds)] : []),
      ...(result?.day ? [dateOf(result.day)] : []),
    ];
    this.about.textContent = parts.join(" · ");
  }

  /** @param {number} deal */
  #play(deal) {
    this.dialog?.close();
    this.app.openDeal(deal, { cells: 4 });
  }

  #row() {
    const go = (/** @type {string} */ key, /** @type {() => number | null} */ find) =>
      button(t(key), () => {
        const deal = find();
        if (deal === null) this.status.textContent = t("map_none");
        else this.#play(deal);
      });
    const zoom = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ by) => {
      const made = button(sign, () => this.picture.zoomBy(by));
      made.setAttribute("aria-label", t(key));
      return made;
    };
    return el(
      "div",
      { className: "row" },
      zoom("map_out", "−", -1),
      zoom("map_in", "+", 1),
      button(t("map_play"), () => this.#play(this.picture.chosen), "primary"),
      go("map_next", () => this.nextUnwon()),
      go("map_beat_me", () => this.oneThatBeatMe()),
      go("map_better", () => this.oneToBetter()),
    );
  }

  /** The first deal that is not won and can be. */
  nextUnwon() {
    const at = this.states.findIndex(
      (state, index) => (state === "open" || state === "tried") && (!this.pars || this.pars[index] > 0),
    );
    return at < 0 ? null : at + 1;
  }

  /** The deal that was tried longest ago and not won. */
  oneThatBeatMe() {
    const tried = [...this.results].filter(([, { won }]) => !won);
    const oldest = tried.sort(([one, a], [other, b]) => (a.day ?? 0) - (b.day ?? 0) || one - other)[0];
    return oldest?.[0] ?? null;
  }

  /** The won deal whose length is farthest from the shortest that was found. */
  oneToBetter() {
    const over = (/** @type {[number, Result]} */ [deal, { won, moves }]) => {
      const par = this.pars?.[deal - 1] ?? 0;
      return won && moves !== null && par ? moves - par : 0;
    };
    const worst = [...this.results].sort((one, other) => over(other) - over(one) || one[0] - other[0])[0];
    return worst && over(worst) > 0 ? worst[0] : null;
  }

  #files() {
    const rows = () => rowsOf(this.results, this.pars);
    const file = /** @type {HTMLInputElement} */ (
      el("input", { type: "file", accept: ".csv,.json,.txt,text/plain", hidden: true })
    );
    file.onchange = async () => this.#read((await file.files?.[0]?.text()) ?? "");
    const list = /** @type {HTMLTextAreaElement} */ (
      el("textarea", { rows: 3, placeholder: "1-50, 53, 617", ariaLabel: t("map_list") })
    );
    const typed = el(
      "details",
      { className: "map-list" },
      el("summary", { textContent: t("map_list") }),
      list,
      button(t("map_add"), () => this.#read(list.value)),
    );
    const buttons = [
      button("CSV", () => download("freecell-deals.csv", "text/csv", asCsv(rows()))),
      button("JSON", () => download("freecell-deals.json", "application/json", asJson(rows()))),
      button(t("import"), () => file.click()),
    ];
    return el(
      "div",
      {},
      el("div", { className: "row" }, el("span", { textContent: t("export") }), ...buttons),
      file,
      typed,
    );
  }

  /** @param {string} text */
  #read(text) {
    const { results, refused } = readResults(text);
    if (!results.size) return void (this.status.textContent = t("map_unread"));
    const kept = addResults(results);
    const message = [
      t("map_read", { n: results.size }),
      ...(refused ? [t("map_refused", { n: refused })] : []),
      ...(kept ? [] : [t("not_kept")]),
    ];
    openMap(this.app, message.join(" "));
  }

  #listen() {
    const { canvas, picture } = this;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS, PageUp: -1000, PageDown: 1000 };
    canvas.addEventListener("keydown", (event) => {
      const by = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (by) picture.choose(picture.chosen + by);
      else if (event.key === "+" || event.key === "-") picture.zoomBy(event.key === "+" ? 1 : -1);
      else if (event.key === "Enter") return this.#play(picture.chosen);
      else return;
      event.preventDefault();
      this.describe();
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        picture.zoomBy(event.deltaY < 0 ? 1 : -1);
      },
      { passive: false },
    );
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let from = null;
    canvas.addEventListener("pointerdown", (event) => {
      from = { x: event.offsetX, y: event.offsetY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const step = (picture.size * canvas.clientWidth) / canvas.width;
      const [columns, rows] = [from.x - event.offsetX, from.y - event.offsetY].map((by) => Math.trunc(by / step));
      if (!columns && !rows) return;
      from = { x: event.offsetX, y: event.offsetY, moved: true };
      picture.moveBy(columns, rows);
    });
    canvas.addEventListener("pointerup", (event) => {
      const deal = from && !from.moved ? picture.dealAt(event.offsetX, event.offsetY) : null;
      from = null;
      if (deal === null) return;
      picture.choose(deal);
      this.describe();
    });
  }
}
