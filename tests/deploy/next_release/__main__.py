"""`python -m tests.deploy.next_release serve …`: this release with what a next one could bring.

A migration that only adds, a kind of entry that is new, and one that is stored in a new form.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic.config import Config

from turncoat.cli import main
from turncoat.games.results import Side
from turncoat.service import commands, journal, matches, migrations
from turncoat.service.match import Match

HERE = Path(__file__).resolve().parent
OWN = Path(migrations.__file__).resolve().parent / "versions"


@dataclass(frozen=True, slots=True)
class Greeted(journal.Entry):
    """A seat greeted the other."""

    kind, version = "greet", 3
    seat: Side


@dataclass(frozen=True, slots=True)
class OfferClosed(journal.OfferClosed):
    """An offer was declined or withdrawn, for a reason."""

    version = 3
    reason: str = "none"


def install() -> None:
    """Makes this process one of the next release."""
    config = migrations.config

    def with_another(connection: Any) -> Config:
        found = config(connection)
        found.set_main_option("path_separator", "newline")
        found.set_main_option("version_locations", f"{OWN}\n{HERE / 'versions'}")
        return found

    migrations.config = with_another
    journal.KINDS |= {each.kind: each for each in (Greeted, OfferClosed)}
    commands.OfferClosed = OfferClosed  # type: ignore[attr-defined]
    Match.apply_entry.register(Greeted, lambda match, entry, at: None)  # type: ignore[attr-defined]
    decide = commands.decide

    def greeting(match: Match, held: frozenset[Side], command: commands.Command, now: int) -> journal.Entry | None:
        if isinstance(command, commands.Chat) and command.text == "hello":
            return Greeted(min(held))
        return decide(match, held, command, now)

    matches.decide = greeting  # type: ignore[attr-defined]


if __name__ == "__main__":
    install()
    sys.argv[0] = "turncoat"
    sys.exit(main(sys.argv[1:]))
