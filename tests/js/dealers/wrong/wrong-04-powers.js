// bug: caret
function dealFreeCell(seed) {
  var state = seed;
  var deck = [];
  for (var i = 0; i < 52; i++) deck.push("A23456789TJQK"[i >> 2] + "CDHS"[i & 3]);
  var rows = [];
  for (i = 0; i < 52; i++) {
    state = (214013 * state + 2531011) % 2 ^ 31;
    var rand = state / 2 ^ 16;
    var k = rand % deck.length;
    var card = deck[k];
    deck[k] = deck[deck.length - 1];
    deck.pop();
    if (i % 8 == 0) rows.push([]);
    rows[rows.length - 1].push(card);
  }
  return rows;
}
