// Boards for shortest_soundness.cpp: endings at random, and known ones on which little mistakes
// show.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "deal/deal.h"
#include "rules/verify.h"

namespace freecell {

using Random = std::mt19937_64;

inline int pick(Random& random, int least, int most) {
    return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}

// An ending with little room, since where there is much every order of moves does: the highest
// cards of each suit, thrown onto the columns, some into cells. Most are thrown in descending order
// onto cards that they fit, which leaves runs; then low cards are put under them.
inline Board random_ending(Random& random) {
    Board board;
    board.cell_count = pick(random, 0, 4);
    const int lowest = pick(random, 3, 10), spread = pick(random, 0, 6);
    std::vector<Card> cards;
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        board.homes[suit] =
            static_cast<std::uint8_t>(std::min(13, lowest + pick(random, 0, spread)));
        for (int rank = board.homes[suit]; rank < RANK_COUNT; ++rank)
            cards.push_back(card_of(rank, suit));
    }
    const bool runs = pick(random, 0, 3) > 0;
    const int columns = pick(random, 3, COLUMN_COUNT);
    std::shuffle(cards.begin(), cards.end(), random);
    if (runs) {
        std::stable_sort(cards.begin(), cards.end(),
                         [](Card one, Card two) { return rank_of(one) > rank_of(two); });
    }
    for (const Card card : cards) {
        int at = pick(random, 0, columns - 1);
        for (int column = 0; runs && column < columns; ++column) {
            const Column& to = board.columns[column];
            if (to.size > 0 && fits_on(card, to.cards[to.size - 1]) && pick(random, 0, 3) > 0)
                at = column;
        }
        Column& column = board.columns[at];
        column.cards[column.size++] = card;
    }
    for (int i = pick(random, 0, columns); i > 0; --i) {
        Column& column = board.columns[pick(random, 0, columns - 1)];
        if (column.size == 0) continue;
        const auto first = column.cards.begin(), last = first + column.size;
        std::rotate(first + pick(random, 0, std::min(2, column.size - 1)), last - 1, last);
    }
    for (int cell = 0; cell < board.cell_count; ++cell) {
        Column& column = board.columns[pick(random, 0, COLUMN_COUNT - 1)];
        if (pick(random, 0, 1) == 0 || column.size == 0) continue;
        board.cells[cell] = column.cards[--column.size];
    }
    return board;
}

// An ending without room, where all cells are soon full and no column is empty: each column begins
// with a card of its own, high ones first, and the others are thrown onto them, the low ones deep.
inline Board crowded_ending(Random& random) {
    Board board;
    board.cell_count = pick(random, 0, 3);
    std::vector<Card> cards;
    const int lowest = pick(random, 4, 9), spread = pick(random, 0, 4);
    for (int suit = 0; suit < SUIT_COUNT; ++suit) {
        board.homes[suit] =
            static_cast<std::uint8_t>(std::min(12, lowest + pick(random, 0, spread)));
        for (int rank = board.homes[suit]; rank < RANK_COUNT; ++rank)
            cards.push_back(card_of(rank, suit));
    }
    std::shuffle(cards.begin(), cards.end(), random);
    const int mixed = pick(random, 0, 4);  // how far from descending order
    std::vector<std::pair<int, Card>> order;
    for (const Card card : cards) order.push_back({-rank_of(card) + pick(random, 0, mixed), card});
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& one, const auto& two) { return one.first < two.first; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Card card = order[i].second;
        int at = i < COLUMN_COUNT ? static_cast<int>(i) : pick(random, 0, COLUMN_COUNT - 1);
        for (int column = 0; i >= COLUMN_COUNT && column < COLUMN_COUNT; ++column) {
            const Column& to = board.columns[column];
            if (fits_on(card, to.cards[to.size - 1]) && pick(random, 0, 2) == 0) at = column;
        }
        Column& column = board.columns[at];
        column.cards[column.size++] = card;
    }
    for (Column& column : board.columns) {
        if (column.size < 2 || pick(random, 0, 2) > 0) continue;
        const auto first = column.cards.begin(), last = first + column.size;
        std::rotate(first + pick(random, 0, column.size - 1), last - 1, last);
    }
    for (int cell = 0; cell < board.cell_count; ++cell) {
        Column& column = board.columns[pick(random, 0, COLUMN_COUNT - 1)];
        if (pick(random, 0, 2) == 0 || column.size < 2) continue;
        board.cells[cell] = column.cards[--column.size];
    }
    return board;
}

// A deal with its low cards home and few cells: eight columns as they come, and little room.
inline Board thinned_deal(Random& random) {
    Board board = lay_out(deal_cards(pick(random, 1, 1'000'000)), pick(random, 0, 3));
    const int lowest = pick(random, 4, 9), spread = pick(random, 0, 4);
    for (std::uint8_t& home : board.homes) {
        home = static_cast<std::uint8_t>(std::min(12, lowest + pick(random, 0, spread)));
    }
    for (Column& column : board.columns) {
        const auto first = column.cards.begin();
        const auto is_home = [&](Card card) { return rank_of(card) < board.homes[suit_of(card)]; };
        const auto last = std::remove_if(first, first + column.size, is_home);
        column.size = static_cast<std::uint8_t>(last - first);
    }
    return board;
}

// A run of the highest cards over a lower card of its first suit, with room to move it at once, and
// the other cards of the two suits in order beside it: one move wins.
inline Board run_over_low_card(int red, int black, int lowest) {
    Board board;
    board.homes.fill(RANK_COUNT);
    board.homes[red] = board.homes[black] = static_cast<std::uint8_t>(lowest);
    const auto add = [&](int column, int rank, int suit) {
        board.columns[column].cards[board.columns[column].size++] = card_of(rank, suit);
    };
    add(0, lowest, red);
    for (int rank = RANK_COUNT - 1; rank > lowest; --rank) {
        const bool odd = (RANK_COUNT - 1 - rank) % 2 == 1;
        add(0, rank, odd ? black : red);
        add(1, rank, odd ? red : black);
    }
    add(1, lowest, black);
    return board;
}

// A board with these columns; all cards that are not in them are home.
inline Board with_columns(int cell_count, const std::vector<std::string>& columns) {
    Board board;
    board.cell_count = cell_count;
    board.homes.fill(RANK_COUNT);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (std::size_t at = 0; at < columns[column].size(); at += 3) {
            const auto rank = std::string("A23456789TJQK").find(columns[column][at]);
            const auto suit = std::string("CDHS").find(columns[column][at + 1]);
            board.columns[column].cards[board.columns[column].size++] =
                card_of(static_cast<int>(rank), static_cast<int>(suit));
            board.homes[suit] = std::min(board.homes[suit], static_cast<std::uint8_t>(rank));
        }
    }
    return board;
}

// A run of which two cards must go to an empty column, so that the card under them goes home and
// everything follows: one move wins.
inline Board run_to_part(int cell_count) {
    return with_columns(
        cell_count,
        {"TS 9H 8C 7D ", "KD KC KS QD QC QS JD JC JS TD TC 9D 9C 8D 6D 7C KH QH JH TH "});
}

// 8H goes to the only cell and 7H onto 8S; then 6H goes home, 7H goes home from where it was laid,
// and 8H leaves the cell. Nothing else frees a cell or a column.
inline Board cell_freed_by_a_moved_card() {
    return with_columns(1, {"KH 6H 7H 8H ", "JH 8S ", "QC QD TD 7S 9H ", "QH KC ", "KD ",
                            "QS JS TS 9S TH ", "KS ", "JD "});
}

// All is full: only TH onto JS and then 8H from the cell onto 9S, which wastes a move, make room
// for 7H, under which everything waits.
inline Board room_by_a_wasted_move() {
    Board board = with_columns(1, {"JH 6H 7H ", "KC ", "QC JC QD TD 8S 7S 9H ", "JD ", "QS TS KD ",
                                   "KS 9S TH ", "KH ", "QH JS "});
    board.cells[0] = card_of(7, 2);
    return board;
}

// Boards on which pruning goes wrong where it is wrong by a little; few random ones show that.
inline std::vector<Board> telling_boards() {
    return {
        // 9C alone goes off KC, which must go as well
        with_columns(1, {"8D QD 9H TS ", "7D ", "8S KH JS JD 9D ", "TD JH TH QH QS ", "JC TC ",
                         "8H KS 9S ", "7C QC 8C KC 9C ", "KD "}),
        // all is full, and a card in a cell may go home (in single cards)
        with_columns(2, {"8C TS ", "JC QH 8S KS KC ", "9D JH ", "9H 9C KD 7C 7H JS ", "7D QC KH ",
                         "JD 8D QS 8H TD ", "TH 9S ", "QD 7S TC "}),
        // the last card of a unit that must go leaves it
        with_columns(0, {"KC 9C QH ", "TS 8C KD TD ", "KH KS ", "8H 9D JH 7S 7H 8S ",
                         "JC QD JD TC TH ", "JS 7C 7D 9S 8D ", "QC QS ", "9H "}),
        // a run moves, and then a part of it
        with_columns(1, {"JC 9C ", "QS 8D TH ", "JS 8C 9H ", "8S KS JD ", "9S KC JH 7S KH ",
                         "KD 7C TS TC QH ", "7H 7D QD TD ", "QC 9D 8H "}),
    };
}

}  // namespace freecell
