"""The service's time: whoever sets the machine's clock moves no deadline."""

import asyncio

import pytest

from tests.service.harness import Time, running, timed, two_people
from turncoat.service.timekeeper import Timekeeper


class Machine:
    """A machine's clock and the time that really passes."""

    def __init__(self) -> None:
        self.wall, self.elapsed = 1_800_000_000_000, 5_000

    def pass_by(self, ms):
        """Time passes."""
        self.wall += ms
        self.elapsed += ms

    def timekeeper(self, *calendar, **more):
        """A timekeeper of this machine, its time set."""
        timekeeper = Timekeeper(lambda: self.wall, lambda: self.elapsed)
        timekeeper.set(*calendar or (None,), **more)
        return timekeeper


def test_time_passes_as_it_passes():
    machine = Machine()
    timekeeper = machine.timekeeper()
    assert timekeeper.now() == machine.wall
    machine.pass_by(1234)
    assert timekeeper.now() == machine.wall


@pytest.mark.parametrize("step", [3_600_000, -3_600_000])
def test_a_clock_that_is_set_moves_no_deadline_and_is_told_once(step, caplog):
    machine = Machine()
    timekeeper = machine.timekeeper()
    machine.pass_by(1000)
    before = timekeeper.now()
    machine.wall += step
    assert timekeeper.now() == before
    machine.pass_by(10)
    assert timekeeper.now() == before + 10
    assert (timekeeper.notice_jumps(), timekeeper.notice_jumps()) == (step, 0)
    assert [record.facts for record in caplog.records] == [{"ms": step}]
    machine.wall -= step
    assert timekeeper.notice_jumps() == -step


def test_a_clock_that_runs_a_little_fast_is_no_jump(caplog):
    machine = Machine()
    timekeeper = machine.timekeeper()
    machine.wall += 1999
    assert timekeeper.notice_jumps() == 0
    machine.wall += 1
    assert timekeeper.notice_jumps() == 2000
    assert len(caplog.records) == 1


def test_the_time_is_the_database_s_where_it_has_one():
    machine = Machine()
    timekeeper = machine.timekeeper(1_700_000_000_000)
    machine.pass_by(50)
    assert timekeeper.now() == 1_700_000_000_050


def test_processes_that_follow_one_calendar_stay_together_and_do_not_follow_its_jumps():
    machine = Machine()
    timekeeper = machine.timekeeper()
    begun = machine.wall
    timekeeper.follow(begun + 5)
    assert timekeeper.now() == begun + 2
    timekeeper.follow(begun + 5)
    timekeeper.follow(begun + 5)
    assert timekeeper.now() == begun + 5
    timekeeper.follow(begun)
    assert timekeeper.now() == begun + 3
    for jumped in (3_600_000, -3_600_000, 2003, -1997):
        timekeeper.follow(begun + jumped)
        assert timekeeper.now() == begun + 3


def test_after_the_calendar_was_set_it_is_followed_from_there():
    machine = Machine()
    keepers = [machine.timekeeper(), machine.timekeeper()]
    begun = machine.wall
    for timekeeper in keepers:
        timekeeper.follow(begun + 3_600_000)
    keepers[0].follow(begun + 3_600_000 + 100)  # the machine that it runs on is slow
    assert [timekeeper.now() - begun for timekeeper in keepers] == [2, 0]


def test_who_comes_to_others_keeps_time_with_them_whatever_the_calendar_says():
    machine = Machine()
    timekeeper = machine.timekeeper(machine.wall + 3_600_000, machine.wall - 500, machine.wall - 20)
    assert timekeeper.now() == machine.wall - 20
    timekeeper.follow(machine.wall + 3_600_000)
    assert timekeeper.now() == machine.wall - 20


def test_time_never_begins_before_what_was_noted():
    machine = Machine()
    assert machine.timekeeper(None, at_least=machine.wall + 9000).now() == machine.wall + 9000
    assert machine.timekeeper(None, at_least=machine.wall - 9000).now() == machine.wall
    assert machine.timekeeper(machine.wall - 1000, at_least=machine.wall).now() == machine.wall


def test_after_a_restart_with_a_clock_set_back_no_thinking_is_free(tmp_path):
    async def go():
        now = Time(4_000_000_000_000)
        async with running(tmp_path / "m.db", now=now) as service:
            ann, _ben = await two_people(service, control=timed("fischer", minutes=5))
            await ann.play("d3")
            await service.heartbeat.beat()
        async with running(tmp_path / "m.db", now=None) as service:  # by the machine's clock, long before that
            assert service.now() >= now()
            match = (await service.room(ann.id)).match
            left = match.clock.left(match.decider, service.now())
            await asyncio.sleep(0.05)
            assert match.clock.left(match.decider, service.now()) <= left - 50

    asyncio.run(go())
