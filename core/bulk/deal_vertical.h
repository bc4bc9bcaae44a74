// The vertical method: many deals side by side, one in each byte of a vector register.
//
// A deck in memory is the wall of the plain loop: each draw waits for the store of the one before.
// The vertical method has no deck. Let k_n be the index that is drawn when n cards are left.
// Drawing moves card n-1 of the deck into place k_n, so the card that ends at place p of the deck,
// which is the card dealt when p+1 are left, is found by following it back:
//
//     v = k_(p+1);  for n = p+2 .. 52: if v == k_n: v = n-1
//
// These are compares and blends of bytes only. A transposition then turns 52 registers, a card of
// every deal in each, into a row of 52 cards for every deal.
//
// The vectors are a template parameter V; deal_avx2.cpp says what they are. Each
// is compiled for its own processor, so that nothing here may be shared with the rest of the
// program: everything is in an unnamed namespace, and no function of the standard library is used.
#pragma once

#include <utility>

#include "bulk/deal_many.h"
#include "deal/deal.h"
#include "deal/processor.h"

namespace freecell {
namespace {

// One generator state for each deal, in four registers.
template <typename V>
struct States {
    typename V::Register lanes[4];
};

template <typename V>
struct alignas(64) Lanes {
    std::uint32_t state[V::DEALS];
};

template <typename V>
struct alignas(64) Bytes {
    std::uint8_t deal[V::DEALS];
};

// Indices[n] is k_n of every deal.
template <typename V>
using Indices = Bytes<V>[DECK_SIZE + 1];

// Packing four registers of 32-bit lanes into one of bytes works within 16 bytes and so mixes the
// lanes; the deal in byte q of the packed register comes from this lane of the four.
template <typename V>
constexpr std::size_t lane_of(std::size_t q) {
    const std::size_t part = q / 16, from = q % 16 / 4, element = q % 4;
    return from * (V::DEALS / 4) + part * 4 + element;
}

// The remainders of 16-bit values below 2^15. Division by n is multiplication by 2^(16+log) / n,
// rounded up, which is exact for such values.
template <typename V, int N>
typename V::Register remainders(typename V::Register values) {
    if constexpr ((N & (N - 1)) == 0) {
        return V::both(values, V::all16(N - 1));
    } else {
        constexpr int log = N >= 32 ? 5 : N >= 16 ? 4 : N >= 8 ? 3 : N >= 4 ? 2 : 1;
        constexpr int multiplier = (1 << (16 + log)) / N + 1;
        const auto quotient =
            V::template right16<log>(V::high_product16(values, V::all16(multiplier)));
        return V::minus16(values, V::low_product16(quotient, V::all16(N)));
    }
}

// The index drawn from N cards by every deal's state.
template <typename V, Band BAND, int N>
typename V::Register indices(const States<V>& states) {
    // The upper halves of the states, as 16-bit values.
    const auto a = V::pack32(V::upper_half(states.lanes[0]), V::upper_half(states.lanes[1]));
    const auto b = V::pack32(V::upper_half(states.lanes[2]), V::upper_half(states.lanes[3]));
    const auto low = V::all16(0x7fff);
    const auto rest =
        V::pack16(remainders<V, N>(V::both(a, low)), remainders<V, N>(V::both(b, low)));
    if constexpr (BAND == Band::MICROSOFT) {
        return rest;
    } else {
        // FreeCell Pro's bands add 2^15, always or where the top bit is set, and 1. The sum is
        // below 2N; taking N from a smaller one wraps round to a large byte.
        const auto top = V::all8(0x8000 % N);
        const auto sum =
            BAND == Band::HIGH_BIT
                ? V::plus8(rest, top)
                : V::plus8(V::plus8(rest, V::both(V::pack_signs16(a, b), top)), V::all8(1));
        return V::smaller8(sum, V::minus8(sum, V::all8(N)));
    }
}

// Follow the cards at places P, P+1, ... of the deck back to where they came from. Several at once
// share each load of k_n and hide the latency of the compares. All of it is unrolled, so that the
// cards stay in registers.
template <typename V, int P, int... WHICH>
void trace(const Indices<V>& index, Bytes<V>* dealt, std::integer_sequence<int, WHICH...>) {
    constexpr int COUNT = sizeof...(WHICH);
    typename V::Register card[COUNT];
    const auto start = [&]<int FIRST>() {
        card[FIRST] = V::load(&index[P + FIRST + 1]);
        const auto last = V::all8(P + FIRST);
        ((WHICH < FIRST ? V::follow(card[WHICH], card[FIRST], last) : void()), ...);
    };
    (start.template operator()<WHICH>(), ...);
    auto last = V::all8(P + COUNT);
    for (int n = P + COUNT + 1; n <= DECK_SIZE; ++n) {
        const auto k = V::load(&index[n]);
        (V::follow(card[WHICH], k, last), ...);
        last = V::plus8(last, V::all8(1));
    }
    (V::store(&dealt[DECK_SIZE - 1 - P - WHICH], card[WHICH]), ...);
}

// Trace all cards, V::TRACED of them at a time.
template <typename V, int P = 0>
void trace_all(const Indices<V>& index, Bytes<V>* dealt) {
    constexpr int COUNT = P + V::TRACED <= DECK_SIZE ? V::TRACED : DECK_SIZE - P;
    trace<V, P>(index, dealt, std::make_integer_sequence<int, COUNT>{});
    if constexpr (P + COUNT < DECK_SIZE) trace_all<V, P + COUNT>(index, dealt);
}

// Turn 16 cards of all deals, from card `i` on, into 16 bytes in each row. One round of
// interleaving registers j and j+8 doubles the run of bytes that belong to one deal; four rounds
// make it 16.
template <typename V>
void transpose(const Bytes<V>* dealt, int i, Card* cards) {
    typename V::Register from[16], to[16];
    for (int j = 0; j < 16; ++j) from[j] = V::load(&dealt[i + j]);
    for (int round = 0; round < 4; ++round) {
        for (int j = 0; j < 8; ++j) {
            to[2 * j] = V::interleave_low(from[j], from[j + 8]);
            to[2 * j + 1] = V::interleave_high(from[j], from[j + 8]);
        }
        for (int j = 0; j < 16; ++j) from[j] = to[j];
    }
    for (int j = 0; j < 16; ++j) V::store_rows(cards + j * DECK_SIZE + i, from[j]);
}

template <typename V>
void deal_block(const Indices<V>& index, Card* cards) {
    // The rows are written long after this; asked for now, their cache lines are there by then.
    for (std::size_t i = 0; i < V::DEALS * DECK_SIZE; i += 64) prefetch_to_write(cards + i);
    Bytes<V> dealt[DECK_SIZE];
    trace_all<V>(index, dealt);
    for (const int i : {0, 16, 32, 36}) transpose<V>(dealt, i, cards);
}

// Where the generator is after i steps from any number: number * factor + term.
struct Jump {
    std::uint32_t factor;
    std::uint32_t term;
};

constexpr Jump jump(int steps) {
    Jump made{1, 0};
    for (; steps > 0; --steps)
        made = {made.factor * MULTIPLIER, made.term * MULTIPLIER + INCREMENT};
    return made;
}

// Call draw.operator()<STEP>() for every step that draws: with one card left nothing is drawn.
template <typename Draw, int... I>
void each_draw(Draw draw, std::integer_sequence<int, I...>) {
    (draw.template operator()<I + 1>(), ...);
}

// Numbers in order: each state of number N+d is that of N plus d times a constant.
template <typename V, Band BAND>
void deal_in_order(DealNumber first, std::size_t count, Card* cards) {
    static Lanes<V> offsets[DECK_SIZE];
    static const bool filled = [] {
        for (int step = 0; step < DECK_SIZE; ++step) {
            for (std::uint32_t q = 0; q < V::DEALS; ++q) {
                offsets[step].state[lane_of<V>(q)] = jump(step).factor * q;
            }
        }
        return true;
    }();
    static_cast<void>(filled);
    Indices<V> index{};
    for (std::size_t done = 0; done < count; done += V::DEALS) {
        const auto number = static_cast<std::uint32_t>(first + static_cast<DealNumber>(done));
        const auto draw = [&]<int STEP>() {
            constexpr Jump by = jump(STEP);
            const auto base = V::all32(number * by.factor + by.term);
            States<V> states;
            for (int r = 0; r < 4; ++r) {
                states.lanes[r] =
                    V::plus32(base, V::load(&offsets[STEP].state[r * (V::DEALS / 4)]));
            }
            constexpr int n = DECK_SIZE + 1 - STEP;
            V::store(&index[n], indices<V, BAND, n>(states));
        };
        each_draw(draw, std::make_integer_sequence<int, DECK_SIZE - 1>{});
        deal_block<V>(index, cards + done * DECK_SIZE);
    }
}

// Numbers in no order: all generators take their steps.
template <typename V, Band BAND>
void deal_any(const DealNumber* numbers, std::size_t count, Card* cards) {
    Indices<V> index{};
    for (std::size_t done = 0; done < count; done += V::DEALS) {
        Lanes<V> lanes;
        for (std::size_t q = 0; q < V::DEALS; ++q) {
            lanes.state[lane_of<V>(q)] = static_cast<std::uint32_t>(numbers[done + q]);
        }
        States<V> states;
        for (int r = 0; r < 4; ++r) states.lanes[r] = V::load(&lanes.state[r * (V::DEALS / 4)]);
        const auto draw = [&]<int STEP>() {
            for (auto& state : states.lanes) {
                state =
                    V::plus32(V::low_product32(state, V::all32(MULTIPLIER)), V::all32(INCREMENT));
            }
            constexpr int n = DECK_SIZE + 1 - STEP;
            V::store(&index[n], indices<V, BAND, n>(states));
        };
        each_draw(draw, std::make_integer_sequence<int, DECK_SIZE - 1>{});
        deal_block<V>(index, cards + done * DECK_SIZE);
    }
}

template <typename V>
constexpr BlockDealer block_dealer() {
    return {V::DEALS,
            {deal_in_order<V, Band::MICROSOFT>, deal_in_order<V, Band::HIGH_BIT>,
             deal_in_order<V, Band::WIDE>},
            {deal_any<V, Band::MICROSOFT>, deal_any<V, Band::HIGH_BIT>, deal_any<V, Band::WIDE>}};
}

}  // namespace
}  // namespace freecell
