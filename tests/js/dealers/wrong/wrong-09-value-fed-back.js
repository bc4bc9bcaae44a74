// bug: value kept as state
function nextRandom(seed) {
  return (seed * 214013 + 2531011) % 2 ** 31 >> 16;
}
function dealFreeCell(seed) {
  const deck = [..."A23456789TJQK"].flatMap((r) => [..."CDHS"].map((s) => r + s));
  const result = [];
  for (let i = 0; i < 52; i++) {
    seed = nextRandom(seed);
    const k = seed % deck.length;
    const last = deck.pop();
    const card = k === deck.length ? last : deck[k];
    if (k < deck.length) deck[k] = last;
    if (i % 8 === 0) result.push([]);
    result.at(-1).push(card);
  }
  return result;
}
