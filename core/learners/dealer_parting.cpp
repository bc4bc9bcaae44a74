#include "learners/dealer_parting.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace freecell {
namespace {

constexpr std::uint8_t FEWEST_FOR_CLUES = 8;  // with fewer cards left much fits by chance

void look_for_clue(Parting& parted) {
    if (parted.left < FEWEST_FOR_CLUES) return;
    const auto told = [&](Clue clue) { parted.clue = clue; };
    for (const int modulus : {parted.left - 1, parted.left + 1, DECK_SIZE, DECK_SIZE + 1}) {
        if (modulus == parted.left || parted.value % static_cast<unsigned>(modulus) != parted.drawn)
            continue;
        parted.modulus = static_cast<std::uint8_t>(modulus);
        return told(Clue::MODULUS);
    }
    if (parted.state % parted.left == parted.drawn) return told(Clue::NOT_DIVIDED);
    if (parted.left - 1 - parted.place == parted.drawn) return told(Clue::FROM_THE_END);
    if ((parted.place + 1) % parted.left == parted.drawn) return told(Clue::ONE_HIGHER);
    if ((parted.drawn + 1) % parted.left == parted.place) return told(Clue::ONE_LOWER);
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

std::optional<Parting> parting(const NumberedBoard& board) {
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
            Parting parted{has_31_bits ? state & 0x7fffffff : state,
                           value,
                           static_cast<std::uint8_t>(step),
                           static_cast<std::uint8_t>(left),
                           static_cast<std::uint8_t>(place),
                           static_cast<std::uint8_t>(drawn),
                           Clue::NONE,
                           0};
            look_for_clue(parted);
            return parted;
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
