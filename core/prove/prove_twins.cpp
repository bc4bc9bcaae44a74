#include "prove/prove_twins.h"

#include <algorithm>
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

Key mixed(const Key& key, std::uint64_t with) {
    std::uint64_t low = key.low + with, high = key.high + with;
    return {next_random(low), next_random(high)};
}

// The face of the card that lies this many cards in front of another.
constexpr Face in_front(Face face, int count) {
    return static_cast<Face>((face - 2 * count) ^ (count & 1));
}
constexpr bool fits(Face face, Face onto) {
    return onto != NO_FACE && face == in_front(onto, 1);
}

constexpr std::uint64_t one_of(Face face) {
    return std::uint64_t{1} << 2 * face;
}
int count_of(std::uint64_t cells, Face face) {
    return static_cast<int>(cells >> 2 * face & 3);
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
    for (auto& face : cell) fill(face);
    for (auto& suit : home) fill(suit);
}

Proof TwinProver::run(const Layout& layout, const Board& board, const ProofLimit& limit,
                      FaceSet distinguished, Line line, Plays plays) {
    layout_ = &layout;
    distinguished_ = distinguished;
    plays_ = plays;
    keeps_line_ = line == Line::KEEP;
    seen_ = KeySet();
    stack_.truncate(0);
    stack_.release();  // what another board needed does not count for this one
    links_.truncate(0);
    links_.release();
    Position position = start(board);
    add(position, {});
    push_children();
    for (std::uint64_t count = 1; !stack_.empty(); ++count) {
        position = stack_[stack_.size() - 1];
        stack_.truncate(stack_.size() - 1);
        if (position.columns_fixed == 0) {
            won_ = position.link;
            return Proof::WON;
        }
        if (seen_.size() > limit.positions) return Proof::TOO_MANY_POSITIONS;
        if (!seen_.make_room(stack_.bytes() + links_.bytes(), limit.bytes))
            return Proof::TOO_MUCH_MEMORY;
        if (count % STOP_INTERVAL == 0 && limit.should_stop && limit.should_stop()) {
            return Proof::STOPPED;
        }
        expand(position);
        push_children();
    }
    return Proof::IMPOSSIBLE;
}

std::vector<TwinLink> TwinProver::line() const {
    std::vector<TwinLink> line;
    for (std::uint32_t at = won_;; at = links_[at].before) {
        line.push_back(links_[at]);
        if (at == 0) break;
    }
    return {line.rbegin(), line.rend()};
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
        if (card == NO_CARD) continue;
        to_cell(position, face_of(card),
                is_distinguished(face_of(card)) && is_second_suit(suit_of(card)));
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
        const bool both = is_distinguished(face) && count_of(position.cells, face) == 2;
        const bool second = (position.second_in_cells >> face & 1) != 0;
        move_from_cell(position, face, second);
        if (both) move_from_cell(position, face, !second);
    }
}

void TwinProver::move_from_column(const Position& position, int column) {
    const Face face = fronts_[column];
    const bool second = is_front_second(position, column);
    const auto source = static_cast<std::uint8_t>(column);
    Position taken = position;
    take(taken, column);
    const auto lay_on = [&](int target) {
        Position child = taken;
        lay(child, target, face, second);
        add(child, {position.link, source, static_cast<std::uint8_t>(target)});
    };
    if (position.cells_used < layout_->cell_count) {
        Position child = taken;
        to_cell(child, face, second);
        add(child, {position.link, source, TwinLink::CELL});
    }
    if (empty_ != COLUMN_COUNT && position.fixed[column] + position.loose[column] > 1) {
        lay_on(empty_);
    }
    for (int target = 0; target < COLUMN_COUNT; ++target) {
        if (fits(face, fronts_[target])) lay_on(target);
    }
    each_next_home(position.homes, face, [&](int suit, Card card) {
        if (!may_be_in_front(position, column, card)) return;
        Position child = taken;
        to_home(child, suit);
        add(child, {position.link, source, static_cast<std::uint8_t>(TwinLink::HOME_OF + suit)});
    });
}

void TwinProver::move_from_cell(const Position& position, Face face, bool second) {
    const auto source =
        static_cast<std::uint8_t>(TwinLink::CELL + face + (second ? TwinLink::SECOND : 0));
    Position taken = position;
    from_cell(taken, face, second);
    for (int target = 0; target < COLUMN_COUNT; ++target) {
        if (target != empty_ && !fits(face, fronts_[target])) continue;
        Position child = taken;
        lay(child, target, face, second);
        add(child, {position.link, source, static_cast<std::uint8_t>(target)});
    }
    each_next_home(position.homes, face, [&](int suit, Card card) {
        if (is_distinguished(face) ? is_second_suit(suit) != second : is_fixed(position, card))
            return;
        Position child = taken;
        to_home(child, suit);
        add(child, {position.link, source, static_cast<std::uint8_t>(TwinLink::HOME_OF + suit)});
    });
}

void TwinProver::add(Position& child, TwinLink link) {
    if (plays_ == Plays::SAFE_FORCED) play_safe(child);
    if (!seen_.insert(child.key)) return;
    if (on_position) on_position(child);
    if (!keeps_line_) return stack_.push_back(child);
    for (std::size_t suit = 0; suit < SUIT_COUNT; ++suit) {
        link.homes = static_cast<std::uint16_t>(link.homes | child.homes[suit] << 4 * suit);
    }
    child.link = static_cast<std::uint32_t>(links_.size());
    links_.push_back(link);
    children_.push_back(child);
}

// Puts the children on the stack, the most promising last: it is expanded next. All are expanded in
// the end, but a win is reached sooner.
void TwinProver::push_children() {
    const auto worth = [](const Position& position) {
        int worth = -2 * position.cells_used;
        for (int column = 0; column < COLUMN_COUNT; ++column) worth -= 3 * position.fixed[column];
        return worth;
    };
    std::stable_sort(
        children_.begin(), children_.end(),
        [&](const Position& one, const Position& other) { return worth(one) < worth(other); });
    for (const Position& child : children_) stack_.push_back(child);
    children_.clear();
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

bool TwinProver::may_be_in_cell(const Position& position, Card card) const {
    const Face face = face_of(card);
    const int count = count_of(position.cells, face);
    if (count != 1 || !is_distinguished(face)) return count > 0 && !is_fixed(position, card);
    return ((position.second_in_cells >> face & 1) != 0) == is_second_suit(suit_of(card));
}

// Of a card with the face of the one in front.
bool TwinProver::may_be_in_front(const Position& position, int column, Card card) const {
    if (shows_fixed(position, column)) return fixed_front(position, column) == card;
    if (!is_distinguished(face_of(card))) return !is_fixed(position, card);
    return is_front_second(position, column) == is_second_suit(suit_of(card));
}

// --- the elementary changes ---

Face TwinProver::front(const Position& position, int column) const {
    const int loose = position.loose[column];
    if (position.fixed[column] > 0) return in_front(face_of(fixed_front(position, column)), loose);
    return loose == 0 ? NO_FACE : in_front(position.base[column], loose - 1);
}

bool TwinProver::is_front_second(const Position& position, int column) const {
    const int loose = position.loose[column];
    if (loose > 0) return (position.second[column] >> (loose - 1) & 1) != 0;
    const Card card = fixed_front(position, column);
    return is_distinguished(face_of(card)) && is_second_suit(suit_of(card));
}

// Runs without fixed cards may be alike but for this, so it is mixed into the word of the run.
Key TwinProver::key_of(const Position& position, int column) const {
    const std::uint8_t fixed = position.fixed[column], loose = position.loose[column];
    if (fixed == 0 && loose == 0) return Key{};
    Key key = fixed == 0 ? keys_.run[position.base[column]][loose] : keys_.fixed[column][fixed];
    if (fixed > 0) add_to(key, keys_.on_fixed[column][loose]);
    return position.second[column] == 0 ? key : mixed(key, position.second[column]);
}

void TwinProver::take(Position& position, int column) const {
    take_from(position.key, key_of(position, column));
    if (position.loose[column] > 0) {
        --position.loose[column];
        position.second[column] &= static_cast<std::uint16_t>(~(1 << position.loose[column]));
        add_to(position.key, key_of(position, column));
        return;
    }
    keep(position, column, position.fixed[column] - 1);
    position.columns_fixed -= position.fixed[column] == 0;
}

void TwinProver::lay(Position& position, int column, Face face, bool second) const {
    take_from(position.key, key_of(position, column));
    if (position.fixed[column] == 0 && position.loose[column] == 0) position.base[column] = face;
    position.second[column] |= static_cast<std::uint16_t>(second << position.loose[column]);
    ++position.loose[column];
    add_to(position.key, key_of(position, column));
}

// What is fixed and what is loose in a column that keeps this many of the cards it started with.
void TwinProver::keep(Position& position, int column, int count) const {
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

void TwinProver::to_cell(Position& position, Face face, bool second) const {
    const FaceSet set = FaceSet{1} << face;
    const bool is_only = count_of(position.cells, face) == 0;
    position.second_in_cells =
        is_only && second ? position.second_in_cells | set : position.second_in_cells & ~set;
    position.cells += one_of(face);
    ++position.cells_used;
    add_to(position.key, keys_.cell[face][second]);
}

void TwinProver::from_cell(Position& position, Face face, bool second) const {
    const FaceSet set = FaceSet{1} << face;
    const bool first_stays =
        count_of(position.cells, face) == 1 || second || !is_distinguished(face);
    position.second_in_cells =
        first_stays ? position.second_in_cells & ~set : position.second_in_cells | set;
    position.cells -= one_of(face);
    --position.cells_used;
    take_from(position.key, keys_.cell[face][second]);
}

void TwinProver::to_home(Position& position, int suit) const {
    auto& home = position.homes[static_cast<std::size_t>(suit)];
    take_from(position.key, keys_.home[static_cast<std::size_t>(suit)][home]);
    add_to(position.key, keys_.home[static_cast<std::size_t>(suit)][++home]);
}

}  // namespace freecell
