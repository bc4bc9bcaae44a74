// A list that grows without moving what it holds: a vector that doubles would need three times the
// memory for a moment, which is what a search with a limit runs out of first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace freecell {

template <class Item, int BITS = 12>
class Blocks {
  public:
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Item& operator[](std::size_t i) { return blocks_[i >> BITS][i & (BLOCK - 1)]; }
    const Item& operator[](std::size_t i) const { return blocks_[i >> BITS][i & (BLOCK - 1)]; }

    void push_back(const Item& item) {
        if (size_ >> BITS == blocks_.size()) {
            blocks_.emplace_back(new Item[BLOCK]);  // not set: it is filled next
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

    std::vector<std::unique_ptr<Item[]>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace freecell
