// Learns weights from solutions that the searches found with the weights so far:
//
//   learn any   START OUT FIRST DEALS QUOTA ROUNDS SEED [EARLIER QUOTA]... [--cells N]
//   learn short START OUT FIRST DEALS WIDTH ROUNDS SEED [--cells N]
//
// Each round solves DEALS deals, from FIRST on and each time others; those that the EARLIER weights
// solve within their QUOTA are left out. Every position that the search
// tried and that did not lead to the win is an example: it should have scored worse.
// A logistic regression on the difference of the features of the two gives the next weights.
//
// `any` is for the best-first search with a limit of positions a deal: every look that did not lead
// to the win is compared with the position on the winning line that waited meanwhile, and counts by
// what it cost; so are some positions that waited in vain. OUT gets the weights of the best round.
// `short` is for a beam: at every level the position on the line is compared with others that were
// kept, and with some that could have been made. OUT gets those of the last round.
#include <cassert>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "search/beam.h"
#include "search/best_first.h"
#include "training.h"

namespace freecell {
namespace {

// Whether the counted features give the score that the search uses.
[[maybe_unused]] bool counts_fit(const Position& at, const Weights& weights) {
    const auto score = std::make_unique<Score>();
    score->prepare(at.layout, at.state, weights);
    const FeatureCounts counts = count_features(at.layout, at.state);
    return std::inner_product(counts.begin(), counts.end(), weights.begin(), 0) ==
           score->of(at.state);
}

constexpr double SCALE = 50;  // a weight for a factor of e in the odds

// Pairs of what should score better and what scored as well, and the regression on them.
class Examples {
  public:
    explicit Examples(std::uint64_t seed) : random(seed) {}

    std::mt19937_64 random;

    std::size_t size() const { return differences_.size(); }

    void add(const FeatureCounts& other, const FeatureCounts& on_line, double cost) {
        Difference difference;
        for (int i = 0; i < FEATURE_COUNT; ++i) {
            difference[i] = static_cast<std::int8_t>(std::clamp(other[i] - on_line[i], -127, 127));
        }
        differences_.push_back(difference);
        costs_.push_back(static_cast<float>(cost));
    }

    void forget_older_half() {
        const auto half = static_cast<std::ptrdiff_t>(size() / 2);
        differences_.erase(differences_.begin(), differences_.begin() + half);
        costs_.erase(costs_.begin(), costs_.begin() + half);
    }

    // Gradient descent on the logistic loss, with AdaGrad's step for each weight.
    void fit(std::vector<double>& weights, int epochs, double rate) {
        std::vector<double> squares(FEATURE_COUNT, 1e-6);
        std::vector<std::uint32_t> order(size());
        std::iota(order.begin(), order.end(), 0);
        for (int epoch = 0; epoch < epochs; ++epoch) {
            std::shuffle(order.begin(), order.end(), random);
            for (const std::uint32_t at : order) {
                const Difference& difference = differences_[at];
                double margin = 0;
                for (int i = 0; i < FEATURE_COUNT; ++i) margin += weights[i] * difference[i];
                const double miss = costs_[at] / (1 + std::exp(margin));
                for (int i = 0; i < FEATURE_COUNT; ++i) {
                    if (difference[i] == 0) continue;
                    const double slope = -miss * difference[i];
                    squares[i] += slope * slope;
                    weights[i] -= rate * slope / std::sqrt(squares[i]);
                }
            }
        }
    }

  private:
    using Difference = std::array<std::int8_t, FEATURE_COUNT>;
    std::vector<Difference> differences_;
    std::vector<float> costs_;
};

class QueueLearner {
  public:
    static constexpr int WASTED = 60, WAITING = 40;  // examples of a deal, at most
    static constexpr double WAITING_COST = 4;
    static constexpr double RATE = 0.03;
    static constexpr int EPOCHS = 3;
    static constexpr std::size_t MOST_EXAMPLES = 4'000'000;
    static constexpr DealNumber TEST_FIRST = 3'500'000'000;

    QueueLearner(std::uint64_t seed, int cells)
        : autoplay_(cells < 4 ? Autoplay::FCPRO : Autoplay::MAX), examples_(seed) {}

    void study(const Position& at, const Weights& weights, std::uint32_t quota) {
        assert(counts_fit(at, weights));
        looks_.clear();
        search_.looks = &looks_;
        if (run(at, weights, quota) == Outcome::SOLVED) add_examples(at.layout);
        search_.looks = nullptr;
    }

    void fit(std::vector<double>& weights) {
        if (examples_.size() > MOST_EXAMPLES) examples_.forget_older_half();
        examples_.fit(weights, EPOCHS, RATE);
    }

    // What a deal costs on the average; what is not solved costs the later attempts as well.
    double test(const std::vector<Position>& positions, const Weights& weights,
                std::uint32_t quota) {
        double cost = 0, solved = 0;
        for (const Position& at : positions) {
            const bool won = run(at, weights, quota) == Outcome::SOLVED;
            solved += won;
            cost += static_cast<double>(search_.nodes() + search_.expansions());
            if (!won) cost += 3.0 * quota;
        }
        const auto count = static_cast<double>(positions.size());
        std::printf("cost %.2f, solved %.2f%%\n", cost / count, 100 * solved / count);
        std::fflush(stdout);
        return cost / count;
    }

  private:
    // A look that did not lead to the win, and what waited for its turn meanwhile.
    struct Waste {
        std::size_t look;
        std::uint32_t waiting;
        std::uint8_t phase;
    };

    Outcome run(const Position& at, const Weights& weights, std::uint32_t quota) {
        return search_.run(at.layout, at.state, {&weights, autoplay_, true, false, quota}, {});
    }

    FeatureCounts entry(const Layout& layout, std::uint32_t index, int phase) const {
        FeatureCounts counts = count_features(layout, search_.state(index));
        counts[DEPTH] = search_.depth(index);
        constexpr int LATER[] = {0, DIG_LATER, PART_LATER, EMPTY_LATER};
        if (phase > 0) counts[LATER[phase]] = BestFirst::BUCKET_WIDTH;
        return counts;
    }

    double cost_of(std::size_t look) const {
        const auto after = look + 1 < looks_.size() ? looks_[look + 1].count : search_.nodes();
        return static_cast<double>(after - looks_[look].count) + 1;
    }

    void add_examples(const Layout& layout) {
        const std::vector<std::uint32_t> line = search_.line();
        std::vector<std::uint8_t> phases(search_.nodes(), 0);
        std::vector<Waste> wasted, needed;
        std::size_t front = 0;  // how far along the line positions are made
        for (std::size_t i = 0; i < looks_.size(); ++i) {
            const BestFirst::Look& look = looks_[i];
            while (front + 1 < line.size() && line[front + 1] < look.count) ++front;
            auto& list = look.index == line[front] ? needed : wasted;
            list.push_back({i, line[front], phases[line[front]]});
            phases[look.index] = static_cast<std::uint8_t>(look.phase + 1);
        }
        std::shuffle(wasted.begin(), wasted.end(), examples_.random);
        if (wasted.size() > WASTED) wasted.resize(WASTED);
        for (const Waste& waste : wasted) {
            const BestFirst::Look& look = looks_[waste.look];
            examples_.add(entry(layout, look.index, look.phase),
                          entry(layout, waste.waiting, waste.phase), cost_of(waste.look));
        }
        for (int i = 0; i < WAITING && !needed.empty(); ++i) add_waiting(layout, needed);
    }

    // Something that waited, rightly, while the line was followed.
    void add_waiting(const Layout& layout, const std::vector<Waste>& needed) {
        const Waste& chosen = needed[examples_.random() % needed.size()];
        const auto index =
            static_cast<std::uint32_t>(examples_.random() % looks_[chosen.look].count);
        if (index == chosen.waiting) return;
        int phase = 0;
        for (std::size_t i = 0; i < chosen.look; ++i) {
            if (looks_[i].index == index) phase = looks_[i].phase + 1;
        }
        if (phase > 3) return;
        examples_.add(entry(layout, index, phase), entry(layout, chosen.waiting, chosen.phase),
                      WAITING_COST);
    }

    const Autoplay autoplay_;
    BestFirst search_;
    std::vector<BestFirst::Look> looks_;
    Examples examples_;
};

class BeamLearner {
  public:
    static constexpr int KEPT = 6, MADE = 3;  // examples of a level
    static constexpr int EPOCHS = 8;
    static constexpr double RATE = 0.05;

    BeamLearner(std::uint64_t seed, int cells)
        : few_(cells < 4), autoplay_(few_ ? Autoplay::FCPRO : Autoplay::MAX), examples_(seed) {}

    int solved = 0, moves = 0;

    void study(const Position& at, const Weights& weights, std::uint32_t width) {
        samples_.assign(1, {});
        beam_.on_level = [&](const std::vector<State>& level) {
            std::vector<State> chosen;
            for (int i = 0; i < KEPT && !level.empty(); ++i) {
                chosen.push_back(level[examples_.random() % level.size()]);
            }
            samples_.push_back(chosen);
        };
        const BeamSettings settings{&weights, autoplay_, width, few_ ? 150 : 60};
        if (beam_.run(at.layout, at.state, settings, {}) != Outcome::SOLVED) return;
        assert(counts_fit(at, weights));
        ++solved;
        moves += beam_.moves();
        add_examples(at.layout, at.state);
    }

    void fit(std::vector<double>& weights) { examples_.fit(weights, EPOCHS, RATE); }

  private:
    void add_examples(const Layout& layout, const State& start) {
        State state = start;
        int level = 0;
        const auto& steps = beam_.steps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const State before = state;
            play(state, layout, steps[i]);
            level += steps[i].target != HOME;
            if (i + 1 < steps.size() && steps[i + 1].target == HOME) continue;
            if (level == 0) continue;
            if (level >= static_cast<int>(samples_.size())) break;
            for (const State& other : samples_[level]) add(layout, other, state);
            for (int made = 0; made < MADE; ++made) {
                add(layout, successor(layout, level - 1, before), state);
            }
        }
    }

    // A random position that the beam could have made for the next level.
    State successor(const Layout& layout, int level, const State& otherwise) {
        const auto& from = samples_[level];
        State state = from.empty() ? otherwise : from[examples_.random() % from.size()];
        std::vector<Step> steps;
        list_moves(state, layout, steps);
        if (!steps.empty()) play(state, layout, steps[examples_.random() % steps.size()]);
        NoSteps none;
        autoplay(state, layout, autoplay_, none);
        return state;
    }

    void add(const Layout& layout, const State& other, const State& on_line) {
        if (other.key == on_line.key) return;
        examples_.add(count_features(layout, other), count_features(layout, on_line), 1);
    }

    const bool few_;           // with few cells the safe kind of automatic play finds more wins
    const Autoplay autoplay_;  // and they are longer
    Beam beam_;
    std::vector<std::vector<State>> samples_;  // by level
    Examples examples_;
};

struct Order {
    std::string start, out;
    DealNumber first;
    int cells;
    int deals;
    std::uint32_t size;  // the quota or the width
    int rounds;
    std::uint64_t seed;
    std::vector<std::string> earlier;
};

// One round: examples from new deals, and the weights that fit them.
template <class Learner>
Weights next_round(Learner& learner, const Order& order, HardDeals& deals, const Weights& weights,
                   std::vector<double>& exact) {
    for (int i = 0; i < order.deals; ++i) learner.study(deals.next(), weights, order.size);
    learner.fit(exact);
    Weights next;
    for (int i = 0; i < FEATURE_COUNT; ++i) {
        next[i] =
            static_cast<std::int16_t>(std::clamp(std::lround(exact[i] * SCALE), -9999l, 9999l));
    }
    return next;
}

void learn_any(const Order& order, HardDeals& deals, Weights weights, std::vector<double> exact) {
    const auto learner = std::make_unique<QueueLearner>(order.seed, order.cells);
    HardDeals others(QueueLearner::TEST_FIRST, order.cells, order.earlier);
    std::vector<Position> positions;
    for (int i = 0; i < order.deals; ++i) positions.push_back(others.next());
    // A first attempt gets less: what is quick to give up leaves more to the others.
    const std::uint32_t quota = order.earlier.empty() ? order.size / 2 : order.size;
    double best = learner->test(positions, weights, quota);
    for (int round = 0; round < order.rounds; ++round) {
        weights = next_round(*learner, order, deals, weights, exact);
        const double cost = learner->test(positions, weights, quota);
        if (cost < best) write_weights(order.out, weights);
        best = std::min(best, cost);
    }
}

void learn_short(const Order& order, HardDeals& deals, Weights weights, std::vector<double> exact) {
    const auto learner = std::make_unique<BeamLearner>(order.seed, order.cells);
    for (int round = 0; round < order.rounds; ++round) {
        learner->solved = learner->moves = 0;
        weights = next_round(*learner, order, deals, weights, exact);
        std::printf("round %d: %d solved in %.3f moves\n", round + 1, learner->solved,
                    static_cast<double>(learner->moves) / learner->solved);
        std::fflush(stdout);
        write_weights(order.out, weights);
    }
}

}  // namespace
}  // namespace freecell

int main(int count, char** arguments) {
    using namespace freecell;
    std::vector<std::string> given(arguments + 1, arguments + count);
    const int cells = take_cells(given);
    const std::vector<std::string> words = words_of_command(
        given, "learn any|short START OUT FIRST DEALS QUOTA|WIDTH ROUNDS SEED ...");
    const Order order{words[1],
                      words[2],
                      std::stoll(words[3]),
                      cells,
                      std::stoi(words[4]),
                      static_cast<std::uint32_t>(std::stoul(words[5])),
                      std::stoi(words[6]),
                      std::stoull(words[7]),
                      {words.begin() + 8, words.end()}};
    const Weights weights = read_weights(order.start);
    std::vector<double> exact(weights.begin(), weights.end());
    for (double& weight : exact) weight /= SCALE;
    HardDeals deals(order.first, order.cells, order.earlier);
    words[0] == "any" ? learn_any(order, deals, weights, exact)
                      : learn_short(order, deals, weights, exact);
}
