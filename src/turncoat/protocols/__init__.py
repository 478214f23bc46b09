"""Protocols of game programs: `server` speaks them for our engine, `client` runs those of others, `ggf` reads games."""
