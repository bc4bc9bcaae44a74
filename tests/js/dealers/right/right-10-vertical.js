// right
// No deck at all: each card is followed back to where it came from.
function dealFreeCell(number) {
  const places = [];
  for (let left = 52, state = number; left > 0; left--) {
    state = Number((BigInt(state) * 214013n + 2531011n) % 2147483648n);
    places[left] = (state >> 16) % left;
  }
  const names = [];
  for (let left = 52; left > 0; left--) {
    let place = places[left];
    for (let before = left + 1; before <= 52; before++) if (place === places[before]) place = before - 1;
    names.push("A23456789TJQK"[place >> 2] + "CDHS"[place & 3]);
  }
  return [0, 1, 2, 3, 4, 5, 6].map((row) => names.slice(8 * row, 8 * row + 8));
}
