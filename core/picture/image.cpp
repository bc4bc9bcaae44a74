#include "picture/image.h"

#include <algorithm>
#include <cmath>

namespace freecell::picture {
namespace {

struct Taps {
    int first = 0;
    std::vector<float> weights;
};

// The source pixels behind each target pixel along one side, and what each counts.
std::vector<Taps> taps_of(float start, float length, int count, int limit) {
    const float scale = length / static_cast<float>(count);
    const float support = std::max(1.0f, scale);
    std::vector<Taps> all(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const float centre = start + (static_cast<float>(i) + 0.5f) * scale;
        const int first = std::clamp(static_cast<int>(centre - support), 0, limit - 1);
        const int end = std::clamp(static_cast<int>(std::ceil(centre + support)), first + 1, limit);
        Taps& taps = all[static_cast<std::size_t>(i)];
        taps.first = first;
        float sum = 0;
        for (int x = first; x < end; ++x) {
            const float away = std::abs(static_cast<float>(x) + 0.5f - centre) / support;
            taps.weights.push_back(std::max(0.0f, 1 - away));
            sum += taps.weights.back();
        }
        if (sum <= 0) {
            taps.weights.assign(1, 1.0f);
            sum = 1;
        }
        for (float& weight : taps.weights) weight /= sum;
    }
    return all;
}

}  // namespace

Image scaled(const Image& image, const Area& area, int width, int height) {
    const auto columns = taps_of(area.left, area.width, width, image.width);
    const auto rows = taps_of(area.top, area.height, height, image.height);
    const int first_row = rows.front().first;
    const int end_row = rows.back().first + static_cast<int>(rows.back().weights.size());
    const auto row_size = static_cast<std::size_t>(width) * 3;
    std::vector<float> narrow(row_size * static_cast<std::size_t>(end_row - first_row));
    for (int y = first_row; y < end_row; ++y) {
        float* out = &narrow[row_size * static_cast<std::size_t>(y - first_row)];
        for (const Taps& taps : columns) {
            const std::uint8_t* in = image.at(taps.first, y);
            float sum[3] = {0, 0, 0};
            for (const float weight : taps.weights)
                for (int c = 0; c < 3; ++c) sum[c] += weight * static_cast<float>(*in++);
            for (const float value : sum) *out++ = value;
        }
    }
    Image result{width, height, std::vector<std::uint8_t>(row_size * rows.size())};
    std::uint8_t* out = result.rgb.data();
    std::vector<float> sums(row_size);
    for (const Taps& taps : rows) {
        std::fill(sums.begin(), sums.end(), 0.5f);
        const float* in = &narrow[row_size * static_cast<std::size_t>(taps.first - first_row)];
        for (const float weight : taps.weights)
            for (std::size_t i = 0; i < row_size; ++i) sums[i] += weight * *in++;
        for (const float sum : sums) *out++ = static_cast<std::uint8_t>(std::min(sum, 255.0f));
    }
    return result;
}

}  // namespace freecell::picture
