"""Games are found: in their folders, in files, and in what TURNCOAT_GAMES names."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import turncoat
from tests.games.template import NAME, RULES, WORDS, changed, loaded, write
from tests.house.tree import GAMES_FOLDER
from turncoat.games import Ruleset, broken_games, game, games, load, own_games, parse, reload_changed, start, unload
from turncoat.games.errors import BadGame, BadPosition, UnknownGame
from turncoat.games.files import rules_error
from turncoat.games.found import VARIABLE
from turncoat.games.results import Result, Side
from turncoat.games.rules_text import rules
from turncoat.games.words import describe_result, prompt, side_name


def test_every_folder_with_rules_is_a_game_named_after_it():
    folders = {path.parent.name.replace("_", "-") for path in GAMES_FOLDER.glob("*/rules.py")}
    assert set(own_games()) == folders
    assert all(info.name == name for name, info in own_games().items())
    assert broken_games() == ()


def test_asking_for_one_game_imports_no_other():
    code = "import sys, turncoat.games as g; g.start('verto'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded_games = {name for name in ran.stdout.split() if name.endswith(".rules")}
    assert loaded_games == {"turncoat.games.verto.rules"}
    assert "importlib.metadata" not in ran.stdout.split()


def test_a_game_in_a_file_is_found_by_its_name_from_then_on(tmp_path):
    with pytest.raises(UnknownGame):
        game(NAME)
    with loaded(write(tmp_path)) as info:
        assert game(NAME) is info
        assert list(games())[-1] == NAME
        assert NAME not in own_games()
        position = turncoat.start(NAME, size=4).play("b2")
        assert str(position) == f"{NAME}:size=4 ..../.x../..../.... o"
        assert parse(str(position)) == position
        assert [event.text() for event in position.events] == ["first plays b2"]
    with pytest.raises(UnknownGame):
        game(NAME)
    assert NAME not in games()


def test_a_file_speaks_for_its_game_and_what_it_leaves_out_is_said_as_of_any(tmp_path):
    with loaded(write(tmp_path)) as info:
        position = start(f"{NAME}:size=4")
        assert prompt(position) == "Black: put a stone on an empty cell."
        assert (info.title(), info.title("ja")) == ("Tuppence", "Tuppence（英語）")
        assert rules(NAME, "ja").language == "en"
        assert "**R3** Four of your stones in a row" in rules(NAME).source
    with loaded(write(tmp_path, words='name = "Other"')):
        position = start(f"{NAME}:size=4")
        assert prompt(position, "ja") == "黒の手番です。"
        for move in ("a1", "a2", "b1", "b2", "c1", "c2", "d1"):
            position = position.play(move)
        assert describe_result(position) == "Black wins."
        assert side_name(position, Side.SECOND) == "White"
        assert rules(NAME).source == "# Other\n"


def test_a_folder_of_rules_needs_no_package(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "rules.py").write_text(RULES, "utf-8")
    (folder / "words.en.toml").write_text(WORDS, "utf-8")
    for path in (folder, folder / "rules.py"):
        with loaded(path) as info:
            assert info.title() == "Tuppence"
            assert rules(NAME).title == "Tuppence"


@pytest.mark.parametrize(
    ("rules_text", "told"),
    [
        ("x = 1\n", "tuppence.py: no GAME in it"),
        ("x = 1\ny = (\n", "tuppence.py:2: SyntaxError: '(' was never closed"),
        ("x = 1\n\nprint(y)\n", "tuppence.py:3: NameError: name 'y' is not defined"),
        ("import nowhere\n", "tuppence.py:1: ModuleNotFoundError: No module named 'nowhere'"),
        (changed(RULES, '"tuppence"', '"verto"', times=2), "a built-in game has that name"),
        (
            changed(RULES, 'GameInfo("tuppence"', 'GameInfo("verto"'),
            "must be the name of the game, 'verto'; got 'tuppence'",
        ),
        (changed(RULES, '"tuppence"', '"My Game"', times=2), "a game's name is lower case with hyphens"),
        (
            changed(RULES, "Options, Position, __name__", "Position, Options, __name__"),
            "your Options, then your Position",
        ),
        (changed(RULES, "Position, __name__)", "Position, 'tuppence')"), "must be __name__; got 'tuppence'"),
        (changed(RULES, "def after(", "def afters("), ": Position does not define after"),
        (
            changed(RULES, "= ALL_SYMMETRIES", "= ('half_turn',)"),
            ": there is no symmetry half_turn; symmetries: mirror",
        ),
        (changed(RULES, "(6, 4, 10, (", "(3, 4, 10, ("), ": size must be a whole number from 4 to 10; got 3"),
        (changed(RULES, '("6", "5", "8")', '("6", "5", "12")'), ": size must be a whole number from 4 to 10; got 12"),
        (changed(RULES, 'whole(6, 4, 10, ("6", "5", "8"))', "6"), ": option size needs whole(...), yes_no(...)"),
        (
            changed(RULES, "@dataclass(frozen=True)\nclass Options", "class Options"),
            ": write @dataclass(frozen=True) above Options",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(rules_text, told, tmp_path):
    with pytest.raises(BadGame) as refused:
        load(write(tmp_path, rules_text))
    assert told in str(refused.value)
    assert NAME not in games()


@pytest.mark.parametrize("path", ["nowhere.py", "words.toml", "."])
def test_what_is_no_file_of_rules_is_refused(path, tmp_path):
    (tmp_path / "words.toml").write_text("", "utf-8")
    with pytest.raises(BadGame, match="no such rules file"):
        load(tmp_path / path)


def test_an_error_of_the_rules_is_traced_to_their_line(tmp_path):
    with loaded(write(tmp_path, changed(RULES, "row = ray[: ROW - 1]", "row = ray[ROW]"))):
        with pytest.raises(IndexError) as raised:
            start(NAME).play("c3").play("c4")
        told = rules_error(raised.value)
        assert told is not None
        line = next(number for number, each in enumerate(RULES.splitlines(), 1) if "row = ray" in each)
        assert str(told) == f"tuppence.py:{line}: IndexError: tuple index out of range"
    with pytest.raises(OSError, match="nowhere") as other:
        Path("nowhere").read_text("utf-8")
    assert rules_error(other.value) is None


def test_what_rules_lead_to_outside_of_them_is_told_of_their_file(tmp_path):
    with loaded(
        write(tmp_path, changed(RULES, "return replace(self, board=board, side=self.side.other)", "return board"))
    ):
        with pytest.raises(AttributeError) as raised:
            start(NAME).play("c3")
        told = rules_error(raised.value)
        assert str(told).startswith("tuppence.py: AttributeError: 'str' object has no attribute")
        assert "turncoat check" in str(told)


def test_a_changed_file_is_read_again_and_only_then(tmp_path):
    path = write(tmp_path)
    with loaded(path):
        assert reload_changed() == ()
        old = start(f"{NAME}:size=4")
        assert load(path) is old.ruleset.info
        write(tmp_path, changed(RULES, "ROW = 4  # R3", "ROW = 2  # R3"))
        [info] = reload_changed()
        new = parse(str(old))
        assert game(NAME) is info
        assert new == old
        for move in ("a1", "d4", "b1"):
            new, old = new.play(move), old.play(move)
        assert new.result() == Result(Side.FIRST, "R3", "row")
        assert old.result() is None
        write(tmp_path, words=changed(WORDS, "{side}: put a stone", "{side}: lay a stone"))
        assert [each.name for each in reload_changed()] == [NAME]
        assert prompt(start(NAME)) == "Black: lay a stone on an empty cell."


def test_the_old_rules_stay_while_the_file_cannot_be_read(tmp_path):
    with loaded(write(tmp_path)) as info:
        write(tmp_path, "this is no Python")
        with pytest.raises(BadGame, match=r"tuppence\.py:1: SyntaxError"):
            reload_changed()
        assert game(NAME) is info
        assert len(start(f"{NAME}:size=4").legal_moves) == 16


def test_processes_find_the_game_by_the_variable(tmp_path):
    with loaded(write(tmp_path)):
        code = f"import turncoat; print(turncoat.start('{NAME}:size=4'))"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert ran.stdout == f"{NAME}:size=4 ..../..../..../.... x\n"
    assert not os.environ.get(VARIABLE)


def test_what_the_variable_names_and_cannot_be_played_breaks_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(write(tmp_path, "GAME = 3")))
    assert [error.code for error in broken_games()] == ["bad_game"]
    assert set(own_games()) <= set(games())


def test_positions_of_a_file_are_pickled_by_the_name_of_their_game(tmp_path):
    with loaded(write(tmp_path)):
        position = start(NAME).play("c3")
        again = pickle.loads(pickle.dumps(position))
        assert (again, again.events, type(again)) == (position, position.events, type(position))


def test_fields_of_a_game_are_written_and_read_by_their_kind(tmp_path):
    mistaken = changed(
        RULES,
        "    options: Options\n\n    @property",
        "    options: Options\n    count: int = 0\n    hot: bool = False\n    word: str = 'a'\n\n    @property",
    )
    mistaken = changed(mistaken, "    SYMMETRIES =", '    FIELDS = ("count", "hot", "word")\n    SYMMETRIES =')
    with loaded(write(tmp_path, mistaken)):
        text = f"{NAME}:size=4 ..../..../..../.... x count=-3 hot=yes word=bee"
        position = parse(text)
        assert str(position) == text
        assert str(start(f"{NAME}:size=4")) == text.partition(" count")[0]
        for wrong in ("count=x", "hot=maybe", "cold=1"):
            with pytest.raises(BadPosition):
                parse(f"{NAME}:size=4 ..../..../..../.... x {wrong}")


def test_a_games_symmetries_are_those_it_names(tmp_path):
    with loaded(write(tmp_path, changed(RULES, "SYMMETRIES = ALL_SYMMETRIES", 'SYMMETRIES = ("mirror", "diagonal")'))):
        position = start(f"{NAME}:size=4").play("a2")
        assert [str(each).split()[1] for each in position.symmetries()] == [
            "..../x.../..../....",
            "..../...x/..../....",
            ".x../..../..../....",
        ]
        assert position.transform_move("a2", 2) == "b1"
    with loaded(write(tmp_path, changed(RULES, "SYMMETRIES = ALL_SYMMETRIES", "SYMMETRIES = ()"))):
        position = start(f"{NAME}:size=4").play("a2")
        assert position.symmetries() == [position]
        assert position.canonical() == position


def test_unloading_what_was_not_loaded_is_an_error():
    with pytest.raises(KeyError):
        unload("verto")
    assert Ruleset.read("verto").info.name == "verto"
