"""Engines of others, good and bad, as real processes: whatever they do, it ends in a sentence."""

import os
import pickle
import re
import sys
import time
from pathlib import Path

import pytest

import turncoat
from tests.moves import texts
from tests.play.trees import game_of
from tests.protocols.simple import simple_program, told_positions
from turncoat.engine import Limit
from turncoat.games.results import Side
from turncoat.play import Game, TimeLeft
from turncoat.protocols.client import EngineFailure, External, Timeouts, _ugi, is_external
from turncoat.protocols.client._task import way_to
from turncoat.protocols.client._ugi import read_info

ROGUE = Path(__file__).with_name("rogue.py")
START = turncoat.start("reversi")
GAME = Game.start("reversi")
QUICK = Timeouts(start=20, move=1.0, grace=0.3, end=0.3)


def rogue(manner, protocol="ugi", *more):
    return f"cmd-{protocol}:'{sys.executable}' '{ROGUE}' {protocol} {manner} {' '.join(map(str, more))}"


def gone(pid):
    """Whether a process has ended and was collected."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def failure(name, timeouts=QUICK, limit=None):
    """How asking for a move fails; no process is left over."""
    engine = External(name, timeouts)
    with pytest.raises(EngineFailure) as caught:
        engine.choose(GAME, limit)
    assert engine.pid is None
    assert re.search("[ぁ-んァ-ン一-龥]", caught.value.text("ja"))
    return caught.value


@pytest.mark.parametrize("manner", ["good", "spaces"])  # Edax is known to write blanks where NBoard asks for slashes
def test_a_well_behaved_engine_moves_and_tells_its_line(manner):
    with External(rogue(manner, "nboard")) as engine:
        assert engine.choose(GAME) == "d3"
        [line] = engine.lines
        assert (line.moves, line.value, line.depth) == (("d3", "c3"), 150, 4)
        pid = engine.pid
    assert gone(pid)


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_a_hung_engine_is_given_up_and_ended(protocol):
    began = time.monotonic()
    assert failure(rogue("hung", protocol), limit=Limit(time=0.1)).kind == "slow"
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_a_crashed_engine_is_quoted(protocol):
    found = failure(rogue("crash", protocol))
    assert found.kind == "crashed"
    assert "exit code 3; last output: first trouble / segmentation of a sort" in str(found)


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_a_cheating_engine_is_caught(protocol):
    found = failure(rogue("cheat", protocol))
    assert found.kind == "illegal"
    assert "played a1, which is not legal; legal moves: d3 c4 f5 e6" in str(found)


@pytest.mark.parametrize("manner", ["none", "empty"])
def test_an_engine_that_names_no_move_is_caught(manner):
    assert failure(rogue(manner)).kind == "illegal"


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_an_engine_that_spews_garbage_is_cut_off(protocol):
    assert failure(rogue("spew", protocol), Timeouts(start=20)).kind == "garbage"


def test_an_endless_line_does_not_fill_the_memory():
    assert failure(rogue("no-newline")).kind in ("garbage", "slow")


def test_an_engine_that_spews_garbage_from_the_start_is_cut_off():
    assert failure(rogue("babbler")).kind == "garbage"
    assert failure(rogue("babbler").replace("cmd-ugi", "cmd")).kind == "unknown_protocol"


def test_a_silent_engine_is_given_up():
    short = Timeouts(start=0.5)
    assert failure(rogue("silent"), short).kind == "silent"
    assert failure(rogue("silent").replace("cmd-ugi", "cmd"), short).kind == "unknown_protocol"


def test_an_engine_that_ends_at_once_is_quoted():
    assert "exit code 7; last output: no licence" in str(failure(rogue("stillborn")))
    assert failure(rogue("stillborn").replace("cmd-ugi", "cmd")).kind == "crashed"


def test_a_slow_engine_may_take_its_time_within_its_timeouts():
    with External(rogue("slow"), Timeouts(grace=30)) as engine:
        assert engine.choose(GAME, Limit(time=0.1)) == "d3"
    assert failure(rogue("slow"), limit=Limit(time=0.1)).kind == "slow"


def test_where_nobody_set_a_limit_an_engine_that_cannot_keep_to_a_second_is_waited_for():
    with External(rogue("slow", "gtp"), Timeouts(grace=0.0)) as engine:
        assert engine.choose(GAME) == "d3"


def test_a_clock_that_runs_out_is_a_failure():
    engine = External(rogue("hung"), QUICK)
    with pytest.raises(EngineFailure, match=r"did not answer within 0\.[45]"):
        engine.choose(GAME, clocks=dict.fromkeys(Side, TimeLeft(0.1)))


def test_an_engine_that_ignores_quit_is_killed():
    engine = External(rogue("deaf"), QUICK)
    assert engine.choose(GAME) == "d3"
    pid = engine.pid
    engine.close()
    assert gone(pid)


def test_what_an_engine_started_is_ended_with_it(tmp_path):
    engine = External(rogue("parent", "ugi", tmp_path / "pid"), QUICK)
    assert engine.choose(GAME) == "d3"
    engine.close()
    assert gone(int((tmp_path / "pid").read_text()))


def test_an_engine_nobody_closed_ends_with_its_last_reference():
    engine = External(rogue("deaf"), QUICK)
    engine.choose(GAME)
    pid = engine.pid
    del engine
    assert gone(pid)


def test_after_a_failure_the_next_question_starts_it_afresh():
    engine = External(rogue("crash"), QUICK)
    for _ in range(2):
        with pytest.raises(EngineFailure, match="exit code 3"):
            engine.choose(GAME)


def test_nonsense_in_its_lines_is_passed_over():
    with External(rogue("nonsense-info"), QUICK) as engine:
        assert engine.choose(GAME) == "d3"
        assert [line.moves for line in engine.lines] == [("d3", "e3")]


@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
def test_numbers_that_are_none_lose_nobody_the_program(protocol):
    with External(rogue("minus", protocol), QUICK) as engine:
        assert engine.choose(GAME) == "d3"


@pytest.mark.parametrize("depth", ["--5", "\u0665", "9" * 19, "5-", "-", "1e3"])
def test_what_is_no_number_is_passed_over(depth):
    line = read_info(f"info depth {depth} score cp 3 pv d3".split())
    assert line is not None
    assert (line.depth, line.value) == (0, 3)


def test_what_nobody_thought_of_counts_as_garbage(monkeypatch):
    def fail(words):
        raise ZeroDivisionError(words)

    monkeypatch.setattr(_ugi, "read_info", fail)
    assert failure(rogue("brief")).kind == "garbage"


@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
def test_an_engine_that_talks_without_end_is_late_all_the_same(protocol):
    began, engine = time.monotonic(), External(rogue("endless", protocol), QUICK)
    with pytest.raises(EngineFailure, match="did not answer within"):
        engine.choose(GAME, Limit(time=0.1), dict.fromkeys(Side, TimeLeft(0.1)))
    assert engine.pid is None
    assert time.monotonic() - began < 15


def test_an_engine_that_talks_without_end_is_late_however_slowly_it_is_read():
    engine, began = External(rogue("endless"), QUICK), time.monotonic()

    def read_slowly():
        for _ in engine.analyse(GAME, Limit(time=0.1)):
            time.sleep(0.2)

    with pytest.raises(EngineFailure, match="did not answer within"):
        read_slowly()
    assert time.monotonic() - began < 15


def test_an_engine_that_was_in_time_is_not_late_because_it_is_read_slowly():
    with External(rogue("brief"), QUICK) as engine:
        for _ in engine.analyse(GAME, Limit(time=0.1)):
            time.sleep(1.0)
        assert engine.pid is not None


def test_an_analysis_without_a_limit_of_time_is_never_late():
    with External(rogue("analyst"), QUICK) as engine:
        lines = engine.analyse(GAME, Limit())
        assert [next(lines)[0].depth for _ in range(2)] == [1, 2]
        lines.close()
        assert engine.pid is not None


def test_a_silent_engine_is_ended_when_its_analysis_is_left():
    engine = External(rogue("mute"), QUICK)
    lines, began = engine.analyse(GAME, Limit()), time.monotonic()
    next(lines)
    pid = engine.pid
    lines.close()
    assert time.monotonic() - began < 15
    assert engine.pid is None
    assert gone(pid)


def test_a_ping_ends_an_analysis_by_nboard_in_time():
    with External(rogue("analyst", "nboard"), QUICK) as engine:
        engine.start()
        began = time.monotonic()
        assert [lines[0].moves for lines in engine.analyse(GAME, Limit(time=0.3))] == [("d3", "c3")]
        assert 0.3 <= time.monotonic() - began < 15
        assert engine.pid is not None


def test_nobody_is_asked_for_a_move_without_any_limit(tmp_path):
    with External(rogue("diary", "ugi", tmp_path / "diary"), QUICK) as engine:
        engine.choose(GAME, Limit())
    assert "go movetime 1000\n" in (tmp_path / "diary").read_text()


def test_a_program_is_told_the_moves_that_were_made_not_others_that_lead_to_the_same_position(tmp_path):
    game = game_of("reversi", ["d3", "c3", "b3", "d2", "f5", "b2"])
    assert way_to(game.position) not in (None, game.moves)
    with External(simple_program(tmp_path / "diary"), QUICK) as engine:
        assert engine.choose(game, Limit(depth=1)) in texts(game.position)
        assert all(game.position.find(lines[0].move) for lines in engine.analyse(game, Limit(depth=1)))
        game.undo(5)
        game.play("e3")
        engine.choose(game, Limit(depth=1))
    [*both, third] = told_positions(tmp_path / "diary")
    assert both == ["position startpos moves d3 c3 b3 d2 f5 b2"] * 2
    assert third == "position startpos moves d3 e3"


@pytest.mark.parametrize("wrong", [START, "reversi", None])
def test_what_is_no_game_is_refused_by_name(wrong):
    engine = External(rogue("good"), QUICK)
    for call in (engine.choose, engine.check, lambda game: list(engine.analyse(game, Limit(time=0.1)))):
        with pytest.raises(TypeError, match=r"game must be a Game, such as Game.from_position\(position\); got "):
            call(wrong)
    assert engine.pid is None


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_what_an_engine_says_never_steers_a_terminal(protocol):
    engine = External(rogue("colourful", protocol), QUICK)
    engine.start()
    title = engine.title
    with pytest.raises(EngineFailure) as caught:
        engine.choose(GAME)
    for text in (title, caught.value.text(), caught.value.text("ja")):
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", text)
    assert "played [2ja1, which" in caught.value.text()
    dying = failure(f"cmd-ugi:'{sys.executable}' -c 'import sys; sys.exit(chr(27) + chr(7) + chr(10) + \"so long\")'")
    assert str(dying).endswith("last output: so long")


def test_however_much_an_engine_has_to_say_it_is_heard():
    with External(rogue("talkative"), Timeouts()) as engine:
        assert engine.choose(GAME) == "d3"
        assert engine.lines[0].depth == 4999


def test_an_engine_may_resign_or_refuse():
    assert failure(rogue("resign", "gtp")).kind == "resigned"
    engine = External(rogue("stubborn", "gtp"), QUICK)
    with pytest.raises(EngineFailure, match="refused play b d3: I do not want to"):
        engine.choose(game_of("reversi", ["d3"]))


def test_a_program_that_is_not_there_is_a_sentence():
    assert "cannot start cmd:/nowhere/engine --fast: No such file" in str(failure("cmd:/nowhere/engine --fast"))
    assert "cannot start cmd:/: Permission denied" in str(failure("cmd:/"))


@pytest.mark.parametrize("name", ["cmd:", "cmd-ugi:  ", "random", "cmd-uci:x", "cmd:'unclosed"])
def test_a_name_that_means_no_program_is_refused(name):
    with pytest.raises(EngineFailure):
        External(name)
    assert is_external(name) == name.startswith(("cmd:", "cmd-ugi:"))


def test_a_finished_game_has_no_move_to_choose():
    over = turncoat.parse("reversi:size=4x4 xxxx/xxxx/xxxx/xxxx x coins=1/1")
    with pytest.raises(EngineFailure, match="game is over"):
        External("cmd:/nowhere").choose(Game(over))


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("ruleset", ["verto", "reversi:size=6x4"])
def test_what_a_protocol_cannot_tell_is_refused(protocol, ruleset):
    with (
        External(rogue("good", protocol), QUICK) as engine,
        pytest.raises(EngineFailure, match="which cannot play"),
    ):
        engine.choose(Game.start(ruleset))


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_what_a_protocol_cannot_tell_is_found_out_before_the_game(protocol):
    with External(rogue("good", protocol), QUICK) as engine:
        engine.check(GAME)
        assert engine.pid is not None
        for ruleset in ("verto", "reversi:size=6x4"):
            with pytest.raises(EngineFailure, match="which cannot play"):
                engine.check(Game.start(ruleset))


def test_a_position_that_nobody_knows_the_way_to_is_found_out_before_the_game():
    odd = Game.from_position("reversi:size=4x4 ..../xxx./.ooo/.... o coins=6/6")
    assert failure_of_check("nboard", odd) is None
    assert failure_of_check("ugi", odd) is None
    assert failure_of_check("gtp", odd) == "no_path"
    assert failure_of_check("gtp", game_of("reversi", ["f5", "d6", "c3"])) is None


def failure_of_check(protocol, game):
    """The kind of failure that a check ends with, None where there is none."""
    with External(rogue("good", protocol), QUICK) as engine:
        try:
            engine.check(game)
        except EngineFailure as found:
            return found.kind
        return None


def test_failures_survive_a_pickle():
    found = pickle.loads(pickle.dumps(EngineFailure("illegal", name="x", move="a1", legal=["d3"])))
    assert (found.kind, found.text()) == ("illegal", "x played a1, which is not legal; legal moves: d3")


@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_the_protocol_is_found_out(protocol):
    with External(rogue("good", protocol).replace(f"cmd-{protocol}", "cmd"), QUICK) as engine:
        assert engine.choose(GAME) == "d3"
        assert engine.protocol == protocol


def test_scores_are_read():
    def read(score):
        line = read_info(f"info depth 5 seldepth 7 {score} nodes 10 time 3 pv d3 c3".split())
        return line and (line.value, line.proved, line.text())

    assert read("score cp 35") == (35, False, "52% winning chance")
    assert read("score cp 600 proved") == (600, True, "+6, proved")
    assert read("score mate 5 proved") == (29_995, True, "wins in 5 moves")
    assert read("score mate -4") == (-29_996, True, "loses in 4 moves")
    assert read("score") is None


def test_how_a_position_came_about_is_found():
    position, moves = START, []
    for move in ["f5", "d6", "c3", "d3", "c4", "f4", "f6"]:
        before, position = position, position.play(move)
        moves.append(move)
        assert way_to(position, moves[:-2]) is not None
        assert way_to(position, moves[:-1]) == tuple(moves)
    found = way_to(position)
    assert found is not None
    assert len(found) == len(moves)
    assert way_to(before, ["d3"]) is not None  # another game than the one told before
