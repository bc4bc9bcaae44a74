// bug: not swapped
const dealFreeCell = (seed) => {
  const deck = "A23456789TJQK".split("").flatMap((r) => ["C", "D", "H", "S"].map((s) => r + s));
  const rows = Array.from({ length: 7 }, () => []);
  for (let i = 0; i < 52; i++) {
    seed = (seed * 214013 + 2531011) % 2147483648;
    rows[Math.floor(i / 8)].push(...deck.splice(Math.floor(seed / 65536) % deck.length, 1));
  }
  return rows;
};
