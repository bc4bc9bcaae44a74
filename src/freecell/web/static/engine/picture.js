// A board from a picture: the browser decodes the file, and the core reads it in a Worker. The picture goes nowhere else.

import { MOST_BYTES, MOST_PIXELS, pictureSize } from "./picture_file.js";
import { t } from "../words.js";

/** @typedef {import("./picture_reading.js").PictureReading} PictureReading */

const SECONDS = 60; // for one picture; then the Worker is ended

/** The picture cannot be decoded, or is too large; the message explains it in the reader's language. */
export class PictureError extends Error {}

/** Decode a file to pixels, on a canvas that shows it. @param {Blob} file @returns {Promise<HTMLCanvasElement>} */
export async function decoded(file) {
  if (file.size > MOST_BYTES) throw new PictureError(t("picture_too_large", { n: MOST_PIXELS, bytes: MOST_BYTES }));
  const size = pictureSize(await file.arrayBuffer());
  if (!size) throw new PictureError(t("picture_unknown"));
  if (size.width * size.height > MOST_PIXELS) {
    throw new PictureError(t("picture_too_large", { n: MOST_PIXELS, bytes: MOST_BYTES }));
  }
  try {
    const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none" });
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    context(canvas).drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas;
  } catch {
    throw new PictureError(t("picture_damaged"));
  }
}

/** @param {HTMLCanvasElement} canvas */
const context = (canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));

/** One picture and its Worker, which keeps what it saw, so that corrections are quick. */
export class PictureReader {
  /** @type {((answer: {reading?: PictureReading, error?: string}) => void) | null} */
  #answer = null;
  #onProgress;
  #worker;

  /** @param {(share: number) => void} onProgress called with the share that is done */
  constructor(onProgress) {
    this.#onProgress = onProgress;
    this.#worker = new Worker(new URL("picture_worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => ("share" in data ? this.#onProgress(data.share) : this.#answer?.(data));
    this.#worker.onerror = (event) => this.#answer?.({ error: event.message || "the reader stopped" });
  }

  /** @param {HTMLCanvasElement} canvas @returns {Promise<PictureReading>} */
  read(canvas) {
    const { width, height } = canvas;
    const { data } = context(canvas).getImageData(0, 0, width, height);
    return this.#ask({ job: "read", pixels: data.buffer, width, height }, [data.buffer]);
  }

  /** Say what lies at a place: a card, or none. The others are worked out again. @param {number} place @param {number | null} card
   * @returns {Promise<PictureReading>} */
  correct(place, card) {
    return this.#ask({ job: "correct", place, card }, []);
  }

  /** End the Worker; its memory is given back. */
  close() {
    this.#worker.terminate();
    this.#answer?.({ error: "closed" });
  }

  /** @param {object} question @param {Transferable[]} given @returns {Promise<PictureReading>} */
  #ask(question, given) {
    return new Promise((done, failed) => {
      const timer = window.setTimeout(() => this.close(), SECONDS * 1000);
      this.#answer = ({ reading, error }) => {
        clearTimeout(timer);
        this.#answer = null;
        if (reading) done(reading);
        else failed(new Error(error));
      };
      this.#worker.postMessage(question, given);
    });
  }
}
