// A trained evaluation in the form the browser downloads: a head of 32-bit numbers, then a byte for each weight.
//
// The numbers: how many of them there are; the step that a weight counts; sets; whether there are sets for mid-turn;
// 129 stages by stones on the board; patterns; and for each pattern its table, its number of cells, its cells.
// turncoat.engine.browser writes it.
#pragma once

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "search/weights.hpp"

namespace turncoat {

class WeightsReader {
    std::vector<int> numbers_;
    std::size_t next_ = 0;
    std::vector<std::int16_t> values_;
    std::unique_ptr<Weights> const weights_ = std::make_unique<Weights>();

    int number() {
        if (next_ >= numbers_.size()) throw BadText("the weights' head is too short");
        return numbers_[next_++];
    }

    void read_numbers(std::string_view content) {
        int size = 0;
        if (content.size() < sizeof size) throw BadText("these are no weights");
        std::memcpy(&size, content.data(), sizeof size);
        if (size < 1 || content.size() / sizeof size < std::size_t(size)) throw BadText("these are no weights");
        numbers_.resize(std::size_t(size));
        std::memcpy(numbers_.data(), content.data(), numbers_.size() * sizeof size);
        ++next_;
    }

    void read_values(std::string_view bytes, int step) {
        values_.reserve(bytes.size());
        for (char const byte : bytes) values_.push_back(std::int16_t(step * static_cast<signed char>(byte)));
    }

  public:
    WeightsReader(Size board, std::string_view content) {
        read_numbers(content);
        int const step = number(), sets = number();
        if (step < 1 || step > 256) throw BadText("a step is 1 to 256");
        bool const mid_turn = number() != 0;
        std::vector<int> stages;
        for (int i = 0; i <= kMaxCells; ++i) stages.push_back(number());
        PatternList patterns;
        for (int i = number(); i > 0; --i) {
            auto& [table, cells] = patterns.emplace_back(std::uint32_t(number()), std::vector<int>());
            for (int count = number(); count > 0; --count) cells.push_back(number());
        }
        read_values(content.substr(numbers_.size() * sizeof(int)), step);
        read_head(*weights_, board, patterns, stages, sets, mid_turn, values_.size());
        weights_->step = step;
        weights_->weights = values_.data();
    }

    /// As long as the reader is there.
    Weights const& weights() const { return *weights_; }
};

}  // namespace turncoat
