// The page for learners: which deal and which step it shows, and what the reader does with them.

import { decoded, FIRST_DEAL, LAST_DEAL, parseNumber } from "../games/deal.js";
import { el } from "../dialogs/elements.js";
import { changeSettings, settings } from "../games/store.js";
import { register } from "../updates.js";
import { bestLanguage } from "../language.js";
import { loadLanguage, loadWords, setLanguage, t, translate } from "../words.js";
import { connectChecks } from "./checking.js";
import { byId, fillBoard, LINES, show, showSource } from "./show.js";
import { Dealing } from "./steps.js";

/** @typedef {import("../words.js").Language} Language */

const FIRST_VISIT = 617;
const STEPS = 52;
const MILLISECONDS = 450; // for a line, while it plays

class Lesson {
  constructor() {
    this.dealing = new Dealing(FIRST_VISIT);
    this.step = 0;
    this.line = LINES.length - 1;
    this.timer = 0;
  }

  /** Open what stands behind the `#`: a number, and a step behind a stroke. */
  openAddress() {
    const [number, step] = decoded(location.hash.slice(1)).split("/");
    this.open(number ? parseNumber(number) : FIRST_VISIT, number, Number(step) || 0);
  }

  /** @param {number | null} number @param {string} text what was typed @param {number} [step] */
  open(number, text, step = 0) {
    this.pause();
    byId("number-error").textContent =
      number === null ? t("bad_number", { text: text.trim().slice(0, 40), first: FIRST_DEAL, last: LAST_DEAL }) : "";
    if (number === null) return;
    this.dealing = new Dealing(number);
    this.go(step);
    /** @type {HTMLInputElement} */ (byId("number")).value = String(number);
    byId("lines").textContent = number < 0 ? "" : this.dealing.explanation();
    byId("lines-note").replaceChildren(...withCommands(t("learn_lines_note", { number: String(number) })));
    const link = /** @type {HTMLAnchorElement} */ (byId("play-deal"));
    link.href = document.documentElement.dataset.address === "path" ? `./${number}` : `./?deal=${number}`;
    this.#showSpecial(number);
  }

  /** @param {number} number */
  #showSpecial(number) {
    const special = number < 0;
    byId("special").hidden = !special;
    byId("special").textContent = special ? t("learn_special", { n: String(number) }) : "";
    for (const id of ["generator", "deck-part", "function-part", "player", "lines-part"]) byId(id).hidden = special;
    if (special) {
      fillBoard(byId("board"), this.dealing.cards, () => "");
      byId("board").setAttribute("aria-label", t("learn_board"));
    }
  }

  /** Show a step, 0 to 52, with all its lines done or only some. @param {number} step @param {number} [line] */
  go(step, line = LINES.length - 1) {
    if (this.dealing.number < 0) return;
    this.step = Math.min(Math.max(step, 0), STEPS);
    this.line = line;
    show(this.dealing, this.step, LINES[line]);
    const slider = /** @type {HTMLInputElement} */ (byId("slider"));
    slider.value = String(this.step);
    slider.setAttribute("aria-valuetext", t("learn_step_of", { n: this.step }));
    byId("step").textContent = t("learn_step_of", { n: this.step });
    byId("say").textContent = this.dealing.sentence(this.step);
    history.replaceState(
      null,
      "",
      `${location.pathname}${location.search}#${this.dealing.number}${this.step ? `/${this.step}` : ""}`,
    );
  }

  /** Go on by one line. @returns {boolean} whether there is more */
  goLine() {
    if (this.line < LINES.length - 1) this.go(this.step, this.line + 1);
    else if (this.step < STEPS) this.go(this.step + 1, 0);
    return this.step < STEPS || this.line < LINES.length - 1;
  }

  get playing() {
    return this.timer !== 0;
  }

  play() {
    if (this.step === STEPS) this.go(0);
    this.timer = window.setInterval(() => {
      if (!this.goLine()) this.pause();
    }, MILLISECONDS);
    this.showButton();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.showButton();
  }

  showButton() {
    byId("run").textContent = t(this.playing ? "pause" : "play");
    byId("say").setAttribute("aria-live", this.playing ? "off" : "polite");
  }
}

const lesson = new Lesson();
let forget = () => {}; // the verdicts

/** @param {string} id @param {string} name @param {(event: Event) => void} action */
const on = (id, name, action) => byId(id).addEventListener(name, action);

function connect() {
  const stepping = (/** @type {() => void} */ action) => () => (lesson.pause(), action());
  on(
    "first",
    "click",
    stepping(() => lesson.go(0)),
  );
  on(
    "back",
    "click",
    stepping(() => lesson.go(lesson.step - 1)),
  );
  on(
    "on",
    "click",
    stepping(() => lesson.go(lesson.step + 1)),
  );
  on(
    "last",
    "click",
    stepping(() => lesson.go(STEPS)),
  );
  on(
    "line",
    "click",
    stepping(() => lesson.goLine()),
  );
  on("run", "click", () => (lesson.playing ? lesson.pause() : lesson.play()));
  on("slider", "input", (event) => {
    lesson.pause();
    lesson.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
  });
  on("number-form", "submit", (event) => {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (byId("number")).value;
    lesson.open(parseNumber(text), text);
  });
  on("language", "change", async (event) => {
    changeSettings({ language: /** @type {HTMLSelectElement} */ (event.target).value });
    await speak();
    forget(); // they are in the language of before
    lesson.open(lesson.dealing.number, "", lesson.step);
  });
  on("copy", "click", async () => {
    try {
      await navigator.clipboard.writeText(byId("lines").textContent ?? "");
      byId("copied").textContent = t("copied");
    } catch {
      byId("copied").textContent = t("copy_failed");
    }
  });
  forget = connectChecks(() => lesson.dealing.number);
  window.addEventListener("hashchange", () => lesson.openAddress());
  window.addEventListener("keydown", arrows);
}

/** The arrow keys step where nothing else needs them. @param {KeyboardEvent} event */
function arrows(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, pre")) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!steps) return;
  event.preventDefault();
  lesson.pause();
  lesson.go(lesson.step + steps);
}

/** Put every text in the reader's language. */
async function speak() {
  const language = /** @type {Language} */ (settings.language || bestLanguage(navigator.languages));
  await Promise.all([loadLanguage(language), loadWords(file(`words.${language}.json`))]);
  if (settings.language && settings.language !== language) return; // another one was chosen meanwhile
  setLanguage(language);
  /** @type {HTMLSelectElement} */ (byId("language")).value = language;
  document.title = `FreeCell: ${t("learn_title")}`;
  translate(document);
  lesson.showButton();
}

/** A text with what stands between grave accents as commands. @param {string} text @returns {(string | Node)[]} */
const withCommands = (text) => text.split("`").map((part, at) => (at % 2 ? el("code", { textContent: part }) : part));

/** @param {string} name */
const file = (name) => new URL(name, import.meta.url).href;

async function start() {
  const sources = ["deal_freecell.py", "deal_freecell.js"].map(async (name) => (await fetch(file(name))).text());
  const [python, javascript] = await Promise.all(sources);
  showSource("python", python);
  showSource("javascript", javascript);
  if (settings.theme !== "auto") document.documentElement.dataset.theme = settings.theme;
  document.documentElement.classList.toggle("four-colours", settings.fourColours);
  await speak();
  connect();
  lesson.openAddress();
  document.documentElement.classList.add("ready");
  register();
}

start();
