// The dialog for a picture of a board: what was read is drawn over it, doubtful cards are put right with two taps, and then it
// is played, solved, or its number is found.

import { button, el, openDialog, sameDialog } from "./elements.js";
import { find } from "../engine/engine.js";
import { decoded, PictureError, PictureReader } from "../engine/picture.js";
import { ACCEPTED } from "../engine/picture_file.js";
import { boardOf, isDoubtful, isFresh } from "../engine/picture_reading.js";
import { DECK_SIZE, suitOf } from "../games/cards.js";
import { indexLetter, sentence, spokenName, t } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/picture_reading.js").PictureReading} PictureReading */
/** @typedef {import("../engine/picture_reading.js").SeenCard} SeenCard */

const SUIT_SIGNS = ["♣", "♦", "♥", "♠"];
const CELL_NAMES = "abcd";
const MOST_LISTED = 12; // doubtful cards; more of them are found in the picture
const AS_TEXT = "\ufe0e"; // no coloured signs

/** @param {number} card */
const shortName = (card) => indexLetter(card, false) + SUIT_SIGNS[suitOf(card)] + AS_TEXT;

/** A card as shown, and as spoken. @param {number} card */
const fullName = (card) => `${shortName(card)} ${spokenName(card)}`;

class PictureDialog {
  /** @type {PictureReader | null} */
  #reader = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {PictureReading | null} */
  #reading = null;
  #files = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.input = /** @type {HTMLInputElement} */ (el("input", { type: "file", accept: ACCEPTED }));
    this.input.onchange = () => this.input.files?.[0] && this.read(this.input.files[0]);
    this.bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, hidden: true }));
    this.bar.setAttribute("aria-label", t("picture_reading"));
    this.status = el("div", { role: "status" });
    this.figure = el("div", { className: "seen", hidden: true });
    this.chooser = el("div", { className: "chooser", hidden: true });
    this.actions = el("div", { className: "row" });
    this.dialog = openDialog(
      t("picture_open"),
      el("p", { textContent: t("picture_intro") }),
      el("label", { className: "button primary file" }, el("span", { textContent: t("picture_choose") }), this.input),
      this.bar,
      this.status,
      this.actions,
      this.figure,
      this.chooser,
    );
    this.dialog.classList.add("picture");
    this.dialog.addEventListener("close", () => this.end());
  }

  /** Give back what the last picture took. */
  end() {
    this.#reader?.close();
    this.#reader = null;
  }

  /** Read a file; a later one takes its place. @param {Blob} file */
  async read(file) {
    const count = ++this.#files;
    this.#reader?.close();
    this.#show(null);
    this.figure.hidden = true;
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    this.status.replaceChildren(el("p", { textContent: t("picture_reading") }));
    const reader = (this.#reader = new PictureReader((share) => (this.bar.value = share)));
    try {
      const canvas = await decoded(file);
      if (count !== this.#files) return;
      this.#draw(canvas);
      const reading = await reader.read(canvas);
      if (count === this.#files) this.#show(reading);
    } catch (error) {
      if (count === this.#files) this.#say(refusal(error));
    }
    if (count === this.#files) this.bar.hidden = true;
  }

  /** @param {string[]} texts */
  #say(...texts) {
    this.status.replaceChildren(...texts.map((textContent) => el("p", { textContent })));
  }

  /** @param {HTMLCanvasElement} canvas */
  #draw(canvas) {
    this.#canvas = canvas;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", t("picture_yours"));
    this.figure.hidden = false;
    this.figure.replaceChildren(canvas);
  }

  /** Show what was read over the picture. @param {PictureReading | null} reading */
  #show(reading) {
    this.#reading = reading;
    this.#closeChooser();
    this.actions.replaceChildren();
    if (!reading || !this.#canvas) return;
    this.figure.replaceChildren(this.#canvas, ...reading.cards.map((seen) => this.#mark(seen)));
    const doubtful = reading.cards.filter(isDoubtful);
    this.#say(...this.#summary(reading, doubtful.length));
    if (doubtful.length) this.status.append(this.#doubts(doubtful));
    this.actions.replaceChildren(...this.#offers(reading));
  }

  /** @param {PictureReading} reading @param {number} doubtful @returns {string[]} */
  #summary({ certainty, reason, number, cards }, doubtful) {
    const why = reason ? [sentence(`${t(reason)}.`)] : [];
    if (!cards.length) return [...why, t("picture_hints")];
    const doubts = doubtful ? t("picture_likely", { n: doubtful }) : t("picture_compare");
    const how = certainty === "certain" ? t("picture_certain") : doubts;
    return [...(reason ? why : [how]), ...(number === null ? [] : [t("is_deal", { n: number })])];
  }

  /** The doubtful cards as a list of buttons, large enough for a finger. @param {SeenCard[]} doubtful */
  #doubts(doubtful) {
    return el(
      "div",
      { className: "row doubts" },
      ...doubtful.slice(0, MOST_LISTED).map((seen) => {
        const asked = seen.card === null ? "?" : `${shortName(seen.card)}?`;
        const entry = button(`${placeOf(seen)}: ${asked}`, () => this.#choose(seen, entry));
        return entry;
      }),
    );
  }

  /** A card in the picture: a button over what is seen of it, with what was read. @param {SeenCard} seen */
  #mark(seen) {
    const { width, height } = /** @type {HTMLCanvasElement} */ (this.#canvas);
    const doubtful = isDoubtful(seen);
    const mark = button("", () => this.#choose(seen, mark), doubtful ? "mark doubtful" : "mark");
    mark.append(el("span", { textContent: seen.card === null ? "?" : shortName(seen.card) }));
    mark.setAttribute("aria-label", describe(seen));
    mark.style.left = `${(100 * seen.left) / width}%`;
    mark.style.top = `${(100 * seen.top) / height}%`;
    mark.style.width = `${(100 * seen.width) / width}%`;
    mark.style.height = `${(100 * seen.height) / height}%`;
    return mark;
  }

  /** Let the player name a card: the second tap. @param {SeenCard} seen @param {HTMLElement} from the first tap */
  #choose(seen, from) {
    const likely = [seen.card, seen.other].filter((card) => card !== null);
    const others = Array.from({ length: DECK_SIZE }, (_, n) => (n % 13) * 4 + [3, 2, 0, 1][Math.floor(n / 13)]);
    const entry = (/** @type {number} */ card) => this.#entry(card, () => this.#correct(seen.place, card));
    const isSlot = seen.kind !== "column";
    this.chooser.replaceChildren(
      el("h3", { textContent: t("picture_which", { place: placeOf(seen) }) }),
      el("div", { className: "row" }, this.#enlarged(seen), ...likely.map(entry)),
      el("div", { className: "cards" }, ...others.filter((card) => !likely.includes(card)).map(entry)),
      el(
        "div",
        { className: "row" },
        ...(isSlot ? [button(t("picture_no_card"), () => this.#correct(seen.place, null))] : []),
        button(t("picture_leave"), () => {
          this.#closeChooser();
          from.focus();
        }),
      ),
    );
    this.chooser.hidden = false;
    /** @type {HTMLElement} */ (this.chooser.querySelector("button")).focus();
    this.chooser.scrollIntoView({ block: "nearest" });
  }

  #closeChooser() {
    this.chooser.hidden = true;
    this.chooser.replaceChildren();
  }

  /** @param {number} card @param {() => void} action */
  #entry(card, action) {
    const entry = button(shortName(card), action, `card-name suit-${"cdhs"[suitOf(card)]}`);
    entry.setAttribute("aria-label", fullName(card));
    return entry;
  }

  /** The card as it is in the picture, large enough to be seen. @param {SeenCard} seen */
  #enlarged({ left, top, width, height }) {
    const shown = document.createElement("canvas");
    shown.width = 120;
    shown.height = Math.round((120 * height) / width);
    shown.setAttribute("aria-hidden", "true");
    const from = /** @type {HTMLCanvasElement} */ (this.#canvas);
    shown.getContext("2d")?.drawImage(from, left, top, width, height, 0, 0, shown.width, shown.height);
    return shown;
  }

  /** @param {number} place @param {number | null} card */
  async #correct(place, card) {
    const reader = this.#reader;
    try {
      const reading = await reader?.correct(place, card);
      if (!reading || reader !== this.#reader) return;
      this.#show(reading);
      const next = this.status.querySelector("button") ?? this.actions.querySelector("button");
      /** @type {HTMLElement | null} */ (next ?? this.input)?.focus();
    } catch (error) {
      if (reader === this.#reader) this.#say(refusal(error));
    }
  }

  /** What can be done with the board. @param {PictureReading} reading @returns {HTMLElement[]} */
  #offers(reading) {
    const board = boardOf(reading);
    if (!board) return [];
    const open = () => {
      this.dialog.close();
      if (reading.number !== null && isFresh(board)) this.app.openDeal(reading.number);
      else this.app.openGame(board, null);
    };
    return [
      button(t("play_now"), open, "primary"),
      button(t("picture_solve"), async () => {
        open();
        (await import("../review/watch.js")).openPlayer(this.app);
      }),
      button(t("picture_number"), () => this.#findNumber(reading)),
    ];
  }

  /** @param {PictureReading} reading */
  async #findNumber(reading) {
    const still = sameDialog();
    const board = boardOf(reading);
    const number = reading.number ?? (board && (await find(board).catch(refusal)));
    if (!still() || this.#reading !== reading) return;
    if (typeof number !== "number") return this.#say(number ?? t("no_deal"));
    const open = button(t("open"), () => (this.dialog.close(), this.app.openDeal(number)), "primary");
    this.status.replaceChildren(el("p", { textContent: t("is_deal", { n: number }) }), open);
    open.focus();
  }
}

/** Where a card lies, in words. @param {SeenCard} seen */
function placeOf({ kind, index, row }) {
  if (kind === "home") return t("home");
  return kind === "cell" ? t("cell_x", { x: CELL_NAMES[index] }) : t("picture_place", { c: index + 1, r: row + 1 });
}

/** @param {SeenCard} seen */
function describe(seen) {
  const card = seen.card === null ? `? ${t("picture_not_known")}` : fullName(seen.card);
  const text = `${placeOf(seen)}: ${card}`;
  return isDoubtful(seen) ? `${text}, ${t("picture_doubtful")}` : text;
}

/** @param {unknown} error */
function refusal(error) {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof PictureError ? sentence(`${text}.`) : t("no_answer", { text });
}

/** @type {PictureDialog | null} */
let opened = null;

/** @type {Promise<unknown> | null} */
let style = null;

/** The style comes with the dialog. */
function loadStyle() {
  style ??= new Promise((done) => {
    const link = el("link", { rel: "stylesheet", href: new URL("picture.css", import.meta.url).href });
    link.onload = link.onerror = done;
    document.head.append(link);
  });
  return style;
}

/** Open the dialog; a file is read at once. @param {App} app @param {Blob} [file] */
export async function openPicture(app, file) {
  const still = sameDialog();
  await loadStyle();
  if (!still()) return;
  if (!opened?.dialog.open) {
    opened?.end();
    opened = new PictureDialog(app);
  }
  if (file) opened.read(file);
}
