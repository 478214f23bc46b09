"""A process that was stopped, or asleep with its machine, has heard nobody: nobody was absent meanwhile."""

import asyncio
import signal
import time

import httpx
import pytest

from tests.service.harness import refusal, running, served, two_people
from tests.web.site import Server
from turncoat.games.results import FIRST, SECOND
from turncoat.service.journal import Left
from turncoat.service.pauses import Pauses
from turncoat.service.presence import Connections


def test_a_look_that_comes_more_than_a_second_late_tells_of_a_pause_once():
    clock = iter([0, 250, 1_250, 2_251, 2_300, 62_301])
    pauses = Pauses(lambda: next(clock))
    assert [pauses.look() for _ in range(5)] == [0, 0, 1_001, 0, 60_001]


def test_what_was_not_heard_is_taken_back_of_every_absence_and_nobody_is_seen_in_the_future():
    known = Connections(started=0)
    known.note_seen("m", frozenset({FIRST}), 1_000)
    known.note_seen("m", frozenset({SECOND}), 9_000)
    known.watched["m"] = 500
    known.receive("n", "other", (1, 0, 0), 1_000)
    known.forgive(5_000, now=10_000)
    assert [known.absent_for("m", seat, 10_000) for seat in (FIRST, SECOND)] == [4_000, 0]
    assert (known.started, known.watched["m"]) == (5_000, 5_500)
    assert known.counts("n", 50_999) == (1, 0, 0)
    assert known.counts("n", 51_000) == (0, 0, 0)


@served
async def test_nobody_is_gone_for_a_pause_of_the_process_and_whoever_leaves_is_gone_in_the_end(service, now):
    _ann, ben = await two_people(service)
    missed: list[int] = []
    service.presence._paused = lambda: missed.pop() if missed else 0
    now.pass_by(60)
    service.presence.catch_up()
    now.pass_by(3600)
    missed.append(3_600_000)
    assert await refusal(ben("claim")) == "too_early"
    service.presence._paused = None
    now.pass_by(59.999)
    assert await refusal(ben("claim")) == "too_early"
    now.pass_by(0.001)
    await ben("claim")
    assert ben.match.ended == Left(FIRST)


def test_others_are_told_of_no_absence_while_nobody_could_be_heard(tmp_path):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            ann, _ = await two_people(service)
            service.presence.note_seen(ann.id, frozenset({FIRST}))
            service.presence.connections.seen[ann.id, FIRST] -= 30_000
            service.presence._paused = lambda: 29_000
            assert 1_000 <= service.presence.absent_for(ann.id, FIRST) < 10_000

    asyncio.run(go())


@pytest.mark.parametrize("pause", [0, 3], ids=["it goes on", "it is stopped for three seconds"])
def test_a_server_that_was_stopped_gives_nobody_s_game_away(tmp_path, pause):
    """Played by requests alone, so that nothing but the last one says who is there."""
    with Server(tmp_path / "matches.db", "--away", "2") as server:
        made = httpx.post(
            f"{server.url}/api/matches", json={"ruleset": "reversi", "kind": "friend", "side": "first"}
        ).json()
        path, inviting = f"{server.url}/api/matches/{made['match']['id']}", {"invitation": made["invitation"]}
        joined = httpx.post(f"{path}/join", json=inviting).json()["tokens"]["second"]
        httpx.get(path, headers={"authorization": f"Bearer {made['tokens']['first']}"})
        if pause:
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(pause)
            server.process.send_signal(signal.SIGCONT)
        else:
            time.sleep(2.2)
        answer = httpx.post(f"{path}/claim", json={}, headers={"authorization": f"Bearer {joined}"})
        assert answer.status_code == (409 if pause else 200)
