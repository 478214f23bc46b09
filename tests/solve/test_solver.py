"""Exact worths: against a plain negamax, against known results, in any memory, and after an interruption."""

import random
from functools import cache
from hashlib import sha256

import pytest

from tests.moves import texts
from tests.solve.plain import replayed, worth
from turncoat import native
from turncoat.games import Position, games, parse, start
from turncoat.games.errors import BadRequest
from turncoat.solve import METHODS, BadCheckpoint, Solver, solve

# Each with what the player who begins gets: a lead where stones are counted, else a win (1) or a loss (-1).
SOLVED = [
    ("reversi:size=4x4", -8),
    ("reversi:size=6x4", 16),
    ("reversi:size=4x6", 16),
    ("verto:size=3", -5),
    ("verto:size=3,quiet=no", -3),
    ("verto:size=4", -2),
    ("verto:size=4,quiet=no", -2),
    ("invector:size=2x3,pie=no", -1),
    ("invector:size=3x2,pie=no", -1),
    ("invector:size=4x3,pie=no", -1),
    ("invector:size=3x4,pie=no", -1),
    ("invector:size=5x2,pie=no", 1),
    ("invector:size=5x2", -1),
    ("invector:size=4x3", -1),
]


# Positions in the middle of games, far enough from the end to take some work.
MIDDLE = [
    "verto:size=5 ...xo/...../x..../x..../x..ox o",
    "verto:size=5 .xx../o...o/...../...../xxx.. o",
    "reversi:size=6x4 ....../..xx../..xxx./...o.. o coins=10/8",
]


def is_small(position: Position, most: int = 150) -> bool:
    """Whether not many positions can come about from here."""
    seen, rest = {position}, [position]
    while rest and len(seen) <= most:
        at = rest.pop()
        new = {at.play(move) for move in texts(at)} - seen
        seen |= new
        rest += new
    return len(seen) <= most


def late(game: str, count: int) -> list[Position]:
    """Positions near the end of random games, as early as can still be looked through by hand."""
    found: list[Position] = []
    for number in range(40 * count):
        at, walk = native.start(game), []
        for move in native.playout_moves(at, seed=5, game=number):
            walk.append(at)
            at = at.play(move)
        small = [at for at in walk[:-9:-1] if is_small(at)]
        found += [parse(str(small[-1]))] if small else []
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(("ruleset", "expected"), SOLVED)
def test_small_boards_are_worth_what_is_published_and_the_line_shows_it(ruleset, expected):
    solution = solve(start(ruleset))
    assert solution.worth == expected
    assert solution.exact
    assert replayed(ruleset, solution.moves, solution.counts_lead) == expected


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "ruleset",
    ["verto:size=3", "verto:size=3,quiet=no", "invector:size=2x3", "invector:size=3x2,pie=no", "invector:size=5x2"],
)
def test_plain_negamax_says_the_same_of_whole_boards(ruleset, method):
    solution = solve(start(ruleset), method=method)
    assert solution.worth == plain_worth(ruleset)
    assert replayed(ruleset, solution.moves, solution.counts_lead) == solution.worth


@cache
def plain_worth(ruleset: str) -> int:
    return worth(start(ruleset), Solver(ruleset, 1).counts_lead)


@pytest.mark.parametrize("game", games())
def test_plain_negamax_says_the_same_of_late_positions(game):
    solvers = [Solver(game, 8, method) for method in METHODS]
    positions = late(game, 15)
    assert len(positions) == 15
    for position in positions:
        expected = worth(position, solvers[0].counts_lead)
        for solver in solvers:
            twin = native.twin(position)
            assert solver.worth(twin) == expected, str(position)
            assert replayed(str(position), solver.line(twin, expected), solver.counts_lead) == expected


def test_with_the_pie_rule_the_second_player_wins_every_game_without_draws():
    # Whatever the first move is, one of the two sides of the board is won, and the second player takes that one.
    begin = native.start("invector:size=4x3")
    solver = Solver(begin.ruleset)
    for move in texts(begin):
        assert solver.worth(begin.play(move)) == 1


@pytest.mark.parametrize(
    ("method", "ruleset", "expected"), [("alpha-beta", "verto:size=4", -2), ("df-pn", "reversi:size=6x4", 16)]
)
def test_little_memory_costs_time_but_not_the_truth(method, ruleset, expected):
    assert solve(start(ruleset), memory=1, method=method).worth == expected


def test_both_processors_codes_prove_the_same():
    chosen = native.cpu()
    try:
        for cpu in native.cpus():
            native.use_cpu(cpu)
            assert solve(start("reversi:size=6x4")).worth == 16
    finally:
        native.use_cpu(chosen)


@pytest.mark.parametrize(("ruleset", "expected"), SOLVED)
def test_several_threads_prove_what_one_proves(ruleset, expected):
    solution = solve(start(ruleset), threads=3)
    assert solution.worth == expected
    assert replayed(ruleset, solution.moves, solution.counts_lead) == expected


@pytest.mark.parametrize("position", MIDDLE)
def test_threads_on_a_table_that_forgets_nearly_everything_prove_the_same(position):
    expected = solve(parse(position)).worth
    for _ in range(3):
        assert solve(parse(position), memory=1, threads=4).worth == expected


def test_one_thread_does_the_same_work_every_time():
    first, second = (solve(start("verto:size=4")) for _ in range(2))
    assert (first.nodes, first.moves) == (second.nodes, second.moves)


def test_a_limit_on_nodes_holds_for_all_threads_together():
    begin = native.start("verto:size=5")
    solver = Solver(begin.ruleset, threads=3)
    assert solver.reaches(begin, 1, nodes=300_000) is None
    assert 200_000 <= solver.nodes <= 301_000
    assert solver.reaches(begin, 1, nodes=1_000) is None
    assert solver.nodes <= 302_000


@pytest.mark.parametrize("ruleset", ["verto:size=3", "verto:size=3,quiet=no"])
def test_what_is_said_of_a_position_at_a_look_is_true(ruleset):
    solver, exact = Solver(ruleset), Solver(ruleset, method="df-pn")
    rest = [native.start(ruleset)]
    seen = set(rest)
    while rest:
        at = rest.pop()
        worth = exact.worth(at)
        assert solver.reaches(at, worth, nodes=1) is not False
        assert solver.reaches(at, worth + 1, nodes=1) is not True
        new = {at.play(move).canonical() for move in texts(at)} - seen
        seen |= new
        rest += new
    assert len(seen) > 1000


def test_positions_with_colours_exchanged_are_worth_the_same():
    solver = Solver("verto:size=5")
    for position in MIDDLE[:2]:
        ruleset, board, side = position.split()
        exchanged = board.translate(str.maketrans("xo", "ox"))
        other = native.parse(f"{ruleset} {exchanged} {'o' if side == 'x' else 'x'}")
        worth = solver.worth(native.parse(position))
        assert solver.known(other) == (worth, worth)
        assert solve(other).worth == worth


def test_who_wins_alone_can_be_asked():
    solution = solve(start("reversi:size=6x4"), outcome_only=True)
    assert (solution.outcome, solution.lead) == ("win", None)
    assert replayed("reversi:size=6x4", solution.moves, counts_lead=True) > 0


def test_a_game_that_is_over_is_worth_what_it_ended_with():
    solution = solve(parse("verto:size=3 xxx/xoo/oox x"))
    assert (solution.lead, solution.moves) == (1, ())


@pytest.mark.parametrize(
    ("memory", "method", "threads", "said"),
    [
        (0, "alpha-beta", 1, "memory must be a whole number from 1 to 1048576; got 0"),
        (2_000_000, "alpha-beta", 1, "memory must be a whole number from 1 to 1048576; got 2000000"),
        (64, "luck", 1, "method must be one of"),
        (64, "alpha-beta", 0, "threads must be a whole number from 1 to 1024; got 0"),
        (64, "alpha-beta", 1025, "threads must be a whole number from 1 to 1024; got 1025"),
        (64, "df-pn", 2, "df-pn uses one thread; got threads 2"),
    ],
)
def test_what_cannot_be_asked_is_refused(memory, method, threads, said):
    with pytest.raises(BadRequest, match=said) as caught:
        Solver("reversi", memory, method, threads)
    assert "指定された" in caught.value.text("ja")


def interrupted(ruleset, path, after, threads=1):
    """Begins to solve and breaks off when so many nodes were seen."""

    def watch(progress):
        if progress.nodes > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(start(ruleset), checkpoint=path, watch=watch, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_proof_goes_on_where_it_was(tmp_path, threads):
    path = tmp_path / "proof"
    ruleset = "invector:size=6x3,pie=no"
    whole = solve(start(ruleset))
    interrupted(ruleset, path, whole.nodes // 2, threads)
    assert len(path.read_text("utf-8").splitlines()) > 6  # proofs are in it
    again = solve(start(ruleset), checkpoint=path, threads=threads)
    assert again.worth == whole.worth
    assert again.nodes < (1.7 if threads == 1 else 4) * whole.nodes  # both sittings together: it did not begin anew
    third = solve(start(ruleset), checkpoint=path, threads=threads)
    assert third.nodes - again.nodes < whole.nodes / 2  # what is left is the line


@pytest.mark.parametrize("threads", [1, 3])
def test_facts_of_a_checkpoint_are_true(tmp_path, threads):
    path = tmp_path / "proof"
    solve(parse(MIDDLE[0]), checkpoint=path, threads=threads)
    facts = [line.split(" ", 2) for line in path.read_text("utf-8").splitlines()[5:-1]]
    assert facts
    solver = Solver("verto:size=5")
    for low, high, text in random.Random(1).sample(facts, min(3, len(facts))):
        position = native.parse(f"verto:size=5 {text}")
        assert position == position.canonical()
        assert int(low) <= solver.worth(position) <= int(high)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda content: b"# a shopping list\n", "is not a checkpoint"),
        (lambda content: content[:-10], "is damaged"),
        (lambda content: content.replace(b"nodes: ", b"nodes: 1"), "is damaged"),
        (lambda content: content[:40], "is damaged"),
    ],
)
def test_a_spoilt_checkpoint_is_refused_and_left_alone(tmp_path, spoil, said):
    path = tmp_path / "proof"
    solve(start("verto:size=3"), checkpoint=path)
    spoilt = spoil(path.read_bytes())
    path.write_bytes(spoilt)
    with pytest.raises(BadCheckpoint, match=said) as caught:
        solve(start("verto:size=3"), checkpoint=path)
    assert "。" in caught.value.text("ja") or "です" in caught.value.text("ja")
    assert path.read_bytes() == spoilt


def signed(body):
    """The text of a checkpoint with the checksum that belongs to it."""
    return f"{body}sha256: {sha256(body.encode()).hexdigest()}\n"


EMPTY = "turncoat checkpoint 1\nposition: verto:size=3 .../.../... x\nnodes: 10\nseconds: 0.5\n\n"


@pytest.mark.parametrize(
    "body",
    [
        "turncoat checkpoint 1\n",
        EMPTY.replace("nodes: 10", "nodes: many"),
        EMPTY.replace("nodes: 10\n", ""),
        EMPTY.replace("nodes: 10", f"nodes: {'9' * 30}"),
        EMPTY.replace("0.5", "nan"),
        EMPTY.replace("0.5", "inf"),
        EMPTY + "-1 1\n",
        EMPTY + "a b x../.../... o\n",
        EMPTY + "-1 1 a position\n",
        EMPTY + "-1 1 x../.../.... o\n",
        EMPTY + "-100 2 x../.../... o\n",
        EMPTY + "1 -1 x../.../... o\n",
        EMPTY + "-1 99999999999 x../.../... o\n",
        EMPTY + "\n",
        EMPTY[:-1] + "0 0 x../.../... o\n",
    ],
)
def test_a_checkpoint_that_is_wrong_under_a_right_checksum_is_called_damaged(tmp_path, body):
    (tmp_path / "proof").write_text(signed(body))
    with pytest.raises(BadCheckpoint, match="is damaged"):
        solve(start("verto:size=3"), checkpoint=tmp_path / "proof")
    assert (tmp_path / "proof").read_text() == signed(body)


def test_a_checkpoint_that_is_right_is_taken(tmp_path):
    (tmp_path / "proof").write_text(signed(EMPTY))
    assert solve(start("verto:size=3"), checkpoint=tmp_path / "proof").nodes >= 10


def test_a_checkpoint_that_says_what_is_not_true_is_told_from_a_fault_of_ours(tmp_path):
    begin = start("verto:size=3")
    after = {str(begin.play(move).canonical()).partition(" ")[2] for move in begin.legal_moves}
    # The position is won, and yet after every move the other side has won.
    proofs = [f"1 1 {str(begin).partition(' ')[2]}", *(f"1 1 {text}" for text in sorted(after))]
    (tmp_path / "proof").write_text(signed(EMPTY + "".join(f"{line}\n" for line in proofs)))
    with pytest.raises(BadCheckpoint, match="contains false results"):
        solve(begin, checkpoint=tmp_path / "proof")


def test_a_checkpoint_of_another_position_is_refused(tmp_path):
    path = tmp_path / "proof"
    solve(start("verto:size=3"), checkpoint=path)
    with pytest.raises(BadCheckpoint, match="another position"):
        solve(start("verto:size=3").play("b2"), checkpoint=path)


def test_a_checkpoint_that_cannot_be_written_is_known_before_the_work(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        solve(start("reversi"), checkpoint=tmp_path / "nowhere" / "proof")
