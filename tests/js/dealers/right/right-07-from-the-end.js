// right
// The deck is turned round, and what is dealt gathers at its end.
export default function dealFreeCell(seed) {
  var deck = [], i, j, t, s = seed;
  for (i = 0; i < 52; i++) deck[i] = i;
  for (i = 51; i > 0; i--) {
    s = (s * 214013 + 2531011) % 2147483648;
    j = Math.floor(s / 65536) % (i + 1);
    t = deck[i];
    deck[i] = deck[j];
    deck[j] = t;
  }
  deck.reverse();
  var result = [];
  for (i = 0; i < 52; i++) {
    if (i % 8 == 0) result.push([]);
    result[result.length - 1].push("A23456789TJQK"[Math.floor(deck[i] / 4)] + "CDHS"[deck[i] % 4]);
  }
  return result;
}
