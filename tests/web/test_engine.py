"""The engine that browsers run themselves, as it is served: its module, its weights, and what is said of both."""

import asyncio
import gzip
import re
from functools import wraps

import pytest

from tests.web.site import site
from turncoat.engine import browser

MODULE = b"\0asm" + bytes(1000)
NAME = "turncoat-0123456789.wasm"


def awaited(test):
    """Runs an async test, with what pytest hands it."""

    @wraps(test)
    def run(**given):
        asyncio.run(asyncio.wait_for(test(**given), 60))

    return run


@pytest.fixture
def page(tmp_path):
    """A built page, and beside it an engine."""
    folder, engine = tmp_path / "built" / "page", tmp_path / "built" / "engine"
    folder.mkdir(parents=True)
    engine.mkdir()
    (folder / "index.html").write_text("<!doctype html>the page")
    for ending, content in (("", MODULE), (".br", b"brotli"), (".gz", gzip.compress(MODULE))):
        (engine / (NAME + ending)).write_bytes(content)
    (engine / "built-from").write_text("sources")
    return folder


@awaited
async def test_the_module_is_served_compressed_and_for_ever(tmp_path, page):
    async with site(tmp_path, page) as client:
        said = (await client.get("/api/engine")).json()
        assert said["module"] == f"/engine/{NAME}"
        for encoding, sent in (("br", "br"), ("gzip", "gzip"), ("gzip, deflate, br", "br"), ("identity", None)):
            answer = await client.get(said["module"], headers={"accept-encoding": encoding})
            assert answer.headers["content-type"] == "application/wasm"
            assert answer.headers.get("content-encoding") == sent
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.content == MODULE


@awaited
async def test_an_engine_that_was_not_built_or_is_of_yesterday_is_not_there(tmp_path, page):
    async with site(tmp_path, page) as client:
        answer = await client.get("/engine/turncoat-9876543210.wasm")
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
        assert (await client.get("/engine/built-from")).status_code == 404
    (page.with_name("engine") / "built-from").unlink()
    async with site(tmp_path, page) as client:
        assert (await client.get("/api/engine")).json()["module"] is None
        assert (await client.get(f"/engine/{NAME}")).status_code == 404


@awaited
async def test_an_engine_built_while_the_server_runs_is_found(tmp_path, page):
    stamp = page.with_name("engine") / "built-from"
    stamp.unlink()
    async with site(tmp_path, page) as client:
        assert (await client.get("/api/engine")).json()["module"] is None
        stamp.write_text("sources")
        assert (await client.get("/api/engine")).json()["module"] == f"/engine/{NAME}"
        (page / "index.html").unlink()
        assert (await client.get("/")).status_code == 503
        assert (await client.get(f"/engine/{NAME}")).status_code == 200


@awaited
async def test_every_evaluation_offered_can_be_had(tmp_path):
    async with site(tmp_path) as client:
        offered = (await client.get("/api/engine")).json()["weights"]
        assert [each["name"] for each in offered] == [each.name for each in browser.offered()]
        for each in offered:
            assert re.fullmatch(r"[\w-]+-[0-9a-f]{10}", each["name"])
            answer = await client.get(f"/api/engine/{each['name']}")
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "application/octet-stream"
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.content == browser.pack(each["name"])


@awaited
async def test_an_evaluation_that_is_none_is_not_found(tmp_path):
    async with site(tmp_path) as client:
        for name in ("nonsense", "reversi", "..%2f..%2fpyproject", "reversi-3f91a25896.weights"):
            answer = await client.get(f"/api/engine/{name}")
            assert answer.status_code == 404
            assert answer.json()["error"] == "not_found"
        assert (await client.get(f"/api/engine/{'x' * 101}")).json()["error"] == "invalid"
