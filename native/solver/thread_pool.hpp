// The threads that a solver works on.
#pragma once

#include "solver/types.hpp"

namespace turncoat {

/// As many threads as are asked for, or as the machine has to give.
struct ThreadPool final : Threads {
    void run(int count, Task& task) override;
};

}  // namespace turncoat
