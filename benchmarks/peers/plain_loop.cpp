// The task's algorithm as anybody would write it in C++, one deal at a time: deals the first
// numbers and prints how many it dealt in a second of CPU time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static void deal(std::uint32_t number, std::uint8_t* cards) {
    std::uint8_t deck[52];
    for (int i = 0; i < 52; ++i) deck[i] = static_cast<std::uint8_t>(i);
    std::uint32_t state = number;
    for (std::uint32_t left = 52; left > 0; --left) {
        state = state * 214013 + 2531011;
        const std::uint32_t index = (state >> 16 & 0x7fff) % left;
        *cards++ = deck[index];
        deck[index] = deck[left - 1];
    }
}

int main(int, char** arguments) {
    const auto count = static_cast<std::uint32_t>(std::atoi(arguments[1]));
    std::vector<std::uint8_t> cards(count * 52);  // touched here, so that only dealing is measured
    const std::clock_t start = std::clock();
    for (std::uint32_t i = 0; i < count; ++i) deal(i + 1, &cards[i * 52]);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%f\n", count / seconds);
    return cards[616 * 52] == 25 ? 0 : 1;  // the first card of deal 617 is the seven of diamonds
}
