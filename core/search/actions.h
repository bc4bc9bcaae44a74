// What a search may do in a position: moves, and digs that take several cards off a column for a
// purpose. A dig replaces the aimless "front card to a cell" and is what makes the search short.
#pragma once

#include <algorithm>
#include <bit>

#include "../state.h"

namespace freecell {

enum class Kind : std::uint8_t {
    RUN,          // `count` cards from `column` to `target`
    CELL,         // `card` from its cell to `target`
    TO_CELL,      // the front card of `column` to a cell
    TO_HOME,      // the front card of `column` home (only where automatic play is not maximal)
    CELL_HOME,    // `card` from its cell home (likewise)
    DIG,          // `depth` cards off `column`; then the column is empty or its front can go home
    DIG_RUN,      // ... and then the run that shows goes to `target`
    DIG_COVER,    // ... and then `card` from a cell goes onto the front that shows
};

struct Action {
    Kind kind;
    std::uint8_t column;
    std::uint8_t depth;
    std::uint8_t target;
    std::uint8_t card;  // or the number of cards for RUN and DIG_RUN
};

// Which cards go home by themselves after each action.
enum class Autoplay : std::uint8_t { MAX, SAFE };

// Takes note of every step of an action, to write a solution down.
struct StepList {
    std::vector<Step>& steps;
    void add(Step step) { steps.push_back(step); }
};
struct NoSteps {
    void add(Step) {}
};

template <class Steps>
void send_home(State& state, const Layout& layout, Card card, Steps& steps) {
    if (state.cells & set_of(card)) {
        state.cell_to_home(card);
        steps.add({FIRST_CELL, HOME, 1, card});
        return;
    }
    int column = 0;
    while (state.fronts[column] != card) ++column;
    state.column_to_home(layout, column);
    steps.add({static_cast<Place>(column), HOME, 1, card});
}

template <class Steps>
void autoplay(State& state, const Layout& layout, Autoplay kind, Steps& steps) {
    for (bool changed = true; changed;) {
        changed = false;
        CardSet ready = (state.front_set() | state.cells) & state.next_home_set();
        for (; ready != 0; ready &= ready - 1) {
            const Card card = static_cast<Card>(std::countr_zero(ready));
            if (kind == Autoplay::SAFE && !is_safe_home(state, card)) continue;
            send_home(state, layout, card, steps);
            changed = true;
        }
    }
}

// The first column other than `except` whose front is one of `wanted`; COLUMN_COUNT if none.
inline int find_front(const State& state, CardSet wanted, int except) {
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        const Card front = state.fronts[column];
        if (front != NO_CARD && (wanted & set_of(front)) && column != except) return column;
    }
    return COLUMN_COUNT;
}

inline int find_empty(const State& state, int except) {
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        if (state.fronts[column] == NO_CARD && column != except) return column;
    }
    return COLUMN_COUNT;
}

// Takes the front card off a column that is being dug: onto a parent, else to a cell, else to an
// empty column. False when there is no room.
template <class Steps>
bool take_off(State& state, const Layout& layout, int column, Steps& steps) {
    const Card card = state.fronts[column];
    const Place source = static_cast<Place>(column);
    int target = find_front(state, parents_of(card), column);
    if (target == COLUMN_COUNT && state.cells_used < layout.cell_count) {
        state.column_to_cell(layout, column);
        steps.add({source, FIRST_CELL, 1, card});
        return true;
    }
    if (target == COLUMN_COUNT && state.empty_columns > 0) target = find_empty(state, column);
    if (target == COLUMN_COUNT) return false;
    state.column_to_column(layout, column, target, 1);
    steps.add({source, static_cast<Place>(target), 1, card});
    return true;
}

// Carries an action out, automatic play included.
template <class Steps>
void perform(State& state, const Layout& layout, Action action, Autoplay kind, Steps& steps) {
    const auto step = [&](Step made) {
        play(state, layout, made);
        steps.add(made);
    };
    for (int i = 0; i < action.depth; ++i) take_off(state, layout, action.column, steps);
    const Card front = state.fronts[action.column];
    switch (action.kind) {
        case Kind::RUN:
        case Kind::DIG_RUN: step({action.column, action.target, action.card, front}); break;
        case Kind::CELL: step({FIRST_CELL, action.target, 1, action.card}); break;
        case Kind::DIG_COVER: step({FIRST_CELL, action.column, 1, action.card}); break;
        case Kind::TO_CELL: step({action.column, FIRST_CELL, 1, front}); break;
        case Kind::TO_HOME: step({action.column, HOME, 1, front}); break;
        case Kind::CELL_HOME: step({FIRST_CELL, HOME, 1, action.card}); break;
        case Kind::DIG: break;
    }
    autoplay(state, layout, kind, steps);
}

// Calls `visit(child, action)` for each action, before automatic play; `visit` may change the child.
// `space` is where children are made.
template <class Visit>
class Expansion {
   public:
    Expansion(const State& from, const Layout& lay, Visit& visitor)
        : state(from), layout(lay), visit(visitor), limit(from.run_limit(lay)) {}

    void runs() {
        std::uint32_t wanted = 0;
        for (Card front : state.fronts) wanted |= front == NO_CARD ? 0 : wanted_by(front);
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            if (state.fronts[column] == NO_CARD) continue;
            const int ordered = state.ordered(layout, column);
            if (offered_by(state.fronts[column], ordered) & wanted) runs_to_columns(column, ordered);
            if (state.empty_columns > 0) run_to_empty(column, ordered);
        }
    }

    void cells() {
        const CardSet fronts = state.front_set();
        for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
            const Card card = static_cast<Card>(std::countr_zero(rest));
            for (CardSet onto = parents_of(card) & fronts; onto != 0; onto &= onto - 1) {
                cell_to(card, find_front(state, onto & -onto, COLUMN_COUNT));
            }
            if (state.empty_columns > 0) cell_to(card, find_empty(state, COLUMN_COUNT));
        }
    }

    void digs() {
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            if (state.fronts[column] != NO_CARD && state.size_of(column) > 1) dig(column);
        }
    }

    void to_cells() {
        if (state.cells_used == layout.cell_count) return;
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            if (state.fronts[column] == NO_CARD) continue;
            State child = state;
            child.column_to_cell(layout, column);
            visit(child, Action{Kind::TO_CELL, byte(column), 0, 0, 0}, column);
        }
    }

    void to_home() {
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            const Card front = state.fronts[column];
            if (front == NO_CARD || !state.is_next_home(front)) continue;
            State child = state;
            child.column_to_home(layout, column);
            visit(child, Action{Kind::TO_HOME, byte(column), 0, 0, 0}, column);
        }
        const CardSet ready = state.cells & state.next_home_set();
        for (CardSet rest = ready; rest != 0; rest &= rest - 1) {
            const Card card = static_cast<Card>(std::countr_zero(rest));
            State child = state;
            child.cell_to_home(card);
            visit(child, Action{Kind::CELL_HOME, 0, 0, 0, card}, COLUMN_COUNT);
        }
    }

   private:
    static std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

    // In a run colours alternate with ranks, so rank plus colour is even throughout or odd
    // throughout. A run is then an interval of ranks in one of two halves of a 32-bit word.
    static int half_of(Card card) { return ((rank_of(card) + is_red(card)) & 1) * 16; }
    static std::uint32_t offered_by(Card front, int ordered) {
        return ((1u << ordered) - 1) << rank_of(front) << half_of(front);
    }
    static std::uint32_t wanted_by(Card front) {
        return ((1u << rank_of(front)) >> 1) << half_of(front);
    }

    void runs_to_columns(int column, int ordered) {
        const Card front = state.fronts[column];
        const std::uint32_t offered = offered_by(front, std::min(ordered, limit));
        for (int target = 0; target < COLUMN_COUNT; ++target) {
            const Card onto = state.fronts[target];
            if (target == column || onto == NO_CARD || !(offered & wanted_by(onto))) continue;
            run_to(column, target, rank_of(onto) - rank_of(front));
        }
    }

    void run_to_empty(int column, int ordered) {
        const int count = std::min(ordered, limit / 2);
        if (count < state.size_of(column)) run_to(column, find_empty(state, column), count);
    }

    void run_to(int column, int target, int count) {
        State child = state;
        child.column_to_column(layout, column, target, count);
        visit(child, Action{Kind::RUN, byte(column), 0, byte(target), byte(count)}, column);
    }

    void cell_to(Card card, int target) {
        State child = state;
        child.cell_to_column(card, target);
        visit(child, Action{Kind::CELL, 0, 0, byte(target), card}, COLUMN_COUNT);
    }

    void dig(int column) {
        State dug = state;
        NoSteps none;
        for (int depth = 1;; ++depth) {
            const Card taken = dug.fronts[column];
            if (!take_off(dug, layout, column, none)) return;
            const Card shown = dug.fronts[column];
            if (shown == NO_CARD || dug.is_next_home(shown)) {
                State child = dug;
                visit(child, Action{Kind::DIG, byte(column), byte(depth), 0, 0}, column);
                return;
            }
            dig_run(dug, column, depth);
            dig_cover(dug, column, depth, taken);
        }
    }

    void dig_run(const State& dug, int column, int depth) {
        const int ordered = dug.ordered(layout, column);
        if (ordered > dug.run_limit(layout)) return;
        const Card front = dug.fronts[column];
        const std::uint32_t base = offered_by(front, ordered) & ~offered_by(front, ordered - 1);
        for (int target = 0; target < COLUMN_COUNT; ++target) {
            const Card onto = dug.fronts[target];
            if (target == column || onto == NO_CARD || !(base & wanted_by(onto))) continue;
            State child = dug;
            child.column_to_column(layout, column, target, ordered);
            visit(child, Action{Kind::DIG_RUN, byte(column), byte(depth), byte(target), byte(ordered)}, column);
        }
    }

    void dig_cover(const State& dug, int column, int depth, Card taken) {
        const Card front = dug.fronts[column];
        if (rank_of(front) == 0) return;
        const CardSet children = CardSet{is_red(front) ? 0b1001u : 0b0110u} << (4 * rank_of(front) - 4);
        for (CardSet rest = dug.cells & children & ~set_of(taken); rest != 0; rest &= rest - 1) {
            const Card card = static_cast<Card>(std::countr_zero(rest));
            State child = dug;
            child.cell_to_column(card, column);
            visit(child, Action{Kind::DIG_COVER, byte(column), byte(depth), 0, card}, column);
        }
    }

    const State& state;
    const Layout& layout;
    Visit& visit;
    int limit;
};

}  // namespace freecell
