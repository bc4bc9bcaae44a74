// The core's dealers with mistakes, compiled for the browser: which of them explain the learner's boards.

/** @typedef {{number: number, cards: number[]}} NumberedBoard The cards row by row. */
/** @typedef {{bugs: string[], suits: string}} Explanation Bugs by name, and the order of the suits where it is another. */
/** @typedef {{state: number, value: number, step: number, left: number, place: number, drawn: number, clue: string,
 *   modulus: number, nearest: string[], nearestCards: number}} Divergence */

const PARTS = 4;
const DEALER_BYTES = 8;
const CARDS = 52;
const MOST_BOARDS = 64;
const NO_DEAL = -5;
const CLUES = ["", "modulus", "not_divided", "from_the_end", "one_higher", "one_lower"];
const FEWEST_TELLING = 8; // this many matching cards are too many to be a coincidence

export class Dealers {
  /** @param {any} exported */
  constructor(exported) {
    this.core = exported;
    this.core._initialize();
    /** The names of the mistakes by part; the first of each is empty: right. */
    this.names = Array.from({ length: PARTS }, (_, part) =>
      this.#text(this.core.dealer_names(part)).split("\n").slice(0, -1),
    );
  }

  /** @param {string | URL} url */
  static async load(url) {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
    return new Dealers(instance.exports);
  }

  /** @param {number} address */
  #text(address) {
    const bytes = new Uint8Array(this.core.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** The buffer must be asked for anew each time, since the memory may have grown. */
  get #bytes() {
    return new Uint8Array(this.core.memory.buffer, this.core.dealer_cards(), MOST_BOARDS * CARDS);
  }

  get #numbers() {
    return new Float64Array(this.core.memory.buffer, this.core.dealer_numbers(), MOST_BOARDS);
  }

  /** @param {NumberedBoard[]} boards @returns {number} how many there is room for */
  #put(boards) {
    const count = Math.min(boards.length, MOST_BOARDS);
    boards.slice(0, count).forEach(({ number, cards }, at) => {
      this.#numbers[at] = number;
      this.#bytes.set(cards, at * CARDS);
    });
    return count;
  }

  /** @param {number} at @returns {Explanation} */
  #dealer(at) {
    const bytes = this.#bytes.slice(at * DEALER_BYTES, (at + 1) * DEALER_BYTES);
    const bugs = this.names.flatMap((names, part) => (bytes[part] ? [names[bytes[part]]] : []));
    const suits = [...bytes.slice(PARTS)].map((suit) => "CDHS"[suit]).join("");
    return suits === "CDHS" ? { bugs, suits: "" } : { bugs: [...bugs, "suits"], suits };
  }

  /** What explains all these boards with the fewest bugs. @param {NumberedBoard[]} boards @returns {Explanation[]} */
  explain(boards) {
    const count = this.core.dealer_explain(this.#put(boards));
    return Array.from({ length: count }, (_, at) => this.#dealer(at));
  }

  /** Where a wrong board leaves the right shuffle. @param {NumberedBoard} board @returns {Divergence} */
  divergence(board) {
    this.#put([board]);
    this.core.dealer_divergence();
    const [state, value] = this.#numbers;
    const [step, left, place, drawn, clue, modulus] = this.#bytes;
    this.#put([board]);
    const nearestCards = this.core.dealer_nearest();
    const telling = nearestCards >= step + FEWEST_TELLING;
    const nearest = telling ? this.#dealer(0).bugs : [];
    const figures = { state, value, step, left, place, drawn, clue: CLUES[clue], modulus };
    return { ...figures, nearest, nearestCards: telling ? nearestCards : 0 };
  }

  /** The deck in another order that explains all boards, or where the right cards lie. @param {NumberedBoard[]} boards @param {boolean} places
   * @returns {number[] | null} */
  common(boards, places) {
    const found = this.core.dealer_common(this.#put(boards), places ? 1 : 0);
    return found ? [...this.#bytes.slice(0, CARDS)] : null;
  }

  /** The number that deals these cards, or null. @param {number[]} cards @returns {number | null} */
  find(cards) {
    this.#put([{ number: 0, cards }]);
    const number = this.core.dealer_find();
    return number === NO_DEAL ? null : number;
  }

  /** The cards that a dealer with these mistakes deals, or null. @param {number} number @param {string[]} bugs @param {string} [suits] their order
   * @returns {number[] | null} */
  deal(number, bugs, suits = "") {
    this.#numbers[0] = number;
    const chosen = this.names.map((names) =>
      Math.max(
        0,
        names.findIndex((name) => name && bugs.includes(name)),
      ),
    );
    if (!this.core.dealer_deal(...chosen)) return null;
    const cards = [...this.#bytes.slice(0, CARDS)];
    return suits ? cards.map((card) => (card & ~3) | "CDHS".indexOf(suits[card & 3])) : cards;
  }
}
