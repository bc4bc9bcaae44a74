// right
const dealFreeCell = (n) => {
  let state = n | 0;
  const rand = () => {
    state = (Math.imul(state, 214013) + 2531011) | 0;
    return (state >>> 16) & 0x7fff;
  };
  const deck = Array.from({ length: 52 }, (_, i) => i);
  const rows = [[], [], [], [], [], [], []];
  for (let i = 0; i < 52; i++) {
    const left = 52 - i;
    const k = rand() % left;
    const c = deck[k];
    deck[k] = deck[left - 1];
    rows[i >> 3].push("A23456789TJQK"[c >> 2] + "CDHS"[c & 3]);
  }
  return rows;
};
