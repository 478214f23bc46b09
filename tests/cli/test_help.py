"""Help is there for everything, in both languages, its examples run, and the documents leave nothing out."""

import re
import shlex

import pytest

from tests.cli.terminal import run
from tests.house.tree import read
from turncoat.cli.app import COMMANDS, build
from turncoat.cli.language import speak
from turncoat.games.text import LANGUAGES, catalogue

HELP = {language: catalogue("turncoat.cli", language)["help"] for language in LANGUAGES}
JAPANESE = re.compile("[\u3040-\u9fff]")


def parameters():
    group = build()
    for name, command in [("turncoat", group), *((name, group.get_command(None, name)) for name in COMMANDS)]:
        for parameter in command.params:
            yield name, parameter


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_parameter_is_described(language):
    speak(language)
    try:
        described = {(name, parameter.name): parameter.help for name, parameter in parameters()}
    finally:
        speak("en")
    assert len(described) > 40
    for text in described.values():
        assert bool(JAPANESE.search(text)) == (language == "ja")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_every_parameter_of_a_command(command, language):
    answer = run(command, "--help", "--lang", language)
    assert answer.code == 0
    for name, parameter in parameters():
        if name == command:
            shown = max(parameter.opts, key=len) if parameter.param_type_name == "option" else parameter.metavar
            assert shown in answer.out
    assert HELP[language]["words"]["usage"] in answer.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_japanese_help_is_left_in_english(language):
    headings = [HELP[language]["words"][word] for word in ("usage", "options", "commands", "examples", "codes")]
    out = run("--help", "--lang", language).out
    assert all(heading in out for heading in headings)
    assert (HELP["en"]["words"]["options"] in out) == (language == "en")


def examples():
    for language, commands in HELP.items():
        for command, texts in commands.items():
            for line in texts["examples"].strip().splitlines() if isinstance(texts.get("examples"), str) else []:
                yield pytest.param(line, id=f"{command}-{language}-{line}")


@pytest.mark.parametrize("line", list(examples()))
def test_the_examples_run(line, tmp_path):
    (tmp_path / "game.turncoat").write_text("ruleset: reversi\nmoves: f5d6c3d3c4f4f6g5e6c5\n")
    arguments = [word if word != "1000000" else "1000" for word in shlex.split(line)[1:]]
    # There is no unfinished game to continue in a fresh folder.
    assert run(*arguments).code == (2 if "--continue" in arguments else 0)


def test_the_document_names_every_command_and_option():
    document = read("docs/cli.md")
    listed = document.partition("## Options")[2].partition("\n## ")[0]
    of_command = dict(re.findall(r"^- \*\*([\w-]+)\*\*((?:.|\n(?!- ))*)", listed, re.MULTILINE))
    for name, parameter in parameters():
        assert f"turncoat {name}".removeprefix("turncoat turncoat") in document
        if parameter.param_type_name == "option":
            own = document if name == "turncoat" or parameter.name == "lang" else of_command[name]
            named = re.findall(r"--[a-z-]+", own)
            assert any(option in named for option in parameter.opts), (name, parameter.opts)


def test_the_readme_names_only_commands_that_are_there():
    named = re.findall(r"^turncoat (\w+)", read("README.md"), re.MULTILINE)
    assert named
    assert set(named) <= set(COMMANDS)
