#include "bulk/deal_many.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "deal/processor.h"

namespace freecell {
namespace {

void deal_one_by_one(std::span<const DealNumber> numbers, Card* cards) {
    for (const DealNumber number : numbers) {
        const Deck deck = deal_cards(number);
        std::memcpy(cards, deck.data(), DECK_SIZE);
        cards += DECK_SIZE;
    }
}

// How many of `count` numbers of one band can be dealt in blocks.
std::size_t in_blocks(DealNumber number, std::size_t count, const BlockDealer* dealer) {
    return number >= 0 && dealer != nullptr ? count - count % dealer->deals : 0;
}

// The first number behind the band of this one; the special games are a band of their own.
DealNumber band_end(DealNumber number) {
    if (number < 0) return 0;
    return DealNumber{1} << (31 + static_cast<int>(band_of(number)));
}

void deal_part_in_order(DealNumber first, std::size_t count, Card* cards,
                        const BlockDealer* dealer) {
    while (count > 0) {
        const auto in_band = static_cast<std::size_t>(band_end(first) - first);
        const std::size_t run = std::min(count, in_band);
        const std::size_t blocks = in_blocks(first, run, dealer);
        if (blocks > 0) dealer->in_order[static_cast<int>(band_of(first))](first, blocks, cards);
        for (std::size_t i = blocks; i < run; ++i) {
            const DealNumber number = first + static_cast<DealNumber>(i);
            deal_one_by_one({&number, 1}, cards + i * DECK_SIZE);
        }
        first += static_cast<DealNumber>(run);
        cards += run * DECK_SIZE;
        count -= run;
    }
}

void deal_part(std::span<const DealNumber> numbers, Card* cards, const BlockDealer* dealer) {
    while (!numbers.empty()) {
        const DealNumber first = numbers.front();
        const DealNumber end = band_end(first);
        const DealNumber begin = end == 0 ? FIRST_DEAL : end == DealNumber{1} << 31 ? 0 : end / 2;
        const auto same_band = std::find_if(numbers.begin(), numbers.end(), [&](DealNumber number) {
            return number < begin || number >= end;
        });
        const auto run = static_cast<std::size_t>(same_band - numbers.begin());
        const std::size_t blocks = in_blocks(first, run, dealer);
        if (blocks > 0) {
            dealer->any[static_cast<int>(band_of(first))](numbers.data(), blocks, cards);
        }
        deal_one_by_one(numbers.subspan(blocks, run - blocks), cards + blocks * DECK_SIZE);
        numbers = numbers.subspan(run);
        cards += run * DECK_SIZE;
    }
}

// Threads that are waited for at the end of their block: not every library has std::jthread.
struct Joined {
    std::vector<std::thread> threads;
    ~Joined() {
        for (std::thread& thread : threads) thread.join();
    }
};

// Call part(begin, end) for pieces of 0..count on this many threads.
template <typename Part>
void share(std::size_t count, int threads, Part part) {
    constexpr std::size_t BLOCK_SIZE = 64;  // a piece is whole blocks of any dealer
    const std::size_t blocks = (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
    const std::size_t pieces = std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1,
                                                       std::max<std::size_t>(blocks, 1));
    const auto edge = [&](std::size_t piece) {
        return std::min(count, blocks * piece / pieces * BLOCK_SIZE);
    };
    Joined others;
    for (std::size_t piece = 1; piece < pieces; ++piece) {
        others.threads.emplace_back(part, edge(piece), edge(piece + 1));
    }
    part(std::size_t{0}, edge(1));
}

std::vector<NamedDealer> usable_dealers() {
    std::vector<NamedDealer> usable;
    if constexpr (BUILT_FOR_X86) {
        if (has_avx2()) usable.push_back({"avx2", &AVX2_DEALER});
    }
    usable.push_back({"plain", nullptr});
    return usable;
}

}  // namespace

std::span<const NamedDealer> dealers() {
    static const std::vector<NamedDealer> usable = usable_dealers();
    return usable;
}

void deal_range(DealNumber first, std::size_t count, Card* cards, int threads,
                const BlockDealer* dealer) {
    share(count, threads, [=](std::size_t begin, std::size_t end) {
        deal_part_in_order(first + static_cast<DealNumber>(begin), end - begin,
                           cards + begin * DECK_SIZE, dealer);
    });
}

void deal_numbers(std::span<const DealNumber> numbers, Card* cards, int threads,
                  const BlockDealer* dealer) {
    share(numbers.size(), threads, [=](std::size_t begin, std::size_t end) {
        deal_part(numbers.subspan(begin, end - begin), cards + begin * DECK_SIZE, dealer);
    });
}

}  // namespace freecell
