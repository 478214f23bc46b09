"""A server and a browser for the tests of the page; where one of them is missing, the tests say so and are skipped."""

import importlib.util
import json
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.house.tree import ROOT
from tests.page.server import Server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
# Choices that make a test quick and its steps plain; a test of one of them sets it itself.
# The tests find what they press by the keys of the catalogue, and pass in every language.
LANGUAGE = os.environ.get("TURNCOAT_PAGE_LANGUAGE", "en")
USUAL = {"motion": "none", "auto_step": False, "sound": False, "language": LANGUAGE, "theme": "light"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips what needs a browser where there is none."""
    reason = missing()
    for item in items:
        if reason and item.path.parent.name == "page" and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason=reason))


def missing() -> str | None:
    """What a test in a browser lacks here."""
    if CHROMIUM is None:
        return "no Chromium here: `make test` installs it for root, or install the package chromium"
    if importlib.util.find_spec("playwright") is None:
        return "the package playwright is not installed"
    if not (ROOT / "src/turncoat/web/page/index.html").exists():
        return "the page is not built: make page"
    return None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process."""
    found = Server(tmp_path_factory.mktemp("server"))
    found.start()
    yield found
    found.stop()


@pytest.fixture
def own_server(tmp_path: Any) -> Iterator[Server]:
    """A server that the test may stop."""
    found = Server(tmp_path)
    found.start()
    yield found
    found.stop()


# Not for the session: while it runs its event loop is the thread's, and tests of other folders could not run theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The machine's Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page as somebody new: `visit("/lobby", size="phone", language="ja")`; no error in it goes unseen."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def opened(
        path: str = "/", *, size: str = "desktop", at: Server = server, quiet: bool = False, **settings: Any
    ) -> Any:
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=at.address,
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            is_mobile=size == "phone",
            locale="en-US",
        )
        contexts.append(context)
        context.add_init_script(keep_settings(USUAL | settings))
        context.set_default_timeout(20_000)
        page = context.new_page()
        if not quiet:
            page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
            page.on(
                "console", lambda said: troubles.append(f"{page.url}: {said.text}") if said.type == "error" else None
            )
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


def keep_settings(settings: dict[str, Any]) -> str:
    """A script that makes the first page start with these settings, and leaves later choices alone."""
    text = json.dumps(json.dumps(settings))
    key = "'turncoat.settings'"
    return f"if (location.protocol !== 'about:' && !localStorage.getItem({key})) localStorage.setItem({key}, {text})"
