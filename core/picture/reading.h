// A board from a picture.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "deal/deal.h"
#include "picture/image.h"
#include "picture/network.h"
#include "picture/table.h"
#include "rules/cards.h"

namespace freecell::picture {

enum class Certainty { NOT_READ, LIKELY, CERTAIN };
enum class Reason { NONE, NO_TABLE, TOO_SMALL, CARDS_HIDDEN };

struct SeenCard {
    Area area;             // of what is visible, in the picture
    Card card = NO_CARD;   // NO_CARD where it is not known
    Card other = NO_CARD;  // what it may be instead
    float sureness = 0;    // 0 to 1
    int cell = 0;          // which cell it lies in
    int place = 0;         // its number among all places of the picture
};

struct PictureReading {
    Certainty certainty = Certainty::NOT_READ;
    Reason reason = Reason::NO_TABLE;
    std::array<std::vector<SeenCard>, 8> columns{};
    std::vector<SeenCard> cells{}, homes{};
    std::optional<DealNumber> number{};
};

using Progress = void (*)(float);  // is called with the share of the work that is done

// Reads a picture; correcting one card may change how the others are read.
class Reader {
  public:
    Reader(const Image& image, const Network& network, Progress progress = [](float) {});

    const PictureReading& reading() const { return reading_; }

    // At this place lies this card, or none (NO_CARD). The rest is worked out again.
    void correct(int place, Card card);

  private:
    void conclude();

    Table table_;
    bool covered_ = false;  // something may lie over the table: only a certain board is believed
    PictureReading reading_;
};

}  // namespace freecell::picture
