// What the page for learners sees of dealers with mistakes: a few plain functions over two buffers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "deal/find.h"
#include "learners/dealer_divergence.h"
#include "learners/dealer_mistakes.h"

namespace {

using namespace freecell;

constexpr std::size_t MOST_BOARDS = 64;
constexpr std::size_t DEALER_BYTES = DEALER_PARTS + SUIT_COUNT;
constexpr std::size_t MOST_DEALERS = MOST_BOARDS * DECK_SIZE / DEALER_BYTES;

std::array<double, MOST_BOARDS> numbers;
std::array<std::uint8_t, MOST_BOARDS * DECK_SIZE> cards;  // of boards, row by row; or dealers

NumberedBoard board_at(std::size_t at) {
    NumberedBoard board{static_cast<DealNumber>(numbers[at]), {}};
    std::copy_n(cards.begin() + static_cast<std::ptrdiff_t>(at * DECK_SIZE), DECK_SIZE,
                board.cards.begin());
    return board;
}

std::vector<NumberedBoard> first_boards(int count) {
    std::vector<NumberedBoard> boards;
    for (int at = 0; at < count; ++at) boards.push_back(board_at(static_cast<std::size_t>(at)));
    return boards;
}

// A dealer as bytes: the index of its mistake in each part, and its suits.
void write_dealer(const Dealer& dealer, std::size_t at) {
    std::uint8_t* to = cards.data() + at * DEALER_BYTES;
    to = std::copy(dealer.mistakes.begin(), dealer.mistakes.end(), to);
    std::copy(dealer.suits.begin(), dealer.suits.end(), to);
}

}  // namespace

extern "C" {

[[clang::export_name("dealer_numbers")]] double* dealer_numbers() {
    return numbers.data();
}

[[clang::export_name("dealer_cards")]] std::uint8_t* dealer_cards() {
    return cards.data();
}

// The names of a part's mistakes, a line each; the first line is empty: right.
[[clang::export_name("dealer_names")]] const char* dealer_names(int part) {
    static std::array<std::string, DEALER_PARTS> texts;
    std::string& text = texts[static_cast<std::size_t>(part)];
    text.clear();
    for (const std::string_view name : mistake_names(static_cast<DealerPart>(part))) {
        text += name;
        text += '\n';
    }
    return text.c_str();
}

// Finds the dealers that explain the first `count` boards; returns their number.
[[clang::export_name("dealer_explain")]] int dealer_explain(int count) {
    const std::vector<Dealer> found = explain(first_boards(count));
    const std::size_t listed = std::min(found.size(), MOST_DEALERS);
    for (std::size_t at = 0; at < listed; ++at) write_dealer(found[at], at);
    return static_cast<int>(listed);
}

// The dealer that is nearest to the first board; how many of its cards are the same.
[[clang::export_name("dealer_nearest")]] int dealer_nearest() {
    const Nearest found = nearest_dealer(board_at(0));
    write_dealer(found.dealer, 0);
    return static_cast<int>(found.cards);
}

// Where the first board leaves the right shuffle: state and value among the numbers, then as bytes
// step, cards left, right index, drawn index, clue and modulus. 0: it is the right board.
[[clang::export_name("dealer_divergence")]] int dealer_divergence() {
    const std::optional<Divergence> found = divergence(board_at(0));
    if (!found) return 0;
    numbers[0] = found->state;
    numbers[1] = found->value;
    const std::uint8_t values[] = {found->step,
                                   found->left,
                                   found->place,
                                   found->drawn,
                                   static_cast<std::uint8_t>(found->clue),
                                   found->modulus};
    std::copy(std::begin(values), std::end(values), cards.begin());
    return 1;
}

// The deck in another order, or the other places, that explain the first `count` boards; 0: none.
[[clang::export_name("dealer_common")]] int dealer_common(int count, int places) {
    const std::vector<NumberedBoard> boards = first_boards(count);
    const std::optional<Deck> found = places ? common_places(boards) : common_deck(boards);
    if (found) std::copy(found->begin(), found->end(), cards.begin());
    return found ? 1 : 0;
}

// The number that deals the first board; -5 where none does.
[[clang::export_name("dealer_find")]] double dealer_find() {
    const auto number = find_deal(board_at(0).cards);
    return number ? static_cast<double>(*number) : FIRST_DEAL - 1.0;
}

// Deal the first number as a dealer does; 0: with this number it deals no board.
[[clang::export_name("dealer_deal")]] int dealer_deal(int value, int deck, int pick, int layout) {
    Dealer dealer;
    dealer.mistakes = {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(deck),
                       static_cast<std::uint8_t>(pick), static_cast<std::uint8_t>(layout)};
    const std::optional<Deck> dealt = deal_with(dealer, static_cast<DealNumber>(numbers[0]));
    if (dealt) std::copy(dealt->begin(), dealt->end(), cards.begin());
    return dealt ? 1 : 0;
}

}  // extern "C"
