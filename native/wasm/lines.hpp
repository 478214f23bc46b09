// The lines of an analysis as the page has them: JSON, their moves by whole turns.
#pragma once

#include <string>

#include "core/text.hpp"
#include "search/types.hpp"

namespace turncoat {

/// Hears of lines one by one and hands over those of a depth together.
class LineWriter final : public Listener {
    Kernel const& kernel_;
    State const& position_;
    int const wanted_;  // lines of every depth
    void (*const take_)(char const* text, std::size_t size);
    std::string text_;

    template <class Number>
    void add(char const* name, Number number) {
        text_ += '"';
        text_ += name;
        text_ += "\":" + std::to_string(number) + ',';
    }

    /// What a move changes, and whether it ends the turn.
    class Changes final : public MoveSink {
        Size const size_;
        Move const wanted_;

      public:
        std::string text;
        bool ends_turn = true;

        Changes(Size size, Move wanted) : size_(size), wanted_(wanted) {}

        void take(Move move, Event const* events, int count, bool ends) override {
            if (move != wanted_) return;
            ends_turn = ends;
            for (int i = 0; i < count; ++i) {
                if (!text.empty()) text += ',';
                text += event_json(size_, events[i]);
            }
        }
    };

    /// What is changed is told of the first turn alone: only that is drawn.
    void write_turns(Line const& line) {
        Size const size = kernel_.size();
        State at = position_;
        std::string events;
        bool begins = true, first = true;
        for (int i = 0; i < line.length; ++i) {
            Changes changes(size, line.moves[i]);
            kernel_.legal(at, changes);
            if (begins) {
                text_ += i ? "]},{\"side\":" : "{\"side\":";
                text_ += kernel_.side(at) ? "\"second\"" : "\"first\"";
                if (i) first = false;
            }
            text_ += begins ? ",\"moves\":[\"" : ",\"";
            text_ += write_move(size, line.moves[i]) + '"';
            if (first && !changes.text.empty()) events += (events.empty() ? "" : ",") + changes.text;
            kernel_.play(at, line.moves[i]);
            begins = changes.ends_turn;
        }
        text_ += "]}],\"events\":[" + events + ']';
    }

    void write(Line const& line) {
        text_ += '{';
        add("depth", line.depth);
        add("deepest", line.deepest);
        add("value", line.value);
        add("nodes", line.nodes);
        add("micros", line.micros);
        text_ += line.proved ? "\"proved\":true,\"turns\":[" : "\"proved\":false,\"turns\":[";
        write_turns(line);
        text_ += '}';
    }

  public:
    LineWriter(Kernel const& kernel, State const& position, int wanted, void (*take)(char const*, std::size_t))
        : kernel_(kernel), position_(position), wanted_(wanted), take_(take) {}

    void found(Line const& line) override {
        text_ += line.rank ? "," : "[";
        write(line);
        if (line.rank + 1 < wanted_) return;
        text_ += ']';
        take_(text_.data(), text_.size());
        text_.clear();
    }
};

}  // namespace turncoat
