"""Long journals: from its latest snapshot and what came after, a match is the same as from its whole journal."""

import asyncio
import json
import random

import pytest

from tests.moves import texts
from tests.service.harness import Player, Time, alone, play_on, running, served, shown, timed, two_people
from turncoat.games.results import FIRST
from turncoat.service import errors, plain_rules, rules, snapshots
from turncoat.service.journal import JournalEntry, Moved, TakenBack
from turncoat.service.match import Match
from turncoat.service.snapshots import Snapshot, restore, take

EVERY = 20


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """Snapshots after fewer entries, so that journals need not be long."""
    monkeypatch.setattr(snapshots, "EVERY", EVERY)


def replayed(terms, journal):
    return Match(terms, journal)


def resumed(terms, journal, at):
    """The match from a snapshot that was taken after so many entries, stored and read."""
    snapshot = Snapshot.read(take(Match(terms, journal[:at])).text())
    match = Match(terms)
    for move in snapshot.moves:
        match.advance(match.follow(move))
    restore(match, snapshot)
    for line in journal[at:]:
        match.apply(line)
    return match


def all_of(match, now):
    """What a match is: all it shows, its clocks to the millisecond, and how its turns stand."""
    return shown(match, now), match.clock, match.seq, match.changed, match.record(), match.stamps, match.chat


async def eventful(service, now, ruleset, clock):
    """A match in which everything happens that can."""
    ann, ben = await two_people(service, ruleset, control=clock)
    rng = random.Random(ruleset)
    for number in range(60):
        now.pass_by(rng.random() * 9)
        if ann.match.status != "playing":
            break
        mover = ann if ann.match.decider is FIRST else ben
        await mover.play(rng.choice(texts(ann.match.position)))
        if number % 7 == 3:
            await ann("chat", f"move {number} 先手")
        if number % 11 == 5 and ann.match.status == "playing":
            asked = await refused_or(ann("offer", "takeback"))
            if asked:
                await ben("offer", "takeback", "decline" if number % 2 else "accept")
        if number % 13 == 6 and ann.match.status == "playing":
            await ben("offer", "draw")
        if ann.match.position.mid_turn and rng.random() < 0.5:
            await mover("back", ann.match.at - 1, ann.match.at)
    if ann.match.status == "playing":
        await ben("resign")
    await ann("offer", "rematch")
    await ben("offer", "rematch")
    return ann


async def refused_or(asked):
    try:
        return await asked
    except errors.Refused:
        return None


@pytest.mark.parametrize(
    ("ruleset", "clock"),
    [
        ("vect-reverse", timed("fischer", 30, 5)),
        ("invector:size=4x3", timed("byoyomi", minutes=1, seconds=30, periods=3)),
        ("verto:size=5", timed("days", days=2)),
        ("verto:size=4", timed()),
    ],
)
def test_a_match_from_any_snapshot_is_the_match_from_its_journal(tmp_path, ruleset, clock):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            ann = await eventful(service, now, ruleset, clock)
            terms, journal = ann.match.terms, await service.store.entries(ann.id, 0)
            stored = await service.store.terms(ann.id)
            now.pass_by(3)
            for at in range(1, len(journal) + 1):
                whole = all_of(replayed(terms, journal), now())
                assert all_of(resumed(stored, journal, at), now()) == whole, at

    asyncio.run(go())


async def back_and_forth(player, entries):
    """Moves and takes back in turn until the journal is so long."""
    while player.match.seq < entries:
        await player.play(texts(player.match.position)[player.match.seq % 3])
        if player.match.seq < entries:
            await player("back", player.match.at - 1, player.match.at)


async def stored_snapshot(service, match_id):
    wanted = f"SELECT seq, form, digest, data FROM snapshots WHERE match_id = '{match_id}'"
    async with service.store._engine.connect() as connection:
        return (await connection.exec_driver_sql(wanted)).first()


async def change(service, statement):
    async with service.store._engine.begin() as connection:
        await connection.exec_driver_sql(statement)


def counted(monkeypatch):
    """How many entries are applied from now on."""
    applied: list[JournalEntry] = []
    apply = Match.apply

    def count(match, line, ahead=None):
        applied.append(line)
        apply(match, line, ahead)

    monkeypatch.setattr(Match, "apply", count)
    return applied


@served
async def test_a_snapshot_is_kept_every_so_many_entries_and_loading_begins_there(service, now):
    one = await alone(service, "verto")
    await back_and_forth(one, EVERY - 1)
    assert await stored_snapshot(service, one.id) is None
    await back_and_forth(one, 2 * EVERY + 7)
    for _ in range(200):
        if (found := await stored_snapshot(service, one.id)) and found[0] == 2 * EVERY:
            break
        await asyncio.sleep(0.01)
    assert found[:2] == (2 * EVERY, snapshots.FORM)
    seen = shown(one.match)
    service.rooms.drop(service.rooms.known(one.id))
    with pytest.MonkeyPatch.context() as patch:
        applied = counted(patch)
        await service.room(one.id)
        assert [line.seq for line in applied] == list(range(2 * EVERY + 1, 2 * EVERY + 8))
    assert shown(one.match) == seen
    await back_and_forth(one, 2 * EVERY + 9)  # it goes on from there


DAMAGE = {
    "cut off": "UPDATE snapshots SET data = substr(data, 1, 100)",
    "one number": "UPDATE snapshots SET data = replace(data, '\"seq\":20', '\"seq\":18')",
    "another match's": "UPDATE snapshots SET digest = 'f00'",
    "an older form": "UPDATE snapshots SET form = 0",
    "a newer form": "UPDATE snapshots SET form = 99",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_snapshot_that_cannot_be_trusted_is_passed_over_and_replaced(tmp_path, damage):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            one = await alone(service, "verto")
            await back_and_forth(one, EVERY)
            seen = shown(one.match)
        async with running(tmp_path / "m.db", now=now) as service:
            good = await stored_snapshot(service, one.id)
            await change(service, DAMAGE[damage])
            assert shown((await service.room(one.id)).match) == seen
            async with asyncio.timeout(10):
                while await stored_snapshot(service, one.id) != good:
                    await asyncio.sleep(0.01)

    asyncio.run(go())


MISSING = object()
CLOCK = [[[0, 0], [0, 0]], None, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": ["a1"], "stamps": [[0, CLOCK]]},
        {"moves": ["no move"], "stamps": [[0, CLOCK]]},
        {"stamps": [[0, CLOCK]]},
        {"stamps": 7},
        {"clock": [[[0, 0], [0, 0]], 7, 0]},
        {"clock": [[[0, 0]], None, 0]},
        {"offers": [None]},
        {"offers": [7, None, None]},
        {"ended": ["dance", "{}"]},
        {"ended": ["move", '{"move":"c3"}']},
        {"chat": [[1, 1, "{"]]},
        {"changed": 1},
        {"rules": 999},
        {"new": 1},
        {"clock": MISSING},
    ],
)
def test_a_snapshot_that_is_whole_and_wrong_is_passed_over_too(tmp_path, wrong):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            one = await alone(service, "reversi")
            await back_and_forth(one, EVERY + 1)
            seen = all_of(one.match, now())
            service.rooms.drop(service.rooms.known(one.id))
            terms, journal = await service.store.terms(one.id), await service.store.entries(one.id, 0)
            data = json.loads(take(Match(terms, journal[:EVERY])).text())
            assert wrong.keys() <= data.keys() | {"new"}
            spoilt = {name: value for name, value in {**data, **wrong}.items() if value is not MISSING}
            await service.store.keep_snapshot(one.id, EVERY, json.dumps(spoilt))
            assert all_of((await service.room(one.id)).match, now()) == seen

    asyncio.run(go())


@served
async def test_a_snapshot_beyond_the_journal_is_of_another_past(service, now):
    one = await alone(service, "verto")
    await back_and_forth(one, EVERY)
    await until_kept(service, one)
    await change(service, f"DELETE FROM entries WHERE seq > {EVERY - 5}")  # as after a backup that was put together
    service.rooms.drop(service.rooms.known(one.id))
    assert (await service.room(one.id)).match.seq == EVERY - 5


@served
async def test_a_snapshot_of_another_past_than_the_journal_tells_is_passed_over(service, now):
    one = await alone(service, "reversi")
    await back_and_forth(one, EVERY)
    await one.play(texts(one.match.position)[0])
    await until_kept(service, one)
    await change(service, f"UPDATE entries SET at = at + 5 WHERE seq = {EVERY}")
    terms, journal = one.match.terms, await service.store.entries(one.id, 0)
    service.rooms.drop(service.rooms.known(one.id))
    with pytest.MonkeyPatch.context() as patch:
        applied = counted(patch)
        await service.room(one.id)
        assert len(applied) == EVERY + 1
    assert all_of(one.match, now()) == all_of(replayed(terms, journal), now())


async def until_kept(service, one):
    while await stored_snapshot(service, one.id) is None:
        await asyncio.sleep(0.01)


@served
async def test_an_old_snapshot_does_not_replace_a_later_one(service, now):
    one = await alone(service, "verto")
    for seq, data in ((40, "later"), (20, "late"), (60, "latest")):
        await service.store.keep_snapshot(one.id, seq, data)
        assert await service.store.snapshot(one.id) == ("latest" if seq == 60 else "later")


@served
async def test_a_snapshot_holds_neither_names_nor_tokens(service, now):
    ann, ben = await two_people(service)
    text = take(ann.match).text()
    secrets = [ann.match.seats[FIRST].token, ann.match.seats[FIRST].name, *ann.tokens, *ben.tokens]
    assert [secret for secret in secrets if secret in text] == []


def test_without_twins_a_snapshot_saves_all_that_was_taken_back(tmp_path, monkeypatch):
    async def go():
        async with running(tmp_path / "m.db", twin=lambda _: False, now=Time()) as service:
            one = await alone(service, "verto:size=5")
            await back_and_forth(one, EVERY + 3)
            await until_kept(service, one)
            seen = shown(one.match)
            service.rooms.drop(service.rooms.known(one.id))
            steps: list[int] = []
            replay = plain_rules.replay

            def count(ruleset, given):
                steps.append(len(given))
                return replay(ruleset, given)

            monkeypatch.setattr(plain_rules, "replay", count)
            await service.room(one.id)
            assert shown(one.match) == seen
            assert steps == [3]  # of 23

    asyncio.run(go())


def test_others_are_served_while_a_long_journal_is_replayed(tmp_path, monkeypatch):
    monkeypatch.setattr(rules, "SLICE", 0.0)

    async def go():
        async with running(tmp_path / "m.db", now=Time()) as service:
            one = await alone(service, "verto")
            journal: list[JournalEntry] = []
            match = Match(one.match.terms)
            while len(journal) < 1000:
                move = Moved(texts(match.position)[0])
                journal.append(JournalEntry(match.seq + 1, 0, TakenBack(0) if match.at else move))
                match.apply(journal[-1])
            turns, done = 0, asyncio.create_task(service.rules.match(one.match.terms, journal))
            while not done.done():
                turns += 1
                await asyncio.sleep(0)
            assert done.result().seq == 1000
            assert turns >= 1000  # one slice is an entry here

    asyncio.run(go())


def test_a_journal_is_read_in_pages(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.store.PAGE", 7)

    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=30)
            found = [[line.seq for line in await service.store.entries(ann.id, after)] for after in (0, 3, 24, 31, 99)]
            assert found == [list(range(after + 1, 32)) for after in (0, 3, 24, 31, 99)]
            service.rooms.drop(service.rooms.known(ann.id))
            assert Player(service, ann.id, ann.tokens[0]).id == (await service.room(ann.id)).id

    asyncio.run(go())
