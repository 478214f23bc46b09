"""When the service was alive, so that no clock runs while it is down."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Takes them away again."""
    op.drop_table("outages")
    op.drop_table("pulse")
