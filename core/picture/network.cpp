#include "picture/network.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace freecell::picture {
namespace {

struct Maps {  // features at each place, all features of a place side by side
    int width, height, depth;
    std::vector<float> values =
        std::vector<float>(static_cast<std::size_t>(width * height * depth));

    float* at(int x, int y) { return &values[static_cast<std::size_t>((y * width + x) * depth)]; }
};

// Compiled also for processors with wider registers; each sum is the same, in the same order.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define FREECELL_WIDER __attribute__((target_clones("avx2", "default")))
#else
#define FREECELL_WIDER
#endif

// This many outputs of this many neighbouring places are summed up at once, in registers.
constexpr int BLOCK = 16, PLACES = 4;

// A convolution of maps with room for the kernel; as a part of `convolved` the page runs it slowly.
FREECELL_WIDER void convolve(Maps& in, const Layer& filter, Maps& out) {
    const int line = filter.kernel * in.depth;  // a row of the kernel
    const int apart = filter.stride * in.depth, depth = out.depth;
    for (int y = 0; y < out.height; ++y) {
        for (int next = 0; next < out.width; next += PLACES) {
            const int x = std::min(next, out.width - PLACES);  // the last may overlap
            for (int begin = 0; begin < depth; begin += BLOCK) {
                const int block = std::min(begin, depth - BLOCK);
                float a[BLOCK], b[BLOCK], c[BLOCK], d[BLOCK];
                for (float* sums : {a, b, c, d}) std::copy_n(&filter.bias[block], BLOCK, sums);
                for (int ky = 0; ky < filter.kernel; ++ky) {
                    const float* from = in.at(x * filter.stride, y * filter.stride + ky);
                    const float* weight = &filter.weights[ky * line * depth + block];
                    for (int i = 0; i < line; ++i, ++from, weight += depth) {
                        for (int o = 0; o < BLOCK; ++o) {
                            a[o] += from[0] * weight[o];
                            b[o] += from[apart] * weight[o];
                            c[o] += from[2 * apart] * weight[o];
                            d[o] += from[3 * apart] * weight[o];
                        }
                    }
                }
                float* to = out.at(x, y) + block;
                for (const float* sums : {a, b, c, d}) {
                    for (int o = 0; o < BLOCK; ++o) to[o] = std::max(0.0f, sums[o]);
                    to += depth;
                }
            }
        }
    }
}

// A convolution with zeros around.
Maps convolved(Maps& in, const Layer& filter) {
    const int half = filter.kernel / 2, stride = filter.stride;
    Maps wide{in.width + 2 * half, in.height + 2 * half, in.depth};
    for (int y = 0; y < in.height; ++y)
        std::copy_n(in.at(0, y), in.width * in.depth, wide.at(half, y + half));
    Maps out{(in.width + stride - 1) / stride, (in.height + stride - 1) / stride, filter.outputs};
    convolve(wide, filter, out);
    return out;
}

// The largest and the mean of every feature over all places.
std::vector<float> pooled(const Maps& maps) {
    const auto depth = static_cast<std::size_t>(maps.depth);
    std::vector<float> out(2 * depth, 0.0f);
    const std::size_t places = maps.values.size() / depth;
    for (std::size_t place = 0; place < places; ++place) {
        for (std::size_t i = 0; i < depth; ++i) {
            const float value = maps.values[place * depth + i];
            out[i] = std::max(out[i], value);
            out[depth + i] += value;
        }
    }
    for (std::size_t i = 0; i < depth; ++i) out[depth + i] /= static_cast<float>(places);
    return out;
}

template <std::size_t N>
void log_softmax(const float* in, std::array<float, N>& out) {
    const float most = *std::max_element(in, in + N);
    float sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += std::exp(in[i] - most);
    for (std::size_t i = 0; i < N; ++i) out[i] = in[i] - most - std::log(sum);
}

Maps input_of(const Image& strip, const std::array<std::uint8_t, 3>& paper) {
    Maps maps{STRIP_WIDTH, STRIP_ROWS, 4};
    const std::uint8_t* from = strip.rgb.data();
    float* to = maps.values.data();
    for (int i = 0; i < strip.height * STRIP_WIDTH; ++i) {
        for (const int level : paper)
            *to++ = static_cast<float>(static_cast<int>(*from++) - level) / 255.0f;
        *to++ = 1;
    }
    return maps;
}

}  // namespace

int Guess::likeliest() const {
    const auto rank = std::max_element(ranks.begin(), ranks.end()) - ranks.begin();
    const auto suit = std::max_element(suits.begin(), suits.end()) - suits.begin();
    return static_cast<int>(rank * 4 + suit);
}

std::optional<Network> Network::from(std::span<const std::uint8_t> bytes) {
    const auto take = [&](auto& values) {  // the next ones, where there are enough
        const std::size_t size = values.size() * sizeof(values[0]);
        if (bytes.size() < size) return false;
        std::memcpy(values.data(), bytes.data(), size);
        bytes = bytes.subspan(size);
        return true;
    };
    std::array<char, 4> name;
    if (!take(name) || std::memcmp(name.data(), "FCPW", 4) != 0) return std::nullopt;
    Network network;
    int width = STRIP_WIDTH;
    while (!bytes.empty()) {
        std::array<std::uint16_t, 5> head;
        if (!take(head)) return std::nullopt;
        Layer layer{head[0], head[1], head[2], head[3], head[4], {}, {}};
        const std::size_t inputs = head[1], outputs = head[2],
                          places = std::size_t{head[3]} * head[3];
        if (layer.stride < 1 || places > 49 || outputs > 512 || inputs > 512) return std::nullopt;
        width = (width + layer.stride - 1) / layer.stride;
        if (layer.kind == 1 && (outputs < BLOCK || width < PLACES)) return std::nullopt;
        std::vector<float> scale(outputs);
        layer.bias.resize(outputs);
        std::vector<std::int8_t> rounded(outputs * inputs * places);
        if (!take(scale) || !take(layer.bias) || !take(rounded)) return std::nullopt;
        layer.weights.resize(rounded.size());
        const std::int8_t* next = rounded.data();
        for (std::size_t o = 0; o < outputs; ++o)
            for (std::size_t i = 0; i < inputs; ++i)
                for (std::size_t p = 0; p < places; ++p)
                    layer.weights[(p * inputs + i) * outputs + o] = *next++ * scale[o];
        network.layers_.push_back(std::move(layer));
    }
    if (network.layers_.size() < 3 || network.layers_.back().outputs != 18) return std::nullopt;
    return network;
}

Guess Network::guess(const Image& strip, const std::array<std::uint8_t, 3>& paper) const {
    Maps maps = input_of(strip, paper);
    std::vector<float> values;
    for (std::size_t n = 0; n < layers_.size(); ++n) {
        const Layer& layer = layers_[n];
        if (layer.kind == 1) {
            maps = convolved(maps, layer);
            continue;
        }
        if (values.empty()) values = pooled(maps);
        std::vector<float> next = layer.bias;
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t o = 0; o < next.size(); ++o)
                next[o] += values[i] * layer.weights[i * next.size() + o];
        }
        for (float& value : next) value = std::max(n + 1 < layers_.size() ? 0 : value, value);
        values = std::move(next);
    }
    Guess guess{};
    log_softmax(values.data(), guess.ranks);
    log_softmax(values.data() + 13, guess.suits);
    guess.is_card = values[17];
    return guess;
}

}  // namespace freecell::picture
