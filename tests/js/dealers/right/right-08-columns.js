// right: columns
const rng = (seed) => () => (seed = (seed * 214013 + 2531011) & 0x7fffffff) >> 16;
function dealFreeCell(seed) {
  const rand = rng(seed);
  const deck = [...Array(52).keys()];
  const columns = Array.from({ length: 8 }, () => []);
  for (let i = 0; i < 52; i++) {
    const at = rand() % deck.length;
    [deck[at], deck[deck.length - 1]] = [deck[deck.length - 1], deck[at]];
    const card = deck.pop();
    columns[i % 8].push("A23456789TJQK"[card >> 2] + "CDHS"[card & 3]);
  }
  return columns;
}
