// Watching a solution: a layer over the game, with a bar that plays it. Closing it gives the game back as it was.

import { solve, solveShortest } from "../engine/engine.js";
import { Game, gameOf, playerCount } from "../games/game.js";
import { switchOff } from "../table/buttons.js";
import { noteFound } from "../engine/shortest_known.js";
import { changeSettings, settings } from "../games/store.js";
import { t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/engine.js").Goal} Goal */
/** @typedef {import("../engine/engine.js").Interval} Interval */
/** @typedef {import("../games/board.js").Move} Move */

const SPEEDS = [0.5, 1, 2, 4];
const SECONDS = 0.7; // for one move at speed 1

class Playback {
  /** @param {App} app @param {HTMLElement} bar */
  constructor(app, bar) {
    this.app = app;
    this.bar = bar;
    this.timer = 0;
    this.open = false;
    /** @type {Game | null} The line that lies over the game. */
    this.watched = null;
    /** @type {AbortController | null} The search for a shortest solution that is under way. */
    this.search = null;
    /** @type {Game | null} The game that it began with. */
    this.searched = null;
    /** @type {Interval | null} What it found out so far. */
    this.known = null;
    app.onChange(() => this.#changed());
    app.onEscape(() => this.open && (this.close(), true));
  }

  toggle() {
    return this.open ? this.close() : this.#show();
  }

  /** Show the bar; a solution from here lies over the game, or the game itself where it is won or moves lie ahead. */
  async #show() {
    this.#build();
    this.open = true;
    this.bar.hidden = false;
    document.documentElement.dataset.watching = "";
    const { game } = this.app;
    if (game.canRedo || game.won)
      this.#lay(gameOf(game.start, game.number, game.line(), settings.autoplay, game.cursor));
    else {
      this.#which().value = "here";
      await this.load("any", false);
    }
    if (this.open) this.#button("play").focus();
  }

  /** End it: what was watched goes, and the player's own game is there again. */
  close() {
    const focused = this.bar.contains(document.activeElement);
    this.#stop();
    this.pause();
    const ours = this.app.game === this.watched; // and not something that was laid over it since
    this.open = false;
    this.watched = null;
    this.bar.hidden = true;
    delete document.documentElement.dataset.watching;
    if (ours) this.app.uncover();
    if (focused) document.getElementById("watch")?.focus();
  }

  /** @param {Game} game */
  #lay(game) {
    this.watched = game;
    this.app.cover(game);
  }

  /** Lay a solution over the game, from the position on the table or from the deal's start. @param {Goal} goal @param {boolean} fromStart
   * @returns {Promise<void>} */
  async load(goal, fromStart) {
    const { game } = this.app;
    this.#stop();
    const start = fromStart ? game.start : game.board;
    const made = fromStart ? [] : game.moves();
    this.app.say(t("thinking"));
    try {
      const verdict = await solve(start, goal);
      if (this.app.game !== game || !this.open) return;
      if (!fromStart && game.board !== start) return this.load(goal, fromStart); // a move was made meanwhile
      if (verdict.verdict !== "solved") {
        return this.app.say(verdict.verdict === "undecided" ? t("not_decided") : t("impossible_plain"));
      }
      this.#layLine(game, made, verdict.moves);
      const n = playerCount(verdict.moves);
      this.app.say(t("won", { n }));
      if (goal === "short" && fromStart) noteFound(game, n);
    } catch (error) {
      this.#sayError(error);
    }
  }

  /** Lay moves over the game that lead on from those made. @param {Game} game @param {Move[]} made @param {Move[]} moves */
  #layLine(game, made, moves) {
    this.app.help();
    this.#lay(gameOf(game.start, game.number, [...made, ...moves], settings.autoplay, made.length));
  }

  /** @param {unknown} error */
  #sayError(error) {
    this.app.say(t("no_answer", { text: error instanceof Error ? error.message : String(error) }));
  }

  /** Look for a shortest solution; the interval of its moves is shown as it closes. @param {boolean} fromStart */
  async loadShortest(fromStart) {
    const { game } = this.app;
    const made = fromStart ? [] : game.moves();
    const start = fromStart ? game.start : game.board;
    this.#stop();
    const search = (this.search = new AbortController());
    this.searched = game;
    this.known = null;
    const onInterval = (/** @type {Interval} */ interval) => {
      if (this.search !== search) return;
      this.known = interval;
      const { least, most } = interval;
      this.app.say(most === null ? t("thinking") : t("shortest_between", { least, most }));
    };
    this.app.say(t("thinking"));
    this.#name();
    try {
      const verdict = await solveShortest(start, onInterval, search.signal);
      if (!search.signal.aborted) this.#showShortest(game, made, verdict);
    } catch (error) {
      if (!search.signal.aborted) this.#sayError(error);
    } finally {
      if (this.search === search) this.search = null;
      this.#name();
    }
  }

  /** @param {Game} game @param {Move[]} made @param {import("../engine/engine.js").Verdict} verdict */
  #showShortest(game, made, verdict) {
    if (verdict.verdict === "impossible") return this.app.say(t("impossible_plain"));
    const { moves } = verdict;
    if (!moves) return this.app.say(t("not_decided"));
    const n = playerCount(moves);
    this.#layLine(game, made, moves);
    if (made.length === 0) noteFound(game, n, verdict.verdict === "solved");
    const least = verdict.verdict === "solved" ? n : (verdict.least ?? 0);
    this.app.say(verdict.verdict === "solved" ? t("shortest_proved", { n }) : t("shortest_open", { least, most: n }));
  }

  /** The player ended the search: say how far it was. */
  #sayStopped() {
    const { least, most } = this.known ?? { least: 0, most: null };
    if (most !== null) this.app.say(t("shortest_stopped", { least, most }));
  }

  /** End a search for a shortest solution. */
  #stop() {
    this.search?.abort();
    this.search = null;
  }

  // The bar

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.bar.querySelector(`[data-name="${name}"]`));
  }

  #build() {
    const speeds = SPEEDS.map(
      (speed) => `<option value="${speed}"${speed === settings.speed ? " selected" : ""}>${speed}×</option>`,
    ).join("");
    const button = (/** @type {string} */ name, /** @type {string} */ icon) =>
      `<button type="button" data-name="${name}"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-${icon}"/></svg></button>`;
    this.bar.innerHTML = `${button("back", "back")}${button("play", "watch")}${button("on", "next")}
      <input type="range" min="0" value="0" step="1"><select data-name="speed">${speeds}</select>
      <select data-name="which"><option value=""></option><option value="here"></option><option value="any"></option><option value="short"></option><option value="shortest"></option><option value="shortest-here"></option></select>
      <button type="button" data-name="stop" class="end" hidden></button>
      <button type="button" data-name="close" class="end"></button>`;
    this.#button("back").onclick = () => this.#step(-1);
    this.#button("on").onclick = () => this.#step(1);
    this.#button("play").onclick = () => (this.timer ? this.pause() : this.play());
    this.#button("close").onclick = () => this.close();
    this.#button("stop").onclick = () => {
      this.#stop();
      this.#sayStopped();
      this.#name();
      this.#button("play").focus();
    };
    this.#slider().oninput = () => {
      const wanted = Number(this.#slider().value); // before pausing, which shows where we still are
      this.pause();
      this.app.goTo(this.app.game.stops()[wanted], 120);
      if (!this.app.game.won) this.app.say(`${this.#where()}.`);
    };
    const speed = /** @type {HTMLSelectElement} */ (this.bar.querySelector('[data-name="speed"]'));
    speed.onchange = () => changeSettings({ speed: Number(speed.value) });
    this.#which().onchange = () => this.#choose(this.#which());
  }

  /** Which solution is watched; nothing where it is the game itself. */
  #which() {
    return /** @type {HTMLSelectElement} */ (this.bar.querySelector('[data-name="which"]'));
  }

  /** @param {HTMLSelectElement} which */
  #choose(which) {
    const chosen = which.value;
    this.pause();
    if (chosen === "here") this.load("any", false);
    else if (chosen.startsWith("shortest")) this.loadShortest(chosen === "shortest");
    else if (chosen) this.load(chosen === "short" ? "short" : "any", true);
  }

  #slider() {
    return /** @type {HTMLInputElement} */ (this.bar.querySelector("input"));
  }

  /** The position changed: by the bar, or since another game was opened or taken over. */
  #changed() {
    if (!this.open) return;
    if (this.app.game !== this.searched) this.#stop();
    if (this.watched && this.app.game !== this.watched) return this.close();
    this.#name();
  }

  /** Which move of the line is made, as players count them. */
  #where() {
    const { count, whole } = this.app.game;
    return t("position_of", { n: count, all: whole });
  }

  /** Show where in the game we are, in the words of the current language. */
  #name() {
    if (!this.open) return;
    const stops = this.app.game.stops();
    const at = stops.findLastIndex((stop) => stop <= this.app.game.cursor);
    const slider = this.#slider();
    slider.max = String(stops.length - 1);
    slider.value = String(at);
    slider.setAttribute("aria-label", t("position"));
    slider.setAttribute("aria-valuetext", this.#where());
    const label = (/** @type {string} */ name, /** @type {string} */ key) => {
      const button = this.#button(name);
      button.setAttribute("aria-label", t(key));
      button.title = t(key);
    };
    label("back", "step_back");
    label("on", "step_on");
    label("speed", "watch_speed");
    label("which", "which_solution");
    label("play", this.timer ? "pause" : "play");
    this.#button("close").textContent = t("my_game");
    this.#button("stop").textContent = t("stop_search");
    this.#button("stop").hidden = this.search === null;
    this.#button("play")
      .querySelector("use")
      ?.setAttribute("href", this.timer ? "#i-pause" : "#i-watch");
    switchOff(this.#button("back"), at === 0);
    switchOff(this.#button("on"), at === stops.length - 1);
    const names = ["which_solution", "from_here", "from_start", "from_start_short", "from_start_shortest"];
    names.push("from_here_shortest");
    const options = this.bar.querySelectorAll('[data-name="which"] option');
    options.forEach((option, index) => (option.textContent = t(names[index])));
  }

  // Playing

  /** @param {number} by */
  #step(by) {
    this.pause();
    if (by < 0) this.app.undo();
    else this.app.redo();
  }

  play() {
    if (!this.app.game.canRedo) this.app.goTo(0, 0);
    if (!this.search) this.app.say(`${this.#where()}.`);
    this.timer = window.setTimeout(() => this.#tick(), 0);
    this.#name();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#name();
  }

  #tick() {
    const { game } = this.app;
    if (game !== this.watched || !game.canRedo) return this.pause();
    this.timer = window.setTimeout(() => this.#tick(), (SECONDS * 1000) / settings.speed);
    const next = game.stops().find((stop) => stop > game.cursor) ?? game.steps.length;
    this.app.goTo(next, Math.min(300, (SECONDS * 600) / settings.speed));
    if (!game.canRedo) this.pause();
  }
}

/** @type {Playback | null} */
let player = null;

/** Open or close the player bar. @param {App} app */
export function openPlayer(app) {
  player ??= new Playback(app, /** @type {HTMLElement} */ (document.getElementById("player")));
  return player.toggle();
}
