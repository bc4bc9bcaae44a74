// Large pages for lists that are read in random order: with pages of 4 KB, a large search spends up
// to a third of its time on address translation.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace freecell {

constexpr std::size_t LARGE_PAGE = std::size_t{1} << 21;

// For whole large pages that begin at a multiple of one.
inline void ask_for_large_pages([[maybe_unused]] void* pages, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    madvise(pages, bytes, MADV_HUGEPAGE);  // a refusal costs time, nothing else
#endif
}

// An allocator of large pages for what is large, and of the usual memory for the rest.
template <class Item>
struct LargePages {
    using value_type = Item;
    static constexpr std::size_t LEAST = 2 * LARGE_PAGE;

    LargePages() = default;
    template <class Other>
    explicit LargePages(const LargePages<Other>&) {}
    bool operator==(const LargePages&) const = default;

    Item* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Item);
        if (bytes < LEAST) return static_cast<Item*>(::operator new(bytes));
        void* const memory = ::operator new(bytes, std::align_val_t{LARGE_PAGE});
        ask_for_large_pages(memory, bytes / LARGE_PAGE * LARGE_PAGE);
        return static_cast<Item*>(memory);
    }
    void deallocate(Item* items, std::size_t count) {
        if (count * sizeof(Item) < LEAST) return ::operator delete(items);
        ::operator delete(items, std::align_val_t{LARGE_PAGE});
    }
};

template <class Item>
using LargeVector = std::vector<Item, LargePages<Item>>;

}  // namespace freecell
