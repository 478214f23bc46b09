"""The soak test tells a leak from noise, goes on where it was broken off, and plays what it says."""

import json
import random
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from bench.soak import chart, matches, report, samples
from bench.soak.judgement import Trend, trend
from bench.soak.samples import SampleFile
from tests.house.tree import ROOT
from turncoat import games

SEEDS = range(20)
ALLOWED = 4.0  # MiB an hour


def half_an_hour(seed, *, spread=0.3, leak=0.0, alike=0.5, level=150.0):
    """Memory minute by minute: noise in which one minute resembles the next, and so much growth an hour."""
    chance, noise, found = random.Random(seed), 0.0, []
    for minute in range(30):
        noise = alike * noise + chance.gauss(0, spread * (1 - alike**2) ** 0.5)
        found.append((minute / 60, level + leak * minute / 60 + noise))
    return found


def verdict(*parts):
    told = trend(parts)
    assert told is not None
    return told.verdict(ALLOWED)


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_is_flat_and_a_leak_of_a_few_mib_an_hour_is_told(seed):
    assert verdict(half_an_hour(seed)) == "flat"
    assert verdict(half_an_hour(seed, leak=7)) == "grows"
    assert verdict(half_an_hour(seed, leak=-20)) == "flat"


def test_what_hardly_grows_is_flat_and_what_cannot_be_told_is_unclear():
    hardly, noisy = (
        [verdict(half_an_hour(seed, **course)) for seed in SEEDS] for course in ({"leak": 1}, {"spread": 20})
    )
    assert hardly.count("flat") >= 0.9 * len(SEEDS)
    assert "grows" not in hardly
    assert noisy.count("unclear") >= 0.9 * len(SEEDS)
    assert "flat" not in noisy


def test_noise_that_lasts_makes_the_trend_less_sure():
    brief, lasting = (trend([half_an_hour(3, alike=alike)]) for alike in (0.0, 0.9))
    assert brief is not None
    assert lasting is not None
    assert lasting.high - lasting.low > 1.5 * (brief.high - brief.low)


def test_a_few_bad_minutes_are_no_trend_and_what_stands_still_is_sure():
    course = [(minute / 60, 100.0 + 40 * (8 <= minute < 12)) for minute in range(30)]
    assert verdict(course) == "flat"
    still = trend([[(minute / 60, 7.0) for minute in range(30)]])
    assert still == Trend(7.0, 0.0, 0.0, 0.0, 30)


def test_each_part_of_a_run_has_a_level_of_its_own():
    first, second = half_an_hour(1, level=100)[:15], half_an_hour(2, level=300)[:15]
    apart, together = trend([first, second]), trend([[*first, *((at + 0.25, value) for at, value in second)]])
    assert apart is not None
    assert together is not None
    assert abs(apart.per_hour) < ALLOWED
    assert together.per_hour > 100
    told = trend([half_an_hour(4, leak=20)[:15], half_an_hour(5, leak=20, level=300)[:15]])
    assert told is not None
    assert told.low > 5


def test_of_too_few_minutes_nothing_is_said():
    assert trend([half_an_hour(1)[:9]]) is None
    assert trend([[], []]) is None


# What is written down


def sample(seconds, *, part=1, memory=100.0, moves=0, **more) -> samples.Sample:
    """A sample of two servers and a worker."""
    each: dict[str, Any] = {"rss": 2 * memory, "descriptors": 10, "threads": 4, "seconds": moves / 1000}
    told = {name: {**each, "pss": memory} for name in ("server 1", "server 2", "server 2 worker 1")}
    found = {"processes": told, "lag": [[0.5, 2.0], None], "rooms": 12, "open_connections": 24, "moves_total": moves}
    more = {"p50": 5.0, "p99": 20.0, "max": 30.0, "load_average": 1.0, "own_lag": 1.0, "database": 4.0, **more}
    tallies = {"counts": {"moves": moves, "matches": 2}, "errors": {}, "playing": 5}
    return {"part": part, "seconds": seconds, **found, **tallies, **more}


def run(minutes, memory, part=1):
    """Samples of so many minutes, memory as it is told for each."""
    return [sample(20 * n, part=part, memory=memory(n / 3), moves=10 * n) for n in range(1, 3 * minutes)]


def test_a_step_in_the_beginning_is_not_told_and_growth_in_the_second_half_is():
    settled = report.figures(run(60, lambda minute: 100 if minute < 12 else 160), 60)
    growing = report.figures(run(60, lambda minute: 100 if minute < 12 else 148 + minute), 60)
    told = [each["memory of server 1"] for each in (settled, growing)]
    assert [each["verdict"] for each in told] == ["flat", "grows"]
    assert [each["minutes"] for each in told] == [30, 30]
    assert told[1]["per_hour"] == pytest.approx(60, abs=2)
    assert {each["verdict"] for each in settled.values()} == {"flat"}


def test_a_part_is_judged_once_it_has_settled_and_only_within_itself():
    both = run(40, lambda minute: 100.0) + run(20, lambda minute: 300 if minute > 9 else 30 * minute, part=2)
    told = report.figures(both, 60)["memory of server 1"]
    assert (told["minutes"], told["verdict"]) == (
        20,
        "flat",
    )  # the last ten of each part


def test_of_one_server_nothing_is_said_of_a_second():
    lonely = run(60, lambda _: 100.0)
    for each in lonely:
        del each["processes"]["server 2"]
    assert "memory of server 2" not in report.figures(lonely, 60)
    assert report.memory("worker")(lonely[0]) == 100


def test_what_a_move_costs_is_reckoned_within_a_part():
    told = report.with_costs([sample(5, moves=10), sample(10, moves=30), sample(5, part=2, moves=5)])
    assert [each.get("ms_per_move") for each in told] == [None, pytest.approx(2.0), None]  # of two servers


def test_a_record_tells_what_was_done_in_all_parts_and_what_went_wrong():
    first, second = run(40, lambda _: 100.0), run(20, lambda _: 100.0, part=2)
    second[-1]["errors"] = {"a socket was lost": 2}
    told = report.record(first + second, {"store": "sqlite", "minutes": 60})
    assert (told["parts"], told["errors"]) == (2, {"a socket was lost": 2})
    assert told["done"]["moves"] == first[-1]["moves_total"] + second[-1]["moves_total"]
    assert "a socket was lost" in report.table({"sqlite": told})


def test_the_server_s_own_figures_are_read():
    text = 'turncoat_rooms 7.0\nturncoat_requests_total{route="/",status="200"} 4.0\n'
    before, after = (
        samples.figures(
            f'{text}turncoat_loop_lag_seconds_bucket{{le="0.01"}} {low}\nturncoat_loop_lag_seconds_bucket{{le="0.05"}} '
            f"{high}\nturncoat_loop_lag_seconds_count {high}\nturncoat_loop_lag_seconds_sum {total}\n"
        )
        for low, high, total in ((10.0, 10.0, 0.02), (15.0, 30.0, 0.52))
    )
    assert after["rooms"] == 7
    assert samples.lag(before, after) == pytest.approx((25.0, 50.0))
    assert samples.lag(after, after) is None


def test_a_run_with_other_wishes_begins_anew_and_a_line_that_was_not_finished_is_left_out(tmp_path):
    file = SampleFile(tmp_path / "soak" / "sqlite.jsonl")
    assert file.begin({"minutes": 60}) == 1
    for each in (sample(5), sample(60), sample(30, part=2)):
        file.add(each)
    with (tmp_path / "soak/sqlite.jsonl").open("a") as kept:
        kept.write('{"part": 3, "sec')
    assert file.played() == 1.5
    assert file.begin({"minutes": 60}) == 3
    assert len(file.samples()) == 3
    file.add(sample(30, part=3))
    assert file.played() == 2
    assert file.begin({"minutes": 30}) == 1
    assert file.samples() == []


def test_what_a_server_logs_as_trouble_is_counted_but_not_what_it_says_of_its_start(tmp_path):
    lines = [("warning", "few files"), ("info", "request"), ("error", "writing failed"), ("error", "writing failed")]
    text = "".join(f"{json.dumps({'level': level, 'what': what})}\n" for level, what in lines)
    (tmp_path / "server.log").write_text(f"{text}Traceback\n")
    assert samples.troubles(tmp_path / "server.log") == {"log: writing failed": 2, "log: Traceback": 1}


def test_the_picture_has_every_panel_for_each_store():
    told = run(60, lambda minute: 100 + minute)
    picture = chart.svg({"SQLite": (told, 60), "PostgreSQL": (told + run(20, lambda _: 90.0, part=2), 60)})
    words = [each.text for each in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"SQLite", "PostgreSQL", "engine workers", "60 min"} <= set(words)
    assert [words.count(panel.title) for panel in chart.PANELS] == [2] * len(chart.PANELS)


# Playing


@pytest.mark.parametrize("game", list(games.games()))
def test_prepared_games_are_played_by_the_rules_to_their_end_or_so_many_moves(game):
    steps = matches.prepared(game, 1)
    position = steps[0].after.ruleset.start()
    for number, step in enumerate(steps, 1):
        assert step.mover == ["first", "second"].index(position.side.value)
        position = position.play(step.move)
        assert str(position) == str(step.after)
        assert json.loads(step.message[step.message.index(b"{") :])["at"] == number - 1
    assert position.is_over or len(steps) == matches.MAX_MOVES


def test_a_run_that_was_broken_off_goes_on_and_is_recorded(tmp_path):
    wishes = ["--minutes=0.25", "--matches=6", "--pace=0.2", "--every=0.5", "--store=sqlite"]
    places = [f"--folder={tmp_path}", f"--record={tmp_path / 'record.json'}"]
    command = [sys.executable, "-m", "bench.soak", *wishes, *places]
    file = SampleFile(tmp_path / "sqlite.jsonl")
    broken = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    ends = time.monotonic() + 300  # however busy the machine is
    while not (tmp_path / "sqlite.jsonl").exists() or len(file.samples()) < 5:
        assert time.monotonic() < ends
        time.sleep(0.1)
    broken.send_signal(signal.SIGTERM)
    said, _ = broken.communicate(timeout=60)
    assert (broken.returncode, "broken off" in said) == (1, True)
    assert 0 < file.played() < 0.2

    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    told = json.loads((tmp_path / "record.json").read_text())["sqlite"]
    assert (told["parts"], told["errors"]) == (2, {}), ended.stdout
    assert told["played_minutes"] == pytest.approx(0.25, abs=0.06)
    assert min(told["done"][what] for what in ("moves", "matches", "sockets", "looked up")) > 0
    assert ended.returncode == int(any(each["verdict"] != "flat" for each in told["figures"].values()))
    last = [json.loads(line) for line in (tmp_path / "sqlite.last.jsonl").read_text().splitlines()][-1]
    assert {"server 1", "server 1 worker 1"} <= last["processes"].keys()
    assert last["playing"] == 0
    ET.parse(tmp_path / "record.svg")
    assert not (tmp_path / "sqlite.jsonl").exists()
