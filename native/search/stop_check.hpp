// When a thread must end its search: it is told to, its nodes are spent, or its time is up.
#pragma once

#include <chrono>

#include "search/types.hpp"

namespace turncoat::TURNCOAT_CPU {

/// Time since a search began.
class Clock {
    using Steady = std::chrono::steady_clock;
    Steady::time_point const start_ = Steady::now();

  public:
    std::int64_t micros() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Steady::now() - start_).count();
    }
};

class StopCheck {
    Stop const* stop_ = nullptr;
    Control const* control_ = nullptr;
    Clock const* clock_ = nullptr;
    std::int64_t hard_us_ = 0;
    std::uint64_t node_limit_ = 0;
    unsigned calls_ = 0;
    bool stopped_ = false, allowed_ = false;

  public:
    void begin(Stop const& stop, Control const& control, Clock const& clock, Limits const& limits) {
        stop_ = &stop;
        control_ = &control;
        clock_ = &clock;
        hard_us_ = limits.hard_us;
        node_limit_ = limits.nodes;
        stopped_ = allowed_ = false;
    }

    /// From the first finished iteration on, limits are obeyed.
    void allow() { allowed_ = true; }
    bool stopped() const { return stopped_; }

    /// Whether the search must end; the clock is read every 256th time only.
    bool due(std::uint64_t nodes) {
        if (stopped_) return true;
        if (!allowed_) return false;
        if (node_limit_ && nodes >= node_limit_) return stopped_ = true;
        if (++calls_ & 255) return false;
        if (control_->look_up) control_->look_up();
        if (stop_->asked() || (hard_us_ && !control_->ponders() && clock_->micros() >= hard_us_)) stopped_ = true;
        return stopped_;
    }
};

}  // namespace turncoat::TURNCOAT_CPU
