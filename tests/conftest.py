"""What holds for all tests."""

import signal


def pytest_configure() -> None:
    """Ctrl-C reaches the tests and what they start, also where it is ignored outside, as by `make test &`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
