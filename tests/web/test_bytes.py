"""A whole match over real sockets: nobody is sent more than what is recorded in bench/results/bytes.json."""

import asyncio
import json

import pytest

from tests.house.tree import read
from tests.web.site import Server
from tests.web.traffic import watch_a_match
from turncoat.games import games

RECORDED = json.loads(read("bench/results/bytes.json"))["games"]
SLACK = 1.005  # moments of time are written with more or fewer digits


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("bytes") / "matches.db") as running:
        yield running


@pytest.mark.parametrize("game", games())
def test_watching_a_match_takes_no_more_bytes_than_recorded(server, game):
    traffic = asyncio.run(asyncio.wait_for(watch_a_match(server.url, game), 120))
    recorded = RECORDED[game]
    assert len(traffic.moves) == recorded["moves"]
    assert min(traffic.moves) > 0
    assert traffic.setup <= recorded["setup"] * SLACK
    assert sum(traffic.moves) <= recorded["updates"] * SLACK, "python -m bench.bytes tells what has grown"
    assert traffic.growth < 1.5  # the last moves beside the first: updates do not grow with the match
