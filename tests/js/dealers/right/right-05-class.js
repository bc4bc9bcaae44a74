// right
class Rand {
  #seed;
  constructor(seed) {
    this.#seed = seed >>> 0;
  }
  next() {
    this.#seed = (Math.imul(this.#seed, 214013) + 2531011) >>> 0;
    return (this.#seed >> 16) & 32767;
  }
}
class Dealer {
  constructor(seed) {
    this.rand = new Rand(seed);
    this.cards = "A23456789TJQK".split("").flatMap((r) => "CDHS".split("").map((s) => r + s));
  }
  *deal() {
    for (let n = this.cards.length; n > 0; n--) {
      const i = this.rand.next() % n;
      yield this.cards[i];
      this.cards[i] = this.cards[n - 1];
    }
  }
}
function dealFreeCell(seed) {
  const all = [...new Dealer(seed).deal()];
  return Array.from({ length: 7 }, (_, r) => all.slice(r * 8, r * 8 + 8));
}
