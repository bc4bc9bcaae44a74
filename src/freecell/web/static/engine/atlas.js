// What is known of the deals 1 to 1,000,000: read from the files of the atlas, block by block, and kept in the browser.
// The files are described in deal_atlas/block_file.py. What is not there, or not at hand, is null: then it is computed.

const MAGIC = "FCATLAS1";
const HEAD = MAGIC.length + 4;
const BLOCK_SIZE = 10_000;
const SPECIAL = -4;
const LAST = 1_000_000;
const NO_FEWEST = 15;
const PROVED = 16;
const VERDICT_UNIT = 32;
const SHORTEST = 128;
const NOT_KNOWN = 255;
const CACHE = "freecell-atlas"; // not named after a version of the page: blocks outlive updates
const VERDICTS = /** @type {const} */ (["undecided", "solved", "impossible"]);

export const LEVELS = /** @type {const} */ (["very easy", "easy", "medium", "hard", "very hard"]);

// The lowest score of each rank, as in difficulty.py; the levels are fifths. Twenty in a row: a line for each level.
// prettier-ignore
const RANK_STARTS = [
  0, 1, 1, 4, 8, 10, 14, 17, 20, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54,
  57, 60, 63, 65, 68, 70, 73, 76, 78, 81, 83, 85, 88, 90, 92, 95, 97, 99, 101, 103,
  105, 107, 109, 111, 113, 115, 117, 119, 121, 122, 124, 126, 129, 131, 133, 135, 137, 139, 141, 143,
  146, 148, 150, 153, 155, 158, 160, 163, 165, 168, 170, 172, 175, 177, 180, 183, 185, 188, 190, 193,
  195, 198, 200, 202, 205, 207, 209, 212, 214, 216, 218, 221, 223, 225, 227, 230, 232, 235, 238, 242,
];
const LEVEL_STARTS = LEVELS.map((_, index) => RANK_STARTS[20 * index]);

/** @typedef {{number: number, verdict: "solved" | "impossible" | "undecided", moves: number | null, shortest: boolean, least: number | null,
 *   fewest: number | null, fewestProved: boolean, score: number | null, difficulty: number | null,
 *   level: typeof LEVELS[number] | null}} About
 * What is known of a deal: with four cells; the fewest moves known and how many there are at least; the fewest cells it was won with, and whether fewer
 * are proved not to do; the difficulty as a percentile from 0 to 99 and as a level. */
/** @typedef {{counts: Record<string, number[][]>, checksums: Record<string, string>}} Index */
/** @typedef {{first: number, cells: Uint8Array, moves: Uint8Array, scores: Uint8Array, least: Uint8Array}} Block */
/** @typedef {(name: string, checksum: string | null) => Promise<Uint8Array | null>} Load
 * How a file is got; null where it is not at hand. The index has no checksum. */

/** The content of a file is not what was written. */
class AtlasDamaged extends Error {}

/** The atlas, as it is got by `load`. */
export class Atlas {
  #load;
  /** @type {Promise<Index | null> | null} */
  #index = null;
  /** @type {Map<number, Promise<Block | null>>} */
  #blocks = new Map();

  /** @param {Load} [load] */
  constructor(load = loadKept) {
    this.#load = load;
  }

  /** What is known of a deal; null beyond the atlas, or where it is not at hand. @param {number} number @returns {Promise<About | null>} */
  async about(number) {
    const first = firstOf(number);
    const [index, block] = await Promise.all([this.#getIndex(), first === null ? null : this.#getBlock(first)]);
    return index && block ? entry(block, number) : null;
  }

  /** What a picture of many deals shows, for 1 to `last`, at index deal - 1: the fewest moves known (0 where none are) and
   * the level from 0 to 4 (NOT_KNOWN where it is not). Null where the atlas is not at hand.
   * @param {number} last @returns {Promise<{pars: Uint8Array, levels: Uint8Array} | null>} */
  async outline(last) {
    const firsts = Array.from({ length: Math.ceil(last / BLOCK_SIZE) }, (_, index) => 1 + index * BLOCK_SIZE);
    const blocks = await Promise.all(firsts.map((first) => this.#getBlock(first)));
    const pars = new Uint8Array(last);
    const levels = new Uint8Array(last);
    for (const block of blocks) {
      if (!block) return null;
      for (let at = 0; at < block.moves.length && block.first + at <= last; at++) {
        pars[block.first + at - 1] = block.moves[at] % SHORTEST;
        const score = block.scores[at];
        levels[block.first + at - 1] = score === NOT_KNOWN ? NOT_KNOWN : rankOf(LEVEL_STARTS, score);
      }
    }
    return { pars, levels };
  }

  /** A random deal of one of these levels (all where none is named) that was won with at most this many cells; all are
   * equally likely. Null where there is none, or where it is not at hand.
   * @param {readonly string[]} levels @param {number} cells @param {() => number} [random] @returns {Promise<number | null>} */
  async draw(levels, cells, random = Math.random) {
    const index = await this.#getIndex();
    if (!index) return null;
    const wanted = LEVELS.flatMap((level, at) => (levels.length === 0 || levels.includes(level) ? [at] : []));
    const weights = Object.entries(index.counts).map(([first, counts]) => ({
      first: Number(first),
      weight: wanted.reduce((sum, level) => sum + total(counts[level].slice(0, cells + 1)), 0),
    }));
    let at = Math.floor(random() * total(weights.map((each) => each.weight)));
    for (const { first, weight } of weights) {
      if (at < weight) {
        const block = await this.#getBlock(first);
        return block && nthMatching(block, wanted, cells, at);
      }
      at -= weight;
    }
    return null;
  }

  /** How many deals of each level were won with at most this many cells. @param {number} cells @returns {Promise<number[] | null>} */
  async counts(cells) {
    const index = await this.#getIndex();
    if (!index) return null;
    const blocks = Object.values(index.counts);
    return LEVELS.map((_, level) => total(blocks.map((counts) => total(counts[level].slice(0, cells + 1)))));
  }

  #getIndex() {
    return (this.#index ??= this.#load("index.fca", null).then((content) => content && readIndex(content)));
  }

  /** @param {number} first @returns {Promise<Block | null>} */
  #getBlock(first) {
    const known = this.#blocks.get(first);
    if (known) return known;
    const got = this.#readBlock(first);
    this.#blocks.set(first, got);
    got.then((block) => block ?? this.#blocks.delete(first)).catch(() => this.#blocks.delete(first));
    return got;
  }

  /** @param {number} first @returns {Promise<Block | null>} */
  async #readBlock(first) {
    const checksum = (await this.#getIndex())?.checksums[first];
    if (!checksum) return null;
    const content = await this.#load(nameOf(first), checksum);
    return content && readBlock(content);
  }
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** @param {number} number */
function firstOf(number) {
  if (number < SPECIAL || number > LAST) return null;
  return number <= 0 ? SPECIAL : Math.floor((number - 1) / BLOCK_SIZE) * BLOCK_SIZE + 1;
}

/** @param {number} first */
function nameOf(first) {
  return first === SPECIAL ? "special.fca" : `${String(first).padStart(7, "0")}.fca`;
}

/** @param {Block} block @param {number} number @returns {About} */
function entry(block, number) {
  const at = number - block.first;
  const [cells, moves, score] = [block.cells[at], block.moves[at], block.scores[at]];
  const known = score !== NOT_KNOWN;
  return {
    number,
    verdict: VERDICTS[Math.floor(cells / VERDICT_UNIT)],
    moves: moves % SHORTEST || null,
    shortest: moves >= SHORTEST,
    least: (moves >= SHORTEST ? moves % SHORTEST : block.least[at]) || null,
    fewest: cells % PROVED === NO_FEWEST ? null : cells % PROVED,
    fewestProved: (cells & PROVED) !== 0,
    score: known ? score : null,
    ...(known ? difficultyOf(score) : { difficulty: null, level: null }),
  };
}

/** What a score means: its percentile and its level. @param {number} score */
export function difficultyOf(score) {
  return { difficulty: rankOf(RANK_STARTS, score), level: LEVELS[rankOf(LEVEL_STARTS, score)] };
}

/** The last of some growing starts that is not above a score. @param {number[]} starts @param {number} score */
function rankOf(starts, score) {
  return starts.filter((start) => start <= score).length - 1;
}

/** @param {Block} block @param {number[]} levels @param {number} cells @param {number} n */
function nthMatching(block, levels, cells, n) {
  let left = n;
  for (let at = 0; at < block.cells.length; at++) {
    const score = block.scores[at];
    if (score === NOT_KNOWN || block.cells[at] % PROVED > cells || !levels.includes(rankOf(LEVEL_STARTS, score)))
      continue;
    if (left-- === 0) return block.first + at;
  }
  throw new AtlasDamaged("the index does not fit its blocks");
}

/** @param {Uint8Array} content @returns {Promise<Index>} */
async function readIndex(content) {
  return JSON.parse(new TextDecoder().decode(await unpack(content)));
}

/** @param {Uint8Array} content @returns {Promise<Block>} */
async function readBlock(content) {
  const whole = await unpack(content);
  const line = whole.indexOf(10);
  const { first, count } = JSON.parse(new TextDecoder().decode(whole.subarray(0, line)));
  const column = (/** @type {number} */ at) => whole.subarray(line + 1 + at * count, line + 1 + (at + 1) * count);
  return { first, cells: column(0), moves: column(1), scores: column(2), least: column(3) };
}

/** Check a file and return what was packed. @param {Uint8Array} content */
async function unpack(content) {
  const packed = content.slice(HEAD);
  const magic = new TextDecoder().decode(content.subarray(0, MAGIC.length));
  if (magic !== MAGIC || crc32(packed) !== new DataView(content.slice(MAGIC.length, HEAD).buffer).getUint32(0, true))
    throw new AtlasDamaged("a file of the atlas is damaged");
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Get a file from the network or from what was kept: a block with its checksum never changes, of the index the newest
 * is wanted. @type {Load} */
async function loadKept(name, checksum) {
  const url = new URL(`atlas/${name}${checksum ? `?v=${checksum}` : ""}`, document.baseURI).href;
  const kept = "caches" in self ? await caches.open(CACHE).catch(() => null) : null;
  const old = await kept?.match(url);
  if (checksum && old) return new Uint8Array(await old.arrayBuffer());
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return old ? new Uint8Array(await old.arrayBuffer()) : null;
  if (checksum) await kept?.delete(url, { ignoreSearch: true });
  await kept?.put(url, answer.clone()).catch(() => undefined);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The atlas that comes with the page. */
export const atlas = new Atlas();
