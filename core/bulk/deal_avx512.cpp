// 64 deals side by side; compiled with -mavx512bw, and called only where the processor has AVX-512
// with its byte instructions.
#include <immintrin.h>

#include "bulk/deal_vertical.h"

namespace freecell {
namespace {

struct Avx512 {
    using Register = __m512i;
    static constexpr std::size_t DEALS = 64;
    static constexpr int TRACED = 26;  // of 32 registers

    static Register load(const void* from) { return _mm512_load_si512(from); }
    static void store(void* to, Register a) { _mm512_store_si512(to, a); }

    static Register all8(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
    static Register all16(int x) { return _mm512_set1_epi16(static_cast<short>(x)); }
    static Register all32(std::uint32_t x) { return _mm512_set1_epi32(static_cast<int>(x)); }

    static Register both(Register a, Register b) { return _mm512_and_si512(a, b); }
    static Register plus8(Register a, Register b) { return _mm512_add_epi8(a, b); }
    static Register minus8(Register a, Register b) { return _mm512_sub_epi8(a, b); }
    static Register smaller8(Register a, Register b) { return _mm512_min_epu8(a, b); }
    static Register minus16(Register a, Register b) { return _mm512_sub_epi16(a, b); }
    static Register low_product16(Register a, Register b) { return _mm512_mullo_epi16(a, b); }
    static Register high_product16(Register a, Register b) { return _mm512_mulhi_epu16(a, b); }
    template <int BITS>
    static Register right16(Register a) {
        return _mm512_srli_epi16(a, BITS);
    }
    static Register plus32(Register a, Register b) { return _mm512_add_epi32(a, b); }
    static Register low_product32(Register a, Register b) { return _mm512_mullo_epi32(a, b); }
    static Register upper_half(Register a) { return _mm512_srli_epi32(a, 16); }

    static Register pack32(Register a, Register b) { return _mm512_packus_epi32(a, b); }
    static Register pack16(Register a, Register b) { return _mm512_packus_epi16(a, b); }
    static Register pack_signs16(Register a, Register b) {
        return _mm512_packs_epi16(_mm512_srai_epi16(a, 15), _mm512_srai_epi16(b, 15));
    }
    static Register interleave_low(Register a, Register b) { return _mm512_unpacklo_epi8(a, b); }
    static Register interleave_high(Register a, Register b) { return _mm512_unpackhi_epi8(a, b); }

    // Where a card is at k, it came from the last place.
    static void follow(Register& card, Register k, Register last) {
        card = _mm512_mask_mov_epi8(card, _mm512_cmpeq_epi8_mask(card, k), last);
    }

    // 16 bytes of a row, and of the rows 16, 32 and 48 deals further on.
    static void store_rows(Card* row, Register a) {
        const auto store_row = [row](int deals, __m128i part) {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(row + deals * DECK_SIZE), part);
        };
        store_row(0, _mm512_castsi512_si128(a));
        store_row(16, _mm512_extracti32x4_epi32(a, 1));
        store_row(32, _mm512_extracti32x4_epi32(a, 2));
        store_row(48, _mm512_extracti32x4_epi32(a, 3));
    }
};

}  // namespace

const BlockDealer AVX512_DEALER = block_dealer<Avx512>();

}  // namespace freecell
