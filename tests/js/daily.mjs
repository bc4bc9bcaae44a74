// Answers what a Python test asks on standard input about the deals of days and moments: TZ says where the player is.

import { readFileSync } from "node:fs";
import { dealOf, localDate } from "../../src/freecell/web/static/games/daily.js";

const list = JSON.parse(readFileSync(new URL("../../src/freecell/daily.json", import.meta.url), "utf8"));
const { dates, moments } = JSON.parse(readFileSync(0, "utf8"));
const answer = {
  dates: dates.map((date) => dealOf(list, date)),
  moments: moments.map((seconds) => {
    const date = localDate(new Date(seconds * 1000));
    return [date, dealOf(list, date)];
  }),
};
process.stdout.write(JSON.stringify(answer));
