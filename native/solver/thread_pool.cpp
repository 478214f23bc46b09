// The threads that a solver works on.  Apart from the solver, which is compiled for each processor.

#include "solver/thread_pool.hpp"

#include <system_error>
#include <thread>
#include <vector>

namespace turncoat {

void ThreadPool::run(int count, Task& task) {
    std::vector<std::thread> others;
    try {
        for (int i = 1; i < count; ++i) others.emplace_back([&task, i] { task.work(i); });
    } catch (std::system_error const&) {  // as many as there are to be had
    }
    task.work(0);
    for (auto& thread : others) thread.join();
}

}  // namespace turncoat
