// What the standard library asks of a system, of which there is none: only memory and the host's clock.

#include <sched.h>
#include <sys/mman.h>
#include <time.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "wasm/host.hpp"

extern "C" {

int clock_gettime(clockid_t, timespec* time) {
    double const now = turncoat::host_now();
    time->tv_sec = time_t(now / 1e3);
    time->tv_nsec = long((now - double(time->tv_sec) * 1e3) * 1e6);
    return 0;
}

int sched_yield() { return 0; }

void* mmap(void*, std::size_t size, int, int, int, off_t) {
    void* const memory = std::calloc(size, 1);
    return memory ? memory : MAP_FAILED;
}
int munmap(void* memory, std::size_t) {
    std::free(memory);
    return 0;
}
int madvise(void*, std::size_t, int) { return 0; }

// Nothing catches here, so nothing needs unwinding: whatever is thrown, an exception of the standard library or one
// derived from them, ends the instance.
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
[[noreturn]] void __cxa_throw(void* thrown, void*, void (*)(void*)) {
    auto const* const why = static_cast<std::exception const*>(thrown)->what();
    turncoat::host_fail(why, std::strlen(why));
}
}

/// The library's own checks would print why they fail, which brings in all of its output.
[[noreturn]] void std::__libcpp_verbose_abort(char const*, ...) noexcept { __builtin_trap(); }
