"""Sets of positions made elsewhere, for the explorer: files that `turncoat serve --explorer` adds.

A set is an SQLite file with one table, `positions`: position (its key), games, first, second, win, lead, proved.

`position` is the text of a position in the least of its symmetric forms (`str(position.canonical())`).  `games` is in
how many games it was met, `first` and `second` how many of them each side won.  `win` is the chance of the first side
and `lead` by how much it is ahead in the end, as an engine sees it, NULL where none has;
`proved` is 1 where that is certain.
"""

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from .explorer_view import Explored
from .store_errors import StoreUnusable

if TYPE_CHECKING:
    from .explorer_moves import Child

COLUMNS = ("position", "games", "first", "second", "win", "lead", "proved")
TABLE = (
    "CREATE TABLE positions (position TEXT PRIMARY KEY, games INTEGER NOT NULL, first INTEGER NOT NULL, "
    "second INTEGER NOT NULL, win REAL, lead REAL, proved INTEGER NOT NULL) WITHOUT ROWID"
)
AT_ONCE = 500


class Known(NamedTuple):
    """A position of a set."""

    position: str
    games: int = 0
    first: int = 0
    second: int = 0
    win: float | None = None
    lead: float | None = None
    proved: bool = False


def write(path: Path, rows: Iterable[Known]) -> None:
    """Makes a file of these positions, each in the least of its symmetric forms."""
    with closing(sqlite3.connect(path)) as made, made:
        made.execute(TABLE)
        made.executemany(f"INSERT INTO positions VALUES ({', '.join('?' * len(COLUMNS))})", rows)  # noqa: S608 — places


class ExplorerFile:
    """One set; it is only read, and stays where it is."""

    def __init__(self, path: Path) -> None:
        """StoreUnusable where it is none."""
        self.name = path.stem
        self._address = f"file:{quote(str(path.resolve()))}?mode=ro"
        try:
            with closing(self._open()) as opened:
                opened.execute(f"SELECT {', '.join(COLUMNS)} FROM positions LIMIT 1").fetchall()  # noqa: S608 — names
        except sqlite3.Error as error:
            raise StoreUnusable("no_set", file=str(path)) from error

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._address, uri=True)

    async def moves(self, children: Sequence["Child"]) -> list[Explored]:
        """The moves that lead to a position of the set, most played first."""
        known = await asyncio.to_thread(self._known, [child.position for child in children])
        found = [_told(child.move, known[child.position]) for child in children if child.position in known]
        return sorted(found, key=lambda each: -each["games"])

    def _known(self, positions: Sequence[str]) -> dict[str, Known]:
        names, found = list(dict.fromkeys(positions)), dict[str, Known]()
        with closing(self._open()) as opened:
            for start in range(0, len(names), AT_ONCE):
                some = names[start : start + AT_ONCE]
                wanted = f"SELECT {', '.join(COLUMNS)} FROM positions WHERE position IN ({', '.join('?' * len(some))})"  # noqa: S608
                found |= {row[0]: Known(*row) for row in opened.execute(wanted, some)}
        return found


def _told(move: str, known: Known) -> Explored:
    return Explored(
        move=move,
        games=known.games,
        first=known.first,
        second=known.second,
        draws=known.games - known.first - known.second,
        win=known.win,
        lead=known.lead,
        proved=bool(known.proved),
        sample=None,
    )
