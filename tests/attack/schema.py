"""`python -m tests.attack.schema`: every route is sent what its schema allows, what it does not, and what nobody would.

Whatever comes, the answer is one the schema tells of, with a code of ours, and never a fault of ours.
"""

import argparse
import json
import random
import sys
import tempfile
import time
import unittest
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.attack.answers import faults
from tests.attack.odd_requests import Odd, odd_messages, odd_requests
from tests.web.document import LIVE, document
from tests.web.document import faults as message_faults
from tests.web.site import Server
from turncoat.engine.levels import NAMES
from turncoat.games import games, start

RULESETS = [str(game.Options()) for game in games().values()]
LONGEST_MESSAGE = 10.0  # seconds until whatever was said is answered
CLOSED = (1008, 1009)  # codes with which a socket may be closed that sends too much
schema = schemathesis.openapi.from_dict(document())
# What a match may say to a request that is as it should be: no seat or secret that fits, no such match, not now.
# Anything else, 422 above all, would refuse what the schema allows.
schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "403", "404", "409"]
# Too large is refused before anybody looks at what it says.
refusals = schema.config.checks.negative_data_rejection
refusals.expected_statuses = [*refusals.expected_statuses, "413"]


@dataclass
class Figures:
    """What was sent, and what came of it."""

    seconds: float = 0.0
    cases: Counter[str] = field(default_factory=Counter)
    """Requests by what they were: as the schema says, against it, odd; messages to sockets."""
    answers: Counter[str] = field(default_factory=Counter)

    def data(self) -> dict[str, Any]:
        """For the record."""
        return {
            "seconds": round(self.seconds),
            "cases": dict(sorted(self.cases.items())),
            "answers": dict(sorted(self.answers.items())),
        }


def put_right(case: Any, match: dict[str, Any] | None = None) -> None:
    """Where the data are as the schema says, makes them as the rules say too; a schema cannot tell all of them."""
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    body, query = case.body if isinstance(case.body, dict) else {}, case.query or {}
    for given in (body, query):
        if "position" in given:  # a board of one of the games
            at = len(given["position"]) % len(RULESETS)
            given["position"] = str(start(RULESETS[at]))
        else:
            at = len(given.get("ruleset") or "") % len(RULESETS)
        if given.get("ruleset"):  # each game has options of its own
            given["ruleset"] = RULESETS[at]
        if "record" in given:
            given["record"] = f"ruleset: {RULESETS[0]}\nmoves:"
    if body.get("level") is not None:  # the engine's
        body["level"] = NAMES[len(body["level"]) % len(NAMES)]
    _put_clock_right(body.get("clock") or {})
    if "text" in body:  # what is said must be seen
        body["text"] = f"a{body['text'][1:]}"
    if case.path.endswith("/games/read"):  # a game, of whatever ruleset is named
        body["text"] = f"ruleset: {body.get('ruleset') or RULESETS[0]}\nmoves:"
    for name in ("moves", "nodes"):  # the rules of the game
        if body.get(name):
            body[name] = []
    if "move" in body and match:
        body["move"] = match["moves"][0]["move"]


def _put_clock_right(clock: dict[str, Any]) -> None:
    if clock.get("kind") == "fischer":  # no minutes and no increment would be no time at all
        clock["increment"] = max(clock["increment"], 1)


def path_put_right(case: Any) -> None:
    """Whatever was wrong with the path no longer is: what else is wrong is to be judged by itself."""
    if not case.meta:
        return
    place, data = ParameterLocation.PATH, case.meta.phase.data
    if place in case.meta.components:
        case.meta.components[place].mode = GenerationMode.POSITIVE
    left = [each for each in getattr(data, "mutations", ()) if each.parameter_location != place]
    if getattr(data, "parameter_location", None) == place:
        data.parameter_location = left[0].parameter_location if left else None
    if hasattr(data, "mutations"):
        data.mutations = tuple(left)
    if all(part.mode.is_positive for part in case.meta.components.values()):
        case.meta.generation.mode = GenerationMode.POSITIVE


class Routes:
    """The routes of a server, and whoever asks."""

    def __init__(self, url: str, figures: Figures | None = None) -> None:
        self.url, self.figures = url, figures or Figures()
        self._client = httpx.Client(base_url=url, timeout=20)

    def close(self) -> None:
        """Asks nothing more."""
        self._client.close()

    def new_match(self) -> tuple[dict[str, Any], str]:
        """A match on one screen and the token of its seats."""
        made = self._client.post("/api/matches", json={"ruleset": RULESETS[0], "kind": "local"}).json()
        self._client.cookies.clear()
        return made["match"], made["tokens"]["first"]

    def check(self, case: Any, *, seated: bool) -> None:
        """Sends the case, from a stranger or from the seat of a match, and looks at the answer."""
        headers = {}
        if seated:
            # A match of its own for each case: what one left behind would decide how the next one goes.
            match, token = self.new_match()
            case.path_parameters["match_id"] = match["id"]
            path_put_right(case)
            headers["authorization"] = f"Bearer {token}"
            put_right(case, match)
        else:
            put_right(case)
        answer = case.call_and_validate(base_url=self.url, headers=headers)
        kinds = {name: values[0] for name, values in answer.headers.items()}
        found = faults(case.path, case.method.upper(), answer.status_code, kinds, answer.content)
        assert not found, found
        mode = case.meta.generation.mode if case.meta else "none"
        self.figures.cases[mode] += 1
        self.figures.answers[str(answer.status_code)] += 1

    def send_odd(self, odd: Odd) -> list[str]:
        """What is wrong with the answer to a request that nobody would send."""
        request = self._client.build_request(
            odd.method, self.url, headers=[(name.encode(), value) for name, value in odd.headers], content=odd.body
        )
        request.extensions["target"] = odd.path.encode()
        answer = self._client.send(request)
        self._client.cookies.clear()
        self.figures.cases["odd"] += 1
        self.figures.answers[str(answer.status_code)] += 1
        found = faults(odd.route, odd.method, answer.status_code, answer.headers, answer.content)
        if odd.bad and answer.status_code < 400:
            found.append(f"it was taken: {answer.status_code}")
        return [f"{odd}: {line}" for line in found]

    def say_odd(self, said: str | bytes) -> list[str]:
        """What is wrong with what a socket answers to something that nobody would say."""
        match, token = self.new_match()
        address = f"ws{self.url.removeprefix('http')}{LIVE.format(match_id=match['id'])}"
        found, received = list[str](), list[dict[str, Any]]()
        self.figures.cases["odd messages"] += 1
        seat = {"authorization": f"Bearer {token}"}
        with connect(address, additional_headers=seat, compression=None, proxy=None) as socket:
            try:
                socket.send(said)
                socket.send('{"type": "pong", "echo": true}')
                while not received or received[-1]["type"] != "ping":
                    received.append(json.loads(socket.recv(LONGEST_MESSAGE)))
                    found += message_faults(document()["x-websockets"][LIVE]["sends"], received[-1])
            except ConnectionClosed as closed:
                told = closed.rcvd is not None and closed.rcvd.code in CLOSED
                return [] if told else [f"{said!r}: it was closed: {closed}"]
            except TimeoutError:
                found.append("it fell silent")
        if not _is_message(said) and not any(message.get("error") == "bad_message" for message in received):
            found.append(f"it was not refused: {received[1:]}")
        return [f"{said!r}: {line}" for line in found]


def _is_message(said: str | bytes) -> bool:
    """Whether it is something a socket takes."""
    try:
        message = json.loads(said)
        json.dumps(message, ensure_ascii=False).encode()  # half a character is none
    except ValueError:
        return False
    return not message_faults(document()["x-websockets"][LIVE]["takes"], message)


def operations() -> list[Any]:
    """Every route of the schema."""
    return [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]


def run(examples: int, seed: int) -> tuple[list[str], Figures]:
    """So many cases of each kind for each route, as many odd requests, and odd messages: what must not be."""
    began, found, rng = time.monotonic(), list[str](), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        with Server(Path(folder) / "matches.db", log=log.fileno()) as server:
            routes = Routes(server.url)
            for operation in operations():
                for mode in GenerationMode:
                    # A stream that is not refused does not end; test_messages.py reads those.
                    at_matches = "{match_id}" in operation.path and not operation.path.endswith("/stream")
                    for seated in (False, True) if at_matches else (False,):
                        found += _conform(routes, operation.as_strategy(mode), examples, seed, seated=seated)
            match, token = routes.new_match()
            for _, odd in zip(range(examples * len(operations())), odd_requests(match["id"], token, rng), strict=False):
                found += routes.send_odd(odd)
            for _, said in zip(range(examples), odd_messages(rng), strict=False):
                found += routes.say_odd(said)
            routes.close()
        log.seek(0)
        found += [
            f"the server logged {line.strip()}" for line in log if '"level":"error"' in line or "Traceback" in line
        ]
    routes.figures.seconds = time.monotonic() - began
    return found, routes.figures


def _conform(routes: Routes, cases: Any, examples: int, seed: int, *, seated: bool) -> list[str]:
    """What is wrong with a route's answers to these cases."""
    chosen = settings(
        max_examples=examples,
        phases=(Phase.generate,),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    @hypothesis.seed(seed)
    @chosen
    @hypothesis.given(case=cases)
    def conforms(case: Any) -> None:
        routes.check(case, seated=seated)

    try:
        conforms()
    except (unittest.SkipTest, hypothesis.errors.Unsatisfiable):  # there is nothing about this route to be wrong
        return []
    except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 — whatever it is, it was found
        return [f"{error}"]
    return []


def main() -> int:
    """Runs, shows; the exit code is 0 where nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100, help="for each route, as the schema says and against it")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found, figures = run(asked.examples, asked.seed)
    lines = [json.dumps(figures.data(), indent=1), *(f"VIOLATION {line}" for line in found)]
    sys.stdout.write("\n".join([*lines, ""]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
