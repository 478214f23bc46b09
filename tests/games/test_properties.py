"""What holds for every position of every ruleset, over random games and whatever Hypothesis thinks of."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.walks import RULESETS, positions, walk
from tests.moves import othello, texts
from tests.play.trees import game_of
from tests.thoroughness import tries
from turncoat.games import Ruleset, games, parse, start
from turncoat.games.errors import IllegalMove, TurncoatError
from turncoat.games.notation import read_transcript, write_transcript
from turncoat.play import Game

FEW = settings(max_examples=tries(60), deadline=None, database=None, derandomize=True)
MANY = settings(FEW, max_examples=tries(400))


def replayed(before, events):
    """The board after the events, replayed without a thought for the rules."""
    marks, on = list(before.board), before.grid
    for event in events:
        cell = on.number(event.cell) if event.cell else -1
        if event.kind == "placed":
            assert marks[cell] == "."
            marks[cell] = event.side.mark
        elif event.kind == "turned":
            marks[cell] = event.side.mark
        elif event.kind == "captured":
            assert marks[cell] == event.side.mark
            marks[cell] = "."
        elif event.kind == "moved":
            to = on.number(event.to)
            assert marks[to] == "."
            marks[to], marks[cell] = marks[cell], "."
        else:
            assert event.kind in {"passed", "swapped", "given"}
            assert event.cell is None
    return "".join(marks)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_along_a_random_game(ruleset):
    played = []
    for before, move, after in walk(ruleset, seed=len(ruleset)):
        played.append(move)
        assert len(set(texts(before))) == len(before.legal_moves)
        assert str(before.ruleset) == str(after.ruleset) == ruleset
        assert parse(str(after)) == after
        assert replayed(before, after.events) == after.board
        assert (after.side is before.side) == (after.mid_turn or move == "swap")
        assert min(after.score()) >= 0
        if after.result():
            assert (texts(after), after.mid_turn, list(after.turns())) == ([], False, [])
            assert after.result().rule.startswith("R")
            assert after.result().ended.startswith("R")
        else:
            assert texts(after)
    first = start(ruleset)
    assert read_transcript(first, write_transcript(first, played)) == played
    game = game_of(ruleset, played, first="Ann")
    assert Game.read(str(game)) == game
    assert str(game).splitlines()[-1] == f"moves: {write_transcript(first, played)}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_playing_then_reflecting_is_reflecting_then_playing(ruleset):
    for number, (before, move, after) in enumerate(walk(ruleset, seed=1)):
        symmetry = number % len(before.grid.symmetries)
        image, moved = before.transform(symmetry), before.transform_move(move, symmetry)
        assert {before.transform_move(each, symmetry) for each in texts(before)} == set(texts(image))
        assert image.play(moved) == after.transform(symmetry)
        assert after.transform(symmetry).result() == after.result()
        assert after.transform(symmetry).score() == after.score()
        assert parse(str(image)) == image


@given(positions())
@FEW
def test_all_images_of_a_position_have_the_same_canonical_one(position):
    images = position.symmetries()
    assert images[0] == position
    assert len(images) == (8 if position.grid.width == position.grid.height else 4)
    least = position.canonical()
    assert least in images
    assert {image.canonical() for image in images} == {least}
    assert all(least.board <= image.board for image in images)


@given(positions())
@FEW
def test_a_position_reads_back_from_its_text(position):
    text = str(position)
    assert parse(text) == position
    assert parse(f"  {text}\n") == position
    assert str(parse(text)) == text
    assert texts(parse(text)) == texts(position)


@given(positions())
@FEW
def test_every_way_to_finish_a_turn_hands_over(position):
    for count, turn in enumerate(position.turns()):
        after = position
        for move in turn:
            assert after is position or after.mid_turn
            after = after.play(move)
        assert not after.mid_turn
        if count > 20:
            break


# Fed to every parser: what people might paste, and what nobody would.
PIECES = st.sampled_from(
    [
        *"xo.#/ =,:;-\n\0{}²８éİ\u2028\ud800",
        "%s",
        "pass",
        "swap",
        "chain",
        "pie",
        "coins",
        "d3",
        "8x8",
        *games(),
        *RULESETS,
    ]
)
GARBAGE = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map("".join))


@st.composite
def nearly(draw, texts):
    """A valid text with a few characters taken out, put in, changed or doubled."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        piece = draw(st.one_of(PIECES, st.characters()))
        cut = draw(st.sampled_from([0, 0, 1, 1, 2, 8]))
        text = text[:at] + piece * draw(st.sampled_from([0, 1, 1, 2])) + text[at + cut :]
    return text


def in_both_languages(error):
    assert isinstance(error, TurncoatError)
    assert error.text("en") == str(error) != ""
    assert error.text("ja") != ""


@given(st.one_of(GARBAGE, nearly(st.sampled_from(RULESETS))))
@MANY
def test_whatever_is_read_as_a_ruleset_is_one_or_is_refused(text):
    try:
        options = Ruleset.read(text).options
    except TurncoatError as error:
        in_both_languages(error)
    else:
        assert Ruleset.read(str(options)).options == options
        assert str(Ruleset.read(str(options)).options) == str(options)


@given(st.one_of(GARBAGE, nearly(positions().map(str))))
@MANY
def test_whatever_is_read_as_a_position_is_one_or_is_refused(text):
    try:
        position = parse(text)
    except TurncoatError as error:
        in_both_languages(error)
        return
    assert parse(str(position)) == position
    for image in position.symmetries():
        assert parse(str(image)) == image
    # Whatever was let in can be played on, and what comes of it reads back too.
    assert bool(texts(position)) == (position.result() is None)
    for move in texts(position)[:3]:
        after = position.play(move)
        assert parse(str(after)) == after


@given(positions(), st.one_of(GARBAGE, nearly(st.sampled_from(["d3", "d4-c5", "d3xe4", "pass", "swap", "d4d5"]))))
@MANY
def test_whatever_is_played_is_legal_or_is_refused(position, text):
    if position.read_move(text) in texts(position):
        assert position.play(text) == position.play(position.read_move(text))
        return
    with pytest.raises(IllegalMove) as refused:
        position.play(text)
    in_both_languages(refused.value)
    assert refused.value.data["legal"] == texts(position)


@given(st.sampled_from(RULESETS), st.integers(0, 9), st.data())
@FEW
def test_whatever_is_read_as_a_transcript_is_one_or_is_refused(ruleset, seed, data):
    first = start(ruleset)
    moves = [move for _, (_, move, _) in zip(range(30), walk(ruleset, seed), strict=False)]
    whole = write_transcript(first, moves)
    texts = st.sampled_from([whole, whole.replace(";", ""), othello(moves)])
    text = data.draw(st.one_of(GARBAGE, nearly(texts)))
    try:
        read = read_transcript(first, text)
    except TurncoatError as error:
        in_both_languages(error)
    else:
        assert read_transcript(first, write_transcript(first, read)) == read


@given(st.sampled_from(RULESETS), st.integers(0, 9), st.data())
@FEW
def test_whatever_is_read_as_a_record_is_one_or_is_refused(ruleset, seed, data):
    moves = tuple(move for _, (_, move, _) in zip(range(30), walk(ruleset, seed), strict=False))
    text = str(game_of(ruleset, moves, first="Ann", event="Spring cup"))
    try:
        game = Game.read(data.draw(st.one_of(GARBAGE, nearly(st.just(text)))))
    except TurncoatError as error:
        in_both_languages(error)
    else:
        assert Game.read(str(game)) == game


@given(positions(), st.dictionaries(st.text(max_size=6), st.text(max_size=20), max_size=4))
@FEW
def test_a_record_with_any_headers_reads_back_or_is_refused(position, headers):
    with contextlib.suppress(TurncoatError):
        game = Game.from_position(position, headers)
        for move in texts(position)[:1]:
            game.play(move)
        if not game.position.result():
            assert Game.read(str(game)) == game
