// A picture of the table as it is drawn right now, as SVG or PNG, made here and by no service.

const SVG = "http://www.w3.org/2000/svg";
const PAINTS = ["gold", "skin", "paper", "tint", "line", "mark", "eye", "slit"]; // as in card_art.py
const SMALLEST_PNG = 1200; // pixels across

/** Make an element of a picture. @param {string} tag @param {Record<string, string | number>} attributes @param {Node[]} children */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const rounded = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/** Draw what lies on the table as an SVG document. @param {HTMLElement} table @param {string} title */
export function tablePicture(table, title) {
  const pieces = [.../** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".place, .card"))];
  const boxes = pieces.map((piece) => piece.getBoundingClientRect());
  const margin = boxes[0].width / 5;
  const left = Math.min(...boxes.map((box) => box.left)) - margin;
  const top = Math.min(...boxes.map((box) => box.top)) - margin;
  const width = rounded(Math.max(...boxes.map((box) => box.right)) + margin - left);
  const height = rounded(Math.max(...boxes.map((box) => box.bottom)) + margin - top);
  const picture = shape("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  const name = shape("title", {});
  name.textContent = title;
  picture.append(name, style(), symbols());
  picture.append(shape("rect", { width, height, rx: rounded(margin / 2), fill: colour(table, "--table") }));
  const edges = { card: colour(table, "--card-edge"), place: colour(table, "--place-ink") };
  pieces.forEach((piece, index) => {
    const edge = piece.classList.contains("card") ? edges.card : edges.place;
    picture.append(drawn(piece, boxes[index], edge, left, top));
  });
  return new XMLSerializer().serializeToString(picture);
}

/** A card or a place: its paper, and what is drawn on it. @param {HTMLElement} piece @param {DOMRect} box @param {string} edge @param {number} left @param {number} top */
function drawn(piece, box, edge, left, top) {
  const paper = shape("rect", {
    x: rounded(box.left - left),
    y: rounded(box.top - top),
    width: rounded(box.width),
    height: rounded(box.height),
    rx: rounded(parseFloat(getComputedStyle(piece).borderTopLeftRadius)),
    fill: getComputedStyle(piece).backgroundColor,
    stroke: edge,
  });
  const seen = [...piece.querySelectorAll("svg")].filter((each) => getComputedStyle(each).visibility === "visible");
  return shape("g", {}, paper, ...seen.map((each) => moved(each, left, top)));
}

/** A drawing with the colours it has on the table, where it lies there. @param {SVGSVGElement} drawing @param {number} left @param {number} top */
function moved(drawing, left, top) {
  const { fill, stroke, color } = getComputedStyle(drawing);
  const at = /** @type {DOMMatrix} */ (drawing.getScreenCTM());
  const transform = `translate(${rounded(at.e - left)} ${rounded(at.f - top)}) scale(${at.a.toFixed(4)})`;
  const paint = { fill, stroke, "stroke-width": 0, color };
  return shape("g", { transform, ...paint }, ...[...drawing.children].map((use) => use.cloneNode(true)));
}

/** The shapes that the drawings use. */
function symbols() {
  const all = document.querySelectorAll('.symbols defs > [id^="s-"]');
  return shape("defs", {}, ...[...all].map((each) => each.cloneNode(true)));
}

/** The rules that paint the parts of figures, in the colours of the present theme. */
function style() {
  const rules = PAINTS.map((paint) => {
    const computed = getComputedStyle(/** @type {Element} */ (document.querySelector(`.symbols .s-${paint}`)));
    // What has the ink of its figure goes on having it.
    const [fill, stroke] = [computed.fill, computed.stroke].map((value) =>
      value === computed.color ? "currentColor" : value,
    );
    return `.s-${paint}{fill:${fill};fill-opacity:${computed.fillOpacity};stroke:${stroke}}`;
  });
  const element = shape("style", {});
  element.textContent = rules.join("");
  return element;
}

/** What a variable of the theme is, as a colour that any program understands. @param {Element} within @param {string} name */
function colour(within, name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  within.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A picture as the bytes of a PNG file. @param {string} svg @returns {Promise<Blob>} */
export async function asPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.max(devicePixelRatio, SMALLEST_PNG / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
