"""A game of others at the service: offered where whoever runs it has named it, and nowhere else."""

import asyncio
import json

import pytest

from tests.service.harness import running
from tests.strangers.install import BREAKAWAY
from tests.web.site import new_match, site
from turncoat.games import load, own_games, unload
from turncoat.games.errors import UnknownGame
from turncoat.service.offered_games import OfferedGames

SMALL = "breakaway:size=3x5"


def visiting(tmp_path, visit, **settings):
    """Runs an async visit to a site with these settings."""

    async def go():
        async with site(tmp_path, **settings) as client:
            await asyncio.wait_for(visit(client), 60)

    asyncio.run(go())


def test_unless_it_is_named_it_is_neither_listed_nor_previewed_nor_played(breakaway, tmp_path):
    async def visit(client):
        listed = (await client.get("/api/games")).json()["games"]
        assert [game["name"] for game in listed] == list(own_games())
        refused = [
            await client.get("/api/preview", params={"ruleset": SMALL}),
            await client.get("/api/preview", params={"ruleset": " BreakAway "}),
            await client.get("/api/games/breakaway/rules"),
            await client.post("/api/matches", json={"ruleset": SMALL, "kind": "local"}),
        ]
        assert [(answer.status_code, answer.json()["error"]) for answer in refused] == [(422, "unknown_game")] * 4
        assert refused[0].json()["games"] == list(own_games())

    visiting(tmp_path, visit)


def test_rules_that_are_not_offered_are_not_even_read(tmp_path, monkeypatch):
    rules = tmp_path / "tempter.py"
    rules.write_text("raise SystemExit('it was run')")
    monkeypatch.setenv("TURNCOAT_GAMES", str(rules))
    offered = OfferedGames()
    for text in ("tempter", "tempter:size=3", "Tempter "):
        with pytest.raises(UnknownGame):
            offered.ruleset(text)
    with pytest.raises(UnknownGame):
        offered.game("tempter")
    assert str(offered.ruleset(" Verto: size=9")) == "verto:size=9"


def test_named_it_stands_after_ours_in_the_words_it_has(breakaway, tmp_path):
    async def visit(client):
        answer = await client.get("/api/games")
        assert answer.status_code == 200
        listed = answer.json()["games"]
        assert [game["name"] for game in listed] == [*own_games(), "breakaway"]
        told = listed[-1]
        assert told["title"] == {"en": "Breakaway"}  # what a language lacks is English, and the page marks it so
        assert (told["zones"], told["refusals"], told["looks"][0]["surface"]) == ({}, {}, "felt")
        assert told["options"][0]["free"]
        assert [value["value"] for value in told["options"][0]["values"]] == ["6x6", "3x5", "8x8"]
        rules = (await client.get("/api/games/breakaway/rules", params={"language": "ja"})).json()
        assert "Whoever has a stone on the far edge has won." in rules["html"]
        preview = (await client.get("/api/preview", params={"ruleset": SMALL})).json()
        assert preview["board"] == {"width": 3, "height": 5, "cells": "oooooo...xxxxxx"}
        assert preview["numbers"] == []

    visiting(tmp_path, visit, games=("breakaway",))


def test_it_is_played_against_the_computer_by_processes_of_its_own(breakaway, tmp_path):
    async def visit(client):
        made = await new_match(client, ruleset=SMALL, kind="computer", level="2", side="first")
        path, view = f"/api/matches/{made['match']['id']}", made["match"]
        choices = [move["move"] for move in view["moves"]]
        assert choices == ["a4-a3", "a4-b3", "b4-a3", "b4-b3", "b4-c3", "c4-b3", "c4-c3"]
        answer = await client.post(f"{path}/moves", json={"move": "a4-a3", "at": 0})
        assert answer.status_code == 200, answer.text
        while view["at"] < 2:
            await asyncio.sleep(0.02)
            view = (await client.get(path)).json()["match"]
        assert [played["side"] for played in view["history"]] == ["first", "second"]
        assert view["prompt"]["en"].startswith("Black")
        assert (await client.get(f"{path}/record")).text.startswith(f"ruleset: {SMALL}\n")

    visiting(tmp_path, visit, games=("breakaway",))


def test_on_a_clock_the_computer_plays_it_too(breakaway, tmp_path):
    async def visit(client):
        clock = {"kind": "fischer", "minutes": 1, "increment": 0}
        made = await new_match(client, ruleset=SMALL, kind="computer", level="2", side="second", clock=clock)
        path, view = f"/api/matches/{made['match']['id']}", made["match"]
        while view["at"] < 1:
            await asyncio.sleep(0.02)
            view = (await client.get(path)).json()["match"]
        assert view["history"][0]["side"] == "first"
        assert view["note"] is None

    visiting(tmp_path, visit, games=("breakaway",))


def test_where_it_is_gone_the_lobby_lists_the_other_matches(breakaway, tmp_path):
    async def go():
        async with running(tmp_path / "matches.db", games=("breakaway",)) as service:
            for ruleset in (SMALL, "verto"):
                await service.create(ruleset, "lobby", side="first")
            assert len(json.loads(await service.lobby.text())["waiting"]) == 2
        unload("breakaway")
        try:
            async with running(tmp_path / "matches.db") as service:
                assert [each["game"] for each in json.loads(await service.lobby.text())["waiting"]] == ["verto"]
        finally:
            load(BREAKAWAY / "src/breakaway")

    asyncio.run(asyncio.wait_for(go(), 60))
