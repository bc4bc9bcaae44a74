// What Python sees of the reader of pictures; Python has decoded the file and checked its size.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>

#include "picture/reading.h"
#include "python/module.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace freecell {
namespace {

using SeenTuple = std::tuple<float, float, float, float, int, int, float, int>;

std::vector<SeenTuple> seen(const std::vector<picture::SeenCard>& cards) {
    std::vector<SeenTuple> out;
    for (const picture::SeenCard& card : cards) {
        const picture::Area& area = card.area;
        out.emplace_back(area.left, area.top, area.width, area.height, card.card, card.other,
                         card.sureness, card.cell);
    }
    return out;
}

using ReadTuple = std::tuple<int, int, std::vector<std::vector<SeenTuple>>, std::vector<SeenTuple>,
                             std::vector<SeenTuple>, std::optional<DealNumber>>;

ReadTuple read_picture(const nb::bytes& rgb, int width, int height, const nb::bytes& weights) {
    picture::Image image{width, height, {}};
    if (width < 1 || height < 1 ||
        rgb.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3) {
        throw std::invalid_argument("not three bytes for each pixel");
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(weights.c_str());
    image.rgb.assign(rgb.c_str(), rgb.c_str() + rgb.size());
    picture::PictureReading reading;
    {
        const std::vector<std::uint8_t> copy(bytes, bytes + weights.size());
        nb::gil_scoped_release release;
        const auto network = picture::Network::from(copy);
        if (!network) throw std::invalid_argument("damaged weights");
        reading = picture::Reader(image, *network).reading();
    }
    std::vector<std::vector<SeenTuple>> columns;
    for (const auto& column : reading.columns) columns.push_back(seen(column));
    return {static_cast<int>(reading.certainty),
            static_cast<int>(reading.reason),
            columns,
            seen(reading.cells),
            seen(reading.homes),
            reading.number};
}

}  // namespace

void bind_picture(nb::module_& m) {
    m.def(
        "read_picture", &read_picture, "rgb"_a, "width"_a, "height"_a, "weights"_a,
        "Certainty, reason, columns, cells, homes and number of the board in a picture; each card "
        "is left, top, width, height, card, other card, sureness, cell, with 255 for no card.");
}

}  // namespace freecell
