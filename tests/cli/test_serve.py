"""What `turncoat serve` is told reaches the server."""

import queue
from ipaddress import ip_address

import pytest

from tests.cli.terminal import run
from turncoat.games import unload


@pytest.fixture
def served(monkeypatch):
    """The settings of every server that was asked for; none is started."""
    settings = []
    monkeypatch.setattr("turncoat.web.serve.serve", lambda chosen, _ready: settings.append(chosen))
    return settings


def test_without_a_word_the_figures_are_for_this_machine_and_patience_is_as_usual(served):
    assert run("serve", "--database", "m.db").code == 0
    [found] = served
    assert (found.timeouts.away, found.timeouts.waiting) == (120, 14 * 86_400)
    assert found.keep == 0
    assert [any(ip_address(who) in each for each in found.figures_for) for who in ("127.0.0.1", "10.0.0.1")] == [
        True,
        False,
    ]


def test_patience_and_networks_are_passed_on(served):
    asked = ("--away", "30", "--waiting", "0.5", "--keep", "365", "--metrics", "10.0.0.0/8", "--metrics", "2001:db8::7")
    assert run("serve", "--database", "m.db", *asked).code == 0
    [found] = served
    assert (found.timeouts.away, found.timeouts.waiting) == (30, 43_200)
    assert found.keep == 365 * 86_400
    for who in ("127.0.0.1", "::1", "10.9.8.7", "2001:db8::7"):
        assert any(ip_address(who) in each for each in found.figures_for)
    assert not any(ip_address("2001:db8::8") in each for each in found.figures_for)


def test_games_of_others_are_offered_by_name_or_by_file(served, tmp_path):
    assert run("new-game", "tiny", "--folder", str(tmp_path)).code == 0
    assert run("serve", "--database", "m.db", "--game", f"{tmp_path}/tiny.py", "--game", "verto").code == 0
    unload("tiny")
    assert [found.games for found in served] == [("tiny", "verto")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("vetro", "did you mean verto?"),
        ("./nowhere.py", "nowhere.py: "),
    ],
)
def test_a_game_that_is_not_there_is_told_before_anything_is_served(served, name, said):
    answer = run("serve", "--database", "m.db", "--game", name)
    assert answer.code in (1, 2)
    assert said in answer.err
    assert served == []


@pytest.mark.parametrize(
    ("screen", "asked", "opened"),
    [
        ({}, ("--open",), False),
        ({"DISPLAY": ":0"}, ("--open",), True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ("-o",), True),
        ({"BROWSER": "lynx"}, ("--open",), True),
        ({"DISPLAY": ":0"}, (), False),
    ],
)
def test_the_page_is_opened_where_it_can_be_shown_and_its_address_is_told(monkeypatch, screen, asked, opened):
    pages: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("webbrowser.open", pages.put)
    monkeypatch.setattr("turncoat.web.serve.serve", lambda _, ready: ready("http://localhost:8080/"))
    nothing = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"), "")
    answer = run("serve", "--database", "m.db", *asked, env={**nothing, **screen})
    assert (answer.code, answer.out) == (
        0,
        "Turncoat is running at http://localhost:8080/  (Ctrl-C to stop)\n",
    )
    if opened:
        assert pages.get(timeout=10) == "http://localhost:8080/"
    assert pages.empty()
