// What the browser sees of the engine: a few plain functions over one buffer, which holds boards
// and moves as browser/layout.h defines. `make wasm` builds it, and the page runs it in a Worker.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "assess/deal_facts.h"
#include "assess/review.h"
#include "browser/layout.h"
#include "deal/find.h"
#include "lines/tally.h"
#include "rules/verify.h"
#include "solve/solve_short.h"
#include "solve/solve_shortest.h"

// What the Worker does while a shortest win is looked for: it shows the interval (-1 where no win
// is known yet), and says whether time is up.
extern "C" {
[[clang::import_module("worker"), clang::import_name("tell_interval")]] void tell_interval(
    int least, int most);
[[clang::import_module("worker"), clang::import_name("is_late")]] int is_late();
}

namespace {

using namespace freecell;

// Scattered cards are looked for by dealing one number after the other, up to this one: seconds.
constexpr DealNumber LAST_SCANNED = 20'000'000;
constexpr std::size_t LEAST_FIRST = 4;  // with fewer first cards there are too many numbers

std::array<std::uint8_t, 65536> buffer;  // room for a win of any length that a search finds here
Answer answer;
int least_moves = 0, most_moves = -1;  // of the shortest win
std::unique_ptr<Reviewer> reviewer;
DealFacts facts;
std::vector<double> found;
bool complete = false;

std::optional<Board> board_in_buffer() {
    return board_in(buffer);
}

Solver& solver() {  // its memory is kept from one question to the next
    static Solver only;
    return only;
}

SolveLimit limit_of(double nodes, double bytes) {
    SolveLimit limit;
    limit.nodes = static_cast<std::uint64_t>(nodes);
    limit.bytes = static_cast<std::uint64_t>(bytes);
    return limit;
}

// The moves that lie in the buffer behind a board.
std::vector<Move> moves_in_buffer(int count) {
    const std::size_t room = buffer.size() - BOARD_BYTES;
    const auto size = static_cast<std::size_t>(std::max(count, 0)) * MOVE_BYTES;
    return moves_in(std::span(buffer).subspan(BOARD_BYTES, std::min(size, room)));
}

// Writes moves into the buffer, three bytes each; returns how many, or -1 where there is no room.
int to_buffer(std::span<const Move> moves) {
    if (moves.size() * MOVE_BYTES > buffer.size()) return -1;
    std::uint8_t* to = buffer.data();
    for (const Move& move : moves) {
        *to++ = move.source;
        *to++ = move.target;
        *to++ = move.count;
    }
    return static_cast<int>(moves.size());
}

// How many of the known cards are the first ones of the deal, without a gap.
std::size_t first_cards(std::span<const KnownCard> known) {
    std::size_t count = 0;
    while (count < known.size() && known[count].index == static_cast<int>(count)) ++count;
    return count;
}

bool has_cards(DealNumber number, std::span<const KnownCard> known) {
    const Deck deck = deal_cards(number);
    return std::all_of(known.begin(), known.end(), [&](const KnownCard& each) {
        return deck[static_cast<std::size_t>(each.index)] == each.card;
    });
}

std::vector<KnownCard> known_in_buffer(int count) {
    std::vector<KnownCard> known;
    for (int i = 0; i < count && i < DECK_SIZE; ++i) {
        const auto at = static_cast<std::size_t>(2 * i);
        known.push_back({buffer[at], buffer[at + 1]});
    }
    return known;
}

// The numbers that deal some cards, all of them where the first cards are known.
std::vector<DealNumber> numbers_with(std::span<const KnownCard> known) {
    const std::size_t first = first_cards(known);
    std::vector<Card> cards;
    for (const KnownCard& each : known.first(first)) cards.push_back(each.card);
    std::vector<DealNumber> numbers = find_first_cards(cards);
    std::erase_if(numbers, [&](DealNumber number) { return !has_cards(number, known); });
    return numbers;
}

// A line is shown only when the verifier, which shares no code with the search, has replayed it.
// The moves of a shortest win are counted anew; also of one that is not proved.
bool is_checked(const Board& board, const ShortestAnswer& result) {
    if (!result.most) return true;
    const std::vector<Move>& moves = result.answer.moves;
    return verify(board, moves).won &&
           tally(board, moves).player == static_cast<std::uint32_t>(*result.most);
}

// A win that does not replay is not shown: the board stays undecided.
Answer solve_checked(const Board& board, int effort, const SolveLimit& limit) {
    Answer found =
        effort > 0 ? solve_short(solver(), board, effort, limit) : solver().solve(board, limit);
    if (found.result == Result::SOLVED && !verify(board, found.moves).won) return Answer{};
    return found;
}

std::optional<int> fact_of(int value) {
    return value < 0 ? std::nullopt : std::optional(value);
}

}  // namespace

extern "C" {

[[clang::export_name("buffer_address")]] std::uint8_t* buffer_address() {
    return buffer.data();
}

// 0 solved, 1 impossible, 2 undecided, -1 no board. An effort above 0 looks for a short solution.
[[clang::export_name("solve")]] int solve(int effort, double nodes, double bytes) {
    const std::optional<Board> board = board_in_buffer();
    answer = Answer{};
    if (!board) return -1;
    const SolveLimit limit = limit_of(nodes, bytes);
    answer = solve_checked(*board, std::min(effort, MOST_EFFORT), limit);
    return static_cast<int>(answer.result);
}

// A solution of the fewest moves, as `solve` answers: 0 only where that is proved. Undecided may
// have moves too, the best that were found. The memory of the search is given back.
[[clang::export_name("solve_shortest")]] int solve_shortest(double bytes) {
    const std::optional<Board> board = board_in_buffer();
    answer = Answer{};
    if (!board) return -1;
    const auto shortest = std::make_unique<ShortestSolver>();
    shortest->on_interval = [](int least, std::optional<int> most) {
        tell_interval(least, most.value_or(-1));
    };
    SolveLimit limit;
    limit.bytes = static_cast<std::uint64_t>(bytes);
    limit.should_stop = [](std::uint64_t) { return is_late() != 0; };
    const ShortestAnswer result = shortest->solve(*board, Unit::MOVES, limit);
    if (!is_checked(*board, result)) return static_cast<int>(Result::UNDECIDED);
    answer = result.answer;
    least_moves = result.least;
    most_moves = result.most.value_or(-1);
    return static_cast<int>(answer.result);
}

[[clang::export_name("least")]] int least() {
    return least_moves;
}

[[clang::export_name("most")]] int most() {
    return most_moves;
}

// The moves of the solution, three bytes each: source, target, count.
[[clang::export_name("moves_address")]] const Move* moves_address() {
    static_assert(sizeof(Move) == 3);
    return answer.moves.data();
}

[[clang::export_name("move_count")]] int move_count() {
    return static_cast<int>(answer.moves.size());
}

[[clang::export_name("positions")]] double positions() {
    return static_cast<double>(answer.positions);
}

// A review of the board in the buffer and the moves behind it (three bytes each), a question at a
// time: `review_begin` returns 0, or -1 where that is no board or a move is illegal; `review_step`
// whether there was a question left, and `review_decided` whether the verdicts are final; then
// `review_verdict` and `review_needed` return what is known of a position, and `review_line` writes
// its line into the buffer and returns how many moves it has.
[[clang::export_name("review_begin")]] int review_begin(int moves) {
    const std::optional<Board> board = board_in_buffer();
    if (!board) return -1;
    const std::vector<Move> line = moves_in_buffer(moves);
    if (verify(*board, line).legal_moves < line.size()) return -1;
    reviewer = std::make_unique<Reviewer>(*board, line);
    return 0;
}

[[clang::export_name("review_step")]] int review_step(double nodes, double bytes) {
    return reviewer->step(solver(), limit_of(nodes, bytes)) ? 1 : 0;
}

[[clang::export_name("review_decided")]] int review_decided() {
    return reviewer->verdicts_done() ? 1 : 0;
}

[[clang::export_name("review_verdict")]] int review_verdict(int index) {
    return static_cast<int>(reviewer->positions()[static_cast<std::size_t>(index)].verdict);
}

[[clang::export_name("review_needed")]] int review_needed(int index) {
    return reviewer->positions()[static_cast<std::size_t>(index)].needed;
}

[[clang::export_name("review_line")]] int review_line(int index) {
    return to_buffer(reviewer->positions()[static_cast<std::size_t>(index)].line);
}

// The legal moves at a position into the buffer, four bytes each: the move and the verdict after
// it.
[[clang::export_name("review_choices")]] int review_choices(int index, double nodes, double bytes) {
    const auto choices =
        reviewer->choices(static_cast<std::size_t>(index), solver(), limit_of(nodes, bytes));
    std::uint8_t* to = buffer.data();
    for (const auto& [move, verdict] : choices) {
        for (std::uint8_t part :
             {move.source, move.target, move.count, static_cast<std::uint8_t>(verdict)}) {
            *to++ = part;
        }
    }
    return static_cast<int>(choices.size());
}

// The number of the 52 cards in the buffer, in the order they are dealt; -5 where none deals them.
[[clang::export_name("find")]] double find() {
    Deck deck;
    std::copy_n(buffer.begin(), DECK_SIZE, deck.begin());
    const auto number = find_deal(deck);
    return number ? static_cast<double>(*number) : FIRST_DEAL - 1.0;
}

// Computes the next missing fact of a deal. What is known comes in (-1 for what is not; the verdict
// as `solve` returns it), with a bit 1 << fact for each fact that was tried before. Returns which
// fact was tried: 0 none, 1 moves, 2 difficulty, 3 fewest cells; then `fact` returns the facts.
[[clang::export_name("next_fact")]] int next_fact(double number, int verdict, int moves, int fewest,
                                                  int fewest_proved, int difficulty, int tried,
                                                  int thorough) {
    facts = {static_cast<DealNumber>(number),
             static_cast<Result>(verdict),
             fact_of(moves),
             fact_of(fewest),
             fewest_proved != 0,
             fact_of(difficulty)};
    FactFinder finder(facts, thorough != 0 ? THOROUGH : QUICK, solve_checked,
                      static_cast<unsigned>(tried));
    const Fact next = finder.next();
    finder.compute(next, {});
    facts = finder.facts();
    return static_cast<int>(next);
}

// One of the facts, -1 where it is not known: 0 verdict, 1 moves, 2 difficulty, 3 fewest cells, 4
// whether these are proved.
[[clang::export_name("fact")]] int fact(int which) {
    const int values[] = {static_cast<int>(facts.verdict), facts.moves.value_or(-1),
                          facts.difficulty.value_or(-1), facts.fewest.value_or(-1),
                          facts.fewest_proved ? 1 : 0};
    return values[which];
}

// Whether enough of the first cards are known to look through all numbers at once.
[[clang::export_name("finds_all")]] int finds_all(int count) {
    return first_cards(known_in_buffer(count)) >= LEAST_FIRST ? 1 : 0;
}

// The numbers that deal some cards, in the buffer as pairs of index and card, by growing index: of
// all numbers where the first cards are among them, and else of those between two numbers. At most
// `most` of them; `was_complete` says whether these are all.
[[clang::export_name("find_known")]] int find_known(int count, int most, double from, double to) {
    const std::vector<KnownCard> known = known_in_buffer(count);
    const std::vector<DealNumber> numbers =
        finds_all(count)
            ? numbers_with(known)
            : scan_for_cards(known, static_cast<DealNumber>(from), static_cast<DealNumber>(to) + 1);
    found.clear();
    for (const DealNumber number : numbers) {
        if (found.size() == static_cast<std::size_t>(most)) break;
        found.push_back(static_cast<double>(number));
    }
    complete = found.size() == numbers.size();
    return static_cast<int>(found.size());
}

[[clang::export_name("found_address")]] double* found_address() {
    return found.data();
}

// The last number that is searched where the first cards are not known.
[[clang::export_name("last_scanned")]] double last_scanned() {
    return static_cast<double>(LAST_SCANNED);
}

[[clang::export_name("was_complete")]] int was_complete() {
    return complete ? 1 : 0;
}

}  // extern "C"
