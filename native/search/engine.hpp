// An engine at work: the search in threads of its own, its findings in a queue, orders taken at any time.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "types.hpp"

namespace turncoat {

class Engine final : private Listener {
    std::unique_ptr<Searcher> const searcher_;
    Control control_;
    std::thread lead_;
    std::mutex mutex_;
    mutable std::mutex ordering_;  // orders from several threads are obeyed one after the other, each as a whole
    std::mutex settling_;          // held by who settles, who can still be told to stop
    std::condition_variable news_;
    std::vector<Line> lines_;
    bool busy_ = false;

    void hear(Line const&) override;
    void run(State, Limits);
    void end();

  public:
    explicit Engine(Searcher* searcher) : searcher_(searcher) {}
    ~Engine();
    Engine(Engine const&) = delete;
    Engine& operator=(Engine const&) = delete;

    /// Begins to think; a search still running is ended first.
    void start(State const&, Limits const&, bool ponder);
    /// Waits for news at most that long; what was found since the last call, and whether it goes on.
    std::pair<std::vector<Line>, bool> wait(std::int64_t micros);
    /// Ends the search, from any thread; returns when it has ended.
    void stop();
    /// The move thought about has been played: from now on the limits count, and the time since the start with them.
    void ponder_hit() { control_.ponder(false); }
    void forget();
    /// Who wins, as Searcher::settle; in the caller's thread, until told to stop by another.
    bool settle(State const&, int& winner, std::uint64_t& nodes);
    double scale() const { return searcher_->scale(); }
    Value evaluate(State const&) const;
};

}  // namespace turncoat
