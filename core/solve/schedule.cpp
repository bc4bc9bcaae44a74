#include "solve/schedule.h"

#include <algorithm>
#include <array>

#include "search/weights.h"

namespace freecell {

namespace {

constexpr std::uint64_t NO_LIMIT = ~std::uint64_t{0};

constexpr Stage attempt(const Weights& weights, std::uint32_t quota,
                        Autoplay autoplay = Autoplay::MAX, bool to_cells = false) {
    return {Stage::Kind::ATTEMPT, quota, {&weights, autoplay, true, to_cells, quota}};
}
constexpr Stage singles(const Weights& weights, std::uint32_t quota, Autoplay autoplay) {
    return {Stage::Kind::ATTEMPT, quota, {&weights, autoplay, false, true, quota}};
}
constexpr Stage beams(std::uint32_t width) {
    return {Stage::Kind::BEAMS, width};
}
constexpr Stage real_proof(std::uint64_t positions) {
    return {Stage::Kind::REAL_PROOF, positions};
}
constexpr Stage easier_proof(std::uint64_t positions) {
    return {Stage::Kind::EASIER_PROOF, positions};
}
constexpr Stage twins(std::uint64_t positions) {
    return {Stage::Kind::TWINS, positions};
}

// Of 10,000 deals 9,665 are solved by the first attempt, 320 by the second, 13 by the third and all
// but one of the others by the fourth. Of what is left much has no win, and a proof is then cheaper
// than a long search in vain; so a short proof comes before the long attempts. Some boards can only
// be won when cards stay off their homes for a while; for them there are searches where automatic
// play is only the safe kind. A wide beam seldom misses a win that is there.
constexpr std::array FOUR_CELLS = {
    attempt(QUICK[0], 600),
    attempt(QUICK[1], 2'000),
    attempt(QUICK[2], 6'000),
    attempt(QUICK[3], 8'000),
    attempt(QUICK[1], 16'000, Autoplay::MAX, true),
    beams(128),
    real_proof(100'000),
    easier_proof(1'000'000),
    beams(2'048),
    attempt(QUICK[2], 300'000),
    attempt(QUICK[0], 500'000, Autoplay::FCPRO, true),
    twins(3'000'000),
    beams(16'384),
    twins(NO_LIMIT),
};

// With few cells many deals have no win, and in the easier game so few positions that a short proof
// costs less than the attempts. Cards must often stay off their homes, so safe automatic play finds
// more wins than all of it, and single cards to the cells more than digs alone. A position of an
// attempt costs a third of one of a proof, so long attempts come before long proofs. What a proof
// of two million positions leaves open can nearly always be won: by long attempts, each with other
// weights, since one finds what another does not; beams seldom find such a win.
constexpr std::array FEW_CELLS_STAGES = {
    attempt(QUICK[0], 600),
    easier_proof(1'500),
    attempt(QUICK[1], 2'000),
    attempt(QUICK[0], 4'000, Autoplay::FCPRO, true),
    attempt(FEW_CELLS, 8'000, Autoplay::FCPRO),
    easier_proof(30'000),
    attempt(QUICK[1], 16'000, Autoplay::MAX, true),
    attempt(FEW_CELLS, 40'000, Autoplay::FCPRO),
    twins(200'000),
    attempt(QUICK[2], 40'000, Autoplay::FCPRO, true),
    beams(128),  // from here on few deals are left
    attempt(QUICK[2], 500'000, Autoplay::FCPRO, true),
    twins(2'000'000),
    attempt(QUICK[0], 1'500'000, Autoplay::FCPRO, true),
    attempt(QUICK[3], 1'500'000, Autoplay::FCPRO, true),
    attempt(QUICK[1], 2'000'000, Autoplay::FCPRO, true),
    twins(8'000'000),
    attempt(FEW_CELLS, 4'000'000, Autoplay::FCPRO, true),
    twins(20'000'000),
    attempt(FEW_CELLS, 10'000'000, Autoplay::FCPRO, true),
    beams(16'384),
    twins(NO_LIMIT),
};
constexpr std::size_t FOR_SHORTER = 12;

// Without cells a board has few moves, so the real game is small enough to be searched as a whole,
// and a search in depth often meets a win on its way: 255107 is won after 0.5 million positions
// that 25 million of the other stages do not find.
constexpr auto NO_CELLS = [] {
    constexpr std::size_t AT = 16;  // where long proofs begin
    std::array<Stage, FEW_CELLS_STAGES.size() + 1> stages = {};
    std::copy_n(FEW_CELLS_STAGES.begin(), AT, stages.begin());
    stages[AT] = real_proof(15'000'000);
    std::copy(FEW_CELLS_STAGES.begin() + AT, FEW_CELLS_STAGES.end(), stages.begin() + AT + 1);
    return stages;
}();

// With three cells nearly all deals can be won. For those that a short proof leaves open, several
// short attempts with different weights and moves win more in the same time than a long one.
constexpr std::array THREE_CELLS = {
    attempt(QUICK[0], 600),
    attempt(QUICK[1], 2'000),
    attempt(QUICK[2], 6'000),
    attempt(QUICK[0], 4'000, Autoplay::FCPRO, true),
    attempt(FEW_CELLS, 8'000, Autoplay::FCPRO),
    easier_proof(30'000),
    attempt(QUICK[1], 16'000, Autoplay::MAX, true),
    attempt(FEW_CELLS, 40'000, Autoplay::FCPRO),
    twins(200'000),
    attempt(QUICK[0], 80'000, Autoplay::FCPRO, true),
    attempt(QUICK[3], 40'000, Autoplay::FCPRO),
    attempt(QUICK[2], 40'000, Autoplay::FCPRO, true),
    attempt(QUICK[0], 80'000, Autoplay::FCPRO),
    beams(128),
    twins(600'000),  // from here on few deals are left
    attempt(QUICK[2], 80'000, Autoplay::FCPRO),
    singles(QUICK[0], 150'000, Autoplay::MAX),
    attempt(FEW_CELLS, 300'000, Autoplay::FCPRO, true),
    attempt(QUICK[3], 150'000, Autoplay::FCPRO, true),
    attempt(QUICK[0], 600'000, Autoplay::FCPRO),
    twins(2'000'000),
    attempt(QUICK[0], 1'500'000, Autoplay::FCPRO, true),
    attempt(QUICK[3], 1'500'000, Autoplay::FCPRO, true),
    attempt(QUICK[1], 2'000'000, Autoplay::FCPRO, true),
    attempt(FEW_CELLS, 1'000'000, Autoplay::FCPRO),
    attempt(QUICK[0], 1'500'000, Autoplay::MAX, true),
    attempt(QUICK[2], 1'500'000, Autoplay::MAX, true),
    singles(QUICK[0], 1'500'000, Autoplay::FCPRO),
    singles(QUICK[2], 2'000'000, Autoplay::FCPRO),
    attempt(QUICK[1], 1'500'000, Autoplay::MAX, true),
    twins(8'000'000),
    attempt(FEW_CELLS, 4'000'000, Autoplay::FCPRO, true),
    twins(20'000'000),
    attempt(FEW_CELLS, 10'000'000, Autoplay::FCPRO, true),
    beams(16'384),
    twins(NO_LIMIT),
};
constexpr std::size_t FOR_SHORTER_OF_THREE = 14;

}  // namespace

Schedule schedule(int cells) {
    if (cells > 3) return {FOUR_CELLS, FOUR_CELLS.size()};
    if (cells == 0) return {NO_CELLS, FOR_SHORTER};
    if (cells == 3) return {THREE_CELLS, FOR_SHORTER_OF_THREE};
    return {FEW_CELLS_STAGES, FOR_SHORTER};
}

}  // namespace freecell
