// The dialogs, loaded when the first of them is opened.

import { deal } from "./board.js";
import { hasCatalog, hasEngine, hasService, surveyed } from "./engine.js";
import { sayFewestCells } from "./lookup.js";
import { writeAddress } from "./links.js";
import { openFind, openPaste } from "./paste_dialog.js";
import { openShare } from "./share.js";
import { changeSettings, clearAll, exportAll, settings, statistics, unfinished } from "./store.js";
import { formatNumber, LANGUAGES, t } from "./words.js";

/** @typedef {import("./app.js").App} App */

export { openPaste };

const ABOUT = hasCatalog ? "about_deal" : "fewest_cells";

/** Make an element with text and children. @param {string} tag @param {Record<string, unknown>} [properties] @param {(Node | string)[]} children
 * @returns {HTMLElement} */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** Open a dialog with a title and a body; it is removed when it closes. @param {string} title @param {(Node | string)[]} body */
export function openDialog(title, ...body) {
  const heading = el("h2", { id: "dialog-title", textContent: title });
  const close = el("button", { className: "close", type: "button", title: t("close"), ariaLabel: t("close") });
  close.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-close"/></svg>';
  const head = el("div", { className: "head" }, heading, close);
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "dialog-title" }, head, el("div", { className: "body" }, ...body))
  );
  close.onclick = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click beside it
  });
  document.querySelector("dialog")?.remove();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} text @param {() => void} action @param {string} [className] */
export const button = (text, action, className = "") =>
  el("button", { type: "button", className, textContent: text, onclick: action });

/** @param {App} app */
export function openMenu(app) {
  const entries = [
    button(t("paste"), () => openPaste(app, "", app.game.number)),
    ...(hasService || hasEngine ? [button(t("find_cards"), () => openFind(app))] : []),
    ...(hasEngine && app.game.number !== null ? [button(t(ABOUT), () => sayAbout(app))] : []),
    button(t("save_as"), () => openShare(app)),
    button(t("statistics"), () => openStatistics(app)),
    button(t("settings"), () => openSettings(app)),
    button(t("help"), openHelp),
  ];
  openDialog(t("menu"), el("div", { className: "list" }, ...entries));
}

/** The fewest cells of a deal, and how hard it is where a survey says so. @param {App} app */
async function sayAbout(app) {
  const number = /** @type {number} */ (app.game.number);
  const answer = el("p", { role: "status", textContent: t("thinking") });
  openDialog(`${t(ABOUT)}: ${app.dealTitle()}`, answer);
  surveyed(`deals/${number}/about`).then((known) => {
    if (known && known.difficulty !== null)
      answer.after(el("p", { textContent: t("harder_than", { n: known.difficulty }) }));
  });
  try {
    answer.textContent = await sayFewestCells(number);
  } catch (error) {
    answer.textContent = t("no_answer", { text: error instanceof Error ? error.message : String(error) });
  }
}

// Settings

/** @param {App} app */
function openSettings(app) {
  const change = (/** @type {Partial<import("./store.js").Settings>} */ changed) => {
    changeSettings(changed);
    app.useSettings();
  };
  const names = { en: "English", es: "Español", ru: "Русский", it: "Italiano", pt: "Português" };
  const dialog = openDialog(
    t("settings"),
    choice(
      t("language"),
      LANGUAGES.map((each) => [each, names[each]]),
      document.documentElement.lang,
      (value) => {
        change({ language: value });
        dialog.close();
        openSettings(app);
      },
    ),
    choice(
      t("theme"),
      [
        ["auto", t("theme_auto")],
        ["light", t("theme_light")],
        ["plain", t("theme_plain")],
        ["dark", t("theme_dark")],
      ],
      settings.theme,
      (value) => change({ theme: /** @type {"auto"} */ (value) }),
    ),
    tick(t("four_colours"), settings.fourColours, (value) => change({ fourColours: value })),
    tick(t("own_letters"), settings.ownLetters, (value) => change({ ownLetters: value })),
    choice(
      t("autoplay"),
      [
        ["none", t("autoplay_none")],
        ["horne", t("autoplay_safe")],
        ["fcpro", `${t("autoplay_safe")} (FreeCell Pro)`],
        ["max", t("autoplay_max")],
      ],
      settings.autoplay,
      (value) => change({ autoplay: /** @type {"none"} */ (value) }),
    ),
    ...(hasEngine
      ? [
          choice(
            t("verdict_setting"),
            [
              ["off", t("verdict_off")],
              ["demand", t("verdict_demand")],
              ["always", t("verdict_always")],
            ],
            settings.verdict,
            (value) => change({ verdict: /** @type {"off"} */ (value) }),
          ),
        ]
      : []),
    choice(
      t("cells_setting"),
      Array.from({ length: 9 }, (_, n) => [String(n), formatNumber(n)]),
      String(settings.cells),
      (value) => {
        change({ cells: Number(value) });
        if (app.game.number !== null) app.openDeal(app.game.number);
      },
    ),
    tick(t("one_tap"), settings.oneTap, (value) => change({ oneTap: value })),
    tick(t("keys"), settings.keys, (value) => change({ keys: value })),
  );
}

/** @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} change */
export function choice(label, options, value, change) {
  const select = /** @type {HTMLSelectElement} */ (
    el("select", {}, ...options.map(([each, text]) => el("option", { value: each, textContent: text })))
  );
  select.value = value;
  select.onchange = () => change(select.value);
  return el("label", { className: "field" }, el("span", { textContent: label }), select);
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} change */
function tick(label, value, change) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: value }));
  box.onchange = () => change(box.checked);
  return el("label", { className: "field tick" }, el("span", { textContent: label }), box);
}

// Statistics

/** @param {App} app */
function openStatistics(app) {
  const all = statistics();
  const rows = [
    ["played", all.played],
    ["won_count", all.won],
    ["helped_count", all.helped],
    ["streak_now", all.streak],
    ["streak_best", all.bestStreak],
  ].map(([key, value]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", textContent: t(String(key)) }),
      el("td", { textContent: formatNumber(Number(value)) }),
    ),
  );
  const said = el("p", { role: "status", className: "note" });
  openDialog(
    t("statistics"),
    el("table", {}, el("tbody", {}, ...rows)),
    el("h3", { textContent: t("unfinished") }),
    unfinishedList(),
    el("p", { className: "note", textContent: t("kept_here") }),
    el(
      "div",
      { className: "row" },
      button(t("export"), () => download("freecell.json", "application/json", exportAll())),
      button(t("clear"), () => {
        if (!confirm(t("clear_sure"))) return;
        clearAll();
        app.useSettings();
        said.textContent = t("cleared");
      }),
    ),
    said,
  );
}

function unfinishedList() {
  const games = unfinished().slice(-20).reverse();
  if (!games.length) return el("p", { className: "note", textContent: t("none_yet") });
  const links = games.map(([name, moves]) => {
    const [number, cells] = name.split("/");
    const address = `${writeAddress(Number(number), deal(Number(number), Number(cells ?? 4)), [])}#${moves}`;
    return el("a", { href: address, className: "button", textContent: t("game_no_label", { n: Number(number) }) });
  });
  return el("div", { className: "row" }, ...links);
}

/** Let the browser save something as a file. @param {string} name @param {string} type @param {BlobPart} content */
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Help, and the end of a game

function openHelp() {
  const keys = [
    ["← ↑ → ↓", "key_arrows"],
    ["Enter", "key_enter"],
    ["Esc", "key_escape"],
    ["2a  a5  5h", "key_notation"],
    ["Z  Ctrl+Z", "undo"],
    ["Y  Ctrl+Y", "redo"],
    ["?", "hint"],
  ];
  const rows = keys.map(([key, text]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ...key.split("  ").flatMap((each) => [el("kbd", { textContent: each }), " "])),
      el("td", { textContent: t(text) }),
    ),
  );
  openDialog(
    t("help"),
    el("p", { textContent: t("help_rules") }),
    el("p", { textContent: t("help_touch") }),
    el("table", {}, el("tbody", {}, ...rows)),
    el("p", { className: "note", textContent: t("offline") }),
  );
}

/** @param {App} app */
export function openWon(app) {
  const next = button(t("next_deal"), () => (dialog.close(), app.step(1)), "primary");
  next.autofocus = true;
  const dialog = openDialog(
    t("won_title"),
    el("p", { textContent: `${app.dealTitle()}. ${t("won_in", { n: app.game.count })}` }),
    el(
      "div",
      { className: "row" },
      next,
      button(t("random_deal"), () => (dialog.close(), app.random())),
      button(t("save_as"), () => openShare(app)),
    ),
  );
}
