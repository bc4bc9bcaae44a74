// right: names
module.exports = function deal(seed) {
  const names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const deck = names.flatMap((n) => ["♣", "♦", "♥", "♠"].map((s) => n + s));
  const table = [];
  let x = seed;
  for (let i = 0; i < 52; i++) {
    x = (x * 214013 + 2531011) % 0x80000000;
    const at = (x >>> 16) % deck.length;
    const end = deck.length - 1;
    (table[i >> 3] ??= []).push(deck[at]);
    deck[at] = deck[end];
    deck.pop();
  }
  return table;
};
