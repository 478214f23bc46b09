// A count that one thread keeps while others read it.
#pragma once

#include <atomic>
#include <cstdint>

namespace turncoat::TURNCOAT_CPU {

class NodeCounter {
    std::atomic<std::uint64_t> count_{0};

  public:
    /// Only the owner writes, so that a load and a store will do, without a locked addition.
    [[gnu::always_inline]] void add(std::uint64_t more = 1) {
        count_.store(count_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    [[gnu::always_inline]] void take_back() { add(~std::uint64_t(0)); }
    [[gnu::always_inline]] std::uint64_t get() const { return count_.load(std::memory_order_relaxed); }
    void reset() { count_.store(0, std::memory_order_relaxed); }
};

}  // namespace turncoat::TURNCOAT_CPU
