// The engine for a browser: the search of one ruleset behind a few C functions, on the one thread its worker has.
//
// What the host gives lies in a buffer (`room`).  Nothing is unwound when something is thrown: the host is told why,
// and throws the instance away.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/registry.hpp"
#include "wasm/host.hpp"
#include "wasm/lines.hpp"
#include "wasm/weights_reader.hpp"

#define TURNCOAT_EXPORT(name) [[clang::export_name(#name)]]

namespace turncoat {
namespace {

constexpr double kPauseEvery = 20;  // milliseconds: nobody waits noticeably longer for a stop

void look_up() {
    static unsigned calls = 0;
    static double last = 0;
    if (++calls & 15) return;
    double const now = host_now();
    if (now - last < kPauseEvery) return;
    host_pause();
    last = host_now();
}

/// The one engine of this instance.
struct Instance {
    std::vector<char> room;
    Ruleset ruleset;
    std::size_t hash_bytes = 0;
    std::shared_ptr<Kernel const> kernel;
    std::unique_ptr<Search> search;
    Control control{.stop = {}, .helpers = {}, .look_up = look_up};

    std::string_view text(std::size_t size) const { return {room.data(), size}; }
};

Instance& instance() {
    static Instance one;
    return one;
}

/// Plays a legal move by its text; throws BadText where it is none.
void play_text(Kernel const& kernel, State& at, std::string_view move) {
    Moves legal;
    kernel.moves(at, legal);
    for (int i = 0; i < legal.size; ++i)
        if (write_move(kernel.size(), legal.list[i]) == move) return kernel.play(at, legal.list[i]);
    throw BadText("a legal move is wanted; got " + std::string(move.substr(0, 80)));
}

/// The position of a text's first line after the moves of the second, if there is one.
State read_line(Kernel const& kernel, std::string_view text) {
    auto const end = text.find('\n');
    State at = read_position(kernel, text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    while (!text.empty()) {
        auto const move = text.substr(0, text.find(' '));
        play_text(kernel, at, move);
        text.remove_prefix(std::min(text.size(), move.size() + 1));
    }
    return at;
}

}  // namespace

extern "C" {

/// Room for so many bytes, until it is asked for again.
TURNCOAT_EXPORT(room) char* wasm_room(std::size_t bytes) {
    instance().room.resize(bytes);
    return instance().room.data();
}

/// Begins with a ruleset: the room holds the game's name and before it, as 32-bit numbers, the values of its options.
TURNCOAT_EXPORT(open) void wasm_open(std::size_t options, std::size_t name_size, std::size_t hash_bytes) {
    Instance& here = instance();
    std::vector<int> values(options);
    std::memcpy(values.data(), here.room.data(), options * sizeof(int));
    here.ruleset = ruleset_of({here.room.data() + options * sizeof(int), name_size}, values);
    here.kernel = kernel_for(here.ruleset, TURNCOAT_CPU_NAME);
    here.hash_bytes = hash_bytes;
    here.search = search_for(here.ruleset, TURNCOAT_CPU_NAME, hash_bytes, nullptr);
}

/// Takes the trained evaluation that the room holds, as turncoat.engine.browser writes it.
TURNCOAT_EXPORT(load) void wasm_load(std::size_t size) {
    Instance& here = instance();
    WeightsReader const read(here.kernel->size(), here.text(size));
    here.search.reset();  // two tables at once are more than a phone may have room for
    here.search = search_for(here.ruleset, TURNCOAT_CPU_NAME, here.hash_bytes, &read.weights());
}

/// How the game stands in the position whose text the room holds: -1 where it goes on, 0 nobody won, 1 or 2 that side.
TURNCOAT_EXPORT(ended) int wasm_ended(std::size_t size) {
    Instance const& here = instance();
    Outcome const found = here.kernel->outcome(read_line(*here.kernel, here.text(size)));
    return found.over ? found.winner + 1 : -1;
}

/// Analyses the position whose text the room holds until a limit is reached, 0 being none, or `stop` was called.
TURNCOAT_EXPORT(analyse)
void wasm_analyse(std::size_t size, int lines, int depth, double nodes, double micros) {
    Instance& here = instance();
    State const state = read_line(*here.kernel, here.text(size));
    Limits limits;
    if (depth > 0) limits.depth = depth;
    limits.nodes = std::uint64_t(nodes);
    limits.hard_us = std::int64_t(micros);
    limits.lines = std::clamp(lines, 1, std::max(1, here.kernel->count(state)));
    here.control.stop = Stop{};
    here.search->prepare(1);
    LineWriter lines_found(*here.kernel, state, limits.lines, host_lines);
    here.search->run(state, limits, here.control, lines_found, 0);
}

/// Ends the analysis, while it pauses.
TURNCOAT_EXPORT(stop) void wasm_stop() { instance().control.stop.ask(); }

/// Forgets what was found, as if the engine were new.
TURNCOAT_EXPORT(forget) void wasm_forget() { instance().search->clear(); }

/// How much value makes the odds of winning e to 1.
TURNCOAT_EXPORT(scale) double wasm_scale() { return instance().search->scale(); }
}

}  // namespace turncoat
