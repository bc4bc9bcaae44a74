// New versions of the page: what an open tab needs of its own version stays there, and a reload is offered.

import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */

const PATIENCE = 3000;
const HOUR = 60 * 60 * 1000;
const FOLDER = new URL(".", import.meta.url);

/** Keep the files of this version for as long as the page is open, and look for a new one. @param {App} app */
export function followUpdates(app) {
  window.addEventListener("unhandledrejection", (event) => {
    if (!isMissingModule(event.reason)) return;
    event.preventDefault();
    offerReload(app, "not_loaded", () => location.reload());
  });
  register().then((registration) => registration && watch(app, registration));
}

/** Register the service worker, and hold the files of this version. @returns {Promise<ServiceWorkerRegistration | null>} */
export async function register() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return null;
  const name = `freecell ${FOLDER.pathname.slice(new URL(document.baseURI).pathname.length)}`;
  navigator.locks?.request(name, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  return navigator.serviceWorker.register("sw.js").catch(() => null);
}

/** Whether an error says that a module cannot be loaded: it is gone, or the network is. @param {unknown} error */
const isMissingModule = (error) => error instanceof TypeError && /\bmodule\b/i.test(error.message);

/** Offer what the worker found, now or later. @param {App} app @param {ServiceWorkerRegistration} registration */
function watch(app, registration) {
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    offerReload(app, "new_version", () => takeOver(registration));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => {}); // without a network there is nothing new
  });
}

/**
 * Let a new version take over, and show it. Chromium forgets the request where the old version's worker starts again at
 * that moment, for a file that the page still loads; then the registration is given up, and the reload makes a new one.
 * @param {ServiceWorkerRegistration} registration
 */
function takeOver(registration) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting?.postMessage("take over");
  setTimeout(async () => {
    const answer = await fetch("sw.js", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return; // without a network a new one cannot be made
    await registration.unregister();
    location.reload();
  }, PATIENCE);
}

/** @param {App} app @param {string} key @param {() => void} action */
function offerReload(app, key, action) {
  app.say(t(key));
  app.notices.offer({ text: t("reload"), action, primary: true });
}
