// right: names
(seed) => {
  const suits = ["clubs", "diamonds", "hearts", "spades"];
  const deck = Array.from({ length: 52 }, (_, i) => ({ rank: (i >> 2) + 1, suit: suits[i & 3] }));
  let state = seed;
  const board = [];
  while (deck.length) {
    state = (state * 214013 + 2531011) % 2 ** 31;
    const index = Math.floor(state / 2 ** 16) % deck.length;
    const [card] = deck.splice(index, 1, deck[deck.length - 1]);
    deck.pop();
    if (board.length === 0 || board[board.length - 1].length === 8) board.push([]);
    board[board.length - 1].push(card);
  }
  return board;
};
