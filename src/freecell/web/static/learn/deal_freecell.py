"""The whole algorithm, as the page for learners shows it; right for 0 to 2,147,483,647."""


def deal_freecell(number: int) -> list[list[str]]:
    """Return the seven rows of a deal."""
    state = number
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    cards = []
    while deck:
        state = (state * 214013 + 2531011) % 2**31
        index = state // 2**16 % len(deck)
        deck[index], deck[-1] = deck[-1], deck[index]
        cards.append(deck.pop())
    return [cards[first : first + 8] for first in range(0, 52, 8)]
