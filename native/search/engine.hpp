// The engine: the one way to the search.  It works in threads of its own, its findings come in a queue, commands are
// taken at any time.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/types.hpp"

namespace turncoat {

class Engine final : private Listener {
    std::unique_ptr<Search> const search_;
    Control control_;
    std::thread lead_;
    std::mutex mutex_;
    mutable std::mutex command_mutex_;  // commands from several threads are obeyed one after the other, each as a whole
    std::mutex solve_mutex_;            // held by who solves, who can still be told to stop
    std::condition_variable changed_;
    std::vector<Line> lines_;
    bool busy_ = false;

    void found(Line const&) override;
    void run(State, Limits);
    void end();

  public:
    explicit Engine(std::unique_ptr<Search>);
    ~Engine();
    Engine(Engine const&) = delete;
    Engine& operator=(Engine const&) = delete;

    /// Begins to think; a search still running is ended first.
    void start(State const&, Limits const&, bool ponder);
    /// Waits at most that long; the lines found since the last call, and whether the search is still running.
    std::pair<std::vector<Line>, bool> wait(std::int64_t micros);
    /// Ends the search, from any thread; returns when it has ended.
    void stop();
    /// The move thought about has been played: from now on the limits count, and the time since the start with them.
    void ponder_hit() { control_.ponder(false); }
    /// As if it were new.
    void clear();
    /// Who wins, as Search::solve_outcome; in the caller's thread, until told to stop by another.
    bool solve_outcome(State const&, int& winner, std::uint64_t& nodes);
    double scale() const { return search_->scale(); }
    Value evaluate(State const&) const;
};

}  // namespace turncoat
