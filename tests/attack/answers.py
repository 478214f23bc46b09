"""What every answer of the API must be, whatever was asked: as the schema says, with codes that the route has."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from tests.web.document import document
from turncoat.games.text import LANGUAGES
from turncoat.web.problems import STATUS

HEADERS = ("content-security-policy", "x-content-type-options", "cross-origin-resource-policy", "cache-control")


@cache
def codes(path: str, method: str, status: int) -> frozenset[str]:
    """The error codes that the document gives a route at that status."""
    described = document()["paths"].get(path, {}).get(method.lower(), {"responses": {}})["responses"].get(str(status))
    return frozenset(described["description"].split(", ")) if described else frozenset()


@cache
def _problem() -> Any:
    shapes = document()["components"]
    return jsonschema_rs.validator_for({"$ref": "#/components/schemas/Problem", "components": shapes})


def faults(path: str, method: str, status: int, headers: Mapping[str, str], content: bytes) -> list[str]:
    """What is wrong with an answer; `path` as the document writes it, "" for none of its routes."""
    found = [f"{name} is missing" for name in HEADERS if name not in headers]
    if status >= 500:
        found.append(f"a fault of ours: {status} {content[:300]!r}")
    if status < 400:
        return found
    if headers.get("content-type") != "application/json":
        return [*found, f"{status} is of type {headers.get('content-type')}"]
    if method == "HEAD":
        return found
    data = json.loads(content)
    unlike = [f"not a Problem: {error.message}" for error in _problem().iter_errors(data)]
    if unlike:
        return [*found, *unlike]
    known = codes(path, method, status)
    if not path or status == 405:  # none of the routes
        known = frozenset(code for code, sent_as in STATUS.items() if sent_as == status)
    if data.get("error") not in known:
        found.append(f"{data.get('error')} is no code of {status} here: {sorted(known)}")
    if not all(data.get("text", {}).get(language) for language in LANGUAGES):
        found.append(f"no words for {data.get('error')}: {data.get('text')}")
    return found
