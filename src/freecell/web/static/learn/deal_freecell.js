// The whole algorithm, as the page for learners shows it; right for 0 to 2,147,483,647.

export function dealFreeCell(number) {
  let state = number;
  const deck = [];
  for (const rank of "A23456789TJQK") {
    for (const suit of "CDHS") deck.push(rank + suit);
  }
  const cards = [];
  while (deck.length > 0) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const index = Math.floor(state / 2 ** 16) % deck.length;
    const last = deck.length - 1;
    [deck[index], deck[last]] = [deck[last], deck[index]];
    cards.push(deck.pop());
  }
  const starts = [0, 8, 16, 24, 32, 40, 48];
  return starts.map((first) => cards.slice(first, first + 8));
}
