"""Logs: one line of JSON per event; never a token, nor what people wrote."""

import logging
import sys
from datetime import UTC, datetime

import orjson

from turncoat.service.store_errors import describe


class Lines(logging.Formatter):
    """Writes a record as JSON, or as a short line for people."""

    def __init__(self, *, json: bool) -> None:
        super().__init__()
        self.json = json

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        facts = getattr(record, "facts", {})
        trouble = describe(record.exc_info[1]) if record.exc_info and record.exc_info[1] else None
        if self.json:
            line = {"at": moment, "level": record.levelname.lower(), "what": record.getMessage(), **facts}
            if trouble:
                line["trouble"] = trouble
            return orjson.dumps(line, default=str).decode()
        data = " ".join(f"{name}={value}" for name, value in facts.items())
        return f"{moment[11:19]} {record.getMessage()} {data}".rstrip() + (f"\n{trouble}" if trouble else "")


def set_up(*, json: bool, level: int = logging.INFO) -> None:
    """Sends everything to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(json=json))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for noisy in ("alembic", "sqlalchemy", "aiosqlite", "asyncpg", "asyncio", "websockets", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # A line for every broken request would be a way to fill the disk; connections.py counts them.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
