"""What Alembic runs: the migrations, on the connection it was handed."""

from alembic import context

from turncoat.service.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
