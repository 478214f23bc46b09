"""Where games begin: a few random moves drawn from the seed, or positions and transcripts from a file."""

from collections.abc import Iterator
from random import Random

from turncoat import games, native
from turncoat.engine import Engine, Limit
from turncoat.games import Position
from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.notation import read_transcript
from turncoat.games.text import Phrase

from .referee import Opening

TEXTS = "turncoat.lab.arena"
TRIES = 200  # random openings drawn before one that was there before is taken again
FAIR_TRIES = 20  # and before one whose end is in sight is taken: small boards may have no other
SIGHT = Limit(nodes=500)


def random_openings(ruleset: str, moves: int, seed: int) -> Iterator[Opening]:
    """Openings without end, each of so many random moves and to the end of that turn, none decided.

    Decided is a game that is over, and also one whose end is proved at a glance, for it says nothing of the players.
    An opening comes twice only when new ones are hard to find: the same game played twice would count as two.
    """
    begin = native.start(ruleset)
    engine = Engine(ruleset, 1, None)
    seen: set[Position] = set()
    number = 0
    while True:
        found: Opening | None = None
        for attempt in range(TRIES):
            drawn, position = _draw(begin, moves, Random(f"{seed} {number} {attempt}"))
            if position.result() is not None:
                continue
            found = drawn
            if position in seen or (attempt < FAIR_TRIES and engine.best(position, SIGHT).proved):
                continue
            seen.add(position)
            break
        if found is None:
            raise _problem("always_over", ruleset=ruleset, moves=moves)
        yield found
        number += 1


def _draw(begin: Position, moves: int, random: Random) -> tuple[Opening, Position]:
    position, made = begin, list[str]()
    while (len(made) < moves or position.mid_turn) and (legal := position.legal_moves):
        made.append(random.choice(legal).text)
        position = position.play(made[-1])
    return Opening(str(begin), tuple(made)), position


def read_openings(text: str, ruleset: str) -> tuple[Opening, ...]:
    """The openings in a text, one on a line: a position, or a transcript from the start.  A `#` line is a comment.

    >>> read_openings("f5d6c3", "reversi")[0].moves
    ('f5', 'd6', 'c3')
    """
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(_read(line.strip(), ruleset))
        except TurncoatError as error:
            raise _problem("opening", number=number, problem=Phrase.of(error)) from None
    if not found:
        raise _problem("no_openings")
    return tuple(found)


def _read(line: str, ruleset: str) -> Opening:
    if "/" in line:  # no move has one, every board of more than one row does
        position = games.parse(line)
        opening = Opening(str(position))
        if position.ruleset != games.Ruleset.read(ruleset):
            raise _problem("opening_other", ruleset=str(position.ruleset))
    else:
        position = games.start(ruleset)
        opening = Opening(str(position), tuple(read_transcript(position, line)))
        for move in opening.moves:
            position = position.play(move)
    if position.result() is not None:
        raise _problem("opening_over")
    return opening


def _problem(key: str, **data: object) -> BadRequest:
    return BadRequest(problem=Phrase(f"problems.{key}", data, TEXTS))
