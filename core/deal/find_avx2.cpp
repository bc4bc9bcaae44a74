// Looking for some cards in 32 deals at a time, by the vertical method of deal_vertical.h: only as
// many indices are drawn as the next known card needs, and mostly none of the 32 has the first one.
// Compiled with -mavx2, and called only where the processor has AVX2.
#include <immintrin.h>

#include <array>
#include <bit>

#include "deal/find_scan.h"

namespace freecell {
namespace {

// value / n as (value * multiplier >> 16) >> shift, exact for all values below 2^15.
struct Divisor {
    std::uint16_t multiplier;
    std::uint16_t shift;
};

constexpr Divisor divisor_of(int n) {
    int log = 0;
    while ((2 << log) <= n) ++log;  // 2^log <= n < 2^(log + 1)
    if (n == (1 << log)) return {0x8000, static_cast<std::uint16_t>(log - 1)};
    return {static_cast<std::uint16_t>((1 << (16 + log)) / n + 1), static_cast<std::uint16_t>(log)};
}

constexpr auto DIVISORS = [] {
    std::array<Divisor, DECK_SIZE + 1> divisors{};
    for (int n = 2; n <= DECK_SIZE; ++n) divisors[static_cast<std::size_t>(n)] = divisor_of(n);
    return divisors;
}();

// What 2^15 leaves when divided by n.
constexpr auto TOP_RESTS = [] {
    std::array<char, DECK_SIZE + 1> rests{};
    for (int n = 1; n <= DECK_SIZE; ++n) {
        rests[static_cast<std::size_t>(n)] = static_cast<char>(0x8000 % n);
    }
    return rests;
}();

// Packing four registers of eight 32-bit lanes into one of 32 bytes mixes the lanes; the deal in
// byte q of the packed register comes from this lane of the four.
constexpr std::size_t lane_of(std::size_t q) {
    const std::size_t half = q / 16, reg = q % 16 / 4, element = q % 4;
    return reg * 8 + half * 4 + element;
}

// One generator state for each deal.
struct BlockStates {
    __m256i part[4];

    __m256i& operator[](std::size_t i) { return part[i]; }
    const __m256i& operator[](std::size_t i) const { return part[i]; }
};
struct alignas(32) Lanes {
    std::array<std::uint32_t, BLOCK_SIZE> state;
};
struct alignas(32) Bytes {
    std::array<std::uint8_t, BLOCK_SIZE> deal;
};

inline __m256i load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
}

inline void store(void* to, __m256i value) {
    _mm256_store_si256(static_cast<__m256i*>(to), value);
}

// The remainders of 16-bit values below 2^15.
inline __m256i remainders(__m256i values, int n) {
    const Divisor by = DIVISORS[static_cast<std::size_t>(n)];
    const __m256i high =
        _mm256_mulhi_epu16(values, _mm256_set1_epi16(static_cast<short>(by.multiplier)));
    const __m256i quotient = _mm256_srl_epi16(high, _mm_cvtsi32_si128(by.shift));
    return _mm256_sub_epi16(values,
                            _mm256_mullo_epi16(quotient, _mm256_set1_epi16(static_cast<short>(n))));
}

// The index drawn from n cards by every deal's state.
template <Band BAND>
inline __m256i indices(const BlockStates& states, int n) {
    // The upper halves of the states, as 16-bit values.
    const __m256i a =
        _mm256_packus_epi32(_mm256_srli_epi32(states[0], 16), _mm256_srli_epi32(states[1], 16));
    const __m256i b =
        _mm256_packus_epi32(_mm256_srli_epi32(states[2], 16), _mm256_srli_epi32(states[3], 16));
    const __m256i low = _mm256_set1_epi16(0x7fff);
    const __m256i rest = _mm256_packus_epi16(remainders(_mm256_and_si256(a, low), n),
                                             remainders(_mm256_and_si256(b, low), n));
    if constexpr (BAND == Band::MICROSOFT) return rest;
    // The other bands add 2^15, always or where the top bit is set, and 1; that is below 2n.
    const __m256i top_rest = _mm256_set1_epi8(TOP_RESTS[static_cast<std::size_t>(n)]);
    __m256i sum;
    if constexpr (BAND == Band::HIGH_BIT) {
        sum = _mm256_add_epi8(rest, top_rest);
    } else {
        const __m256i top = _mm256_packs_epi16(_mm256_srai_epi16(a, 15), _mm256_srai_epi16(b, 15));
        sum = _mm256_add_epi8(_mm256_add_epi8(rest, _mm256_and_si256(top, top_rest)),
                              _mm256_set1_epi8(1));
    }
    const __m256i over = _mm256_cmpgt_epi8(sum, _mm256_set1_epi8(static_cast<char>(n - 1)));
    return _mm256_sub_epi8(sum, _mm256_and_si256(over, _mm256_set1_epi8(static_cast<char>(n))));
}

// Where the generator is after i steps from any number: number * factor + term.
struct BlockJump {
    std::uint32_t factor;
    std::uint32_t term;
};

constexpr std::array<BlockJump, DECK_SIZE + 1> JUMPS = [] {
    std::array<BlockJump, DECK_SIZE + 1> jumps{};
    jumps[0] = {1, 0};
    for (std::size_t i = 1; i <= DECK_SIZE; ++i) {
        jumps[i] = {jumps[i - 1].factor * MULTIPLIER, jumps[i - 1].term * MULTIPLIER + INCREMENT};
    }
    return jumps;
}();

// Numbers in order: each state of number N+d is that of N plus d times a constant.
using Offsets = std::array<Lanes, DECK_SIZE + 1>;

Offsets lane_offsets() {
    Offsets offsets{};
    for (std::size_t i = 0; i <= DECK_SIZE; ++i) {
        for (std::size_t q = 0; q < BLOCK_SIZE; ++q) {
            offsets[i].state[lane_of(q)] = JUMPS[i].factor * static_cast<std::uint32_t>(q);
        }
    }
    return offsets;
}

template <Band BAND>
class Scanner {
  public:
    Scanner() : offsets_(lane_offsets()) {}

    // A bit for each of the 32 numbers from `first` on that deals these cards.
    std::uint32_t look_at(std::uint32_t first, std::span<const KnownCard> known) {
        int left = DECK_SIZE;  // the indices for more cards than this have been drawn
        auto fits = ~std::uint32_t{0};
        for (const KnownCard& card : known) {
            const int n = DECK_SIZE - card.index;
            for (; left >= n; --left) draw(first, left);
            fits &= dealt_as(n, card.card);
            if (fits == 0) break;
        }
        return fits;
    }

  private:
    inline void draw(std::uint32_t first, int n) {
        if (n == 1) return;  // the last card: nothing to choose, and its index is 0 already
        const auto step = static_cast<std::size_t>(DECK_SIZE + 1 - n);
        const BlockJump jump = JUMPS[step];
        const __m256i base = _mm256_set1_epi32(static_cast<int>(first * jump.factor + jump.term));
        BlockStates states;
        for (std::size_t r = 0; r < 4; ++r) {
            states[r] = _mm256_add_epi32(base, load(&offsets_[step].state[r * 8]));
        }
        store(&index_[static_cast<std::size_t>(n)], indices<BAND>(states, n));
    }

    // Follow the card that was dealt from n cards back to where it came from.
    inline std::uint32_t dealt_as(int n, Card card) const {
        __m256i place = load(&index_[static_cast<std::size_t>(n)]);
        for (int more = n + 1; more <= DECK_SIZE; ++more) {
            const __m256i k = load(&index_[static_cast<std::size_t>(more)]);
            place = _mm256_blendv_epi8(place, _mm256_set1_epi8(static_cast<char>(more - 1)),
                                       _mm256_cmpeq_epi8(place, k));
        }
        const __m256i same = _mm256_cmpeq_epi8(place, _mm256_set1_epi8(static_cast<char>(card)));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(same));
    }

    Offsets offsets_;
    std::array<Bytes, DECK_SIZE + 1> index_{};  // index_[n] is k_n of every deal
};

template <Band BAND>
void scan(std::span<const KnownCard> known, DealNumber first, std::size_t count,
          std::vector<DealNumber>& found) {
    Scanner<BAND> scanner;
    for (std::size_t done = 0; done < count; done += BLOCK_SIZE) {
        const DealNumber number = first + static_cast<DealNumber>(done);
        std::uint32_t fits = scanner.look_at(static_cast<std::uint32_t>(number), known);
        for (; fits != 0; fits &= fits - 1) found.push_back(number + std::countr_zero(fits));
    }
}

}  // namespace

void scan_blocks(std::span<const KnownCard> known, DealNumber first, std::size_t count,
                 std::vector<DealNumber>& found) {
    switch (band_of(first)) {
        case Band::MICROSOFT:
            return scan<Band::MICROSOFT>(known, first, count, found);
        case Band::HIGH_BIT:
            return scan<Band::HIGH_BIT>(known, first, count, found);
        case Band::WIDE:
            return scan<Band::WIDE>(known, first, count, found);
    }
}

}  // namespace freecell
