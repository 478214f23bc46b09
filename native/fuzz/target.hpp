// What a fuzz target offers: good inputs to begin from, and a reader that takes any bytes and must come to no harm.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turncoat {

struct FuzzTarget {
    char const* name;
    std::vector<std::string> (*seeds)();
    void (*run)(std::string_view bytes);
};

extern FuzzTarget const kRulesetTarget, kPositionTarget, kGameTarget, kBatchTarget, kWeightsTarget, kProofsTarget;

inline FuzzTarget const* find_target(std::string_view name) {
    for (auto const* target :
         {&kRulesetTarget, &kPositionTarget, &kGameTarget, &kBatchTarget, &kWeightsTarget, &kProofsTarget})
        if (target->name == name) return target;
    return nullptr;
}

/// Numbers of any kind from bytes; zeros once there are none left.
class Bytes {
    std::string_view left_;

  public:
    explicit Bytes(std::string_view bytes) : left_(bytes) {}

    bool empty() const { return left_.empty(); }
    std::string_view rest() const { return left_; }

    template <class Number>
    Number take() {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < sizeof(Number) && !left_.empty(); ++i, left_.remove_prefix(1))
            number |= std::uint64_t(std::uint8_t(left_[0])) << (8 * i);
        return Number(number);
    }
    int byte() { return take<std::uint8_t>(); }
    /// Small, or as large as a number in a file may be.
    std::int32_t number() {
        int const small = byte();
        return small < 250 ? small : take<std::int32_t>();
    }
};

}  // namespace turncoat
