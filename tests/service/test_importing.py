"""Games that people bring as text are read as what they are, and what cannot be read says why."""

import random

import pytest

from tests.service.harness import served
from turncoat.games import games, own_games
from turncoat.games.errors import TurncoatError
from turncoat.play import Game
from turncoat.service import importing

OFFERED = tuple(own_games())
GGF = "(;GM[Othello]PC[x]DT[2026.11.19]PB[Ann]PW[Ben]TI[5:00]TY[8]RE[?]BO[8 {board} *]B[{first}//2.5]W[{second}];)"
BOARD = f"{'-' * 27}O*{'-' * 6}*O{'-' * 27}"


def read(text, ruleset=None):
    return importing.read(text, ruleset, OFFERED)


def finished(ruleset, seed=1):
    game, chance = Game.start(ruleset), random.Random(seed)
    game.headers["first"], game.headers["date"] = "Ann", "2026-11-19"
    while not game.position.is_over:
        game.play(chance.choice(game.position.legal_moves))
    return game


@pytest.mark.parametrize("name", OFFERED)
def test_a_record_comes_back_with_its_end_and_its_names(name):
    game = finished(name)
    found = read(str(game))
    assert found["unreadable"] == []
    [told] = found["games"]
    assert Game.read(told["record"]) == game
    assert (told["ruleset"], told["game"], told["at"]) == (name, name, len(game.moves))
    assert told["names"] == {"first": "Ann", "second": None}
    assert told["date"] == "2026-11-19"
    assert told["board"]["cells"] == game.position.board
    assert told["result"]["winner"] == game.result.winner
    assert told["result"]["rule"] == game.result.rule
    assert told["from_start"]


def test_a_file_of_several_games_is_read_whole_but_for_what_is_damaged():
    text = f"{finished('verto')}\nruleset: verto\nmoves: zz\n\n{finished('reversi')}\n"
    found = read(text)
    assert [told["game"] for told in found["games"]] == ["verto", "reversi"]
    [failed] = found["unreadable"]
    assert failed["number"] == 2
    assert "zz" in failed["text"]["en"]
    assert failed["text"]["ja"] != failed["text"]["en"]


def test_a_game_that_ended_beyond_the_rules_says_so():
    [told] = read("ruleset: verto\nfirst: Ann\nresult: second resigned\nmoves: e5; d4\n")["games"]
    assert told["result"] == {"winner": "second", "decided": True, "how": "resigned", "rule": ""}
    [open_game] = read("ruleset: verto\nmoves: e5; d4\n")["games"]
    assert open_game["result"] is None


def test_games_in_ggf_are_those_of_the_game_that_is_written_so():
    othello = next(name for name, info in games().items() if info.othello)
    texts = [GGF.format(board=BOARD, first=first, second=second) for first, second in (("F5", "D6"), ("D3", "C5"))]
    found = read("\n".join(["1 " + texts[0], texts[1]]))
    assert [(told["game"], told["at"]) for told in found["games"]] == [(othello, 2)] * 2
    assert found["games"][0]["names"] == {"first": "Ann", "second": "Ben"}
    assert found["games"][0]["date"] == "2026.11.19"


def test_a_transcript_takes_its_ruleset_or_must_fit_one_game_alone():
    [told] = read("f5d6c3", "reversi")["games"]
    assert (told["ruleset"], told["at"]) == ("reversi", 3)
    [told] = read("d3 d4-c5; e3")["games"]
    assert told["ruleset"] == "vect-reverse"
    for text in ("f5d6c3", "no game at all"):
        found = read(text)
        assert found["games"] == []
        assert set(found["unreadable"][0]["text"]) == {"en", "ja"}
    assert read("f5d6c3")["unreadable"] != read("no game at all")["unreadable"]


def test_every_line_is_a_transcript_of_its_own():
    found = read("f5d6c3\n\n# a comment\nf5f6\nz9\n", "reversi")
    assert [told["at"] for told in found["games"]] == [3, 2]
    assert [each["number"] for each in found["unreadable"]] == [3]


def test_what_is_not_offered_is_not_read():
    found = importing.read("ruleset: verto\nmoves: e5\n", None, ())
    assert len(found["games"]) == 1  # our own are always offered
    found = read("ruleset: ../../secret.py\nmoves: e5\n")
    assert found["games"] == []
    assert len(found["unreadable"]) == 1


def test_more_than_a_hundred_are_counted_and_left_out():
    found = read("f5\n" * (importing.MOST_GAMES + 7), "reversi")
    assert (len(found["games"]), found["left_out"]) == (importing.MOST_GAMES, 7)


def test_a_game_that_began_elsewhere_says_so():
    later = str(finished("reversi").positions[5])
    [told] = read(f"ruleset: reversi\nstart: {later}\nmoves:\n")["games"]
    assert not told["from_start"]


@pytest.mark.parametrize(
    "text", ["", "   ", "\ufeff", "(;GM[", "ruleset:", "ruleset: \nmoves:", "\x00", "(;GM[Othello]BO[0 *];)"]
)
def test_nonsense_is_refused_and_nothing_more(text):
    try:
        found = read(text)
    except TurncoatError:
        return
    assert found["games"] == []


@served
async def test_the_service_reads_in_a_worker_and_knows_its_games(service, now):
    found = await service.read_games("f5d6c3", "reversi", "somebody")
    assert [told["at"] for told in found["games"]] == [3]
    assert (await service.read_games("d3 d4-c5; e3", None))["games"][0]["game"] == "vect-reverse"
