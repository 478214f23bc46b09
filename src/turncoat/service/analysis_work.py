"""What an analysis asks of the rules: here where they are native, else beside the event loop.

A position is named by the text of another and the moves from there.  What comes back is JSON, ready to be sent.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import orjson

from turncoat import native
from turncoat.games import Position, Ruleset, words
from turncoat.games.board import EMPTY, HOLE
from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.ruleset import split_position
from turncoat.games.text import Phrase
from turncoat.play import BadRecord, Evaluation, Game, Node

from . import game_reader, view_builder, wording
from .analysis_view import GameTree, Moment, NodeWorth, Noted, Reading, Readings, Record, TreeNode
from .errors import PACKAGE
from .match import Match
from .offered_games import OfferedGames
from .view import Choice, Start, Words
from .wire import json_text

MOST_NODES = 3000
LONGEST_COMMENT = 4000


def node_of(text: str, moves: Sequence[str], since: int | None = None) -> Node:
    """The end of a line of moves from a position; an error says what cannot be played.

    Those after the first `since`, which are to be told, are written in their one form; for most games that takes longer
    than to play them.
    """
    node = Node(native.parse(text))
    for number, move in enumerate(moves):
        told = since is not None and number >= since
        node = node.add(move) if told else Node(node.position.play(move), move, node)
    return node


def moment(text: str, moves: Sequence[str], since: int) -> str:
    """The position that the moves lead to, and what may be done there; it tells of the moves after so many."""
    node = node_of(text, moves, since)
    path, position = node.path(), node.position
    threat = position.threat()
    return json_text(
        Moment(
            ruleset=str(position.ruleset),
            game=position.ruleset.info.name,
            at=node.number,
            side=position.side,
            mid_turn=position.mid_turn,
            prompt=view_builder.both(lambda language: words.prompt(position, language)),
            start=_start(path[0].position),
            played=[view_builder.played_move(each) for each in path[since + 1 :]],
            moves=cast("list[Choice]", orjson.Fragment(native.legal_json(position))),
            lines={cell: list(ends) for cell, ends in position.lines().items()},
            result=view_builder.result_by_rules(position),
            threat=None if threat is None else str(threat),
            options_text=cast("list[Words]", list(wording.options_text(position.ruleset))),
            **view_builder.board(position),
        )
    )


def _start(position: Position) -> Start:
    """What moves are made from."""
    return Start(cells=position.board, **view_builder.standing(position.facts()))


# Other readings of the rules


def readings(text: str, moves: Sequence[str]) -> str:
    """The position under every other value of each option that leaves it possible."""
    position = node_of(text, moves).position
    return json_text(Readings(readings=list(_readings(position))))


def _readings(position: Position) -> Iterator[Reading]:
    ruleset, legal = position.ruleset, [move.text for move in position.legal_moves]
    for choice in ruleset.options.choices():
        for value in choice.values:
            if value == ruleset.options.text(choice.name):
                continue
            try:
                other = Ruleset.read(ruleset, **{choice.name: ruleset.options.read_value(choice.name, value)})
                found = native.twin(_under(position, other))
            except TurncoatError:
                continue  # no game under these rules comes to this position
            there = [move.text for move in found.legal_moves]
            yield Reading(
                ruleset=str(other),
                position=str(found),
                option=cast("Words", wording.option_label(ruleset.info, choice.name)),
                value=cast("Words", wording.value_label(ruleset.info, choice.name, value)),
                new=[move for move in there if move not in legal],
                gone=[move for move in legal if move not in there],
                ended=_ended(found),
            )


def _ended(position: Position) -> Words | None:
    if position.result() is None:
        return None
    return view_builder.both(lambda language: words.describe_result(position, language))


def under(text: str, moves: Sequence[str], ruleset: str) -> str:
    """The text of the position under other rules; an error says why they do not fit."""
    return str(_under(node_of(text, moves).position, Ruleset.read(ruleset)))


def _under(position: Position, ruleset: Ruleset) -> Position:
    """The same stones under other rules; cells that do not exist in both are there or not as the rules have it."""
    if ruleset.info.name != position.ruleset.info.name:
        raise BadRequest(problem=Phrase("problems.other_game", {"game": position.ruleset.info.name}, PACKAGE))
    _, rest = split_position(str(position))
    rows, *others = rest.split(" ")
    start = ruleset.start()
    if start.grid is position.grid:
        holes = start.holes(ruleset.options)
        marks = [HOLE if mark in (EMPTY, HOLE) and cell in holes else mark for cell, mark in enumerate(position.board)]
        board = "".join(EMPTY if mark == HOLE and cell not in holes else mark for cell, mark in enumerate(marks))
        rows = "/".join(start.grid.rows(board))
    return ruleset.parse(" ".join([rows, *others]))


# Trees


def read(text: str, ruleset: str | None, offered: Sequence[str]) -> str:
    """The tree of the one game that a text tells of."""
    return json_text(_tree(game_reader.read(text, OfferedGames(offered), ruleset)))


def tree_of(match: Match) -> str:
    """The tree of a match, with who played it and how it ended."""
    played = view_builder.history(match)
    game = Game(match.game.root.position, match.headers())
    tree = _tree(game)
    tree["nodes"] = [TreeNode(after=number, played=each) for number, each in enumerate(played)]
    return json_text(tree)


def _tree(game: Game) -> GameTree:
    nodes = list(game.root.walk())
    if len(nodes) > MOST_NODES:
        raise BadRecord("too_many_moves", most=MOST_NODES)
    numbers = {id(node): number for number, node in enumerate(nodes)}
    first = game.root.position
    headers = dict(game.headers)
    if game.result:
        headers["result"] = str(game.result)
    return GameTree(
        ruleset=str(first.ruleset),
        game=first.ruleset.info.name,
        side=first.side,
        start=_start(first),
        headers=headers,
        from_start=game.known_moves is not None,
        root=_noted(game.root),
        nodes=[
            TreeNode(after=numbers[id(node.parent)], played=view_builder.played_move(node), **_noted(node))
            for node in nodes[1:]
        ],
        **view_builder.board(first),
    )


def _noted(node: Node) -> Noted:
    found = Noted()
    if node.comment:
        found["comment"] = node.comment[:LONGEST_COMMENT]
    if node.symbols:
        found["symbols"] = list(node.symbols)
    if node.evaluation:
        found["worth"] = NodeWorth(win=node.evaluation.win, proved=node.evaluation.proved)
        if node.evaluation.depth is not None:
            found["worth"]["depth"] = node.evaluation.depth
    return found


def write(
    position: str, headers: Mapping[str, str], root: Mapping[str, Any], nodes: Sequence[Mapping[str, Any]]
) -> str:
    """The record of a tree; an error names the first move that cannot be played."""
    game = Game.from_position(position, {name: value for name, value in headers.items() if name != "result"})
    if game.root.position.result() is None and "result" in headers:
        game.headers["result"] = headers["result"]
    found = [game.root]
    _note(game.root, root)
    for told in nodes:
        if told["after"] >= len(found):
            raise BadRecord("no_such_node", number=told["after"])
        node = found[told["after"]].add(told["move"])
        _note(node, told)
        found.append(node)
    if game.last.position.result():
        game.headers.pop("result", None)
    return json_text(Record(record=str(game)))


def _note(node: Node, told: Mapping[str, Any]) -> None:
    node.comment = (told.get("comment") or "").strip()
    node.symbols = told.get("symbols") or ()
    worth = told.get("worth")
    if worth:
        node.evaluation = Evaluation(worth["win"], worth["proved"], worth.get("depth"))
