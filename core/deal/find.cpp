// How a number is found without trying all of them.
//
// The cards of a deal, as far as they are known from the first one on, say which index k was drawn
// from n cards, for n = 52, 51, ... A random value x, taken from the generator's state s by x = s
// >> 16, was then a multiple of n away from k (for the two bands of FreeCell Pro first subtract
// what they add). The lowest b bits of s depend on the lowest b bits of the number only, so:
//
// 1. For even n, k tells bit 16 of s, a matter of 17 bits of the number. Bit 16 of the number
//    turns this bit round in all states alike, so that 2^16 low parts are looked up in one bitmap
//    for each even n, for all bands at once.
// 2. For n divisible by 4, 8, 16, 32, k tells bits 17 to 20 of s: the low parts grow bit by bit.
// 3. The remaining bits of the number and those of the first value determine each other, and of
//    these values only every 13th fits k for n = 52. These few numbers are dealt until a card
//    differs.
#include "deal/find.h"

#include <algorithm>
#include <array>
#include <bit>

#include "deal/find_scan.h"
#include "deal/processor.h"

namespace freecell {
namespace {

constexpr std::size_t WORDS = (1 << 16) / 64;
using Bitmap = std::array<std::uint64_t, WORDS>;
using Bitmaps = std::array<Bitmap, DECK_SIZE / 2>;

// What a card says about the value it was drawn with: value % n == rest.
struct Draw {
    std::uint32_t n;
    std::uint32_t rest;

    // x % n without a division, exact for the 16-bit values that occur here.
    bool fits(std::uint32_t x) const {
        const std::uint32_t low = reciprocal * x;
        return static_cast<std::uint32_t>((std::uint64_t{low} * n) >> 32) == rest;
    }
    std::uint32_t reciprocal;
};
using Draws = std::vector<Draw>;

Draw draw_of(std::uint32_t n, std::uint32_t rest) {
    return {n, rest, n == 1 ? 0 : static_cast<std::uint32_t>((std::uint64_t{1} << 32) / n + 1)};
}

// Bit 16 of the state behind each even draw, for every low part: bitmaps[i] is for 52 - 2i cards.
Bitmaps make_bitmaps() {
    Bitmaps bitmaps{};
    for (std::uint32_t low = 0; low < 1 << 16; ++low) {
        std::uint32_t state = low;
        for (std::size_t step = 0; step < DECK_SIZE; ++step) {
            state = state * MULTIPLIER + INCREMENT;
            if (step % 2 == 0) {
                bitmaps[step / 2][low / 64] |= std::uint64_t{(state >> 16) & 1} << low % 64;
            }
        }
    }
    return bitmaps;
}

// The draws that deal these cards, or none if a card comes twice.
Draws draws_of(std::span<const Card> cards) {
    std::array<Card, DECK_SIZE> deck;
    for (std::size_t i = 0; i < DECK_SIZE; ++i) deck[i] = static_cast<Card>(i);
    Draws draws;
    std::uint32_t n = DECK_SIZE;
    for (const Card card : cards) {
        const auto place = std::find(deck.begin(), deck.begin() + n, card);
        if (place == deck.begin() + n) return {};
        draws.push_back(draw_of(n, static_cast<std::uint32_t>(place - deck.begin())));
        *place = deck[--n];
    }
    return draws;
}

// How a band makes a value: some of the upper bits of the state, plus an offset.
struct BandRule {
    DealNumber first;
    int bits;
    std::uint32_t added;
};
constexpr std::array<BandRule, 3> BANDS = {
    {{0, 15, 0}, {DealNumber{1} << 31, 15, 0x8000}, {DealNumber{1} << 32, 16, 1}}};

// The draws with what the band adds taken away, so that they depend on the state's bits alone.
Draws draws_in(const BandRule& band, Draws draws) {
    for (Draw& draw : draws) draw.rest = (draw.rest + draw.n * 0x8000 - band.added) % draw.n;
    return draws;
}

// Low parts of 16 bits for which bit 16 of all states is as these draws say, and those for which
// it is the opposite in all.
struct LowParts {
    std::vector<std::uint32_t> same, opposite;
};

void add_bits(std::uint64_t bits, std::size_t word, std::vector<std::uint32_t>& to) {
    for (; bits != 0; bits &= bits - 1) {
        to.push_back(static_cast<std::uint32_t>(word * 64) +
                     static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
}

LowParts low_parts(const Draws& draws) {
    static const Bitmaps bitmaps = make_bitmaps();
    LowParts parts;
    for (std::size_t word = 0; word < WORDS; ++word) {
        std::uint64_t same = ~std::uint64_t{0}, opposite = same;
        for (std::size_t step = 0; step < draws.size() && (same | opposite) != 0; step += 2) {
            const std::uint64_t wanted = (draws[step].rest & 1) != 0 ? ~std::uint64_t{0} : 0;
            const std::uint64_t differs = bitmaps[step / 2][word] ^ wanted;
            same &= ~differs;
            opposite &= differs;
        }
        add_bits(same, word, parts.same);
        add_bits(opposite, word, parts.opposite);
    }
    return parts;
}

// One band's search: from low parts of 17 bits to whole numbers.
class BandSearch {
  public:
    BandSearch(const BandRule& band, const Draws& draws, std::vector<DealNumber>& found)
        : band_(band), draws_(draws), found_(found) {
        for (const Draw& draw : draws_) {
            powers_ = std::max(powers_, std::min(5, std::countr_zero(draw.n)));
        }
    }

    // Let the low part, of which `power` bits of each value are known, grow bit by bit.
    void grow(std::uint32_t low, int power) {
        if (power == powers_) return finish(low);
        for (const std::uint32_t bit : {0u, 1u}) {
            const std::uint32_t grown = low | bit << (16 + power);
            if (fits(grown, power + 1)) grow(grown, power + 1);
        }
    }

  private:
    bool fits(std::uint32_t low, int power) const {
        const std::uint32_t mask = (1u << power) - 1;
        std::uint32_t state = low;
        return std::all_of(draws_.begin(), draws_.end(), [&](const Draw& draw) {
            state = state * MULTIPLIER + INCREMENT;
            return (draw.n & mask) != 0 || (((state >> 16) ^ draw.rest) & mask) == 0;
        });
    }

    // Try all upper parts with which the first value fits.
    void finish(std::uint32_t low) {
        const int known = 16 + powers_;  // bits of the number
        const std::uint32_t upper_mask = (1u << (band_.bits - powers_)) - 1;
        const std::uint32_t first = low * MULTIPLIER + INCREMENT;
        const std::uint32_t value = (first >> 16) & ((1u << powers_) - 1);
        std::uint32_t upper = 0;  // of the first value; the one after the other fits
        while ((value + (upper << powers_)) % 13 != draws_[0].rest % 13) ++upper;
        for (; upper <= upper_mask; upper += 13) {
            const std::uint32_t part = ((upper - (first >> known)) * INVERSE) & upper_mask;
            check(low | part << known);
        }
    }

    void check(std::uint32_t seed) {
        const std::uint32_t mask = (1u << band_.bits) - 1;
        std::uint32_t state = seed;
        for (const Draw& draw : draws_) {
            state = state * MULTIPLIER + INCREMENT;
            if (!draw.fits((state >> 16) & mask)) return;
        }
        const DealNumber base = band_.bits == 15 ? band_.first : DealNumber{1} << 32;
        found_.push_back(base + static_cast<DealNumber>(seed));
    }

    static constexpr std::uint32_t INVERSE = [] {  // of the multiplier, modulo 2^32
        std::uint32_t inverse = 1;
        for (int i = 0; i < 5; ++i) inverse *= 2 - MULTIPLIER * inverse;
        return inverse;
    }();

    const BandRule& band_;
    const Draws draws_;
    std::vector<DealNumber>& found_;
    int powers_ = 2;  // how many bits of the values follow from the powers of two in the draws
};

// Most deals differ at the first known card, and are dealt no further; `known` is sorted by index.
bool deals(DealNumber number, std::span<const KnownCard> known) {
    const auto is_dealt = [&](std::span<const KnownCard> some) {
        const Deck deck = deal_cards(number, static_cast<std::uint32_t>(some.back().index) + 1);
        return std::all_of(some.begin(), some.end(), [&](const KnownCard& card) {
            return deck[static_cast<std::size_t>(card.index)] == card.card;
        });
    };
    return known.empty() || (is_dealt(known.first(1)) && is_dealt(known));
}

// Scan numbers of one band many at a time, where this processor can; return how many were scanned.
std::size_t scan_in_blocks([[maybe_unused]] std::span<const KnownCard> known,
                           [[maybe_unused]] DealNumber first, [[maybe_unused]] DealNumber end,
                           [[maybe_unused]] std::vector<DealNumber>& found) {
    if constexpr (BUILT_FOR_X86) {
        if (has_avx2()) {
            const auto count = static_cast<std::size_t>(end - first) / BLOCK_SIZE * BLOCK_SIZE;
            scan_blocks(known, first, count, found);
            return count;
        }
    }
    return 0;
}

DealNumber end_of_band(DealNumber number) {
    return DealNumber{1} << (31 + static_cast<int>(band_of(number)));
}

}  // namespace

std::optional<DealNumber> find_deal(const Deck& deck) {
    for (DealNumber number = FIRST_DEAL; number < 0; ++number) {
        if (deal_cards(number) == deck) return number;
    }
    const std::vector<DealNumber> found = find_first_cards(deck);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<DealNumber> find_first_cards(std::span<const Card> cards) {
    std::vector<DealNumber> found;
    const Draws draws = draws_of(cards);
    if (draws.empty()) return found;
    const LowParts parts = low_parts(draws);
    for (const BandRule& band : BANDS) {
        BandSearch search(band, draws_in(band, draws), found);
        const bool turned = band.added % 2 == 1;  // all parities are the other way round
        for (const std::uint32_t low : parts.same) search.grow(low | (turned ? 1u << 16 : 0), 1);
        for (const std::uint32_t low : parts.opposite) {
            search.grow(low | (turned ? 0 : 1u << 16), 1);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<DealNumber> scan_for_cards(std::span<const KnownCard> known, DealNumber first,
                                       DealNumber end) {
    std::vector<KnownCard> sorted(known.begin(), known.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const KnownCard& a, const KnownCard& b) { return a.index < b.index; });
    std::vector<DealNumber> found;
    while (first < end) {
        const DealNumber stop = std::min(end, end_of_band(first));
        first += static_cast<DealNumber>(scan_in_blocks(sorted, first, stop, found));
        for (; first < stop; ++first) {
            if (deals(first, sorted)) found.push_back(first);
        }
    }
    return found;
}

std::optional<DealNumber> scan_for_deal(const Deck& deck, DealNumber first, DealNumber end) {
    const Draws draws = draws_of(deck);
    for (; !draws.empty() && first < end; ++first) {
        const BandRule& band = BANDS[static_cast<std::size_t>(band_of(first))];
        auto state = static_cast<std::uint32_t>(first);
        const bool fits = std::all_of(draws.begin(), draws.end(), [&](const Draw& draw) {
            state = state * MULTIPLIER + INCREMENT;
            return draw.fits(((state >> 16) & ((1u << band.bits) - 1)) + band.added);
        });
        if (fits) return first;
    }
    return std::nullopt;
}

}  // namespace freecell
