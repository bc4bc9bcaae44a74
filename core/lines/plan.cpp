#include "lines/plan.h"

#include <algorithm>
#include <array>

#include "lines/moves.h"

namespace freecell {
namespace {

constexpr Place NO_PLACE = 255;

// Of an ace that is home nothing lies below but the pseudo card, whose rank is 0.
std::string card_name(int rank, int suit) {
    static constexpr std::array<std::string_view, 14> RANKS = {"0", "a", "2", "3",  "4", "5", "6",
                                                               "7", "8", "9", "10", "j", "q", "k"};
    return "cdhs"[suit] + std::string(RANKS[static_cast<std::size_t>(rank)]);
}

std::string card_name(Card card) {
    return card_name(rank_of(card) + 1, suit_of(card));
}

std::string number(int value) {
    return " n" + std::to_string(value);
}

std::string counts(int value, int change) {
    return number(value) + number(value + change);
}

int empty_cells(const Board& board) {
    return static_cast<int>(
        std::count(board.cells.begin(), board.cells.begin() + board.cell_count, NO_CARD));
}

bool is_empty(const Column& column) {
    return column.size == 0;
}

int empty_columns(const Board& board) {
    return static_cast<int>(std::count_if(board.columns.begin(), board.columns.end(), is_empty));
}

std::string action_home(const Board& board, Card card) {
    const int suit = suit_of(card), size = board.homes[static_cast<std::size_t>(suit)];
    return std::string(" ") + "cdhs"[suit] + number(size + 1) + " " + card_name(size, suit) +
           number(size);
}

// The action that a move of one card is; none from one empty column to another.
std::string action_of(const Board& board, Move move) {
    const bool in_cell = !is_column(move.source);
    const int size = in_cell ? 0 : board.columns[move.source].size;
    const std::string base = size == 1 ? "-b" : "";
    const std::string emptied = size == 1 ? counts(empty_columns(board), 1) : "";
    const std::string freed = in_cell ? counts(empty_cells(board), 1) : "";
    const Card card = card_at(board, move.source);
    std::string moved = " " + card_name(card);
    if (size > 1) moved += " " + card_name(board.columns[move.source].cards[size - 2]);
    if (move.target == HOME) {
        return (in_cell ? "homefromfreecell" : "sendtohome" + base) + moved +
               action_home(board, card) + emptied + freed;
    }
    if (!is_column(move.target)) {
        return "sendtofree" + base + moved + counts(empty_cells(board), -1) + emptied;
    }
    if (const Card onto = front_of(board.columns[move.target]); onto != NO_CARD) {
        return (in_cell ? "colfromfreecell" : "move" + base) + moved + " " + card_name(onto) +
               emptied + freed;
    }
    if (size == 1) return "";
    return (in_cell ? "newcolfromfreecell" : "sendtonewcol") + moved +
           counts(empty_columns(board), -1) + freed;
}

// The place that a card can be taken from; NO_PLACE where it is covered, home, or no card at all.
Place place_of_free(const Board& board, std::string_view name) {
    for (Place place = 0; place < FIRST_CELL + board.cell_count; ++place) {
        const Card card = card_at(board, place);
        if (card != NO_CARD && card_name(card) == name) return place;
    }
    return NO_PLACE;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find(at), text.size());
        parts.push_back(text.substr(0, size));
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return parts;
}

// Where an action moves its card to; NO_PLACE, and why, where there is no such place.
Place target_of(const Board& board, std::span<const std::string_view> words, PlayedPlan& played) {
    const std::string_view name = words[0];
    if (name.find("home") != name.npos) return HOME;
    if (name.starts_with("sendtofree")) return empty_cells(board) ? empty_cell(board) : FIRST_CELL;
    if (name.find("newcol") != name.npos) {
        const auto found = std::find_if(board.columns.begin(), board.columns.end(), is_empty);
        if (found != board.columns.end()) return static_cast<Place>(found - board.columns.begin());
        played.fault = "plan_no_empty_column";
        return NO_PLACE;
    }
    const std::size_t at = name == "move" ? 3 : 2;
    const std::string_view onto = at < words.size() ? words[at] : "";
    const Place target = place_of_free(board, onto);
    if (target != NO_PLACE && is_column(target)) return target;
    played.fault = "plan_no_such_target";
    played.text = onto;
    return NO_PLACE;
}

// `h10` is TH, as people read it.
std::string in_capitals(std::string_view name) {
    const auto capital = [](char letter) {
        return letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter;
    };
    return {name.ends_with("10") ? 'T' : capital(name.back()), capital(name.front())};
}

// Plays one action; false, and why, where it is impossible.
bool play_action(Board& board, std::string_view action, PlayedPlan& played) {
    const std::vector<std::string_view> words = split(action, ' ');
    const Place source = words.size() < 2 ? NO_PLACE : place_of_free(board, words[1]);
    if (source == NO_PLACE) {
        played.fault = "plan_not_free";
        played.text = words.size() < 2 ? "" : in_capitals(words[1]);
        return false;
    }
    const Place target = target_of(board, words, played);
    if (target == NO_PLACE) return false;
    const Move move{source, target, 1};
    played.refusal = why_illegal(board, move);
    if (played.refusal) return false;
    if (const std::string expected = action_of(board, move); expected != action) {
        played.fault = "plan_expected";
        played.text = "(" + expected + ")";
        return false;
    }
    make_move(board, move);
    played.moves.push_back(move);
    return true;
}

}  // namespace

std::string write_plan(Board board, std::span<const Move> moves) {
    std::string text;
    for (const Move move : moves) {
        for (const Move step : single_steps(board, move)) {
            if (const std::string action = action_of(board, step); !action.empty()) {
                text += (text.empty() ? "(" : "\n(") + action + ")";
            }
            make_move(board, step);
        }
    }
    return text;
}

PlayedPlan play_plan(Board board, std::string_view actions) {
    PlayedPlan played;
    for (const std::string_view action : split(actions, '\n')) {
        if (!play_action(board, action, played)) break;
    }
    played.won = cards_home(board) == DECK_SIZE;
    return played;
}

}  // namespace freecell
