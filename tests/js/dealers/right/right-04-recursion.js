// right
function dealFreeCell(number) {
  const step = (state) => (214013 * state + 2531011) % 2 ** 31;
  const draw = (state, deck, cards) => {
    if (!deck.length) return cards;
    const next = step(state);
    const at = Math.floor(next / 2 ** 16) % deck.length;
    const rest = deck.map((card, i) => (i === at ? deck[deck.length - 1] : card)).slice(0, -1);
    return draw(next, rest, [...cards, deck[at]]);
  };
  const rows = (cards) => (cards.length ? [cards.slice(0, 8), ...rows(cards.slice(8))] : []);
  const deck = [...Array(52).keys()].map((i) => "A23456789TJQK".charAt(i / 4) + "CDHS".charAt(i % 4));
  return rows(draw(number, deck, []));
}
