// Finds the weights of the score by simulated annealing. It is how core/search/weights.cpp was
// made:
//
//   tune any   START OUT FIRST DEALS TRIES SEED QUOTA [EARLIER QUOTA]...
//   tune short START OUT FIRST DEALS TRIES SEED WIDTH
//
// START, OUT and EARLIER are files of weights. `any` makes the best-first search cheap: it
// minimises the work within QUOTA positions, on deals that the EARLIER weights do not solve within
// theirs. `short` makes the solutions of a beam of WIDTH short. The deals are DEALS numbers from
// FIRST on. Each proposal changes one to three weights and is tried on all deals, or until it is
// clearly worse.
#include <cmath>
#include <random>
#include <vector>

#include "search/beam.h"
#include "search/best_first.h"
#include "training.h"

namespace freecell {
namespace {

constexpr int CHECK_EVERY = 100;  // deals between two looks at whether a proposal is hopeless
constexpr double HOPELESS = 1e18;

class Tuner {
  public:
    bool is_short = false;
    std::uint32_t size = 0;  // the quota or the width
    std::vector<Position> positions;

    // What one deal costs: for `any` its work, about as it takes time; for `short` its moves.
    double cost_of(const Position& at, const Weights& weights) {
        if (is_short) {
            const BeamSettings settings{&weights, Autoplay::MAX, size, 60};
            const Outcome outcome = beam_.run(at.layout, at.state, settings, {});
            return outcome == Outcome::SOLVED ? beam_.moves() : 45;
        }
        const Attempt attempt{&weights, Autoplay::MAX, true, false, size};
        const Outcome outcome = best_first_.run(at.layout, at.state, attempt, {});
        const double work = best_first_.expansions() + best_first_.nodes() + 46.0;
        return outcome == Outcome::SOLVED ? work : work + 3.0 * size;
    }

    // The total, with the sums on the way in `sums_`; HOPELESS when it is clearly above `best_`.
    double cost(const Weights& weights) {
        sums_.clear();
        double sum = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            sum += cost_of(positions[i], weights);
            if ((i + 1) % CHECK_EVERY != 0) continue;
            const std::size_t check = sums_.size();
            sums_.push_back(sum);
            const double slack =
                (is_short ? 1.002 : 1.01) + (is_short ? 0.1 : 0.6) / std::sqrt(i + 1.0);
            if (check >= 2 && check < best_.size() && sum > best_[check] * slack) return HOPELESS;
        }
        return sum;
    }

    void anneal(Weights weights, const std::string& out, int tries, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        double now = cost(weights), best = now;
        best_ = sums_;
        std::printf("start %.3f\n", now / positions.size());
        double reported = 1;
        for (int tried = 1; tried <= tries; ++tried) {
            const double left = 1 - static_cast<double>(tried) / tries;
            const Weights proposal = changed(weights, left, random);
            const double then = cost(proposal);
            const double heat = (is_short ? 0.0003 : 0.002) * std::max(left, 1e-9);
            const double luck = std::generate_canonical<double, 32>(random);
            if (then < now || (then < HOPELESS && luck < std::exp((1 - then / now) / heat))) {
                weights = proposal;
                now = then;
                best_ = sums_;
                if (now < best) write_weights(out, weights);
                best = std::min(best, now);
            }
            if (left < reported - 0.05) {
                reported = left;
                std::printf("%3.0f%% left, %d tried: now %.3f, best %.3f\n", 100 * reported, tried,
                            now / positions.size(), best / positions.size());
                std::fflush(stdout);
            }
        }
    }

  private:
    static Weights changed(Weights weights, double left, std::mt19937_64& random) {
        for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
            auto& weight = weights[random() % FEATURE_COUNT];
            const double size = std::max(1.0, std::abs(weight) * 0.25) + 3 * left;
            const auto by = std::lround(std::normal_distribution<double>(0, size)(random));
            weight = static_cast<std::int16_t>(weight + (by != 0 ? by : random() % 2 ? 1 : -1));
        }
        return weights;
    }

    BestFirst best_first_;
    Beam beam_;
    std::vector<double> sums_, best_;
};

}  // namespace
}  // namespace freecell

int main(int count, char** arguments) {
    using namespace freecell;
    const std::vector<std::string> words =
        words_of_command({arguments + 1, arguments + count},
                         "tune any|short START OUT FIRST DEALS TRIES SEED QUOTA|WIDTH ...");
    Tuner tuner;
    tuner.is_short = words[0] == "short";
    tuner.size = static_cast<std::uint32_t>(std::stoul(words[7]));
    HardDeals deals(std::stoll(words[3]), 4, {words.begin() + 8, words.end()});
    for (std::size_t left = std::stoul(words[4]); left > 0; --left) {
        tuner.positions.push_back(deals.next());
    }
    tuner.anneal(read_weights(words[1]), words[2], std::stoi(words[5]), std::stoull(words[6]));
}
