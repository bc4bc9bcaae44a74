// The program of the Worker that runs Python in the closed room: it gets Pyodide's files as bytes, since it can fetch nothing, and
// answers with lines of JSON, as functions in JavaScript do. The room passes it on as text.

const given = new Promise((resolve) => (self.onmessage = ({ data }) => resolve(data)));

/** @param {unknown} message */
const answer = (message) => self.postMessage(typeof message === "string" ? message : JSON.stringify(message));

/** @param {string} text */
const moduleOf = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

/** The interpreter, with no way to the page's JavaScript. @param {any} files @returns {Promise<any>} */
async function interpreter(files) {
  /** @type {Record<string, [Uint8Array<ArrayBuffer>, string]>} */
  const kept = {
    "pyodide.asm.wasm": [files.wasm, "application/wasm"],
    "python_stdlib.zip": [files.library, "application/zip"],
  };
  self.fetch = async (address) => {
    const [bytes, type] = kept[String(address).split("/").pop() ?? ""] ?? [];
    if (!bytes) throw new TypeError("there is no network here");
    return new Response(bytes, { headers: { "content-type": type ?? "" } });
  };
  // Pyodide tries it to learn what kind of Worker this is; the room's policy refuses it, which Firefox reports as an error.
  /** @type {any} */ (self).importScripts = () => {
    throw new TypeError("there is no network here");
  };
  const { loadPyodide } = await moduleOf(files.loader);
  const { default: createPyodideModule } = await moduleOf(files.core);
  return loadPyodide({
    indexURL: "https://python.invalid/",
    createPyodideModule,
    lockFileContents: { info: JSON.parse(files.lock).info, packages: {} },
    jsglobals: {},
  });
}

async function run() {
  const { files, harness, source, numbers } = await given;
  const python = await interpreter(files);
  // Python then calls JavaScript now and then: only there does WebKit end a Worker, and not in a loop of WebAssembly.
  python.setInterruptBuffer(new Uint8Array(1));
  python.runPython(harness);
  const [load, call] = ["load", "call"].map((name) => python.globals.get(name));
  answer({ begun: true }); // from here on the time is the function's
  const loaded = load(source);
  if (!JSON.parse(loaded).loaded) return answer(loaded);
  for (const number of numbers) answer(call(number, 1));
  for (const number of [...numbers].reverse()) answer(call(number, 2));
  answer({ done: true });
}

run().catch((error) => answer({ unread: String(error).trim().split("\n").pop()?.slice(0, 300) ?? "", line: 0 }));
