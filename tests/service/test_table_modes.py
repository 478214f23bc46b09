"""Another way to play brings entries and commands of its own: the rest of the service keeps, tells and reads them back.

Here people touch cells of the board, as at a table, before they move.
"""

import asyncio
from dataclasses import dataclass, replace

import orjson
import pytest

from tests.service.harness import next_message, refusal, running, two_people
from turncoat.games.results import FIRST, SECOND, Side
from turncoat.service import commands, errors, journal
from turncoat.service.match import Match


@dataclass(frozen=True, slots=True)
class Touched(journal.Entry):
    """A seat touched a cell."""

    kind, unbounded = "touch", True
    seat: Side
    cell: str


@dataclass(frozen=True)
class Touch(commands.Command):
    """Touch a cell."""

    cell: str


def decide(command: Touch, asked: commands.Context) -> journal.Entry | None:
    if asked.match.decider not in asked.held:
        raise errors.NotYourTurn
    if asked.match.position.grid.cell(command.cell) is None:
        raise errors.NotPossible
    return Touched(asked.match.decider, command.cell)


def apply(match: Match, entry: Touched, _at: int) -> None:
    seat = match.seats[entry.seat]
    match.seats[entry.seat] = replace(seat, name=f"{seat.name} at {entry.cell}")


@pytest.fixture
def table_mode(monkeypatch) -> None:
    monkeypatch.setitem(journal.KINDS, Touched.kind, Touched)
    commands.decide_on.register(Touch, decide)
    Match.apply_entry.register(Touched, apply)  # type: ignore[attr-defined]


def test_a_command_of_another_way_to_play_is_decided_kept_told_and_read_back(table_mode, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            watching = service.subscribe(await service.room(ann.id), frozenset())
            await next_message(watching, "setup")
            await service.matches.perform(ann.id, ann.tokens, Touch("d3"))
            told = await next_message(watching, "update")
            assert told["changed"]["seats"]["first"]["name"] == "Ann at d3"
            assert await refusal(service.matches.perform(ann.id, ben.tokens, Touch("c4"))) == "not_your_turn"
            assert await refusal(service.matches.perform(ann.id, ann.tokens, Touch("z9"))) == "not_possible"
            await ann.play("d3")
            await service.matches.perform(ann.id, ben.tokens, Touch("c5"))
        async with running(tmp_path / "m.db") as service:
            room = await service.room(ann.id)
            assert [room.match.seats[seat].name for seat in (FIRST, SECOND)] == ["Ann at d3", "Ben at c5"]
            assert (room.match.seq, room.match.game.moves) == (4, ("d3",))
            lines = await service.store.entries(ann.id, 0)
            assert [line.entry for line in lines if isinstance(line.entry, Touched)] == [
                Touched(FIRST, "d3"),
                Touched(SECOND, "c5"),
            ]

    asyncio.run(asyncio.wait_for(go(), 60))


def test_its_entries_too_come_to_an_end(table_mode, tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "MAX_ENTRIES", 3)

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ = await two_people(service)
            for cell in ("a1", "a2"):
                await service.matches.perform(ann.id, ann.tokens, Touch(cell))
            assert await refusal(service.matches.perform(ann.id, ann.tokens, Touch("a3"))) == "not_possible"

    asyncio.run(asyncio.wait_for(go(), 60))


def test_an_entry_survives_its_text(table_mode):
    stored = journal.store_data(Touched(SECOND, "d3"))
    assert orjson.loads(stored) == {"v": 2, "seat": 1, "cell": "d3"}
    assert journal.read_entry("touch", stored) == Touched(SECOND, "d3")
