// A list that grows without moving what it holds: a vector that doubles would need three times the
// memory for a moment, which is what a search with a limit runs out of first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/large_pages.h"

namespace freecell {

// Blocks of this size begin at a multiple of it, and a list that has some of them already asks for
// the next to be one page.
constexpr std::size_t SMALL_PAGES = 8;  // blocks before that: most lists stay short

template <class Item, int BITS = 12>
class Blocks {
  public:
    Blocks() = default;
    Blocks(Blocks&&) = default;  // and no copy: it may hold gigabytes
    Blocks& operator=(Blocks&&) = default;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Item& operator[](std::size_t i) { return blocks_[i >> BITS][i & (BLOCK - 1)]; }
    const Item& operator[](std::size_t i) const { return blocks_[i >> BITS][i & (BLOCK - 1)]; }

    void push_back(const Item& item) {
        if (size_ >> BITS == blocks_.size()) {
            blocks_.emplace_back(new (ALIGNED) Item[BLOCK]);  // not set: it is filled next
            if (IS_LARGE && blocks_.size() > SMALL_PAGES)
                ask_for_large_pages(blocks_.back().get(), LARGE_PAGE);
        }
        (*this)[size_++] = item;
    }
    void truncate(std::size_t size) { size_ = size; }  // to fewer; the memory is kept ...
    void release() { blocks_.resize((size_ + BLOCK - 1) >> BITS); }  // ... until it is given back

    std::uint64_t bytes() const { return blocks_.size() * BLOCK * sizeof(Item); }

    void swap(Blocks& other) {
        blocks_.swap(other.blocks_);
        std::swap(size_, other.size_);
    }

  private:
    static constexpr std::size_t BLOCK = std::size_t{1} << BITS;
    static constexpr bool IS_LARGE = BLOCK * sizeof(Item) == LARGE_PAGE;
    static constexpr auto ALIGNED = std::align_val_t{IS_LARGE ? LARGE_PAGE : alignof(Item)};
    static_assert(std::is_trivially_destructible_v<Item>);  // blocks are given back as they are
    struct Delete {
        void operator()(Item* block) const { ::operator delete[](block, ALIGNED); }
    };

    std::vector<std::unique_ptr<Item[], Delete>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace freecell
