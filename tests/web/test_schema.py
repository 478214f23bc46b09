"""The API does what its schema says, whatever it is sent."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.web.site import Server
from turncoat.web.app import build
from turncoat.web.settings import Settings

FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A server, and a match on it with the token of both seats."""
    with Server(tmp_path_factory.mktemp("schema") / "matches.db") as server:
        made = httpx.post(f"{server.url}/api/matches", json={"ruleset": "verto:size=5", "kind": "local"}).json()
        yield server, made["match"]["id"], made["tokens"]["first"]


# A stream does not end, so there is nothing to wait for.
schema = schemathesis.openapi.from_dict(build(Settings(":memory:")).openapi()).exclude(path_regex="/stream$")


@schema.parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_strangers(case, home):
    case.call_and_validate(base_url=home[0].url, excluded_checks=[positive_data_acceptance])


@schema.include(path_regex="{match_id}").parametrize()
@FEW
def test_every_route_keeps_to_the_schema_for_a_seat_of_a_match(case, home):
    server, match_id, token = home
    case.path_parameters["match_id"] = match_id
    case.call_and_validate(
        base_url=server.url,
        headers={"authorization": f"Bearer {token}"},
        excluded_checks=[positive_data_acceptance],  # the rules of a game refuse much that a schema lets through
    )
