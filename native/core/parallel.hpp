// Long work on several threads: cut into tasks near the root, with the same result for any number of threads.
#pragma once

#include <functional>

#include "core/kernel.hpp"

namespace turncoat {

/// Called now and then from the calling thread with the part done, 0 to 1; false ends the work early.
using ProgressCallback = std::function<bool(double)>;

struct Stopped {};  // thrown when the watch ended the work

/// kTooMany when the number does not fit in 128 bits.
Count perft(Kernel const&, State const&, int depth, Unit, bool bulk, int threads, ProgressCallback const&);

/// Random games; each is handed over with its number once it is over, in any order and on any thread.
void playouts(Kernel const&, State const&, std::uint64_t seed, std::size_t games, int threads,
              std::function<void(std::size_t, PlayoutResult const&)> const& take, ProgressCallback const&);

/// Calls task(0) to task(tasks - 1), each once, on that many threads.
void parallel_for(std::size_t tasks, int threads, Stop& stop, ProgressCallback const&,
                  std::function<void(std::size_t)> const& task);

}  // namespace turncoat
