"""The API's document, and whether a message is as it says."""

from functools import cache
from typing import Any

import jsonschema_rs

from turncoat.web.app import build
from turncoat.web.settings import Settings

LIVE, LOBBY = "/api/matches/{match_id}/live", "/api/lobby/live"
STREAM = "/api/matches/{match_id}/stream"


@cache
def document() -> dict[str, Any]:
    """As a server would send it."""
    return build(Settings(":memory:")).openapi()


@cache
def _rule(name: str) -> Any:
    return jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", "components": document()["components"]})


def faults(shape: dict[str, str], message: Any) -> list[str]:
    """How the message differs from a shape that the document refers to; empty where it does not."""
    rule = _rule(shape["$ref"].rpartition("/")[2])
    return [f"{error.instance_path}: {error.message}" for error in rule.iter_errors(message)]


def sent(path: str, message: Any) -> Any:
    """A message that a socket has sent, which must be as the document says."""
    assert faults(document()["x-websockets"][path]["sends"], message) == []
    return message


def streamed(line: Any) -> Any:
    """A line of a stream, which must be as the document says."""
    [content] = document()["paths"][STREAM]["get"]["responses"]["200"]["content"].values()
    assert faults(content["itemSchema"], line) == []
    return line


def kinds(shape: dict[str, str]) -> set[str]:
    """The kinds of message that a shape knows."""
    name = shape["$ref"].rpartition("/")[2]
    return set(document()["components"]["schemas"][name]["discriminator"]["mapping"])
