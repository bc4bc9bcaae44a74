// bug: swapped with the first
function shuffle(cards, random) {
  for (let i = 0; i < cards.length; i++) {
    const j = i + (random() % (cards.length - i));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}
function dealFreeCell(seed) {
  let state = seed;
  const random = () => (state = (state * 214013 + 2531011) & 0x7fffffff) >> 16;
  const deck = [..."A23456789TJQK"].flatMap((r) => [..."CDHS"].map((s) => r + s));
  const cards = shuffle(deck, random);
  return Array.from({ length: 7 }, (_, row) => cards.slice(8 * row, 8 * row + 8));
}
