// The closed room: it gets a program as text, runs it in a Worker, and passes its answers on, as long as they are small.
// Nothing that the program says is believed here or outside; it is only text about what a function returned.
"use strict";

(() => {
  const MOST_MESSAGES = 200;
  const LONGEST_MESSAGE = 40000;
  const outside = window.parent;
  let started = false;

  const post = (message) => outside.postMessage(message, "*");

  // Firefox does not report why it cannot read a Worker's program. A Worker that imports it gets the error.
  const ASKING =
    "onmessage = ({ data }) => { try { importScripts(data); } catch (error) {" +
    " postMessage({ error: String(error).slice(0, 500), line: error.lineNumber }); } }";

  const reportUnread = (url) => {
    const worker = new Worker(URL.createObjectURL(new Blob([ASKING], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => post({ error: String(data?.error), line: data?.line });
    worker.postMessage(url);
  };

  window.addEventListener("message", (event) => {
    if (started || event.source !== outside) return;
    started = true;
    const url = URL.createObjectURL(new Blob([event.data.program], { type: "text/javascript" }));
    const worker = new Worker(url);
    let count = 0;
    worker.onmessage = ({ data }) => {
      const fits = typeof data === "string" && data.length <= LONGEST_MESSAGE && ++count <= MOST_MESSAGES;
      if (fits) return post({ answer: data });
      worker.onmessage = null;
      worker.terminate();
      post({ flood: true });
    };
    worker.onerror = (error) => {
      error.preventDefault();
      if (typeof error.message === "string") post({ error: error.message.slice(0, 500), line: error.lineno });
      else reportUnread(url);
    };
    const { given, numbers } = event.data;
    worker.postMessage(given ? { ...given, numbers } : numbers);
  });

  post({ ready: true });
})();
