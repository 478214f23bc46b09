"""The benchmark page says what the newest record says, of every game."""

import json

from bench import report
from tests.house.tree import GAMES, ROOT, read

RECORD = json.loads(read(max((ROOT / "bench/results").glob("rules-*.json"))))


def test_the_page_is_written_from_the_newest_record():
    assert read("bench/README.md") == report.report(RECORD)


def test_the_record_has_every_game():
    assert {each["ruleset"].replace("-", "_") for each in RECORD["results"]} == set(GAMES)
    assert all(rate > 0 for each in RECORD["results"] for rate in each["rates"].values())


def test_rates_are_written_with_three_figures_that_count():
    rates = (7.456, 92.86, 999.9, 1234, 999_600, 4.5e8)
    assert [report.number(rate) for rate in rates] == ["7.46", "92.9", "1.00 k", "1.23 k", "1.00 M", "450 M"]
