// Trained evaluations as the package ships them: a line that says what it is, a head in JSON, weights packed by zlib.
#pragma once

#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "search/types.hpp"

namespace turncoat {

/// Unpacks what zlib packed (RFC 1950, 1951), bit by bit; throws where it is damaged.
class Unpacker {
    struct Code {  // canonical: how many codes have each length, and the symbols in the order of their codes
        std::array<int, 16> counts{};
        std::vector<int> symbols;

        explicit Code(std::vector<int> const& lengths) : symbols(lengths.size()) {
            for (int const length : lengths) ++counts[std::size_t(length)];
            counts[0] = 0;
            std::array<int, 16> places{};
            for (std::size_t i = 1; i < 15; ++i) places[i + 1] = places[i] + counts[i];
            for (std::size_t i = 0; i < lengths.size(); ++i)
                if (lengths[i]) symbols[std::size_t(places[std::size_t(lengths[i])]++)] = int(i);
        }
    };

    std::string_view packed_;
    std::size_t at_ = 2;  // behind zlib's own head
    int held_ = 0, count_ = 0;
    std::string out_;

    int byte() {
        if (at_ >= packed_.size()) throw std::runtime_error("packed weights end too early");
        return static_cast<unsigned char>(packed_[at_++]);
    }

    int bits(int wanted) {
        while (count_ < wanted) {
            held_ |= byte() << count_;
            count_ += 8;
        }
        int const found = held_ & ((1 << wanted) - 1);
        held_ >>= wanted;
        count_ -= wanted;
        return found;
    }

    int symbol(Code const& code) {
        int value = 0, first = 0, place = 0;
        for (std::size_t length = 1; length < 16; ++length) {
            value |= bits(1);
            int const count = code.counts[length];
            if (value - count < first) return code.symbols.at(std::size_t(place + value - first));
            place += count;
            first = (first + count) << 1;
            value <<= 1;
        }
        throw std::runtime_error("packed weights hold no such code");
    }

    void stored() {
        held_ = count_ = 0;
        int const length = byte() | byte() << 8;
        at_ += 2;
        for (int i = 0; i < length; ++i) out_ += char(byte());
    }

    void coded(Code const& literals, Code const& distances) {
        static constexpr int kLengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
        static constexpr int kMore[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
        while (true) {
            int const found = symbol(literals);
            if (found < 256) {
                out_ += char(found);
                continue;
            }
            if (found == 256) return;
            if (found > 285) throw std::runtime_error("packed weights hold no such length");
            int const length = kLengths[found - 257] + bits(kMore[found - 257]);
            int const far = symbol(distances);
            int const more = far < 4 ? 0 : far / 2 - 1;
            std::size_t const distance = std::size_t((far < 4 ? far : (2 + far % 2) << more) + 1 + bits(more));
            if (distance > out_.size()) throw std::runtime_error("packed weights reach too far back");
            for (int i = 0; i < length; ++i) out_ += out_[out_.size() - distance];
        }
    }

    void coded_anew() {
        static constexpr std::size_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        int const literals = bits(5) + 257, distances = bits(5) + 1, given = bits(4) + 4;
        std::vector<int> lengths(19);
        for (int i = 0; i < given; ++i) lengths[kOrder[i]] = bits(3);
        Code const code(lengths);
        lengths.clear();
        while (int(lengths.size()) < literals + distances) {
            int const found = symbol(code);
            if (found < 16) {
                lengths.push_back(found);
                continue;
            }
            int const again = found == 16 ? lengths.at(lengths.size() - 1) : 0;
            int const times = found == 16 ? 3 + bits(2) : found == 17 ? 3 + bits(3) : 11 + bits(7);
            lengths.insert(lengths.end(), std::size_t(times), again);
        }
        coded(Code({lengths.begin(), lengths.begin() + literals}),
              Code({lengths.begin() + literals, lengths.begin() + literals + distances}));
    }

    void coded_as_usual() {
        std::vector<int> lengths(288, 8);
        for (std::size_t i = 144; i < 280; ++i) lengths[i] = i < 256 ? 9 : 7;
        coded(Code(lengths), Code(std::vector<int>(30, 5)));
    }

  public:
    explicit Unpacker(std::string_view packed) : packed_(packed) {}

    std::string all() {
        for (bool last = false; !last;) {
            last = bits(1);
            int const kind = bits(2);
            kind == 0 ? stored() : kind == 1 ? coded_as_usual() : coded_anew();
        }
        return std::move(out_);
    }
};

struct Trained {
    std::string game;
    std::vector<std::string> options;  // those that must be so, as rulesets write them
    Weights head;
    std::vector<std::int16_t> values;
};

/// The numbers between a name's brackets, at any depth.
inline std::vector<std::vector<int>> numbers_of(std::string_view head, std::string const& name) {
    std::vector<std::vector<int>> groups(1);
    std::size_t at = head.find("\"" + name + "\":[") + name.size() + 3;
    int depth = 0;
    do {
        char const sign = head.at(at);
        if (sign == '[' && ++depth == 2 && !groups.back().empty()) groups.emplace_back();
        if (sign == ']') --depth;
        if (sign >= '0' && sign <= '9') {
            int value = 0;
            while (head.at(at) >= '0' && head.at(at) <= '9') value = value * 10 + (head[at++] - '0');
            groups.back().push_back(value);
        } else {
            ++at;
        }
    } while (depth);
    return groups;
}

inline std::unique_ptr<Trained> read_weights(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string const content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::size_t const first = content.find('\n'), second = content.find('\n', first + 1);
    if (second == std::string::npos) throw std::runtime_error(path + " holds no weights");
    std::string_view const whole = content, head = whole.substr(first + 1, second - first - 1);
    auto trained = std::make_unique<Trained>();

    std::string_view fits = head.substr(head.find("\"fits\":{") + 8);
    fits = fits.substr(0, fits.find('}'));
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = fits.find('"', at)) != fits.npos;) {
        std::size_t const end = fits.find('"', at + 1);
        words.emplace_back(fits.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        if (words[i] == "game")
            trained->game = words[i + 1];
        else
            trained->options.push_back(words[i] + "=" + words[i + 1]);
    }

    Weights& weights = trained->head;
    weights.sets = std::atoi(std::string(head.substr(head.find("\"sets\":") + 7, 8)).c_str());
    weights.mid_turn_sets = head.find("\"mid_turn\":true") != head.npos;
    auto const stages = numbers_of(head, "stages").at(0);
    for (std::size_t i = 0; i < stages.size() && i <= kMaxCells; ++i) weights.stage[i] = std::uint8_t(stages[i]);
    for (auto const& group : numbers_of(head, "patterns")) {  // where its table begins, then its cells
        auto& pattern = weights.pattern[weights.patterns++];
        pattern.table = std::uint32_t(group.at(0));
        pattern.cells = int(group.size()) - 1;
        for (std::size_t i = 1; i < group.size(); ++i) pattern.cell[i - 1] = std::uint8_t(group[i]);
    }

    std::string const bytes = Unpacker(whole.substr(second + 1)).all();
    trained->values.resize(bytes.size() / 2);
    std::memcpy(trained->values.data(), bytes.data(), bytes.size());
    weights.set_size = std::uint32_t(trained->values.size() / std::size_t(weights.sets));
    weights.weights = trained->values.data();
    return trained;
}

}  // namespace turncoat
