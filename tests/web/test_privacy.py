"""Over HTTP: erasing names and chat, reading games that people bring, and how long matches are kept."""

from tests.web.site import another, new_match, site, visited
from turncoat.web.settings import MAX_BYTES


@visited
async def test_names_and_chat_are_erased_at_a_players_request_alone(client):
    made = await new_match(client, kind="friend", side="first", name="Hildegard")
    path = f"/api/matches/{made['match']['id']}"
    async with another(client) as guest:
        join = {"name": "Konrad", "invitation": made["invitation"]}
        assert (await guest.post(f"{path}/join", json=join)).status_code == 200
        assert (await guest.post(f"{path}/chat", json={"text": "secret"})).status_code == 200
        async with another(client) as stranger:
            refused = await stranger.post(f"{path}/erase", json={})
            assert (refused.status_code, refused.json()["error"]) == (403, "no_seat")
        record = await client.get(f"{path}/record")
        assert "Konrad" in record.text
        erased = await guest.post(f"{path}/erase", json={})
    assert erased.status_code == 200
    match = erased.json()["match"]
    assert (match["chat"], match["seats"]["first"]["name"], match["seats"]["second"]["name"]) == ([], None, None)
    later = await client.get(f"{path}/record", headers={"if-none-match": record.headers["etag"]})
    assert (later.status_code, later.headers["cache-control"]) == (200, "no-cache")
    assert "Konrad" not in later.text


@visited
async def test_games_are_read_and_what_is_wrong_is_said(client):
    answer = await client.post("/api/import", json={"text": "f5d6c3\nzz", "ruleset": "reversi"})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert [game["at"] for game in found["games"]] == [3]
    assert [each["number"] for each in found["unreadable"]] == [2]
    unknown = await client.post("/api/import", json={"text": "f5", "ruleset": "chess"})
    assert unknown.status_code == 200
    assert "chess" in unknown.json()["unreadable"][0]["text"]["en"]


@visited
async def test_a_text_of_games_may_be_larger_than_other_bodies_and_has_an_end(client):
    fits = await client.post("/api/import", json={"text": "# " + "x" * (MAX_BYTES * 2)})
    assert fits.status_code == 200
    too_long = await client.post("/api/import", json={"text": "x" * 65_537})
    assert (too_long.status_code, too_long.json()["error"]) == (422, "invalid")
    too_large = await client.post("/api/import", json={"text": "x" * 300_000})
    assert (too_large.status_code, too_large.json()["most"]) == (413, 256 * 1024)
    elsewhere = await client.post("/api/matches", json={"ruleset": "x" * (MAX_BYTES + 1), "kind": "local"})
    assert (elsewhere.status_code, elsewhere.json()["most"]) == (413, MAX_BYTES)


def test_it_tells_how_long_matches_are_kept(tmp_path):
    import asyncio

    async def go(**settings):
        async with site(tmp_path, **settings) as client:
            return (await client.get("/api/about")).json()["keep_days"]

    assert asyncio.run(go()) == 0
    assert asyncio.run(go(keep=30 * 86_400.0)) == 30
