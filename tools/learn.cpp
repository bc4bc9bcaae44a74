// Learns the weights of the beam from its own solutions. This is how SHORT in weights.cpp was made:
//
//   learn START OUT FIRST DEALS WIDTH ROUNDS SEED
//
// In each round a beam of WIDTH solves the deals with the weights so far. At every level the
// position on the solution should have scored better than others of that level: some that the beam
// kept, and some it could have made. Each such pair is an example for a logistic regression on the
// difference of their features; its coefficients are the next weights.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../core/deal.h"
#include "../core/search/beam.h"

namespace freecell {
namespace {

constexpr int KEPT_SAMPLES = 6, MADE_SAMPLES = 3;
constexpr int EPOCHS = 8;
constexpr int FEATURES =
    DEPTH;  // those that the score of a position has; later ones steer the queue
using Example = std::array<std::int16_t, FEATURES>;  // features of the other less those on the line

Board board_of(DealNumber number) {
    return lay_out(deal_cards(number), 4);
}

// The features of a position, each as the score with that weight alone.
class Features {
  public:
    explicit Features(const Layout& layout, const State& start) : scores_(FEATURES) {
        for (int feature = 0; feature < FEATURES; ++feature) {
            units_[feature].fill(0);
            units_[feature][feature] = 1;
            scores_[feature].prepare(layout, start, units_[feature]);
        }
    }
    Example difference(const State& other, const State& on_line) const {
        Example example;
        for (int feature = 0; feature < FEATURES; ++feature) {
            const Score& score = scores_[feature];
            example[feature] = static_cast<std::int16_t>(score.of(other) - score.of(on_line));
        }
        return example;
    }

  private:
    std::array<Weights, FEATURES> units_;
    std::vector<Score> scores_;
};

class Learner {
  public:
    std::mt19937_64 random{1};
    std::vector<Example> examples;
    int solved = 0, moves = 0;

    void study(DealNumber number, const Weights& weights, std::uint32_t width) {
        const Board board = board_of(number);
        const Layout layout(board);
        const State start(layout, board);
        samples_.assign(1, {});
        beam_.on_level = [&](const std::vector<State>& level) {
            std::vector<State> chosen;
            for (int i = 0; i < KEPT_SAMPLES && !level.empty(); ++i) {
                chosen.push_back(level[random() % level.size()]);
            }
            samples_.push_back(chosen);
        };
        if (beam_.run(layout, start, {&weights, Autoplay::MAX, width, 60}, {}) != Outcome::SOLVED)
            return;
        ++solved;
        moves += beam_.moves();
        add_examples(layout, start);
    }

    // Gradient descent on the logistic loss, with AdaGrad's step for each weight.
    std::vector<double> fit(std::vector<double> weights) {
        std::vector<double> squares(FEATURES, 1e-6);
        for (int epoch = 0; epoch < EPOCHS; ++epoch) {
            std::shuffle(examples.begin(), examples.end(), random);
            double loss = 0;
            for (const Example& example : examples) {
                double margin = 0;
                for (int i = 0; i < FEATURES; ++i) margin += weights[i] * example[i];
                const double miss = 1 / (1 + std::exp(margin));
                loss += std::log1p(std::exp(-margin));
                for (int i = 0; i < FEATURES; ++i) {
                    const double slope = -miss * example[i];
                    if (slope == 0) continue;
                    squares[i] += slope * slope;
                    weights[i] -= 0.05 * slope / std::sqrt(squares[i]);
                }
            }
            std::printf("  epoch %d: loss %.4f\n", epoch + 1, loss / examples.size());
        }
        return weights;
    }

  private:
    void add_examples(const Layout& layout, const State& start) {
        const Features features(layout, start);
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
            for (const State& other : samples_[level]) add(features, other, state);
            for (int made = 0; made < MADE_SAMPLES; ++made)
                add(features, successor(layout, level - 1, before), state);
        }
    }

    // A random position that the beam could have made for the next level.
    State successor(const Layout& layout, int level, const State& otherwise) {
        const auto& from = samples_[level];
        State state = from.empty() ? otherwise : from[random() % from.size()];
        std::vector<Step> steps;
        list_moves(state, layout, steps);
        if (!steps.empty()) play(state, layout, steps[random() % steps.size()]);
        NoSteps none;
        autoplay(state, layout, Autoplay::MAX, none);
        return state;
    }

    void add(const Features& features, const State& other, const State& on_line) {
        if (!(other.key == on_line.key)) examples.push_back(features.difference(other, on_line));
    }

    Beam beam_;
    std::vector<std::vector<State>> samples_;  // by level
};

}  // namespace
}  // namespace freecell

int main(int count, char** arguments) {
    using namespace freecell;
    if (count != 8) {
        std::fprintf(stderr, "usage: learn START OUT FIRST DEALS WIDTH ROUNDS SEED\n");
        return 2;
    }
    Weights weights{};
    std::ifstream file(arguments[1]);
    for (auto& weight : weights) file >> weight;
    const DealNumber first = std::atoll(arguments[3]);
    const int deals = std::atoi(arguments[4]), rounds = std::atoi(arguments[6]);
    const auto width = static_cast<std::uint32_t>(std::atoi(arguments[5]));
    Learner learner;
    learner.random.seed(std::strtoull(arguments[7], nullptr, 10));
    for (int round = 0; round < rounds; ++round) {
        learner.solved = learner.moves = 0;
        for (int i = 0; i < deals; ++i) learner.study(first + round * deals + i, weights, width);
        std::printf("round %d: %d solved in %.3f moves, %zu examples\n", round + 1, learner.solved,
                    static_cast<double>(learner.moves) / learner.solved, learner.examples.size());
        std::vector<double> fitted(FEATURES);
        for (int i = 0; i < FEATURES; ++i) fitted[i] = weights[i] / 50.0;
        fitted = learner.fit(fitted);
        for (int i = 0; i < FEATURES; ++i)
            weights[i] = static_cast<std::int16_t>(std::lround(fitted[i] * 50));
        std::ofstream out(arguments[2]);
        for (auto weight : weights) out << weight << ' ';
        out << '\n';
        std::fflush(stdout);
    }
}
