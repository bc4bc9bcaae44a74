// What a picture's first bytes say: which kind it is and how large, so that none that is too large is decoded.

export const MOST_BYTES = 32_000_000;
export const MOST_PIXELS = 40_000_000;
const MOST_SCANS = 100; // of a JPEG: each may be a few bytes, and passes over the whole picture
export const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif,image/bmp";

/** @typedef {{width: number, height: number}} Size */

/** @type {[kind: string, begins: number[], size: (view: DataView) => Size | null][]} */
const KINDS = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], (view) => size(view.getUint32(16), view.getUint32(20))],
  ["jpeg", [0xff, 0xd8, 0xff], jpegSize],
  ["gif", [0x47, 0x49, 0x46, 0x38], (view) => size(view.getUint16(6, true), view.getUint16(8, true))],
  ["bmp", [0x42, 0x4d], (view) => size(view.getInt32(18, true), Math.abs(view.getInt32(22, true)))],
  ["webp", [0x52, 0x49, 0x46, 0x46], webpSize],
];

/** @param {number} width @param {number} height @returns {Size} */
const size = (width, height) => ({ width, height });

/** How large the picture in a file is; null where it is no picture of a kind that is read, or damaged.
 * @param {ArrayBuffer} content @returns {Size | null} */
export function pictureSize(content) {
  const bytes = new Uint8Array(content);
  const kind = KINDS.find(([, begins]) => begins.every((byte, at) => bytes[at] === byte));
  try {
    return kind ? kind[2](new DataView(content)) : null;
  } catch {
    return null; // the file ends before its size
  }
}

/** @param {DataView} view */
function jpegSize(view) {
  let scans = 0;
  for (let at = 0; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xda && ++scans > MOST_SCANS) return size(Infinity, 1);
  }
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) !== 0xff || view.getUint8(at + 1) === 0xff) at++;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return size(view.getUint16(at + 7), view.getUint16(at + 5));
    if (marker === 0xd9 || marker === 0xda) return null; // the picture begins, or ends, without a size
  }
}

/** @param {DataView} view */
function webpSize(view) {
  if (view.getUint32(8) !== 0x57454250) return null;
  const form = view.getUint32(12);
  const three = (/** @type {number} */ at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (form === 0x56503858) return size(three(24) + 1, three(27) + 1); // VP8X
  if (form === 0x5650384c) {
    const packed = view.getUint32(21, true); // VP8L
    return size((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
  }
  return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}
