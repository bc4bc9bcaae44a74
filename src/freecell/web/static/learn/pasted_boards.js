// One board or several in a pasted text, each with its number where it is stated.

import { parseNumber } from "../games/deal.js";
import { parseBoard } from "../text/board_reader.js";
import { statedNumber } from "../text/tokens.js";

/** @typedef {{number: number | null, cards: number[]}} PastedBoard The cards row by row. */

const CARD = /(?<![\p{L}\d])(?:(?:10|[A0-9TJQK])[CDHS♣♦♥♠♧♢♡♤]|[CDHS♣♦♥♠♧♢♡♤](?:10|[A2-9TJQK]))\ufe0f?(?![\p{L}\d])/giu;
const CLOSING = /^(?:["'`\s]*[\])},;]+)*["'`]?/;
const DECK = 52;
const NUMBERS = [
  /#\s*(\d[\d,_]*)/,
  /\(\s*(\d[\d,_]*)\s*\)/,
  /["'](\d[\d,_]*)["']\s*:/,
  /(?:game|deal|board)[ _]?(\d+)/i,
  /(\d[\d,_]*)\s*[:=]/,
];

/** @param {string} text @returns {PastedBoard[]} */
export function readBoards(text) {
  return chunksOf(text).map(({ head, body, whole }) => ({ number: numberIn(head), cards: cardsOf(whole, body) }));
}

/** The text cut behind every 52nd card, each part with what stands before its first card. @param {string} text */
function chunksOf(text) {
  const found = [...text.matchAll(CARD)];
  const count = found.length % DECK ? 1 : Math.max(1, found.length / DECK);
  const chunks = [];
  let from = 0;
  for (let at = 0; at < count; at++) {
    const first = found[at * DECK]?.index ?? from;
    const last = count === 1 ? null : found[(at + 1) * DECK - 1];
    let end = text.length;
    if (last) {
      end = last.index + last[0].length;
      end += CLOSING.exec(text.slice(end))?.[0].length ?? 0;
    }
    const head = text.slice(from, first);
    const bracket = head.search(/[[(][[("'`\s]*$/);
    const start = bracket < 0 ? from + head.lastIndexOf("\n") + 1 : from + bracket;
    const body = text.slice(bracket < 0 && head.slice(start - from).trim() ? first : start, end);
    chunks.push({ head, body, whole: count === 1 ? text : body });
    from = end;
  }
  return chunks;
}

/** @param {string} head @returns {number | null} */
function numberIn(head) {
  for (const line of head.split("\n").reverse()) {
    const stated = statedNumber(line);
    if (stated !== null) return stated;
    for (const pattern of NUMBERS) {
      const found = pattern.exec(line);
      if (found) return parseNumber(found[1]);
    }
  }
  return null;
}

/** @param {string} whole @param {string} body @returns {number[]} */
function cardsOf(whole, body) {
  const board = read(body) ?? parseBoard(whole);
  return Array.from({ length: DECK }, (_, at) => board.columns[at & 7][at >> 3]);
}

/** @param {string} text */
function read(text) {
  try {
    return parseBoard(text);
  } catch {
    return null;
  }
}
