// The page: connects the game, the table, the hands, the address and the engine.

import { deal } from "./games/board.js";
import { byId, connectControls, showControls, showTime } from "./table/controls.js";
import { FIRST_DEAL, LAST_DEAL } from "./games/deal.js";
import { hasEngine, hasReview } from "./engine/engine.js";
import { Game, gameOf } from "./games/game.js";
import { Hands } from "./table/hands.js";
import { latestOf } from "./games/kept.js";
import { Keys } from "./table/keys.js";
import { practiceAddress, writeAddress, writeHistory } from "./games/links.js";
import { useLanguage, useLooks } from "./table/looks.js";
import { motion } from "./table/motion.js";
import { Notices } from "./table/notices.js";
import { Opening } from "./games/opening.js";
import { sayRefusal } from "./table/refusals.js";
import { nameOf, Session } from "./games/session.js";
import { listenToWindow } from "./table/shortcuts.js";
import { describeMove } from "./table/speech.js";
import { askToKeep, onSettings, settings } from "./games/store.js";
import { Table } from "./table/table.js";
import { formatMoves } from "./text/address.js";
import { t } from "./words.js";

/** @typedef {import("./games/board.js").Board} Board */
/** @typedef {import("./games/board.js").Move} Move */
/** @typedef {import("./games/kept.js").Kept} Kept */

export class App {
  #session = new Session(() => this.#sayNotKept());
  #saidNotKept = false;
  #opened = false;
  /** @type {Game | null} The line that is reviewed, while it lies over the game. */
  #reviewed = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<() => boolean>} */
  #closers = new Set();
  #changes = 0;

  constructor() {
    this.notices = new Notices();
    this.opening = new Opening(this);
    this.table = new Table(byId("table"));
    this.hands = new Hands(this.table, {
      board: () => this.game.board,
      play: (move, dropped) => this.play(move, dropped),
      say: (text) => this.say(text),
      refuse: (why, near) => this.notices.refuse(sayRefusal(why), near),
    });
    this.keys = new Keys(this.hands);
  }

  /** The game on the table. */
  get game() {
    return this.#session.game;
  }

  /** Whether something lies over the player's own game, such as a solution that is watched. */
  get covered() {
    return this.#session.covered;
  }

  get seconds() {
    return this.#session.seconds;
  }

  /** Ask something to close when Escape is pressed and nothing lies over it. @param {() => boolean} close false where it is not open */
  onEscape(close) {
    this.#closers.add(close);
  }

  /** Close what lies on top: the panel over the board, then a review or a watched solution. */
  closeTop() {
    return this.notices.closePanel() || [...this.#closers].some((close) => close());
  }

  /** The practice on the table, if any; see practice.js. */
  get practice() {
    return this.#session.practice;
  }

  /** Call something after every change of the position. @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** Returns a function that says whether the position is still the one of now, for callers that wait. */
  unchanged() {
    const before = this.#changes;
    return () => this.#changes === before;
  }

  /** Load a module that says something about the position, unless that has changed by then.
   * @template M @param {Promise<M>} loading @param {(module: M) => void} use */
  async whileHere(loading, use) {
    const still = this.unchanged();
    const module = await loading;
    if (still()) use(module);
  }

  /** @param {string} text */
  say(text) {
    this.notices.say(text);
  }

  /** The browser keeps nothing: say it once, and go on. */
  #sayNotKept() {
    if (this.#saidNotKept) return;
    this.#saidNotKept = true;
    this.notices.sayFirst(t("not_kept"));
  }

  async start() {
    useLooks(this.table);
    this.opening.showEarly();
    await this.useSettings();
    await this.opening.openAddress();
    this.table.root.inert = false;
    this.#connect(); // not before: what is pressed belongs to the game that is opened
    document.documentElement.classList.add("ready");
    setInterval(() => showTime(this), 1000);
  }

  #connect() {
    connectControls(this);
    listenToWindow(this);
    onSettings(() => this.useSettings());
    window.addEventListener("popstate", () => this.opening.openAddress());
    window.addEventListener("hashchange", () => this.opening.openAddress());
  }

  /** The solver's advice on the game, which is loaded on request. */
  async advice() {
    const { adviceFor } = await import("./review/advice.js");
    return adviceFor(this);
  }

  // Which game is on the table

  /** Whether a game is on the table. */
  get opened() {
    return this.#opened;
  }

  /** Whether a line of a deal is on the table already; `review` is the move that a review shows, null without one.
   * @param {string} name @param {Move[]} moves @param {number | null} review */
  stands(name, moves, review) {
    if (!this.#opened || name !== this.#session.deal) return false;
    if ((review === null) !== (this.#reviewing === null)) return false;
    if (formatMoves(moves) !== formatMoves(this.#addressed)) return false;
    if (review !== null && review !== this.game.cursor) this.goTo(review);
    return true;
  }

  /** Open the review of a line. @param {Game} game */
  openReview(game) {
    return this.whileHere(import("./review/review.js"), ({ openReview }) => openReview(this, game));
  }

  /** Put a position on the table that is to be practised. @param {Game} game @param {{title: string, query: string}} practice @param {boolean} push */
  practise(game, practice, push) {
    this.#session.open(game, null, practice);
    this.#shown(push);
  }

  /** Deal a number; an unfinished game of it goes on where it was left. @param {number} number @param {{fresh?: boolean, cells?: number}} [options] */
  openDeal(number, { fresh = false, cells = settings.cells } = {}) {
    const start = deal(number, cells);
    const left = fresh ? undefined : latestOf(nameOf(number, start));
    if (!left || !this.resume(left, true)) this.show(new Game(start, number), { push: true });
  }

  /** Open a game of any origin, with its moves; one's own game of the same deal stays kept.
   * @param {Board} start @param {number | null} number @param {readonly Move[]} [moves]
   * @param {number | null} [review] after which of the moves a review of them stands */
  openGame(start, number, moves = [], review = null) {
    this.show(gameOf(start, number, moves, settings.autoplay), { push: true });
    if (review !== null && hasReview) this.openReview(gameOf(start, number, moves, settings.autoplay, review));
  }

  /** Begin the deal on the table anew; the game so far stays kept. */
  startOver() {
    const { start, number } = this.game;
    this.show(new Game(start, number));
  }

  /** Go on with a kept game; false where it cannot be read. @param {Kept} kept @param {boolean} [push] */
  resume(kept, push = false) {
    if (!this.#session.resume(kept)) return false;
    this.#shown(push);
    if (this.game.steps.length) this.notices.offer({ text: t("start_over"), action: () => this.startOver() });
    return true;
  }

  /** Put a game on the table. @param {Game} game @param {{push?: boolean}} [options] */
  show(game, { push = false } = {}) {
    this.#session.open(game);
    this.#shown(push);
    const aside = this.#session.aside();
    if (aside) this.notices.offer({ text: t("own_game_back"), action: () => this.resume(aside, true) });
    if (aside && game.cursor) this.say(t("own_game_aside"));
  }

  /** Another game is on the table. @param {boolean} push */
  #shown(push) {
    this.#opened = true;
    this.#writeAddress(push);
    this.changed();
    const { game } = this;
    const name = this.dealTitle();
    document.title = `${name} · FreeCell`;
    this.say(game.count ? t("continued", { name, n: game.count }) : name);
    this.#showImpossible();
    this.#showWon();
  }

  /** Announce at once that a deal cannot be won, where the atlas knows it. */
  async #showImpossible() {
    const { number, start } = this.game;
    if (number === null) return;
    const known = import("./engine/about.js").then((about) => about.isKnownImpossible(number, start.cells.length));
    this.whileHere(known, (impossible) => {
      if (impossible) this.whileHere(import("./review/advice.js"), (advice) => advice.showImpossible(this));
    });
  }

  /** Show the result of a won game that was not won just now. */
  #showWon() {
    if (this.game.won) this.whileHere(import("./table/finish.js"), ({ showWon }) => showWon(this, null));
  }

  dealTitle() {
    const practised = this.#practised;
    if (practised) return practised.title;
    return this.game.number === null ? t("own_board") : t("game_no_label", { n: this.game.number });
  }

  /** @param {number} by */
  step(by) {
    const number = (this.game.number ?? 0) + by;
    this.openDeal(Math.min(Math.max(number, FIRST_DEAL), LAST_DEAL));
  }

  /** A deal at random that can be won, of the difficulty that was chosen last. @param {{level?: string, cells?: number}} [wanted] */
  async random({ level = settings.difficulty, cells = settings.cells } = {}) {
    const { game } = this;
    const number = await (await import("./games/random_deal.js")).drawDeal(level, cells);
    if (this.game !== game) return; // another one was opened meanwhile
    if (number === null) return this.say(t("no_deal_drawn"));
    this.openDeal(number, { fresh: true, cells });
  }

  // Moves

  /** @param {Move} move @param {boolean} [dropped] the cards were carried there and need not glide */
  play(move, dropped = false) {
    const before = this.game.board;
    const from = this.game.cursor;
    if (!this.#session.id) askToKeep();
    this.#session.play(move);
    this.say(describeMove(before, move, this.game.board));
    if (this.game.won) return this.#won(from);
    this.changed({ glide: dropped ? 120 : 180 });
  }

  undo() {
    if (!this.#session.undo()) return;
    this.say(t("undone"));
    this.changed({ glide: 150 });
  }

  redo() {
    if (!this.#session.redo()) return;
    this.say(t("redone"));
    this.changed({ glide: 150 });
    if (!this.covered) this.#showWon();
  }

  restart() {
    if (!this.game.cursor) return;
    this.#session.goTo(0);
    this.say(t("restarted"));
    this.changed({ glide: 250 });
  }

  /** Move the cursor to a moment of the game. @param {number} cursor @param {number} [glide] */
  goTo(cursor, glide = 180) {
    this.#session.goTo(cursor);
    this.changed({ glide });
  }

  /** Lay a line over the game, to view it; a move made in it takes it over.
   * @param {Game} game @param {{reviewed?: boolean}} [options] */
  cover(game, { reviewed = false } = {}) {
    this.#session.cover(game);
    this.#reviewed = reviewed ? game : null;
    this.changed();
  }

  /** Take away what lies over the game, which is there again as it was. */
  uncover() {
    if (!this.covered) return;
    this.#session.uncover();
    this.changed();
    this.say(this.dealTitle());
    this.#showWon();
  }

  /** The solver helped the player with this game. */
  help() {
    this.#session.help();
    this.#writeAddress(false);
  }

  /** The player reads the solver's verdict: that counts as help in a game of one's own, not in a shared line. */
  helpWithOwn() {
    if (this.#session.id) this.help();
  }

  /** Show the present position, and notify the listeners. @param {{glide?: number}} [options] */
  changed({ glide = 0 } = {}) {
    this.#changes++;
    this.hands.release();
    this.keys.typed = "";
    this.notices.clear();
    this.table.mark("hint", []);
    this.table.show(this.game.board, { glide: glide * motion() });
    showControls(this);
    this.#writeAddress(false);
    if (this.game.won) this.say(t("won_in", { n: this.game.count }));
    else if (!this.covered && !this.game.board.legalMoves().length)
      this.whileHere(import("./review/advice.js"), (advice) => advice.sayStuck(this));
    for (const listener of this.#listeners) listener();
  }

  /** The player's own move won the game. A win that was opened, redone or watched does not count, and none counts twice.
   * @param {number} from where the last move was made */
  async #won(from) {
    const { game } = this;
    const boards = game.steps.slice(from, game.cursor).map((step) => step.board);
    const result = this.#session.win();
    this.#changes++;
    const still = this.unchanged();
    this.#writeAddress(false);
    const { celebrate, noteChallenge, noteDay, showWon } = await import("./table/finish.js");
    const line = formatMoves(game.moves(), "");
    if (result.counted) noteDay(game.number, game.start.cells.length, { ...result, moves: game.count });
    const challenge = result.counted ? await noteChallenge(game, line, result) : null;
    await celebrate(this.table, boards);
    if (!still()) return; // undone meanwhile
    this.changed();
    showWon(this, result, challenge);
  }

  /** The line under review; null where none is on the table. */
  get #reviewing() {
    return this.#reviewed === this.game ? this.game : null;
  }

  /** The moves that the address has: those that were made; of a reviewed game all. */
  get #addressed() {
    return this.#reviewing ? this.game.line() : this.game.moves();
  }

  /** What is practised, where the game itself is on the table. */
  get #practised() {
    return this.covered ? null : /** @type {{title: string, query: string} | null} */ (this.practice);
  }

  /** The address of what is on the table. */
  address() {
    const practised = this.#practised;
    if (practised) return practiceAddress(practised.query);
    return writeAddress(this.game.number, this.game.start, this.#addressed, this.#reviewing?.cursor);
  }

  /** @param {boolean} push */
  #writeAddress(push) {
    const { own, id, helped } = this.#session;
    const under = this.covered ? formatMoves(own.moves(), "") : undefined;
    const line = !id && (this.covered || own.canRedo) ? formatMoves(own.line(), "") : undefined;
    writeHistory({ game: id, under, line, helped: helped || undefined }, this.address(), push);
  }

  // Words and looks

  /** Apply the settings: language, colours, letters. */
  async useSettings() {
    if (!(await useLanguage(this.table))) return; // another one was chosen meanwhile, whose words are on their way
    if (hasEngine && settings.verdict === "always") this.advice();
    if (!this.#opened) return;
    this.table.name();
    showControls(this);
    document.title = `${this.dealTitle()} · FreeCell`;
    for (const listener of this.#listeners) listener();
    this.say(this.dealTitle());
  }
}
