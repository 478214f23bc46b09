"""The headers that every answer carries, whoever makes it."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
Headers = tuple[tuple[bytes, bytes], ...]
STRICT: Headers = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
)
OVER_TLS: Headers = (*STRICT, (b"strict-transport-security", b"max-age=31536000"))
CACHE = b"cache-control"
NOT_KEPT = (CACHE, b"no-store")


def complete(given: list[tuple[bytes, bytes]], *, tls: bool) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that every answer carries; what does not say that it may be kept may not."""
    found = [*given, *(OVER_TLS if tls else STRICT)]
    if not any(name == CACHE for name, _ in given):
        found.append(NOT_KEPT)
    return found
