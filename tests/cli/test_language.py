"""Which language is spoken, and that everything said is in the catalogue."""

import re

import pytest

from tests.cli.terminal import run
from tests.house.tree import files, read
from turncoat.cli.language import choose_language, knows
from turncoat.games.text import catalogue


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LC_MESSAGES": "ja_JP", "LANG": "en_US"}, "ja"),
        ([], {"TURNCOAT_LANG": "en", "LANG": "ja_JP"}, "en"),
        ([], {"TURNCOAT_LANG": "nonsense", "LANG": "ja_JP"}, "ja"),
        (["--lang", "ja", "games"], {"TURNCOAT_LANG": "en"}, "ja"),
        (["games", "--lang=ja"], {}, "ja"),
        (["games", "--", "--lang", "ja"], {}, "en"),
    ],
)
def test_the_option_goes_before_the_variable_and_the_variable_before_the_locale(arguments, environment, language):
    assert choose_language(arguments, environment) == language


def test_the_language_may_stand_before_and_after_the_command():
    before, after = run("--lang", "ja", "show", "verto"), run("show", "verto", "--lang", "ja")
    assert before.out == after.out
    assert "手番" in after.out


def test_everything_said_is_in_the_catalogue():
    said = {
        key
        for path in files("src/turncoat/cli/*.py")
        for key in re.findall(r"""(?<!\.)\bsay\(\s*"([a-z_.]+)\"""", read(path))
        + [f"errors.{key}" for key in re.findall(r"""(?:CommandError|unknown)\("([a-z_]+)\"""", read(path))]
    }
    assert len(said) > 50
    assert [key for key in sorted(said) if not knows(key)] == []


def test_every_entry_of_the_catalogue_is_said_somewhere():
    code = "".join(read(path) for path in files("src/turncoat/cli/*.py"))
    spoken_by_name = {"help", "commands", "command_help", "opponents", "reasons"}  # their keys are put together
    unsaid = [
        f"{table}.{key}"
        for table, entries in catalogue("turncoat.cli").items()
        if table not in spoken_by_name
        for key in entries
        if not re.search(rf"""["'.]{key}["']""", code) and not re.search(rf"{table}\.\{{|{table}\.\w*_?\{{", code)
    ]
    assert unsaid == []
