"""Seats in a table of their own, as they are taken now; and which processes live."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
AT_ONCE = 500


def upgrade() -> None:
    """Makes the tables, and moves the seats into theirs."""
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("level", sa.String(8)),
        sa.Column("token", sa.String(64)),
    )
    op.create_table(
        "processes",
        sa.Column("origin", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    seats = sa.table("seats", *(sa.column(name) for name in ("match_id", "seat", "kind", "name", "level", "token")))
    joined = {
        match_id: json.loads(data)
        for match_id, data in connection.execute(sa.text("SELECT match_id, data FROM entries WHERE kind = 'join'"))
    }
    rows = []
    for match_id, given in connection.execute(sa.text("SELECT id, seats FROM matches")):
        for number, seat in enumerate(json.loads(given)):
            if match_id in joined and joined[match_id]["seat"] == number:
                seat |= {"kind": "person", "name": joined[match_id].get("name"), "token": joined[match_id]["token"]}
            rows.append({"match_id": match_id, "seat": number, **seat})
    for start in range(0, len(rows), AT_ONCE):
        op.bulk_insert(seats, rows[start : start + AT_ONCE])
    op.drop_column("matches", "seats")


def downgrade() -> None:
    """Puts the seats back beside the terms; of what has begun they stay as they are taken now."""
    connection = op.get_bind()
    op.add_column("matches", sa.Column("seats", sa.Text, nullable=False, server_default="[]"))
    wanted = sa.text("SELECT match_id, kind, name, level, token FROM seats ORDER BY match_id, seat")
    found: dict[str, list[dict[str, str | None]]] = {}
    for match_id, kind, name, level, token in connection.execute(wanted):
        found.setdefault(match_id, []).append({"kind": kind, "name": name, "level": level, "token": token})
    for match_id, seats in found.items():
        connection.execute(
            sa.text("UPDATE matches SET seats = :seats WHERE id = :id"), {"seats": json.dumps(seats), "id": match_id}
        )
    op.drop_table("processes")
    op.drop_table("seats")
