"""The OpenAPI document, with what OpenAPI itself does not cover: the messages of sockets and the lines of a stream."""

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from .analysis_models import AnalysisMessage, AskedMessage
from .messages import LiveMessage, LobbyMessage, ReviewLine, SocketMessage, WatchMessage

SHAPES = "#/components/schemas/{model}"
LINES = "application/x-ndjson"


def refer(model: type) -> dict[str, str]:
    """A reference to a shape of the document."""
    return {"$ref": SHAPES.format(model=model.__name__)}


SOCKETS: dict[str, dict[str, Any]] = {
    "/api/matches/{match_id}/live": {
        "description": "Sends the match at once, then what changes; takes moves.",
        "sends": refer(LiveMessage),
        "takes": refer(SocketMessage),
    },
    "/api/public/{name}/live": {
        "description": "Sends a public game at once, then what changes.",
        "sends": refer(LiveMessage),
    },
    "/api/matches/{match_id}/review": {
        "description": "Sends the review of a finished match: all that is known at once, then what is judged.",
        "sends": refer(ReviewLine),
    },
    "/api/analysis/live": {
        "description": "Has the engine look at positions, and sends what it finds as it finds it.",
        "sends": refer(AnalysisMessage),
        "takes": refer(AskedMessage),
    },
    "/api/watch/live": {
        "description": "Sends the public games there are to watch, then those that go on, once a second at the most.",
        "sends": refer(WatchMessage),
    },
    "/api/lobby/live": {
        "description": "Sends the list of waiting matches at once and whenever it changes.",
        "sends": refer(LobbyMessage),
    },
}
STREAM = {"description": "One message a line, without end", "content": {LINES: {"itemSchema": refer(LiveMessage)}}}
REVIEW = {
    "description": "One message a line, until the review is done",
    "content": {LINES: {"itemSchema": refer(ReviewLine)}},
}


def complete(app: FastAPI) -> None:
    """Has the application describe its sockets under `x-websockets`, with the shapes of their messages."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        document = plain()
        if "x-websockets" not in document:
            _, added = models_json_schema(
                [
                    *(
                        (each, "serialization")
                        for each in (LiveMessage, ReviewLine, AnalysisMessage, LobbyMessage, WatchMessage)
                    ),
                    *((each, "validation") for each in (SocketMessage, AskedMessage)),
                ],
                ref_template=SHAPES,
            )
            for name, shape in added["$defs"].items():
                document["components"]["schemas"].setdefault(name, shape)
            document["x-websockets"] = SOCKETS
            # A stream is described by its lines; the whole of it never comes.
            for path in document["paths"].values():
                for route in path.values():
                    route["responses"].get("200", {}).get("content", {}).get(LINES, {}).pop("schema", None)
        return document

    app.openapi = openapi  # type: ignore[method-assign]
