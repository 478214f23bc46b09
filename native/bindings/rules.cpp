// Rulesets and positions as Python sees them.

#include "bindings/rules.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdio>

#include "bindings/arrays.hpp"
#include "core/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace turncoat {
namespace {

PositionHandle start(SharedRules const& rules) {
    PositionHandle position{rules, {}};
    rules->kernel->start(position.state);
    return position;
}

PositionHandle parse(SharedRules const& rules, std::string_view text) { return {rules, rules->read(text)}; }

std::vector<std::string> move_texts(PositionHandle const& position) {
    Moves moves;
    position.kernel().moves(position.state, moves);
    std::vector<std::string> texts;
    texts.reserve(std::size_t(moves.size));
    for (int i = 0; i < moves.size; ++i) texts.push_back(write_move(position.rules->size, moves.list[i]));
    return texts;
}

/// Nothing where the move is not legal.
std::optional<PositionHandle> play(PositionHandle const& position, std::string_view text) {
    Moves moves;
    position.kernel().moves(position.state, moves);
    for (int i = 0; i < moves.size; ++i)
        if (write_move(position.rules->size, moves.list[i]) == text) {
            PositionHandle next = position;
            position.kernel().play(next.state, moves.list[i]);
            return next;
        }
    return std::nullopt;
}

/// Legal moves in reading order as tuples: text, cells to click, changes, whether the turn is over then.
class MoveList final : public MoveSink {
  public:
    explicit MoveList(Size size, std::optional<std::string_view> only) : size_(size), only_(only) {}

    void take(Move move, Event const* events, int count, bool ends_turn) override {
        std::string const text = write_move(size_, move);
        if (only_ && text != *only_) return;
        nb::list changes;
        for (int i = 0; i < count; ++i)
            changes.append(
                nb::make_tuple(int(events[i].kind), int(events[i].side), number(events[i].cell), number(events[i].to)));
        nb::list cells;
        for (auto const cell : {move.from, move.to})
            if (cell != kNoCell) cells.append(int(cell));
        moves.append(nb::make_tuple(text, nb::tuple(cells), nb::tuple(changes), ends_turn));
    }

    nb::list moves;

  private:
    static int number(std::uint8_t cell) { return cell == kNoCell ? -1 : cell; }

    Size size_;
    std::optional<std::string_view> only_;
};

/// All of them, or the one with that text.
nb::list legal(PositionHandle const& position, std::optional<std::string_view> only) {
    MoveList list(position.rules->size, only);
    position.kernel().legal(position.state, list);
    return list.moves;
}

/// The same as JSON.
class MoveJson final : public MoveSink {
  public:
    explicit MoveJson(Size size) : size_(size) {}

    void take(Move move, Event const* events, int count, bool ends_turn) override {
        text += text.size() > 1 ? ",{\"move\":\"" : "{\"move\":\"";
        text += write_move(size_, move);
        text += "\",\"cells\":[";
        for (auto const cell : {move.from, move.to}) {
            if (cell == kNoCell) continue;
            if (text.back() != '[') text += ',';
            text += '"' + cell_name(size_, cell) + '"';
        }
        text += "],\"events\":[";
        for (int i = 0; i < count; ++i) {
            if (i > 0) text += ',';
            text += event_json(size_, events[i]);
        }
        text += ends_turn ? "],\"ends_turn\":true}" : "],\"ends_turn\":false}";
    }

    std::string text = "[";

  private:
    Size size_;
};

nb::bytes legal_json(PositionHandle const& position) {
    MoveJson list(position.rules->size);
    position.kernel().legal(position.state, list);
    list.text += ']';
    return nb::bytes(list.text.data(), list.text.size());
}

PositionHandle play_at(PositionHandle const& position, std::int64_t index) {
    Moves moves;
    position.kernel().moves(position.state, moves);
    if (index < 0 || index >= moves.size) throw nb::index_error("there is no legal move of that number");
    PositionHandle next = position;
    position.kernel().play(next.state, moves.list[index]);
    return next;
}

/// The fixed numbers of the legal moves, in reading order.
std::vector<std::int32_t> actions(PositionHandle const& position) {
    Moves moves;
    position.kernel().moves(position.state, moves);
    std::vector<std::int32_t> found;
    for (int i = 0; i < moves.size; ++i) found.push_back(position.kernel().action(moves.list[i]));
    return found;
}

using ResultTuple = std::tuple<int, int, std::string, int>;

std::optional<ResultTuple> result(PositionHandle const& position) {
    Outcome const outcome = position.kernel().outcome(position.state);
    if (!outcome.over) return std::nullopt;
    return ResultTuple(outcome.winner, outcome.rule, position.kernel().reasons().list[outcome.reason], outcome.ended);
}

std::vector<PositionHandle> symmetries(PositionHandle const& position) {
    std::vector<PositionHandle> all(std::size_t(position.kernel().symmetries()), position);
    for (std::size_t i = 0; i < all.size(); ++i) position.kernel().transform(all[i].state, int(i));
    return all;
}

PositionHandle canonical(PositionHandle position) {
    position.kernel().canonical(position.state);
    return position;
}

/// Looks for signals such as Ctrl-C and tells the caller how far the work is.
ProgressCallback callback_from(nb::object const& progress) {
    return [&progress](double part) {
        nb::gil_scoped_acquire const hold;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(part);
        return true;
    };
}

nb::object count_perft(PositionHandle const& position, int depth, bool by_turn, bool bulk, int threads,
                       nb::object const& progress) {
    Count total;
    {
        nb::gil_scoped_release const release;
        total = perft(position.kernel(), position.state, depth, by_turn ? Unit::Turn : Unit::Move, bulk, threads,
                      callback_from(progress));
    }
    if (total == kTooMany) throw std::overflow_error("the count does not fit in 128 bits");
    char digits[40];
    std::snprintf(digits, sizeof digits, "%llx%016llx", static_cast<unsigned long long>(total >> 64),
                  static_cast<unsigned long long>(total));
    return nb::steal(PyLong_FromString(digits, nullptr, 16));
}

/// One column of what playouts find, a number for each game.
template <class T>
struct Column {
    std::unique_ptr<T[]> data;
    explicit Column(std::size_t games) : data(uninitialized<T>(games)) {}
};

/// How games ended, column by column.
struct Endings {
    std::size_t const games;
    Column<std::int8_t> winner{games};
    Column<std::int32_t> moves{games}, turns{games}, score_first{games}, score_second{games};
    Column<std::uint8_t> rule{games}, reason{games}, ended{games};

    explicit Endings(std::size_t number) : games(number) {}

    void note(std::size_t game, PlayoutResult const& result) {
        winner.data[game] = result.outcome.winner;
        moves.data[game] = result.moves;
        turns.data[game] = result.turns;
        rule.data[game] = result.outcome.rule;
        reason.data[game] = result.outcome.reason;
        ended.data[game] = result.outcome.ended;
        score_first.data[game] = result.first;
        score_second.data[game] = result.second;
    }

    nb::dict columns() {
        nb::dict found;
        auto const add = [&](char const* name, auto& column) { found[name] = owned(std::move(column.data), {games}); };
        add("winner", winner);
        add("moves", moves);
        add("turns", turns);
        add("rule", rule);
        add("reason", reason);
        add("ended", ended);
        add("score_first", score_first);
        add("score_second", score_second);
        return found;
    }
};

nb::dict run_playouts(PositionHandle const& position, std::size_t games, std::uint64_t seed, int threads,
                      nb::object const& progress) {
    Endings endings(games);
    {
        nb::gil_scoped_release const release;
        playouts(
            position.kernel(), position.state, seed, games, threads,
            [&](std::size_t game, PlayoutResult const& result) { endings.note(game, result); },
            callback_from(progress));
    }
    return endings.columns();
}

/// The moves of game `index` of such a call.
std::vector<std::string> playout_moves(PositionHandle const& position, std::uint64_t seed, std::uint64_t index) {
    std::vector<Move> moves(512);
    int played = position.kernel().playout(position.state, seed, index, moves.data(), int(moves.size()));
    if (std::size_t(played) > moves.size()) {
        moves.resize(std::size_t(played));
        played = position.kernel().playout(position.state, seed, index, moves.data(), played);
    }
    std::vector<std::string> texts;
    for (int i = 0; i < played; ++i) texts.push_back(write_move(position.rules->size, moves[std::size_t(i)]));
    return texts;
}

}  // namespace

void bind_rules(nb::module_& m) {
    m.def("cpus", [] { return std::vector<std::string>(cpus().begin(), cpus().end()); });
    nb::class_<Rules>(m, "Rules")
        .def(nb::init<std::string_view, std::vector<int> const&, std::string_view, std::string>(), "game"_a, "values"_a,
             "cpu"_a, "text"_a)
        .def_ro("text", &Rules::text)
        .def_prop_ro("reasons",
                     [](Rules const& rules) {
                         auto const [names, size] = rules.kernel->reasons();
                         return nb::tuple(nb::cast(std::vector<std::string>(names, names + size)));
                     })
        .def_prop_ro("shape",
                     [](Rules const& rules) {
                         auto const [planes, actions] = rules.kernel->shape();
                         return std::tuple(planes, rules.size.height, rules.size.width, actions);
                     })
        .def("start", [](std::shared_ptr<Rules> const& rules) { return start(rules); })
        .def(
            "parse", [](std::shared_ptr<Rules> const& rules, std::string_view text) { return parse(rules, text); },
            "text"_a);
    nb::class_<PositionHandle>(m, "State")
        .def_prop_ro("rules", [](PositionHandle const& p) { return p.rules; })
        .def_prop_ro("side", [](PositionHandle const& p) { return p.kernel().side(p.state); })
        .def_prop_ro("mid_turn", [](PositionHandle const& p) { return p.kernel().mid_turn(p.state); })
        .def_prop_ro("hash", [](PositionHandle const& p) { return p.kernel().hash(p.state); })
        .def("moves", &move_texts)
        .def("count", [](PositionHandle const& p) { return p.kernel().count(p.state); })
        .def("legal", &legal, "only"_a = nb::none())
        .def("legal_json", &legal_json)
        .def("actions", &actions)
        .def("play", &play, "move"_a)
        .def("play_at", &play_at, "index"_a)
        .def("result", &result)
        .def("score",
             [](PositionHandle const& p) {
                 Score const score = p.kernel().score(p.state);
                 return std::tuple<int, int>(score.first, score.second);
             })
        .def(
            "same",
            [](PositionHandle const& a, PositionHandle const& b) {
                return a.rules->text == b.rules->text && a.kernel().equal(a.state, b.state);
            },
            "other"_a)
        .def("symmetries", &symmetries)
        .def("canonical", &canonical)
        .def("perft", &count_perft, "depth"_a, "by_turn"_a, "bulk"_a, "threads"_a, "progress"_a.none())
        .def("playouts", &run_playouts, "games"_a, "seed"_a, "threads"_a, "progress"_a.none())
        .def("playout_moves", &playout_moves, "seed"_a, "index"_a)
        .def("__str__", [](PositionHandle const& p) { return p.rules->text + " " + p.rules->write(p.state); });
}

}  // namespace turncoat
