"""SVG as text, the same text every time: stable decimals, attributes in the order given, no ids to clash on a page."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]


def number(value: float) -> str:
    """At most two decimals, no trailing zeros.

    >>> number(1.5), number(2.0), number(-0.001)
    ('1.5', '2', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; `stroke_width` is written stroke-width as `stroke-width` is, None leaves an attribute out.

    >>> tag("circle", r=2.50, fill=None, stroke_width=1)
    '<circle r="2.5" stroke-width="1"/>'
    """
    texts = {
        key: number(v) if isinstance(v, (int, float)) else str(v) for key, v in attributes.items() if v is not None
    }
    parts = [f"{key.replace('_', '-')}={quoteattr(text)}" for key, text in texts.items()]
    head = " ".join([name, *parts])
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def words(name: str, text: str, **attributes: object) -> str:
    """An element that holds text."""
    return tag(name, escape(text), **attributes)


def circle(at: Point, radius: float, **attributes: object) -> str:
    """A circle around a point."""
    return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def line(a: Point, b: Point, **attributes: object) -> str:
    """A line between two points."""
    return tag("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def ellipse(at: Point, radii: Sequence[float], **attributes: object) -> str:
    """An ellipse around a point."""
    return tag("ellipse", cx=at[0], cy=at[1], rx=radii[0], ry=radii[1], **attributes)


def path(*steps: object, **attributes: object) -> str:
    """A path; numbers among the steps are written like all others."""
    return tag("path", d=" ".join(number(s) if isinstance(s, (int, float)) else str(s) for s in steps), **attributes)


def group(parts: Iterable[str], **attributes: object) -> str:
    """Several elements as one; nothing at all where there are none."""
    inside = list(parts)
    return tag("g", *inside, **attributes) if inside else ""
