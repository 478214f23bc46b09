"""The API does what its schema says, whatever it is sent: the short form of `python -m tests.attack.schema`."""

import json
import random
from itertools import islice

import pytest
from hypothesis import HealthCheck, settings

from tests.attack import answers
from tests.attack.answers import faults
from tests.attack.odd_requests import odd_messages, odd_requests
from tests.attack.schema import Routes, schema
from tests.thoroughness import tries
from tests.web.site import Server

FEW = settings(
    max_examples=tries(8), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
MOVES = "/api/matches/{match_id}/moves"
HEADERS = dict.fromkeys(answers.HEADERS, "")


@pytest.fixture(scope="module")
def routes(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("schema") / "matches.db") as running:
        found = Routes(running.url)
        yield found
        found.close()


@schema.parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_strangers(case, routes):
    routes.check(case, seated=False)


# A stream that is not refused does not end; test_messages.py reads those.
@schema.include(path_regex="{match_id}").exclude(path_regex="/stream$").parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_a_seat_of_a_match(case, routes):
    routes.check(case, seated=True)


def test_no_request_is_so_odd_that_it_is_answered_otherwise_than_the_schema_says(routes):
    match, token = routes.new_match()
    requests = islice(odd_requests(match["id"], token, random.Random(1)), tries(400))
    assert [line for odd in requests for line in routes.send_odd(odd)] == []


def test_nothing_said_over_a_socket_is_so_odd_that_it_is_answered_otherwise_than_the_schema_says(routes):
    assert [line for said in islice(odd_messages(random.Random(1)), tries(60)) for line in routes.say_odd(said)] == []


@pytest.mark.parametrize(
    ("status", "headers", "content", "told"),
    [
        (422, {}, {"error": "illegal_move", "text": {"en": "no", "ja": "否"}}, []),
        (422, {}, {"error": "no_offer", "text": {"en": "no", "ja": "否"}}, ["no_offer is no code of 422 here"]),
        (409, {}, {"error": "stale", "text": {"en": "no"}}, ["no words for stale"]),
        (409, {}, {"error": "stale", "text": "no"}, ["not a Problem"]),
        (422, {"content-type": "text/plain"}, {}, ["422 is of type text/plain"]),
        (500, {}, {"error": "internal", "text": {"en": "no", "ja": "否"}}, ["a fault of ours"]),
    ],
)
def test_an_answer_that_the_schema_does_not_know_is_told(status, headers, content, told):
    headers = {**HEADERS, "content-type": "application/json", **headers}
    found = faults(MOVES, "POST", status, headers, json.dumps(content).encode())
    assert [line.partition(":")[0] for line in found] == told


def test_an_answer_without_its_headers_is_told():
    assert faults(MOVES, "POST", 200, {}, b"") == [f"{name} is missing" for name in HEADERS]
