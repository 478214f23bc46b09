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
STRICT: Headers = (
    (b"content-security-policy", POLICY.format(framers="'none'").encode()),
    *COMMON,
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
EMBEDDED = "/embed/"
FRAMED: Headers = (
    (b"content-security-policy", POLICY.format(framers="*").encode()),
    *COMMON,
    (b"cross-origin-resource-policy", b"cross-origin"),
)
"""Of what other sites may show in a frame: boards to look at, under that path alone."""
TLS = (b"strict-transport-security", b"max-age=31536000")
CACHE = b"cache-control"
NOT_KEPT = (CACHE, b"no-store")
FOR_OTHER_SITES = {"cross-origin-resource-policy": "cross-origin"}
"""Of a picture that other sites may show."""


def complete(given: list[tuple[bytes, bytes]], *, tls: bool, framed: bool = False) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that every answer carries; what does not say that it may be kept may not."""
    names = {name for name, _ in given}
    found = [*given, *(each for each in (FRAMED if framed else STRICT) if each[0] not in names)]
    if tls:
        found.append(TLS)
    if CACHE not in names:
        found.append(NOT_KEPT)
    return found
