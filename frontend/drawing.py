"""Writes the page's colours and shapes from those of `turncoat.draw`: python frontend/drawing.py

The data is read as it lies there, so that the page can be built before the package is installed.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FRONTEND = Path(__file__).resolve().parent
DATA = FRONTEND.parent / "src" / "turncoat" / "draw"
HEAD = "Written from src/turncoat/draw/{}.toml by frontend/drawing.py; not by hand."
ON_THE_PAGE = ("stone-dark", "stone-light")  # colours of stones that are wanted outside boards, too

Table = Mapping[str, Any]


def read(name: str) -> dict[str, Any]:
    """The tables of a file."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def rule(selector: str, colours: Table) -> str:
    """A rule that sets custom properties."""
    return f"{selector} {{ {' '.join(f'--{name}: {value};' for name, value in colours.items())} }}"


def page_colours() -> str:
    """The colours of the page by theme, as a style sheet."""
    palette = read("palette")

    def of(theme: str) -> Table:
        board = palette[theme]["board"]
        return {**palette[theme]["page"], **{name: board[name] for name in ON_THE_PAGE if name in board}}

    dark = of("dark")
    return "\n".join(
        [
            f"/* {HEAD.format('palette')} */",
            rule(":root", of("light")),
            "@media (prefers-color-scheme: dark) {",
            f"  {rule(':root:not([data-theme])', dark)}",
            "}",
            rule(':root[data-theme="dark"]', dark),
            rule(':root[data-theme="contrast"]', of("contrast")),
            "",
        ]
    )


def board_colours() -> str:
    """The colours of boards by theme and surface, and how their parts are painted, as a style sheet."""
    palette = read("palette")
    lines = [f"/* {HEAD.format('{palette,parts,geometry}')} */", rule(".stoneware", palette["light"]["board"])]
    lines += [rule(f'.stoneware[data-surface="{name}"]', each) for name, each in surfaces(palette["light"])]
    for theme in ("dark", "contrast"):
        mode = f'.stoneware[data-mode="{theme}"]'
        # High contrast is the same on every surface, so it has to outdo them.
        lines.append(rule(f"{mode}[data-surface]" if theme == "contrast" else mode, palette[theme]["board"]))
        lines += [rule(f'{mode}[data-surface="{name}"]', each) for name, each in surfaces(palette[theme])]
    for name, face in read("geometry")["faces"].items():
        shown = {key: f"var(--{face[key]})" for key in ("above", "below")}
        lines.append(rule(f".stoneware .face-{name}", shown))
    for theme, parts in read("parts").items():
        mode = "" if theme == "light" else f'[data-mode="{theme}"]'
        lines += [f".stoneware{mode} .{name} {{ {' '.join(declarations(part))} }}" for name, part in parts.items()]
    return "\n".join([*lines, ""])


def surfaces(theme: Table) -> Iterator[tuple[str, Table]]:
    """The surfaces that a theme names, with their colours."""
    return ((name, colours) for name, colours in theme.items() if name not in ("page", "board"))


def declarations(part: Table) -> Iterator[str]:
    """How a part is painted, as declarations of a style."""
    for name, value in part.items():
        if name in ("fill", "stroke") and value != "none":
            yield f"{name}: var(--{value});"
        else:
            yield f"{name}: {value}{'px' if name == 'font-size' else ''};"


def shapes() -> str:
    """Lengths and shapes, as a module."""
    found = {name: each for name, each in read("geometry").items() if name != "letters"}
    data = json.dumps(found, ensure_ascii=False, indent=1)
    return f"// {HEAD.format('geometry')}\nexport const GEOMETRY = {data} as const;\n"


FILES = {"app/colours.css": page_colours, "board/colours.css": board_colours, "board/shapes.ts": shapes}


def write() -> None:
    """Writes what is not as it should be."""
    for name, made in FILES.items():
        path, text = FRONTEND / "src" / name, made()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
