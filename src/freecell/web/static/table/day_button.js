// The deal of the day on the bar: its date, how hard it is, and whether it is done.

import { calendar, dealOf, localDate } from "../games/daily.js";
import { dateLanguage, wonDays } from "../games/days.js";
import { charted } from "../engine/about.js";
import { t } from "../words.js";

/** @typedef {import("../app.js").App} App */

/** Fill the button, now and after every change. @param {App} app @param {HTMLElement} button */
export async function showDay(app, button) {
  const list = await calendar().catch(() => null); // it cannot be loaded without a network
  if (!list) return;
  let [asked, level] = ["", ""];
  const show = async () => {
    const date = localDate(new Date());
    if (asked !== date) {
      asked = date;
      level = (await charted(dealOf(list, date)))?.level ?? "";
    }
    fill(button, date, level, date in wonDays());
  };
  button.addEventListener("click", async () => (await import("../dialogs/calendar_dialog.js")).openCalendar(app));
  app.onChange(show);
  await show();
}

/** @param {HTMLElement} button @param {string} date @param {string} level @param {boolean} done */
function fill(button, date, level, done) {
  const language = dateLanguage();
  const day = new Date(`${date}T12:00`);
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(day);
  const hard = level ? t(`difficulty_${level.replace(" ", "_")}`) : "";
  /** @type {(Node | string)[]} */
  const parts = [span("date", short), span("mini", String(day.getDate()))];
  if (hard) parts.push(" ", span("hard", hard));
  if (done) {
    const mark = span("done", "✓");
    mark.ariaHidden = "true"; // the label has a word for it
    parts.push(mark);
  }
  button.replaceChildren(...parts);
  // The label has the words of the button as they are shown, so that voice control finds it.
  const label = [t("day_title"), `${short} ${hard}`.trim(), t(done ? "day_done" : "day_open")].join(", ");
  button.setAttribute("aria-label", label);
  button.title = label;
}

/** @param {string} className @param {string} text */
function span(className, text) {
  const made = document.createElement("span");
  made.className = className;
  made.textContent = text;
  return made;
}
