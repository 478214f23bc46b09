"""The store: matches, their seats and journals in SQLite or PostgreSQL.  Entries are only ever added.

Writes that wait at the same moment share one commit, so that many matches cost hardly more than one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, Insert, and_, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from . import migrations
from .database import connect, read_url
from .eraser import Eraser, fit_to_keep, hold
from .errors import NewerJournal, StoreFailed
from .journal import SEATS as SEAT_ORDER
from .journal import Joined, JournalEntry, read_entry
from .match import MatchTerms, Seat
from .postgres import CHANNEL, NOTIFY, AppendConnection, failures, notes
from .rows import entry_row, read_terms, seat_rows, terms_row
from .snapshots import FORM, digest
from .sqlite import AppendThread
from .sqlite_file import SqliteFile
from .store_errors import facts, lacks_its_match, unusable
from .tables import ENTRIES, MATCHES, OUTAGES, PROCESSES, PULSE, SEATS, SNAPSHOTS
from .writes import Write, outcome_of

LOG = logging.getLogger(__name__)
MAX_AT_ONCE = 500
PAGE = 200  # entries that are read at once
PROCESS_TTL = 3_600_000  # milliseconds after which a process that was killed is forgotten
COMMIT_INTERVAL = 0.005  # seconds at the least: a lone write waits for nothing, many wait a little and share one


class Store:
    """Stores matches.  What `append` and `add` have acknowledged is on disk."""

    def __init__(self, database: str, origin: str = "") -> None:
        self.url = read_url(database)
        self.origin = origin
        self.shared = self.url.get_backend_name() == "postgresql"
        self._file = None if self.shared else SqliteFile.of(self.url)
        self._engine = connect(self.url)
        self._failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError, *(failures() if self.shared else ()))
        self._waiting: asyncio.Queue[Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self._kept: AsyncConnection | None = None
        self._appender = self._open_appender()
        self.eraser = Eraser(self._engine, self.origin, self._file, self._failures)
        kind = postgresql.insert if self.shared else sqlite.insert
        pulse = kind(PULSE)
        self._pulse = pulse.on_conflict_do_update(index_elements=["id"], set_={"at": pulse.excluded.at})
        signed = kind(PROCESSES)
        self._sign_on = signed.on_conflict_do_update(index_elements=["origin"], set_={"at": signed.excluded.at})
        taken = kind(SNAPSHOTS)
        self._snapshot = taken.from_select(list(SNAPSHOTS.c.keys()), fit_to_keep()).on_conflict_do_update(
            index_elements=["match_id"],
            set_={name: taken.excluded[name] for name in ("seq", "form", "digest", "data")},
            where=(SNAPSHOTS.c.seq <= taken.excluded.seq) | (SNAPSHOTS.c.form != taken.excluded.form),
        )
        self._insert: Insert = kind(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.match_id, ENTRIES.c.seq)

    def _open_appender(self) -> AppendConnection | AppendThread:
        """The short way to append entries."""
        if self.shared:
            return AppendConnection(self._engine, self.origin)
        assert self._file is not None
        return AppendThread(str(self._file.path))

    async def open(self) -> None:
        """Brings the tables up to date and begins to write; StoreUnusable tells why that cannot be."""
        try:
            if self._file:
                self._file.take()
            async with self._engine.begin() as connection:
                await connection.run_sync(migrations.upgrade)
            if self._file:
                self._file.close_to_others()
        except self._failures as error:
            await self._release()
            raise unusable(error) from error
        except BaseException:
            await self._release()
            raise
        self._writer = asyncio.create_task(self._write(), name="store")

    async def close(self) -> None:
        """Writes what still waits and lets go of the database."""
        self._closed = True
        if self._writer:
            self._waiting.put_nowait(None)
            await self._writer
        await self._appender.close()
        if self._kept:
            await self._kept.close()
        await self._release()

    async def _release(self) -> None:
        await self._engine.dispose()
        if self._file:
            self._file.release()

    async def add(self, terms: MatchTerms, state: str) -> None:
        """Stores a new match."""
        await self._post(new=terms, state=state)

    async def append(
        self, match_id: str, entry: JournalEntry, state: str | None = None, new: MatchTerms | None = None
    ) -> bool:
        """Keeps an entry, and with it a new match and state; False if another writer was first with that number."""
        return await self._post(match_id=match_id, entry=entry, state=state, new=new)

    def keep_snapshot(self, match_id: str, seq: int, data: str) -> "asyncio.Future[bool]":
        """Keeps a snapshot with what is written next, unless there is a later one; nobody need wait for it."""
        row = {"match_id": match_id, "seq": seq, "form": FORM, "digest": digest(match_id, data), "data": data}
        done = self._post(snapshot=row)
        done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # logged by the writer
        return done

    def _post(self, **what: Any) -> "asyncio.Future[bool]":
        if self._closed or self._writer is None:  # nobody would ever answer
            raise StoreFailed
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Write(done, **what))
        return done

    async def _write(self) -> None:
        ended, clock = False, asyncio.get_running_loop().time
        free = clock()
        while not ended:
            asked = [await self._waiting.get()]
            if clock() < free:
                await asyncio.sleep(free - clock())
            free = clock() + COMMIT_INTERVAL
            while not self._waiting.empty() and len(asked) < MAX_AT_ONCE:
                asked.append(self._waiting.get_nowait())
            batch = [write for write in asked if write]
            ended = len(batch) < len(asked)
            await self._settle(batch)

    async def _settle(self, batch: Sequence[Write]) -> None:
        """Writes all and tells whoever waits; where one cannot be, for its match was deleted, it alone fails."""
        try:
            outcome = await self._commit(batch)
        except Exception as error:  # noqa: BLE001 — logged without its text, which may quote people
            if len({write.at for write in batch}) > 1 and lacks_its_match(error):
                for match_id in dict.fromkeys(write.at for write in batch):
                    await self._settle([write for write in batch if write.at == match_id])
                return
            LOG.error("writing failed", extra={"facts": {"entries": len(batch), **facts(error)}})
            for write in batch:
                if not write.done.done():
                    write.done.set_exception(StoreFailed())
            return
        for write, kept in zip(batch, outcome, strict=True):
            if not write.done.done():
                write.done.set_result(kept)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of the writer; with a file its connection is kept, which saves a quarter of the work."""
        if self.shared:
            async with self._engine.begin() as connection:
                yield connection
            return
        if self._kept is None:
            self._kept = await self._engine.connect()
        try:
            yield self._kept
            await self._kept.commit()
        except BaseException:
            kept, self._kept = self._kept, None
            await kept.close()
            raise

    async def _commit(self, batch: Sequence[Write]) -> list[bool]:
        """Writes all in one transaction; of each, whether it was kept."""
        rows = [entry_row(write.match_id, write.entry) for write in batch if write.entry]
        if not any(write.new or write.state or write.snapshot for write in batch):
            appended = await self._appender.append(rows)
            if appended is not None:
                return outcome_of(batch, appended)
        async with self._transaction() as connection:
            kept: set[tuple[str, int]] = set()
            if rows:
                kept = {
                    (row[0], row[1]) for row in await connection.execute(self._insert, [row._asdict() for row in rows])
                }
            outcome = outcome_of(batch, set(kept))
            for write, fine in zip(batch, outcome, strict=True):
                if fine and (write.new or write.state):
                    await self._follow(connection, write)
            for write in batch:
                if write.snapshot:
                    # Held until the end, so that nothing is erased between the look for that and the snapshot.
                    await connection.execute(hold(write.snapshot["match_id"]))
                    await connection.execute(self._snapshot, write.snapshot)
            told = kept | {(write.new.id, 0) for write, fine in zip(batch, outcome, strict=True) if fine and write.new}
            if self.shared and told:
                # Within the transaction: nobody hears of what is not kept, and nothing kept goes unheard.
                await connection.execute(NOTIFY, {"channel": CHANNEL, "notes": notes(self.origin, told)})
        return outcome

    async def _follow(self, connection: AsyncConnection, write: Write) -> None:
        """What an entry brings with it: a new match, a seat taken, another state."""
        if write.new:
            state = "playing" if write.entry else write.state
            await connection.execute(insert(MATCHES).values(terms_row(write.new, state or "playing")))
            await connection.execute(insert(SEATS), seat_rows(write.new))
        if write.entry and isinstance(write.entry.entry, Joined):
            joined = write.entry.entry
            place = (SEATS.c.match_id == write.match_id) & (SEATS.c.seat == SEAT_ORDER.index(joined.seat))
            taken = {"kind": "person", "name": joined.name, "token": joined.token}
            await connection.execute(update(SEATS).where(place).values(taken))
        if write.entry and write.state:
            await connection.execute(update(MATCHES).where(MATCHES.c.id == write.match_id).values(state=write.state))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions; what goes wrong with it is logged and told as one error of ours."""
        async with self._told("reading failed"), self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction for what is no journal; kept when it ends."""
        async with self._told("writing failed"), self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _told(self, what: str) -> AsyncIterator[None]:
        if self._closed:
            raise StoreFailed
        try:
            yield
        except self._failures as error:
            LOG.error(what, extra={"facts": facts(error)})
            raise StoreFailed from None

    async def terms(self, match_id: str) -> MatchTerms | None:
        """What was agreed, with the seats as they are taken now; None where there is no such match."""
        async with self.reading() as connection:
            found = await self._terms(connection, MATCHES.c.id == match_id)
            return found[0] if found else None

    async def snapshot(self, match_id: str) -> str | None:
        """The latest snapshot of a match, None where there is none that is whole and of this form."""
        wanted = select(SNAPSHOTS.c.data, SNAPSHOTS.c.digest).where(
            SNAPSHOTS.c.match_id == match_id, SNAPSHOTS.c.form == FORM
        )
        async with self.reading() as connection:
            row = (await connection.execute(wanted)).first()
        return row[0] if row and row[1] == digest(match_id, row[0]) else None

    async def _terms(
        self, connection: AsyncConnection, condition: ColumnElement[bool], *, order: Any = None, most: int = 1
    ) -> list[MatchTerms]:
        """Matches with the seats as they are taken now; of several, those that can be read."""
        wanted = select(MATCHES).where(condition).order_by(order).limit(most)
        rows = (await connection.execute(wanted)).mappings().all()
        seats: dict[str, dict[int, Seat]] = {row["id"]: {} for row in rows}
        names = list(seats)
        for start in range(0, len(names), MAX_AT_ONCE):
            some = select(SEATS).where(SEATS.c.match_id.in_(names[start : start + MAX_AT_ONCE]))
            for match_id, number, *seat in await connection.execute(some):
                seats[match_id][number] = Seat(*seat)
        found = []
        for row in rows:
            try:
                found.append(read_terms(row, seats[row["id"]]))
            except NewerJournal:  # one of a later release is not to hide the others
                if most == 1:
                    raise
        return found

    async def entries(self, match_id: str, after: int) -> list[JournalEntry]:
        """The journal from there on, read in pages: others are served between two of them."""
        found: list[JournalEntry] = []
        async with self.reading() as connection:
            while page := await self._entries(connection, match_id, after):
                found += page
                after = page[-1].seq
                if len(page) < PAGE:
                    break
        return found

    async def _entries(self, connection: AsyncConnection, match_id: str, after: int) -> list[JournalEntry]:
        wanted = (
            select(ENTRIES.c.seq, ENTRIES.c.kind, ENTRIES.c.at, ENTRIES.c.data)
            .where(ENTRIES.c.match_id == match_id, ENTRIES.c.seq > after)
            .order_by(ENTRIES.c.seq)
            .limit(PAGE)
        )
        rows = await connection.execute(wanted)
        return [JournalEntry(seq, at, read_entry(kind, data)) for seq, kind, at, data in rows]

    async def live(self) -> list[str]:
        """Matches being played in which a clock may run or a computer may have to move, newest first."""
        wanted = (
            select(MATCHES.c.id)
            .where(
                MATCHES.c.state == "playing", (MATCHES.c.kind == "computer") | (MATCHES.c.clock != '{"kind":"none"}')
            )
            .order_by(MATCHES.c.created.desc())
            .limit(5000)
        )
        async with self.reading() as connection:
            return [row[0] for row in await connection.execute(wanted)]

    async def of_computers(self, matches: Sequence[str]) -> list[str]:
        """Those of the matches that are being played against a computer."""
        found: list[str] = []
        async with self.reading() as connection:
            for start in range(0, len(matches), MAX_AT_ONCE):
                some = MATCHES.c.id.in_(matches[start : start + MAX_AT_ONCE])
                wanted = select(MATCHES.c.id).where(some, MATCHES.c.state == "playing", MATCHES.c.kind == "computer")
                found += [row[0] for row in await connection.execute(wanted)]
        return found

    async def waiting(self, since: int, since_days: int) -> list[MatchTerms]:
        """Matches of the lobby that wait for somebody, newest first; where turns take days, older ones too."""
        days = MATCHES.c.clock.contains('"kind":"days"', autoescape=True)
        lately = (MATCHES.c.created >= since) | (days & (MATCHES.c.created >= since_days))
        return await self._open(lately, MATCHES.c.kind == "lobby", order=MATCHES.c.created.desc(), most=200)

    async def waiting_since(self, moment: int) -> list[MatchTerms]:
        """Matches made before that moment to which nobody has come, oldest first."""
        return await self._open(MATCHES.c.created < moment, order=MATCHES.c.created, most=1000)

    async def _open(self, *conditions: ColumnElement[bool], order: ColumnElement[Any], most: int) -> list[MatchTerms]:
        async with self.reading() as connection:
            return await self._terms(connection, and_(MATCHES.c.state == "open", *conditions), order=order, most=most)

    async def beat(self, now: int, gap: int) -> bool:
        """Notes that the service is alive; whether nobody had for longer than the gap, which is noted too."""
        async with self._engine.begin() as connection:
            # Of two processes that start at once the second waits here and then sees the pulse of the first.
            last = (await connection.execute(select(PULSE.c.at).with_for_update())).scalar()
            outage = last is not None and now - last > gap
            if outage:
                await connection.execute(insert(OUTAGES).values(began=last, ended=now))
            await connection.execute(self._pulse, {"id": 1, "at": now})
        return outage

    async def calendar(self) -> tuple[int | None, int]:
        """The database's own time, None where it has none but the machine's, and the latest beat noted in it."""
        async with self.reading() as connection:
            last = (await connection.execute(select(PULSE.c.at))).scalar() or 0
            if not self.shared:
                return None, last
            now = await connection.execute(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
            return now.scalar_one(), last

    async def sign_on(self, now: int) -> None:
        """Notes that this process lives."""
        async with self._engine.begin() as connection:
            await connection.execute(self._sign_on, {"origin": self.origin, "at": now})

    async def sign_off(self) -> None:
        """Notes that this process ends, and forgets those that were killed long ago."""
        async with self._engine.begin() as connection:
            lost = select(func.max(PROCESSES.c.at)).scalar_subquery() - PROCESS_TTL
            await connection.execute(
                delete(PROCESSES).where((PROCESSES.c.origin == self.origin) | (PROCESSES.c.at < lost))
            )

    async def processes(self) -> dict[str, int]:
        """The other processes that have signed on, and the latest beat of each."""
        wanted = select(PROCESSES.c.origin, PROCESSES.c.at).where(PROCESSES.c.origin != self.origin)
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def outages(self) -> list[tuple[int, int]]:
        """When nobody was there: from, to."""
        async with self.reading() as connection:
            return [(began, ended) for ended, began in await connection.execute(select(OUTAGES))]

    async def ping(self) -> None:
        """Returns if the database answers, raises StoreFailed otherwise."""
        async with self.reading() as connection:
            await connection.execute(select(1))
