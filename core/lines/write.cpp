#include "lines/write.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "lines/plan.h"
#include "lines/retell.h"

namespace freecell {
namespace {

constexpr std::size_t MOVES_A_LINE = 10;

using Tokens = std::vector<std::string>;

std::string places(Move move) {
    return {PLACE_NAMES[move.source], PLACE_NAMES[move.target]};
}

std::string counted(const std::string& text, int cards) {
    return text + 'v' + "0123456789abcdef"[cards];
}

std::string in_lines(const Tokens& tokens, std::size_t tokens_a_line = MOVES_A_LINE) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0) text += i % tokens_a_line == 0 ? '\n' : ' ';
        text += tokens[i];
    }
    return text;
}

Tokens snx_tokens(Board board, std::span<const Move> moves) {
    Tokens tokens;
    tokens.reserve(moves.size());
    for (const Move move : moves) {
        const bool to_empty = is_column(move.target) && board.columns[move.target].size == 0;
        const std::string plain = places(move);
        tokens.push_back(to_empty && move.count > 1 ? counted(plain, move.count) : plain);
        make_move(board, move);
    }
    return tokens;
}

std::vector<Move> all_steps(Board board, std::span<const Move> moves) {
    std::vector<Move> steps;
    for (const Move move : moves) {
        const std::vector<Move> some = single_steps(board, move);
        steps.insert(steps.end(), some.begin(), some.end());
        make_move(board, move);
    }
    return steps;
}

std::string fc_solve_place(Place place) {
    if (place == HOME) return "the foundations";
    const bool column = is_column(place);
    return (column ? "stack " : "freecell ") + std::to_string(column ? place : place - FIRST_CELL);
}

std::string sentence(Move move) {
    const bool between_columns = is_column(move.source) && is_column(move.target);
    const std::string cards = between_columns ? std::to_string(move.count) + " cards" : "a card";
    return "Move " + cards + " from " + fc_solve_place(move.source) + " to " +
           fc_solve_place(move.target);
}

std::string sentences(std::span<const Move> moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : "\n") + sentence(move);
    return text;
}

void add_card(std::string& text, Card card) {
    text += "A23456789TJQK"[rank_of(card)];
    text += "CDHS"[suit_of(card)];
}

void add_fc_solve_board(std::string& text, const Board& board) {
    text += "Foundations: ";
    for (const char suit : {'H', 'C', 'D', 'S'}) {
        const auto size = board.homes[std::string_view("CDHS").find(suit)];
        text += {suit, '-', "0A23456789TJQK"[size], ' '};
    }
    text += "\nFreecells:";
    for (int cell = 0; cell < board.cell_count; ++cell) {
        text += "  ";
        if (board.cells[cell] == NO_CARD) {
            text += "  ";
        } else {
            add_card(text, board.cells[cell]);
        }
    }
    for (const Column& column : board.columns) {
        text += "\n:";
        for (int row = 0; row < column.size; ++row) {
            text += ' ';
            add_card(text, column.cards[row]);
        }
        if (column.size == 0) text += ' ';
    }
}

std::string boards(Board board, std::span<const Move> moves) {
    std::string text;
    add_fc_solve_board(text, board);
    for (const Move move : moves) {
        make_move(board, move);
        text += "\n\n\n====================\n\n";
        add_fc_solve_board(text, board);
    }
    return text;
}

std::string retold_text(const RetoldMove& retold) {
    const std::string plain = places(retold.move);
    return retold.must_say ? counted(plain, retold.move.count) : plain;
}

Tokens retold_tokens(const Retelling& retold) {
    Tokens tokens;
    for (const RetoldMove& each : retold.moves) tokens.push_back(retold_text(each));
    return tokens;
}

// `r` is any cell, and a letter counts the cards in cells as they came.
std::string macroxue_text(const Board& start, const Retelling& retold) {
    std::vector<Card> held;
    std::copy_if(start.cells.begin(), start.cells.end(), std::back_inserter(held),
                 [](Card card) { return card != NO_CARD; });
    std::string text;
    for (const RetoldMove& each : retold.moves) {
        std::string word = retold_text(each);
        if (!is_column(each.move.source)) {
            const auto at = std::find(held.begin(), held.end(), each.card) - held.begin();
            word[0] = CELL_NAMES[static_cast<std::size_t>(at)];
        }
        if (!is_column(each.move.target) && each.move.target != HOME) word[1] = 'r';
        text += word;
        const auto in_cell = [&](Card card) {
            return std::find(each.cells.begin(), each.cells.end(), card) != each.cells.end();
        };
        std::erase_if(held, [&](Card card) { return card == each.card || !in_cell(card); });
        if (in_cell(each.card)) held.push_back(each.card);
    }
    return text;
}

std::string write_told(const Board& start, std::span<const Move> moves, Autoplay autoplay) {
    return in_lines(retold_tokens(retell(start, moves, autoplay)));
}

// With maximal automatic play where the line allows it, else with Horne's, which is safe: so every
// line can be retold.
std::string write_macroxue(const Board& start, std::span<const Move> moves) {
    Retelling retold = retell(start, moves, Autoplay::MAX);
    if (retold.refusal) retold = retell(start, moves, Autoplay::HORNE);
    return macroxue_text(start, retold);
}

std::string sn_text(std::span<const Move> moves) {
    Tokens tokens;
    for (const Move move : moves) tokens.push_back(places(move));
    return in_lines(tokens);
}

std::string text_of(const Board& start, std::span<const Move> moves, Dialect dialect,
                    std::optional<DealNumber> number) {
    const std::string name = number ? std::to_string(*number) : "";
    switch (dialect) {
        case Dialect::SNX:
            return in_lines(snx_tokens(start, moves));
        case Dialect::SN:
            return sn_text(moves);
        case Dialect::SENTENCES:
            return sentences(moves);
        case Dialect::BOARDS:
            return boards(start, moves);
        case Dialect::MICROSOFT:
            return write_told(start, moves, Autoplay::HORNE);
        case Dialect::FCPRO:
            return "#" + (number ? name : "custom") +
                   " Attempt: 1 NumFcs=" + std::to_string(start.cell_count) + " (FCPro)\n" +
                   write_told(start, moves, Autoplay::FCPRO);
        case Dialect::MACROXUE:
            return (number ? name + ":" : "") + write_macroxue(start, moves);
        case Dialect::PDDL:
            return write_plan(start, moves);
        case Dialect::STEPS:
            break;
    }
    return in_lines(snx_tokens(start, all_steps(start, moves)));
}

}  // namespace

std::optional<Dialect> dialect_named(std::string_view name) {
    const auto at = std::find(DIALECT_NAMES.begin(), DIALECT_NAMES.end(), name);
    if (at == DIALECT_NAMES.end()) return std::nullopt;
    return static_cast<Dialect>(at - DIALECT_NAMES.begin());
}

std::string snx_line(const Board& start, std::span<const Move> moves) {
    return in_lines(snx_tokens(start, moves), moves.size());
}

Written write_line(const Board& start, std::span<const Move> moves, Dialect dialect,
                   std::optional<DealNumber> number) {
    const Verdict verdict = verify(start, moves);
    if (verdict.refusal) {
        return {{}, verdict.refusal, moves[verdict.legal_moves], verdict.legal_moves};
    }
    return {text_of(start, moves, dialect, number), {}, {}};
}

}  // namespace freecell
