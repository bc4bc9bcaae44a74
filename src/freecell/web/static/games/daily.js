// The deal of the day: one that can be won, by the date where the player is, from a list that was frozen once; see daily.py.

/** @typedef {{first: string, weekdays: number[][]}} Calendar The Monday that the list begins with, and the deals of each weekday. */

const DAY = 24 * 60 * 60 * 1000;

/** @type {Promise<Calendar> | null} */
let loading = null;

/** The list of deals; got once, and again where that failed. @returns {Promise<Calendar>} */
export function calendar() {
  loading ??= fetch(new URL("../daily.json", import.meta.url))
    .then((answer) => answer.json())
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** The date at the player's place, as 2026-11-15. @param {Date} now */
export function localDate(now) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The deal of a date. @param {Calendar} list @param {string} date @returns {number} */
export function dealOf({ first, weekdays }, date) {
  const days = Math.round((Date.parse(date) - Date.parse(first)) / DAY);
  const weekday = ((days % 7) + 7) % 7;
  const deals = weekdays[weekday];
  const week = Math.floor(days / 7) % deals.length;
  return deals[(week + deals.length) % deals.length];
}

/** Today's deal, and its date. @returns {Promise<{date: string, number: number}>} */
export async function today() {
  const list = await calendar();
  const date = localDate(new Date());
  return { date, number: dealOf(list, date) };
}
