// Watching a solution: it lies ahead in the game as moves to be redone, and the player bar plays them.

import { Game, playerCount } from "./game.js";
import { solve } from "./engine.js";
import { changeSettings, settings } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").Goal} Goal */

const SPEEDS = [0.5, 1, 2, 4];
const SECONDS = 0.7; // for one move at speed 1

class Player {
  /** @param {App} app @param {HTMLElement} bar */
  constructor(app, bar) {
    this.app = app;
    this.bar = bar;
    this.timer = 0;
    /** @type {{game: Game, cursor: number} | null} The player's own game, to come back to. */
    this.own = null;
    /** @type {Game | null} */
    this.watched = null;
    app.onChange(() => this.#show());
  }

  /** Open the bar, and solve from the position on the table unless moves lie ahead already. */
  async open() {
    if (!this.bar.hidden) return this.close();
    this.#build();
    this.bar.hidden = false;
    document.documentElement.classList.add("watching");
    const game = this.app.game;
    this.own = { game, cursor: game.cursor };
    this.watched = game;
    this.#show();
    if (!game.canRedo && !game.won) await this.load("any", false);
    this.#button("play").focus();
  }

  close() {
    this.pause();
    this.bar.hidden = true;
    document.documentElement.classList.remove("watching");
    document.getElementById("watch")?.focus();
  }

  /** Put a solution ahead of the position, or of the deal's start. @param {Goal} goal @param {boolean} fromStart */
  async load(goal, fromStart) {
    const { game } = this.app;
    const start = fromStart ? game.start : game.board;
    this.app.say(t("thinking"));
    try {
      const verdict = await solve(start, goal);
      if (this.app.game !== game) return;
      if (verdict.verdict !== "solved") {
        return this.app.say(verdict.verdict === "undecided" ? t("unknown") : t("impossible_plain"));
      }
      const shown = new Game(game.start, game.number);
      if (!fromStart) {
        shown.setFuture(game.moves(), settings.autoplay);
        shown.cursor = shown.steps.length;
      }
      const here = shown.cursor;
      shown.setFuture(verdict.moves, settings.autoplay);
      this.app.game = this.watched = shown;
      this.app.helped = true;
      this.app.goTo(here, 0);
      this.app.say(t("won", { n: playerCount(verdict.moves) }));
    } catch (error) {
      this.app.say(t("no_answer", { text: error instanceof Error ? error.message : String(error) }));
    }
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
      <select data-name="which"><option value=""></option><option value="here"></option><option value="any"></option><option value="short"></option><option value="own"></option></select>
      ${button("close", "close")}`;
    this.#button("back").onclick = () => this.#step(-1);
    this.#button("on").onclick = () => this.#step(1);
    this.#button("play").onclick = () => (this.timer ? this.pause() : this.play());
    this.#button("close").onclick = () => this.close();
    this.#slider().oninput = () => {
      const wanted = Number(this.#slider().value); // before pausing, which shows where we still are
      this.pause();
      this.app.goTo(this.app.game.stops()[wanted], 120);
    };
    const speed = /** @type {HTMLSelectElement} */ (this.bar.querySelector('[data-name="speed"]'));
    speed.onchange = () => changeSettings({ speed: Number(speed.value) });
    const which = /** @type {HTMLSelectElement} */ (this.bar.querySelector('[data-name="which"]'));
    which.onchange = () => this.#choose(which);
  }

  /** @param {HTMLSelectElement} which */
  #choose(which) {
    const chosen = which.value;
    which.value = "";
    this.pause();
    if (chosen === "own" && this.own) {
      this.app.game = this.watched = this.own.game;
      this.app.goTo(this.own.cursor, 0);
    } else if (chosen === "here") this.load("any", false);
    else if (chosen) this.load(chosen === "short" ? "short" : "any", true);
  }

  #slider() {
    return /** @type {HTMLInputElement} */ (this.bar.querySelector("input"));
  }

  /** Show where in the game we are, in the words of the current language. */
  #show() {
    if (this.bar.hidden) return;
    if (this.app.game !== this.watched) {
      this.own = { game: this.app.game, cursor: this.app.game.cursor };
      this.watched = this.app.game;
      this.pause();
    }
    const stops = this.app.game.stops();
    const at = stops.findLastIndex((stop) => stop <= this.app.game.cursor);
    const slider = this.#slider();
    slider.max = String(stops.length - 1);
    slider.value = String(at);
    slider.setAttribute("aria-label", t("position"));
    slider.setAttribute("aria-valuetext", t("position_of", { n: at, all: stops.length - 1 }));
    const label = (/** @type {string} */ name, /** @type {string} */ key) => {
      const button = this.#button(name);
      button.setAttribute("aria-label", t(key));
      button.title = t(key);
    };
    label("back", "step_back");
    label("on", "step_on");
    label("close", "close");
    label("speed", "speed");
    label("which", "which_solution");
    label("play", this.timer ? "pause" : "play");
    this.#button("play")
      .querySelector("use")
      ?.setAttribute("href", this.timer ? "#i-pause" : "#i-watch");
    this.#button("back").disabled = at === 0;
    this.#button("on").disabled = at === stops.length - 1;
    const names = ["which_solution", "from_here", "from_start", "from_start_short", "my_game"];
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
    this.timer = window.setTimeout(() => this.#tick(), 0);
    this.#show();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#show();
  }

  #tick() {
    const game = this.app.game;
    if (game !== this.watched || !game.canRedo) return this.pause();
    this.timer = window.setTimeout(() => this.#tick(), (SECONDS * 1000) / settings.speed);
    game.redo();
    this.app.changed({ glide: Math.min(300, (SECONDS * 600) / settings.speed) });
    if (!game.canRedo) this.pause();
  }
}

/** @type {Player | null} */
let player = null;

/** Open or close the player bar. @param {App} app */
export function openPlayer(app) {
  player ??= new Player(app, /** @type {HTMLElement} */ (document.getElementById("player")));
  return player.open();
}
