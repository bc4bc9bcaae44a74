// The reader of pictures in a Worker of its own, started for one picture: see core/browser/picture.cpp.

/** @typedef {import("./picture_reading.js").PictureReading} PictureReading */
/** @typedef {import("./picture_reading.js").SeenCard} SeenCard */

const NO_CARD = 255;
const NO_DEAL = -5;
const NUMBERS = 10; // for each card
const BEFORE = 3; // numbers before the first card
const CERTAINTIES = /** @type {const} */ (["not read", "likely", "certain"]); // in the order of the core
const REASONS = [null, "picture_no_table", "picture_too_small", "picture_cards_hidden"];
const KINDS = /** @type {const} */ (["column", "cell", "home"]);

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const asked = { tell_progress: (/** @type {number} */ share) => worker.postMessage({ share }) };

/** @param {string} name */
async function file(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** The compiled reader, with the weights of its classifier. */
async function load() {
  const [{ instance }, weights] = await Promise.all([
    WebAssembly.instantiateStreaming(file("picture.wasm"), { worker: asked }),
    file("picture_weights.bin").then((response) => response.arrayBuffer()),
  ]);
  const core = /** @type {any} */ (instance.exports);
  core._initialize();
  const address = core.weights_address(weights.byteLength);
  new Uint8Array(core.memory.buffer, address, weights.byteLength).set(new Uint8Array(weights));
  if (!core.load_weights()) throw new Error("damaged weights");
  return core;
}

const loading = load();
loading.catch(() => {}); // each question gets the error

/** @type {Record<string, (core: any, question: any) => number>} */
const jobs = {
  read(core, { pixels, width, height }) {
    const address = core.pixels_address(width, height);
    if (!address) throw new Error("too many pixels");
    new Uint8Array(core.memory.buffer, address, pixels.byteLength).set(new Uint8Array(pixels));
    return core.read_picture();
  },
  correct: (core, { place, card }) => core.correct_card(place, card ?? NO_CARD),
};

worker.addEventListener("message", async ({ data }) => {
  try {
    const core = await loading;
    if (!jobs[data.job](core, data)) throw new Error("there is no picture");
    worker.postMessage({ reading: readingIn(core) });
  } catch (error) {
    worker.postMessage({ error: String(error) });
  }
});

/** The reading, from the numbers that the core writes. @param {any} core @returns {PictureReading} */
function readingIn(core) {
  const output = [...new Float64Array(core.memory.buffer, core.output_address(), core.output_count())];
  const [certainty, reason, number] = output;
  const rows = Array(8).fill(0);
  /** @type {SeenCard[]} */
  const cards = [];
  for (let at = BEFORE; at < output.length; at += NUMBERS) {
    const [left, top, width, height, card, other, sureness, kind, index, place] = output.slice(at, at + NUMBERS);
    const row = kind === 0 ? rows[index]++ : 0;
    const known = { card: card === NO_CARD ? null : card, other: other === NO_CARD ? null : other };
    cards.push({ left, top, width, height, ...known, sureness, kind: KINDS[kind], index, row, place });
  }
  return {
    certainty: CERTAINTIES[certainty],
    reason: REASONS[reason],
    number: number === NO_DEAL ? null : number,
    cards,
  };
}
