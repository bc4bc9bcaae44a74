// Cards, ranks and suits as small whole numbers, the same as in Python's cards.py.

/** @typedef {number} Card 0 is the ace of clubs, 1 of diamonds, 2 of hearts, 3 of spades, ... 51 the king of spades. */

export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const DECK_SIZE = 52;

/** What cannot be read: a card, a number, a board, a move. */
export class NotationError extends Error {}

/** The rank of a card: 0 is the ace, 12 the king. @param {Card} card */
export const rankOf = (card) => card >> 2;

/** The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades. @param {Card} card */
export const suitOf = (card) => card & 3;

/** Whether a card is a diamond or a heart. @param {Card} card */
const isRed = (card) => suitOf(card) === 1 || suitOf(card) === 2;

/** The two letters of a card, such as "TH". @param {Card} card */
export const cardName = (card) => RANKS[rankOf(card)] + SUITS[suitOf(card)];

/** Whether a card may lie on another in a column. @param {Card} card @param {Card} parent */
export const fitsOn = (card, parent) => rankOf(card) + 1 === rankOf(parent) && isRed(card) !== isRed(parent);

const CARD = /^(10|[A0-9TJQK])([CDHS♣♦♥♠♧♢♡♤])$/;

/** Read a card as people write it: TH, 10h, 0H, hT, T♥; 1 is an ace too; or null. @param {string} text @returns {Card | null} */
export function cardNamed(text) {
  const plain = text.replace("\ufe0f", "").toUpperCase();
  const parts = CARD.exec(plain) ?? CARD.exec(plain.slice(1) + plain.slice(0, 1)); // the suit may come first
  if (!parts) return null;
  const [, rank, suit] = parts;
  const letter = { 10: "T", 0: "T", 1: "A" }[rank] ?? rank;
  return RANKS.indexOf(letter) * 4 + ["C♣♧", "D♦♢", "H♥♡", "S♠♤"].findIndex((all) => all.includes(suit));
}

/** The card that a text must name. @param {string} text @returns {Card} */
export function parseCard(text) {
  const card = cardNamed(text);
  if (card === null) throw new NotationError(text);
  return card;
}
