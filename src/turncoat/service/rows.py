"""Matches, seats and entries as rows of the tables."""

from dataclasses import asdict
from typing import Any, NamedTuple

import orjson

from turncoat.games import Ruleset

from .errors import NewerJournal
from .journal import JournalEntry, store_data
from .match import MatchTerms, Seat
from .time_controls import control_data, read_control


class EntryRow(NamedTuple):
    """A row of the entries."""

    match_id: str
    seq: int
    kind: str
    at: int
    data: str


def entry_row(match_id: str, entry: JournalEntry) -> EntryRow:
    """The row of an entry."""
    data = store_data(entry.entry)
    return EntryRow(match_id, entry.seq, entry.entry.kind, entry.at, data)


def terms_row(terms: MatchTerms, state: str) -> dict[str, Any]:
    """The row of a match."""
    return {
        "id": terms.id,
        "ruleset": str(terms.ruleset),
        "version": terms.version,
        "kind": terms.kind,
        "clock": orjson.dumps(control_data(terms.control)).decode(),
        "created": terms.created,
        "owner": terms.owner,
        "previous": terms.previous,
        "state": state,
    }


def seat_rows(terms: MatchTerms) -> list[dict[str, Any]]:
    """The rows of its seats."""
    return [{"match_id": terms.id, "seat": number, **asdict(seat)} for number, seat in enumerate(terms.seats)]


def read_terms(row: Any, seats: dict[int, Seat]) -> MatchTerms:
    """The match of a row, with the seats of its own; NewerJournal where game or clock are not known here."""
    try:
        ruleset, control = Ruleset.read(row["ruleset"]), read_control(orjson.loads(row["clock"]))
        both = seats[0], seats[1]
    except (KeyError, TypeError, ValueError) as problem:
        raise NewerJournal from problem
    return MatchTerms(
        row["id"],
        ruleset,
        row["version"],
        row["kind"],
        control,
        both,
        row["created"],
        row["owner"],
        row["previous"],
    )
