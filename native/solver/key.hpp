// A position as one number, so that a proof need not trust a hash: cells in base three, then all else that matters.
#pragma once

#include "core/hash.hpp"
#include "core/symmetry.hpp"
#include "search/traits.hpp"
#include "solver/proof_table.hpp"
#include "solver/types.hpp"

namespace turncoat::TURNCOAT_CPU {

template <class Rules>
class ExactKey {
    using State = typename Rules::State;
    using Bits = typename Rules::Bits;

    static constexpr bool kChain = requires(State const& at) { at.chain(); };
    // What else tells its positions apart, a small number.
    static constexpr int kExtras = [] {
        if constexpr (requires { Rules::kExtras; })
            return Rules::kExtras;
        else
            return 1;
    }();

    Rules const& rules_;
    int cells_;
    bool fits_ = true;
    Bits64 boards_ = 0;             // three to the power of the cells
    Bits64 power_[kMaxCells] = {};  // of three, by bit
    Bits64 row_[8][256] = {};       // sums of them, by row and its bits

  public:
    /// The part of the number that stones of the second side make.
    Bits64 sum(Bits64 stones) const {
        Bits64 total = 0;
        for (int y = 0; y < rules_.grid.height; ++y) total += row_[y][stones >> (8 * y) & 255];
        return total;
    }
    Bits64 sum(Bits128 stones) const {
        Bits64 total = 0;
        each(stones, [&](int bit) { total += power_[bit]; });
        return total;
    }

    /// The part that a turn makes which goes on from the cell.
    Bits64 chain(int bit) const { return (Bits64(cell_of(rules_.grid, bit)) + 1) * 2 * boards_; }

    explicit ExactKey(Rules const& rules) : rules_(rules), cells_(rules.grid.width * rules.grid.height) {
        Bits128 range = 1;
        auto const grow = [&](unsigned by) {
            if (fits_) range *= by;
            fits_ = fits_ && range >> 64 == 0;
        };
        for (int cell = 0; cell < cells_ && fits_; ++cell) {
            power_[bit_of(rules_.grid, cell)] = Bits64(range);
            grow(3);
        }
        boards_ = Bits64(range);
        grow(2);
        if (kChain) grow(unsigned(cells_) + 1);
        grow(kExtras);
        for (int y = 0; y < 8; ++y)
            for (int bits = 0; bits < 256; ++bits)
                for (int x = 0; x < 8; ++x)
                    if (bits >> x & 1) row_[y][bits] += power_[8 * y + x];
    }

    /// Whether every position has a number of its own; if not, hashes stand in for them.
    bool fits() const { return fits_; }

    Bits64 operator()(State const& at) const {
        if (!fits_) return keys_of(first_of(at), 0) ^ keys_of(second_of(at), 1) ^ key_of(SearchTraits<Rules>::word(at));
        Bits64 rest = 0;
        if constexpr (kExtras > 1) rest = Bits64(at.extra());
        if constexpr (kChain)
            rest =
                rest * (Bits64(cells_) + 1) + (Rules::mid_turn(at) ? Bits64(cell_of(rules_.grid, at.chain())) + 1 : 0);
        rest = rest * 2 + Bits64(at.side());
        return rest * boards_ + sum(first_of(at)) * 2 + sum(second_of(at));
    }
};

/// Whether a game's rules are the same for both colours, so that a position with colours exchanged is worth the same.
template <class Rules>
inline constexpr bool kEvenHanded = requires(typename Rules::State const& at) { Rules::as_first(at); };

/// The least of the mirror images, with the first side to move where colours do not matter.
template <class Rules>
inline typename Rules::State normalised(Rules const& rules, typename Rules::State const& at) {
    if constexpr (kEvenHanded<Rules>)
        return canonical(rules, Rules::as_first(at));
    else
        return canonical(rules, at);
}

/// One number for a position and all its mirror images.
template <class Rules>
class CanonicalKey {
    using State = typename Rules::State;

    Rules const& rules_;
    ExactKey<Rules> const number_{rules_};

  public:
    explicit CanonicalKey(Rules const& rules) : rules_(rules) {}
    bool usable() const { return true; }
    bool fits() const { return number_.fits(); }
    Bits64 operator()(State const& at) const { return number_(normalised(rules_, at)); }
};

/// On small boards the numbers of all eight images are added up row by row, and the least of them is taken.
template <class Rules>
    requires(kEvenHanded<Rules> && sizeof(typename Rules::Bits) == 8)
class CanonicalKey<Rules> {
    using State = typename Rules::State;

    static constexpr int kImages = 8;
    static constexpr bool kChain = requires(State const& at) { at.chain(); };
    struct alignas(64) Numbers {
        Bits64 of[kImages];
    };

    Rules const& rules_;
    ExactKey<Rules> const number_{rules_};
    int const width_, height_;
    ZeroedArray<Numbers> rows_;    // by row and its stones
    ZeroedArray<Numbers> chains_;  // by the cell from which the turn goes on

    [[gnu::always_inline]] Numbers const& row(Bits64 stones, int y) const {
        return rows_[(std::size_t(y) << width_) + (stones >> (8 * y) & ((1u << width_) - 1))];
    }

  public:
    explicit CanonicalKey(Rules const& rules)
        : rules_(rules),
          width_(rules.grid.width),
          height_(rules.grid.height),
          rows_(number_.fits() ? std::size_t(height_) << width_ : 0),
          chains_(number_.fits() && kChain ? 64 : 0) {
        if (!number_.fits() || !usable()) return;
        for (int image = 0; image < kImages; ++image) {
            Symmetry<decltype(rules.grid)> const map{rules.grid, image % symmetries(rules.grid)};
            for (int y = 0; y < height_; ++y)
                for (unsigned bits = 0; bits < 1u << width_; ++bits)
                    rows_[(std::size_t(y) << width_) + bits].of[image] = number_.sum(map.set(Bits64(bits) << 8 * y));
            if constexpr (kChain)
                for (int cell = 0; cell < 64; ++cell)
                    if (has(rules.grid.cells, cell))
                        chains_[std::size_t(cell)].of[image] = number_.chain(map.cell(cell));
        }
    }

    bool usable() const { return !number_.fits() || (rows_.size() && (!kChain || chains_.size())); }
    bool fits() const { return number_.fits(); }

    Bits64 operator()(State const& at) const {
        if (!number_.fits()) return number_(normalised(rules_, at));
        typedef Bits64 Lanes __attribute__((vector_size(64)));
        Lanes sum{};
        for (int y = 0; y < height_; ++y) {
            Lanes const& own = reinterpret_cast<Lanes const&>(row(at.own, y));
            Lanes const& opp = reinterpret_cast<Lanes const&>(row(at.opp, y));
            sum += own + own + opp;
        }
        if constexpr (kChain)
            if (Rules::mid_turn(at)) sum += reinterpret_cast<Lanes const&>(chains_[std::size_t(at.chain())]);
        Bits64 least = sum[0];
        for (int image = 1; image < kImages; ++image) least = sum[image] < least ? sum[image] : least;
        return least;
    }
};

/// What an ended game is worth to the side to move.
template <class Rules>
inline GameValue game_value(Rules const& rules, typename Rules::State const& at) {
    if constexpr (SearchTraits<Rules>::counts_lead) {
        auto const [first, second] = rules.score(at);
        return at.side() ? second - first : first - second;
    } else {
        int const winner = rules.outcome(at).winner;
        return winner < 0 ? 0 : winner == at.side() ? 1 : -1;
    }
}

template <class Rules>
inline GameValue greatest_value(Rules const& rules) {
    return SearchTraits<Rules>::counts_lead ? rules.grid.width * rules.grid.height : 1;
}

}  // namespace turncoat::TURNCOAT_CPU
