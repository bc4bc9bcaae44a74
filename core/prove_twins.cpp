#include "prove_twins.h"

#include <bit>

namespace freecell {

namespace {

constexpr std::uint64_t STOP_INTERVAL = 4096;

void add_to(Key& sum, const Key& word) {
    sum.low += word.low, sum.high += word.high;
}
void take_from(Key& sum, const Key& word) {
    sum.low -= word.low, sum.high -= word.high;
}

// The face of the card that lies so many cards in front of one.
constexpr Face in_front(Face face, int count) {
    return static_cast<Face>((face - 2 * count) ^ (count & 1));
}
constexpr bool fits(Face face, Face onto) {
    return onto != NO_FACE && face == in_front(onto, 1);
}

constexpr std::uint64_t one_of(Face face) {
    return std::uint64_t{1} << 2 * face;
}

// Of the two suits of a face the one whose next card home it is, and then perhaps the other.
template <class Visit>
void each_next_home(const Homes& homes, Face face, const Visit& visit) {
    const int first = face & 1;  // suits 0 and 3 are black, 1 and 2 red
    for (const int suit : {first, 3 - first}) {
        if (2 * homes[static_cast<std::size_t>(suit)] == (face & ~1)) {
            visit(suit, static_cast<Card>(2 * (face & ~1) + suit));
        }
    }
}

}  // namespace

TwinKeys::TwinKeys() {
    std::uint64_t seed = 982;
    const auto fill = [&](auto& keys) {
        for (Key& key : keys) key = next_key(seed);
    };
    for (auto& column : fixed) fill(column);
    for (auto& column : on_fixed) fill(column);
    for (auto& face : run) fill(face);
    fill(cell);
    for (auto& suit : home) fill(suit);
}

Proof TwinProver::run(const Layout& layout, const Board& board, const ProofLimit& limit) {
    layout_ = &layout;
    seen_ = KeySet();
    stack_.truncate(0);
    stack_.release();  // what another board needed does not count for this one
    Position position = start(board);
    add(position);
    for (std::uint64_t count = 1; !stack_.empty(); ++count) {
        position = stack_[stack_.size() - 1];
        stack_.truncate(stack_.size() - 1);
        if (position.columns_fixed == 0) return Proof::WON;
        if (seen_.size() > limit.positions) return Proof::TOO_MANY_POSITIONS;
        if (!seen_.make_room(stack_.bytes(), limit.bytes)) return Proof::TOO_MUCH_MEMORY;
        if (count % STOP_INTERVAL == 0 && limit.should_stop && limit.should_stop()) {
            return Proof::STOPPED;
        }
        expand(position);
    }
    return Proof::IMPOSSIBLE;
}

TwinPosition TwinProver::start(const Board& board) const {
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
        if (card != NO_CARD) to_cell(position, face_of(card));
    }
    return position;
}

// --- the moves ---

void TwinProver::expand(const Position& position) {
    empty_ = COLUMN_COUNT;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        fronts_[column] = front(position, column);
        if (fronts_[column] == NO_FACE) empty_ = column;
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (fronts_[column] != NO_FACE) move_from_column(position, column);
    }
    for (std::uint64_t rest = position.cells; rest != 0;) {
        const auto face = static_cast<Face>(std::countr_zero(rest) / 2);
        rest &= ~(3 * one_of(face));
        move_from_cell(position, face);
    }
}

void TwinProver::move_from_column(const Position& position, int column) {
    const Face face = fronts_[column];
    Position taken = position;
    take(taken, column);
    const auto lay_on = [&](int target) {
        Position child = taken;
        lay(child, target, face);
        add(child);
    };
    if (position.cells_used < layout_->cell_count) {
        Position child = taken;
        to_cell(child, face);
        add(child);
    }
    if (empty_ != COLUMN_COUNT && position.fixed[column] + position.loose[column] > 1) {
        lay_on(empty_);
    }
    for (int target = 0; target < COLUMN_COUNT; ++target) {
        if (fits(face, fronts_[target])) lay_on(target);
    }
    each_next_home(position.homes, face, [&](int suit, Card card) {
        const bool may_be = shows_fixed(position, column) ? fixed_front(position, column) == card
                                                          : !is_fixed(position, card);
        if (!may_be) return;
        Position child = taken;
        to_home(child, suit);
        add(child);
    });
}

void TwinProver::move_from_cell(const Position& position, Face face) {
    Position taken = position;
    from_cell(taken, face);
    for (int target = 0; target < COLUMN_COUNT; ++target) {
        if (target != empty_ && !fits(face, fronts_[target])) continue;
        Position child = taken;
        lay(child, target, face);
        add(child);
    }
    each_next_home(position.homes, face, [&](int suit, Card card) {
        if (is_fixed(position, card)) return;
        Position child = taken;
        to_home(child, suit);
        add(child);
    });
}

void TwinProver::add(Position& child) {
    play_safe(child);
    if (seen_.insert(child.key)) stack_.push_back(child);
}

void TwinProver::play_safe(Position& position) const {
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
bool TwinProver::play_if_certain(Position& position, Card card) const {
    const int suit = suit_of(card);
    if (is_fixed(position, card)) {
        const int column = layout_->column_of[card];
        if (!shows_fixed(position, column) || fixed_front(position, column) != card) return false;
        take(position, column);
        to_home(position, suit);
        return true;
    }
    const int twin_suit = 3 - suit;
    const auto twin = static_cast<Card>(card - suit + twin_suit);
    const bool is_twin_home = position.homes[static_cast<std::size_t>(twin_suit)] > rank_of(card);
    if (!is_twin_home && !is_fixed(position, twin)) return false;
    const Face face = face_of(card);
    if ((position.cells & (3 * one_of(face))) != 0) {
        from_cell(position, face);
        to_home(position, suit);
        return true;
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (front(position, column) != face || shows_fixed(position, column)) continue;
        take(position, column);
        to_home(position, suit);
        return true;
    }
    return false;
}

// --- the elementary changes ---

Face TwinProver::front(const Position& position, int column) const {
    const int loose = position.loose[column];
    if (position.fixed[column] > 0) return in_front(face_of(fixed_front(position, column)), loose);
    return loose == 0 ? NO_FACE : in_front(position.base[column], loose - 1);
}

Key TwinProver::key_of(const Position& position, int column) const {
    const std::uint8_t fixed = position.fixed[column], loose = position.loose[column];
    if (fixed == 0) return loose == 0 ? Key{} : keys_.run[position.base[column]][loose];
    Key key = keys_.fixed[column][fixed];
    add_to(key, keys_.on_fixed[column][loose]);
    return key;
}

void TwinProver::take(Position& position, int column) const {
    take_from(position.key, key_of(position, column));
    if (position.loose[column] > 0) {
        --position.loose[column];
        add_to(position.key, key_of(position, column));
        return;
    }
    keep(position, column, position.fixed[column] - 1);
    position.columns_fixed -= position.fixed[column] == 0;
}

void TwinProver::lay(Position& position, int column, Face face) const {
    take_from(position.key, key_of(position, column));
    if (position.fixed[column] == 0 && position.loose[column] == 0) position.base[column] = face;
    ++position.loose[column];
    add_to(position.key, key_of(position, column));
}

// What is fixed and what is loose of a column that has so many of the cards it started with.
void TwinProver::keep(Position& position, int column, int count) const {
    const int in_order = count > 0 ? layout_->ordered[column][count] : 0;
    const bool all = in_order == count;
    position.fixed[column] = static_cast<std::uint8_t>(all ? 0 : count - in_order + 1);
    position.loose[column] = static_cast<std::uint8_t>(all ? count : in_order - 1);
    position.base[column] = count > 0 ? face_of(layout_->cards[column][0]) : NO_FACE;
    add_to(position.key, key_of(position, column));
}

void TwinProver::to_cell(Position& position, Face face) const {
    position.cells += one_of(face);
    ++position.cells_used;
    add_to(position.key, keys_.cell[face]);
}

void TwinProver::from_cell(Position& position, Face face) const {
    position.cells -= one_of(face);
    --position.cells_used;
    take_from(position.key, keys_.cell[face]);
}

void TwinProver::to_home(Position& position, int suit) const {
    auto& home = position.homes[static_cast<std::size_t>(suit)];
    take_from(position.key, keys_.home[static_cast<std::size_t>(suit)][home]);
    add_to(position.key, keys_.home[static_cast<std::size_t>(suit)][++home]);
}

}  // namespace freecell
