// wrong: modulus stays 51
function dealFreeCell(number) {
  let state = number;
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
  for (let last = 51; last >= 0; last--) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const index = Math.floor(state / 65536) % 51;
    [deck[index], deck[last]] = [deck[last], deck[index]];
  }
  deck.reverse();
  return [0, 8, 16, 24, 32, 40, 48].map((first) => deck.slice(first, first + 8));
}
