"""The tables of the store: matches, their seats and journals, and when the service was alive."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(200), nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("clock", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("previous", String(32)),
    # Follows from the journal; kept so that what is live can be found without reading all journals.
    Column("state", String(16), nullable=False),
    Index("matches_by_state", "state", "kind"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    # 0 for whoever began first, 1 for the other: the players may exchange sides later.
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("name", Text),
    Column("level", String(8)),
    # The hash of the secret that opens the seat, or of the invitation while it is open.
    Column("token", String(64)),
)

ENTRIES = Table(
    "entries",
    METADATA,
    # Of two writers of the same seq one is refused: this key is what makes a move happen once.
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("form", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("data", Text, nullable=False),
)
"""Follow from the journals and may be deleted; of each match the latest."""

PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

OUTAGES = Table(
    "outages",
    METADATA,
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
)

PROCESSES = Table(
    "processes",
    METADATA,
    Column("origin", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

PUBLIC_LINKS = Table(
    "public_links",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)
"""Names by which anybody may watch a private match; withdrawn ones are gone."""

FINISHED_GAMES = Table(
    "finished_games",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("turns", Integer, nullable=False),
    # Between both scores, where the game was played to its end.
    Column("margin", Integer),
    Index("finished_games_by_end", "ended"),
)
"""Public games that are counted; follow from the journals."""

EXPLORED_MOVES = Table(
    "explored_moves",
    METADATA,
    # By the positions it leads from and to.
    Column("key", String(24), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer, nullable=False),
    # The latest game in which it was made, and as which move.
    Column("match_id", String(32), nullable=False),
    Column("at", Integer, nullable=False),
)
"""What was played in public games; follows from the journals."""

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("record", Text, nullable=False),
    # The hash of the secret with which it may be changed and deleted.
    Column("secret", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
