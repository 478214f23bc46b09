"""The command `bench`."""

from typing import Annotated

import typer

from . import arguments
from .console import print_json
from .language import say


def bench(nodes: Annotated[int, typer.Option("--nodes", min=1)] = 200_000, json: arguments.Json = False) -> None:
    """Print the search's node signature."""
    from turncoat.engine.signature import sign_all

    found = sign_all(nodes)
    total = sum(each.nodes for each in found)
    if json:
        rows = [{"ruleset": each.ruleset, "nodes": each.nodes, "seconds": each.seconds} for each in found]
        print_json({"budget": nodes, "nodes": total, "rulesets": rows})
        return
    for each in found:
        speed = each.nodes / max(each.seconds, 1e-9) / 1e6
        typer.echo(say("bench.row", ruleset=f"{each.ruleset:14}", nodes=f"{each.nodes:>12,}", speed=f"{speed:.1f}"))
    typer.echo(say("bench.total", nodes=f"{total:,}"))
