// wrong: 14 bits
function dealFreeCell(number) {
  let state = number;
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const cards = [];
  while (deck.length) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const index = ((state >> 16) & 0x3fff) % deck.length;
    [deck[index], deck[deck.length - 1]] = [deck[deck.length - 1], deck[index]];
    cards.push(deck.pop());
  }
  return [0, 8, 16, 24, 32, 40, 48].map((first) => cards.slice(first, first + 8));
}
