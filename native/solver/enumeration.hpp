// Every position that can be reached, each looked at once, with nothing left out: plain negamax over all moves.
#pragma once

#include "solver/key.hpp"
#include "solver/proof_table.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class FullEnumeration final : public Enumeration {
    using Position = typename Rules::State;

    static constexpr std::int8_t kNone = -128;

    Rules const rules_;
    ExactKey<Rules> const number_{rules_};
    std::size_t const bytes_;
    ZeroedArray<Bits64> keys_{1 << 16};
    ZeroedArray<std::int8_t> values_{1 << 16};
    std::uint64_t size_ = 0;
    bool full_ = false;
    Stop const* stop_ = nullptr;

    static Position in(State const& state) {
        Position position;
        __builtin_memcpy(&position, state.bytes, sizeof position);
        return position;
    }

    bool ended() const { return full_ || stop_->asked(); }

    std::size_t place(Bits64 key) const {
        std::size_t at = scramble(key) & (keys_.size() - 1);
        while (keys_[at] && keys_[at] != key + 1) at = (at + 1) & (keys_.size() - 1);
        return at;
    }

    void grow() {
        std::size_t const old = keys_.size(), wanted = old * 2;
        if ((wanted + old) * (sizeof(Bits64) + 1) > bytes_) {
            full_ = true;
            return;
        }
        ZeroedArray<Bits64> keys(wanted);
        ZeroedArray<std::int8_t> values(wanted);
        if (!keys.size() || !values.size()) {
            full_ = true;
            return;
        }
        keys.exchange(keys_);
        values.exchange(values_);
        for (std::size_t i = 0; i < old; ++i) {
            if (!keys[i]) continue;
            std::size_t const at = place(keys[i] - 1);
            keys_[at] = keys[i];
            values_[at] = values[i];
        }
    }

    GameValue value(Position const& position) {
        Position const at = canonical(rules_, position);
        Bits64 const key = number_(at);
        std::size_t const here = place(key);
        if (keys_[here]) return values_[here];
        if (ended()) return 0;
        GameValue best = kNone;
        rules_.each_move(at, [&](Move move) {
            Position const after = rules_.play(at, move);
            GameValue const found = changes_player(at, after, move) ? -value(after) : value(after);
            best = found > best ? found : best;
        });
        if (best == kNone) best = game_value(rules_, at);
        if (ended()) return 0;
        if (3 * size_ >= 2 * keys_.size()) grow();
        std::size_t const now = place(key);  // the table has grown meanwhile
        keys_[now] = key + 1;
        values_[now] = std::int8_t(best);
        __atomic_store_n(&size_, size_ + 1, __ATOMIC_RELAXED);
        return best;
    }

  public:
    FullEnumeration(Rules const& rules, std::size_t bytes) : rules_(rules), bytes_(bytes) {}

    bool possible() const override { return number_.fits(); }
    bool full() const override { return full_; }
    std::uint64_t size() const override { return __atomic_load_n(&size_, __ATOMIC_RELAXED); }

    std::uint64_t number(State const& state) const override { return number_(canonical(rules_, in(state))); }

    bool build(State const& state, Stop const& stop) override {
        stop_ = &stop;
        value(in(state));
        return !ended();
    }

    void copy(std::uint64_t* keys, std::int8_t* values) const override {
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            if (!keys_[i]) continue;
            *keys++ = keys_[i] - 1;
            *values++ = values_[i];
        }
    }
};

}  // namespace turncoat::TURNCOAT_CPU
