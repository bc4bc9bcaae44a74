#include "solve/certify_impossible.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "solve/checksum.h"

namespace freecell {

namespace {

std::string loose_text(Face face, bool second, FaceSet distinguished) {
    const int rank = face / 2;
    const bool red = face % 2 == 1;
    std::string text{"a23456789tjqk"[rank]};
    if ((distinguished >> face & 1) == 0) return text + (red ? 'r' : 'b');
    return text + (red ? (second ? 'h' : 'd') : (second ? 's' : 'c'));
}

std::string column_text(const TwinPosition& position, const Layout& layout, FaceSet distinguished,
                        int column) {
    const int fixed = position.fixed[column];
    std::string text;
    for (int row = 0; row < fixed; ++row) text += card_name(layout.cards[column][row]);
    const Face onto = fixed > 0 ? face_of(layout.cards[column][fixed - 1]) : NO_FACE;
    for (int i = 0; i < position.loose[column]; ++i) {
        const int below =
            fixed > 0 ? i + 1 : i;  // how far in front of `onto`, or of the first card
        const int from = fixed > 0 ? onto : position.base[column];
        const auto face = static_cast<Face>((from - 2 * below) ^ (below & 1));
        text += loose_text(face, (position.second[column] >> i & 1) != 0, distinguished);
    }
    return text;
}

std::vector<std::string> cell_texts(const TwinPosition& position, FaceSet distinguished) {
    std::vector<std::string> cards;
    for (Face face = 0; face < FACE_COUNT; ++face) {
        const int count = static_cast<int>(position.cells >> 2 * face & 3);
        const bool second = (position.second_in_cells >> face & 1) != 0;
        if (count > 0) cards.push_back(loose_text(face, second, distinguished));
        if (count > 1) cards.push_back(loose_text(face, !second, distinguished));
    }
    std::ranges::sort(cards);
    return cards;
}

}  // namespace

std::string twin_text(const TwinPosition& position, const Layout& layout, FaceSet distinguished) {
    std::string text;
    for (const int home : position.homes) text += std::to_string(home) + ' ';
    text.back() = '|';
    for (const std::string& card : cell_texts(position, distinguished)) text += card;
    std::vector<std::string> columns;
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        columns.push_back(column_text(position, layout, distinguished, column));
    }
    std::ranges::sort(columns);
    for (const std::string& column : columns) {
        if (!column.empty()) text += '|' + column;
    }
    return text;
}

Impossibility certify_impossible(const Board& board, const SolveLimit& limit,
                                 FaceSet distinguished) {
    const Layout layout(board);
    const auto refiner = std::make_unique<TwinRefiner>();
    const Answer answer = decide_by_twins(*refiner, board, limit, Plays::OPTIONAL, distinguished);
    Impossibility found{answer.result, answer.reason, refiner->distinguished()};
    if (found.result != Result::IMPOSSIBLE) return found;

    // Which game decides is known now; it is searched once more, and its positions are written.
    TwinProver& prover = refiner->prover();
    prover.on_position = [&](const TwinPosition& position) {
        found.checksum += hash_of(twin_text(position, layout, found.distinguished));
    };
    const Answer again = prove_by_twins(prover, board, limit, found.distinguished, Plays::OPTIONAL);
    found.result = again.result;
    found.reason = again.reason;
    found.positions = again.positions;
    return found;
}

}  // namespace freecell
