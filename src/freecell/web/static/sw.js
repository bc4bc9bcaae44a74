// Keeps the page in the browser, so that it opens at once and without a network.
// The two values are filled in when it is served: the folder named after its content, and the files in it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const FOLDER = "{{folder}}";
const FILES = ["{{files}}"];
const LEARN = "learn/";
const CACHE = `freecell ${FOLDER}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["./", LEARN, "manifest.webmanifest", ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("freecell ") && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(worker.registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith("static/") || path === "manifest.webmanifest") event.respondWith(kept(event.request));
  else if (event.request.mode !== "navigate" || path.startsWith("api")) return;
  else event.respondWith(page(event.request, /^learn(\/(index\.html)?)?$/.test(path) ? LEARN : "./"));
});

/** The newest page where there is a network, else the one that was kept: the game serves every deal. @param {Request} request @param {string} name */
async function page(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok) return answer;
    throw new Error(answer.statusText);
  } catch {
    return (await caches.match(new URL(name, worker.registration.scope).href)) ?? Response.error();
  }
}

/** A file under its content's name never changes: the one that was kept is the right one. @param {Request} request */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
