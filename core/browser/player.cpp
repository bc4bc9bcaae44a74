// What the browser sees of the player of written lines: a few plain functions over one input and
// one output. It is built by `make wasm`, beside the engine, and answers on the page's own thread.
//
// The input begins with a board (browser/layout.h); what follows depends on the question. The
// output is text; an answer with several parts is JSON.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "browser/layout.h"
#include "lines/board_sequence.h"
#include "lines/plan.h"
#include "lines/replay.h"
#include "lines/write.h"
#include "rules/verify.h"

namespace {

using namespace freecell;

std::vector<std::uint8_t> input;
std::string output;

// The board that lies at some place of the input; nothing where it is none.
std::optional<Board> board_at(std::size_t start) {
    return board_in(std::span<const std::uint8_t>(input).subspan(std::min(start, input.size())));
}

std::span<const std::uint8_t> after_board() {
    return std::span<const std::uint8_t>(input).subspan(BOARD_BYTES);
}

std::vector<Move> moves_in_input() {
    return moves_in(after_board());
}

// Nothing where something is no written move.
std::optional<std::vector<WrittenMove>> written_in_input() {
    const auto numbers = after_board();
    std::vector<WrittenMove> written;
    for (std::size_t i = 0; i + MOVE_BYTES <= numbers.size(); i += MOVE_BYTES) {
        written.push_back(
            {static_cast<char>(numbers[i]), static_cast<char>(numbers[i + 1]), numbers[i + 2]});
        if (!is_written_move(written.back())) return std::nullopt;
    }
    return written;
}

std::string list_of(std::span<const Move> moves) {
    std::string text;
    for (const Move move : moves) {
        for (const int number : {move.source, move.target, move.count}) {
            text += (text.empty() ? "" : ",") + std::to_string(number);
        }
    }
    return "[" + text + "]";
}

std::string quoted(std::string_view text) {
    return '"' + std::string(text) + '"';
}

std::string json_of(const Refusal& refusal) {
    if (!refusal) return "null";
    const auto part = [](std::string_view name, int number) {
        return ",\"" + std::string(name) + "\":" + std::to_string(number);
    };
    const auto card = [&part](std::string_view name, Card there) {
        return there == NO_CARD ? "" : part(name, there);
    };
    return "{\"reason\":" + quoted(refusal.name()) + part("place", refusal.place) +
           card("card", refusal.card) + card("other", refusal.other) +
           part("count", refusal.count) + part("most", refusal.most) + "}";
}

// Where a run fits on a column but finds no room, that is the reason, however few were taken of it.
Refusal why_not_put(const Board& board, Move held) {
    const int run = is_column(held.source) ? run_length(board.columns[held.source]) : 0;
    for (Move move{held.source, held.target, 1}; move.count <= run; ++move.count) {
        const Refusal refusal = why_illegal(board, move);
        if (refusal.code == Refused::NO_ROOM) return refusal;
    }
    return why_illegal(board, held);
}

}  // namespace

extern "C" {

// Room for this many bytes of input, all of them zero.
[[clang::export_name("input_address")]] std::uint8_t* input_address(int size) {
    input.assign(static_cast<std::size_t>(std::max(size, 0)), 0);
    return input.data();
}

[[clang::export_name("output_address")]] const char* output_address() {
    return output.data();
}

[[clang::export_name("output_size")]] int output_size() {
    return static_cast<int>(output.size());
}

// Play the written moves after the board, three bytes each: two characters, and the number of cards
// or 255. The kind is a number of TextKind. 1 when done, 0 where the input is wrong.
[[clang::export_name("replay")]] int replay_input(int kind) {
    const auto start = board_at(0);
    if (!start || kind < 0 || kind > static_cast<int>(TextKind::EXACT)) return 0;
    const auto written = written_in_input();
    if (!written) return 0;
    const Replay found = replay(*start, *written, static_cast<TextKind>(kind));
    output = "{\"moves\":" + list_of(found.moves) +
             ",\"autoplay\":" + quoted(name_of(found.reading.autoplay)) +
             ",\"done\":" + std::to_string(found.done) +
             ",\"won\":" + (found.won ? "true" : "false") +
             ",\"refusal\":" + json_of(found.refusal) + "}";
    return 1;
}

// The names of the dialects, in the order of their numbers, with spaces between them.
[[clang::export_name("dialects")]] int list_dialects() {
    output.clear();
    for (const std::string_view name : DIALECT_NAMES) {
        if (!output.empty()) output += ' ';
        output += name;
    }
    return 1;
}

// Write the moves after the board, three bytes each, in a dialect; a number below that of any deal
// is none.
[[clang::export_name("write")]] int write_input(int dialect, double number) {
    const auto start = board_at(0);
    if (!start || dialect < 0 || dialect >= static_cast<int>(DIALECT_NAMES.size())) return 0;
    const std::optional<DealNumber> known =
        number < FIRST_DEAL ? std::nullopt : std::optional(static_cast<DealNumber>(number));
    Written written = write_line(*start, moves_in_input(), static_cast<Dialect>(dialect), known);
    if (written.refusal) return 0;
    output = std::move(written.text);
    return 1;
}

// Play the actions of a plan, which are the text after the board.
[[clang::export_name("plan")]] int plan_input() {
    const auto start = board_at(0);
    if (!start) return 0;
    const auto text = after_board();
    const PlayedPlan played =
        play_plan(*start, {reinterpret_cast<const char*>(text.data()), text.size()});
    output = "{\"moves\":" + list_of(played.moves) + ",\"won\":" + (played.won ? "true" : "false") +
             ",\"fault\":" + quoted(played.fault) + ",\"text\":" + quoted(played.text) +
             ",\"refusal\":" + json_of(played.refusal) + "}";
    return 1;
}

// Go from the board through those after it in the input, of which the first is to be itself.
[[clang::export_name("follow")]] int follow_input() {
    const auto start = board_at(0);
    std::vector<Board> boards;
    for (std::size_t at = BOARD_BYTES; at < input.size(); at += BOARD_BYTES) {
        const auto board = board_at(at);
        if (!board) return 0;
        boards.push_back(*board);
    }
    if (!start) return 0;
    const Followed found = follow(*start, boards);
    output = "{\"moves\":" + list_of(found.moves) +
             ",\"reached\":" + std::to_string(found.reached) +
             ",\"won\":" + (found.won ? "true" : "false") + "}";
    return 1;
}

// Why cards that a hand holds cannot be put down: the move after the board is of those that were
// taken, but as many go to a column as fit there. The text is `null` where nothing is against it.
[[clang::export_name("refusal")]] int refuse_input() {
    const auto board = board_at(0);
    const std::vector<Move> held = moves_in_input();
    if (!board || held.size() != 1) return 0;
    output = json_of(why_not_put(*board, held[0]));
    return 1;
}

}  // extern "C"
