"""What is shown to others: public links, studies, finished public games, and what was played in them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "public_links",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, unique=True
        ),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "finished_games",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer),
    )
    op.create_index("finished_games_by_end", "finished_games", ["ended"])
    op.create_table(
        "explored_moves",
        sa.Column("key", sa.String(24), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Takes them away again, and with them all public links and studies."""
    op.drop_table("explored_moves")
    op.drop_table("finished_games")
    op.drop_table("studies")
    op.drop_table("public_links")
