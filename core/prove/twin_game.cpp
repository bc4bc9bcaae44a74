#include "prove/twin_game.h"

namespace freecell {

TwinKeys::TwinKeys() {
    std::uint64_t seed = 982;
    const auto fill = [&](auto& keys) {
        for (Key& key : keys) key = next_key(seed);
    };
    for (auto& column : fixed) fill(column);
    for (auto& column : on_fixed) fill(column);
    for (auto& face : run) fill(face);
    for (auto& face : cell) fill(face);
    for (auto& suit : home) fill(suit);
}

TwinPosition TwinGame::start(const Board& board) const {
    Position position;
    position.homes = board.homes;
    for (std::size_t suit = 0; suit < SUIT_COUNT; ++suit) {
        add_to(position.key, keys_.home[suit][board.homes[suit]]);
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        keep(position, column, layout_->size[column]);
        position.columns_fixed += position.fixed[column] > 0;
    }
    for (const Card card : board.cells) {
        if (card == NO_CARD) continue;
        to_cell(position, face_of(card),
                is_distinguished(face_of(card)) && is_second_suit(suit_of(card)));
    }
    return position;
}

void TwinGame::play_safe(Position& position) const {
    for (int suit = 0, without = 0; without < SUIT_COUNT; suit = (suit + 1) % SUIT_COUNT) {
        const int rank = position.homes[static_cast<std::size_t>(suit)];
        const auto card = static_cast<Card>(4 * rank + suit);
        const bool played = rank < RANK_COUNT &&
                            goes_by_itself(position.homes, card, Autoplay::FCPRO) &&
                            play_if_certain(position, card);
        without = played ? 0 : without + 1;
    }
}

// True when the card, the next of its suit, is in front or in a cell in the real game too.
bool TwinGame::play_if_certain(Position& position, Card card) const {
    const int suit = suit_of(card);
    if (is_fixed(position, card)) {
        const int column = layout_->column_of[card];
        if (!shows_fixed(position, column) || fixed_front(position, column) != card) return false;
        take(position, column);
        to_home(position, suit);
        return true;
    }
    const Face face = face_of(card);
    const int twin_suit = 3 - suit;
    const auto twin = static_cast<Card>(card - suit + twin_suit);
    const bool is_twin_home = position.homes[static_cast<std::size_t>(twin_suit)] > rank_of(card);
    if (!is_distinguished(face) && !is_twin_home && !is_fixed(position, twin)) return false;
    if (may_be_in_cell(position, card)) {
        from_cell(position, face, is_distinguished(face) && is_second_suit(suit));
        to_home(position, suit);
        return true;
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (front(position, column) != face || shows_fixed(position, column)) continue;
        if (!may_be_in_front(position, column, card)) continue;
        take(position, column);
        to_home(position, suit);
        return true;
    }
    return false;
}

bool TwinGame::may_be_in_cell(const Position& position, Card card) const {
    const Face face = face_of(card);
    const int count = count_of(position.cells, face);
    if (count != 1 || !is_distinguished(face)) return count > 0 && !is_fixed(position, card);
    return ((position.second_in_cells >> face & 1) != 0) == is_second_suit(suit_of(card));
}

// Of a card with the face of the one in front.
bool TwinGame::may_be_in_front(const Position& position, int column, Card card) const {
    if (shows_fixed(position, column)) return fixed_front(position, column) == card;
    if (!is_distinguished(face_of(card))) return !is_fixed(position, card);
    return is_front_second(position, column) == is_second_suit(suit_of(card));
}

// What is fixed and what is loose in a column that keeps this many of the cards it started with.
void TwinGame::keep(Position& position, int column, int count) const {
    const int in_order = count > 0 ? layout_->ordered[column][count] : 0;
    const bool all = in_order == count;
    position.fixed[column] = static_cast<std::uint8_t>(all ? 0 : count - in_order + 1);
    position.loose[column] = static_cast<std::uint8_t>(all ? count : in_order - 1);
    position.base[column] = count > 0 ? face_of(layout_->cards[column][0]) : NO_FACE;
    position.second[column] = 0;
    for (int i = 0; distinguished_ != 0 && i < position.loose[column]; ++i) {
        const Card card = layout_->cards[column][position.fixed[column] + i];
        const bool second = is_distinguished(face_of(card)) && is_second_suit(suit_of(card));
        position.second[column] |= static_cast<std::uint16_t>(second << i);
    }
    add_to(position.key, key_of(position, column));
}

}  // namespace freecell
