"""The built page, served from the package: hashed files for ever, the rest as it is now."""

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from turncoat.games.text import LANGUAGES, say

from . import problems
from .documents import Document
from .headers import EMBEDDED
from .previews import Head, Previews

HASHED = ("/assets/", "/engine/")
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
STAMP = "built-from"  # names the sources, for whoever builds
NO_SOCKET = 4404
HTML = "text/html; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    """A file of the page, as it is and in the compressed forms that were built."""

    kind: str
    tag: str
    forms: dict[str, bytes]


class Page:
    """Answers everything outside /api: files by name, the page itself for all else.

    Beside the page may stand the engine that browsers run themselves.
    """

    def __init__(self, folder: Path | None = None, previews: Previews | None = None) -> None:
        self._previews = previews or Previews(())
        self.folder = folder or Path(__file__).with_name("page")
        self._files: dict[str, File] = {}
        self._built: tuple[float | None, ...] = ()

    def engine(self) -> str | None:
        """The address of the engine for browsers, if it was built."""
        self._read()
        return next((name for name in self._files if name.startswith("/engine/") and name.endswith(".wasm")), None)

    def _read(self) -> None:
        """Reads the files again when page or engine were built anew."""
        engine = self.folder.with_name("engine")
        built = _changed(self.folder / "index.html"), _changed(engine / "built-from")
        if built == self._built:
            return
        self._built = built
        self._files = _files(self.folder, "/") if built[0] is not None else {}
        self._files |= _files(engine, "/engine/") if built[1] is not None else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends a file or the page; there is no socket at any of its addresses."""
        if scope["type"] == "websocket":
            nothing = problems.response(problems.own_body("not_found"))
            await problems.deny(NO_SOCKET, nothing)(scope, receive, send)
            return
        await (await self._answer(scope))(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        if scope["path"].startswith(("/api/", "/metrics")) or scope["path"] == "/api":
            return problems.response(problems.own_body("not_found"))
        if scope["method"] not in ("GET", "HEAD"):
            return problems.response(problems.own_body("method_not_allowed"), {"allow": "GET, HEAD"})
        self._read()
        embedded = scope["path"].startswith(EMBEDDED)
        # What others may show in a frame is a page of its own: never the one in which people play.
        name = scope["path"] if scope["path"] in self._files else "/embed.html" if embedded else "/index.html"
        file = self._files.get(name)
        if file is None:
            return HTMLResponse(_not_built(), 503)
        if name != scope["path"] and scope["path"].startswith(HASHED):
            return problems.response(problems.own_body("not_found"))  # an old page asks for what is no more
        head = None if name == scope["path"] else await self._previews.head(scope, scope["app"].state.service)
        if head is not None:
            return _send_with_head(file, head, Headers(scope=scope))
        return _send_file(name, file, Headers(scope=scope))


def _send_with_head(file: File, head: Head, asked: Headers) -> Response:
    hidden = {} if head.indexed else {"x-robots-tag": "noindex"}
    page = Document.of(HTML, head.written(file.forms[""].decode()).encode())
    answer = page.response(asked, {"cache-control": "no-cache", **hidden})
    answer.headers["vary"] = "accept-encoding, accept-language"
    return answer


def _send_file(name: str, file: File, headers: Headers) -> Response:
    cache = FOREVER if name.startswith(HASHED) else "no-cache"
    common = {"etag": file.tag, "cache-control": cache, "vary": "accept-encoding"}
    if headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=common)
    wanted = headers.get("accept-encoding", "")
    for encoding, _ in ENCODINGS:
        if encoding in wanted and encoding in file.forms:
            return Response(
                file.forms[encoding], headers={**common, "content-encoding": encoding}, media_type=file.kind
            )
    return Response(file.forms[""], headers=common, media_type=file.kind)


def _changed(path: Path) -> float | None:
    return path.stat().st_mtime if path.is_file() else None


def _files(folder: Path, root: str) -> dict[str, File]:
    endings = tuple(ending for _, ending in ENCODINGS)
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in endings)
    return {root + path.relative_to(folder).as_posix(): _file(path) for path in paths if path.name != STAMP}


def _file(path: Path) -> File:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    forms = {"": path.read_bytes()}
    for encoding, ending in ENCODINGS:
        packed = path.with_name(path.name + ending)
        if packed.is_file():
            forms[encoding] = packed.read_bytes()
    return File(kind, f'"{hashlib.sha256(forms[""]).hexdigest()[:20]}"', forms)


def _not_built() -> str:
    """A plain page that says what is missing."""
    texts = "".join(f'<p lang="{each}">{say("turncoat.web", "page.missing", each)}</p>' for each in LANGUAGES)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Turncoat</title>{texts}</html>'
