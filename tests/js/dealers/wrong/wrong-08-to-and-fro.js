// bug: snake
function dealFreeCell(seed) {
  const columns = Array.from({ length: 8 }, () => []);
  const deck = [...Array(52).keys()];
  let state = seed;
  const next = () => {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const at = Math.floor(state / 2 ** 16) % deck.length;
    const card = deck[at];
    deck[at] = deck[deck.length - 1];
    deck.pop();
    return "A23456789TJQK"[card >> 2] + "CDHS"[card & 3];
  };
  while (deck.length) {
    for (let c = 0; c < 8 && deck.length; c++) columns[c].push(next());
    for (let c = 7; c >= 0 && deck.length; c--) columns[c].push(next());
  }
  return columns;
}
