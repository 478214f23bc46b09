"""What the Tab key offers."""

import re

import pytest
import shellingham

from tests.cli.terminal import run
from turncoat.games import games


def complete(line, shell="bash"):
    """The completions for a line, as the shell passes it on: bash takes `:` and `=` for words of their own."""
    words = line.replace(":", "\n:\n").replace("=", "\n=\n").replace(" ", "\n").split("\n")
    env = {"_TURNCOAT_COMPLETE": f"complete_{shell}", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    if shell != "bash":
        env = {"_TURNCOAT_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line}
    return [line for line in run(env=env).out.split("\n") if line]


def test_commands_and_options_are_completed():
    assert complete("turncoat pl") == ["play", "playouts"]
    assert "--threads" in complete("turncoat perft --")
    assert complete("turncoat perft --unit ") == ["turn", "move"]
    assert complete("turncoat play verto --against ") == ["random", *map(str, range(1, 11)), "max"]


def test_games_are_completed_wherever_one_is_taken():
    assert complete("turncoat rules ") == list(games())
    assert complete("turncoat show inv") == ["invector"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("turncoat show verto:q", ["quiet=yes", "quiet=no"]),
        ("turncoat show verto:quiet=", ["yes", "no"]),
        ("turncoat show verto:quiet=n", ["no"]),
        ("turncoat show verto:size=9,", ["9,quiet=yes", "9,quiet=no"]),
        ("turncoat show nothing:", []),
    ],
)
def test_options_of_a_ruleset_are_completed_from_where_bash_thinks_the_word_begins(line, offered):
    assert complete(line) == offered


def test_other_shells_are_given_whole_words():
    [offered] = complete("turncoat show verto:quiet=n", "zsh")
    assert re.search(r"verto\W+quiet=no", offered)


def nobody(*_):
    raise shellingham.ShellDetectionFailure


@pytest.mark.parametrize(
    ("shell", "word"), [("bash", "complete -o"), ("zsh", "#compdef turncoat"), ("fish", "complete --command")]
)
def test_the_script_of_the_shell_one_is_in_is_shown(shell, word, monkeypatch):
    monkeypatch.setattr(shellingham, "detect_shell", lambda: (shell, f"/bin/{shell}"))
    answer = run("--show-completion")
    assert (answer.code, answer.err) == (0, "")
    assert word in answer.out
    assert "_TURNCOAT_COMPLETE" in answer.out


@pytest.mark.parametrize("detected", [nobody, lambda: ("dash", "/bin/dash")])
@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_where_nobody_knows_the_shell_a_sentence_says_so(option, detected, monkeypatch):
    monkeypatch.setattr(shellingham, "detect_shell", detected)
    answer = run(option)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.strip() == (
        "Error: completion works in bash, zsh, fish and PowerShell; run this command in one of them"
    )
    assert "bash、zsh" in run(option, "--lang", "ja").err
