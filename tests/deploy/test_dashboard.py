"""The example dashboard shows what the service really tells."""

import json
import re
import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.house.tree import read
from tests.web.site import Server

BOARD = json.loads(read("deploy/grafana-dashboard.json"))
NAME = re.compile(r"\b((?:turncoat|process)_\w+)")
OUR_OWN = re.compile(r"\bturncoat_\w+")


def asked():
    """Every query of the dashboard."""
    found = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    return found + [each["query"]["query"] for each in BOARD["templating"]["list"] if each["type"] == "query"]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The names, and labels by name, of all that a server tells after a little of everything."""
    with Server(tmp_path_factory.mktemp("m") / "m.db") as server, httpx.Client(base_url=server.url) as client:
        made = client.post("/api/matches", json={"ruleset": "reversi", "kind": "local"}).json()
        path = f"/api/matches/{made['match']['id']}/moves"
        token = {"authorization": f"Bearer {made['tokens']['first']}"}
        assert client.post(path, json={"move": "d3", "at": 0}, headers=token).status_code == 200
        with socket.create_connection(("127.0.0.1", server.port)) as rude:
            rude.sendall(b"HELLO\r\n\r\n")
            rude.recv(1000)
        text = client.get("/metrics").text
    return {sample.name: set(sample.labels) for each in text_string_to_metric_families(text) for sample in each.samples}


def test_every_figure_on_the_dashboard_is_told_by_the_service(told):
    names = {name for query in asked() for name in NAME.findall(query)}
    assert len(names) > 15
    assert names - told.keys() == set()


def test_every_figure_of_ours_is_on_the_dashboard(told):
    shown = {re.sub("_(bucket|sum|count)$", "", name) for query in asked() for name in OUR_OWN.findall(query)}
    ours = {re.sub("_(bucket|sum|count)$", "", name) for name in told if name.startswith("turncoat_")}
    assert {name for name in ours if not name.endswith("_created")} - shown == set()


def test_figures_are_told_apart_by_labels_that_they_have(told):
    for query in asked():
        for labels, name in re.findall(r"by \(([^)]*)\) \(rate\((\w+)", query):
            known = told[name] | {"instance", "job"}
            assert set(labels.split(", ")) <= known, query


def test_no_panel_covers_another():
    places = [tuple(panel["gridPos"][side] for side in "xywh") for panel in BOARD["panels"]]
    cells = [(x + dx, y + dy) for x, y, w, h in places for dx in range(w) for dy in range(h)]
    assert len(set(cells)) == len(cells)
    assert max(x for x, _ in cells) < 24
