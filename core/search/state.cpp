#include "search/state.h"

#include <algorithm>
#include <bit>

namespace freecell {

namespace {

constexpr auto make_keys() {
    std::array<std::array<Key, SPOT_COUNT>, DECK_SIZE> keys{};
    std::uint64_t seed = 617;
    for (auto& spots : keys) {
        for (Key& key : spots) key = next_key(seed);
    }
    return keys;
}

// The cards of a column, from the back to the front.
std::vector<Card> column_cards(const State& state, const Layout& layout, int column) {
    std::vector<Card> moved;
    Card card = state.fronts[column];
    for (int i = moved_in(state.piles[column]); i > 0; --i) {
        moved.push_back(card);
        card = i > 1 ? parent_of(card, (state.second & set_of(card)) != 0) : card;
    }
    std::vector<Card> cards(layout.cards[column].begin(),
                            layout.cards[column].begin() + kept_in(state.piles[column]));
    cards.insert(cards.end(), moved.rbegin(), moved.rend());
    return cards;
}

}  // namespace

constinit const std::array<std::array<Key, SPOT_COUNT>, DECK_SIZE> KEYS = make_keys();

Layout::Layout(const Board& board) : cell_count(board.cell_count) {
    column_of.fill(COLUMN_COUNT);
    row_of.fill(0);
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const Column& from = board.columns[column];
        size[column] = from.size;
        cards[column] = {};
        ordered[column] = {};
        for (int row = 0; row < from.size; ++row) {
            const Card card = from.cards[row];
            cards[column][row] = card;
            const bool fits = row > 0 && fits_on(card, from.cards[row - 1]);
            ordered[column][row + 1] =
                static_cast<std::uint8_t>(fits ? ordered[column][row] + 1 : 1);
            column_of[card] = static_cast<std::uint8_t>(column);
            row_of[card] = static_cast<std::uint8_t>(row);
        }
    }
}

State::State(const Layout& layout, const Board& board)
    : key{}, cells(0), second(0), homes(board.homes), cells_used(0), empty_columns(0), unused(0) {
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        Card below = NO_CARD;
        for (int row = 0; row < layout.size[column]; ++row) {
            const Card card = layout.cards[column][row];
            const Spot spot = spot_on(card, below);
            key ^= KEYS[card][spot];
            if (spot == ON_SECOND) second |= set_of(card);
            below = card;
        }
        fronts[column] = below;
        piles[column] = static_cast<Pile>(layout.size[column] * 16);
        empty_columns += below == NO_CARD;
    }
    for (int cell = 0; cell < board.cell_count; ++cell) {
        const Card card = board.cells[cell];
        if (card == NO_CARD) continue;
        cells |= set_of(card);
        ++cells_used;
        key ^= KEYS[card][IN_CELL];
    }
    assert(is_ok(layout));
}

bool State::is_ok(const Layout& layout) const {
    CardSet seen = cells;
    Key expected{};
    int empty = 0;
    bool fine = std::popcount(cells) == cells_used && cells_used <= layout.cell_count;
    const auto add = [&](Card card) {
        fine = fine && card < DECK_SIZE && (seen & set_of(card)) == 0;
        if (fine) seen |= set_of(card);
    };
    for (int column = 0; column < COLUMN_COUNT && fine; ++column) {
        Card below = NO_CARD;
        for (Card card : column_cards(*this, layout, column)) {
            add(card);
            if (fine) expected ^= KEYS[card][spot_on(card, below)];
            below = card;
        }
        fine = fine && fronts[column] == below;
        empty += below == NO_CARD;
    }
    for (Card card = 0; card < DECK_SIZE; ++card) {
        if (cells & set_of(card)) expected ^= KEYS[card][IN_CELL];
        if (rank_of(card) < homes[suit_of(card)]) add(card);
    }
    return fine && empty == empty_columns && key == expected &&
           seen == (CardSet{1} << DECK_SIZE) - 1;
}

void play(State& state, const Layout& layout, Step step) {
    if (step.source >= FIRST_CELL) {
        step.target == HOME ? state.cell_to_home(layout, step.card)
                            : state.cell_to_column(layout, step.card, step.target);
    } else if (step.target == HOME) {
        state.column_to_home(layout, step.source);
    } else if (step.target >= FIRST_CELL) {
        state.column_to_cell(layout, step.source);
    } else {
        state.column_to_column(layout, step.source, step.target, step.count);
    }
}

namespace {

void list_moves_of_column(const State& state, const Layout& layout, int column,
                          std::vector<Step>& moves) {
    const Card front = state.fronts[column];
    const Place source = static_cast<Place>(column);
    const int ordered = state.ordered(layout, column), limit = state.run_limit(layout);
    for (Place target = 0; target < COLUMN_COUNT; ++target) {
        if (target == source) continue;
        const Card onto = state.fronts[target];
        if (onto == NO_CARD) {
            const int most = std::min(ordered, limit / 2);  // the target itself gives no room
            for (int count = 1; count <= most; ++count) {
                moves.push_back({source, target, static_cast<std::uint8_t>(count), front});
            }
            continue;
        }
        const int count = rank_of(onto) - rank_of(front);
        const bool colours_fit = (is_red(onto) != is_red(front)) == (count % 2 == 1);
        if (count >= 1 && count <= std::min(ordered, limit) && colours_fit) {
            moves.push_back({source, target, static_cast<std::uint8_t>(count), front});
        }
    }
    if (state.cells_used < layout.cell_count) moves.push_back({source, FIRST_CELL, 1, front});
    if (state.is_next_home(front)) moves.push_back({source, HOME, 1, front});
}

void list_moves_of_cell(const State& state, Card card, std::vector<Step>& moves) {
    for (Place target = 0; target < COLUMN_COUNT; ++target) {
        const Card onto = state.fronts[target];
        if (onto == NO_CARD || fits_on(card, onto)) moves.push_back({FIRST_CELL, target, 1, card});
    }
    if (state.is_next_home(card)) moves.push_back({FIRST_CELL, HOME, 1, card});
}

}  // namespace

void list_moves(const State& state, const Layout& layout, std::vector<Step>& moves) {
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (state.fronts[column] != NO_CARD) list_moves_of_column(state, layout, column, moves);
    }
    for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
        list_moves_of_cell(state, static_cast<Card>(std::countr_zero(rest)), moves);
    }
}

std::uint64_t perft(const State& state, const Layout& layout, int depth) {
    if (depth == 0) return 1;
    std::vector<Step> moves;
    list_moves(state, layout, moves);
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (Step step : moves) {
        State after = state;
        play(after, layout, step);
        count += perft(after, layout, depth - 1);
    }
    return count;
}

bool is_safe_home(const State& state, Card card) {
    return goes_by_itself(state.homes, card, Autoplay::FCPRO);
}

std::vector<Move> to_moves(const Board& start, const std::vector<Step>& steps) {
    std::array<Card, MAX_CELLS> cells = start.cells;
    std::vector<Move> moves;
    moves.reserve(steps.size());
    for (Step step : steps) {
        Move move{step.source, step.target, step.count};
        if (step.source == FIRST_CELL) {
            const auto at = std::find(cells.begin(), cells.end(), step.card);
            *at = NO_CARD;
            move.source = static_cast<Place>(FIRST_CELL + (at - cells.begin()));
        }
        if (step.target == FIRST_CELL) {
            const auto at = std::find(cells.begin(), cells.end(), NO_CARD);
            *at = step.card;
            move.target = static_cast<Place>(FIRST_CELL + (at - cells.begin()));
        }
        moves.push_back(move);
    }
    return moves;
}

}  // namespace freecell
