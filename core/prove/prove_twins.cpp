#include "prove/prove_twins.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace freecell {

namespace {

constexpr std::uint64_t STOP_INTERVAL = 4096;

// Those with few fixed cards and few cells in use are expanded first: a win is reached sooner.
int worth_of(const TwinPosition& position) {
    int worth = -2 * position.cells_used;
    for (int column = 0; column < COLUMN_COUNT; ++column) worth -= 3 * position.fixed[column];
    return worth;
}

}  // namespace

void TwinProver::start(const Layout& layout, const Board& board, FaceSet distinguished, Line line,
                       Plays plays) {
    layout_ = &layout;
    game_.set(layout, distinguished);
    plays_ = plays;
    keeps_line_ = line == Line::KEEP;
    seen_.clear();
    stack_.truncate(0);
    stack_.release();  // what another board needed does not count for this one
    links_.truncate(0);
    links_.release();
    Position position = game_.start(board);
    if (plays_ == Plays::SAFE_FORCED) game_.play_safe(position);
    seen_.insert(position.key);
    add(position, {});
    push_children();
}

Proof TwinProver::search(const ProofLimit& limit) {
    for (std::uint64_t count = 1; !stack_.empty(); ++count) {
        const Position position = stack_[stack_.size() - 1];
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
        stack_.truncate(stack_.size() - 1);
        expand(position);
        add_proposed(position.link);
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

// --- the moves ---

void TwinProver::expand(const Position& position) {
    made_.clear();
    empty_ = COLUMN_COUNT;
    showing_.fill(0);
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        fronts_[column] = game_.front(position, column);
        if (fronts_[column] == NO_FACE) {
            empty_ = column;
        } else {
            showing_[fronts_[column]] |= static_cast<std::uint8_t>(1 << column);
        }
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (fronts_[column] != NO_FACE) move_from_column(position, column);
    }
    for (std::uint64_t rest = position.cells; rest != 0;) {
        const auto face = static_cast<Face>(std::countr_zero(rest) / 2);
        rest &= ~(3 * one_of(face));
        const bool both = game_.is_distinguished(face) && count_of(position.cells, face) == 2;
        const bool second = (position.second_in_cells >> face & 1) != 0;
        move_from_cell(position, face, second);
        if (both) move_from_cell(position, face, !second);
    }
}

void TwinProver::move_from_column(const Position& position, int column) {
    const Face face = fronts_[column];
    const bool to_cell = position.cells_used < layout_->cell_count;
    const bool is_lone = position.fixed[column] + position.loose[column] == 1;
    const bool to_empty = empty_ != COLUMN_COUNT && !is_lone;
    const unsigned targets = showing_[behind(face)];
    const bool to_home = is_next_home(position.homes, face);
    if (!to_cell && !to_empty && targets == 0 && !to_home) return;

    Source source{static_cast<std::uint32_t>(made_.size()), static_cast<std::uint8_t>(column), face,
                  game_.is_front_second(position, column), false};
    made_.push_back(position);
    game_.take(made_.back(), column);
    const Face shown = game_.front(made_.back(), column);
    source.shows_next = shown != NO_FACE && is_next_home(position.homes, shown);
    if (to_cell) propose(source, TwinLink::CELL);
    if (to_empty) propose(source, empty_);
    for (unsigned rest = targets; rest != 0; rest &= rest - 1) {
        propose(source, std::countr_zero(rest));
    }
    if (!to_home) return;
    each_next_home(position.homes, face, [&](int suit, Card card) {
        if (game_.may_be_in_front(position, column, card)) propose_home(source, suit);
    });
}

void TwinProver::move_from_cell(const Position& position, Face face, bool second) {
    const unsigned empty = empty_ != COLUMN_COUNT ? 1U << empty_ : 0;
    const unsigned targets = showing_[behind(face)] | empty;
    const bool to_home = is_next_home(position.homes, face);
    if (targets == 0 && !to_home) return;

    const int place = TwinLink::CELL + face + (second ? TwinLink::SECOND : 0);
    const Source source{static_cast<std::uint32_t>(made_.size()), static_cast<std::uint8_t>(place),
                        face, second, false};
    made_.push_back(position);
    game_.from_cell(made_.back(), face, second);
    for (unsigned rest = targets; rest != 0; rest &= rest - 1) {
        propose(source, std::countr_zero(rest));
    }
    if (!to_home) return;
    each_next_home(position.homes, face, [&](int suit, Card card) {
        const bool is_this_card = game_.is_distinguished(face) ? is_second_suit(suit) == second
                                                               : !game_.is_fixed(position, card);
        if (is_this_card) propose_home(source, suit);
    });
}

// No card goes home by itself unless one that may go next has just been uncovered, or another has
// gone home: before the move none did.
void TwinProver::propose(const Source& source, int target) {
    const Position& without = made_[source.without];
    if (source.shows_next) {
        Position child = without;
        make_move(child, source, target);
        return propose_made(source, target, child);
    }
    const Key key = target == TwinLink::CELL
                        ? game_.key_with_in_cell(without, source.face, source.second)
                        : game_.key_with_laid(without, target, source.face, source.second);
    seen_.prefetch(key);
    proposed_.push_back({key, source, static_cast<std::uint8_t>(target), false});
}

void TwinProver::propose_home(const Source& source, int suit) {
    Position child = made_[source.without];
    game_.to_home(child, suit);
    propose_made(source, TwinLink::HOME_OF + suit, child);
}

void TwinProver::propose_made(Source source, int target, Position& child) {
    if (plays_ == Plays::SAFE_FORCED) game_.play_safe(child);
    seen_.prefetch(child.key);
    source.without = static_cast<std::uint32_t>(made_.size());
    proposed_.push_back({child.key, source, static_cast<std::uint8_t>(target), true});
    made_.push_back(child);
}

void TwinProver::make_move(Position& position, const Source& source, int target) const {
    if (target == TwinLink::CELL) {
        game_.to_cell(position, source.face, source.second);
    } else {
        game_.lay(position, target, source.face, source.second);
    }
}

void TwinProver::add_proposed(std::uint32_t link) {
    for (const Child& child : proposed_) {
        if (!seen_.insert(child.key)) continue;
        Position position = made_[child.source.without];
        if (!child.is_made) make_move(position, child.source, child.target);
        assert(position.key == child.key);
        add(position, {link, child.source.place, child.target});
    }
    proposed_.clear();
}

void TwinProver::add(Position& child, TwinLink link) {
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
// the end.
void TwinProver::push_children() {
    order_.clear();
    for (const Position& child : children_) {
        const std::pair each{worth_of(child), static_cast<std::uint32_t>(order_.size())};
        order_.insert(std::upper_bound(order_.begin(), order_.end(), each), each);
    }
    for (const auto& [worth, index] : order_) stack_.push_back(children_[index]);
    children_.clear();
}

}  // namespace freecell
