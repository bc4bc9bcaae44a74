#include "search/key_set.h"

#include <vector>

namespace freecell {

namespace {

constexpr std::uint64_t FIRST_PLACES = 1 << 12;
constexpr std::uint64_t SPARE = 1 << 8;  // slots behind the last place
constexpr std::uint64_t MANY = 1 << 20;  // places from which on the table grows in small steps
constexpr Key ZERO_STAND_IN = {1, 0};    // for the one key that would mean a free slot

bool is_free(const Key& slot) {
    return slot == Key{};
}

Key told_apart(Key key) {
    return is_free(key) ? ZERO_STAND_IN : key;
}

}  // namespace

KeySet::KeySet() {
    resize(FIRST_PLACES);
}

void KeySet::clear() {
    slots_.truncate(0);
    size_ = 0;
    resize(FIRST_PLACES);
    slots_.release();
}

std::uint64_t KeySet::more_places() const {
    return places_ < MANY ? 2 * places_ : places_ + places_ / 4;
}

std::size_t KeySet::find(Key key) const {
    std::size_t at = home_of(key);
    while (at != slots_.size() && !is_free(slots_[at]) && !(slots_[at] == key)) ++at;
    return at;
}

bool KeySet::contains(Key key) const {
    key = told_apart(key);
    const std::size_t at = find(key);
    return at != slots_.size() && slots_[at] == key;
}

bool KeySet::insert(Key key) {
    key = told_apart(key);
    std::size_t at = find(key);
    while (at == slots_.size()) {  // even the spare slots at the back are taken
        grow();
        at = find(key);
    }
    if (!is_free(slots_[at])) return false;
    slots_[at] = key;
    ++size_;
    return true;
}

bool KeySet::make_room(std::uint64_t elsewhere, std::uint64_t bytes) {
    const std::uint64_t more = is_full() ? (more_places() - places_) * sizeof(Key) : 0;
    if (elsewhere + this->bytes() + more > bytes) return false;
    if (more > 0) grow();
    return true;
}

void KeySet::grow() {
    const std::size_t old_slots = slots_.size();
    resize(more_places());
    // Keys move towards the back: begun there, none meets one that has not moved yet. The few near
    // the front that do not get beyond their old slot wait until all others have moved.
    std::vector<Key> waiting;
    for (std::size_t from = old_slots; from-- > 0;) {
        const Key key = slots_[from];
        if (is_free(key)) continue;
        slots_[from] = Key{};
        const std::size_t to = home_of(key) > from ? find(key) : slots_.size();
        if (to == slots_.size()) {
            waiting.push_back(key);
        } else {
            slots_[to] = key;
        }
    }
    size_ -= waiting.size();
    for (const Key& key : waiting) insert(key);
}

// The slots keep what they hold; new ones are free.
void KeySet::resize(std::uint64_t places) {
    places_ = places;
    while (slots_.size() < places_ + SPARE) slots_.push_back(Key{});
}

}  // namespace freecell
