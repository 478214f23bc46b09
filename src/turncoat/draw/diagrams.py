"""The diagrams of the rules, drawn; the rules as Markdown with pictures or with text boards."""

from turncoat.games.rules_text import Diagram, RulesText

from .board import svg
from .marks import choices, trail
from .palette import Theme
from .textboard import text


def marks(diagram: Diagram) -> dict[str, tuple[str, ...]]:
    """What was placed, what can be chosen next if that is asked for, and what the diagram points at."""
    events = [event for position in diagram.positions[1:] for event in position.events]
    placed = tuple(event.cell for event in events if event.kind == "placed" and event.cell)
    moved = {event.to for event in events if event.kind == "moved"}  # an arrow shows these
    turned = tuple(event.cell for event in events if event.kind == "turned" and event.cell and event.cell not in moved)
    found = {"turned": turned, "last": placed, **(choices(diagram.after) if diagram.facts.get("choices") else {})}
    found.update({kind: tuple(cells.split()) for kind, cells in diagram.facts.get("marks", {}).items()})
    return {kind: cells for kind, cells in found.items() if cells}


def arrows(diagram: Diagram) -> list[tuple[str, str]]:
    """The ways of moved stones, and arrows of the diagram's own."""
    found = [arrow for position in diagram.positions[1:] for arrow in trail(position)]
    for each in diagram.facts.get("arrows", "").split():
        first, _, last = each.partition("-")
        found.append((first, last))
    return found


def labels(diagram: Diagram) -> dict[str, str]:
    """Letters on cells."""
    return dict(diagram.facts.get("labels", {}))


def picture(diagram: Diagram, language: str = "en", theme: Theme = "light") -> str:
    """The diagram as SVG."""
    return svg(
        diagram.after,
        marks=marks(diagram),
        arrows=arrows(diagram),
        labels=labels(diagram),
        rings=bool(diagram.facts.get("rings")),
        theme=theme,
        language=language,
    )


def text_board(diagram: Diagram) -> str:
    """The diagram as a text board."""
    return text(diagram.after, marks=marks(diagram), labels=labels(diagram))


def with_pictures(rules: RulesText, theme: Theme = "light") -> str:
    """Markdown with each diagram as an SVG figure, for a page."""

    def figure(diagram: Diagram) -> str:
        caption = diagram.caption(rules.language)
        drawn = picture(diagram, rules.language, theme)
        return f"<figure>\n{drawn}\n<figcaption>{caption}</figcaption>\n</figure>"

    return rules.markdown(figure)


def with_text_boards(rules: RulesText) -> str:
    """Markdown with each diagram as a text board, for a terminal."""
    return rules.markdown(lambda each: f"```text\n{text_board(each)}\n```\n\n*{each.caption(rules.language)}*")
