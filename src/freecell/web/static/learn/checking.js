// The two forms that look for bugs: what they need is loaded when one of them is used, and a verdict goes when its text changes.

import { el } from "../dialogs/elements.js";
import { t, translate } from "../words.js";
import { Dealers } from "./dealer.js";
import { looksLikePython } from "./program.js";
import { hasPython, pythonBytes } from "./python.js";
import { byId } from "./show.js";

const SECONDS = 40; // for loading all that is needed on a slow network, and for judging
const SECONDS_FOR_PYTHON = 600; // its interpreter is much larger

/** @param {string} name */
const file = (name) => new URL(name, import.meta.url).href;

/** @param {string} text */
const line = (text) => el("p", { textContent: text });

/** A box with a text, a button that checks it, and what came of it. */
class Check {
  /** @param {string} form @param {string} box @param {string} result @param {(text: string, signal: AbortSignal) => Promise<Node[]>} work
   * @param {() => number} [seconds] for it */
  constructor(form, box, result, work, seconds = () => SECONDS) {
    this.seconds = seconds;
    this.box = /** @type {HTMLTextAreaElement} */ (byId(box));
    this.result = byId(result);
    this.button = /** @type {HTMLButtonElement} */ (byId(form).querySelector("[type=submit]"));
    this.work = work;
    this.running = new AbortController();
    this.box.addEventListener("input", () => this.forget());
    byId(form).addEventListener("submit", (event) => (event.preventDefault(), this.start()));
  }

  /** End what is running, and show no verdict. */
  forget() {
    this.running.abort();
    this.button.disabled = false;
    this.result.replaceChildren();
  }

  /** @param {string} text */
  put(text) {
    this.box.value = text;
    this.forget();
  }

  async start() {
    this.forget();
    const { signal } = (this.running = new AbortController());
    this.button.disabled = true;
    this.result.replaceChildren(line(t("thinking")));
    const nodes = await this.#outcome(signal);
    if (signal.aborted) return; // the text changed meanwhile
    this.result.replaceChildren(...nodes);
    this.button.disabled = false;
  }

  /** What to show, whatever happens. @param {AbortSignal} signal @returns {Promise<Node[]>} */
  async #outcome(signal) {
    const text = this.box.value;
    if (!text.trim()) return [line(t("learn_empty"))];
    let timer = 0;
    const late = new Promise((_, fail) => {
      timer = window.setTimeout(() => fail(new Error(t("learn_late"))), this.seconds() * 1000);
    });
    try {
      return /** @type {Node[]} */ (await Promise.race([this.work(text, signal), late]));
    } catch (error) {
      return [line(t("learn_failed", { text: error instanceof Error ? error.message : String(error) }))];
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Let the reader choose the language of the function, where Python runs here; a text that looks like Python chooses it. The page
 * shows the size of what it must load before it loads it. @returns {() => boolean} whether Python is chosen */
function choosePython() {
  const select = /** @type {HTMLSelectElement} */ (byId("run-language"));
  const box = /** @type {HTMLTextAreaElement} */ (byId("source"));
  const isPython = () => hasPython && select.value === "python";
  const show = () => {
    byId("python-size").hidden = !isPython();
    byId("python-size").textContent = t("learn_python_size", { size: (pythonBytes / 1e6).toFixed(1) });
  };
  byId("run-language-line").hidden = !hasPython;
  byId("run-python").hidden = hasPython;
  select.addEventListener("change", show);
  box.addEventListener("input", () => {
    if (hasPython && looksLikePython(box.value)) select.value = "python";
    show();
  });
  show();
  return isPython;
}

/** @param {() => number} shownNumber the number that the page shows @returns {() => void} what forgets all verdicts */
export function connectChecks(shownNumber) {
  const runs = typeof WebAssembly === "object"; // browsers that are locked down have none
  const hasDealer = runs && document.documentElement.dataset.dealer === "yes";
  byId("no-dealer").hidden = hasDealer;
  byId("no-dealer").dataset.t = runs ? "learn_no_dealer" : "learn_no_webassembly";
  translate(byId("check-part"));
  for (const id of ["check-form", "run-part"]) byId(id).hidden = !hasDealer;
  /** @type {Promise<Dealers> | null} */
  let loading = null;
  const dealers = () =>
    (loading ??= Dealers.load(file("dealer.wasm")).catch((error) => {
      loading = null; // the next try asks again
      throw error;
    }));
  const boards = new Check("check-form", "boards", "verdicts", async (text) => {
    const { checkPasted } = await import("./check.js");
    return checkPasted(await dealers(), text, shownNumber());
  });
  const isPython = choosePython();
  const functions = new Check(
    "run-form",
    "source",
    "report",
    async (text, signal) => {
      const { checkFunction } = await import("./function.js");
      return checkFunction(await dealers(), text, file("sandbox.html"), signal, isPython());
    },
    () => (isPython() ? SECONDS_FOR_PYTHON : SECONDS),
  );
  byId("boards-example").addEventListener("click", async () => {
    const { wrongBoards } = await import("./examples.js");
    boards.put(wrongBoards(await dealers()));
  });
  byId("source-example").addEventListener("click", async () => {
    const { wrongFunction } = await import("./examples.js");
    functions.put(await wrongFunction(file("deal_freecell.js")));
  });
  return () => [boards, functions].forEach((check) => check.forget());
}
