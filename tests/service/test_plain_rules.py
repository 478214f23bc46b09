"""Games without a native twin: played in other processes, and no harm where they take too long."""

import asyncio
import pickle
import time

import pytest

from tests.moves import texts
from tests.service.harness import Time, alone, play_on, running, shown, two_people
from turncoat import games
from turncoat.service import errors, plain_rules, rules
from turncoat.service.workers import ProcessWorker


def no_twin(_):
    """As if there were no native rules at all."""
    return False


@pytest.mark.parametrize("ruleset", ["reversi:size=4x4", "vect-reverse", "invector:size=4x3"])
def test_a_match_by_plain_rules_is_the_match_by_native_ones(ruleset, tmp_path):
    async def go():
        now = Time()
        async with (
            running(tmp_path / "a.db", now=now) as native,
            running(tmp_path / "b.db", now=now, twin=no_twin) as plain,
        ):
            twins = [await two_people(service, ruleset) for service in (native, plain)]
            for number in range(12):
                if twins[0][0].match.status != "playing":
                    break
                for people in twins:
                    await play_on(people[0].match, *people, moves=1, seed=number)
                views = [shown(people[0].match, now()) for people in twins]
                views[1]["id"] = views[0]["id"]
                assert views[0] == views[1]
            assert isinstance(twins[1][0].match.position, plain_rules.KnownPosition)
            assert twins[1][0].match.record() == twins[0][0].match.record()

    asyncio.run(asyncio.wait_for(go(), 200))


def test_plain_rules_work_in_processes_and_a_journal_is_replayed_there(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", twin=no_twin, worker=ProcessWorker) as service:
            one = await alone(service, "vect-reverse")
            for move in ("d3", "d4-c5"):
                await one.play(move)
            await one("back", 1, 2)
            await one.play(texts(one.match.position)[-1])
            seen = shown(one.match)
            service.rooms.drop(service.rooms.known(one.id))
            match = (await service.room(one.id)).match
            assert shown(match) == seen
            assert match.position.legal_moves[0].events
            hint = await service.hint(one.id, one.tokens, match.at)
            assert hint["move"] in texts(match.position)
            assert (await service.preview("verto:size=5"))["ruleset"] == "verto:size=5"

    asyncio.run(asyncio.wait_for(go(), 90))


def test_rules_that_do_not_come_to_an_end_cost_nobody_else_anything(tmp_path, monkeypatch, caplog):
    async def go():
        async with running(tmp_path / "m.db", twin=lambda ruleset: ruleset.info.name != "verto") as service:
            ann, ben = await two_people(service, "verto:size=5")
            await play_on(ann.match, ann, ben, moves=1)
        slow = tmp_path / "m.db"
        async with running(slow, twin=lambda ruleset: ruleset.info.name != "verto") as service:
            ann.service = ben.service = service
            await service.room(ann.id)
            play = plain_rules.play
            monkeypatch.setattr(plain_rules, "play", lambda *_: time.sleep(1))
            monkeypatch.setattr(rules, "LIMIT", 0.05)
            other, _ = await two_people(service, "reversi")
            stuck = asyncio.create_task(ben.play(texts(ben.match.position)[0]))
            await other.play("d3")
            with pytest.raises(errors.Busy):
                await stuck
            assert ann.match.at == 1
            monkeypatch.setattr(plain_rules, "play", play)
            monkeypatch.setattr(rules, "LIMIT", 5)
            await ben.play(texts(ben.match.position)[0])
            assert ann.match.at == 2

    asyncio.run(asyncio.wait_for(go(), 200))
    assert "plain rules did not answer" in caplog.messages


def test_a_process_that_is_stuck_is_ended_and_replaced():
    async def go():
        plain = rules.PlainRules()
        with pytest.raises(errors.Busy):
            await plain._ask(0.2, time.sleep, 600)
        assert str(await plain.start(games.Ruleset.read("verto:size=3"))) == "verto:size=3 .../.../... x"
        plain.close()

    asyncio.run(asyncio.wait_for(go(), 200))


def test_a_position_told_by_another_process_knows_all_and_plays_nothing():
    plain = games.start("vect-reverse").play("d3")
    known = plain_rules.known(plain_rules.play(str(games.start("vect-reverse")), "d3"))
    assert known == plain
    assert known.legal_moves == plain.legal_moves
    assert (known.result(), known.facts()) == (None, plain.facts())
    assert (known.board, known.side, known.mid_turn, known.events) == (plain.board, plain.side, True, plain.events)
    for ask in (lambda: known.play("d4-c5"), known.symmetries, known.canonical, lambda: known.transform(1)):
        with pytest.raises(RuntimeError):
            ask()
    assert type(pickle.loads(pickle.dumps(known))) is type(plain)


def test_whether_there_is_a_twin_is_the_ruleset_s_own():
    assert rules.has_twin(games.Ruleset.read("verto"))
