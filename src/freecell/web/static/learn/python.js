// Python in the learners' page: Pyodide's files, fetched when they are first needed and kept for use without a network, and the
// program for the closed room.

/** @typedef {import("./program.js").Program} Program */

const NAMES = {
  loader: "pyodide.mjs",
  core: "pyodide.asm.mjs",
  wasm: "pyodide.asm.wasm",
  library: "python_stdlib.zip",
  lock: "pyodide-lock.json",
};
const CACHE = "python "; // and the folder, which is named after the content

const { pyodide = "", pyodideSize = "0" } = typeof document === "object" ? document.documentElement.dataset : {};

/** Whether this page can run Python. */
export const hasPython = pyodide !== "";

/** How many bytes must be loaded once. */
export const pythonBytes = Number(pyodideSize);

/** @type {Promise<Record<string, string | Uint8Array>> | null} */
let loading = null;

/** A program that calls a function in Python. @param {string} source @returns {Promise<Program>} */
export async function pythonProgram(source) {
  loading ??= loadFiles().catch((error) => {
    loading = null; // the next try asks again
    throw error;
  });
  const files = await loading;
  const [text, harness] = await Promise.all(["python_worker.js", "call_dealer.py"].map(ownText));
  const last = source.trimEnd().split("\n").length;
  const lineOf = (/** @type {unknown} */ line) =>
    Number.isInteger(line) && Number(line) > 0 ? Math.min(Number(line), last) : 0;
  return { text, lineOf, given: { files, harness, source }, python: true };
}

/** @param {string} name */
const ownText = async (name) => (await fetched(new URL(name, import.meta.url).href)).text();

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

async function loadFiles() {
  const base = new URL(pyodide, document.baseURI);
  const kept = typeof caches === "object" ? await openCache() : null;
  const load = async (/** @type {string} */ name) => {
    const address = new URL(name, base).href;
    const known = await kept?.match(address);
    if (known) return known;
    const answer = await fetched(address);
    await kept?.put(address, answer.clone()).catch(() => {}); // no room: it is fetched again the next time
    return answer;
  };
  const bytes = async (/** @type {string} */ name) => new Uint8Array(await (await load(name)).arrayBuffer());
  const text = async (/** @type {string} */ name) => (await load(name)).text();
  return {
    loader: await text(NAMES.loader),
    core: await text(NAMES.core),
    wasm: await bytes(NAMES.wasm),
    library: await bytes(NAMES.library),
    lock: await text(NAMES.lock),
  };
}

/** The cache of these files; older ones are thrown away. */
async function openCache() {
  const name = CACHE + pyodide;
  const others = (await caches.keys()).filter((each) => each.startsWith(CACHE) && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
  return caches.open(name);
}
