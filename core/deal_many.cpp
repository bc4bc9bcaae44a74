#include "deal_many.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

namespace freecell {
namespace {

void deal_one_by_one(std::span<const DealNumber> numbers, Card* cards) {
    for (const DealNumber number : numbers) {
        const Deck deck = deal_cards(number);
        std::memcpy(cards, deck.data(), DECK_SIZE);
        cards += DECK_SIZE;
    }
}

// The first number behind the band of this one; the special games are a band of their own.
DealNumber band_end(DealNumber number) {
    if (number < 0) return 0;
    return DealNumber{1} << (31 + static_cast<int>(band_of(number)));
}

void deal_part_in_order(DealNumber first, std::size_t count, Card* cards) {
    while (count > 0) {
        const auto in_band = static_cast<std::size_t>(band_end(first) - first);
        const std::size_t run = std::min(count, in_band);
        const std::size_t blocks = first >= 0 && has_block_dealer() ? run - run % BLOCK_SIZE : 0;
        if (blocks > 0) deal_blocks_in_order(first, blocks, cards);
        for (std::size_t i = blocks; i < run; ++i) {
            const DealNumber number = first + static_cast<DealNumber>(i);
            deal_one_by_one({&number, 1}, cards + i * DECK_SIZE);
        }
        first += static_cast<DealNumber>(run);
        cards += run * DECK_SIZE;
        count -= run;
    }
}

void deal_part(std::span<const DealNumber> numbers, Card* cards) {
    while (!numbers.empty()) {
        const DealNumber end = band_end(numbers.front());
        const DealNumber begin = end == 0 ? FIRST_DEAL : end == DealNumber{1} << 31 ? 0 : end / 2;
        const auto same_band = std::find_if(numbers.begin(), numbers.end(), [&](DealNumber number) {
            return number < begin || number >= end;
        });
        const auto run = static_cast<std::size_t>(same_band - numbers.begin());
        const std::size_t blocks = end > 0 && has_block_dealer() ? run - run % BLOCK_SIZE : 0;
        if (blocks > 0) deal_blocks(numbers.first(blocks), cards);
        deal_one_by_one(numbers.subspan(blocks, run - blocks), cards + blocks * DECK_SIZE);
        numbers = numbers.subspan(run);
        cards += run * DECK_SIZE;
    }
}

// Call part(begin, end) for pieces of 0..count on so many threads; pieces are whole blocks.
template <typename Part>
void share(std::size_t count, int threads, Part part) {
    const std::size_t blocks = (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
    const std::size_t pieces = std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1,
                                                       std::max<std::size_t>(blocks, 1));
    const auto edge = [&](std::size_t piece) {
        return std::min(count, blocks * piece / pieces * BLOCK_SIZE);
    };
    std::vector<std::jthread> others;
    for (std::size_t piece = 1; piece < pieces; ++piece) {
        others.emplace_back(part, edge(piece), edge(piece + 1));
    }
    part(std::size_t{0}, edge(1));
}

}  // namespace

void deal_range(DealNumber first, std::size_t count, Card* cards, int threads) {
    share(count, threads, [=](std::size_t begin, std::size_t end) {
        deal_part_in_order(first + static_cast<DealNumber>(begin), end - begin,
                           cards + begin * DECK_SIZE);
    });
}

void deal_numbers(std::span<const DealNumber> numbers, Card* cards, int threads) {
    share(numbers.size(), threads, [=](std::size_t begin, std::size_t end) {
        deal_part(numbers.subspan(begin, end - begin), cards + begin * DECK_SIZE);
    });
}

}  // namespace freecell
