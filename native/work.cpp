// Long work on several threads.

#include "work.hpp"

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
    Count ways;
};

Count plus(Count a, Count b) {
    Count sum;
    return __builtin_add_overflow(a, b, &sum) ? kTooMany : sum;
}

Count times(Count a, Count b) {
    Count product;
    return __builtin_mul_overflow(a, b, &product) ? kTooMany : product;
}

class Collector final : public Sink {
  public:
    explicit Collector(Count ways) : ways_(ways) {}
    void take(State const& state, Count ways) override { tasks.push_back({state, times(ways, ways_)}); }
    std::vector<Task> tasks;

  private:
    Count ways_;
};

/// Looks at the watch while the workers work.
class Supervisor {
  public:
    explicit Supervisor(std::size_t tasks) : tasks_(tasks) {}

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

    void watch(std::size_t workers, Stop& stop, Watch const& look) {
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

void share(std::size_t tasks, int threads, Stop& stop, Watch const& watch,
           std::function<void(std::size_t)> const& task) {
    Supervisor supervisor(tasks);
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
            Watch const& watch) {
    constexpr std::size_t kEnough = 64;  // tasks, so that no thread waits long for the last
    Stop stop;
    std::vector<Task> tasks{{state, 1}};
    Count total = 0;
    std::mutex mutex;
    // A turn or two at the root is cheap beside the rest; the walk there is a task too, so that it can be stopped.
    for (int level = 0; level < 3 && depth > 2 && !tasks.empty() && tasks.size() < kEnough; ++level, --depth) {
        std::vector<Task> next;
        share(1, 1, stop, watch, [&](std::size_t) {
            for (auto const& task : tasks) {
                Collector found(task.ways);
                kernel.expand(task.at, unit, found, stop);
                next.insert(next.end(), found.tasks.begin(), found.tasks.end());
            }
        });
        tasks = std::move(next);
    }
    if (tasks.empty()) return 0;
    share(tasks.size(), threads, stop, watch, [&](std::size_t i) {
        Count const part = times(tasks[i].ways, kernel.perft(tasks[i].at, depth, unit, bulk, stop));
        std::lock_guard const lock(mutex);
        total = plus(total, part);
    });
    return total;
}

std::vector<Record> playouts(Kernel const& kernel, State const& state, std::uint64_t seed, std::size_t games,
                             int threads, Watch const& watch) {
    constexpr std::size_t kSlice = 512;
    std::vector<Record> records(games);
    Stop stop;
    if (games)
        share((games + kSlice - 1) / kSlice, threads, stop, watch, [&](std::size_t i) {
            std::size_t const first = i * kSlice, count = std::min(kSlice, games - first);
            kernel.playouts(state, seed, first, int(count), records.data() + first, stop);
        });
    return records;
}

}  // namespace turncoat
