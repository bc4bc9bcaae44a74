// What a search may do in a position: moves, and digs that take several cards off a column for a
// purpose. A dig replaces the aimless "front card to a cell" and is what makes the search short.
#pragma once

#include <algorithm>
#include <bit>

#include "search/state.h"

namespace freecell {

enum class Kind : std::uint8_t {
    RUN,        // `count` cards from `column` to `target`
    CELL,       // `card` from its cell to `target`
    TO_CELL,    // the front card of `column` to a cell
    TO_HOME,    // the front card of `column` home (only where automatic play is not maximal)
    CELL_HOME,  // `card` from its cell home (likewise)
    DIG,        // `depth` cards off `column`; then the column is empty or its front can go home
    DIG_RUN,    // ... and then the run that shows goes to `target`
    DIG_COVER,  // ... and then `card` from a cell goes onto the front that shows
};

struct Action {
    Kind kind;
    std::uint8_t column;
    std::uint8_t depth;
    std::uint8_t target;
    std::uint8_t card;  // or the number of cards for RUN and DIG_RUN
};

// Takes note of every step of an action, to write a solution down.
struct StepList {
    std::vector<Step>& steps;
    void add(Step step) { steps.push_back(step); }
};
struct NoSteps {
    void add(Step) {}
};

constexpr Card first_of(CardSet set) {
    return static_cast<Card>(std::countr_zero(set));
}

inline int find_front(const State& state, Card card) {
    int column = 0;
    while (state.fronts[column] != card) ++column;
    return column;
}

inline int find_empty(const State& state, int except) {
    int column = 0;
    while (state.fronts[column] != NO_CARD || column == except) ++column;
    return column;
}

template <class Steps>
void autoplay(State& state, const Layout& layout, Autoplay kind, Steps& steps) {
    CardSet fronts = state.front_set(), next = state.next_home_set();
    for (;;) {
        CardSet ready = (fronts | state.cells) & next;
        if (kind == Autoplay::FCPRO) {
            while (ready != 0 && !is_safe_home(state, first_of(ready))) ready &= ready - 1;
        }
        if (ready == 0) return;
        const Card card = first_of(ready);
        if (state.cells & set_of(card)) {
            state.cell_to_home(layout, card);
            steps.add({FIRST_CELL, HOME, 1, card});
        } else {
            const int column = find_front(state, card);
            state.column_to_home(layout, column);
            fronts ^= set_of(card) | set_of(state.fronts[column]);
            steps.add({static_cast<Place>(column), HOME, 1, card});
        }
        next ^= set_of(card) | set_of(card + SUIT_COUNT);
    }
}

// Takes the front card off a column that is being dug: onto a parent, else to a cell, else to an
// empty column. There must be room; `Dig` below foresees each step of this.
template <class Steps>
void take_off(State& state, const Layout& layout, int column, CardSet fronts, Steps& steps) {
    const Card card = state.fronts[column];
    const Place source = static_cast<Place>(column);
    const CardSet parents = PARENTS[card] & fronts;
    if (parents == 0 && state.cells_used < layout.cell_count) {
        state.column_to_cell(layout, column);
        steps.add({source, FIRST_CELL, 1, card});
        return;
    }
    const int target = parents ? find_front(state, first_of(parents)) : find_empty(state, column);
    state.column_to_column(layout, column, target, 1);
    steps.add({source, static_cast<Place>(target), 1, card});
}

template <class Steps>
void take_off(State& state, const Layout& layout, int column, int depth, Steps& steps) {
    for (int i = 0; i < depth; ++i) take_off(state, layout, column, state.front_set(), steps);
}

// Carries an action out, automatic play included.
template <class Steps>
void perform(State& state, const Layout& layout, Action action, Autoplay kind, Steps& steps) {
    const auto step = [&](Step made) {
        play(state, layout, made);
        steps.add(made);
    };
    take_off(state, layout, action.column, action.depth, steps);
    const Card front = state.fronts[action.column];
    switch (action.kind) {
        case Kind::RUN:
        case Kind::DIG_RUN:
            step({action.column, action.target, action.card, front});
            break;
        case Kind::CELL:
            step({FIRST_CELL, action.target, 1, action.card});
            break;
        case Kind::DIG_COVER:
            step({FIRST_CELL, action.column, 1, action.card});
            break;
        case Kind::TO_CELL:
            step({action.column, FIRST_CELL, 1, front});
            break;
        case Kind::TO_HOME:
            step({action.column, HOME, 1, front});
            break;
        case Kind::CELL_HOME:
            step({FIRST_CELL, HOME, 1, action.card});
            break;
        case Kind::DIG:
            break;
    }
    autoplay(state, layout, kind, steps);
}

// In a run colours alternate with ranks, so rank plus colour is even throughout or odd throughout.
// A run is then an interval of ranks in one of two halves of a 32-bit word: `RUN_BIT` is the bit of
// a card, `WANTED` the bit of the cards that a front card takes (nothing for NO_CARD and for aces).
constexpr auto RUN_BIT = [] {
    std::array<std::uint8_t, DECK_SIZE> bits{};
    for (Card card = 0; card < DECK_SIZE; ++card) {
        bits[card] = rank_of(card) + ((rank_of(card) + is_red(card)) & 1) * 16;
    }
    return bits;
}();
constexpr auto WANTED = [] {
    std::array<std::uint32_t, 256> wanted{};
    for (Card card = SUIT_COUNT; card < DECK_SIZE; ++card) wanted[card] = 1u << (RUN_BIT[card] - 1);
    return wanted;
}();

// Calls `visit(child, action)` for each action, before automatic play; `visit` may change the
// child. `space` is where children are made.
template <class Visit>
class Expansion {
  public:
    Expansion(const State& from, const Layout& lay, Visit& visitor)
        : state(from),
          layout(lay),
          visit(visitor),
          limit(from.run_limit(lay)),
          fronts(from.front_set()) {}

    // Runs onto other columns: whole ones, which clear a place, or parts of one.
    void runs(bool whole) {
        std::uint32_t wanted = 0;
        for (Card front : state.fronts) wanted |= WANTED[front];
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            const Card front = state.fronts[column];
            if (front == NO_CARD) continue;
            const int ordered = state.ordered(layout, column);
            const std::uint32_t hits = offered_by(front, std::min(ordered, limit)) & wanted;
            if (hits == 0) continue;
            const std::uint32_t base = 1u << (RUN_BIT[front] + ordered - 1);
            has_parts |= (hits & ~base) != 0;
            runs_from(column, whole ? hits & base : hits & ~base);
        }
    }

    // Runs, as long as possible, and cards in cells to an empty column.
    void to_empty() {
        if (state.empty_columns == 0) return;
        const int empty = find_empty(state, COLUMN_COUNT);
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            if (state.fronts[column] == NO_CARD) continue;
            const int count = std::min(state.ordered(layout, column), limit / 2);
            if (count < state.size_of(column)) run_to(column, empty, count);
        }
        for (CardSet rest = state.cells; rest != 0; rest &= rest - 1)
            cell_to(first_of(rest), empty);
    }

    void cells() {
        for (CardSet rest = state.cells; rest != 0; rest &= rest - 1) {
            const Card card = first_of(rest);
            for (CardSet onto = PARENTS[card] & fronts; onto != 0; onto &= onto - 1) {
                cell_to(card, find_front(state, first_of(onto)));
            }
        }
    }

    // Digs for one of several purposes.
    enum Purpose : unsigned { FOR_HOME = 1, FOR_COVER = 2, FOR_RUN = 4, FOR_EMPTY = 8 };
    void digs(unsigned purposes, unsigned columns = 0xff) {
        if (limit == 1) return;  // no room at all
        for (; columns != 0; columns &= columns - 1) {
            const int column = std::countr_zero(columns);
            if (state.fronts[column] != NO_CARD && state.size_of(column) > 1) dig(column, purposes);
        }
    }

    // What was seen on the way and not made.
    bool has_parts = false;
    std::uint8_t run_columns = 0, empty_columns = 0;  // where a dig would serve these purposes

    // With this set, the position was just made by sending a card of that column to a cell. What
    // has nothing to do with the column could have been done before that, so it is left out; of two
    // cards to the cells the one from the left column comes first.
    int last_to_cell = COLUMN_COUNT;

    void to_cells() {
        if (state.cells_used == layout.cell_count) return;
        for (int column = last_to_cell % COLUMN_COUNT; column < COLUMN_COUNT; ++column) {
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
            const Card card = first_of(rest);
            State child = state;
            child.cell_to_home(layout, card);
            visit(child, Action{Kind::CELL_HOME, 0, 0, 0, card}, COLUMN_COUNT);
        }
    }

  private:
    static std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

    static std::uint32_t offered_by(Card front, int ordered) {
        return ((1u << ordered) - 1) << RUN_BIT[front];
    }
    void runs_from(int column, std::uint32_t hits) {
        if (hits == 0) return;
        const int rank = rank_of(state.fronts[column]);
        for (int target = 0; target < COLUMN_COUNT; ++target) {
            const Card onto = state.fronts[target];
            if (WANTED[onto] & hits) run_to(column, target, rank_of(onto) - rank);
        }
    }

    bool commutes(int column, int target) const {
        return last_to_cell != COLUMN_COUNT && column != last_to_cell && target != last_to_cell;
    }

    void run_to(int column, int target, int count) {
        if (commutes(column, target)) return;
        State child = state;
        child.column_to_column(layout, column, target, count);
        visit(child, Action{Kind::RUN, byte(column), 0, byte(target), byte(count)}, column);
    }

    void cell_to(Card card, int target) {
        if (commutes(COLUMN_COUNT, target)) return;
        State child = state;
        child.cell_to_column(layout, card, target);
        visit(child, Action{Kind::CELL, 0, 0, byte(target), card}, COLUMN_COUNT);
    }

    // A dig is first walked through with sets only; a child is made where there is a purpose.
    void dig(int column, unsigned purposes) {
        CardSet others = fronts & ~set_of(state.fronts[column]);  // what can be laid on
        CardSet cells_then = state.cells;
        int free_cells = layout.cell_count - state.cells_used, empty = state.empty_columns;
        Pile pile = state.piles[column];
        Card card = state.fronts[column];
        Dug dug;
        for (int depth = 1;; ++depth) {
            if (const CardSet parents = PARENTS[card] & others) {
                others ^= (parents & -parents) | set_of(card);
            } else if (free_cells > 0) {
                --free_cells;
                cells_then |= set_of(card);
            } else if (empty > 0) {
                --empty;
                others |= set_of(card);
            } else {
                return;
            }
            const Card taken = card;
            if (moved_in(pile) > 1) {
                card = parent_of(card, (state.second & set_of(card)) != 0);
                --pile;
            } else {
                pile = moved_in(pile) == 1 ? pile - 1 : pile - 16;
                card = kept_in(pile) == 0 ? NO_CARD : layout.cards[column][kept_in(pile) - 1];
            }
            if (card == NO_CARD || state.is_next_home(card)) {
                if (card == NO_CARD) empty_columns |= byte(1 << column);
                if (!(purposes & (card == NO_CARD ? FOR_EMPTY : FOR_HOME))) return;
                State child = advance(dug, column, depth);
                visit(child, Action{Kind::DIG, byte(column), byte(depth), 0, 0}, column);
                return;
            }
            if (moved_in(pile) > 0) continue;
            const int ordered = layout.ordered[column][kept_in(pile)];
            const Card base = layout.cards[column][kept_in(pile) - ordered];
            if ((PARENTS[base] & others) && ordered <= (free_cells + 1) << empty) {
                run_columns |= byte(1 << column);
                if (purposes & FOR_RUN)
                    dig_run(advance(dug, column, depth), column, depth, ordered,
                            PARENTS[base] & others);
            }
            const CardSet covers = CHILDREN[card] & cells_then & ~set_of(taken);
            if ((purposes & FOR_COVER) && covers) {
                dig_cover(advance(dug, column, depth), column, depth, covers);
            }
        }
    }

    // The position after `depth` cards were taken off; `dug` goes on from where it was.
    struct Dug {
        State state;
        CardSet others;
        int depth = 0;
        Dug() {}  // most columns need none, so nothing is set before it is
    };
    const State& advance(Dug& dug, int column, int depth) const {
        NoSteps none;
        if (dug.depth == 0) {
            dug.state = state;
            dug.others = fronts & ~set_of(state.fronts[column]);
        }
        for (; dug.depth < depth; ++dug.depth) {
            const Card card = dug.state.fronts[column];
            const CardSet parents = PARENTS[card] & dug.others;
            take_off(dug.state, layout, column, dug.others, none);
            dug.others ^= (parents & -parents) | (set_of(card) & ~dug.state.cells);
        }
        return dug.state;
    }

    void dig_run(const State& dug, int column, int depth, int count, CardSet targets) {
        for (; targets != 0; targets &= targets - 1) {
            const int target = find_front(dug, first_of(targets));
            State child = dug;
            child.column_to_column(layout, column, target, count);
            visit(child,
                  Action{Kind::DIG_RUN, byte(column), byte(depth), byte(target), byte(count)},
                  column);
        }
    }

    void dig_cover(const State& dug, int column, int depth, CardSet covers) {
        for (; covers != 0; covers &= covers - 1) {
            State child = dug;
            child.cell_to_column(layout, first_of(covers), column);
            visit(child, Action{Kind::DIG_COVER, byte(column), byte(depth), 0, first_of(covers)},
                  COLUMN_COUNT);
        }
    }

    const State& state;
    const Layout& layout;
    Visit& visit;
    int limit;
    CardSet fronts;
};

}  // namespace freecell
