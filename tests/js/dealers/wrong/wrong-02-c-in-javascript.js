// bug: floating point, masked
let seed;
const rand = () => {
  seed = seed * 214013 + 2531011;
  return (seed >> 16) & 0x7fff;
};
function dealFreeCell(n) {
  seed = n;
  const deck = [...Array(52).keys()];
  const rows = [];
  for (let i = 0; i < 52; i++) {
    const left = 52 - i;
    const j = rand() % left;
    if (i % 8 === 0) rows.push([]);
    rows[i >> 3].push("A23456789TJQK"[deck[j] >> 2] + "CDHS"[deck[j] % 4]);
    deck[j] = deck[left - 1];
  }
  return rows;
}
