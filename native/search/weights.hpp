// The head of a trained evaluation, as a file gives it: checked here, for what is wrong in it would be read as memory.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "search/types.hpp"

namespace turncoat {

/// For each pattern its table's first weight and its cells.
using PatternList = std::vector<std::pair<std::uint32_t, std::vector<int>>>;

inline constexpr int kMaxStages = 256;

/// The stage for every number of stones; throws BadText.
inline void read_stages(Weights& head, std::vector<int> const& stages, int sets, bool mid_turn) {
    if (mid_turn && sets % 2) throw BadText("sets for positions in mid-turn come in pairs");
    int const known = mid_turn ? sets / 2 : sets;
    if (known < 1 || known > kMaxStages) throw BadText("there are 1 to 256 stages");
    if (stages.size() != kMaxCells + 1) throw BadText("a stage is needed for every number of stones");
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i] < 0 || stages[i] >= known) throw BadText("there is no such stage");
        head.stage[i] = std::uint8_t(stages[i]);
    }
    head.sets = sets;
    head.mid_turn_sets = mid_turn;
}

/// One pattern and the table it looks up; throws BadText.
inline Weights::Pattern read_pattern(Size board, std::uint32_t table, std::vector<int> const& cells,
                                     std::size_t set_size) {
    if (cells.empty() || cells.size() > Weights::kMaxPatternCells) throw BadText("a pattern has 1 to 10 cells");
    Weights::Pattern pattern;
    std::size_t entries = 1;
    for (int const cell : cells) {
        if (cell < 0 || cell >= board.width * board.height) throw BadText("a pattern's cell is off the board");
        pattern.cell[pattern.cells++] = std::uint8_t(cell);
        entries *= 3;
    }
    if (table + entries > set_size) throw BadText("a pattern's table lies outside the weights");
    pattern.table = table;
    return pattern;
}

/// Whether two patterns look up tables that are neither one and the same nor apart, which would be kept twice.
inline bool overlap(Weights::Pattern const& one, Weights::Pattern const& other) {
    auto const entries = [](Weights::Pattern const& pattern) {
        std::uint64_t ways = 1;
        for (int i = 0; i < pattern.cells; ++i) ways *= 3;
        return ways;
    };
    if (one.table == other.table) return one.cells != other.cells;
    return one.table < other.table + entries(other) && other.table < one.table + entries(one);
}

/// All but the weights themselves, of which there are so many; throws BadText.
inline void read_head(Weights& head, Size board, PatternList const& patterns, std::vector<int> const& stages, int sets,
                      bool mid_turn, std::size_t weights) {
    if (sets < 1 || weights % std::size_t(sets)) throw BadText("the weights do not divide into their sets");
    std::size_t const set_size = weights / std::size_t(sets);
    if (set_size > std::numeric_limits<std::uint32_t>::max()) throw BadText("a set has too many weights");
    if (patterns.empty() || patterns.size() > Weights::kMaxPatterns) throw BadText("there are 1 to 128 patterns");
    read_stages(head, stages, sets, mid_turn);
    head.set_size = std::uint32_t(set_size);
    head.patterns = 0;
    for (auto const& [table, cells] : patterns) {
        auto const pattern = read_pattern(board, table, cells, set_size);
        for (int i = 0; i < head.patterns; ++i)
            if (overlap(pattern, head.pattern[i])) throw BadText("two patterns share a part of a table");
        head.pattern[head.patterns++] = pattern;
    }
}

}  // namespace turncoat
