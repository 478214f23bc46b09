"""Levels err as people do: plausibly, repeatably, and less from level to level."""

import json
import re
import time
from itertools import pairwise
from random import Random

import pytest

from bench import levels as bench
from tests.house.tree import ROOT, read
from tests.moves import texts
from turncoat import games, native
from turncoat.engine import Engine, Limit, Line
from turncoat.engine.levels import CERTAIN, NAMES, STRENGTHS, Level, pick, winning_turn, worth
from turncoat.games.errors import BadRequest
from turncoat.lab.arena import Match, Moment, make_player, play

RULESETS = list(games.games())


def line(value, proved=False, rank=0):
    return Line(rank, 1, 1, value, proved, 1, 0.0, (f"m{value}",), 400.0)


def middle(ruleset, moves=9, seed=1):
    """A position of a random game."""
    chance, position = Random(seed), native.start(ruleset)
    for _ in range(moves):
        position = position.play(chance.choice(texts(position)))
    return position


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", NAMES[:-1])
def test_every_level_plays_legal_moves_in_every_game(name, ruleset):
    position = middle(ruleset)
    chosen = Level(name).choose(position, rng=Random(2))
    assert chosen.move in texts(position)
    assert chosen.line.move == chosen.move


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_seed_makes_the_same_choice_whatever_was_thought_before(ruleset):
    position, used = middle(ruleset), Engine(ruleset, 4)
    used.best(middle(ruleset, 5), Limit(nodes=5000))
    for number in (1, 4, 8):
        fresh = Level(number).choose(position, rng=Random(5)).move
        assert Level(number).choose(position, used, Random(5)).move == fresh


def test_a_low_level_varies_its_moves_and_a_high_one_does_not():
    position, engine = native.start("verto"), Engine("verto", 4)
    low, high = ({Level(number).choose(position, engine, Random(seed)).move for seed in range(9)} for number in (1, 9))
    assert len(low) > 4
    assert len(high) == 1


def test_max_is_the_engine_within_the_limit_it_is_given():
    position = middle("reversi")
    chosen = Level("max").choose(position, limit=Limit(nodes=20_000))
    assert chosen.move == Engine("reversi").best(position, Limit(nodes=20_000)).move


@pytest.mark.parametrize("name", NAMES)
def test_a_level_thinks_less_than_the_time_it_states(name):
    assert 0 < (Level(name).limit.time or 0) < Level(name).seconds


def test_a_clock_shortens_what_a_level_thinks():
    heard: list[object] = []
    started = time.monotonic()
    Level(10).choose(native.start("invector"), limit=Limit(time=0.01), listen=heard.append)
    assert heard
    assert time.monotonic() - started < Level(10).seconds


def test_there_are_no_other_levels():
    for name in (0, 11, "strong", ""):
        with pytest.raises(BadRequest, match="levels: 1 2 3"):
            Level(name)
    assert Level(" MAX ").name == "max"
    assert Level("7") == Level(7)


def test_a_finished_game_has_nothing_to_choose():
    over = native.parse("reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1")
    with pytest.raises(BadRequest, match="over"):
        Level(1).choose(over)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_win_it_sees_is_taken(strength):
    lines = [line(29_990, proved=True), line(14_000), line(900)]
    assert all(pick(lines, strength, Random(seed)).value == 29_990 for seed in range(50))


@pytest.mark.parametrize("number", range(2, 6))
def test_a_turn_that_wins_at_once_is_played_though_it_takes_several_decisions(number):
    chance, level, won = Random(5), Level(number), 0
    engine = level.engine("vect-reverse")
    while won < 12:
        position = native.start("vect-reverse")
        while texts(position) and not (not position.mid_turn and len(winning_turn(position, 300)) == 2):
            position = position.play(chance.choice(texts(position)))
        if position.is_over:
            continue
        side = position.side
        for _ in range(2):
            chosen = level.choose(position, engine, chance)
            position = position.play(chosen.move)
        result = position.result()
        assert result is not None
        assert result.winner is side
        won += 1


def test_a_sure_win_goes_before_a_high_estimate():
    # Where coins are counted, an estimated lead of 8 has the higher value; but the proved lead of 2 is a win.
    assert pick([line(800), line(200, proved=True)], STRENGTHS[0], Random(1)).proved


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_lost_game_is_defended_at_its_best(strength):
    lines = [line(-29_980, proved=True), line(-29_998, proved=True)]
    assert all(pick(lines, strength, Random(seed)).value == -29_980 for seed in range(50))


@pytest.mark.parametrize("behind", [0, -1200, -4000])
def test_a_level_that_is_behind_chooses_no_worse_than_one_that_is_not(behind):
    strength = STRENGTHS[3]
    lines = [line(behind), line(behind - 300)]
    worse = sum(pick(lines, strength, Random(seed)).value < behind for seed in range(400)) / 400
    assert 0 <= worse < 0.2


@pytest.mark.parametrize("unit", [100, 800])
def test_the_lowest_level_sees_no_better_where_moves_differ_more(unit):
    lines = [line(0), line(-unit), line(-2 * unit)]
    best = sum(pick(lines, STRENGTHS[0], Random(seed)).value == 0 for seed in range(3000)) / 3000
    assert 0.3 < best < 0.4


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_move_that_throws_the_game_away_is_never_chosen(strength):
    lines = [line(400), line(-2500), line(-29_990, proved=True)]
    assert {pick(lines, strength, Random(seed)).value for seed in range(300)} == {400}


def test_what_is_proved_lies_beyond_every_estimate():
    ordered = [line(29_000, True), line(200, True), line(15_000), line(0), line(-15_000), line(-200, True)]
    assert sorted(ordered, key=worth, reverse=True) == ordered
    assert worth(line(200, True)) > CERTAIN


def test_strength_grows_from_level_to_level():
    for lower, higher in pairwise(STRENGTHS):
        assert higher.nodes >= lower.nodes
        assert higher.temperature <= lower.temperature
        assert higher.relative_temperature <= lower.relative_temperature
        assert higher.greatest_loss <= lower.greatest_loss
        assert higher.turn or lower.turn <= higher.nodes
        assert (higher.nodes, higher.temperature) != (lower.nodes, lower.temperature)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_levels_apart_the_stronger_one_wins_the_match(ruleset):
    standing = play(Match(("level:4", "level:1"), ruleset, pairs=6, opening_moves=4, seed=1))
    assert standing.tally.share > 0.6
    assert not standing.forfeits


def test_the_arena_plays_levels_again_the_same():
    position = middle("verto")
    moves = []
    for _ in range(2):
        player = make_player("level:2", "verto")
        player.begin(3)
        moves.append(player.choose(Moment(str(position), (), position)).move)
        player.close()
    assert moves[0] == moves[1]


def test_the_page_says_what_the_levels_are():
    rows = re.findall(
        r"^\| \d+ \| ([\d,]+) \| \w+ \| ([\d.]+) \| ([\d.]+) \| (\d+) % \| (\d+) \| ([\d.]+) s \|$",
        read("docs/levels.md"),
        re.MULTILINE,
    )
    told = [(int(n.replace(",", "")), float(w), float(b), int(c) / 100, int(t), float(s)) for n, w, b, c, t, s in rows]
    assert told == [
        (each.nodes, each.temperature, each.relative_temperature, each.greatest_loss, each.turn, each.seconds)
        for each in STRENGTHS
    ]


def test_the_page_has_the_tables_of_the_newest_record():
    record = json.loads(read(max((ROOT / "bench/results").glob("levels-*.json"))))
    assert bench.tables(record) in read("docs/levels.md")
    assert set(record["results"]) == set(games.games())
    for rows in record["results"].values():
        ladder = [row for row in rows if row["opponent"].startswith("level:") and row["player"].startswith("level:")]
        assert len(ladder) == len(STRENGTHS) - 1
        assert all(row["elo"][0] > 0 for row in ladder)  # the whole interval: each level is stronger, not only luckier
