// Runs a fuzz target without libFuzzer: feeds it seeded random changes of good texts, so that any compiler will do.

#include <cstdio>
#include <cstdlib>
#include <random>

#include "fuzz/seeds.hpp"

namespace {

std::string changed(std::string text, std::mt19937_64& random) {
    static constexpr char kMarks[] = "xo.#/=:, -abcdefgh0123456789\xff";
    for (auto changes = random() % 4 + 1; changes > 0; --changes) {
        auto const at = random() % (text.size() + 1);
        char const mark = random() % 8 ? kMarks[random() % (sizeof kMarks - 1)] : char(random());
        switch (random() % 5) {
            case 0:
                text.insert(at, 1, mark);
                break;
            case 1:
                text.erase(at, random() % 4);
                break;
            case 2:
                text.insert(at, text.substr(random() % (text.size() + 1), random() % 12));
                break;
            default:
                if (at < text.size()) text[at] = mark;
        }
    }
    return text;
}

}  // namespace

int main(int count, char** arguments) {
    long const runs = count > 1 ? std::atol(arguments[1]) : 100000;
    std::mt19937_64 random(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    auto const texts = seeds();
    for (long i = 0; i < runs; ++i) {
        auto const text = changed(texts[random() % texts.size()], random);
        LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(text.data()), text.size());
    }
    std::printf("%ld texts\n", runs);
}
