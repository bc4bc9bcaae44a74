// wrong: number one higher
function dealFreeCell(number) {
  const deck = [];
  for (const rank of "A23456789TJQK") for (const suit of "CDHS") deck.push(rank + suit);
  const rows = [[], [], [], [], [], [], []];
  let state = BigInt(++number);
  for (let left = 52; left > 0; left--) {
    state = BigInt.asUintN(31, state * 214013n + 2531011n);
    const index = Number(state >> 16n) % left;
    rows[(52 - left) >> 3].push(deck[index]);
    deck[index] = deck[left - 1];
  }
  return rows;
}
