// bug: modulus 2^31 - 1
function dealFreeCell(seed) {
  const MAX = 0x7fffffff;
  let state = seed;
  const random = () => Math.floor((state = (state * 214013 + 2531011) % MAX) / 65536);
  const deck = [...Array(52).keys()];
  const dealt = [];
  while (deck.length) {
    const k = random() % deck.length;
    dealt.push(deck[k]);
    deck[k] = deck[deck.length - 1];
    deck.length--;
  }
  const names = dealt.map((c) => "A23456789TJQK"[c >> 2] + "CDHS"[c & 3]);
  return [0, 8, 16, 24, 32, 40, 48].map((i) => names.slice(i, i + 8));
}
