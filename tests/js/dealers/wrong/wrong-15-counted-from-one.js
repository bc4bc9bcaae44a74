// wrong: number one lower
function dealFreeCell(number) {
  let state = number - 1;
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  const cards = [];
  while (deck.length) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const index = Math.floor(state / 65536) % deck.length;
    [deck[index], deck[deck.length - 1]] = [deck[deck.length - 1], deck[index]];
    cards.push(deck.pop());
  }
  return [0, 8, 16, 24, 32, 40, 48].map((first) => cards.slice(first, first + 8));
}
