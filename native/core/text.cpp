// Positions and moves as text.

#include "core/text.hpp"

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

FieldValue read_value(Size size, Field const& field, std::string_view text) {
    if (field.kind == Field::Cell) {
        auto const cell = read_cell(size, text);
        if (!cell) refuse("a cell is wanted", text);
        return {*cell};
    }
    if (field.kind == Field::Number) return {read_number(text, 0, field.high)};
    if (field.kind == Field::Pair) {
        if (text.find('/') == std::string_view::npos) refuse("two numbers are wanted", text);
        auto const first = read_number(cut(text, '/'), 0, field.high);
        return {first, read_number(text, 0, field.high)};
    }
    int value = 1;
    while (field.words[value] && field.words[value] != text) ++value;
    if (!field.words[value]) refuse("another word is wanted", text);
    return {value};
}

/// What the field holds where a text leaves it out.
FieldValue value_left_out(Field const& field) { return {field.kind == Field::Cell ? kNoCell : 0}; }

void read_field(Kernel const& kernel, PositionData& data, std::string_view name, std::string_view value) {
    auto const [fields, size] = kernel.fields();
    for (int i = 0; i < size; ++i)
        if (fields[i].name == name) {
            data.fields[i] = read_value(kernel.size(), fields[i], value);
            return;
        }
    refuse("a field of the game is wanted", name);
}

void read_board(Size size, std::string_view board, PositionData& data) {
    for (int y = 0, cell = 0; y < size.height; ++y) {
        auto const row = cut(board, '/');
        if (row.size() != std::size_t(size.width)) refuse("another number of cells in a row is wanted", row);
        for (char const mark : row) {
            auto const known = std::string_view("#.xo").find(mark);
            if (known == std::string_view::npos) refuse("a board is made of x o . #", row);
            data.cells[cell++] = std::int8_t(int(known) - 2);
        }
    }
    if (!board.empty()) refuse("fewer rows are wanted", board);
}

void write_field(Size size, Field const& field, FieldValue const& value, std::string& text) {
    if (field.kind != Field::Pair && value.value == value_left_out(field).value) return;
    text += ' ';
    text += field.name;
    text += '=';
    switch (field.kind) {
        case Field::Cell:
            text += cell_name(size, value.value);
            break;
        case Field::Word:
            text += field.words[value.value];
            break;
        case Field::Number:
            text += std::to_string(value.value);
            break;
        case Field::Pair:
            text += std::to_string(value.value);
            text += '/';
            text += std::to_string(value.second);
    }
}

}  // namespace

State read_position(Kernel const& kernel, std::string_view text) {
    PositionData data{};
    auto const [fields, size] = kernel.fields();
    for (int i = 0; i < size; ++i) data.fields[i] = value_left_out(fields[i]);
    read_board(kernel.size(), cut(text, ' '), data);
    data.side = read_choice(cut(text, ' '), "x", "o");
    while (!text.empty()) {
        auto value = cut(text, ' ');
        auto const name = cut(value, '=');
        read_field(kernel, data, name, value);
    }
    State state;
    if (char const* problem = kernel.load(data, state)) throw BadText(problem);
    return state;
}

std::string write_position(Kernel const& kernel, State const& state) {
    PositionData data{};
    kernel.store(state, data);
    auto const board = kernel.size();
    std::string text;
    text.reserve(kMaxCells * 2);
    for (int y = 0, cell = 0; y < board.height; ++y) {
        if (y) text += '/';
        for (int x = 0; x < board.width; ++x) text += "#.xo"[data.cells[cell++] + 2];
    }
    text += data.side ? " o" : " x";
    auto const [fields, size] = kernel.fields();
    for (int i = 0; i < size; ++i) write_field(board, fields[i], data.fields[i], text);
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
        case MoveKind::Pass:
            return "pass";
        case MoveKind::Swap:
            return "swap";
        case MoveKind::Place:
            return cell_name(size, move.to);
        case MoveKind::Stay:
            return cell_name(size, move.from);
        default:
            return cell_name(size, move.from) + (move.kind == MoveKind::Step ? "-" : "x") + cell_name(size, move.to);
    }
}

std::string event_json(Size size, Event const& event) {
    static constexpr char const* kKinds[] = {"placed", "turned", "moved", "captured", "given", "passed", "swapped"};
    std::string text = std::string("{\"kind\":\"") + kKinds[int(event.kind)];
    text += event.side == 0 ? "\",\"side\":\"first\"" : "\",\"side\":\"second\"";
    if (event.cell != kNoCell) text += ",\"cell\":\"" + cell_name(size, event.cell) + '"';
    if (event.to != kNoCell) text += ",\"to\":\"" + cell_name(size, event.to) + '"';
    return text + '}';
}

}  // namespace turncoat
