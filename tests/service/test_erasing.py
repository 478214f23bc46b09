"""Names and chat that a player has erased are gone: from the match, the tables, the file and its backups."""

import asyncio
import random
import sqlite3
import string
import subprocess
from contextlib import closing

from tests.service.harness import Player, Time, play_on, refusal, running, served, shown
from turncoat.games.results import FIRST, SECOND
from turncoat.service import backup, snapshots
from turncoat.service.journal import Erased, JournalEntry, Moved
from turncoat.service.match import Match

HOST, GUEST, CHAT = "Hildegard Secret", "Konrad Secret", "my secret is 53-17-24"
SECRETS = (HOST, GUEST, CHAT)


async def told(service, ruleset="reversi"):
    """A match in which names and chat were said: both players."""
    made = await service.create(ruleset, "friend", side="first", name=HOST)
    joined = await service.join(made.room.id, [], made.invitation, GUEST)
    ann = Player(service, made.room.id, made.tokens[FIRST])
    ben = Player(service, made.room.id, joined.tokens[SECOND])
    await play_on(ann.match, ann, ben, moves=6)
    await ann("chat", CHAT)
    return ann, ben


def said_in(path):
    """What of the secrets stands in the files of a database, wherever in them."""
    files = [each for each in path.parent.iterdir() if each.name.startswith(path.name)]
    return {secret for secret in SECRETS for file in files if secret.encode() in file.read_bytes()}


@served
async def test_a_player_erases_names_and_chat_and_the_moves_stay(service, now):
    ann, ben = await told(service)
    moves, record = list(ann.match.game.moves), ann.match.record()
    assert all(secret in record for secret in (HOST, GUEST))
    await ben("erase")
    view = shown(ann.match)
    assert view["chat"] == []
    assert {seat["name"] for seat in view["seats"].values()} == {None}
    assert list(ann.match.game.moves) == moves
    assert not any(secret in ann.match.record() for secret in SECRETS)
    await ann("chat", "hello again")
    assert [line["text"] for line in shown(ann.match)["chat"]] == ["hello again"]


@served
async def test_only_a_player_erases(service, now):
    ann, _ = await told(service)
    assert await refusal(service.erase(ann.id, ["no-token-of-this-match"])) == "no_seat"
    assert await refusal(service.erase("nothing", ann.tokens)) == "no_such_match"
    assert shown(ann.match)["chat"] != []


@served
async def test_where_nothing_is_left_to_erase_nothing_happens(service, now):
    ann, ben = await told(service)
    await ann("erase")
    seq = ann.match.seq
    await ann("erase")
    await ben("erase")
    assert ann.match.seq == seq


@served
async def test_a_rematch_after_it_has_no_names(service, now):
    ann, ben = await told(service)
    await ann("resign")
    await ann("erase")
    await ann("offer", "rematch")
    await ben("offer", "rematch")
    again = await service.seat_view(ann.match.rematch, ann.tokens)
    assert {seat.name for seat in again.room.match.seats.values()} == {None}


def test_everyone_at_the_match_sees_it_at_once(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", now=Time()) as service:
            ann, _ = await told(service)
            subscription = service.subscribe(service.rooms.known(ann.id), frozenset())
            while CHAT not in (await subscription.read() or ""):
                pass
            await ann("erase")
            text = await subscription.read()
            assert '"type":"setup"' in text
            assert not any(secret in text for secret in SECRETS)
            service.unsubscribe(service.rooms.known(ann.id), subscription)

    asyncio.run(asyncio.wait_for(go(), 20))


def test_nothing_of_it_stays_in_the_file_or_beside_it(tmp_path):
    path = tmp_path / "matches.db"

    async def go():
        async with running(path, now=Time()) as service:
            ann, _ = await told(service)
            assert said_in(path) == set(SECRETS)
            await ann("erase")
            assert said_in(path) == set()  # while the server runs: neither in the file nor in its log
            match = (await service.seat_view(ann.id, ann.tokens)).room.match
            await service.rooms.forget_finished()
        return match.record()

    record = asyncio.run(go())
    assert said_in(path) == set()
    saved = backup.back_up(str(path), tmp_path / "backups")
    assert said_in(saved) == set()

    async def again():
        async with running(path, now=Time()) as service:
            [match_id] = [row[0] for row in rows(path, "SELECT id FROM matches")]
            assert (await service.room(match_id)).match.record() == record

    asyncio.run(again())


def rows(path, statement):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(statement).fetchall()


def test_a_snapshot_that_was_under_way_does_not_bring_it_back(tmp_path, monkeypatch):
    monkeypatch.setattr(snapshots, "EVERY", 10_000)
    path = tmp_path / "matches.db"

    async def go():
        async with running(path, now=Time()) as service:
            ann, _ = await told(service)
            text = snapshots.take(ann.match).text()
            await service.store.keep_snapshot(ann.id, ann.match.seq, text)
            assert CHAT in (await service.store.snapshot(ann.id))
            seq = ann.match.seq
            await ann("erase")
            assert await service.store.snapshot(ann.id) is None
            await service.store.keep_snapshot(ann.id, seq, text)  # of somebody who had not heard
            assert await service.store.snapshot(ann.id) is None
            service.loader.keep(ann.match)
            await ann("chat", "hello")
            assert await service.store.snapshot(ann.id)
        assert said_in(path) == set()

    asyncio.run(go())


def test_the_scraps_that_pages_leave_behind_go_with_the_next_sweep(tmp_path):
    """Rows that SQLite moved between pages leave copies in unused space; databases are filled until one has some."""

    async def go(seed):
        path = tmp_path / f"{seed}.db"
        async with running(path, now=Time()) as service:
            lines = many_lines(random.Random(seed))
            write(path, lines)
            for match_id in {line[0] for line in lines}:
                assert await service.store.eraser.erase(match_id, JournalEntry(1000, 1, Erased()))
            had_scraps = said_in(path) != set()
            assert await service.store.eraser.compact()
            assert said_in(path) == set()
            assert not await service.store.eraser.compact()  # nothing was erased since
            ann, ben = await told(service)
            await play_on(ann.match, ann, ben)
        return had_scraps

    assert any(asyncio.run(go(seed)) for seed in range(12))


def many_lines(rng):
    """Matches, numbers and chat, in the order in which they are written: as if many were played at once."""
    names = ["".join(rng.choices(string.ascii_lowercase, k=12)) for _ in range(40)]
    texts = [CHAT + "".join(rng.choices(string.ascii_lowercase, k=rng.randint(5, 400))) for _ in range(400)]
    lines = [(name, seq, texts.pop() if seq % 10 == 0 else None) for name in names for seq in range(1, 101)]
    rng.shuffle(lines)
    return lines


def write(path, lines):
    """As the service does, but all at once."""
    names = "id, ruleset, version, kind, clock, created, owner, state"
    made = f"({names}) VALUES (?, 'reversi', 1, 'friend', ?, 1, '', 'over')"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA secure_delete=ON")
        for match_id in sorted({line[0] for line in lines}):
            database.execute(f"INSERT INTO matches {made}", (match_id, '{"kind":"none"}'))
        for match_id, seq, text in lines:
            chat = f'{{"v":2,"seat":0,"text":"{text}"}}'
            row = (match_id, seq, "chat", 1, chat) if text else (match_id, seq, "move", 1, '{"v":2,"move":"d3"}')
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)


def test_an_entry_that_comes_twice_erases_once(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", now=Time()) as service:
            ann, _ = await told(service)
            seq = ann.match.seq
            assert await service.store.append(ann.id, JournalEntry(seq + 1, 1, Moved("pass")))
            assert not await service.store.eraser.erase(ann.id, JournalEntry(seq + 1, 1, Erased()))
            assert CHAT in str(rows(tmp_path / "m.db", "SELECT data FROM entries"))

    asyncio.run(go())


def test_a_failing_database_erases_nothing_and_says_so(tmp_path, monkeypatch):
    async def go():
        async with running(tmp_path / "m.db", now=Time()) as service:
            ann, _ = await told(service)

            async def fail(*_):
                raise OSError

            monkeypatch.setattr(service.store.eraser, "_blank", fail)
            assert await refusal(ann("erase")) == "store_failed"
            monkeypatch.undo()
            again = await service.seat_view(ann.id, ann.tokens)
            assert [line.entry.text for line in again.room.match.chat] == [CHAT]
            await ann("erase")
            assert shown(again.room.match)["chat"] == []

    asyncio.run(go())


def test_replayed_from_its_journal_the_match_has_no_words(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", now=Time()) as service:
            ann, _ = await told(service)
            await ann("erase")
            await ann("chat", "later")
            terms, journal = await service.store.terms(ann.id), await service.store.entries(ann.id, 0)
            again = Match(terms, journal)
            assert shown(again) == shown(ann.match)
            assert not any(secret in repr(journal) + repr(terms) for secret in SECRETS)

    asyncio.run(go())


def test_in_postgresql_other_processes_and_backups_lose_it_too(pg, tmp_path):
    async def go():
        async with running(pg, now=Time()) as one, running(pg, now=Time()) as other:
            ann, _ = await told(one)
            there = await other.seat_view(ann.id, ann.tokens)
            assert [line.entry.text for line in there.room.match.chat] == [CHAT]
            late = snapshots.take(there.room.match)
            await other.store.keep_snapshot(ann.id, late.seq, late.text())
            await other.erase(ann.id, ann.tokens)
            here = await one.seat_view(ann.id, ann.tokens)
            assert here.room.match.chat == []
            assert here.room.match.seats[FIRST].name is None
            await one.store.keep_snapshot(ann.id, late.seq, late.text())
            assert await one.store.snapshot(ann.id) is None

    asyncio.run(go())
    saved = backup.back_up(pg, tmp_path)
    text = subprocess.run(["pg_restore", "--file=-", str(saved)], check=True, capture_output=True).stdout
    assert b"entries" in text
    assert not any(secret.encode() in text for secret in SECRETS)
