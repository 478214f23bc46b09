"""The command `rules`: how a game is played, in a terminal or as a page."""

import os
from pathlib import Path
from typing import Annotated

import typer
from markdown_it import MarkdownIt
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, Paragraph
from rich.padding import Padding
from rich.text import Text

from turncoat.draw import diagrams as drawing
from turncoat.draw.palette import page_colours
from turncoat.games import game as find_game
from turncoat.games.rules_text import Diagram, RulesText
from turncoat.games.rules_text import rules as read_rules

from . import arguments, storage
from .board import Board
from .console import is_interactive, output, print_json, print_note, tidy
from .errors import file_error
from .language import say, spoken
from .wrapping import Wrapped

WIDEST = 100  # longer lines are hard to read
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, "Noto Sans JP", sans-serif; }}
figure {{ margin: 1.5rem auto; max-width: 24rem; text-align: center; }}
figcaption {{ color: {soft}; }}
table {{ border-collapse: collapse; }} td, th {{ border: 1px solid {line}; padding: .3rem .6rem; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def rules(
    game: arguments.Game,
    *,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FOLDER")] = None,
    pager: Annotated[bool, typer.Option("--pager/--no-pager")] = True,
    ascii_only: arguments.Ascii = False,
    json: arguments.Json = False,
) -> None:
    """Show how a game is played, with diagrams."""
    text = read_rules(find_game(game).name, spoken())
    if html is not None:
        storage.write(html, as_page(text))
        print_note(say("show.written", path=html))
    if svg is not None:
        _write_pictures(text, svg)
    if json:
        page = {
            "game": text.game,
            "language": text.language,
            "title": text.title,
            "markdown": drawing.with_text_boards(text),
        }
        print_json(page)
    elif html is None and svg is None:
        _print(text, pager, ascii_only)


def as_page(text: RulesText) -> str:
    """The rules as one page that needs nothing else."""
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(drawing.with_pictures(text))
    return PAGE.format(language=text.language, title=text.title, body=body, **page_colours("light"))


def _write_pictures(text: RulesText, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, folder, "cannot_write") from None
    diagrams = [block for block in text.blocks() if isinstance(block, Diagram)]
    for diagram in diagrams:
        storage.write(folder / f"{diagram.name}.svg", drawing.picture(diagram, text.language) + "\n")
    print_note(say("rules.pictures", count=len(diagrams), path=folder))


def _print(text: RulesText, pager: bool, ascii_only: bool) -> None:
    if not (pager and is_interactive()) or output().is_dumb_terminal:
        with tidy() as console:
            _print_blocks(console, text, ascii_only)
        return
    # Colours pass through less, and a text that fits the screen needs no pager.
    os.environ.setdefault("LESS", "FRX")
    console = output()
    with console.pager(styles=True, links=False):
        _print_blocks(console, text, ascii_only, steady=True)


def _print_blocks(console: Console, text: RulesText, ascii_only: bool, steady: bool = False) -> None:
    console.width = min(console.width, WIDEST)
    for block in text.blocks():
        if isinstance(block, str):
            console.print(_Text(block.strip(), hyperlinks=False))
        else:
            _print_diagram(console, block, text.language, ascii_only, steady)


def _print_diagram(console: Console, diagram: Diagram, language: str, ascii_only: bool, steady: bool) -> None:
    board = Board(
        diagram.after,
        marks=drawing.marks(diagram),
        labels=drawing.labels(diagram),
        ascii_only=ascii_only,
        steady=steady,
    )
    console.print()
    console.print(board, crop=False, end="")
    if diagram.transcript:
        console.print(Padding(Wrapped(diagram.transcript, "cyan"), (0, 0, 0, 3)))
    console.print(Padding(Wrapped(diagram.caption(language), "italic"), (0, 0, 1, 3)))


class _Heading(Heading):
    """Headings at the left and without boxes, whose corners a wide font would break."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        self.text.stylize("bold underline" if self.tag == "h1" else "bold")
        yield from (Text(), self.text)


class _Paragraph(Paragraph):
    """Paragraphs broken as Japanese wants it, too."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Wrapped(self.text)


class _Text(Markdown):
    elements = {**Markdown.elements, "heading_open": _Heading, "paragraph_open": _Paragraph}  # noqa: RUF012 — rich declares it so
