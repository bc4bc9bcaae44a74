// The deals of the days: which were won, and on their own day or later; streaks; the result to share.
//
// The statistics hold the days that were won on the day itself. Here is what more is known of a day: its deal, the moves and
// the time of the win, help, and the date on which it was won.

import { calendar, localDate } from "./daily.js";
import { statistics } from "./statistics.js";
import { read, write } from "./store.js";
import { sayTime, t } from "../words.js";

/** @typedef {import("./daily.js").Calendar} Calendar */
/** @typedef {{deal: number, moves: number | null, seconds: number | null, helped: boolean, on: string}} Day */

const STORED = "days";
const DAY = 24 * 60 * 60 * 1000;

/** @param {string} date @param {number} days */
export const daysLater = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** How dates are written: as the browser asks for, where that is the language of the page. */
export function dateLanguage() {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.slice(0, 2) === lang) ?? lang;
}

/** The days that were won, by date. @returns {Record<string, Day>} */
export function wonDays() {
  const own = Object.entries(statistics().days).map(([date, deal]) => [
    date,
    { deal, moves: null, seconds: null, helped: false, on: date },
  ]);
  return { ...Object.fromEntries(own), ...(read(STORED) ?? {}) };
}

/** The latest day, today or before, whose deal this is; null where there is none. @param {Calendar} list @param {number} deal @param {string} today */
export function dayWith(list, deal, today) {
  const days = Math.round((Date.parse(today) - Date.parse(list.first)) / DAY);
  let latest = -1;
  list.weekdays.forEach((deals, weekday) => {
    deals.forEach((each, week) => {
      if (each !== deal) return;
      const length = 7 * deals.length;
      const at = 7 * week + weekday;
      if (at <= days) latest = Math.max(latest, at + length * Math.floor((days - at) / length));
    });
  });
  return latest < 0 ? null : daysLater(list.first, latest);
}

/** A deal was won: where it is that of a day, the day is won. @param {number | null} number @param {number} cells
 * @param {{moves: number, seconds: number, helped: boolean}} game @returns {Promise<string | null>} the date */
export async function noteDay(number, cells, { moves, seconds, helped }) {
  const list = await calendar().catch(() => null); // it cannot be loaded without a network
  if (!list || number === null || cells !== 4) return null;
  const on = localDate(new Date());
  const date = dayWith(list, number, on);
  const days = wonDays();
  const known = date === null ? undefined : days[date];
  if (date === null || (known && (known.moves ?? 0) <= moves && known.moves !== null)) return date;
  const first = known?.on ?? on;
  write(STORED, { ...(read(STORED) ?? {}), [date]: { deal: number, moves, seconds, helped, on: first } });
  return date;
}

/** How many days in a row were won on the day itself: up to today, or up to yesterday while today is open; and the most.
 * @param {Record<string, Day>} days @param {string} today */
export function streaks(days, today) {
  const own = Object.keys(days)
    .filter((date) => days[date].on === date)
    .sort();
  let [best, run, last] = [0, 0, ""];
  for (const date of own) {
    run = last && daysLater(last, 1) === date ? run + 1 : 1;
    best = Math.max(best, run);
    last = date;
  }
  const now = last === today || last === daysLater(today, -1) ? run : 0;
  return { now, best };
}

/** What one sends to others: the result, and not how it was reached. @param {string} date @param {Day} day @param {string} address */
export function resultText(date, { deal: number, moves, seconds, helped }, address) {
  const parts = [
    ...(moves === null ? [] : [t("moves", { n: moves })]),
    ...(seconds === null ? [] : [sayTime(seconds)]),
    ...(helped ? [t("with_help")] : []),
  ];
  return [`FreeCell · ${t("daily_deal", { n: String(number) })} · ${date}`, ["✓", ...parts].join(" · "), address].join(
    "\n",
  );
}
