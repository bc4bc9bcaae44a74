#include "solve/certify.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "solve/checksum.h"

namespace freecell {

namespace {

std::string column_text(const State& state, const Layout& layout, int column) {
    const int kept = kept_in(state.piles[column]);
    std::string text, moved;
    for (int row = 0; row < kept; ++row) text += card_name(layout.cards[column][row]);
    Card card = state.fronts[column];
    for (int i = moved_in(state.piles[column]); i > 0; --i) {
        moved.insert(0, card_name(card));
        if (i > 1) card = parent_of(card, (state.second & set_of(card)) != 0);
    }
    return text + moved;
}

}  // namespace

std::string canonical_text(const State& state, const Layout& layout) {
    std::string text;
    for (const int home : state.homes) text += std::to_string(home) + ' ';
    text.back() = '|';
    for (Card card = 0; card < DECK_SIZE; ++card) {
        if (state.cells & set_of(card)) text += card_name(card);
    }
    std::vector<std::string> columns;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (state.size_of(column) > 0) columns.push_back(column_text(state, layout, column));
    }
    std::sort(columns.begin(), columns.end());
    for (const std::string& column : columns) text += '|' + column;
    return text;
}

Refutation refute(const Board& board, Unit unit, int most, const SolveLimit& limit) {
    const Layout layout(board);
    const auto search = std::make_unique<BoundedSearch>();
    Refutation refutation;
    search->prepare(layout, State(layout, board), unit);
    search->on_position = [&](const State& state) {
        ++refutation.positions;
        refutation.checksum += hash_of(canonical_text(state, layout));
    };
    PassSettings settings;
    settings.most = most;
    settings.prune = false;
    settings.positions = limit.nodes;
    settings.bytes = limit.bytes;
    if (search->lower_bound() > most) return refutation;  // no position is within the bound
    refutation.end = search->run(
        settings, [&] { return limit.should_stop && limit.should_stop(search->positions()); });
    return refutation;
}

}  // namespace freecell
