// The review of a game: a layer over it, with a strip of its moves. Every position can be visited, and played on from;
// closing it gives the game back as it was. Loaded when it is first opened.

import { button, el } from "../dialogs/elements.js";
import { gameOf, playerCount } from "../games/game.js";
import { costs, inASentence } from "./review_costs.js";
import { Strip } from "./review_strip.js";
import { Reviewer } from "./reviewer.js";
import { noteFound, onFound, shortestKnown } from "../engine/shortest_known.js";
import { cardOf, placeName } from "../table/speech.js";
import { settings } from "../games/store.js";
import { formatMoves, PLACE_NAMES } from "../text/address.js";
import { indexLetter, spokenName, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../games/board.js").Board} Board */
/** @typedef {import("../games/board.js").Move} Move */
/** @typedef {import("../games/game.js").Game} Game */
/** @typedef {import("./review_jobs.js").Choice} Choice */

const STEP = 700; // milliseconds between two moves of a line that is shown, at the usual speed
const REST = 150; // milliseconds at a position before more is asked about it
const MOST_KEEPING = 8; // limit on the listed moves that keep the win
const SUIT_SIGNS = "♣♦♥♠";

/** @type {Record<import("./reviewer.js").Known, [import("../table/notices.js").ChipKind, string]>} */
const CHIPS = {
  solved: ["winnable", "chip_winnable"],
  impossible: ["lost", "chip_lost"],
  undecided: ["unknown", "chip_unknown"],
  pending: ["thinking", "thinking"],
};

/** @type {[import("../table/notices.js").ChipKind, string]} */
const WON = ["winnable", "won_title"];

/** Which move a move of a line is, as players count them: one that goes home belongs to the one before it.
 * @param {Game} line @param {number} index */
const moveNumber = (line, index) => Math.max(1, playerCount(line.line().slice(0, index + 1)));

class Review {
  /** @type {Game | null} The line that lies over the game. */
  #line = null;
  /** @type {Reviewer | null} */
  #reviewer = null;
  /** @type {Element | null} */
  #cameFrom = null;
  /** @type {import("../engine/shortest_known.js").Shortest | null} The shortest solution of the deal that was found. */
  #known = null;
  /** @type {Game | null} The best line from a position, while it is played over the reviewed one. */
  #shown = null;
  #timer = 0;
  #announced = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.strip = new Strip((at) => this.#visit(this.#stops()[at]));
    this.back = iconButton("back", () => this.#step(-1));
    this.on = iconButton("next", () => this.#step(1));
    this.summary = el("p", { className: "summary" });
    this.keeping = el("div", { className: "keeping" });
    this.losing = button("", () => this.#visitLosing(), "losing");
    this.better = button("", () => (this.#shown ? this.#endShown() : this.#showBetter()));
    this.practise = button("", () => this.#practise());
    this.playOn = button("", () => this.#playOn(), "primary");
    this.end = button("", () => this.close());
    this.root = el(
      "section",
      { className: "review", id: "review", hidden: true },
      el("div", { className: "moves" }, this.back, this.strip.element, this.on),
      el("div", { className: "words" }, this.summary, this.keeping),
      el("div", { className: "actions" }, this.losing, this.better, this.practise, this.playOn, this.end),
    );
    this.root.addEventListener("keydown", (event) => this.#press(event));
    document.getElementById("tools")?.before(this.root);
    app.onChange(() => this.#changed());
    app.onEscape(() => !this.root.hidden && (this.close(), true));
    onFound(() => this.#learn());
  }

  /** Lay a line over the game, and look at every position of it. @param {Game} game where its cursor is, the review begins */
  open(game) {
    this.#reviewer?.end();
    if (this.root.hidden) this.#cameFrom = document.activeElement;
    this.app.helpWithOwn();
    const line = gameOf(game.start, game.number, game.line(), settings.autoplay, game.cursor);
    const reviewer = new Reviewer(line);
    this.#line = line;
    this.#reviewer = reviewer;
    this.#announced = "";
    this.#known = null;
    this.root.hidden = false;
    document.documentElement.dataset.reviewing = "";
    this.app.cover(line, { reviewed: true });
    this.#learn();
    reviewer.run(() => this.#tellMore(reviewer, line));
    this.strip.element.focus({ preventScroll: true });
  }

  /** More is known of the positions. @param {Reviewer} reviewer @param {Game} line */
  #tellMore(reviewer, line) {
    this.#show();
    const needed = reviewer.needed(0);
    if (reviewer.done && needed !== null) noteFound(line, needed);
  }

  /** Look up what is known of the deal: a line of others may be shorter than those found here. */
  async #learn() {
    const line = this.#line;
    const known = line && (await shortestKnown(line));
    if (!line || this.#line !== line) return;
    this.#known = known;
    this.#show();
  }

  /** End it: the player's own game is there again. */
  close() {
    const ours = this.app.game === this.#line || this.app.game === this.#shown; // and not another one opened since
    const focused = this.root.contains(document.activeElement);
    clearTimeout(this.#timer);
    this.#reviewer?.end();
    this.#reviewer = this.#line = this.#shown = null;
    this.root.hidden = true;
    delete document.documentElement.dataset.reviewing;
    if (ours) this.app.uncover();
    if (!focused) return;
    if (this.#cameFrom instanceof HTMLElement && this.#cameFrom.isConnected && this.#cameFrom !== document.body)
      this.#cameFrom.focus({ preventScroll: true });
    else this.app.table.takeFocus();
  }

  /** Go on with the game from the position on the table; of another's line a game of one's own begins. */
  #playOn() {
    const line = /** @type {Game} */ (this.#line);
    this.close();
    const { game } = this.app;
    if (formatMoves(game.line()) === formatMoves(line.line())) this.app.goTo(line.cursor);
    else this.app.openGame(line.start, line.number, line.moves());
    this.app.table.takeFocus();
  }

  /** Make a puzzle of the position before the move that lost the game. */
  async #practise() {
    const [line, lost] = [this.#line, this.#reviewer?.losingMove ?? null];
    if (!line || lost === null) return;
    const [choices, { practiseMoment }] = await Promise.all([
      /** @type {Reviewer} */ (this.#reviewer).choices(lost),
      import("../games/practice.js"),
    ]);
    if (this.#line !== line) return;
    this.close();
    practiseMoment(this.app, line.boardAt(lost), choices);
    this.app.table.takeFocus();
  }

  // Going from position to position

  #stops() {
    return /** @type {Game} */ (this.#line).stops();
  }

  /** Which of the player's moves we stand after. */
  #at() {
    const { cursor } = /** @type {Game} */ (this.#line);
    return this.#stops().findLastIndex((stop) => stop <= cursor);
  }

  /** @param {number} cursor */
  #visit(cursor) {
    this.app.goTo(cursor, 120);
  }

  /** Go to the move that lost the game; the button to it goes, and the strip takes the focus. */
  #visitLosing() {
    this.strip.element.focus({ preventScroll: true });
    this.#visit(this.#reviewer?.losingMove ?? 0);
  }

  /** @param {number} by */
  #step(by) {
    const stops = this.#stops();
    this.#visit(stops[Math.min(Math.max(this.#at() + by, 0), stops.length - 1)]);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.strip.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The position changed: by the review, or since another game was opened or taken over. */
  #changed() {
    if (!this.#line) return;
    if (this.#shown && this.app.game === this.#shown) return; // it is played by us
    this.#shown = null;
    if (this.app.game !== this.#line) return this.close();
    this.#announced = "";
    this.keeping.replaceChildren();
    this.#show();
  }

  // The better line, on the table

  /** Play the best line found from here, move by move; the reviewed game is there again after it. */
  async #showBetter() {
    const [line, reviewer] = [this.#line, this.#reviewer];
    if (!line || !reviewer) return;
    const cursor = line.cursor;
    const best = await reviewer.line(cursor);
    if (this.#line !== line || line.cursor !== cursor || !best.length) return;
    clearTimeout(this.#timer);
    const shown = gameOf(line.start, line.number, [...line.moves(), ...best], settings.autoplay, cursor);
    this.#shown = shown;
    this.better.textContent = t("end_better");
    this.app.cover(shown);
    this.app.say(t("review_needed", { n: playerCount(best) }));
    const step = () => {
      if (this.#shown !== shown || !shown.canRedo) return;
      this.app.goTo(shown.stops().find((stop) => stop > shown.cursor) ?? shown.steps.length);
      if (!shown.won) this.app.say(`${t("position_of", { n: shown.count, all: shown.whole })}.`);
      this.#timer = window.setTimeout(step, STEP / settings.speed);
    };
    this.#timer = window.setTimeout(step, STEP / settings.speed);
  }

  /** Back to the reviewed game, where it was. */
  #endShown() {
    clearTimeout(this.#timer);
    this.#shown = null;
    if (this.#line) this.app.cover(this.#line, { reviewed: true });
  }

  // What is known

  #show() {
    if (this.#shown) return;
    const line = /** @type {Game} */ (this.#line);
    const reviewer = /** @type {Reviewer} */ (this.#reviewer);
    const stops = this.#stops();
    const lost = reviewer.losingMove;
    const lostAt = lost === null ? null : stops.findLastIndex((stop) => stop <= lost);
    const cost = costs(line, reviewer);
    const bars = stops.map((stop, index) => ({
      verdict: reviewer.verdict(stop),
      needed: reviewer.needed(stop),
      cost: cost[index],
    }));
    const at = this.#at();
    this.strip.show(bars, at, lostAt, t("step_of", { n: line.count, all: line.whole }));
    this.root.setAttribute("aria-label", t("review"));
    this.#summarise(reviewer, line, cost);
    label(this.back, "step_back");
    label(this.on, "step_on");
    this.losing.hidden = lostAt === null || lost === line.cursor; // there already
    this.losing.textContent = lost === null ? "" : t("review_lost_by", { n: moveNumber(line, lost) });
    this.better.hidden = line.board.won || reviewer.verdict(line.cursor) !== "solved";
    this.better.textContent = t("show_better");
    this.practise.hidden = lost === null || lost !== line.cursor;
    this.practise.textContent = t("practise_moment");
    this.playOn.textContent = t("play_on");
    this.end.textContent = t("my_game");
    this.#announce(reviewer, line.cursor, lost === line.cursor);
  }

  /** One's own length beside the shortest found, and where the difference arose. @param {Reviewer} reviewer @param {Game} line
   * @param {number[]} cost */
  #summarise(reviewer, line, cost) {
    this.summary.title = t("review_line");
    const lengths = [reviewer.needed(0), this.#known?.moves].flatMap((each) => each ?? []);
    const n = Math.min(...lengths);
    if (reviewer.done && lengths.length && line.steps.at(-1)?.board.won) {
      this.summary.textContent = inASentence(line, n, this.#known?.proved === true && this.#known.moves === n, cost);
      return;
    }
    const own = t("review_yours", { n: line.whole });
    const shortest = lengths.length ? [`${t("shortest_known")}: ${t("moves", { n })}`] : [];
    const never = reviewer.verdict(0) === "impossible" ? [t("impossible_plain")] : [];
    const wait = reviewer.done ? [] : [t("thinking")];
    this.summary.textContent = [own, ...shortest, ...never, ...wait].join(" · ");
  }

  /** Say what is known of the position on the table; what takes longer follows. @param {Reviewer} reviewer @param {number} cursor
   * @param {boolean} losing whether the next move lost the game */
  #announce(reviewer, cursor, losing) {
    const known = reviewer.verdict(cursor);
    const text = losing ? this.#where() : `${this.#where()} ${this.#outlook(reviewer, cursor)}`.trim();
    const key = `${text} ${known} ${reviewer.needed(cursor)}`;
    if (this.#announced === key) return;
    this.#announced = key;
    const { board } = /** @type {Game} */ (this.#line);
    const [kind, name] = board.won ? WON : CHIPS[known];
    this.app.notices.chip(kind, t(name));
    this.app.say(text);
    clearTimeout(this.#timer);
    if (known === "solved" && !board.won) {
      this.#timer = window.setTimeout(() => this.#lookCloser(reviewer, cursor, losing ? text : ""), REST);
    }
  }

  #where() {
    const { count, whole } = /** @type {Game} */ (this.#line);
    return `${t("position_of", { n: count, all: whole })}.`;
  }

  /** @param {Reviewer} reviewer @param {number} cursor */
  #outlook(reviewer, cursor) {
    const needed = reviewer.needed(cursor);
    const verdicts = {
      solved: needed ? this.#ahead(reviewer, cursor, needed) : t("won_title"),
      impossible: "", // the chip beside it says it
      undecided: t("not_decided"),
      pending: "",
    };
    return verdicts[reviewer.verdict(cursor)];
  }

  /** How far it is to the win, and what the next move cost. @param {Reviewer} reviewer @param {number} cursor @param {number} needed */
  #ahead(reviewer, cursor, needed) {
    const stops = this.#stops();
    const n = costs(/** @type {Game} */ (this.#line), reviewer)[stops.indexOf(cursor) + 1] ?? 0;
    return [t("review_needed", { n: needed }), ...(n ? [t("review_cost", { n })] : [])].join(" ");
  }

  /** Show the best move on the table, and which moves keep the win.
   * @param {Reviewer} reviewer @param {number} cursor @param {string} verdict the sentence shown where the next move lost the game */
  async #lookCloser(reviewer, cursor, verdict) {
    const line = this.#line;
    const here = () => this.#line !== null && this.#line === line && line.cursor === cursor;
    const [best] = await reviewer.line(cursor);
    if (!here() || !line || !best) return;
    const { cards, goal } = this.app.table.elementsOf(best);
    this.app.table.mark("hint", [...cards, goal]);
    if (verdict) {
      const [move, better] = [line.steps[cursor].move, best].map((each) => inWords(line.board, each));
      this.app.say(`${verdict} ${t("review_losing", { move, better })}`);
    }
    const choices = await reviewer.choices(cursor);
    if (here()) this.#list(line.board, choices);
  }

  /** List the moves that keep the win, or may. @param {Board} board @param {Choice[]} choices */
  #list(board, choices) {
    const kept = choices.filter(({ verdict }) => verdict === "solved");
    const open = choices.filter(({ verdict }) => verdict === "undecided");
    const items = [...kept, ...open].slice(0, MOST_KEEPING).map(({ move, verdict }) => {
      const sign = verdict === "solved" ? "" : " ?";
      const short = el("span", { ariaHidden: "true", textContent: inSigns(board, move) + sign });
      return el("li", {}, short, el("span", { className: "spoken", textContent: inWords(board, move) + sign }));
    });
    const more = kept.length + open.length > MOST_KEEPING ? [el("li", { textContent: "…" })] : [];
    const title = el("span", { textContent: t("review_keeping", { n: kept.length, all: choices.length }) });
    this.keeping.replaceChildren(title, el("ul", {}, ...items, ...more));
  }
}

/** A move in words: queen of hearts → column 3. @param {Board} board @param {Move} move */
const inWords = (board, move) => t("went_to", { what: spokenName(cardOf(board, move)), place: placeName(move.target) });

/** A move in signs: Q♥ → 3. @param {Board} board @param {Move} move */
function inSigns(board, move) {
  const card = cardOf(board, move);
  return `${indexLetter(card, settings.ownLetters)}${SUIT_SIGNS[card & 3]} → ${PLACE_NAMES[move.target]}`;
}

/** @param {string} icon @param {() => void} action */
function iconButton(icon, action) {
  const made = button("", action);
  made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-${icon}"/></svg>`;
  return made;
}

/** @param {HTMLElement} element @param {string} key */
function label(element, key) {
  element.setAttribute("aria-label", t(key));
  element.title = t(key);
}

/** The style of the review comes with it. @returns {Promise<unknown>} */
function loadStyle() {
  const link = el("link", { rel: "stylesheet", href: new URL("review.css", import.meta.url).href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** @type {Promise<Review> | null} */
let only = null;

/** Review a game: the one on the table, or a line that a link names. @param {App} app @param {Game} [game] */
export async function openReview(app, game) {
  const still = app.unchanged();
  only ??= loadStyle().then(() => new Review(app));
  const review = await only;
  const line = game ?? app.game;
  if (line.steps.length && still()) review.open(line);
}
