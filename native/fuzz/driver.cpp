// Runs fuzz targets without libFuzzer, so that any compiler will do:
//
//   native_fuzz TARGET seeds               the good inputs, a line each
//   native_fuzz TARGET replay FILE         every line of a file once
//   native_fuzz TARGET random COUNT SEED   random changes of the good inputs
//
// A line holds printable ASCII as it is, and \xNN for every other byte and the backslash.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "fuzz/target.hpp"

namespace turncoat {
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

std::string written(std::string const& bytes) {
    std::string line;
    for (unsigned char const byte : bytes) {
        char code[5];
        std::snprintf(code, sizeof code, "\\x%02x", byte);
        if (byte < 32 || byte > 126 || byte == '\\')
            line += code;
        else
            line += char(byte);
    }
    return line;
}

std::string read(std::string const& line) {
    std::string bytes;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '\\') {
            bytes += char(std::stoi(line.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            bytes += line[i];
        }
    return bytes;
}

int run(FuzzTarget const& target, std::string const& how, char** more) {
    long count = 0;
    if (how == "seeds") {
        for (auto const& seed : target.seeds()) std::printf("%s\n", written(seed).c_str());
        return 0;
    }
    if (how == "replay") {
        std::ifstream file(more[0]);
        if (!file) return std::fprintf(stderr, "cannot read %s\n", more[0]), 2;
        for (std::string line; std::getline(file, line); ++count) target.run(read(line));
    } else {
        std::mt19937_64 random(std::strtoull(more[1], nullptr, 10));
        auto const seeds = target.seeds();
        for (long const runs = std::atol(more[0]); count < runs; ++count)
            target.run(changed(seeds[random() % seeds.size()], random));
    }
    std::printf("%s: %ld inputs\n", target.name, count);
    return 0;
}

}  // namespace
}  // namespace turncoat

int main(int count, char** words) {
    auto const* const target = count > 2 ? turncoat::find_target(words[1]) : nullptr;
    std::string const how = target ? words[2] : "";
    if ((how == "seeds" && count == 3) || (how == "replay" && count == 4) || (how == "random" && count == 5))
        return turncoat::run(*target, how, words + 3);
    std::fprintf(stderr, "native_fuzz TARGET seeds | replay FILE | random COUNT SEED\n");
    return 2;
}
