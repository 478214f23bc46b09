"""One test for all games: each keeps what it promises; and the test notices what is broken, and where."""

import pytest

from tests.games import template
from tests.games.template import RULES, WORDS, changed, loaded, write
from turncoat.games import games
from turncoat.games.conformance import check_game
from turncoat.games.word_check import words_path


@pytest.mark.parametrize("name", games())
def test_every_game_keeps_what_it_promises(name):
    found = check_game(games()[name], games=1, most_rulesets=6)
    assert [finding.text() for finding in found] == []


def test_the_game_that_new_game_writes_keeps_it_too(tmp_path):
    with loaded(write(tmp_path)) as info:
        assert [finding.text() for finding in check_game(info, games=2)] == []


LIST, AFTER = "yield self.grid.name(cell)", "return replace(self, board=board, side=self.side.other)"
ENDS = RULES[RULES.index("for side in (FIRST") : RULES.index("return None\n\n    def _has_row")]
HAS_ROW = "def _has_row(self, side: Side) -> bool:"
CELLS = "for cell in self.grid.cells:\n            if self.board[cell] == EMPTY:"

# What is planted: old, new, what is found, a piece of the line that is named, the rule named with it.
MISTAKES = {
    "listed twice": (
        LIST,
        "yield self.grid.name(cell)\n                yield self.grid.name(cell)",
        ("twice", "yield self.grid.name(cell)", "R2"),
    ),
    "listed backwards": (
        CELLS,
        "for cell in reversed(self.grid.cells):\n            if self.board[cell] == EMPTY:",
        ("order", "yield self.grid.name(cell)", "R2"),
    ),
    "a move that names no cell": (LIST, 'yield f"put{cell}"', ("move_cells", 'yield f"put{cell}"', "R2")),
    "a move in capitals": (LIST, "yield self.grid.name(cell).upper()", ("move_form", "yield self.grid.name", "R2")),
    "a pass before other moves": (
        CELLS,
        'yield "pass"\n        for cell in self.grid.cells:\n            if self.board[cell] == EMPTY:',
        ("pass_last", "def list_moves", "R2"),
    ),
    "no move and no end": (
        ENDS,
        "",
        ("no_move", "def list_moves", "R2"),
    ),
    "events that do not add up": (
        AFTER,
        'return replace(self, board=board, side=self.side.other, events=(Event("turned", self.side, "a1"),))',
        ("events", "return replace(self, board=board", "R2"),
    ),
    "the same side again": (AFTER, "return replace(self, board=board)", ("side_stays", "return replace(self", "R2")),
    "the other side in an unfinished turn": (
        AFTER,
        "return replace(self, board=board, side=self.side.other, chain=0)",
        ("turn_goes_on", "return replace(self, board=board", "R2"),
    ),
    "chance": (
        "board = put(self.board, self.side.mark, self.grid.number(move))",
        "board = put(self.board, choice('xo'), self.grid.number(move))",
        ("unsteady_after", "return replace(self, board=board", "R2"),
    ),
    "a board of the wrong size": (
        "return cls(options, EMPTY * options.size**2)",
        "return cls(options, EMPTY * options.size)",
        ("board_size", "def start", "R1"),
    ),
    "strange marks": (
        "return cls(options, EMPTY * options.size**2)",
        'return cls(options, "!" * options.size**2)',
        ("board_marks", "def start", "R1"),
    ),
    "the second side begins": (
        "return cls(options, EMPTY * options.size**2)",
        "return cls(options, EMPTY * options.size**2, SECOND)",
        ("start_side", "def start", "R1"),
    ),
    "a rule without a number": (
        'return Result(side, "R3", "row")',
        'return Result(side, "3", "row")',
        ("result_rule", 'return Result(side, "3"', ""),
    ),
    "a winner by name": (
        'return Result(side, "R3", "row")',
        'return Result("x", "R3", "row")',
        ("result_kind", 'return Result("x"', "R3"),
    ),
    "an error of Python": (
        "row = ray[: ROW - 1]",
        "row = ray[ROW - 1]",
        ("raises", "row = ray[ROW - 1]", "R3"),
    ),
    "equality of its own": (
        "@dataclass(frozen=True, eq=False, repr=False)",
        "@dataclass(frozen=True)",
        ("own_equality", "@dataclass(frozen=True)", ""),
    ),
    "moves that are no texts": (LIST, "yield cell", ("moves_kind", "def list_moves", "R2")),
    "no list of moves": (
        f"{CELLS}\n                {LIST}",
        "[self.grid.name(cell) for cell in self.grid.cells]",
        ("moves_kind", "def list_moves", "R2"),
    ),
    "a board for a position": (AFTER, "return board", ("after_kind", "def after", "R2")),
    "a list of marks": (AFTER, AFTER.replace("=board", "=list(board)"), ("after_kind", "return replace", "R2")),
    "events that are none": (
        AFTER,
        'return replace(self, board=board, side=self.side.other, events=("placed",))',
        ("events_kind", "return replace(self, board=board", "R2"),
    ),
    "a score that is a number": (
        HAS_ROW,
        f"def score(self):\n        return 1\n\n    {HAS_ROW}",
        ("kind", "def score", ""),
    ),
    "facts that are a table": (
        HAS_ROW,
        f"def facts(self):\n        return {{}}\n\n    {HAS_ROW}",
        ("kind", "def facts", ""),
    ),
    "zones by name": (
        HAS_ROW,
        f'def zones(self):\n        return ("a1",)\n\n    {HAS_ROW}',
        ("zones_kind", "def zones", ""),
    ),
    "holes that the board has not": (
        HAS_ROW,
        f"@classmethod\n    def holes(cls, options):\n        return {{3}}\n\n    {HAS_ROW}",
        ("board_holes", "def holes", ""),
    ),
    "a chain that the text leaves out": (
        AFTER,
        "return replace(self, board=board, chain=self.grid.number(move))",
        ("chain_field", "@dataclass(frozen=True, eq=False", ""),
    ),
}


def check(tmp_path, rules=RULES, words=WORDS):
    with loaded(write(tmp_path, rules, words)) as info:
        return check_game(info, games=2, most_rulesets=1)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found_with_its_line_and_rule(mistake, tmp_path):
    old, new, (code, line, rule) = MISTAKES[mistake]
    rules = changed(RULES, old, new).replace("    FIRST,\n", "    FIRST,\n    Event,\n", 1)
    rules = rules.replace("from dataclasses", "from random import choice\nfrom dataclasses", 1)
    found = {finding.code: finding for finding in check(tmp_path, rules)}
    assert code in found
    if line is not None:
        place = found[code].place
        assert place is not None
        assert line in rules.splitlines()[place.line - 1]
        assert place.rule == rule
        assert found[code].text().startswith(f"tuppence.py:{place.line}")


FIELD = "    options: Options\n\n    @property"


def test_a_field_that_the_text_forgets_is_found(tmp_path):
    rules = changed(RULES, FIELD, "    options: Options\n    moves: int = 0\n\n    @property")
    rules = changed(rules, "side=self.side.other)", "side=self.side.other, moves=self.moves + 1)")
    rules = changed(rules, "if EMPTY not in self.board:", "if self.moves == 7 or EMPTY not in self.board:")
    assert "forgotten" in {finding.code for finding in check(tmp_path, rules)}
    named = changed(rules, "    SYMMETRIES =", '    FIELDS = ("moves",)\n    SYMMETRIES =')
    assert check(tmp_path, named) == []


def test_a_threat_on_another_board_is_found(tmp_path):
    hook = (
        "    def turned(self):\n        return replace(self, side=self.side.other, board=EMPTY * len(self.board))\n\n"
    )
    rules = changed(RULES, "    @property\n    def grid", f"{hook}    @property\n    def grid")
    assert {finding.code for finding in check(tmp_path, rules)} == {"threat"}


def test_values_of_a_field_that_is_none_are_found(tmp_path):
    rules = changed(RULES, "    SYMMETRIES =", '    FIELD_VALUES = {"moves": ("0",)}\n    SYMMETRIES =')
    assert {finding.code for finding in check(tmp_path, rules)} == {"field_values"}


def test_a_symmetry_that_is_none_is_found(tmp_path):
    # Black may only go to the right half: no longer the same seen in a mirror.
    rules = changed(
        RULES, "if self.board[cell] == EMPTY:", "if self.board[cell] == EMPTY and (cell % 2 or self.side is SECOND):"
    )
    rules = changed(rules, "if EMPTY not in self.board:", "if not any(self.list_moves()):")
    assert {finding.code for finding in check(tmp_path, rules)} == {"symmetry_move"}
    assert check(tmp_path, changed(rules, "SYMMETRIES = ALL_SYMMETRIES", 'SYMMETRIES = ("flip",)')) == []


def test_a_symmetry_that_a_move_is_lost_in_is_told_with_the_move(tmp_path):
    # Dominoes named from left to right: seen in a mirror the names come the other way round.
    rules = changed(RULES, LIST, 'yield f"{self.grid.name(cell)}+{self.grid.name(cell + 1)}"')
    rules = changed(
        rules, "if self.board[cell] == EMPTY:", "if (cell + 1) % self.grid.width and self.board[cell] == EMPTY:"
    )
    rules = changed(rules, "self.grid.number(move)", "self.grid.number(move[:2])")
    rules = changed(rules, "if EMPTY not in self.board:", "if not any(self.list_moves()):")
    rules = changed(rules, "SYMMETRIES = ALL_SYMMETRIES", 'SYMMETRIES = ("mirror",)')
    with loaded(write(tmp_path, rules)) as info:
        [finding] = check_game(info, games=1, most_rulesets=1)
        assert finding.code == "symmetry_move"
        assert "under mirror e1+f1 becomes b1+a1, which is not legal" in finding.text()


def test_a_game_of_moves_that_may_be_named_either_way_round_keeps_its_symmetries(tmp_path):
    rules = changed(RULES, LIST, 'yield f"{self.grid.name(cell)}+{self.grid.name(cell + 1)}"')
    rules = changed(
        rules, "if self.board[cell] == EMPTY:", 'if self.board[cell : cell + 2] == ".." and self._fits(cell):'
    )
    rules = changed(
        rules,
        "board = put(self.board, self.side.mark, self.grid.number(move))",
        "board = put(self.board, self.side.mark, *map(self.grid.number, self.grid.cells_in(move)))",
    )
    rules = changed(rules, "if EMPTY not in self.board:", "if not any(self.list_moves()):")
    rules = changed(rules, "SYMMETRIES = ALL_SYMMETRIES", 'SYMMETRIES = ("mirror", "flip", "half-turn")')
    either = """def read_move(self, move):
        cells = sorted(self.grid.cells_in(str(move)), key=self.grid.number)
        return "+".join(cells)

    def _fits(self, cell):
        return (cell + 1) % self.grid.width != 0

    """
    assert check(tmp_path, changed(rules, HAS_ROW, either + HAS_ROW)) == []


@pytest.mark.parametrize("planted", ["while True: pass", "return self.result()"])
def test_rules_that_never_answer_are_stopped_and_told(planted, tmp_path):
    rules = changed(RULES, "if self._has_row(side):", f"{planted}\n            if self._has_row(side):")
    with loaded(write(tmp_path, rules)) as info:
        found = check_game(info, games=1, most_rulesets=1, seconds=0.3)
    assert [finding.code for finding in found if finding.place] == ["too_slow" if "while" in planted else "raises"]
    place = found[0].place
    assert place is not None
    assert planted in rules.splitlines()[place.line - 1]


def test_a_game_without_an_end_is_found(tmp_path):
    rules = changed(RULES, 'return Result(side, "R3", "row")', "return None")
    rules = changed(rules, 'return Result(None, "R4", "draw")', "return None")
    rules = changed(rules, CELLS, CELLS.replace("self.board[cell] == EMPTY", "True"))
    [finding] = [each for each in check(tmp_path, rules) if each.code == "endless"]
    assert finding.place is not None
    assert "def result" in rules.splitlines()[finding.place.line - 1]


def test_words_that_are_missing_or_cannot_be_filled_in_are_found(tmp_path):
    assert [each.code for each in check(tmp_path / "", words=None)] == ["no_words"]
    words = changed(WORDS, 'row = "{winner} has four in a row and wins."\n', "")
    words = changed(words, "{side}: put a stone", "{player}: put a stone")
    words = changed(words, 'explain = "Cells', 'explain = "{Cells')
    found = check(tmp_path, words=words)
    assert [each.problem.data.get("name") for each in found] == ["reasons.row", "options.size.explain", "prompts.move"]
    assert [each.text().partition(":")[0] for each in found] == ["tuppence.en.toml"] * 3
    assert "{player}" in found[-1].text()
    assert "ありません" in found[0].text("ja")


def test_a_language_begun_must_be_finished(tmp_path):
    (tmp_path / f"{template.NAME}.ja.toml").write_text('name = "二ペンス"\n', "utf-8")
    found = check(tmp_path)
    assert {each.file.name for each in found if each.file} == {"tuppence.ja.toml"}
    assert {each.code for each in found} == {"word_missing"}


def test_the_words_of_a_folder_and_of_a_file_have_their_places(tmp_path):
    assert words_path(games()["verto"], "ja").name == "words.ja.toml"
    with loaded(write(tmp_path)) as info:
        assert words_path(info, "ja") == tmp_path / "tuppence.ja.toml"
