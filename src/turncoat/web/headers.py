"""The headers that every answer carries, whoever makes it."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors {framers}"
)
Headers = tuple[tuple[bytes, bytes], ...]
COMMON: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
OWN = (b"cross-origin-resource-policy", b"same-origin")
STRICT: Headers = (
    (b"content-security-policy", POLICY.format(framers="'none'").encode()),
    *COMMON,
    (b"cross-origin-opener-policy", b"same-origin"),
    OWN,
    (b"x-frame-options", b"DENY"),
)
EMBEDDED = "/embed/"
FRAMED: Headers = (
    (b"content-security-policy", POLICY.format(framers="*").encode()),
    *COMMON,
    (b"cross-origin-resource-policy", b"cross-origin"),
)
"""Of what other sites may show in a frame: boards to look at, under that path alone."""
SCRIPTS = (b"text/javascript", b"application/javascript")
DATA = (b"application/json", b"application/problem+json", b"text/css", b"font/woff2", b"image/png", b"image/gif")
"""What no browser reads as a page, so that it needs few of a page's headers; on every asset the others weigh more than
many an asset."""
OF_SCRIPTS: Headers = (
    (b"content-security-policy", b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"),
    COMMON[0],
    OWN,
)
"""A worker lives under the policy of its own script, not under that of the page that began it."""
OF_DATA: Headers = ((b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"), COMMON[0], OWN)
TLS = (b"strict-transport-security", b"max-age=31536000")
CACHE = b"cache-control"
NOT_KEPT = (CACHE, b"no-store")
FOR_OTHER_SITES = {"cross-origin-resource-policy": "cross-origin"}
"""Of a picture that other sites may show."""


def complete(given: list[tuple[bytes, bytes]], *, tls: bool, framed: bool = False) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that every answer carries; what does not say that it may be kept may not."""
    names = {name for name, _ in given}
    found = [*given, *(each for each in _of(dict(given), framed=framed) if each[0] not in names)]
    if tls:
        found.append(TLS)
    if CACHE not in names:
        found.append(NOT_KEPT)
    return found


def _of(given: dict[bytes, bytes], *, framed: bool) -> Headers:
    """Those that suit what is answered; what does not say what it is (304, a refused socket) gets a page's."""
    if framed:
        return FRAMED
    kind = given.get(b"content-type", b"").partition(b";")[0]
    return OF_SCRIPTS if kind in SCRIPTS else OF_DATA if kind in DATA else STRICT
