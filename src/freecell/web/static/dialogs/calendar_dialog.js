// The deals of the days: today's, a calendar of the months with what one did, the streak, and results to share.

import { button, el, openDialog, sameDialog } from "./elements.js";
import { loadStyle } from "./places_style.js";
import { sayLevel } from "./about_dialog.js";
import { charted } from "../engine/about.js";
import { calendar, dealOf, localDate } from "../games/daily.js";
import { dateLanguage, daysLater, resultText, streaks, wonDays } from "../games/days.js";
import { unfinishedGames } from "../games/kept.js";
import { share } from "./sharing.js";
import { formatNumber, sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/daily.js").Calendar} Calendar */
/** @typedef {import("../games/days.js").Day} Day */

/** @param {App} app */
export async function openCalendar(app) {
  const still = sameDialog();
  const [list] = await Promise.all([calendar().catch(() => null), loadStyle()]);
  if (!still()) return;
  if (!list) return app.say(t("no_answer", { text: "daily.json" }));
  const shown = new Months(app, list);
  shown.dialog = openDialog(t("day_title"), shown.root);
  shown.choose(shown.today);
}

/** A date in the words of the language. @param {string} date @param {Intl.DateTimeFormatOptions} options */
const inWords = (date, options) =>
  new Intl.DateTimeFormat(dateLanguage(), { timeZone: "UTC", ...options }).format(new Date(date));

class Months {
  /** @type {HTMLDialogElement | null} */
  dialog = null;

  /** @param {App} app @param {Calendar} list */
  constructor(app, list) {
    this.app = app;
    this.list = list;
    this.today = localDate(new Date());
    this.month = this.today.slice(0, 7);
    this.chosen = this.today;
    this.days = wonDays();
    this.begun = new Set(unfinishedGames().map((each) => each.deal));
    this.about = el("div", { className: "day-about" });
    this.grid = el("div", { className: "month" });
    this.status = el("p", { role: "status", className: "note" });
    const { now, best } = streaks(this.days, this.today);
    const streak = el("p", { textContent: t("day_streak", { n: now, best }) });
    this.root = el("div", {}, this.about, streak, this.grid, this.status);
  }

  /** Show a day, and its month. @param {string} date */
  choose(date) {
    this.chosen = date;
    this.month = date.slice(0, 7);
    this.#showDay();
    this.#showMonth();
  }

  #showDay() {
    const { chosen, days, list } = this;
    const number = dealOf(list, chosen);
    const day = days[chosen];
    const facts = el("p", { className: "note", textContent: this.#state(chosen) });
    const play = () => {
      this.dialog?.close();
      this.app.openDeal(number, { cells: 4 });
    };
    this.about.replaceChildren(
      el("h3", { textContent: inWords(chosen, { dateStyle: "full" }) }),
      facts,
      el(
        "div",
        { className: "row" },
        button(t("day_play", { n: number }), play, "primary"),
        ...(day ? [button(t("share_result"), () => this.#share(chosen, day))] : []),
      ),
    );
    charted(number).then((known) => {
      if (this.chosen === chosen && known?.level)
        facts.textContent = `${sayLevel(known.level)} · ${this.#state(chosen)}`;
    });
  }

  /** The result of a day. @param {string} date */
  #state(date) {
    const day = this.days[date];
    if (!day) return t(this.begun.has(String(dealOf(this.list, date))) ? "map_tried" : "day_open");
    const parts = [
      t(day.on === date ? "day_done" : "day_late"),
      ...(day.moves === null ? [] : [t("moves", { n: day.moves })]),
      ...(day.seconds === null ? [] : [sayTime(day.seconds)]),
      ...(day.helped ? [t("with_help")] : []),
    ];
    return parts.join(" · ");
  }

  /** @param {string} date @param {Day} day */
  async #share(date, day) {
    const address = new URL(`?deal=${day.deal}`, document.baseURI).href;
    this.status.textContent = t(await share(resultText(date, day, address)));
  }

  #showMonth() {
    const first = `${this.month}-01`;
    const title = inWords(first, { month: "long", year: "numeric" });
    const monthOf = (/** @type {number} */ by) => {
      const [year, month] = this.month.split("-").map(Number);
      return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
    };
    const go = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ date) => {
      const made = button(sign, () => this.choose(date));
      made.setAttribute("aria-label", t(key));
      return made;
    };
    const back = go("month_before", "‹", monthOf(-1) < this.list.first ? this.list.first : monthOf(-1));
    const on = go("month_after", "›", monthOf(1));
    back.toggleAttribute("disabled", first <= this.list.first);
    on.toggleAttribute("disabled", monthOf(1) > this.today);
    const head = el("div", { className: "month-head" }, back, el("strong", { textContent: title }), on);
    const empty = (new Date(first).getUTCDay() + 6) % 7;
    /** @type {HTMLElement[]} */
    const cells = Array.from({ length: empty }, () => el("span", {}));
    for (let date = first; date.startsWith(this.month); date = daysLater(date, 1)) cells.push(this.#cell(date));
    const names = Array.from({ length: 7 }, (_, at) =>
      el("span", { className: "weekday", textContent: inWords(daysLater("2026-01-05", at), { weekday: "narrow" }) }),
    );
    this.grid.replaceChildren(head, el("div", { className: "days" }, ...names, ...cells));
  }

  /** @param {string} date */
  #cell(date) {
    const day = this.days[date];
    const kind = day ? (day.on === date ? "won" : "late") : "";
    const sign = day ? "✓" : this.begun.has(String(dealOf(this.list, date))) ? "…" : "";
    const made = button("", () => this.choose(date), kind);
    made.append(
      el("span", { textContent: formatNumber(Number(date.slice(8))) }),
      el("span", { className: "sign", textContent: sign }),
    );
    made.setAttribute("aria-label", `${inWords(date, { dateStyle: "long" })}: ${this.#state(date)}`);
    made.setAttribute("aria-pressed", String(date === this.chosen));
    made.toggleAttribute("disabled", date > this.today || date < this.list.first);
    return made;
  }
}
