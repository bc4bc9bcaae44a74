// bug: floating point
function dealFreeCell(seed) {
  let state = seed;
  const deck = [];
  for (const r of "A23456789TJQK") for (const s of "CDHS") deck.push(r + s);
  const out = [[], [], [], [], [], [], []];
  for (let i = 0; i < 52; i++) {
    state = 214013 * state + (2531011 % 2 ** 31);
    const k = Math.floor(state / 2 ** 16) % deck.length;
    [deck[k], deck[deck.length - 1]] = [deck[deck.length - 1], deck[k]];
    out[Math.floor(i / 8)].push(deck.pop());
  }
  return out;
}
