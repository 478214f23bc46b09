"""A stranger's package, installed once for all tests."""

from collections.abc import Iterator

import pytest

from tests.strangers.install import BREAKAWAY, Installed, install
from turncoat.games import GameInfo, load, unload


@pytest.fixture(scope="session")
def stranger(tmp_path_factory) -> Installed:
    """The package with the game Breakaway, and a program that sees it."""
    return install(BREAKAWAY, tmp_path_factory.mktemp("strangers"))


@pytest.fixture
def breakaway() -> Iterator[GameInfo]:
    """The game in this process, read from its folder."""
    info = load(BREAKAWAY / "src/breakaway")
    yield info
    unload(info.name)
