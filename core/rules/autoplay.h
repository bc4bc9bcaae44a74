// Automatic play: which cards go home by themselves. The one definition for the searches and
// the player of lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "rules/cards.h"

namespace freecell {

// Nothing; Microsoft's rule, found by Jim Horne; the few more cards of FreeCell Pro, by Raymond's
// rule; everything that can go. HORNE and FCPRO never cost a win.
enum class Autoplay : std::uint8_t { NONE, HORNE, FCPRO, MAX };
constexpr std::array<std::string_view, 4> AUTOPLAY_NAMES = {"none", "horne", "fcpro", "max"};

constexpr std::string_view name_of(Autoplay kind) {
    return AUTOPLAY_NAMES[static_cast<std::size_t>(kind)];
}

using Homes = std::array<std::uint8_t, SUIT_COUNT>;  // how many cards of each suit are home

// Whether a card that is the next of its suit goes home by itself.
constexpr bool goes_by_itself(const Homes& homes, Card card, Autoplay kind) {
    if (kind == Autoplay::NONE || kind == Autoplay::MAX) return kind == Autoplay::MAX;
    const int rank = rank_of(card);
    if (rank <= 1) return true;
    // Suits 0 and 3 are black, 1 and 2 red: 3 - suit is the other suit of the same colour.
    const std::size_t other = is_red(card) ? 0 : 1,
                      twin = static_cast<std::size_t>(3 - suit_of(card));
    const int lowest = std::min(homes[other], homes[3 - other]);
    if (lowest >= rank) return true;
    return kind == Autoplay::FCPRO && lowest >= rank - 1 && homes[twin] >= rank - 2;
}

}  // namespace freecell
