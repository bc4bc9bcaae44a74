#include "lower_bound.h"

#include <algorithm>

#include "actions.h"

namespace freecell {

void LowerBound::prepare(const Layout& layout, Count count) {
    layout_ = &layout;
    count_ = count;
    std::uint32_t size = 1;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        stride_[column] = size;
        size *= layout.size[column] + 1u;
        auto& table = kept_[column];
        table[0] = {0, 0, 0, false, 0};
        for (int kept = 1; kept <= layout.size[column]; ++kept) {
            const Card front = layout.cards[column][kept - 1];
            Kept& now = table[kept];
            now.unit = count == Count::CARDS ? 1 : layout.ordered[column][kept];
            const Kept& rest = table[kept - now.unit];
            now.front_doomed = false;
            for (int row = kept - now.unit; row < kept; ++row) {
                const CardSet card = set_of(layout.cards[column][row]);
                now.front_doomed = now.front_doomed || (rest.under_own_suit & card) != 0;
            }
            now.doomed = static_cast<std::uint8_t>(rest.doomed + now.front_doomed);
            now.rest = now.front_doomed ? rest.rest : static_cast<std::uint8_t>(kept);
            now.under_own_suit = table[kept - 1].under_own_suit;
            for (int rank = rank_of(front) + 1; rank < RANK_COUNT; ++rank) {
                now.under_own_suit |= set_of(card_of(rank, suit_of(front)));
            }
        }
    }
    chosen_.assign(size, UNKNOWN);
    known_.assign(std::size_t{1} << KNOWN_BITS, Known{});
}

int LowerBound::of(const State& state) {
    const Share sum = total(state);
    int bound = least(sum);
    while (!is_within(state, sum, bound)) ++bound;
    return bound;
}

bool LowerBound::is_within(const State& state, int most) {
    return is_within(state, total(state), most);
}

std::uint32_t LowerBound::index_of(const Left& left) const {
    std::uint32_t index = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) index += stride_[column] * left[column];
    return index;
}

// Takes doomed front units off and sends home what can go, until neither can be done.
void LowerBound::settle(Left& left, std::array<std::uint8_t, SUIT_COUNT>& homes) const {
    for (bool changed = true; changed;) {
        changed = false;
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            while (kept_[column][left[column]].front_doomed) {
                left[column] =
                    static_cast<std::uint8_t>(left[column] - kept_[column][left[column]].unit);
            }
        }
        for (int suit = 0; suit < SUIT_COUNT; ++suit) {
            while (homes[suit] < RANK_COUNT) {
                const Card card = card_of(homes[suit], suit);
                const std::uint8_t column = layout_->column_of[card];
                if (is_left(left, card)) {
                    if (layout_->row_of[card] + 1 != left[column]) break;
                    --left[column];
                }
                ++homes[suit];
                changed = true;
            }
        }
    }
}

// Takes units off a column until the card in `row` shows or is off itself, in a unit with cards in
// front of it; how many of them were not doomed.
int LowerBound::dig(Left& left, int column, int row) const {
    int chosen = 0;
    while (left[column] > row + 1) {
        const Kept& front = kept_[column][left[column]];
        chosen += !front.front_doomed;
        left[column] = static_cast<std::uint8_t>(left[column] - front.unit);
    }
    return chosen;
}

// The fewest units to choose when the columns keep so many cards and all others are in cells.
int LowerBound::choose(Left left, std::array<std::uint8_t, SUIT_COUNT> homes) {
    settle(left, homes);
    const std::uint32_t index = index_of(left);
    if (index == 0) return 0;
    if (chosen_[index] != UNKNOWN) return chosen_[index];
    int fewest = DECK_SIZE;
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        if (homes[suit] == RANK_COUNT) continue;
        const Card card = card_of(homes[suit], suit);
        Left then = left;
        const int chosen = dig(then, layout_->column_of[card], layout_->row_of[card]);
        fewest = std::min(fewest, chosen + choose(then, homes));
    }
    chosen_[index] = static_cast<std::uint8_t>(fewest);
    return fewest;
}

// The game with unlimited cells while some columns still hold moved cards that are not doomed, or,
// in the count of cards, are not all doomed.
struct LowerBound::Relaxed {
    Left left;
    std::array<std::uint8_t, SUIT_COUNT> homes;
    CardSet moved;                                 // cards that were moved onto columns
    std::array<std::uint8_t, COLUMN_COUNT> count;  // ... how many in each column
    std::array<Card, COLUMN_COUNT> fronts;         // ... and the front one; NO_CARD without any
    CardSet second;
    CardSet at_back;  // moved cards at the back of a column

    void pop(int column) {
        const CardSet card = set_of(fronts[column]);
        moved ^= card;
        fronts[column] =
            --count[column] > 0 ? parent_of(fronts[column], (second & card) != 0) : NO_CARD;
    }
};

// Takes the front unit of a column with moved cards off.
void LowerBound::take_off(Relaxed& game, int column) const {
    if (count_ == Count::CARDS) return game.pop(column);
    while (game.count[column] > 0) game.pop(column);
    game.left[column] =
        static_cast<std::uint8_t>(game.left[column] - kept_[column][game.left[column]].unit);
}

void LowerBound::drop_doomed(Relaxed& game, int column) const {
    while (game.count[column] > 0) {  // as runs they are not doomed, or they would not be here
        const CardSet under = kept_[column][game.left[column]].under_own_suit;
        if (count_ == Count::MOVES || (under & set_of(game.fronts[column])) == 0) return;
        game.pop(column);
    }
    std::uint8_t& left = game.left[column];
    while (kept_[column][left].front_doomed) {
        left = static_cast<std::uint8_t>(left - kept_[column][left].unit);
    }
}

// Sends the next cards of a suit home while they can go.
bool LowerBound::take_home(Relaxed& game, int suit) const {
    const int before = game.homes[suit];
    while (game.homes[suit] < RANK_COUNT) {
        const Card card = card_of(game.homes[suit], suit);
        if (game.moved & set_of(card)) {
            int on = 0;
            while (on < COLUMN_COUNT && game.fronts[on] != card) ++on;
            if (on == COLUMN_COUNT) break;
            game.pop(on);
        } else if (is_left(game.left, card)) {
            const std::uint8_t column = layout_->column_of[card];
            if (game.count[column] > 0 || layout_->row_of[card] + 1 != game.left[column]) break;
            --game.left[column];
        }
        ++game.homes[suit];
    }
    return game.homes[suit] > before;
}

void LowerBound::settle(Relaxed& game) const {
    for (bool changed = true; changed;) {
        changed = false;
        for (int column = 0; column < COLUMN_COUNT; ++column) drop_doomed(game, column);
        for (int suit = 0; suit < SUIT_COUNT; ++suit) {
            if (take_home(game, suit)) changed = true;
        }
    }
}

// Digs a buried card out; how many units were taken off that were not doomed. The game is settled,
// so the front units are not doomed.
int LowerBound::dig(Relaxed& game, Card card) const {
    int chosen = 0;
    if (game.moved & set_of(card)) {
        const int on = column_with(game, card);
        while ((game.moved & set_of(card)) && game.fronts[on] != card) {
            take_off(game, on), ++chosen;
            if (game.moved & set_of(card)) drop_doomed(game, on);
        }
        return chosen;
    }
    const int column = layout_->column_of[card];
    while (game.count[column] > 0) {
        take_off(game, column), ++chosen;
        if (game.count[column] > 0) drop_doomed(game, column);
    }
    return chosen + dig(game.left, column, layout_->row_of[card]);
}

// The column that a moved card lies in.
int LowerBound::column_with(const Relaxed& game, Card card) const {
    for (int column = 0;; ++column) {
        Card at = game.fronts[column];
        for (int i = game.count[column]; i > 0; --i) {
            if (at == card) return column;
            at = parent_of(at, (game.second & set_of(at)) != 0);
        }
    }
}

// The entry of a settled game in the memo. All of the game is compared: the cards the columns keep,
// the moved cards, which of them lie at the back of a column and which of its parents each of the
// others lies on. What is home follows.
LowerBound::Known& LowerBound::known(const Relaxed& game) {
    const std::uint64_t index = index_of(game.left), back = game.at_back & game.moved;
    const Known wanted{game.moved | index << DECK_SIZE,
                       (game.second & game.moved & ~back) | index >> 12 << DECK_SIZE, back};
    std::uint64_t hash = (wanted.moved ^ wanted.back) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ hash >> 31 ^ wanted.second) * 0x94d049bb133111eb;
    Known& entry = known_[hash >> (64 - KNOWN_BITS)];
    if (entry.moved != wanted.moved || entry.second != wanted.second || entry.back != wanted.back) {
        entry = wanted;
    }
    return entry;
}

// Whether everything can go home when at most `most` units are taken off by choice.
bool LowerBound::can_finish(Relaxed game, int most) {
    settle(game);
    if (game.moved == 0) return chosen_at(index_of(game.left)) <= most;
    if (most < 0) return false;
    {
        const Known& entry = known(game);
        if (entry.works <= most) return true;
        if (entry.fails > most) return false;
    }
    const bool fits = is_less_than(game, most);
    Known& entry = known(game);  // others may have taken the place meanwhile
    if (fits) {
        entry.works = std::min(entry.works, static_cast<std::uint8_t>(most));
    } else {
        entry.fails = std::max(entry.fails, static_cast<std::uint8_t>(most + 1));
    }
    return fits;
}

bool LowerBound::is_less_than(const Relaxed& game, int most) {
    Left without = game.left;
    int pending = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (game.count[column] == 0) continue;
        if (count_ == Count::CARDS) {
            pending += game.count[column];
        } else {
            without[column] =
                static_cast<std::uint8_t>(without[column] - kept_[column][without[column]].unit);
            ++pending;
        }
    }
    const int fewest = chosen_at(index_of(without));
    if (fewest > most) return false;
    if (fewest + pending <= most) return true;
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        if (game.homes[suit] == RANK_COUNT) continue;
        Relaxed then = game;
        const int chosen = dig(then, card_of(game.homes[suit], suit));
        if (chosen <= most && can_finish(then, most - chosen)) return true;
    }
    return false;
}

bool LowerBound::is_within(const State& state, const Share& total, int most) {
    const int bound = least(total);
    if (bound > most) return false;
    if (bound + total.pending <= most) return true;
    Relaxed game{{}, state.homes, 0, {}, {}, state.second, 0};
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const int kept = kept_in(state.piles[column]), moved = moved_in(state.piles[column]);
        game.left[column] = static_cast<std::uint8_t>(kept);
        game.fronts[column] = NO_CARD;
        if (moved == 0) continue;
        CardSet cards = 0;
        Card card = state.fronts[column];
        for (int i = 1;; ++i) {
            cards |= set_of(card);
            if (i == moved) break;
            card = parent_of(card, (state.second & set_of(card)) != 0);
        }
        if (kept == 0) game.at_back |= set_of(card);
        const Kept& under = kept_[column][kept];
        const bool doomed = under.front_doomed || (cards & under.under_own_suit) != 0;
        if (count_ == Count::MOVES && doomed) {
            game.left[column] = static_cast<std::uint8_t>(kept - under.unit);
            continue;
        }
        game.count[column] = static_cast<std::uint8_t>(moved);
        game.fronts[column] = state.fronts[column];
        game.moved |= cards;
    }
    return can_finish(game, most - total.doomed);
}

}  // namespace freecell
