"""Everything in Python that reads what others wrote, as fuzz targets: any bytes, and what must hold whatever they are.

A target may refuse with an error of ours.  Any other exception is a finding, and so is an answer that does not hold.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn
from zlib import compress

from turncoat import games, native
from turncoat.engine import Engine, Weights
from turncoat.games import Ruleset
from turncoat.games.errors import IllegalMove, TurncoatError
from turncoat.games.languages import LANGUAGES
from turncoat.games.messages import BadMessage, places, write
from turncoat.games.notation import read_transcript, write_transcript
from turncoat.lab.arena import read_openings
from turncoat.play import Game, TimeControl, read_games
from turncoat.play.grammar import Spec, has_chance, is_program
from turncoat.protocols import ggf
from turncoat.protocols.client import read_info, read_search
from turncoat.protocols.server import Wire
from turncoat.protocols.server.gtp import Gtp
from turncoat.protocols.server.nboard import Nboard
from turncoat.protocols.server.session import BadCommand, Server
from turncoat.protocols.server.ugi import Ugi
from turncoat.solve import BadCheckpoint, BadTable, Checkpoint, NotInTable, Solver, Table, build_table

RULESETS = ("verto:size=5", "vect-reverse", "invector:size=4x3", "reversi:size=4x4", "verto:size=3", "reversi")
MAX_MOVES = 300
MAX_LINES = 40


@dataclass(frozen=True)
class Reader:
    """A fuzz target."""

    name: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


READERS: dict[str, Reader] = {}


def reader(*seeds: str | bytes) -> Callable[[Callable[[bytes], None]], Callable[[bytes], None]]:
    """Notes a function as a target, with good inputs to begin from."""

    def note(run: Callable[[bytes], None]) -> Callable[[bytes], None]:
        name = run.__name__
        given = tuple(seed.encode() if isinstance(seed, str) else seed for seed in seeds)

        def refused(content: bytes) -> None:
            try:
                run(content)
            except TurncoatError as error:
                if not all(map(error.text, LANGUAGES)):
                    raise AssertionError("an error without words") from error

        READERS[name] = Reader(name, refused, given)
        return run

    return note


def text_of(content: bytes) -> str:
    """Any bytes as text; halves of characters, which some callers may hand over too, are let through."""
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return content.decode("utf-8", "replace")


def chosen(content: bytes) -> tuple[str, str]:
    """A ruleset by the first byte, and the rest as text."""
    return RULESETS[content[0] % len(RULESETS)] if content else RULESETS[0], text_of(content[1:])


@reader("verto:size=9", "vect-reverse: target=5/3, lock=yes", "invector:size=14x9,pie=no", "reversi:size=6x6")
def ruleset(content: bytes) -> None:
    """A ruleset; its text is read back as the same."""
    found = Ruleset.read(text_of(content))
    assert Ruleset.read(str(found)) == found
    assert found.start().legal_moves


@reader(
    "verto:size=3 .../.x./... o",
    "vect-reverse ......../......../...x..../...ox.../...xo.../......../......../........ x chain=d3",
    "reversi:size=4x4 ..../.xo./.ox./.... x coins=7/7",
    "invector:size=4x3 ..../..../.... x pie=open",
)
def position(content: bytes) -> None:
    """A position: the plain rules and the native ones take the same and say the same of it."""
    text = text_of(content)
    plain = games.parse(text)
    fast = native.parse(text)
    assert str(fast) == str(plain) == str(games.parse(str(plain)))
    assert list(map(str, fast.legal_moves)) == list(map(str, plain.legal_moves))
    assert fast.result() == plain.result()
    assert str(fast.canonical()) == str(plain.canonical())


@reader(b"\x01d3 d4-c5 e3", b"\x00a1 b2xb1 c3", b"\x02a1 swap b2", b"\x05f5 d6 c3 pass")
def move(content: bytes) -> None:
    """Words as moves, one after another, those that are illegal left out; both sorts of rules agree."""
    named, text = chosen(content)
    plain, fast = games.start(named), native.start(named)
    for word in text.split()[:MAX_MOVES]:
        try:
            fast = fast.play(word)
        except IllegalMove:
            assert plain.find(word) is None
            continue
        plain = plain.play(word)
    assert str(fast) == str(plain)


@reader(b"\x01d3 d4-c5; e3", b"\x05f5d6c3", b"\x00c3; b2 d4", b"\x02a1; swap; b2")
def transcript(content: bytes) -> None:
    """A list of moves; written, it is read back as the same."""
    named, text = chosen(content)
    first = native.start(named)
    found = read_transcript(first, text)
    assert read_transcript(first, write_transcript(first, found)) == found


@reader(
    "ruleset: verto:size=9\nfirst: Ann\nresult: second R9 majority\nmoves: e5; d4!? {[%clk 0:04:58] bold} (f4; g5 {x})",
    "ruleset: reversi\nmoves: f5d6c3\n",
    "# c\nruleset: vect-reverse\nmoves: d3!? {[%eval 63.12%,9]} d4-c5 $14; e3\nresult: first\n",
    "ruleset: reversi:size=4x4\nstart: reversi:size=4x4 ..../.xo./.ox./.... o coins=7/7\nmoves:\n",
)
def record(content: bytes) -> None:
    """A record; written, it is read back as the same."""
    found = Game.read(text_of(content))
    assert Game.read(str(found)) == found


@reader("ruleset: reversi\nmoves: f5\n\nruleset: verto\nmoves: d4\n")
def records(content: bytes) -> None:
    """A file of several records."""
    for _ in read_games(text_of(content)):
        pass


@reader(
    "(;GM[Othello]TI[5:00]BO[4 -----O*--*O----- *]B[A2//2.5]W[A1];)",
    "(;GM[Othello]BO[4 -----O*--*O----- *]B[PA]W[A1/1.5/2:00.5];)",
)
def game_in_ggf(content: bytes) -> None:
    """A game in GGF; its first position, written, is read back as the same."""
    found = ggf.read(text_of(content), "reversi")
    assert str(ggf.read(ggf.write(found.first, found.clocks), "reversi").first) == str(found.first)


@reader("5+3", "10+5x30", "3d", "none", "10s+0.1", ".5m")
def time_control(content: bytes) -> None:
    """A time control; written, it is read back as the same, in minutes as in seconds."""
    found = TimeControl.read(text_of(content))
    assert TimeControl.read(str(found)) == found
    assert TimeControl.read(found.text("s"), "s") == found


@reader("level 5", "nodes:20000,weights=none,memory=1", "uct:1000", "cmd,time=1:edax -gtp", "time:0.5", "random")
def player(content: bytes) -> None:
    """Who plays, taken apart; nothing is started and nothing imported."""
    text = text_of(content)
    spec = Spec.read(text)
    if spec.kind != "python":
        has_chance(text)
    assert is_program(text) == spec.kind.startswith("cmd") or not spec.value
    for name in ("memory", "weights", "seed"):
        spec.option(name, int, 0, 100)
    spec.number(float, 0)


@reader("a1; b2\nc3\n# x\nd4", "verto:size=5 ...../...../..x../...../..... o")
def openings(content: bytes) -> None:
    """A file of openings."""
    read_openings(text_of(content), "verto:size=5")


@reader("{side} has {n, plural, =0 {none} one {# point} other {# points}}", "it''s '{' {a}")
def message(content: bytes) -> None:
    """A message of a words file."""
    text = text_of(content)
    try:
        named = places(text)
    except BadMessage:
        return
    for language in ("en", "ja"):
        assert isinstance(write(text, language, dict.fromkeys(named, 2)), str)


@reader("info depth 9 seldepth 12 multipv 1 score cp 600 proved nodes 512 time 20 pv d3 c3", "info score mate -3 pv a1")
def engine_line(content: bytes) -> None:
    """What another program says while it thinks, in UGI, in NBoard and as a move."""
    text = text_of(content)
    found = read_info(text.split())
    if found:
        assert found.text("en")
    read_search(text, 0.1)
    ggf.read_move(text)
    ggf.seconds(text)


class _NullWire(Wire):
    """A wire at which nobody listens."""

    def __init__(self) -> None:
        super().__init__(-1, -1)

    def send(self, *lines: str) -> None:
        """Nothing but the check that lines are lines."""
        assert all("\n" not in line or line.startswith("=") for line in lines)


class _RaiseOnLog(logging.Handler):
    """Raises what a server only notes down: an error nobody thought of."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage()) from (record.exc_info or (None, None))[1]


def _refuse(*_given: object, **_named: object) -> NoReturn:
    raise BadCommand("over")


def _feed(server: Server, content: bytes) -> None:
    """Every line to a server that understands all but does not think, and takes no memory."""
    session: Any = server.session
    session.think = session.engine = session.set_memory = session.set_weights = _refuse
    handler, log = _RaiseOnLog(), logging.getLogger("turncoat.protocols.server.session")
    log.addHandler(handler)
    try:
        for line in text_of(content).split("\n")[:MAX_LINES]:
            server.attempt(partial(server.execute, line.strip()))
    finally:
        log.removeHandler(handler)


@reader(
    "ugi\nsetoption name Ruleset value verto:size=5\nposition startpos moves a1 b2\ngo depth 3\nquery moves\nstop",
    "setoption name Hash value 5\nsetoption name Weights value nowhere\nposition fen .../.x./... o\nuginewgame\nquit",
    "go p1time 1000 p2inc 5 movestogo 3 infinite\nquery islegal d3\nquery result\nisready\nponderhit",
)
def ugi(content: bytes) -> None:
    """Lines to the engine in UGI."""
    _feed(Ugi(_NullWire(), None, "0"), content)


@reader(
    "1 boardsize 4\nclear_board\nplay b a2\nshowboard\nundo\ntime_settings 60 5 1\ntime_left b 10 0\ngenmove w",
    "komi 0.5\nset_game Othello\nknown_command play\nfinal_score\nreg_genmove b\nlist_commands\nquit",
)
def gtp(content: bytes) -> None:
    """Lines to the engine in GTP."""
    _feed(Gtp(_NullWire(), None, "0"), content)


@reader(
    "nboard 2\nset depth 5\nset game (;GM[Othello]TI[5:00]BO[4 -----O*--*O----- *]B[A2//2.5];)\nmove A1/1.5/2\nhint 3",
    "ping 1\ngo\nlearn\nanalyze\nset contempt 3\nf5\nquit",
)
def nboard(content: bytes) -> None:
    """Lines to the engine in NBoard."""
    _feed(Nboard(_NullWire(), None, "0"), content)


def _stages(middle: int) -> str:
    return f"[{'0,' * 64}{f'{middle},' * 64}{middle}]"


@reader(
    f'{{"fits":{{"game":"reversi"}},"patterns":[[0,[0,1]],[9,[2]]],"stages":{_stages(1)},"sets":2,"mid_turn":false}}\n'.encode()
    + bytes(48),
    f'{{"fits":{{}},"patterns":[[0,[0,1]]],"stages":{_stages(0)},"sets":2,"mid_turn":true}}\n'.encode() + bytes(36),
)
def weights(content: bytes) -> None:
    """The head of an evaluation and its weights, packed anew; an engine with them says where a game stands."""
    head, _, values = content.partition(b"\n")
    found = Weights.from_bytes(b"turncoat weights 1\n" + head + b"\n" + compress(values, 0), "a file")
    assert Weights.from_bytes(found.to_bytes()).fits == found.fits
    for named in ("reversi:size=4x4", "vect-reverse"):
        if found.fit(named):
            engine = Engine(named, 1, found)
            at = native.start(named)
            for _ in range(6):
                engine.evaluate(at)
                at = at.play(at.legal_moves[0])


@reader(b"turncoat weights 1\n{}\n", b"turncoat weights 1\n" + compress(bytes(64)))
def weights_file(content: bytes) -> None:
    """Any bytes as a file of weights."""
    Weights.from_bytes(content, "a file")


_FOLDER = TemporaryDirectory(prefix="turncoat-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
_FILE = Path(_FOLDER.name) / "file"


def _table_seed() -> bytes:
    build_table("verto:size=3", _FILE)
    return _FILE.read_bytes()[:-32]


@reader(_table_seed())
def table(content: bytes) -> None:
    """A table with a right checksum, asked about positions."""
    _FILE.write_bytes(content + sha256(content).digest())
    try:
        found = Table(_FILE)
    except BadTable:
        return
    for named in ("verto:size=3", found.ruleset):
        try:
            found.moves(native.start(named))
        except (BadTable, NotInTable):
            continue


@reader(
    "turncoat checkpoint 1\nposition: verto:size=3 .../.../... x\nnodes: 10\nseconds: 0.5\n\n-1 1 x../.../... o\n",
)
def checkpoint(content: bytes) -> None:
    """A checkpoint with a right checksum, which a solver takes over."""
    _FILE.write_bytes(content + f"sha256: {sha256(content).hexdigest()}\n".encode())
    try:
        found = Checkpoint.read(_FILE, "verto:size=3 .../.../... x")
    except BadCheckpoint:
        return
    solver = Solver("verto:size=3", 1)
    try:
        solver.remember(found)
    except ValueError:
        return
    solver.known(native.start("verto:size=3"))


def run_all(name: str, inputs: Iterable[bytes]) -> int:
    """Every input once; how many."""
    count = 0
    for content in inputs:
        READERS[name].run(content)
        count += 1
    return count
