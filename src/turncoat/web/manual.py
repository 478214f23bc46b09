"""The API documentation as a page, generated from the schema without scripts."""

from html import escape
from typing import Any

from turncoat.games.text import LANGUAGES, say

from .problems import STATUS

METHODS = ("get", "post", "put", "delete", "patch")


def page(schema: dict[str, Any]) -> str:
    """The whole page."""
    title = say("turncoat.web", "docs.title")
    routes = "".join(
        _route(path, method, route)
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
        if method in METHODS
    )
    sockets = "".join(_socket(path, socket) for path, socket in schema.get("x-websockets", {}).items())
    codes = "".join(
        f"<tr><td><code>{code}</code></td><td>{status}</td><td>{_meaning(code)}</td></tr>"
        for code, status in sorted(STATUS.items(), key=lambda item: (item[1], item[0]))
    )
    shapes = "".join(_shape(name, shape) for name, shape in sorted(schema["components"]["schemas"].items()))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/manual.css"></head><body>'
        f'<h1>{escape(title)}</h1><p><a href="/api/openapi.json">openapi.json</a></p>'
        f"{routes}{sockets}<h2>Errors</h2><table>{codes}</table><h2>Shapes</h2>{shapes}</body></html>"
    )


def _route(path: str, method: str, route: dict[str, Any]) -> str:
    about = escape(route.get("description") or route.get("summary", ""))
    given = "".join(
        f"<li><code>{escape(each['name'])}</code> {_kind(each.get('schema', {}))}</li>"
        for each in route.get("parameters", [])
    )
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = "".join(
        f"<li>{status}: {escape(answer.get('description', ''))} {_answer(answer)}</li>"
        for status, answer in route.get("responses", {}).items()
    )
    asked = f"<p>body: {_kind(body)}</p>" if body else ""
    heading = f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
    return f"<section>{heading}<p>{about}</p><ul>{given}</ul>{asked}<ul>{answers}</ul></section>"


def _answer(answer: dict[str, Any]) -> str:
    """The shape of an answer, or of one item of a stream."""
    found = [each.get("schema") or each.get("itemSchema") for each in answer.get("content", {}).values()]
    return " | ".join(map(_kind, found))


def _socket(path: str, socket: dict[str, Any]) -> str:
    says = "".join(f"<li>{name}: {_kind(socket[name])}</li>" for name in ("sends", "takes") if name in socket)
    about = escape(socket["description"])
    return f"<section><h2><code>WS {escape(path)}</code></h2><p>{about}</p><ul>{says}</ul></section>"


def _shape(name: str, shape: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_kind(kind)}</td></tr>"
        for field, kind in shape.get("properties", {}).items()
    )
    about = escape(shape.get("description", ""))
    choice = f"<p>{_kind(shape)}</p>" if not rows else ""
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{about}</p>{choice}<table>{rows}</table></section>'


def _kind(schema: dict[str, Any] | None) -> str:
    """A type in a few words, shapes as links."""
    if not schema:
        return ""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " | ".join(map(_kind, schema[several]))
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items'))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"by name: {_kind(schema['additionalProperties'])}"
    return escape(str(schema.get("type", "")))


def _meaning(code: str) -> str:
    """What the code means, in every language."""
    from turncoat.games.text import catalogue

    for package in ("turncoat.web", "turncoat.service", "turncoat.games"):
        texts = [catalogue(package, language)["errors"].get(code) for language in LANGUAGES]
        if all(texts):
            return "<br>".join(map(escape, texts))
    return ""
