// 32 deals side by side; compiled with -mavx2, and called only where the processor has AVX2.
#include <immintrin.h>

#include "bulk/deal_vertical.h"

namespace freecell {
namespace {

struct Avx2 {
    using Register = __m256i;
    static constexpr std::size_t DEALS = 32;
    static constexpr int TRACED = 10;  // of 16 registers; more would be kept in memory

    static Register load(const void* from) {
        return _mm256_load_si256(static_cast<const Register*>(from));
    }
    static void store(void* to, Register a) { _mm256_store_si256(static_cast<Register*>(to), a); }

    static Register all8(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
    static Register all16(int x) { return _mm256_set1_epi16(static_cast<short>(x)); }
    static Register all32(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }

    static Register both(Register a, Register b) { return _mm256_and_si256(a, b); }
    static Register plus8(Register a, Register b) { return _mm256_add_epi8(a, b); }
    static Register minus8(Register a, Register b) { return _mm256_sub_epi8(a, b); }
    static Register smaller8(Register a, Register b) { return _mm256_min_epu8(a, b); }
    static Register minus16(Register a, Register b) { return _mm256_sub_epi16(a, b); }
    static Register low_product16(Register a, Register b) { return _mm256_mullo_epi16(a, b); }
    static Register high_product16(Register a, Register b) { return _mm256_mulhi_epu16(a, b); }
    template <int BITS>
    static Register right16(Register a) {
        return _mm256_srli_epi16(a, BITS);
    }
    static Register plus32(Register a, Register b) { return _mm256_add_epi32(a, b); }
    static Register low_product32(Register a, Register b) { return _mm256_mullo_epi32(a, b); }
    static Register upper_half(Register a) { return _mm256_srli_epi32(a, 16); }

    static Register pack32(Register a, Register b) { return _mm256_packus_epi32(a, b); }
    static Register pack16(Register a, Register b) { return _mm256_packus_epi16(a, b); }
    static Register pack_signs16(Register a, Register b) {
        return _mm256_packs_epi16(_mm256_srai_epi16(a, 15), _mm256_srai_epi16(b, 15));
    }
    static Register interleave_low(Register a, Register b) { return _mm256_unpacklo_epi8(a, b); }
    static Register interleave_high(Register a, Register b) { return _mm256_unpackhi_epi8(a, b); }

    // Where a card is at k, it came from the last place. That place is never below k, so that the
    // larger of the two is the right one, which is cheaper here than a blend.
    static void follow(Register& card, Register k, Register last) {
        card = _mm256_max_epu8(card, _mm256_and_si256(last, _mm256_cmpeq_epi8(card, k)));
    }

    // 16 bytes of a row, and of the row 16 deals further on.
    static void store_rows(Card* row, Register a) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row), _mm256_castsi256_si128(a));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row + 16 * DECK_SIZE),
                         _mm256_extracti128_si256(a, 1));
    }
};

}  // namespace

const BlockDealer AVX2_DEALER = block_dealer<Avx2>();

}  // namespace freecell
