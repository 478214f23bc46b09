"""The API as a browser or a bot uses it."""

import asyncio
import random
import re
import time

import pytest
from pydantic import TypeAdapter

from tests.web.site import another, from_here, new_match, visited
from turncoat.games import games
from turncoat.service.messages import MatchAnswer
from turncoat.service.view import Hint, Lobby, Preview, View
from turncoat.web import response_models
from turncoat.web.problems import STATUS


def read(shape, data):
    """The data, which have that shape."""
    return TypeAdapter(shape).validate_python(data)


@visited
async def test_everything_a_new_match_can_be_made_of_is_told(client):
    offered = response_models.Games.model_validate((await client.get("/api/games")).json())
    assert [game.name for game in offered.games] == list(games())
    assert [level.name for level in offered.levels][-2:] == ["10", "max"]
    assert {choice.clock["kind"] for choice in offered.clocks} == {"none", "fischer", "byoyomi", "days"}


@visited
async def test_every_option_value_that_is_offered_has_a_preview(client):
    for game in (await client.get("/api/games")).json()["games"]:
        usual = {
            option["name"]: next(value["numbers"] for value in option["values"] if value["value"] == option["default"])
            for option in game["options"]
        }
        for option in game["options"]:
            for value in option["values"]:
                ruleset = f"{game['name']}:{option['name']}={value['value']}"
                preview = read(Preview, (await client.get("/api/preview", params={"ruleset": ruleset})).json())
                assert preview["game"] == game["name"]
                numbers = usual | {option["name"]: value["numbers"]}
                assert preview["numbers"] == [number for each in numbers.values() for number in each]


@pytest.mark.parametrize(
    ("ruleset", "numbers"),
    [
        ("verto:size=7", [7, 1]),
        ("invector:size=13x4,pie=no", [13, 4, 0]),
        ("vect-reverse:target=1/3", [0, 1, 3, 0, 0]),
        ("invector:size=24x23", []),  # too large for native rules
    ],
)
def test_a_ruleset_that_was_typed_comes_with_its_numbers_too(ruleset, numbers, tmp_path):
    @visited
    async def visit(client):
        answer = await client.get("/api/preview", params={"ruleset": ruleset})
        assert read(Preview, answer.json())["numbers"] == numbers

    visit(tmp_path)


@visited
async def test_a_ruleset_that_cannot_be_says_what_is_allowed(client):
    answer = await client.get("/api/preview", params={"ruleset": "verto:size=99"})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_option")
    assert "3から11" in answer.json()["text"]["ja"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(games()))
def test_rules_are_html_without_anything_that_runs(game, language, tmp_path):
    from turncoat.service.wording import rules_page

    page = response_models.Rules.model_validate(rules_page(game, language, "dark"))
    assert "<svg" in page.html
    assert not re.search(r"<script|\son\w+=|javascript:|\sstyle=", page.html, re.IGNORECASE)
    assert "<h1>" in page.html


@pytest.mark.parametrize("ruleset", list(games()))
def test_every_view_of_a_whole_match_has_the_shape_the_schema_tells(ruleset, tmp_path):
    @visited
    async def go(client):
        rng = random.Random(3)
        seen = await new_match(client, ruleset=ruleset)
        path = f"/api/matches/{seen['match']['id']}"
        while seen["match"]["status"] == "playing":
            view = seen["match"]
            choice = rng.choice(view["moves"])
            answer = await client.post(f"{path}/moves", json={"move": choice["move"], "at": view["at"]})
            seen = answer.json()
            read(MatchAnswer, seen)
            assert seen["match"]["history"][-1]["events"] == choice["events"]
        assert seen["match"]["result"]["text"]["ja"]
        assert seen["match"]["moves"] == []
        record = (await client.get(f"{path}/record")).text
        assert record.startswith(f"ruleset: {seen['match']['ruleset']}")

    go(tmp_path)


@visited
async def test_the_creator_is_recognised_by_a_cookie_of_this_match_alone(client):
    answer = await client.post("/api/matches", json={"ruleset": "verto", "kind": "friend", "side": "second"})
    made = answer.json()
    cookie = answer.headers["set-cookie"]
    assert f"Path=/api/matches/{made['match']['id']};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    assert (await client.get(f"/api/matches/{made['match']['id']}")).json()["you"] == ["second"]
    other = await new_match(client)
    assert "first" in (await client.get(f"/api/matches/{other['match']['id']}")).json()["you"]
    async with another(client) as stranger:
        assert (await stranger.get(f"/api/matches/{made['match']['id']}")).json()["you"] == []


@visited
async def test_a_friend_joins_by_invitation_and_a_bot_plays_by_its_token(client):
    made = await new_match(client, kind="friend", side="first", name="Ann")
    path = f"/api/matches/{made['match']['id']}"
    async with another(client) as friend:
        refused = await friend.post(f"{path}/join", json={"name": "Eve"})
        assert (refused.status_code, refused.json()["error"]) == (403, "bad_invitation")
        joined = (await friend.post(f"{path}/join", json={"invitation": made["invitation"], "name": "Bot"})).json()
        assert joined["you"] == ["second"]
    await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
    async with another(client, authorization=f"Bearer {joined['tokens']['second']}") as bot:
        played = await bot.post(f"{path}/moves", json={"move": "c3", "at": 1})
        assert (played.status_code, played.json()["you"]) == (200, ["second"])


@visited
async def test_refusals_carry_their_code_words_and_the_present_view(client):
    made = await new_match(client, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    early = await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
    assert (early.status_code, early.json()["error"]) == (409, "not_started")
    async with another(client) as friend:
        await friend.post(f"{path}/join", json={"invitation": made["invitation"]})
        turn = await friend.post(f"{path}/moves", json={"move": "d3", "at": 0})
        assert (turn.status_code, turn.json()["error"]) == (409, "not_your_turn")
    illegal = await client.post(f"{path}/moves", json={"move": "a1", "at": 0})
    assert (illegal.status_code, illegal.json()["legal"]) == (422, ["d3", "c4", "f5", "e6"])
    await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
    again = await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
    assert (again.status_code, again.json()["match"]["at"]) == (200, 1)
    stale = await client.post(f"{path}/moves", json={"move": "c4", "at": 0})
    assert (stale.status_code, stale.json()["error"], stale.json()["match"]["at"]) == (409, "stale", 1)
    read(View, stale.json()["match"])


@visited
async def test_of_two_moves_at_once_one_wins_and_the_other_gets_409(client):
    made = await new_match(client)
    path = f"/api/matches/{made['match']['id']}/moves"
    answers = await asyncio.gather(*(client.post(path, json={"move": move, "at": 0}) for move in ("d3", "c4")))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


@visited
async def test_offers_chat_back_hint_and_rematch_over_http(client):
    made = await new_match(client, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    async with another(client) as friend:
        await friend.post(f"{path}/join", json={"invitation": made["invitation"]})
        assert (await friend.post(f"{path}/chat", json={"text": "<b>hi</b>"})).json()["match"]["chat"][0][
            "text"
        ] == "<b>hi</b>"
        await client.post(f"{path}/offers", json={"kind": "draw"})
        drawn = await friend.post(f"{path}/offers", json={"kind": "draw", "answer": "accept"})
        assert drawn.json()["match"]["result"]["reason"] == "agreed"
        asked = await client.post(f"{path}/rematch", json={})
        assert asked.json()["match"]["offers"]["rematch"] == "first"
        taken = (await friend.post(f"{path}/rematch", json={})).json()
        follows = taken["match"]["id"]
        assert (taken["you"], taken["match"]["previous"]) == (["first"], made["match"]["id"])
        assert (await friend.get(f"/api/matches/{follows}")).json()["you"] == ["first"]
        assert (await client.post(f"{path}/rematch", json={})).json()["you"] == ["second"]
        assert (await client.get(f"/api/matches/{follows}")).json()["you"] == ["second"]


@visited
async def test_on_one_screen_both_seats_are_this_browser_s(client):
    made = await new_match(client, ruleset="vect-reverse")
    path = f"/api/matches/{made['match']['id']}"
    assert made["you"] == ["first", "second"]
    assert (await client.post(f"{path}/moves", json={"move": "d3", "at": 0})).json()["match"]["mid_turn"]
    assert (await client.post(f"{path}/back", json={"to": 0, "at": 1})).json()["match"]["at"] == 0
    hint = await client.post(f"{path}/hint", json={"at": 0})
    read(Hint, hint.json())
    assert (await client.post(f"{path}/resign", json={})).json()["match"]["result"]["reason"] == "resigned"
    fresh = await client.post(f"{path}/rematch", json={})
    assert fresh.json()["match"]["previous"] == made["match"]["id"]


@visited
async def test_a_seat_moves_to_another_device(client):
    made = await new_match(client, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    async with another(client) as phone:
        taken = await phone.post(f"{path}/seat", json={"token": made["tokens"]["first"]})
        assert taken.json()["you"] == ["first"]
        assert (await phone.get(path)).json()["you"] == ["first"]
        wrong = await phone.post(f"{path}/seat", json={"token": "x" * 43})
        assert (wrong.status_code, wrong.json()["error"]) == (403, "bad_token")


@visited
async def test_the_lobby_is_listed_and_joined(client):
    made = await new_match(client, kind="lobby", side="first", name="Ann")
    [waiting] = read(Lobby, (await client.get("/api/lobby")).json())["waiting"]
    assert (waiting["id"], waiting["name"], waiting["side"]) == (made["match"]["id"], "Ann", "second")
    async with another(client) as stranger:
        joined = await stranger.post(f"/api/matches/{waiting['id']}/join", json={})
        assert joined.json()["match"]["status"] == "playing"


@visited
async def test_unknown_paths_methods_and_bodies_get_codes_too(client):
    assert (await client.get("/api/nothing")).json()["error"] == "not_found"
    assert (await client.get("/api/matches/zzzzzzzz")).json()["error"] == "no_such_match"
    wrong = await client.put("/api/games")
    assert (wrong.status_code, wrong.json()["error"]) == (405, "method_not_allowed")
    for body in (b"{", b"[]", b'{"ruleset": 3, "kind": "local"}', b'{"ruleset":"verto","kind":"local","extra":1}'):
        answer = await client.post("/api/matches", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (422, "invalid"), answer.text


@visited
async def test_the_schema_names_every_error_code_and_the_document_too(client):
    schema = (await client.get("/api/openapi.json")).text
    from tests.house.tree import read

    document = read("docs/api.md")
    internal = {"game_over"}
    assert {code for code in STATUS if code not in schema} <= {*internal, "not_found", "method_not_allowed"}
    assert {code for code in STATUS if f"`{code}`" not in document} <= internal
    page = (await client.get("/api/docs")).text
    assert "POST /api/matches/{match_id}/moves" in page


@visited
async def test_health_and_figures_are_told(client):
    made = await new_match(client)
    await client.post(f"/api/matches/{made['match']['id']}/moves", json={"move": "d3", "at": 0})
    assert (await client.get("/api/health")).json()["status"] == "ok"
    figures = (await from_here(client).get("/metrics")).text
    assert "turncoat_moves_total 1.0" in figures
    assert 'route="/api/matches/{match_id}/moves"' in figures
    assert made["match"]["id"] not in figures


@visited
async def test_figures_tell_when_the_event_loop_was_held_up(client):
    async def looks():
        """How often it was looked, and how often it was late by no more than half a second."""
        figures = (await from_here(client).get("/metrics")).text
        names = ("count", 'bucket{le="0.5"}')
        return [float(figures.split(f"turncoat_loop_lag_seconds_{name} ")[1].split()[0]) for name in names]

    before = await looks()
    time.sleep(1.0)  # holds everyone up
    await asyncio.sleep(0.05)
    looked, in_time = await looks()
    assert looked - before[0] > in_time - before[1]


@visited
async def test_a_join_is_repeated_with_the_key_that_the_client_chose(client):
    made = await new_match(client, kind="friend", side="first")
    path, key = f"/api/matches/{made['match']['id']}", "k" * 43
    body = {"invitation": made["invitation"], "name": "Ben", "key": key}
    async with another(client) as ben:
        answers = [await ben.post(f"{path}/join", json=body) for _ in range(2)]
        ben.cookies.clear()
        answers.append(await ben.post(f"{path}/join", json=body))
    assert [answer.status_code for answer in answers] == [200] * 3
    assert [answer.json()["tokens"] for answer in answers] == [{"second": key}] * 3
    assert [answer.json()["match"]["version"] for answer in answers] == [1] * 3
    async with another(client) as eve:
        refused = await eve.post(f"{path}/join", json={**body, "key": "e" * 43})
        assert (refused.status_code, refused.json()["error"]) == (409, "seat_taken")
        for wrong in ("short", "k" * 129, "with spaces and more than twenty"):
            assert (await eve.post(f"{path}/join", json={**body, "key": wrong})).status_code == 422
