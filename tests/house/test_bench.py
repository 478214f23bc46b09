"""The benchmark page says what the newest record says, of every game; engine benchmarks look where they say."""

import json
import subprocess
import sys

import pytest

from bench import contenders, fast_games, level_times, page, report, wasm
from tests.house.tree import GAMES, ROOT, read
from turncoat import games

RECORD = json.loads(read(max((ROOT / "bench/results").glob("rules-*.json"))))


def test_the_page_is_written_from_the_newest_record():
    assert read("bench/README.md") == report.report(RECORD)


def test_the_page_says_where_every_other_benchmark_is():
    programs = [path.stem for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text("utf-8")]
    assert "page" in programs
    assert [
        name
        for name in programs
        if name not in ("rules", "stopwatch") and f"bench.{name}`" not in read("bench/README.md")
    ] == []


def test_what_was_measured_of_the_page_is_what_the_document_says():
    record = json.loads(read("bench/results/page.json"))
    assert page.table(record) in read("docs/running.md")
    games_seen = {name.split()[-2].rstrip(",") for name in record["results"] if name.startswith("match of")}
    assert games_seen == set(games.games())
    assert record["missed"] == [name for name, found in record["results"].items() if not page.kept(found)] == []


def test_what_was_measured_of_the_engine_in_a_browser_is_what_the_decision_says():
    record = json.loads(read("bench/results/wasm.json"))
    assert wasm.tables(record) in read("docs/decisions/0016-the-engine-in-the-browser.md")
    assert {ruleset.partition(":")[0] for ruleset in record["results"]} == set(games.games())
    assert record["sizes"]["module"]["br"] < 300_000
    for each in record["results"].values():
        assert each["speed"]["Chromium"] > max(each["speed"].values()) / 3


def test_the_record_has_every_game():
    assert {each["ruleset"].replace("-", "_") for each in RECORD["results"]} == set(GAMES)
    assert all(rate > 0 for each in RECORD["results"] for rate in each["rates"].values())


OURS = [each for each in contenders.contenders() if each.who in (contenders.PLAIN, contenders.NATIVE)]


@pytest.mark.parametrize("contender", OURS, ids=lambda each: f"{each.who}, {each.measure}, {each.ruleset}")
def test_what_is_measured_of_us_does_its_work(contender):
    assert contender.prepare(contender.ruleset, 1)(1) > 0


def test_rates_are_written_with_three_figures_that_count():
    rates = (7.456, 92.86, 999.9, 1234, 999_600, 4.5e8)
    assert [report.number(rate) for rate in rates] == ["7.46", "92.9", "1.00 k", "1.23 k", "1.00 M", "450 M"]


def test_fast_games_are_of_every_game_and_of_every_option():
    rulesets = list(fast_games.families())
    assert len(set(rulesets)) == len(rulesets)
    options = sum(len(choice.values) - 1 for game in games.games().values() for choice in game.Options.choices())
    assert len(rulesets) == len(GAMES) + options


def test_fast_games_are_played_and_read_again():
    found = fast_games.play("reversi:size=4x4", fast_games.PARTS[0], 2, 0, 3)
    assert (found["games"], found["endings"], found["forfeits"]) == (4, {"rules": 4}, [])
    assert (found["checked"], found["refused"]) == (3, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ruleset: reversi:size=4x4\nended: rules\nmoves: b1; a1", "not over"),
        ("ruleset: reversi:size=4x4\nended: illegal\nmoves: b1; a1", ""),
        ("ruleset: reversi:size=4x4\nended: rules\nmoves: b1; b1", "b1"),
    ],
)
def test_a_game_that_the_plain_rules_do_not_allow_is_noticed(text, said):
    assert said in fast_games.problem_of(text)
    assert bool(fast_games.problem_of(text)) == bool(said)


def test_fast_games_need_nothing_of_the_terminal():
    lines = "import sys; sys.modules.update(typer=None, rich=None, markdown_it=None); import bench.fast_games"
    subprocess.run([sys.executable, "-c", lines], check=True, cwd=ROOT)


@pytest.mark.parametrize("game", list(games.games()))
def test_times_are_taken_from_the_opening_to_the_end(game):
    stones = [
        len(position.legal_moves) > 1 and str(position).count("x") for position in level_times.positions(game, 6, 1)
    ]
    assert all(stones)
    assert len(set(stones)) > 1
