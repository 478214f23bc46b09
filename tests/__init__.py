"""A package of its own, so that `tests` is never one that some library has installed."""
