// Zobrist hashing of any game's state: every stone and every extra has a key, the hash is the sum without carry of all.
//
// So the hash after a move follows from the hash before it and the bits that changed, whatever the move was.
#pragma once

#include "core/random.hpp"
#include "core/stones.hpp"

namespace turncoat::TURNCOAT_CPU {

struct Keys {
    Bits64 stone[2][kMaxCells];
};

constexpr Keys make_keys() {
    Keys keys{};
    Bits64 state = 0x7475726e636f6174;  // any constant; it must not change, for hashes are stored
    for (auto& side : keys.stone)
        for (auto& key : side) {
            state += 0x9e3779b97f4a7c15;
            key = scramble(state);
        }
    return keys;
}
inline constexpr Keys kKeys = make_keys();

/// The key of all that is not a stone.
inline Bits64 key_of(std::uint32_t word) { return scramble(~Bits64(word)); }

template <class Bits>
inline Bits64 keys_of(Bits stones, int side) {
    Bits64 sum = 0;
    each(stones, [&](int cell) { sum ^= kKeys.stone[side][cell]; });
    return sum;
}

/// The product of two words folded into one: every bit of either stirs them all.
inline Bits64 multiply_fold(Bits64 a, Bits64 b) {
    Bits128 const product = Bits128(a) * b;
    return Bits64(product) ^ Bits64(product >> 64);
}

/// A key made at once from stones and a word, cheaper than the hash above; for tables that are never stored.
inline Bits64 fast_key(Bits64 own, Bits64 opp, std::uint32_t word) {
    constexpr Bits64 a = 0x9e3779b97f4a7c15, b = 0xd6e8feb86659fd93, c = 0xa0761d6478bd642f;
    return multiply_fold(multiply_fold(own ^ a, opp ^ b) ^ word, c);
}
inline Bits64 fast_key(Bits128 own, Bits128 opp, std::uint32_t word) {
    constexpr Bits64 d = 0xe7037ed1a0b428db, e = 0x8ebc6af09c88c6e3;
    return fast_key(Bits64(own), Bits64(opp), word) ^ multiply_fold(Bits64(own >> 64) ^ d, Bits64(opp >> 64) ^ e);
}

template <class State>
inline Bits64 hash_of(State const& at) {
    return keys_of(first_of(at), 0) ^ keys_of(second_of(at), 1) ^ key_of(at.word);
}

/// The hash of `after`, from that of `before`.
template <class State>
inline Bits64 hash_after(Bits64 hash, State const& before, State const& after) {
    return hash ^ keys_of(first_of(before) ^ first_of(after), 0) ^ keys_of(second_of(before) ^ second_of(after), 1) ^
           key_of(before.word) ^ key_of(after.word);
}

}  // namespace turncoat::TURNCOAT_CPU
