// A trained evaluation as Python hands it over.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "core/text.hpp"
#include "search/types.hpp"

namespace turncoat {

/// For each pattern its table's first weight and its cells.
using PatternList = std::vector<std::pair<std::uint32_t, std::vector<int>>>;
template <class T>
using Column = nanobind::ndarray<T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline void read_head(Weights& head, Size const& board, PatternList const& patterns, std::vector<int> const& stages,
                      int sets, bool mid_turn, std::size_t weights) {
    if (sets < 1 || weights % std::size_t(sets)) throw BadText("the weights do not divide into their sets");
    std::size_t const set_size = weights / std::size_t(sets);
    if (patterns.size() > Weights::kMaxPatterns) throw BadText("too many patterns");
    if (stages.size() != kMaxCells + 1) throw BadText("a stage is needed for every number of stones");
    head.sets = sets;
    head.mid_turn_sets = mid_turn;
    head.set_size = std::uint32_t(set_size);
    head.patterns = int(patterns.size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i] < 0 || stages[i] * (mid_turn ? 2 : 1) >= sets) throw BadText("there is no such stage");
        head.stage[i] = std::uint8_t(stages[i]);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        auto const& [table, cells] = patterns[i];
        auto& pattern = head.pattern[i];
        if (cells.empty() || cells.size() > Weights::kMaxPatternCells) throw BadText("a pattern has 1 to 10 cells");
        std::size_t entries = 1;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c] < 0 || cells[c] >= board.width * board.height)
                throw BadText("a pattern's cell is off the board");
            pattern.cell[c] = std::uint8_t(cells[c]);
            entries *= 3;
        }
        if (table + entries > set_size) throw BadText("a pattern's table lies outside the weights");
        pattern.cells = int(cells.size());
        pattern.table = table;
    }
}

}  // namespace turncoat
