// Fuzz target: any bytes as a ruleset text.

#include "kernels.hpp"
#include "seeds.hpp"
#include "text.hpp"

using namespace turncoat;

std::vector<std::string> seeds() {
    std::vector<std::string> texts;
    for (auto const& game : games()) {
        texts.emplace_back(game.name);
        for (int i = 0; i < game.option_count; ++i) {
            auto const& option = game.options[i];
            auto const value = option.words[1]
                                   ? std::string(option.words[1])
                                   : std::to_string(option.low) + option.between + std::to_string(option.high);
            texts.push_back(std::string(game.name) + ":" + option.name + "=" + value);
        }
    }
    return texts;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        auto const ruleset = read_ruleset({reinterpret_cast<char const*>(data), size});
        for (auto const cpu : cpus()) {
            State state;
            kernel_for(ruleset, cpu)->start(state);
        }
    } catch (BadText const&) {  // refused, as garbage should be
    }
    return 0;
}
