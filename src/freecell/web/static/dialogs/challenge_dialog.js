// Challenges: made, taken up, and compared.

import { button, el, openDialog } from "./elements.js";
import { copyText, share } from "./sharing.js";
import {
  addressOf,
  challengeOf,
  checkResult,
  ForgedResult,
  layDown,
  MOST_DEALS,
  nextDeal,
  readDeals,
  takeUp,
} from "../games/challenge.js";
import { formatNumber, sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/challenge.js").Challenge} Challenge */
/** @typedef {import("../games/challenge.js").Checked} Checked */

/** Make a challenge, of the deal on the table or of a list. @param {App} app */
export function openNewChallenge(app) {
  const status = el("p", { role: "status", className: "note" });
  const list = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", value: String(app.game.number ?? ""), maxLength: 200, spellcheck: false })
  );
  const field = el(
    "label",
    { className: "field" },
    el("span", { textContent: t("challenge_deals", { n: MOST_DEALS }) }),
    list,
  );
  const withDeals = (/** @type {(deals: number[]) => unknown} */ action) => async () => {
    const deals = readDeals(list.value);
    if (!deals) status.textContent = t("challenge_bad", { text: list.value.slice(0, 40), n: MOST_DEALS });
    else await action(deals);
  };
  const send = async (/** @type {number[]} */ deals) => {
    status.textContent = t(await share(`FreeCell · ${t("challenge_sent", { n: deals.length })}\n${addressOf(deals)}`));
  };
  const dialog = openDialog(
    t("challenge"),
    el("p", { textContent: t("challenge_intro") }),
    field,
    el(
      "div",
      { className: "row" },
      button(t("share_link"), withDeals(send), "primary"),
      button(
        t("copy_link"),
        withDeals(async (deals) => (status.textContent = t(await copyText(addressOf(deals))))),
      ),
      button(
        t("challenge_play"),
        withDeals((deals) => (dialog.close(), play(app, deals))),
      ),
    ),
    status,
  );
}

/** Play the next open deal of a challenge. @param {App} app @param {number[]} deals */
export function play(app, deals) {
  const challenge = takeUp(deals);
  const number = nextDeal(challenge);
  if (number === null) return openOutcome(app, challenge, null);
  app.openDeal(number, { fresh: true, cells: 4 });
  app.say(t("challenge_at", { n: deals.indexOf(number) + 1, all: deals.length, deal: String(number) }));
}

/** Open what a link carries: a challenge, or a result that is replayed first.
 * @param {App} app @param {number[] | null} deals @param {string | null} played */
export function openChallenge(app, deals, played) {
  if (!deals) return app.say(t("challenge_unreadable", { n: MOST_DEALS }));
  const own = challengeOf(deals);
  if (played === null) return own && nextDeal(own) === null ? openOutcome(app, own, null) : invite(app, deals, own);
  try {
    openOutcome(app, own ?? { deals, played: deals.map(() => null) }, checkResult(deals, played));
  } catch (error) {
    if (!(error instanceof ForgedResult)) throw error;
    const why = error.number === null ? t("challenge_parts") : t("challenge_forged", { n: error.number });
    openDialog(t("challenge"), el("p", { role: "alert", className: "refused", textContent: why }), playRow(app, deals));
  }
}

/** @param {App} app @param {number[]} deals @param {Challenge} [own] */
function invite(app, deals, own) {
  const list = deals.map((number, index) =>
    el("li", { textContent: `${t("game_no_label", { n: number })}${own?.played[index] ? " ✓" : ""}` }),
  );
  openDialog(
    t("challenge"),
    el("p", { textContent: t("challenge_invited", { n: deals.length }) }),
    el("ol", {}, ...list),
    playRow(app, deals),
  );
}

/** @param {App} app @param {number[]} deals */
function playRow(app, deals) {
  const made = button(t("challenge_play"), () => (made.closest("dialog")?.close(), play(app, deals)), "primary");
  const away = button(t("challenge_drop"), () => (layDown(deals), away.closest("dialog")?.close()));
  return el("div", { className: "row" }, made, ...(challengeOf(deals) ? [away] : []));
}

/** One's own results beside those of the link, every one of them replayed.
 * @param {App} app @param {Challenge} own @param {Checked[] | null} theirs */
export function openOutcome(app, own, theirs) {
  const { deals, played } = own;
  const mine = played.map((each, index) => (each ? checkOwn(deals[index], each) : null));
  const hidden = theirs !== null && mine.includes(null); // do not spoil what is still to be played
  const columns = [["challenge_you", mine], ...(theirs ? [["challenge_they", theirs]] : [])];
  const cell = (/** @type {Checked} */ each) => el("td", { textContent: each ? sayPlayed(each) : "–" });
  const rows = deals.map((number, index) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", textContent: t("game_no_label", { n: number }) }),
      ...columns.map(([, list]) => cell(/** @type {Checked[]} */ (list)[index])),
    ),
  );
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...columns.map(([key]) => el("th", { scope: "col", textContent: t(/** @type {string} */ (key)) })),
  );
  const status = el("p", { role: "status", className: "note" });
  const send = async () => {
    status.textContent = t(await share(`FreeCell · ${t("challenge_result")}\n${addressOf(deals, played)}`));
  };
  openDialog(
    t("challenge"),
    el("p", { textContent: verdict(mine, theirs) }),
    el("table", { className: "scores" }, el("thead", {}, head), el("tbody", {}, ...rows)),
    el("p", { className: "note", textContent: t("challenge_claimed") }),
    ...(mine.some(Boolean) ? [el("div", { className: "row" }, button(t("share_result"), send, "primary"))] : []),
    ...(hidden || mine.includes(null) ? [playRow(app, deals)] : []),
    status,
  );
}

/** @param {number} number @param {import("../games/challenge.js").Played} played @returns {Checked} */
function checkOwn(number, { line, seconds, helped }) {
  const text = `${line}.${Math.round(seconds)}${helped ? ".h" : ""}`;
  return checkResult([number], text)[0];
}

/** @param {NonNullable<Checked>} each */
const sayPlayed = ({ moves, seconds, helped }) =>
  [t("moves", { n: moves }), sayTime(seconds), ...(helped ? [t("with_help")] : [])].join(", ");

/** Who did better: more deals won, and then fewer moves. @param {Checked[]} mine @param {Checked[] | null} theirs */
function verdict(mine, theirs) {
  const sums = (/** @type {Checked[]} */ list) => {
    const won = list.filter((each) => each !== null);
    return { won: won.length, moves: won.reduce((sum, each) => sum + each.moves, 0) };
  };
  const [own, other] = [sums(mine), theirs && sums(theirs)];
  const score = (/** @type {{won: number, moves: number}} */ { won, moves }) =>
    `${t("challenge_won", { n: won, all: formatNumber(mine.length) })}, ${t("moves", { n: moves })}`;
  if (!other) return `${t("challenge_you")}: ${score(own)}.`;
  const scores = `${t("challenge_you")}: ${score(own)}. ${t("challenge_they")}: ${score(other)}.`;
  if (mine.includes(null)) return scores;
  const ahead = own.won - other.won || other.moves - own.moves;
  return `${scores} ${t(ahead > 0 ? "challenge_ahead" : ahead < 0 ? "challenge_behind" : "challenge_even")}`;
}
