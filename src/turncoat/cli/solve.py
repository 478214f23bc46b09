"""Commands that prove: `solve` and `table`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from turncoat.games import Position

from . import arguments
from .console import display, errors, print_json, print_note
from .errors import FINE, INTERRUPTED, NO, CommandError, file_error, spoken_text
from .facts import side_name, title
from .language import say
from .wrapping import Wrapped

if TYPE_CHECKING:  # the solver brings numpy, which no other command should wait for
    from turncoat.solve import Progress as Headway
    from turncoat.solve import Solution
    from turncoat.solve import Table as WorthTable

REDRAW_SECONDS, LINE = 0.3, 10.0  # seconds between two looks at a moving display, and between two lines


def solve(
    where: arguments.Where = None,
    *,
    moves: arguments.Moves = "",
    position: arguments.PositionText = None,
    memory: arguments.Memory = 256,
    method: Annotated[Literal["alpha-beta", "df-pn"], typer.Option("--method")] = "alpha-beta",
    outcome: Annotated[bool, typer.Option("--outcome")] = False,
    threads: arguments.Threads = 1,
    checkpoint: Annotated[Path | None, typer.Option("--checkpoint", metavar="FILE")] = None,
    json: arguments.Json = False,
) -> int:
    """Prove what a position is worth, and show a line that both sides cannot improve on."""
    from turncoat.solve import BadCheckpoint
    from turncoat.solve import solve as prove

    begin = arguments.read_position(where, moves, position)
    try:
        with _watch() as report:
            found = prove(
                begin,
                memory=memory,
                method=method,
                threads=threads,
                checkpoint=checkpoint,
                watch=report,
                outcome_only=outcome,
            )
    except KeyboardInterrupt:
        if checkpoint:
            print_note(say("solve.go_on", path=checkpoint))
        return INTERRUPTED
    except BadCheckpoint as error:
        raise CommandError("sentence", NO, sentence=spoken_text(error)) from None
    except OSError as error:
        raise file_error(error, checkpoint, "cannot_write") from None
    if json:
        print_json(_solution_data(found))
    else:
        _print_solution(begin, found)
    return FINE


@contextmanager
def _watch() -> "Iterator[Callable[[Headway], object]]":
    """Shows how far a proof is: on a terminal in place, elsewhere a line now and then."""
    console = errors()
    seen = monotonic()
    if not console.is_terminal or console.is_dumb_terminal:

        def note(headway: "Headway") -> None:
            nonlocal seen
            if monotonic() - seen >= LINE:
                seen = monotonic()
                console.print(f"{headway.part:.3%}  {_status_line(headway)}", soft_wrap=True)

        yield note
        return
    columns = [TextColumn("{task.description}"), BarColumn(bar_width=20), TaskProgressColumn(), TimeElapsedColumn()]
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(say("solve.working"), total=1.0)

        def move(headway: "Headway") -> None:
            nonlocal seen
            if monotonic() - seen >= REDRAW_SECONDS:
                seen = monotonic()
                bar.update(task, completed=headway.part, description=_status_line(headway))

        yield move


def _status_line(headway: "Headway") -> str:
    """One line on how far it is."""
    millions = f"{headway.nodes / 1e6:,.1f}"
    if headway.target is None:
        return say("solve.line_wanted", millions=millions)
    data = {"low": headway.low, "high": headway.high, "target": headway.target, "millions": millions}
    if headway.proof:
        return say("solve.numbers", **data, proof=headway.proof, disproof=headway.disproof)
    return say("solve.window", **data)


def _solution_data(found: "Solution") -> dict[str, Any]:
    return {
        "position": found.position,
        "outcome": found.outcome,
        "lead": found.lead,
        "moves": list(found.moves),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "exact": found.exact,
    }


def _print_solution(begin: Position, found: "Solution") -> None:
    rate = f"{found.nodes:,}", f"{found.seconds:.1f}"
    lines = [
        Wrapped(_verdict(begin, found.worth, found.counts_lead), "bold"),
        Wrapped(say("solve.line", moves=" ".join(found.moves))) if found.moves else Text(),
        Text(say("solve.cost", nodes=rate[0], seconds=rate[1]), style="dim"),
    ]
    if not found.exact:
        lines.append(Wrapped(say("solve.hashed"), "dim"))
    display(title(begin), *lines)


def _verdict(position: Position, worth: int, counts_lead: bool) -> str:
    """Who wins, by how much, in a sentence."""
    side = side_name(position, position.side)
    if not worth:
        return say("solve.draw", side=side)
    key = "win" if worth > 0 else "loss"
    return say(f"solve.{key}_by", side=side, lead=abs(worth)) if counts_lead else say(f"solve.{key}", side=side)


def table(
    action: Annotated[Literal["build", "show"], typer.Argument(metavar="build|show")],
    what: Annotated[str, typer.Argument(metavar="RULESET|FILE", autocompletion=arguments.complete_ruleset)],
    where: Annotated[str | None, typer.Argument(metavar="POSITION")] = None,
    *,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    memory: arguments.Memory = 1024,
    moves: arguments.Moves = "",
    json: arguments.Json = False,
) -> None:
    """Build a table of every position of a small board, or ask one."""
    if action == "build":
        _build(arguments.named(what), out, memory, json)
    else:
        _ask(Path(what), where, moves, json)


def _build(ruleset: str, out: Path | None, memory: int, json: bool) -> None:
    from turncoat.games import start
    from turncoat.solve import build_table

    if out is None:
        raise CommandError("missing", name="--out")
    begin = start(ruleset)
    started = monotonic()
    try:
        with _count() as report:
            found = build_table(begin.ruleset, out, memory=memory, watch=report)
    except OSError as error:
        raise file_error(error, out, "cannot_write") from None
    data = _about(found) | {"seconds": round(monotonic() - started, 3)}
    if json:
        print_json(data)
    else:
        facts = say("table.built", count=f"{len(found):,}", size=f"{found.bytes:,}", seconds=f"{data['seconds']:.1f}")
        display(title(begin), Wrapped(_verdict(begin, found.worth(begin), found.counts_lead), "bold"), Text(facts))


@contextmanager
def _count() -> Iterator[Callable[[int], object] | None]:
    """Shows how many positions were found; how many there are nobody knows before."""
    console = errors()
    if not console.is_terminal or console.is_dumb_terminal:
        yield None
        return
    columns = [TextColumn("{task.description}"), BarColumn(bar_width=20), TimeElapsedColumn()]
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(say("table.counting", count=0), total=None)
        yield lambda count: bar.update(task, description=say("table.counting", count=f"{count:,}"))


def _about(found: "WorthTable") -> dict[str, Any]:
    return {"ruleset": found.ruleset, "positions": len(found), "bytes": found.bytes}


def _ask(path: Path, where: str | None, moves: str, json: bool) -> None:
    from turncoat.solve import BadTable, NotInTable
    from turncoat.solve import Table as WorthTable

    try:
        found = WorthTable(path)
        begin = arguments.read_position(where or found.ruleset, moves)
        worth, answers = found.worth(begin), found.moves(begin)
    except (BadTable, NotInTable) as error:
        raise CommandError("sentence", NO, sentence=spoken_text(error)) from None
    except OSError as error:
        raise file_error(error, path, "cannot_read") from None
    outcome = {1: "win", 0: "draw", -1: "loss"}
    if json:
        lead = worth if found.counts_lead else None
        each = [
            {"move": move, "outcome": outcome[_sign(value)], "lead": value if found.counts_lead else None}
            for move, value in answers
        ]
        data = {"position": str(begin), "outcome": outcome[_sign(worth)], "lead": lead, "moves": each}
        print_json(_about(found) | data)
        return
    rows = Table.grid(padding=(0, 2))
    for move, value in sorted(answers, key=lambda answer: -answer[1]):
        told = f"{value:+d}" if found.counts_lead and value else say(f"solve.{outcome[_sign(value)]}_short")
        rows.add_row(Text(move, style="cyan"), told)
    display(title(begin), Wrapped(_verdict(begin, worth, found.counts_lead), "bold"), rows)


def _sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)
