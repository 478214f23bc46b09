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
from turncoat.engine.levels import ALL, CERTAIN, NAMES, STRENGTHS, Level, Strength, pick, winning_turn, worth
from turncoat.games.errors import BadRequest
from turncoat.lab.arena import Match, play
from turncoat.play import Game, make_player

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


def test_max_leaves_little_of_its_five_seconds():
    assert Level("max").seconds == 5.0
    assert Level("max").limit.time == pytest.approx(4.8)


@pytest.mark.parametrize("name", NAMES)
def test_a_level_thinks_less_than_the_time_it_states(name):
    assert 0 < (Level(name).limit.time or 0) < Level(name).seconds


def test_a_clock_shortens_what_a_level_thinks():
    received: list[object] = []
    started = time.monotonic()
    Level(10).choose(native.start("invector"), limit=Limit(time=0.01), listen=received.append)
    assert received
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
        moves.append(player.choose(Game.from_position(position)).move)
        player.close()
    assert moves[0] == moves[1]


def test_the_page_says_what_the_levels_are():
    rows = re.findall(
        r"^\| \d+ \| ([\d,]+) \| (\w+) \| ([\d.]+) \| ([\d.]+) \| (\d+) % \| (\d+) \| ([\d.]+) s \|$",
        read("docs/levels.md"),
        re.MULTILINE,
    )
    told = [
        Strength(
            int(n.replace(",", "")), ALL if m == "all" else int(m), float(w), float(b), int(c) / 100, int(t), float(s)
        )
        for n, m, w, b, c, t, s in rows
    ]
    assert told == list(STRENGTHS)
    assert all(len(texts(position)) <= ALL for position in map(native.start, RULESETS))


def test_the_page_has_the_tables_of_the_newest_record():
    record = json.loads(read(max((ROOT / "bench/results").glob("levels-*.json"))))
    assert bench.tables(record) in read("docs/levels.md")
    assert set(record["results"]) == set(games.games())
    for rows in record["results"].values():
        ladder = [row for row in rows if row["opponent"].startswith("level:") and row["player"].startswith("level:")]
        assert len(ladder) == len(STRENGTHS) - 1
        assert all(row["elo"][0] > 0 for row in ladder)  # the whole interval: each level is stronger, not only luckier


class Telling(Engine):
    """An engine that tells what it was told to tell, and remembers what it was asked."""

    def __init__(self, *lines):
        self.lines, self.asked = lines, []

    def forget(self):
        pass

    def analyse(self, position, limit):
        self.asked.append(limit)
        yield list(self.lines)


def played(number, *lines, seeds=200):
    """What the lines are worth that a level plays, seed by seed."""
    level, position = Level(number), native.start("invector")
    return [level.choose(position, Telling(*lines), Random(seed)).line.value for seed in range(seeds)]


def asked(number, limit, position=None):
    """What a level asks of the engine under that limit."""
    engine = Telling(line(0))
    Level(number).choose(position or native.start("invector"), engine, Random(1), limit=limit)
    return engine.asked[0]


@pytest.mark.parametrize("number", range(6, 11))
def test_a_proved_draw_is_no_win(number):
    assert set(played(number, line(0, proved=True), line(1000))) == {1000}
    assert set(played(number, line(0, proved=True), line(-1000))) == {0}


def test_a_share_of_the_chances_may_be_given_away_and_not_so_many_points_of_them():
    # Behind with 30 %, level 2 may give away three quarters of that: 7.5 % must be left, and 5 % are not enough.
    assert set(played(2, line(-339), line(-1178))) == {-339}
    assert set(played(2, line(-339), line(-980))) == {-339, -980}  # 8 % are


def test_moves_as_good_as_the_best_are_never_too_bad():
    strict = STRENGTHS[7]._replace(greatest_loss=0.0)
    assert {pick([line(40, rank=0), line(40, rank=1)], strict, Random(seed)).rank for seed in range(50)} == {0, 1}


def test_a_hopeless_move_changes_nothing_about_the_choice_among_the_others():
    lines = [line(0), line(-800), line(-1200)]
    assert played(1, *lines, line(-29_990, proved=True)) == played(1, *lines)


def test_a_win_within_the_turn_is_told_with_the_moves_it_takes():
    position = native.start("vect-reverse:target=1/5")
    chosen = Level(2).choose(position, rng=Random(1))
    assert chosen.line.moves == ("d3", "d4-c3")
    assert (chosen.line.text(), chosen.line.win, chosen.line.moves_to_end) == ("wins in 2 moves", 1.0, 2)


def test_a_level_looks_through_so_many_positions_of_its_turn_and_not_one_more():
    position = native.start("vect-reverse:target=1/5")
    needed = len(texts(position)) + 1 + texts(position.play("d3")).index("d4-c3")
    assert winning_turn(position, needed) == ("d3", "d4-c3")
    assert winning_turn(position, needed - 1) == ()


def test_the_opponents_win_is_no_win_of_the_turn():
    # One point is all that White needs, and whatever Black does gives none away at once.
    assert winning_turn(native.start("vect-reverse:target=5/1"), 10_000) == ()


def test_of_a_levels_own_limit_and_the_one_it_is_given_the_smaller_counts():
    given = asked(10, Limit(time=0.2, soft_time=0.1, nodes=5000, depth=3))
    assert (given.time, given.soft_time, given.nodes, given.depth, given.lines) == (0.2, 0.1, 5000, 3, 1)
    own = asked(6, Limit(time=60, soft_time=50, nodes=10**9))
    assert (own.time, own.soft_time, own.nodes, own.depth, own.lines) == (0.4, 0.4, 2500, None, 8)
    assert asked(8, Limit(time=0.3)).soft_time == 0.3
    assert asked("max", Limit(nodes=77)) == Limit(nodes=77)


def test_a_forced_move_of_a_level_is_played_at_once():
    assert asked(10, None).soft_time is not None
    assert asked("max", None).soft_time is not None


def test_from_thirty_log_odds_on_nothing_is_left_to_chance():
    def chosen(best):
        return {pick([line(best), line(best - 400)], STRENGTHS[0], Random(seed)).value for seed in range(50)}

    assert chosen(30 * 400) == {30 * 400}
    assert len(chosen(30 * 400 - 1)) == 2
    assert chosen(-29 * 400) == {-29 * 400, -30 * 400}
    assert chosen(-30 * 400) == {-30 * 400}


def test_what_is_proved_is_sixty_log_odds_beyond_what_it_would_be_as_an_estimate():
    assert [worth(line(value, True)) for value in (200, 0, -200)] == [60.5, 0, -60.5]
