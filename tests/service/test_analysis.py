"""Analyses: positions played on from, trees read and written, and the engine's work for whoever looks."""

import asyncio
from typing import Any

import orjson
import pytest

from tests.service.harness import alone, running, served, until
from turncoat.games import errors as game_errors
from turncoat.games import games, parse, start
from turncoat.play import BadRecord, Game
from turncoat.service import analysis, analysis_search, analysis_work, errors, game_reader, importing
from turncoat.service.analysis_search import Asked
from turncoat.service.offered_games import OfferedGames
from turncoat.service.workers import ProcessWorker

START = str(start("vect-reverse"))
SMALL = str(start("reversi:size=4x4"))
LATE = "verto:size=3 xoo/oxx/x.. o"


def told(text):
    return orjson.loads(text)


@served
async def test_a_position_is_played_on_from_by_moves_and_tells_what_they_changed(service, now):
    moment = told(await service.analyses.moment(START, ["d3", "d4-c5"], 1))
    position = start("vect-reverse").play("d3").play("d4-c5")
    assert (moment["position"], moment["at"], moment["side"]) == (str(position), 2, "second")
    assert [each["move"] for each in moment["played"]] == ["d4-c5"]
    assert [each["kind"] for each in moment["played"][0]["events"]] == ["moved", "turned"]
    assert [each["move"] for each in moment["moves"]] == [move.text for move in position.legal_moves]
    assert moment["start"]["cells"] == start("vect-reverse").board
    assert moment["threat"] == str(position.threat())
    assert moment["result"] is None


@served
async def test_the_end_of_a_game_is_told_with_its_sentence(service, now):
    moment = told(await service.analyses.moment("verto:size=3 xoo/oxx/xx. o", ["c3"], 0))
    assert (moment["moves"], moment["threat"]) == ([], None)
    assert moment["result"]["text"]["en"].startswith("The board is full")


@served
async def test_what_is_no_position_or_no_move_is_refused_in_the_words_of_the_rules(service, now):
    for text, error in (
        ("vect-reverse x x", game_errors.BadPosition),
        ("chess ........ x", game_errors.UnknownGame),
        ("verto:size=99 ... x", game_errors.BadOption),
        (START.replace(" x", ""), game_errors.BadPosition),
    ):
        with pytest.raises(error):
            await service.analyses.moment(text, [], 0)
    with pytest.raises(game_errors.IllegalMove):
        await service.analyses.moment(START, ["a1"], 0)


@served
async def test_readings_that_fit_tell_which_moves_appear_and_vanish(service, now):
    # With `quiet=no` whoever can capture must.
    text = "verto:size=4 ..../.xo./..../.... x"
    [reading] = told(await service.analyses.readings(text, []))["readings"]
    assert reading["ruleset"] == "verto:quiet=no,size=4" or reading["ruleset"] == "verto:size=4,quiet=no"
    there = parse(reading["position"])
    here = parse(text)
    moves = [{move.text for move in each.legal_moves} for each in (here, there)]
    assert (set(reading["gone"]), set(reading["new"])) == (moves[0] - moves[1], moves[1] - moves[0])
    assert reading["gone"]


@served
async def test_cells_that_another_reading_does_not_have_vanish_where_they_are_empty(service, now):
    readings = told(await service.analyses.readings(START, ["d3"]))["readings"]
    lock = next(each for each in readings if "lock=yes" in each["ruleset"])
    assert lock["position"].split(" ")[1].startswith("#......#")
    taken = START.replace("........", "x.......", 1)
    assert not any("lock" in each["ruleset"] for each in told(await service.analyses.readings(taken, []))["readings"])


@served
async def test_moves_are_compared_under_two_rulesets(service, now):
    found = await service.analyses.compare(START, ["d3"], "vect-reverse:stuck=free", "ann")
    here = {move.text for move in start("vect-reverse").play("d3").legal_moves}
    assert {each["move"] for each in found["here"]} == {each["move"] for each in found["there"]} == here
    with pytest.raises(game_errors.BadRequest, match="one of vect-reverse"):
        await service.analyses.compare(START, [], "verto", "ann")


RECORD = "ruleset: vect-reverse\nfirst: Ann\nmoves: {begin} d3! d4-c5 {[%eval 61.00%,9] nice} (d4-c4; c5); e3?? $14\n"


@served
async def test_a_record_becomes_a_tree_and_the_tree_the_same_record(service, now):
    tree = told(await service.analyses.read(RECORD, None, "ann"))
    assert [(node["after"], node["played"]["move"]) for node in tree["nodes"]] == [
        (0, "d3"),
        (1, "d4-c5"),
        (2, "e3"),
        (1, "d4-c4"),
        (4, "c5"),
    ]
    assert tree["root"] == {"comment": "begin"}
    assert tree["nodes"][1]["worth"] == {"win": 0.61, "proved": False, "depth": 9}
    given = [{"after": node["after"], "move": node["played"]["move"], **notes(node)} for node in tree["nodes"]]
    record = told(await service.analyses.write(tree["position"], tree["headers"], tree["root"], given, "ann"))["record"]
    assert Game.read(record) == Game.read(RECORD)


def notes(node):
    return {name: node[name] for name in ("comment", "symbols", "worth") if name in node}


@served
async def test_a_game_in_ggf_is_read_and_what_is_no_game_is_refused(service, now):
    tree = told(await service.analyses.read("(;GM[Othello]BO[4 -----O*--*O----- *]B[A2//2.5]W[A1];)", None, "ann"))
    assert (tree["ruleset"], [node["played"]["move"] for node in tree["nodes"]]) == ("reversi:size=4x4", ["a2", "a1"])
    for text in (
        "nonsense",
        "ruleset: chess\nmoves: e4",
        "start: chess e4 x\nruleset: verto",
        "ruleset: verto\nmoves: zz",
    ):
        with pytest.raises(game_errors.TurncoatError):
            await service.analyses.read(text, None, "ann")


@served
async def test_a_transcript_is_read_and_a_text_of_several_games_is_refused(service, now):
    tree = told(await service.analyses.read("f5 d6\nc3", "reversi", "ann"))
    assert [node["played"]["move"] for node in tree["nodes"]] == ["f5", "d6", "c3"]
    assert tree["from_start"]
    assert told(await service.analyses.read("d3 d4-c5; e3", None, "ann"))["game"] == "vect-reverse"
    ggf = "(;GM[Othello]BO[4 -----O*--*O----- *]B[A2]W[A1];)"
    for several in (f"{RECORD}\n\n{RECORD}", f"{ggf}\n{ggf}"):
        with pytest.raises(game_errors.BadRequest, match="several games"):
            await service.analyses.read(several, None, "ann")


@pytest.mark.parametrize("text", [RECORD, "d3 d4-c5; e3", "ruleset: reversi\nevent: A\nmoves: f5 {a\n\nb} d6"])
def test_lists_and_trees_are_of_the_same_game(text):
    offered = OfferedGames()
    game = game_reader.read(text, offered)
    [tree] = [orjson.loads(analysis_work.read(text, None, ()))]
    assert len(tree["nodes"]) == len(list(game.root.walk())) - 1
    listed = importing.read(text, None, ())
    if "\n\n" not in text:  # that ends a record of several
        assert listed["games"][0]["record"] == str(game)


@pytest.mark.parametrize("line_end", ["\n", "\r", "\v", "\x1c", "\x85", "\u2028", "\n \t"])
def test_no_way_of_writing_hides_which_game_a_record_would_have_read(line_end):
    hidden = f"event: x{line_end}Ruleset : Secret:size=3{line_end}start: other:size=3 ... x"
    assert set(game_reader.games_named(hidden)) == {"secret", "other"}
    assert [*game_reader.games_named("\ufeffruleset: secret\nmoves: ")] == ["secret"]
    assert [*game_reader.games_named("ruleset:\nmoves: ruleset: x")] == [""]


def test_trees_have_their_limits():
    nodes = [{"after": 0, "move": "d3"}, {"after": 5, "move": "d4-c5"}]
    with pytest.raises(BadRecord, match="before the move it follows"):
        analysis_work.write(START, {}, {}, nodes)
    longest = "ruleset: invector\nmoves: " + "; ".join(["d4xe4"] * 2)
    with pytest.raises(game_errors.TurncoatError):
        analysis_work.read(longest, None, ())


def test_a_tree_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(analysis_work, "MOST_NODES", 3)
    with pytest.raises(BadRecord, match="more than 3 moves"):
        analysis_work.read(RECORD, None, ())


@served
async def test_a_match_becomes_a_tree_once_it_is_over_and_not_before(service, now):
    one = await alone(service, "reversi:size=4x4")
    await service.play(one.id, one.tokens, "b1", 0)
    with pytest.raises(errors.NotPossible):
        await service.analyses.of_match(one.id)
    await service.resign(one.id, one.tokens)
    tree = told(await service.analyses.of_match(one.id))
    assert [(node["after"], node["played"]["move"]) for node in tree["nodes"]] == [(0, "b1")]
    assert tree["position"] == SMALL
    assert tree["headers"]["result"] == "first resigned"


@served
async def test_lines_deepen_until_they_are_proved_and_are_told_by_whole_turns(service, now):
    received = list[dict[str, Any]]()
    with service.analyses.watching("ann") as watching:
        proved = await watching.analyse(Asked(SMALL), 3, 30.0, received.append)
    assert proved
    assert [found["depth"] for found in received] == sorted(found["depth"] for found in received)
    best = received[-1]["lines"][0]
    assert (best["proved"], best["win"], best["lead"]) == (True, 0.0, -8)
    assert [turn["side"] for turn in best["turns"][:2]] == ["first", "second"]
    assert best["turns"][0]["events"][0]["kind"] == "placed"
    assert "events" not in best["turns"][1]


@served
async def test_a_chain_is_one_turn_of_a_line(service, now):
    received = list[dict[str, Any]]()
    with service.analyses.watching("ann") as watching:
        await watching.analyse(Asked(START), 1, 0.3, received.append)
    first = received[-1]["lines"][0]["turns"][0]
    assert len(first["moves"]) >= 2
    assert {event["kind"] for event in first["events"]} >= {"placed", "moved", "turned"}


@served
async def test_the_threat_is_what_the_other_side_would_do(service, now):
    received = list[dict[str, Any]]()
    text = "verto:size=4 ..../.xo./..../.... x"
    with service.analyses.watching("ann") as watching:
        await watching.analyse(Asked(text, threat=True), 1, 0.2, received.append)
        assert received[-1]["lines"][0]["turns"][0]["side"] == "second"
        with pytest.raises(game_errors.BadRequest):
            await watching.analyse(Asked(START, threat=True), 1, 0.2, received.append)
        with pytest.raises(game_errors.UnknownGame):
            await watching.analyse(Asked("chess ... x"), 1, 0.2, received.append)


@served
async def test_a_line_of_moves_is_glanced_at_where_asked_and_a_finished_game_is_known(service, now):
    received = list[dict[str, Any]]()
    with service.analyses.watching("ann") as watching:
        await watching.survey(LATE, ["c3", "b3"], [2, 0, 9], received.append)
    assert [found["at"] for found in received] == [2, 0]
    assert (received[0]["proved"], received[0]["win"] in (0.0, 0.5, 1.0)) == (True, True)


@served
async def test_one_client_has_so_many_analyses_at_a_time(service, now):
    watched = [service.analyses.watching("ann") for _ in range(analysis.MOST_OF_ONE)]
    for each in watched:
        each.__enter__()
    with pytest.raises(errors.Busy), service.analyses.watching("ann"):
        pass
    with service.analyses.watching("ben"):
        pass
    for each in watched:
        each.__exit__(None, None, None)
    with service.analyses.watching("ann"):
        pass


def test_an_analysis_ends_with_whoever_looks_and_makes_room_for_what_is_owed(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", worker=ProcessWorker, workers=2) as service:
            received = list[dict[str, Any]]()
            with service.analyses.watching("ann") as ann, service.analyses.watching("ben") as ben:
                looking = [
                    asyncio.create_task(ann.analyse(Asked(START), 2, 60.0, received.append)),
                    asyncio.create_task(ben.analyse(Asked(START), 2, 60.0, received.append)),
                ]
                await until(lambda: service.pool.running == 2 and len(received) > 2)
                one = await alone(service, "verto")
                hint = await asyncio.wait_for(service.hint(one.id, one.tokens, 0, "cat"), 20)
                assert hint["move"]
                before = len(received)
                await until(lambda: len(received) > before)  # what made room goes on
                for each in looking:
                    each.cancel()
                await until(lambda: service.pool.running == 0)
                await asyncio.gather(*looking, return_exceptions=True)

    asyncio.run(asyncio.wait_for(go(), 120))


def test_games_with_plain_rules_are_played_beside_the_event_loop_and_analysed_all_the_same(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", worker=ProcessWorker, twin=lambda _: False) as service:
            moment = told(await service.analyses.moment(START, ["d3"], 0))
            assert [each["move"] for each in moment["moves"]] == [
                m.text for m in start("vect-reverse").play("d3").legal_moves
            ]
            with pytest.raises(game_errors.IllegalMove):
                await service.analyses.moment(START, ["a1"], 0)
            assert told(await service.analyses.readings(START, []))["readings"]

    asyncio.run(asyncio.wait_for(go(), 120))


@pytest.mark.parametrize("name", games())
def test_every_game_is_analysed_from_start_to_end(name):
    position = start(name)
    text, moves = str(position), list[str]()
    while position.result() is None and len(moves) < 40:
        moment = told(analysis_work.moment(text, moves, len(moves)))
        assert moment["position"] == str(position)
        moves.append(position.legal_moves[len(moves) % len(position.legal_moves)].text)
        position = position.play(moves[-1])
    told(analysis_work.readings(text, moves))


def test_what_was_told_deeper_is_not_told_again(monkeypatch):
    async def go():
        depths = iter([[4, 6], [2, 5, 7]])

        class Pool:
            async def follow(self, owner, seconds, work, *given, on_update):
                shown = next(depths)
                for depth in shown:
                    on_update({"depth": depth, "lines": [{"proved": depth == 7}]})
                return 0.0 if depth == 7 else seconds / 2

        class Analyses:
            def ruleset(self, text):
                return text

        received = list[dict[str, Any]]()
        watching = analysis.Watching(Analyses(), Pool(), "ann")  # type: ignore[arg-type] # as much of them as is used
        assert await watching.analyse(Asked(START), 1, 9.0, received.append)
        assert [found["depth"] for found in received] == [4, 6, 7]

    assert analysis_search.EVERY < 1
    asyncio.run(go())
