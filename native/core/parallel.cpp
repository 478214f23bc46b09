// Long work on several threads.

#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace turncoat {
namespace {

struct Task {
    State at;
    int depth;
};

Count saturating_add(Count a, Count b) {
    Count sum;
    return __builtin_add_overflow(a, b, &sum) ? kTooMany : sum;
}

class Collector final : public StateSink {
  public:
    void take(State const& state) override { states.push_back(state); }
    std::vector<State> states;
};

/// The tasks one move further, and those that need no further move.
std::vector<Task> split(Kernel const& kernel, std::vector<Task> const& tasks, Unit unit) {
    std::vector<Task> next;
    for (auto const& task : tasks) {
        if (task.depth == 0) {
            next.push_back(task);
            continue;
        }
        Collector found;
        kernel.expand(task.at, found);
        for (auto const& state : found.states)
            next.push_back({state, task.depth - (unit == Unit::Move || !kernel.mid_turn(state))});
    }
    return next;
}

/// Looks at the watch while the workers work.
class WorkerGroup {
  public:
    explicit WorkerGroup(std::size_t tasks) : tasks_(tasks) {}

    void worker(Stop& stop, std::function<void(std::size_t)> const& task) {
        try {
            for (std::size_t i; !stop.asked() && (i = next_++) < tasks_; ++done_) task(i);
        } catch (...) {
            std::lock_guard const lock(mutex_);
            problem_ = std::current_exception();
            stop.ask();
        }
        std::lock_guard const lock(mutex_);
        ++finished_;
        changed_.notify_one();
    }

    void watch(std::size_t workers, Stop& stop, ProgressCallback const& look) {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished_ == workers; })) {
            lock.unlock();
            if (!stop.asked() && look && !look(double(done_) / double(tasks_))) {
                stopped_ = true;
                stop.ask();
            }
            lock.lock();
        }
    }

    void finish() const {
        if (problem_) std::rethrow_exception(problem_);
        if (stopped_) throw Stopped{};
    }

  private:
    std::size_t const tasks_;
    std::atomic<std::size_t> next_ = 0, done_ = 0;
    std::size_t finished_ = 0;
    bool stopped_ = false;
    std::exception_ptr problem_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace

void parallel_for(std::size_t tasks, int threads, Stop& stop, ProgressCallback const& watch,
                  std::function<void(std::size_t)> const& task) {
    WorkerGroup supervisor(tasks);
    std::size_t const workers = std::min(tasks, std::size_t(std::max(threads, 1)));
    std::vector<std::thread> started;
    try {
        for (std::size_t i = 0; i < workers; ++i) started.emplace_back([&] { supervisor.worker(stop, task); });
        supervisor.watch(workers, stop, watch);
    } catch (...) {  // no thread to be had, or the watch threw: the others must still be waited for
        stop.ask();
        for (auto& thread : started) thread.join();
        throw;
    }
    for (auto& thread : started) thread.join();
    supervisor.finish();
}

Count perft(Kernel const& kernel, State const& state, int depth, Unit unit, bool bulk, int threads,
            ProgressCallback const& watch) {
    constexpr std::size_t kEnough = 64;  // tasks, so that no thread waits long for the last
    Stop stop;
    std::vector<Task> tasks{{state, depth}};
    for (int level = 0; level < 4 && depth > 2 && tasks.size() < kEnough; ++level) tasks = split(kernel, tasks, unit);
    Count total = 0;
    std::mutex mutex;
    parallel_for(tasks.size(), threads, stop, watch, [&](std::size_t i) {
        Count const part = kernel.perft(tasks[i].at, tasks[i].depth, unit, bulk, stop);
        std::lock_guard const lock(mutex);
        total = saturating_add(total, part);
    });
    return total;
}

void playouts(Kernel const& kernel, State const& state, std::uint64_t seed, std::size_t games, int threads,
              std::function<void(std::size_t, PlayoutResult const&)> const& take, ProgressCallback const& watch) {
    constexpr std::size_t kSlice = 512;
    Stop stop;
    parallel_for((games + kSlice - 1) / kSlice, threads, stop, watch, [&](std::size_t i) {
        PlayoutResult results[kSlice];
        std::size_t const first = i * kSlice, count = std::min(kSlice, games - first);
        kernel.playouts(state, seed, first, int(count), results, stop);
        for (std::size_t game = 0; game < count && !stop.asked(); ++game) take(first + game, results[game]);
    });
}

}  // namespace turncoat
