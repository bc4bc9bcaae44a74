// bug: deck by suits, by columns
function dealFreeCell(seed) {
  const deck = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  let state = seed;
  const cards = [];
  for (let left = 52; left > 0; left--) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const k = Math.floor(state / 2 ** 16) % left;
    cards.push(deck[k]);
    deck[k] = deck[left - 1];
  }
  const columns = [7, 7, 7, 7, 6, 6, 6, 6].map((size) => cards.splice(0, size));
  return Array.from({ length: 7 }, (_, row) => columns.map((column) => column[row]).filter(Boolean));
}
