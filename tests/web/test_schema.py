"""The API does what its schema says, whatever it is sent."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.thoroughness import tries
from tests.web.document import document
from tests.web.site import Server
from turncoat.engine.levels import NAMES
from turncoat.games import games

FEW = settings(
    max_examples=tries(8), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
RULESETS = [str(game.Options()) for game in games().values()]
schema = schemathesis.openapi.from_dict(document())
# What a match may say to a request that is as it should be: no seat or secret that fits, no such match, not now.
# Anything else, 422 above all, would refuse what the schema allows.
schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "403", "404", "409"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("schema") / "matches.db") as running:
        yield running


def put_right(case, match=None):
    """Where the data are as the schema says, makes them as the rules say too; a schema cannot tell all of them."""
    if not case.meta.generation.mode.is_positive:
        return
    body, query = case.body if isinstance(case.body, dict) else {}, case.query or {}
    for given in (body, query):
        if "ruleset" in given:  # each game has options of its own
            given["ruleset"] = RULESETS[len(given["ruleset"]) % len(RULESETS)]
    if body.get("level") is not None:  # the engine's
        body["level"] = NAMES[len(body["level"]) % len(NAMES)]
    clock = body.get("clock") or {}
    if clock.get("kind") == "fischer":  # no minutes and no increment would be no time at all
        clock["increment"] = max(clock["increment"], 1)
    if "text" in body:  # what is said must be seen
        body["text"] = f"a{body['text'][1:]}"
    if body.get("moves"):  # the rules of the game again
        body["moves"] = []
    if "move" in body and match:  # the rules of the game
        body["move"] = match["moves"][0]["move"]


@schema.parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_strangers(case, server):
    put_right(case)
    case.call_and_validate(base_url=server.url)


# A stream that is not refused does not end; test_messages.py reads those.
@schema.include(path_regex="{match_id}").exclude(path_regex="/stream$").parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_a_seat_of_a_match(case, server):
    # A match of its own for each case: what one left behind would decide how the next one goes.
    made = httpx.post(f"{server.url}/api/matches", json={"ruleset": RULESETS[0], "kind": "local"}).json()
    case.path_parameters["match_id"] = made["match"]["id"]
    put_right(case, made["match"])
    case.call_and_validate(base_url=server.url, headers={"authorization": f"Bearer {made['tokens']['first']}"})
