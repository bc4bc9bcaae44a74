#include "learners/dealer_divergence.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace freecell {
namespace {

constexpr std::uint8_t FEWEST_FOR_CLUES = 8;  // with fewer cards left much fits by chance

void look_for_clue(Divergence& diverged) {
    if (diverged.left < FEWEST_FOR_CLUES) return;
    const auto set_clue = [&](Clue clue) { diverged.clue = clue; };
    for (const int modulus : {diverged.left - 1, diverged.left + 1, DECK_SIZE, DECK_SIZE + 1}) {
        if (modulus == diverged.left ||
            diverged.value % static_cast<unsigned>(modulus) != diverged.drawn)
            continue;
        diverged.modulus = static_cast<std::uint8_t>(modulus);
        return set_clue(Clue::MODULUS);
    }
    if (diverged.state % diverged.left == diverged.drawn) return set_clue(Clue::NOT_DIVIDED);
    if (diverged.left - 1 - diverged.place == diverged.drawn) return set_clue(Clue::FROM_THE_END);
    if ((diverged.place + 1) % diverged.left == diverged.drawn) return set_clue(Clue::ONE_HIGHER);
    if ((diverged.drawn + 1) % diverged.left == diverged.place) return set_clue(Clue::ONE_LOWER);
}

// The map from one order of the 52 to another that all boards share; `pairs` gives those of one.
template <typename Pairs>
std::optional<Deck> shared_map(std::span<const NumberedBoard> boards, Pairs pairs) {
    if (boards.size() < 2) return std::nullopt;
    std::optional<Deck> shared;
    for (const NumberedBoard& board : boards) {
        const Deck map = pairs(deal_cards(board.number), board.cards);
        if (shared && *shared != map) return std::nullopt;
        shared = map;
    }
    return shared;
}

}  // namespace

std::optional<Divergence> divergence(const NumberedBoard& board) {
    Deck deck;
    std::iota(deck.begin(), deck.end(), Card{0});
    auto state = static_cast<std::uint32_t>(board.number);
    for (std::uint32_t left = DECK_SIZE; left > 0; --left) {
        state = state * MULTIPLIER + INCREMENT;
        const std::uint32_t value = value_of(state, band_of(board.number));
        const std::uint32_t place = value % left;
        const std::uint32_t step = DECK_SIZE - left;
        if (board.cards[step] != deck[place]) {
            const auto drawn =
                std::find(deck.begin(), deck.end(), board.cards[step]) - deck.begin();
            const bool has_31_bits = band_of(board.number) != Band::WIDE;
            Divergence diverged{has_31_bits ? state & 0x7fffffff : state,
                                value,
                                static_cast<std::uint8_t>(step),
                                static_cast<std::uint8_t>(left),
                                static_cast<std::uint8_t>(place),
                                static_cast<std::uint8_t>(drawn),
                                Clue::NONE,
                                0};
            look_for_clue(diverged);
            return diverged;
        }
        deck[place] = deck[left - 1];
    }
    return std::nullopt;
}

std::optional<Deck> common_deck(std::span<const NumberedBoard> boards) {
    return shared_map(boards, [](const Deck& right, const Deck& theirs) {
        Deck map;
        for (std::size_t at = 0; at < map.size(); ++at) map[right[at]] = theirs[at];
        return map;
    });
}

std::optional<Deck> common_places(std::span<const NumberedBoard> boards) {
    return shared_map(boards, [](const Deck& right, const Deck& theirs) {
        Deck map;
        for (std::size_t at = 0; at < map.size(); ++at) {
            const auto dealt = std::find(right.begin(), right.end(), theirs[at]) - right.begin();
            map[at] = static_cast<Card>(dealt);
        }
        return map;
    });
}

}  // namespace freecell
