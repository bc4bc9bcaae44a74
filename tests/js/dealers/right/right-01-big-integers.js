// right
function dealFreeCell(seed) {
  let s = BigInt(seed);
  const next = () => Number((s = (214013n * s + 2531011n) & 0x7fffffffn) >> 16n);
  const cards = [];
  for (const r of "A23456789TJQK") for (const c of "CDHS") cards.push(r + c);
  const out = [];
  while (cards.length) {
    const i = next() % cards.length;
    const last = cards.length - 1;
    const card = cards[i];
    cards[i] = cards[last];
    cards.length = last;
    if (out.length === 0 || out.at(-1).length === 8) out.push([]);
    out.at(-1).push(card);
  }
  return out;
}
