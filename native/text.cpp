// Positions and moves as text.

#include "text.hpp"

#include <charconv>

namespace turncoat {
namespace {

/// Cuts the text up to the separator off its front.
std::string_view cut(std::string_view& text, char separator) {
    auto const end = text.find(separator);
    auto const part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

[[noreturn]] void refuse(std::string_view what, std::string_view got) {
    throw BadText(std::string(what) + "; got " + std::string(got.substr(0, 80)));
}

int read_number(std::string_view text, int low, int high) {
    int number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high)
        refuse("a number from " + std::to_string(low) + " to " + std::to_string(high) + " is wanted", text);
    return number;
}

/// Whether the text is `yes`; `no` must be the other word.
bool read_choice(std::string_view text, std::string_view no, std::string_view yes) {
    if (text != yes && text != no) refuse(std::string(no) + " or " + std::string(yes) + " is wanted", text);
    return text == yes;
}

void read_field(Size size, Picture& picture, std::string_view name, std::string_view value) {
    if (name == "chain") {
        auto const cell = read_cell(size, value);
        if (!cell) refuse("a cell is wanted", value);
        picture.chain = std::uint8_t(*cell);
    } else if (name == "passes") {
        picture.passes = std::uint8_t(read_number(value, 0, 2));
    } else if (name == "pie") {
        picture.pie = read_choice(value, "open", "swapped") ? Pie::Swapped : Pie::Open;
    } else if (name == "coins" && value.find('/') != std::string_view::npos) {
        picture.coins[0] = read_number(cut(value, '/'), 0, kMostCells);
        picture.coins[1] = read_number(value, 0, kMostCells);
    } else {
        refuse("a field of the game is wanted", name);
    }
}

}  // namespace

Picture read_picture(Size size, std::string_view text) {
    Picture picture{};
    auto board = cut(text, ' ');
    for (int y = 0, cell = 0; y < size.height; ++y) {
        auto const row = cut(board, '/');
        if (row.size() != std::size_t(size.width)) refuse("another number of cells in a row is wanted", row);
        for (char const mark : row) {
            auto const known = std::string_view("#.xo").find(mark);
            if (known == std::string_view::npos) refuse("a board is made of x o . #", row);
            picture.cells[cell++] = std::int8_t(int(known) - 2);
        }
    }
    if (!board.empty()) refuse("fewer rows are wanted", board);
    picture.side = read_choice(cut(text, ' '), "x", "o");
    while (!text.empty()) {
        auto value = cut(text, ' ');
        auto const name = cut(value, '=');
        read_field(size, picture, name, value);
    }
    return picture;
}

std::string write_picture(Size size, Picture const& picture) {
    std::string text;
    text.reserve(kMostCells * 2);
    for (int y = 0, cell = 0; y < size.height; ++y) {
        if (y) text += '/';
        for (int x = 0; x < size.width; ++x) text += "#.xo"[picture.cells[cell++] + 2];
    }
    text += picture.side ? " o" : " x";
    if (picture.chain != kNoCell) text += " chain=" + cell_name(size, picture.chain);
    if (picture.passes) text += " passes=" + std::to_string(picture.passes);
    if (picture.pie != Pie::Kept) text += picture.pie == Pie::Open ? " pie=open" : " pie=swapped";
    if (picture.coins[0] >= 0)
        text += " coins=" + std::to_string(picture.coins[0]) + "/" + std::to_string(picture.coins[1]);
    return text;
}

std::string cell_name(Size size, int cell) {
    int const x = cell % size.width;
    std::string name = x < 26 ? std::string() : std::string(1, char('a' + x / 26 - 1));
    name += char('a' + x % 26);
    return name + std::to_string(cell / size.width + 1);
}

std::optional<int> read_cell(Size size, std::string_view name) {
    for (int cell = 0; cell < size.width * size.height; ++cell)
        if (cell_name(size, cell) == name) return cell;
    return std::nullopt;
}

std::string write_move(Size size, Move move) {
    switch (move.kind) {
        case Kind::Pass:
            return "pass";
        case Kind::Swap:
            return "swap";
        case Kind::Place:
            return cell_name(size, move.to);
        case Kind::Stay:
            return cell_name(size, move.from);
        default:
            return cell_name(size, move.from) + (move.kind == Kind::Step ? "-" : "x") + cell_name(size, move.to);
    }
}

std::span<char const* const> reason_names() {
    static constexpr char const* kNames[] = {"",       "target", "points",   "center",
                                             "stones", "draw",   "majority", "captured"};
    return kNames;
}

char const* reason_name(Reason reason) { return reason_names()[std::size_t(reason)]; }

}  // namespace turncoat
