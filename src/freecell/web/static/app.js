// The page: it holds the game, and lets the table, the hands, the address and the engine know of each other.

import { deal } from "./board.js";
import { dealFreeCell, IMPOSSIBLE, FIRST_DEAL, LAST_DEAL, LAST_MICROSOFT_DEAL, parseNumber } from "./deal.js";
import { Game, gameOf } from "./game.js";
import { Hands } from "./hands.js";
import { hasEngine, warmUp } from "./engine.js";
import { readAddress, unreadable, writeAddress } from "./links.js";
import { formatMoves } from "./text/address.js";
import { changeSettings, keepUnfinished, noteBegin, noteWin, settings, unfinished } from "./store.js";
import { Table } from "./table.js";
import { bestLanguage, LANGUAGES, loadWords, setLanguage, t, translate } from "./words.js";
import { describeMove } from "./speech.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./words.js").Language} Language */

const FIRST_VISIT = 617;

/** @template {HTMLElement} E @param {string} id @returns {E} */
const byId = (id) => /** @type {E} */ (document.getElementById(id));

export class App {
  constructor() {
    this.table = new Table(byId("table"));
    this.game = new Game(deal(FIRST_VISIT), FIRST_VISIT);
    /** Whether the solver's line was followed in this game, so that the win is not the player's own. */
    this.helped = false;
    /** Whether the win of this game is counted already. */
    this.counted = false;
    this.hands = new Hands(this.table, {
      board: () => this.game.board,
      play: (move, dropped) => this.play(move, dropped),
      say: (text) => this.say(text),
    });
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Call something after every change of the position. @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
  }

  start() {
    this.#connect();
    this.useSettings();
    this.openAddress();
    document.documentElement.classList.add("ready");
  }

  #connect() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      byId(id).addEventListener("click", action);
    on("undo", () => this.undo());
    on("redo", () => this.redo());
    on("restart", () => this.restart());
    on("previous", () => this.step(-1));
    on("next", () => this.step(1));
    on("random", () => this.random());
    on("menu", async () => (await import("./dialogs.js")).openMenu(this));
    on("hint", async () => (await this.#advice()).hint());
    on("verdict", async () => (await this.#advice()).verdict());
    on("watch", async () => (await import("./watch.js")).openPlayer(this));
    byId("deal-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#openTyped(/** @type {HTMLInputElement} */ (byId("number")).value);
    });
    byId("language").addEventListener("change", (event) => {
      changeSettings({ language: /** @type {HTMLSelectElement} */ (event.target).value });
      this.useSettings();
    });
    window.addEventListener("popstate", () => this.openAddress());
    window.addEventListener("hashchange", () => this.openAddress());
    window.addEventListener("keydown", (event) => this.#shortcut(event));
    window.addEventListener("paste", (event) => this.#paste(event));
    window.addEventListener("pagehide", () => this.#keep());
  }

  async #advice() {
    const { adviceFor } = await import("./advice.js");
    return adviceFor(this);
  }

  // Which game is on the table

  /** Open what the address names; the last deal, or the first of all, where it names none. */
  openAddress() {
    const saved = readAddress(new URL(location.href));
    if (!saved) return this.#openFirst(unreadable(new URL(location.href)));
    const moves = saved.moves;
    if (saved.number === this.game.number && formatMoves(moves) === formatMoves(this.game.moves()) && this.table.board)
      return;
    this.#take(gameOf(saved.start, saved.number, moves, settings.autoplay));
    if (saved.rest) import("./dialogs.js").then((dialogs) => dialogs.openPaste(this, saved.rest, saved.number));
  }

  /** The first deal of all; an address that names no deal is not passed over in silence. @param {string} text */
  #openFirst(text) {
    this.openDeal(FIRST_VISIT, { replace: true });
    if (text) this.say(t("bad_number", { text: text.slice(0, 40), first: FIRST_DEAL, last: LAST_DEAL }));
  }

  /** Deal a number; an unfinished game of it goes on where it was left. @param {number} number @param {{replace?: boolean, fresh?: boolean}} [options] */
  openDeal(number, { replace = false, fresh = false } = {}) {
    this.#keep();
    const start = deal(number, settings.cells);
    const left = fresh ? undefined : unfinished().find(([each]) => each === dealName(number, settings.cells));
    const saved = left && readAddress(new URL(`${writeAddress(number, start, [])}#${left[1]}`, location.href));
    this.#take(gameOf(start, number, saved?.moves ?? [], settings.autoplay), replace ? "replace" : "push");
  }

  /** Open a game of any origin, with its moves. @param {Board} start @param {number | null} number @param {readonly Move[]} [moves] */
  openGame(start, number, moves = []) {
    this.#keep();
    this.#take(gameOf(start, number, moves, settings.autoplay), "push");
  }

  /** @param {Game} game @param {"push" | "replace" | "none"} [history] */
  #take(game, history = "none") {
    this.game = game;
    this.helped = false;
    this.counted = game.won;
    this.hands.release();
    if (history !== "none") this.#writeAddress(history === "push");
    this.changed({ glide: 0 });
    const name = this.dealTitle();
    document.title = `${name} · FreeCell`;
    this.say(game.count ? t("continued", { name, n: game.count }) : name);
  }

  dealTitle() {
    return this.game.number === null ? t("own_board") : t("game_no_label", { n: this.game.number });
  }

  /** @param {string} text */
  #openTyped(text) {
    const number = parseNumber(text);
    if (number !== null) return this.openDeal(number);
    if (text.trim().length > 15)
      return import("./dialogs.js").then((dialogs) => dialogs.openPaste(this, text, this.game.number));
    this.say(t("bad_number", { text: text.trim(), first: FIRST_DEAL, last: LAST_DEAL }));
  }

  /** @param {number} by */
  step(by) {
    const number = (this.game.number ?? 0) + by;
    this.openDeal(Math.min(Math.max(number, FIRST_DEAL), LAST_DEAL));
  }

  /** A deal at random that can be won: the solver says so where there is one, and else the list of those that cannot. */
  async random() {
    if (hasEngine) {
      const { winnableDeal } = await import("./advice.js");
      return this.openDeal(await winnableDeal(this), { fresh: true });
    }
    let number;
    do number = 1 + Math.floor(Math.random() * LAST_MICROSOFT_DEAL);
    while (IMPOSSIBLE.includes(number));
    this.openDeal(number);
  }

  // Moves

  /** @param {Move} move @param {boolean} [dropped] the cards were carried there and need not glide */
  play(move, dropped = false) {
    const before = this.game.board;
    if (this.game.cursor === 0 && !this.game.canRedo) noteBegin();
    this.game.play(move, settings.autoplay);
    this.say(describeMove(before, move, this.game.board));
    this.changed({ glide: dropped ? 120 : 180 });
    if (this.game.won) this.#won();
  }

  undo() {
    if (!this.game.undo()) return;
    this.say(t("undone"));
    this.changed({ glide: 150 });
  }

  redo() {
    if (!this.game.redo()) return;
    this.say(t("redone"));
    this.changed({ glide: 150 });
  }

  restart() {
    if (!this.game.cursor) return;
    this.game.cursor = 0;
    this.say(t("restarted"));
    this.changed({ glide: 250 });
  }

  /** Move the cursor to a moment of the game. @param {number} cursor @param {number} [glide] */
  goTo(cursor, glide = 180) {
    this.game.cursor = cursor;
    this.changed({ glide });
  }

  /** Show the position as it now is, and let everyone know. @param {{glide?: number}} [options] */
  changed({ glide = 0 } = {}) {
    this.hands.release();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.table.mark("hint", []);
    this.table.show(this.game.board, { glide: still ? 0 : glide });
    this.#showControls();
    if (glide) this.#writeAddress(false);
    if (this.game.won) this.say(t("won_in", { n: this.game.count }));
    else if (!this.game.board.legalMoves().length) this.say(t("stuck"));
    for (const listener of this.listeners) listener();
  }

  #showControls() {
    const game = this.game;
    const input = /** @type {HTMLInputElement} */ (byId("number"));
    input.value = game.number === null ? "" : String(game.number);
    /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !game.canUndo;
    /** @type {HTMLButtonElement} */ (byId("redo")).disabled = !game.canRedo;
    /** @type {HTMLButtonElement} */ (byId("restart")).disabled = !game.canUndo;
    byId("count").textContent = t("moves", { n: game.count });
  }

  /** The player's own move won the game. One that was opened, redone or watched is no win to be counted, and none counts twice. */
  #won() {
    if (document.documentElement.classList.contains("watching")) return;
    const name = dealName(this.game.number, this.game.start.cells.length);
    keepUnfinished(name, "");
    if (!this.counted) noteWin(name, this.game.count, this.helped);
    this.counted = true;
    import("./dialogs.js").then((dialogs) => dialogs.openWon(this));
  }

  /** Remember a game that is not finished. */
  #keep() {
    const { number, start, board, cursor } = this.game;
    if (number === null || board.won) return;
    keepUnfinished(dealName(number, start.cells.length), cursor ? formatMoves(this.game.moves(), "") : "");
  }

  /** @param {boolean} push */
  #writeAddress(push) {
    const address = writeAddress(this.game.number, this.game.start, this.game.moves());
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  // Words and looks

  /** Say something, on the screen and to a screen reader. @param {string} text */
  say(text) {
    byId("status").textContent = text;
  }

  /** Apply the settings: language, colours, letters. */
  useSettings() {
    const chosen = /** @type {Language} */ (settings.language);
    const language = LANGUAGES.includes(chosen) ? chosen : bestLanguage(navigator.languages);
    setLanguage(language);
    /** @type {HTMLSelectElement} */ (byId("language")).value = language;
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.classList.toggle("four-colours", settings.fourColours);
    translate(document);
    for (const element of document.querySelectorAll(".engine")) element.toggleAttribute("hidden", !hasEngine);
    byId("verdict").hidden = !hasEngine || settings.verdict === "off";
    if (hasEngine && settings.verdict === "always") this.#advice();
    if (!this.table.board) return;
    this.table.name();
    this.#showControls();
    document.title = `${this.dealTitle()} · FreeCell`;
    for (const listener of this.listeners) listener();
    this.say(this.dealTitle());
  }

  // The whole window's keys, and what is pasted into it

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const typing = /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog[open]");
    if (typing) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const plain = !control && !event.altKey && settings.keys;
    if ((control && key === "z" && !event.shiftKey) || (plain && key === "z")) this.undo();
    else if ((control && (key === "y" || (key === "z" && event.shiftKey))) || (plain && key === "y")) this.redo();
    else if (plain && key === "?" && hasEngine) this.#advice().then((advice) => advice.hint());
    else return;
    event.preventDefault();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, dialog[open]") || !text.trim()) return;
    const number = parseNumber(text);
    if (number !== null) return this.openDeal(number);
    import("./dialogs.js").then((dialogs) => dialogs.openPaste(this, text, this.game.number));
  }
}

/** How the browser's memory names a deal. @param {number | null} number @param {number} cells */
function dealName(number, cells) {
  return cells === 4 ? `${number}` : `${number}/${cells}`;
}

await loadWords(new URL("words.json", import.meta.url).href);
const app = new App();
app.start();
// For the console, and for readers of the well-known task who want to compare.
Object.assign(window, { dealFreeCell, freecell: app });
// The engine comes after the first view, which does not need it.
(window.requestIdleCallback ?? setTimeout)(warmUp);
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});
