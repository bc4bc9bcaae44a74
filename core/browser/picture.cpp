// What the page's Worker sees of the reader of pictures: pixels and weights go in, cards come out
// as rows of numbers.
#include <cstdint>
#include <optional>
#include <vector>

#include "picture/reading.h"

extern "C" {
[[clang::import_module("worker"), clang::import_name("tell_progress")]] void tell_progress(float);
}

namespace {

using namespace freecell;
using namespace freecell::picture;

constexpr double MOST_PIXELS = 40'000'000;

std::vector<std::uint8_t> weights;
std::optional<Network> network;
Image image;                   // with four bytes a pixel until it is read
std::optional<Reader> reader;  // of the last picture
std::vector<double> output;    // the reading as numbers: see output_address

enum SeenKind { COLUMN, CELL, HOME };

void write_cards(const std::vector<SeenCard>& cards, SeenKind kind, int column) {
    for (const SeenCard& card : cards) {
        const Area& area = card.area;
        output.insert(output.end(), {area.left, area.top, area.width, area.height});
        output.insert(
            output.end(),
            {static_cast<double>(card.card), static_cast<double>(card.other), card.sureness,
             static_cast<double>(kind), static_cast<double>(kind == CELL ? card.cell : column),
             static_cast<double>(card.place)});
    }
}

void write_reading() {
    const PictureReading& reading = reader->reading();
    const DealNumber number = reading.number.value_or(FIRST_DEAL - 1);
    output = {static_cast<double>(reading.certainty), static_cast<double>(reading.reason),
              static_cast<double>(number)};
    for (std::size_t c = 0; c < reading.columns.size(); ++c) {
        write_cards(reading.columns[c], COLUMN, static_cast<int>(c));
    }
    write_cards(reading.cells, CELL, 0);
    write_cards(reading.homes, HOME, 0);
}

// Blend with white what is not opaque, and drop the fourth byte of each pixel.
void drop_alpha(std::vector<std::uint8_t>& bytes) {
    std::size_t to = 0;
    for (std::size_t from = 0; from + 3 < bytes.size(); from += 4) {
        const int alpha = bytes[from + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            const int blended = bytes[from + c] * alpha + 255 * (255 - alpha);
            bytes[to++] = static_cast<std::uint8_t>((blended + 127) / 255);
        }
    }
    bytes.resize(to);
}

}  // namespace

extern "C" {

// Where the weights go; afterwards `load_weights` says whether they are whole.
[[clang::export_name("weights_address")]] std::uint8_t* weights_address(int size) {
    weights.resize(static_cast<std::size_t>(size));
    return weights.data();
}

[[clang::export_name("load_weights")]] int load_weights() {
    network = Network::from(weights);
    return network ? 1 : 0;
}

// Where the pixels go, four bytes each; nothing where there are too many.
[[clang::export_name("pixels_address")]] std::uint8_t* pixels_address(int width, int height) {
    if (width < 1 || height < 1 || 1.0 * width * height > MOST_PIXELS) return nullptr;
    reader.reset();
    image.width = width;
    image.height = height;
    image.rgb.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    return image.rgb.data();
}

// Read the pixels; 0 where there are none, or no weights.
[[clang::export_name("read_picture")]] int read_picture() {
    if (!network || image.rgb.empty()) return 0;
    drop_alpha(image.rgb);
    reader.emplace(image, *network, [](float share) { tell_progress(share); });
    image = Image{};
    write_reading();
    return 1;
}

// At this place of the last picture lies this card, or none (255); 0 where there is no picture.
[[clang::export_name("correct_card")]] int correct_card(int place, int card) {
    if (!reader || card < 0 || (card >= DECK_SIZE && card != NO_CARD)) return 0;
    reader->correct(place, static_cast<Card>(card));
    write_reading();
    return 1;
}

// What was read: certainty, reason and number (-5: none), then ten numbers for each card: left,
// top, width, height, card, other card, sureness, kind, column or cell, place.
[[clang::export_name("output_address")]] double* output_address() {
    return output.data();
}

[[clang::export_name("output_count")]] int output_count() {
    return static_cast<int>(output.size());
}

}  // extern "C"
