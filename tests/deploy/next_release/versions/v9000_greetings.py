"""Another table and another column: what is there stays as it is."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

from turncoat.service import migrations

revision = "9000"
down_revision = max(path.name[1:5] for path in (Path(migrations.__file__).parent / "versions").glob("v*.py"))
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes them."""
    op.create_table(
        "greetings",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.add_column("matches", sa.Column("mood", sa.String(16), nullable=False, server_default="calm"))
