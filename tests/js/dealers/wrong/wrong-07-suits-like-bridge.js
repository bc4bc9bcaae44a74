// bug: suits
function dealFreeCell(seed) {
  const deck = [];
  for (const rank of ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"])
    for (const suit of ["S", "H", "D", "C"]) deck.push(rank + suit);
  const rows = [];
  let row = [];
  let s = seed;
  while (deck.length) {
    s = (s * 214013 + 2531011) % 2 ** 31;
    const i = Math.floor(s / 2 ** 16) % deck.length;
    row.push(deck[i]);
    deck[i] = deck[deck.length - 1];
    deck.pop();
    if (row.length === 8 || deck.length === 0) rows.push(row.splice(0));
  }
  return rows;
}
