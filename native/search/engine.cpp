// Starting, polling and ending searches, from any thread.

#include "search/engine.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace turncoat {

Engine::Engine(std::unique_ptr<Search> search) : search_(std::move(search)) {}

Engine::~Engine() { stop(); }

void Engine::found(Line const& line) {
    {
        std::lock_guard const lock(mutex_);
        lines_.push_back(line);
    }
    changed_.notify_all();
}

void Engine::start(State const& state, Limits const& limits, bool ponder) {
    std::lock_guard const lock(command_mutex_);
    end();
    search_->prepare(std::max(1, limits.threads));  // here, where the caller gets std::bad_alloc
    control_.stop = control_.helpers = Stop{};
    control_.ponder(ponder);
    {
        std::lock_guard const lines_lock(mutex_);
        lines_.clear();
        busy_ = true;
    }
    try {
        lead_ = std::thread([this, state, limits] { run(state, limits); });
    } catch (std::system_error const&) {
        std::lock_guard const lines_lock(mutex_);
        busy_ = false;
        throw;
    }
}

void Engine::run(State state, Limits limits) {
    limits.threads = std::max(1, limits.threads);
    std::vector<std::thread> helpers;
    try {
        for (int i = 1; i < limits.threads; ++i)
            helpers.emplace_back([&, i] { search_->run(state, limits, control_, *this, i); });
    } catch (std::system_error const&) {  // the machine has no more of them: those there are will do
    }
    search_->run(state, limits, control_, *this, 0);
    control_.helpers.ask();
    for (auto& helper : helpers) helper.join();
    {
        std::lock_guard const lock(mutex_);
        busy_ = false;
    }
    changed_.notify_all();
}

std::pair<std::vector<Line>, bool> Engine::wait(std::int64_t micros) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::microseconds(micros), [&] { return !lines_.empty() || !busy_; });
    return {std::exchange(lines_, {}), busy_};
}

void Engine::end() {
    control_.stop.ask();
    if (lead_.joinable()) lead_.join();
    std::lock_guard const solved(solve_mutex_);
}

void Engine::stop() {
    std::lock_guard const lock(command_mutex_);
    end();
}

bool Engine::solve_outcome(State const& state, int& winner, std::uint64_t& nodes) {
    std::unique_lock command_lock(command_mutex_);
    end();
    control_.stop = Stop{};
    std::lock_guard const solving(solve_mutex_);
    command_lock.unlock();
    return search_->solve_outcome(state, control_, winner, nodes);
}

Value Engine::evaluate(State const& state) const {
    std::lock_guard const lock(command_mutex_);
    return search_->evaluate(state);
}

void Engine::clear() {
    std::lock_guard const lock(command_mutex_);
    end();
    search_->clear();
}

}  // namespace turncoat
