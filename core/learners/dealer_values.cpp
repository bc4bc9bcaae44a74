#include "learners/dealer_values.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace freecell {
namespace {

constexpr std::uint64_t TWO_TO_31 = std::uint64_t{1} << 31;
constexpr std::uint64_t TWO_TO_32 = std::uint64_t{1} << 32;

// Fill in a value from a function that gives its remainders.
template <typename Remainder>
void note(DrawnValue& drawn, std::size_t left, Remainder remainder) {
    const auto modulo = [&](std::size_t modulus) {
        return static_cast<std::uint8_t>(remainder(static_cast<std::uint32_t>(modulus)));
    };
    drawn = {modulo(left), modulo(left > 1 ? left - 1 : 1), modulo(DECK_SIZE),
             modulo(DECK_SIZE - 1), NO_INDEX};
}

// Values that fit into 64 bits, each made by a call.
template <typename Next>
void draw_whole(DrawnValues& values, Next next) {
    std::size_t left = DECK_SIZE;
    for (DrawnValue& drawn : values) {
        const std::uint64_t value = next();
        note(drawn, left, [&](std::uint32_t modulus) { return value % modulus; });
        if (value < (1U << 15)) drawn.scaled = static_cast<std::uint8_t>(value * left >> 15);
        --left;
    }
}

// Values of any size, of which only the remainders are known.
template <typename Next>
void draw_remainders(DrawnValues& values, Next next) {
    std::size_t left = DECK_SIZE;
    for (DrawnValue& drawn : values) {
        next();
        note(drawn, left--, [&](std::uint32_t modulus) { return next.remainder(modulus); });
    }
}

std::uint64_t stepped(std::uint64_t state) {
    return state * MULTIPLIER + INCREMENT;
}

std::uint64_t microsoft(std::uint64_t state) {
    return state % TWO_TO_31 >> 16;
}

void draw_right(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint32_t>(number);
    draw_whole(values, [&] {
        state = state * MULTIPLIER + INCREMENT;
        return value_of(state, band_of(number));
    });
}

// The states are those of the task, modulo 2^31; what is made of them is not.
template <std::uint64_t (*Value)(std::uint64_t)>
void draw_from_state(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number);
    draw_whole(values, [&] { return Value(state = stepped(state) % TWO_TO_31); });
}

std::uint64_t whole(std::uint64_t state) {
    return state;
}
std::uint64_t low_bits(std::uint64_t state) {
    return state % (1U << 15);
}
std::uint64_t with_14_bits(std::uint64_t state) {
    return state >> 16 & 0x3fff;
}
std::uint64_t shifted_by_15(std::uint64_t state) {
    return state >> 15;
}
std::uint64_t shifted_by_8(std::uint64_t state) {
    return state >> 8;
}
std::uint64_t rounded(std::uint64_t state) {
    return (state + (1U << 15)) >> 16;
}
std::uint64_t caret_for_16(std::uint64_t state) {
    return state / 2 ^ 16;
}

// The value is the upper bits of the state; the states are not those of the task.
template <std::uint64_t (*Next)(std::uint64_t)>
void draw_upper_bits(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number);
    draw_whole(values, [&] { return (state = Next(state)) >> 16; });
}

std::uint64_t with_32_bits(std::uint64_t state) {
    return stepped(state) % TWO_TO_32;
}
std::uint64_t short_modulus(std::uint64_t state) {
    return stepped(state) % (TWO_TO_31 - 1);
}
std::uint64_t caret_for_31(std::uint64_t state) {
    return stepped(state) % 2 ^ 31;
}
std::uint64_t swapped_constants(std::uint64_t state) {
    return (state * INCREMENT + MULTIPLIER) % TWO_TO_31;
}
// Where `&` takes no more than 32 bits and cuts larger numbers down to the largest.
std::uint64_t clamped(std::uint64_t state) {
    const std::uint64_t next = stepped(state);
    return next < TWO_TO_32 ? next % TWO_TO_31 : TWO_TO_31 - 1;
}

// With ^ for both powers: the state is 30 or 31, and half of it with bit 4 set is always the same.
void draw_caret(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number);
    draw_whole(values, [&] { return caret_for_16(state = caret_for_31(state)); });
}

// Signed integers of 32 bits: the division rounds down, as >> does, and so does the remainder.
struct SignedValues {
    std::int64_t state;
    enum { KEPT, MADE_POSITIVE, MADE_POSITIVE_LATE } sign;

    void operator()() {
        state = static_cast<std::int32_t>(stepped(static_cast<std::uint64_t>(state)));
    }
    std::int64_t remainder(std::int64_t modulus) const {
        const std::int64_t value = sign == MADE_POSITIVE ? std::abs(state) >> 16 : state >> 16;
        if (sign == MADE_POSITIVE_LATE) return std::abs(value) % modulus;
        return (value % modulus + modulus) % modulus;
    }
};

void draw_signed(DealNumber number, DrawnValues& values) {
    draw_remainders(values, SignedValues{number, SignedValues::KEPT});
}
void draw_made_positive(DealNumber number, DrawnValues& values) {
    draw_remainders(values, SignedValues{number, SignedValues::MADE_POSITIVE});
}
void draw_made_positive_late(DealNumber number, DrawnValues& values) {
    draw_remainders(values, SignedValues{number, SignedValues::MADE_POSITIVE_LATE});
}

// A state that grows for 52 steps: a thousand bits, the lowest first.
struct GrowingState {
    std::array<std::uint32_t, 32> limbs{};

    void operator()() {
        std::uint64_t carry = INCREMENT;
        for (std::uint32_t& limb : limbs) {
            carry += std::uint64_t{limb} * MULTIPLIER;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    std::uint64_t remainder(std::uint64_t modulus) const {
        std::uint64_t rest = 0;
        for (std::size_t at = limbs.size() - 1; at > 0; --at) {
            rest = ((rest << 32) + limbs[at]) % modulus;
        }
        return ((rest << 16) + (limbs[0] >> 16)) % modulus;
    }
};

void draw_growing(DealNumber number, DrawnValues& values) {
    GrowingState state;
    state.limbs[0] = static_cast<std::uint32_t>(number);
    state.limbs[1] = static_cast<std::uint32_t>(number >> 32);
    draw_remainders(values, state);
}

void draw_64_bits(DealNumber number, DrawnValues& values) {
    draw_upper_bits<stepped>(number, values);
}

// The same in floating point, which loses the lower bits on the way.
struct FloatingState {
    double state;

    void operator()() { state = state * MULTIPLIER + INCREMENT; }
    double remainder(double modulus) const { return std::fmod(std::floor(state / 65536), modulus); }
};

void draw_floating(DealNumber number, DrawnValues& values) {
    draw_remainders(values, FloatingState{static_cast<double>(number)});
}

void draw_floating_masked(DealNumber number, DrawnValues& values) {
    FloatingState state{static_cast<double>(number)};
    draw_whole(values, [&] {
        state();
        return microsoft(
            static_cast<std::uint64_t>(std::fmod(state.state, static_cast<double>(TWO_TO_32))));
    });
}

// Right values, but not each in its turn.
template <std::size_t First, std::size_t Stride>
void draw_in_turn(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number) % TWO_TO_31;
    for (std::size_t skipped = 0; skipped < First; ++skipped) state = stepped(state) % TWO_TO_31;
    draw_whole(values, [&] {
        const std::uint64_t value = state >> 16;
        for (std::size_t each = 0; each < Stride; ++each) state = stepped(state) % TWO_TO_31;
        return value;
    });
}

// The generator starts with a number beside the right one.
template <int Offset>
void draw_from_beside(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number + Offset);
    draw_whole(values, [&] { return (state = stepped(state) % TWO_TO_31) >> 16; });
}

void draw_counted_up(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number);
    draw_whole(values, [&] { return microsoft(stepped(state++)); });
}

void draw_value_kept(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint64_t>(number);
    draw_whole(values, [&] { return state = microsoft(stepped(state)); });
}

// The generators of other libraries.

std::uint32_t bsd_stepped(std::uint32_t state) {
    return state * 1103515245 + 12345;
}

void draw_bsd(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint32_t>(number);
    draw_whole(values, [&] { return (state = bsd_stepped(state)) % TWO_TO_31; });
}

void draw_ansi_c(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint32_t>(number);
    draw_whole(values, [&] { return microsoft(state = bsd_stepped(state)); });
}

void draw_ansi_c_32_bits(DealNumber number, DrawnValues& values) {
    auto state = static_cast<std::uint32_t>(number);
    draw_whole(values, [&] { return (state = bsd_stepped(state)) >> 16; });
}

// The same in floating point, as in JavaScript: the product has 61 bits and is rounded to 53.
template <std::uint64_t Modulus, std::uint64_t (*Value)(std::uint64_t)>
void draw_bsd_floating(DealNumber number, DrawnValues& values) {
    auto state = static_cast<double>(number);
    draw_whole(values, [&] {
        state = std::fmod(state * 1103515245.0 + 12345.0, static_cast<double>(Modulus));
        return Value(static_cast<std::uint64_t>(state));
    });
}

// `rand` of the GNU C library: each value is the sum of the 3rd and the 31st before it.
void draw_glibc(DealNumber number, DrawnValues& values) {
    constexpr std::size_t warm_up = 344;
    std::vector<std::uint32_t> sums(warm_up + DECK_SIZE);
    std::int64_t word = static_cast<std::int32_t>(number == 0 ? 1 : number);
    for (std::size_t at = 0; at < 31; ++at) {
        sums[at] = static_cast<std::uint32_t>(word);
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
    }
    for (std::size_t at = 31; at < 34; ++at) sums[at] = sums[at - 31];
    for (std::size_t at = 34; at < sums.size(); ++at) sums[at] = sums[at - 3] + sums[at - 31];
    std::size_t at = warm_up;
    draw_whole(values, [&] { return sums[at++] >> 1; });
}

constexpr ValueMistake MISTAKES[] = {
    {"", draw_right},
    {"wraps at 2^31", draw_from_state<microsoft>},
    {"32 bits", draw_upper_bits<with_32_bits>},
    {"64 bits", draw_64_bits},
    {"no modulus", draw_growing},
    {"modulus 2^31 - 1", draw_upper_bits<short_modulus>},
    {"signed", draw_signed},
    {"signed, made positive", draw_made_positive},
    {"signed, made positive late", draw_made_positive_late},
    {"floating point", draw_floating},
    {"floating point, masked", draw_floating_masked},
    {"clamped", draw_upper_bits<clamped>},
    {"not shifted", draw_from_state<whole>},
    {"low bits", draw_from_state<low_bits>},
    {"14 bits", draw_from_state<with_14_bits>},
    {"shifted by 15", draw_from_state<shifted_by_15>},
    {"shifted by 8", draw_from_state<shifted_by_8>},
    {"rounded", draw_from_state<rounded>},
    {"caret", draw_caret},
    {"caret in the modulus", draw_upper_bits<caret_for_31>},
    {"caret in the division", draw_from_state<caret_for_16>},
    {"state not kept", draw_in_turn<1, 0>},
    {"number one higher", draw_from_beside<1>},
    {"number one lower", draw_from_beside<-1>},
    {"number counted up", draw_counted_up},
    {"value kept as state", draw_value_kept},
    {"value lost before each card", draw_in_turn<2, 2>},
    {"value lost after each card", draw_in_turn<1, 2>},
    {"one step early", draw_in_turn<0, 1>},
    {"one step late", draw_in_turn<2, 1>},
    {"constants swapped", draw_upper_bits<swapped_constants>},
    {"BSD generator", draw_bsd},
    {"BSD generator, floating point", draw_bsd_floating<TWO_TO_31, whole>},
    {"ANSI C generator", draw_ansi_c},
    {"ANSI C generator, 32 bits", draw_ansi_c_32_bits},
    {"ANSI C generator, floating point", draw_bsd_floating<TWO_TO_31, microsoft>},
    {"ANSI C generator, 32 bits in floating point", draw_bsd_floating<TWO_TO_32, microsoft>},
    {"GNU generator", draw_glibc},
};

}  // namespace

std::span<const ValueMistake> value_mistakes() {
    return MISTAKES;
}

}  // namespace freecell
