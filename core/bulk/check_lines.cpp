#include "bulk/check_lines.h"

#include <charconv>
#include <vector>

namespace freecell {
namespace {

std::string_view without_spaces(std::string_view text) {
    constexpr std::string_view BETWEEN = " \t\r\n,;";
    const std::size_t start = text.find_first_not_of(BETWEEN);
    return start == std::string_view::npos ? std::string_view{} : text.substr(start);
}

// Read `number:`; nothing if the line does not start so.
std::optional<DealNumber> take_number(std::string_view& text) {
    text = without_spaces(text);
    if (!text.empty() && text.front() == '#') text.remove_prefix(1);
    DealNumber number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || number < FIRST_DEAL || number > LAST_DEAL) return std::nullopt;
    if (text.empty() || text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    return number;
}

// The text of a move that could be read.
std::string_view nth_word(std::string_view text, std::size_t n) {
    for (std::size_t i = 0;; ++i) {
        text = without_spaces(text);
        const std::string_view before = text;
        take_written_move(text);
        if (i == n) return before.substr(0, before.size() - text.size());
    }
}

}  // namespace

LineVerdict check_line(std::string_view line, int cells) {
    LineVerdict verdict;
    const auto number = take_number(line);
    if (!number) return verdict;
    std::vector<WrittenMove> written;
    written.reserve(line.size() / 2);
    const std::string_view moves = line;
    for (line = without_spaces(line); !line.empty(); line = without_spaces(line)) {
        const auto word = take_written_move(line);
        if (!word) return verdict;
        written.push_back(*word);
        verdict.counted |= word->cards != WrittenMove::UNSAID;
        verdict.macroxue |= word->target == 'r';
    }
    if (written.empty()) return verdict;
    const Replay played = replay(lay_out(deal_cards(*number), cells), written,
                                 verdict.macroxue ? TextKind::MACROXUE : TextKind::STANDARD);
    verdict.readable = true;
    verdict.number = *number;
    verdict.won = played.won;
    verdict.autoplay = played.reading.autoplay;
    verdict.done = played.done;
    verdict.cards_left = played.cards_left;
    verdict.refusal = played.refusal;
    if (played.refusal) verdict.refused = nth_word(moves, played.done);
    return verdict;
}

}  // namespace freecell
