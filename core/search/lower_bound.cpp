#include "search/lower_bound.h"

#include <algorithm>

#include "search/actions.h"

namespace freecell {

void LowerBound::prepare(const Layout& layout, Unit unit) {
    layout_ = &layout;
    unit_ = unit;
    std::uint32_t size = 1;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        stride_[column] = size;
        size *= layout.size[column] + 1u;
        auto& table = kept_[column];
        table[0] = {0, 0, 0, 0, false, 0};
        for (int kept = 1; kept <= layout.size[column]; ++kept) {
            const Card front = layout.cards[column][kept - 1];
            Kept& now = table[kept];
            now.unit = unit == Unit::CARDS ? 1 : layout.ordered[column][kept];
            const Kept& rest = table[kept - now.unit];
            now.front_doomed = false;
            for (int row = kept - now.unit; row < kept; ++row) {
                const CardSet card = set_of(layout.cards[column][row]);
                now.front_doomed = now.front_doomed || (rest.under_own_suit & card) != 0;
            }
            now.doomed = static_cast<std::uint8_t>(rest.doomed + now.front_doomed);
            now.rest = now.front_doomed ? rest.rest : static_cast<std::uint8_t>(kept);
            now.cards = table[kept - 1].cards | set_of(front);
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

// The fewest units to choose when the columns keep these numbers of cards and all others are in
// cells.
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
// in the unit `cards`, are not all doomed.
struct LowerBound::Relaxed {
    Left left;
    std::array<Card, COLUMN_COUNT> fronts;
    std::array<CardSet, COLUMN_COUNT> on;  // the moved cards of each column
    CardSet lying;                         // all cards in columns
    CardSet moved;                         // ... those that were moved there
    CardSet second;
    CardSet at_back;  // moved cards at the back of a column
};

// The next card of each suit that lies in a column: those below it are home or in cells, from where
// they go home by themselves.
CardSet LowerBound::next_of(CardSet lying) {
    CardSet next = 0;
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        const CardSet cards = lying & (OF_A_SUIT << suit);
        next |= cards & (~cards + 1);
    }
    return next;
}

void LowerBound::show_kept_front(Relaxed& game, int column) const {
    const int left = game.left[column];
    game.fronts[column] = left == 0 ? NO_CARD : layout_->cards[column][left - 1];
}

// Takes the front card of a column away.
void LowerBound::pop(Relaxed& game, int column) const {
    const Card front = game.fronts[column];
    game.lying ^= set_of(front);
    if (game.on[column] == 0) {
        --game.left[column];
        return show_kept_front(game, column);
    }
    game.moved ^= set_of(front);
    game.on[column] ^= set_of(front);
    if (game.on[column] == 0) return show_kept_front(game, column);
    game.fronts[column] = parent_of(front, (game.second & set_of(front)) != 0);
}

// Takes the front unit of the kept cards off; there are no moved ones on it.
void LowerBound::take_off_kept(Relaxed& game, int column) const {
    const Kept& before = kept_[column][game.left[column]];
    game.left[column] = static_cast<std::uint8_t>(game.left[column] - before.unit);
    game.lying ^= before.cards ^ kept_[column][game.left[column]].cards;
    show_kept_front(game, column);
}

// Takes the front unit of a column with moved cards off.
void LowerBound::take_off(Relaxed& game, int column) const {
    if (unit_ == Unit::CARDS) return pop(game, column);
    game.lying ^= game.on[column];
    game.moved ^= game.on[column];
    game.on[column] = 0;
    take_off_kept(game, column);
}

void LowerBound::drop_doomed(Relaxed& game, int column) const {
    while (game.on[column] != 0) {  // as runs they are not doomed, or they would not be here
        const CardSet under = kept_[column][game.left[column]].under_own_suit;
        if (unit_ == Unit::MOVES || (under & set_of(game.fronts[column])) == 0) return;
        pop(game, column);
    }
    while (kept_[column][game.left[column]].front_doomed) take_off_kept(game, column);
}

// Sends home what can go, and takes doomed front units off that show by it, until neither can be
// done. No front unit is doomed before.
void LowerBound::settle(Relaxed& game) const {
    for (bool changed = true; changed;) {
        changed = false;
        const CardSet next = next_of(game.lying);
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            if ((next & set_of(game.fronts[column])) == 0) continue;
            pop(game, column);
            drop_doomed(game, column);
            changed = true;
        }
    }
}

// Digs a card of a column out; how many units were taken off that were not doomed. The game is
// settled, so the front units are not doomed.
int LowerBound::dig(Relaxed& game, int column, CardSet card) const {
    int chosen = 0;
    while ((game.lying & card) != 0 && set_of(game.fronts[column]) != card) {
        if (game.on[column] != 0) {
            take_off(game, column), ++chosen;
        } else {
            chosen += !kept_[column][game.left[column]].front_doomed;
            take_off_kept(game, column);
        }
        if (game.on[column] != 0) drop_doomed(game, column);
    }
    drop_doomed(game, column);
    return chosen;
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

// Whether at most `most` units are enough, as far as the table says it: if the pending units go for
// free there is nothing less, and if each costs one nothing more.
LowerBound::Guess LowerBound::guess(const Relaxed& game, int most) {
    std::uint32_t index = 0;
    int pending = 0;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        int left = game.left[column];
        if (game.on[column] != 0 && unit_ == Unit::CARDS) {
            pending += std::popcount(game.on[column]);
        } else if (game.on[column] != 0) {
            left -= kept_[column][left].unit;
            ++pending;
        }
        index += stride_[column] * static_cast<std::uint32_t>(left);
    }
    const int fewest = chosen_at(index);
    if (fewest > most) return Guess::NO;
    return fewest + pending <= most ? Guess::YES : Guess::OPEN;
}

// Whether everything can go home when at most `most` units are taken off by choice.
bool LowerBound::can_finish(Relaxed& game, int most) {
    const Guess before = guess(game, most);
    if (before != Guess::OPEN) return before == Guess::YES;
    settle(game);
    const Guess settled = guess(game, most);
    if (settled != Guess::OPEN) return settled == Guess::YES;
    {
        const Known& entry = known(game);
        if (entry.works <= most) return true;
        if (entry.fails > most) return false;
    }
    const bool fits = can_choose(game, most);
    Known& entry = known(game);  // others may have taken the place meanwhile
    if (fits) {
        entry.works = std::min(entry.works, static_cast<std::uint8_t>(most));
    } else {
        entry.fails = std::max(entry.fails, static_cast<std::uint8_t>(most + 1));
    }
    return fits;
}

// Of two cards in one column the front one is dug out first: the other may follow.
bool LowerBound::can_choose(const Relaxed& game, int most) {
    const CardSet next = next_of(game.lying);
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const CardSet in_moved = game.on[column] & next;
        CardSet wanted = in_moved & (~in_moved + 1);
        for (int row = game.left[column]; wanted == 0 && row > 0; --row) {
            wanted = next & set_of(layout_->cards[column][row - 1]);
        }
        if (wanted == 0) continue;
        Relaxed then = game;
        const int chosen = dig(then, column, wanted);
        if (chosen <= most && can_finish(then, most - chosen)) return true;
    }
    return false;
}

bool LowerBound::is_within(const State& state, const Share& total, int most) {
    const int bound = least(total);
    if (bound > most) return false;
    if (bound + total.pending <= most) return true;
    Relaxed game{{}, state.fronts, {}, 0, 0, state.second, 0};
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const int kept = kept_in(state.piles[column]);
        game.left[column] = static_cast<std::uint8_t>(kept);
        const Kept& under = kept_[column][kept];
        game.lying |= under.cards;
        if (moved_in(state.piles[column]) > 0) {
            game.on[column] = state.moved_set(column);
            game.lying |= game.on[column];
            game.moved |= game.on[column];
            if (kept == 0) game.at_back |= std::bit_floor(game.on[column]);
            if (must_go_still(column, kept, game.on[column])) take_off(game, column);
        }
        drop_doomed(game, column);
    }
    return can_finish(game, most - total.doomed);
}

}  // namespace freecell
