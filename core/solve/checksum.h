// The checksum of certificates: hashes of texts added up modulo 2^64, so that their order does not
// matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/cards.h"

namespace freecell {

inline std::string card_name(Card card) {
    return {"A23456789TJQK"[rank_of(card)], "CDHS"[suit_of(card)]};
}

// FNV-1a with 64 bits.
inline std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : text) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
    return hash;
}

}  // namespace freecell
