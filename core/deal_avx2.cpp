// The vertical method: 32 deals side by side, one in each byte of an AVX2 register.
//
// A deck in memory is the wall of the plain loop: each draw waits for the store of the one before.
// The vertical method has no deck. Let k_n be the index that is drawn when n cards are left.
// Drawing moves card n-1 of the deck into place k_n, so the card that ends at place p of the deck,
// which is the card dealt when p+1 are left, is found by following it back:
//
//     v = k_(p+1);  for n = p+2 .. 52: if v == k_n: v = n-1
//
// These are compares and blends of bytes only. A transposition then turns 52 registers of 32 deals
// into 32 rows of 52 cards.
#include "deal_many.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <array>
#include <cstring>

namespace freecell {
namespace {

// Functions with this attribute may use AVX2 in a program that is built for any x86-64 processor.
#define WITH_AVX2 __attribute__((target("avx2")))
#define WITH_AVX2_INLINED __attribute__((target("avx2"), always_inline)) inline

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

// Packing four registers of eight 32-bit lanes into one of 32 bytes mixes the lanes; the deal in
// byte q of the packed register comes from this lane of the four.
constexpr std::size_t lane_of(std::size_t q) {
    const std::size_t half = q / 16, reg = q % 16 / 4, element = q % 4;
    return reg * 8 + half * 4 + element;
}

using States = std::array<__m256i, 4>;  // one generator state for each deal
struct alignas(32) Lanes {
    std::array<std::uint32_t, BLOCK_SIZE> state;
};
struct alignas(32) Bytes {
    std::array<std::uint8_t, BLOCK_SIZE> deal;
};
using Indices = std::array<Bytes, DECK_SIZE + 1>;  // Indices[n] is k_n of every deal
using Dealt = std::array<Bytes, DECK_SIZE>;        // Dealt[i] is card i of every deal

WITH_AVX2_INLINED __m256i load(const void* from) {
    return _mm256_load_si256(static_cast<const __m256i*>(from));
}

WITH_AVX2_INLINED void store(void* to, __m256i value) {
    _mm256_store_si256(static_cast<__m256i*>(to), value);
}

// The remainders of 16-bit values below 2^15.
WITH_AVX2_INLINED __m256i remainders(__m256i values, int n) {
    const Divisor by = divisor_of(n);
    const __m256i high =
        _mm256_mulhi_epu16(values, _mm256_set1_epi16(static_cast<short>(by.multiplier)));
    const __m256i quotient = _mm256_srl_epi16(high, _mm_cvtsi32_si128(by.shift));
    return _mm256_sub_epi16(values,
                            _mm256_mullo_epi16(quotient, _mm256_set1_epi16(static_cast<short>(n))));
}

// The index drawn from n cards by every deal's state.
template <Band BAND>
WITH_AVX2_INLINED __m256i indices(const States& states, int n) {
    // The upper halves of the states, as 16-bit values.
    const __m256i a =
        _mm256_packus_epi32(_mm256_srli_epi32(states[0], 16), _mm256_srli_epi32(states[1], 16));
    const __m256i b =
        _mm256_packus_epi32(_mm256_srli_epi32(states[2], 16), _mm256_srli_epi32(states[3], 16));
    const __m256i low = _mm256_set1_epi16(0x7fff);
    const __m256i rest = _mm256_packus_epi16(remainders(_mm256_and_si256(a, low), n),
                                             remainders(_mm256_and_si256(b, low), n));
    if constexpr (BAND == Band::microsoft) return rest;
    // The other bands add 2^15, always or where the top bit is set, and 1; that is below 2n.
    const __m256i top_rest = _mm256_set1_epi8(static_cast<char>(0x8000 % n));
    __m256i sum;
    if constexpr (BAND == Band::high_bit) {
        sum = _mm256_add_epi8(rest, top_rest);
    } else {
        const __m256i top = _mm256_packs_epi16(_mm256_srai_epi16(a, 15), _mm256_srai_epi16(b, 15));
        sum = _mm256_add_epi8(_mm256_add_epi8(rest, _mm256_and_si256(top, top_rest)),
                              _mm256_set1_epi8(1));
    }
    const __m256i over = _mm256_cmpgt_epi8(sum, _mm256_set1_epi8(static_cast<char>(n - 1)));
    return _mm256_sub_epi8(sum, _mm256_and_si256(over, _mm256_set1_epi8(static_cast<char>(n))));
}

// Follow the cards at places p .. p+COUNT-1 of the deck back to where they came from. Several at
// once share each load of k_n and hide the latency of the compares.
template <int COUNT>
WITH_AVX2_INLINED void trace(const Indices& index, int p, Dealt& dealt) {
    __m256i card[COUNT];
    const auto follow = [&](int which, __m256i k, __m256i moved) __attribute__((target("avx2"))) {
        card[which] = _mm256_blendv_epi8(card[which], moved, _mm256_cmpeq_epi8(card[which], k));
    };
    for (int n = p + 1; n <= p + COUNT; ++n) {
        const __m256i k = load(&index[static_cast<std::size_t>(n)]);
        const __m256i moved = _mm256_set1_epi8(static_cast<char>(n - 1));
        for (int which = 0; which < n - p - 1; ++which) follow(which, k, moved);
        card[n - p - 1] = k;
    }
    for (int n = p + COUNT + 1; n <= DECK_SIZE; ++n) {
        const __m256i k = load(&index[static_cast<std::size_t>(n)]);
        const __m256i moved = _mm256_set1_epi8(static_cast<char>(n - 1));
#pragma GCC unroll 8
        for (int which = 0; which < COUNT; ++which) follow(which, k, moved);
    }
    for (int which = 0; which < COUNT; ++which) {
        store(&dealt[static_cast<std::size_t>(DECK_SIZE - 1 - p - which)], card[which]);
    }
}

WITH_AVX2 void trace_all(const Indices& index, Dealt& dealt) {
    for (int p = 0; p < 48; p += 8) trace<8>(index, p, dealt);
    trace<4>(index, 48, dealt);
}

// Turn 16 cards of 32 deals, from card `i` on, into 16 bytes in each of 32 rows. One round of
// interleaving registers j and j+8 doubles the run of bytes that belong to one deal; four rounds
// make it 16.
WITH_AVX2_INLINED void transpose(const Dealt& dealt, std::size_t i, Card* cards) {
    __m256i from[16], to[16];
    for (std::size_t j = 0; j < 16; ++j) from[j] = load(&dealt[i + j]);
    for (int round = 0; round < 4; ++round) {
        for (std::size_t j = 0; j < 8; ++j) {
            to[2 * j] = _mm256_unpacklo_epi8(from[j], from[j + 8]);
            to[2 * j + 1] = _mm256_unpackhi_epi8(from[j], from[j + 8]);
        }
        std::memcpy(from, to, sizeof from);
    }
    for (std::size_t j = 0; j < 16; ++j) {
        Card* row = cards + j * DECK_SIZE + i;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row), _mm256_castsi256_si128(from[j]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row + 16 * DECK_SIZE),
                         _mm256_extracti128_si256(from[j], 1));
    }
}

WITH_AVX2 void deal_block(const Indices& index, Card* cards) {
    Dealt dealt;
    trace_all(index, dealt);
    for (const std::size_t i : {0, 16, 32, 36}) transpose(dealt, i, cards);
}

// Where the generator is after i steps from any number: number * factor + term.
struct Jump {
    std::uint32_t factor;
    std::uint32_t term;
};

constexpr std::array<Jump, DECK_SIZE + 1> JUMPS = [] {
    std::array<Jump, DECK_SIZE + 1> jumps{};
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

template <Band BAND, std::size_t... I>
WITH_AVX2_INLINED void indices_in_order(std::uint32_t first, const Offsets& offsets, Indices& index,
                                        std::index_sequence<I...>) {
    const auto draw = [&]<std::size_t STEP>() __attribute__((target("avx2"))) {
        constexpr Jump jump = JUMPS[STEP];
        const __m256i base = _mm256_set1_epi32(static_cast<int>(first * jump.factor + jump.term));
        States states;
        for (std::size_t r = 0; r < 4; ++r) {
            states[r] = _mm256_add_epi32(base, load(&offsets[STEP].state[r * 8]));
        }
        constexpr int n = DECK_SIZE + 1 - static_cast<int>(STEP);
        store(&index[n], indices<BAND>(states, n));
    };
    (draw.template operator()<I + 1>(), ...);
}

template <Band BAND, std::size_t... I>
WITH_AVX2_INLINED void indices_of(States states, Indices& index, std::index_sequence<I...>) {
    const auto draw = [&]<std::size_t STEP>() __attribute__((target("avx2"))) {
        for (__m256i& state : states) {
            state = _mm256_add_epi32(
                _mm256_mullo_epi32(state, _mm256_set1_epi32(static_cast<int>(MULTIPLIER))),
                _mm256_set1_epi32(static_cast<int>(INCREMENT)));
        }
        constexpr int n = DECK_SIZE + 1 - static_cast<int>(STEP);
        store(&index[n], indices<BAND>(states, n));
    };
    (draw.template operator()<I + 1>(), ...);
}

// With one card left nothing is drawn; the last step of the sequence is the one with two cards.
using Draws = std::make_index_sequence<DECK_SIZE - 1>;

template <Band BAND>
WITH_AVX2 void deal_in_order(DealNumber first, std::size_t count, Card* cards) {
    static const Offsets offsets = lane_offsets();
    Indices index{};
    for (std::size_t done = 0; done < count; done += BLOCK_SIZE) {
        const auto number = static_cast<std::uint32_t>(first + static_cast<DealNumber>(done));
        indices_in_order<BAND>(number, offsets, index, Draws{});
        deal_block(index, cards + done * DECK_SIZE);
    }
}

template <Band BAND>
WITH_AVX2 void deal_any(std::span<const DealNumber> numbers, Card* cards) {
    Indices index{};
    for (std::size_t done = 0; done < numbers.size(); done += BLOCK_SIZE) {
        Lanes lanes;
        for (std::size_t q = 0; q < BLOCK_SIZE; ++q) {
            lanes.state[lane_of(q)] = static_cast<std::uint32_t>(numbers[done + q]);
        }
        States states;
        for (std::size_t r = 0; r < 4; ++r) states[r] = load(&lanes.state[r * 8]);
        indices_of<BAND>(states, index, Draws{});
        deal_block(index, cards + done * DECK_SIZE);
    }
}

}  // namespace

bool has_block_dealer() {
    return __builtin_cpu_supports("avx2") != 0;
}

void deal_blocks_in_order(DealNumber first, std::size_t count, Card* cards) {
    switch (band_of(first)) {
        case Band::microsoft:
            return deal_in_order<Band::microsoft>(first, count, cards);
        case Band::high_bit:
            return deal_in_order<Band::high_bit>(first, count, cards);
        case Band::wide:
            return deal_in_order<Band::wide>(first, count, cards);
    }
}

void deal_blocks(std::span<const DealNumber> numbers, Card* cards) {
    switch (band_of(numbers.front())) {
        case Band::microsoft:
            return deal_any<Band::microsoft>(numbers, cards);
        case Band::high_bit:
            return deal_any<Band::high_bit>(numbers, cards);
        case Band::wide:
            return deal_any<Band::wide>(numbers, cards);
    }
}

}  // namespace freecell

#else  // another processor: deal_many.cpp deals one number after the other

namespace freecell {

bool has_block_dealer() {
    return false;
}
void deal_blocks_in_order(DealNumber, std::size_t, Card*) {}
void deal_blocks(std::span<const DealNumber>, Card*) {}

}  // namespace freecell

#endif
