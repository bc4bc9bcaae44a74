// The end of a game: the last cards go home one by one, the cards fan out once, and then what one wants to know.

import { HOME } from "../games/board.js";
import { today } from "../games/daily.js";
import * as days from "../games/days.js";
import { el } from "../dialogs/elements.js";
import { hasEngine, hasReview, solve } from "../engine/engine.js";
import { playerCount } from "../games/game.js";
import { motion } from "./motion.js";
import { nameOf } from "../games/session.js";
import { noteFound, shortestKnown } from "../engine/shortest_known.js";
import * as results from "../games/statistics.js";
import { read } from "../games/store.js";
import { sayTime, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/challenge.js").Challenge} Challenge */
/** @typedef {import("./notices.js").Offer} Offer */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{counted: boolean, seconds: number, helped: boolean}} Result */

const ONE_CARD = 70; // milliseconds between two cards that go home
const FAN = 1500; // milliseconds for the fan

/** Show the last cards going home, and a fan of all cards; any key or tap ends it. @param {Table} table @param {Board[]} boards */
export async function celebrate(table, boards) {
  const slower = motion();
  if (!slower) return;
  const skip = new AbortController();
  const end = () => skip.abort();
  const press = (/** @type {KeyboardEvent} */ event) => {
    end();
    if (event.ctrlKey || event.metaKey || event.altKey) return; // it means something else, too
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", press, { signal: skip.signal, capture: true });
  window.addEventListener("pointerdown", end, { signal: skip.signal, capture: true });
  for (const board of boards) {
    if (skip.signal.aborted) break;
    table.show(board, { glide: 2 * ONE_CARD * slower });
    await pause(ONE_CARD * slower, skip.signal);
  }
  if (!skip.signal.aborted) await fan(table, skip.signal);
  end();
}

/** @param {number} time @param {AbortSignal} signal */
function pause(time, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, time);
    signal.addEventListener("abort", () => (clearTimeout(timer), done(null)));
  });
}

/** All cards fly from their homes into a wheel of four quarters, turn a little, and go home again. @param {Table} table @param {AbortSignal} signal */
async function fan(table, signal) {
  const stage = table.root.getBoundingClientRect();
  const homes = [0, 1, 2, 3].map((suit) => table.holder(HOME, suit).getBoundingClientRect());
  const [{ width, height }] = homes;
  const sky = el("div", { className: "sky", ariaHidden: "true" });
  sky.classList.toggle("tiny", table.tiny);
  sky.style.setProperty("--w", `${width}px`);
  table.root.after(sky);
  const room = Math.min(stage.width, stage.height) / 2;
  const size = Math.max(0, Math.sqrt(room ** 2 - (width / 2) ** 2) - height / 2); // the corners stay on the table
  const flights = table.cards.map((card, index) => {
    const [rank, suit] = [index >> 2, index & 3];
    const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
    copy.removeAttribute("aria-label");
    copy.tabIndex = -1;
    sky.append(copy);
    const angle = ((suit * 13 + rank) / 52) * 2 * Math.PI - Math.PI / 2;
    const out = (/** @type {number} */ turn) => {
      const x = (stage.width - width) / 2 + size * Math.cos(angle + turn);
      const y = (stage.height - height) / 2 + size * Math.sin(angle + turn);
      return `translate(${x}px, ${y}px) rotate(${angle + turn + Math.PI / 2}rad)`;
    };
    const home = `translate(${homes[suit].left - stage.left}px, ${homes[suit].top - stage.top}px) rotate(0rad)`;
    const frames = [
      { transform: home, easing: "ease-out" },
      { transform: out(0), offset: 0.35, easing: "ease-in-out" },
      { transform: out(0.8), offset: 0.7, easing: "ease-in" },
      { transform: home },
    ];
    return copy.animate(frames, { duration: FAN * motion(), delay: rank * 20, fill: "both" });
  });
  signal.addEventListener("abort", () => flights.forEach((flight) => flight.finish()));
  await Promise.all(flights.map((flight) => flight.finished));
  sky.remove();
}

/** Note a win of the deal of the day, or of an earlier day. @param {number | null} number @param {number} cells
 * @param {{moves: number, seconds: number, helped: boolean}} game */
export async function noteDay(number, cells, game) {
  await days.noteDay(number, cells, game);
  const day = await today().catch(() => null); // not known without a network
  if (number === day?.number && cells === 4) results.noteDay(day.date, day.number);
}

/** Note a win where it is the next deal of a challenge that is played. @param {import("../games/game.js").Game} game @param {string} line
 * @param {Result} result */
export async function noteChallenge({ number, start }, line, { seconds, helped }) {
  if (number === null || start.cells.length !== 4 || !read("challenges")) return null;
  return (await import("../games/challenge.js")).notePlayed(number, { line, seconds, helped });
}

/** The next step in a challenge: its next deal, or what came of it. @param {App} app @param {Challenge} challenge @returns {Offer} */
function challengeOffer(app, challenge) {
  const open = challenge.played.includes(null);
  const action = async () => {
    const { openOutcome, play } = await import("../dialogs/challenge_dialog.js");
    if (open) play(app, challenge.deals);
    else openOutcome(app, challenge, null);
  };
  return { text: t(open ? "challenge_next" : "challenge_show"), action, primary: true };
}

/** What one wants to know of a game that is won, and the next step. @param {App} app @param {Result | null} result null where it was not won here and now
 * @param {Challenge | null} [challenge] where it was a deal of one */
export function showWon(app, result, challenge = null) {
  const { game } = app;
  const all = results.statistics();
  const best = all.deals[nameOf(game.number, game.start)];
  const shortest = el("td", { textContent: hasEngine ? "…" : "–" });
  const row = (/** @type {string} */ key, /** @type {string | HTMLElement} */ value) => {
    const cell = typeof value === "string" ? el("td", { textContent: value }) : value;
    return el("tr", {}, el("th", { scope: "row", textContent: t(key) }), cell);
  };
  const count = (/** @type {number} */ n) => t("moves", { n });
  const rows = [
    row("moves_made", count(game.count)),
    ...(result?.seconds ? [row("time", sayTime(result.seconds))] : []),
    ...(best
      ? [row("best_here", [count(best.moves), best.seconds ? sayTime(best.seconds) : ""].filter(Boolean).join(", "))]
      : []),
    ...(hasEngine ? [row("shortest_known", shortest)] : []),
    ...(result ? [row("streak_now", String(results.scoreOf(all, game.start.cells.length).streak))] : []),
  ];
  const praise = el("p", { className: "praise", hidden: true, textContent: t("shortest_reached") });
  const note = result?.helped ? [el("p", { className: "note", textContent: t("won_helped") })] : [];
  app.notices.panel({
    title: t("won_title"),
    body: [
      el("p", { textContent: `${app.dealTitle()}. ${t("won_in", { n: game.count })}` }),
      praise,
      el("table", {}, el("tbody", {}, ...rows)),
      ...note,
    ],
    offers: [
      ...(challenge ? [challengeOffer(app, challenge)] : []),
      { text: t("next_deal"), action: () => app.step(1), primary: !challenge },
      { text: t("random_deal"), action: () => app.random() },
      ...(hasReview
        ? [{ text: t("review"), action: async () => (await import("../review/review.js")).openReview(app) }]
        : []),
      { text: t("save_as"), action: async () => (await import("../dialogs/share.js")).openShare(app) },
    ],
    kind: "won",
    focus: result !== null,
  });
  if (hasEngine) fillShortest(app, shortest, praise);
}

/** The shortest line that was found for the deal, the player's own among them; where none can be shorter than that, praise it.
 * @param {App} app @param {HTMLElement} cell @param {HTMLElement} praise */
async function fillShortest(app, cell, praise) {
  const { game } = app;
  const { count } = game; // before waiting: the game may go on
  const known = await shortestKnown(game);
  const moves = known?.proved ? null : await shortMoves(game.start);
  const n = Math.min(...[moves, known?.moves, count].flatMap((each) => each ?? []));
  cell.textContent = known?.proved ? t("moves_proved", { text: t("moves", { n }) }) : t("moves", { n });
  praise.hidden = !(known?.proved && count === known.moves);
  noteFound(game, n);
}

/** @param {Board} start */
async function shortMoves(start) {
  const found = await solve(start, "short").catch(() => null);
  return found?.verdict === "solved" ? playerCount(found.moves) : null;
}
