// Keeps the page in the browser, so that it opens at once and without a network.
// The two values are filled in when it is served: the folder named after its content, and the files in it.
//
// How an update goes. A new version is kept beside the old one and waits; the page offers to reload, which lets it take
// over. A page holds a lock with the name of its folder for as long as it is open (see updates.js), and the files of a
// folder are deleted only when no tab holds its lock: whatever an old tab loads later is still there.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const FOLDER = "{{folder}}";
const FILES = ["{{files}}"];
const LEARN = "learn/";
const PAGES = ["./", LEARN, "manifest.webmanifest"];
const CACHE = `freecell ${FOLDER}`;

worker.addEventListener("install", (event) => {
  // A host may let the browser keep a page for some minutes, and that page names the files of the version before.
  const pages = PAGES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...pages, ...FILES])));
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropUnused(), worker.clients.claim()]));
});

/** Throw away the files of earlier versions that no open page uses. */
async function dropUnused() {
  const { held = [] } = await worker.navigator.locks.query();
  const used = new Set([CACHE, ...held.map((lock) => lock.name)]);
  const names = (await caches.keys()).filter((name) => name.startsWith("freecell ") && !used.has(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(worker.registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith("static/") || path === "manifest.webmanifest") event.respondWith(kept(event.request));
  else if (event.request.mode !== "navigate" || path.startsWith("api")) return;
  else event.respondWith(page(event.request, /^learn(\/(index\.html)?)?$/.test(path) ? LEARN : "./"));
});

/** The page that was kept, at once, whatever the network does: the game serves every deal. @param {Request} request @param {string} name */
async function page(request, name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, worker.registration.scope).href)) ?? fetch(request);
}

/** A file under its content's name never changes: the one that was kept is the right one. @param {Request} request */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
