"""Why a database cannot be used, whoever tells it: SQLite by names, PostgreSQL by codes, the system by errors."""

import re
import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from turncoat.games import start
from turncoat.games.errors import IllegalMove
from turncoat.service.store_errors import StoreUnusable, chain, facts, kind, unusable


def of_sqlite(name):
    error = sqlite3.OperationalError("what it says")
    error.sqlite_errorname = name
    return error


class OfPostgres(Exception):
    """What the driver raises."""

    def __init__(self, state) -> None:
        super().__init__("what it says")
        self.sqlstate = state


def of_system(number, name=None):
    return OSError(number, "what it says", name)


WHY = [
    (of_sqlite("SQLITE_NOTADB"), "not_a_database"),
    (of_sqlite("SQLITE_CORRUPT_VTAB"), "damaged"),
    (of_sqlite("SQLITE_CANTOPEN"), "permission"),
    (of_sqlite("SQLITE_PERM"), "permission"),
    (of_sqlite("SQLITE_AUTH"), "permission"),
    (of_sqlite("SQLITE_READONLY_DIRECTORY"), "permission"),
    (of_sqlite("SQLITE_FULL"), "full"),
    (of_sqlite("SQLITE_IOERR_WRITE"), "disk"),
    (of_sqlite("SQLITE_BUSY_SNAPSHOT"), "locked"),
    (of_sqlite("SQLITE_LOCKED"), "locked"),
    (OfPostgres("28P01"), "login"),
    (OfPostgres("3D000"), "no_database"),
    (OfPostgres("42501"), "permission"),
    (OfPostgres("53100"), "full"),
    (OfPostgres("53300"), "overloaded"),
    (OfPostgres("57P03"), "starting"),
    (of_system(13), "permission"),
    (of_system(21), "folder"),
    (of_system(20), "no_folder"),
    (of_system(17), "no_folder"),
    (of_system(111), "unreachable"),
    (of_system(110), "unreachable"),
    (of_system(113), "unreachable"),  # without a file it is about a network
    (of_system(28), "full"),
    (of_system(122, "m.db"), "full"),
]
OTHER = [
    (of_sqlite("SQLITE_MISUSE"), "OperationalError SQLITE_MISUSE"),
    (OfPostgres("42P01"), "OfPostgres 42P01"),
    (of_system(6, "m.db"), "OSError what it says"),
    (KeyError("what it says"), "KeyError"),
]


@pytest.mark.parametrize(("error", "why"), WHY, ids=lambda each: str(getattr(each, "args", each)))
def test_what_is_wrong_is_told_by_its_code(error, why):
    assert unusable(error).why == why
    assert unusable(OperationalError("INSERT", {}, error)).why == why  # as it comes from within


@pytest.mark.parametrize(("error", "told"), OTHER, ids=lambda each: str(getattr(each, "args", each)))
def test_what_nobody_has_thought_of_is_told_by_its_kind(error, told):
    assert (unusable(error).why, unusable(error).reason.data) == ("other", {"kind": told})
    assert kind(error) == told


def test_what_is_known_already_stays_what_it_is():
    known = StoreUnusable("newer", revision="9")
    outer = RuntimeError("what it says")
    outer.__cause__ = known
    assert unusable(outer) is known
    assert unusable(known) is known


def test_causes_are_told_from_the_first_and_each_once():
    first, second, third = KeyError("a"), ValueError("b"), TypeError("c")
    third.__cause__, second.__context__ = second, first
    assert [*chain(third)] == [first, second, third]
    second.__suppress_context__ = True
    assert [*chain(third)] == [second, third]
    first.__cause__ = first
    assert [*chain(first)] == [first]


def test_a_failure_is_told_by_its_kind_and_the_last_line_of_ours():
    with pytest.raises(IllegalMove) as refused:
        start("reversi").play("a1")
    told = facts(refused.value)
    assert told["kind"] == "IllegalMove"
    assert re.fullmatch(r"(position|rules|plain)\.py:\d+", told["where"])
    assert facts(KeyError("never raised")) == {"kind": "KeyError", "where": "?"}
