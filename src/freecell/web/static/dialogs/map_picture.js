// The picture of the map: a square for every deal, in rows of 200, that can be zoomed and moved.

/** @typedef {import("../games/deal_results.js").Result} Result */
/** @typedef {"open" | "tried" | "helped" | "won" | "par"} State */

export const ACROSS = 200;
const ZOOMS = [1, 2, 4, 8, 16];

/** What came of a deal. @param {Result | undefined} result @param {number} par @returns {State} */
export function stateOf(result, par) {
  if (!result) return "open";
  if (!result.won) return "tried";
  if (!result.unaided) return "helped";
  return par > 0 && result.moves !== null && result.moves <= par ? "par" : "won";
}

/** The colours of the states; open deals are tinted by their level. */
export const COLOURS = { tried: "#d9822b", helped: "#7fb8a0", won: "#1f7a55", par: "#e3b505" };
export const TINTS = ["#eef3f7", "#dbe5ee", "#c3d2e0", "#a7bacd", "#889fb8"];

export class MapPicture {
  zoom = 1;
  left = 0; // the first column and row that are seen
  top = 0;
  chosen = 1;

  /** @param {HTMLCanvasElement} canvas @param {number} count @param {(deal: number) => string} colourOf */
  constructor(canvas, count, colourOf) {
    this.canvas = canvas;
    this.count = count;
    this.down = Math.ceil(count / ACROSS);
    this.colourOf = colourOf;
    canvas.width = ACROSS * 4;
    canvas.height = this.down * 4;
  }

  /** Pixels of the canvas for a deal. */
  get size() {
    return (this.canvas.width / ACROSS) * this.zoom;
  }

  draw() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    const { size } = this;
    const gap = size >= 8 ? 1 : 0;
    const [across, down] = [Math.ceil(this.canvas.width / size), Math.ceil(this.canvas.height / size)];
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        const deal = (this.top + row) * ACROSS + this.left + column + 1;
        if (this.left + column >= ACROSS || deal > this.count) continue;
        pen.fillStyle = this.colourOf(deal);
        pen.fillRect(column * size, row * size, size - gap, size - gap);
        if (size >= 48) this.#name(pen, deal, column * size, row * size);
      }
    }
    this.#mark(pen);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} deal @param {number} x @param {number} y */
  #name(pen, deal, x, y) {
    pen.fillStyle = this.colourOf(deal) === COLOURS.won ? "#fff" : "#000";
    pen.font = `${Math.floor(this.size / 4)}px sans-serif`;
    pen.fillText(String(deal), x + 4, y + this.size / 2, this.size - 8);
  }

  /** @param {CanvasRenderingContext2D} pen */
  #mark(pen) {
    const { size } = this;
    const [column, row] = [(this.chosen - 1) % ACROSS, Math.floor((this.chosen - 1) / ACROSS)];
    pen.strokeStyle = "#c2185b";
    pen.lineWidth = 3;
    pen.strokeRect((column - this.left) * size - 1.5, (row - this.top) * size - 1.5, size + 3, size + 3);
  }

  /** The deal at a point of the element; null beside the deals. @param {number} x @param {number} y */
  dealAt(x, y) {
    const scale = this.canvas.width / this.canvas.clientWidth;
    const column = this.left + Math.floor((x * scale) / this.size);
    const row = this.top + Math.floor((y * scale) / this.size);
    const deal = row * ACROSS + column + 1;
    return column < 0 || column >= ACROSS || deal < 1 || deal > this.count ? null : deal;
  }

  /** Zoom in or out, with the chosen deal in the middle. @param {number} by */
  zoomBy(by) {
    const at = ZOOMS.indexOf(this.zoom) + by;
    this.zoom = ZOOMS[Math.min(Math.max(at, 0), ZOOMS.length - 1)];
    this.centre();
  }

  /** Choose a deal, and let it be seen. @param {number} deal */
  choose(deal) {
    this.chosen = Math.min(Math.max(deal, 1), this.count);
    const [column, row] = [(this.chosen - 1) % ACROSS, Math.floor((this.chosen - 1) / ACROSS)];
    const [across, down] = [Math.floor(this.canvas.width / this.size), Math.floor(this.canvas.height / this.size)];
    const seen = column >= this.left && column < this.left + across && row >= this.top && row < this.top + down;
    if (seen) this.draw();
    else this.centre();
  }

  centre() {
    const [column, row] = [(this.chosen - 1) % ACROSS, Math.floor((this.chosen - 1) / ACROSS)];
    this.#moveTo(
      column - Math.floor(this.canvas.width / this.size / 2),
      row - Math.floor(this.canvas.height / this.size / 2),
    );
  }

  /** @param {number} columns @param {number} rows */
  moveBy(columns, rows) {
    this.#moveTo(this.left + columns, this.top + rows);
  }

  /** @param {number} left @param {number} top */
  #moveTo(left, top) {
    const most = (/** @type {number} */ all, /** @type {number} */ seen) =>
      Math.max(0, all - Math.floor(seen / this.size));
    this.left = Math.min(Math.max(left, 0), most(ACROSS, this.canvas.width));
    this.top = Math.min(Math.max(top, 0), most(this.down, this.canvas.height));
    this.draw();
  }
}
