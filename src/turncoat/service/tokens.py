"""Secrets: made once, handed out once, kept only as hashes, compared in constant time."""

import hashlib
import hmac
import secrets

LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # none that could be taken for another
ID_LENGTH = 12


def new_token() -> str:
    """256 bits nobody can guess."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A public name for a match: short, and not to be guessed by counting."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def hashed(token: str) -> str:
    """What is kept of a token.  It has 256 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, kept: str | None) -> bool:
    """Whether the token is the one whose hash was kept."""
    return kept is not None and hmac.compare_digest(hashed(token), kept)
