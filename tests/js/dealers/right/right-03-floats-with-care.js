// right
function dealFreeCell(seed) {
  const M = 2147483648;
  let state = seed;
  function rand() {
    state = (state * 214013 + 2531011) % M; // at most 49 bits: exact
    return Math.trunc(state / 65536);
  }
  const suits = ["C", "D", "H", "S"];
  const ranks = ["A", 2, 3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K"];
  let deck = [];
  ranks.forEach((r) => suits.forEach((s) => deck.push(`${r}${s}`)));
  const dealt = [];
  while (deck.length > 0) {
    const at = rand() % deck.length;
    [deck[at], deck[deck.length - 1]] = [deck[deck.length - 1], deck[at]];
    dealt.push(deck.pop());
  }
  const board = [];
  while (dealt.length) board.push(dealt.splice(0, 8));
  return board;
}
