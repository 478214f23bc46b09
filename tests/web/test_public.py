"""Public games over HTTP and sockets: links, pictures, previews of links, and boards that other sites may show."""

import asyncio
import re
import struct

import pytest

from tests.web.site import Socket, another, new_match, site, visited
from tests.web.test_reviews import played
from turncoat.web import public_routes

PAGE = "<!doctype html><html><head><title>Turncoat</title></head><body>{}</body></html>"


@pytest.fixture
def page(tmp_path):
    """The files of a page that is built."""
    folder = tmp_path / "page"
    folder.mkdir()
    for name in ("index", "embed"):
        (folder / f"{name}.html").write_text(PAGE.format(name))
    return folder


def bearer(tokens, side="first"):
    """The headers of somebody with a seat."""
    return {"authorization": f"Bearer {tokens[side]}"}


async def shared(client, **wanted):
    """A match between Ann and Ben with a public link: its path, its tokens, and the link's name."""
    path, tokens = await played(client, **wanted)
    answer = await client.post(f"{path}/link", json={"open": True}, headers=bearer(tokens))
    return path, tokens, answer.json()["name"]


@visited
async def test_a_player_makes_a_public_link_sees_it_and_withdraws_it(client):
    path, tokens = await played(client)
    assert (await client.get(f"{path}/link", headers=bearer(tokens))).json() == {"name": None}
    name = (await client.post(f"{path}/link", json={"open": True}, headers=bearer(tokens))).json()["name"]
    assert re.fullmatch("[a-z0-9]{12}", name)
    assert name not in path
    assert (await client.get(f"{path}/link", headers=bearer(tokens, "second"))).json() == {"name": name}
    async with another(client) as stranger:
        seen = (await stranger.get(f"/api/public/{name}")).json()
        assert (seen["match"]["id"], seen["you"], seen["match"]["at"]) == (name, [], 2)
        for asked in (stranger.get(f"{path}/link"), stranger.post(f"{path}/link", json={"open": False})):
            answer = await asked
            assert (answer.status_code, answer.json()["error"]) == (403, "no_seat")
        answer = await client.post(f"{path}/link", json={"open": False}, headers=bearer(tokens, "second"))
        assert answer.json() == {"name": None}
        for what in ("", "/record", "/board.svg", "/board.png", "/card.png", "/film.gif"):
            answer = await stranger.get(f"/api/public/{name}{what}")
            assert (answer.status_code, answer.json()["error"]) == (404, "no_such_match")


@visited
async def test_a_private_match_has_nothing_public_under_its_own_name(client):
    path, _, name = await shared(client)
    own = path.rpartition("/")[2]
    for what in ("", "/record", "/board.svg", "/card.png"):
        assert (await client.get(f"/api/public/{own}{what}")).status_code == 404
    async with Socket(client, f"/api/public/{own}/live") as socket:
        assert (await socket.receive("refused"))["error"] == "no_such_match"
    for route in ("", "/moves", "/link", "/chat", "/seat", "/join", "/stream", "/review"):  # nor is the link a match
        asked = client.get if route in ("", "/link", "/stream", "/review") else client.post
        answer = await asked(f"/api/matches/{name}{route}")
        assert answer.status_code in (404, 422), route


@visited
async def test_the_socket_of_a_public_link_follows_the_game_and_ends_with_the_link(client):
    path, tokens, name = await shared(client, moves=())
    async with Socket(client, f"/api/public/{name}/live", tokens["first"]) as socket:
        setup = await socket.receive("setup")
        assert (setup["you"], setup["match"]["moves"], setup["match"]["id"]) == ([], [], name)
        await client.post(f"{path}/moves", json={"move": "b1", "at": 0}, headers=bearer(tokens))
        told = await socket.receive("update")
        assert told["history"]["played"][0]["move"] == "b1"
        await socket.say(type="move", move="c1", at=1)  # nobody listens
        await client.post(f"{path}/link", json={"open": False}, headers=bearer(tokens))
        assert (await socket.receive("refused"))["error"] == "no_such_match"
        assert (await socket.ending())[0] == 4404
    assert (await client.get(path)).json()["match"]["at"] == 1


@visited
async def test_the_record_by_a_public_link_names_nobody(client):
    made = await new_match(client, ruleset="reversi:size=4x4", kind="friend", side="first", name="Ann")
    path, headers = f"/api/matches/{made['match']['id']}", bearer(made["tokens"])
    name = (await client.post(f"{path}/link", json={"open": True}, headers=headers)).json()["name"]
    answer = await client.get(f"/api/public/{name}/record")
    assert answer.text == "ruleset: reversi:size=4x4\nmoves:\n"
    assert made["match"]["id"] not in str(answer.headers)
    assert "first: Ann" in (await client.get(f"{path}/record")).text


@visited
async def test_pictures_show_the_moment_asked_for(client):
    path, _, name = await shared(client)
    start, first, latest = [(await client.get(f"{path}/board.svg{at}")).text for at in ("?at=0", "?at=1", "")]
    assert len({start, first, latest}) == 3
    assert (await client.get(f"{path}/board.svg?at=99")).text == latest
    assert (await client.get(f"/api/public/{name}/board.svg?at=1")).text == first
    assert "<script" not in first
    png = (await client.get(f"{path}/board.png?at=1")).content
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    card = await client.get(f"/api/public/{name}/card.png?at=1&language=ja")
    assert struct.unpack(">II", card.content[16:24]) == (1200, 630)
    film = (await client.get(f"{path}/film.gif")).content
    assert film[:6] == b"GIF89a"
    assert film.count(b"\x21\xf9\x04") == 3  # one frame for each position
    for wrong in ("at=-1", "at=x", "theme=pink", "language=xx"):
        assert (await client.get(f"{path}/board.svg?{wrong}")).status_code == 422


@visited
async def test_pictures_for_other_sites_are_those_of_public_games_alone_and_none_of_a_private_one_is_indexed(client):
    path, _, name = await shared(client)
    mine, public = await client.get(f"{path}/board.svg"), await client.get(f"/api/public/{name}/board.svg")
    assert mine.headers["cross-origin-resource-policy"] == "same-origin"
    assert public.headers["cross-origin-resource-policy"] == "cross-origin"
    assert mine.headers["x-robots-tag"] == public.headers["x-robots-tag"] == "noindex"
    assert mine.headers["content-disposition"].endswith('.svg"')
    made = await new_match(client, kind="lobby")
    lobby = await client.get(f"/api/public/{made['match']['id']}/board.svg")
    assert "x-robots-tag" not in lobby.headers
    again = await client.get(f"/api/public/{name}/board.svg", headers={"if-none-match": public.headers["etag"]})
    assert again.status_code == 304


@visited
async def test_a_picture_is_drawn_once_for_all_who_ask(client):
    path, _, _ = await shared(client)
    sharing, drawn = client.app.state.service.sharing, []
    draw = sharing.draw

    async def counted(*given):
        drawn.append(given[2].__name__)
        return await draw(*given)

    sharing.draw = counted
    answers = await asyncio.gather(*(client.get(f"{path}/board.svg?at={1 + number % 2}") for number in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert drawn == ["board", "board"]


@visited
async def test_where_pixels_cannot_be_drawn_it_is_said(client):
    path, _ = await played(client)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(public_routes, "need", _missing)
        answer = await client.get(f"{path}/board.png")
        assert (answer.status_code, answer.json()["error"]) == (501, "not_available")
        assert (await client.get(f"{path}/board.svg")).status_code == 200


def _missing(extra, package):
    from turncoat.extras import MissingExtra

    raise MissingExtra(extra, package)


async def head(client, address, **headers):
    """The tags of a page by name, its title, and whether search engines may keep it."""
    answer = await client.get(address, headers=headers)
    assert answer.status_code == 200
    tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text))
    return {
        **tags,
        "title": re.findall("<title>(.*)</title>", answer.text)[0],
        "header": answer.headers.get("x-robots-tag"),
    }


def test_the_preview_of_a_link_shows_the_board_of_a_public_game_alone(tmp_path, page):
    async def go():
        origins = ("https://play.example", "https://other.example")
        async with site(tmp_path, page, host="0.0.0.0", origins=origins) as client:
            client.headers["host"] = "play.example"
            made = await new_match(client, ruleset="reversi:size=4x4", moves=["b1", "c1"])
            path = f"/api/matches/{made['match']['id']}"
            name = (await client.post(f"{path}/link", json={"open": True})).json()["name"]
            told = await head(client, f"/g/{name}?at=1")
            assert told["og:title"] == "Reversi · Turncoat" == told["title"]
            assert told["og:description"] == "Symbols – Numbers. Move 1 of 2"
            assert told["og:url"] == f"https://play.example/g/{name}?at=1"
            assert told["og:image"] == f"https://play.example/api/public/{name}/card.png?language=en&amp;at=1"
            assert told["twitter:card"] == "summary_large_image"
            assert (told["robots"], told["header"]) == ("noindex", "noindex")
            assert (await head(client, f"/g/{name}", **{"accept-language": "ja-JP,en"}))["og:locale"] == "ja"
            own = path.rpartition("/")[2]
            for hidden in (
                f"/m/{own}",
                f"/g/{own}",
                "/g/nothinghere",
                "/m/nothinghere",
                "/g/%3Cscript%3E",
                f"/m/{own}/review",
            ):
                told = await head(client, hidden)
                assert set(told) == {"robots", "title", "header"}, hidden
                assert (told["title"], told["header"]) == ("Turncoat", "noindex")
            assert set(await head(client, "/rules/reversi")) == {"title", "header"}

    asyncio.run(go())


def test_a_match_of_the_lobby_is_previewed_by_its_own_link_with_its_names(tmp_path, page):
    async def go():
        async with site(tmp_path, page) as client:
            made = await new_match(client, kind="lobby", side="first", name='<b>"Ann" & co</b>')
            told = await head(client, f"/m/{made['match']['id']}")
            assert told["og:description"].startswith("&lt;b&gt;&quot;Ann&quot; &amp; co&lt;/b&gt; – ")
            assert told["og:url"].startswith("http://localhost/m/")
            assert told["header"] is None
            assert "robots" not in told
            assert (await head(client, f"/m/{made['match']['id']}?at=x&at=<"))["og:url"].endswith(made["match"]["id"])

    asyncio.run(go())


def test_only_boards_to_look_at_may_be_framed_and_nothing_is_kept_there(tmp_path, page):
    async def go():
        async with site(tmp_path, page) as client:
            _, _, name = await shared(client)
            framed = await client.get(f"/embed/{name}")
            assert ">embed<" in framed.text
            assert "frame-ancestors *" in framed.headers["content-security-policy"]
            assert "x-frame-options" not in framed.headers
            assert framed.headers["x-robots-tag"] == "noindex"
            assert "set-cookie" not in framed.headers
            for path in ("/", f"/g/{name}", "/embed", "/embedded/x", f"/api/public/{name}", "/embed.html", "/EMBED/x"):
                answer = await client.get(path)
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
            for path in (f"/embed/{name}/../../m/x", "/embed//m/x", "/embed/index.html"):
                answer = await client.get(path)
                assert (
                    ">index<" not in answer.text
                    or "frame-ancestors 'none'" in answer.headers["content-security-policy"]
                )

    asyncio.run(go())


@visited
async def test_a_study_is_kept_shown_changed_and_deleted(client):
    made = await client.post("/api/studies", json={"record": "ruleset: reversi\nmoves: d3 {as usual}"})
    assert made.status_code == 201
    path, secret = f"/api/studies/{made.json()['id']}", made.json()["secret"]
    study = (await client.get(path)).json()
    assert (study["comments"], study["history"][0]["move"]) == ([{"at": 1, "text": "as usual"}], "d3")
    assert (await client.get(f"{path}/record")).text == "ruleset: reversi\nmoves: d3 {as usual}\n"
    body = {"record": "ruleset: verto", "secret": "x" * 43}
    answer = await client.post(f"{path}/change", json=body)
    assert (answer.status_code, answer.json()["error"]) == (403, "bad_secret")
    assert (await client.post(f"{path}/change", json={**body, "secret": secret})).status_code == 204
    assert (await client.get(path)).json()["game"] == "verto"
    assert (await client.post(f"{path}/delete", json={"secret": secret})).status_code == 204
    answer = await client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (404, "no_such_study")
    assert secret not in (await client.get("/api/openapi.json")).text


@visited
async def test_a_study_may_be_long_and_nothing_else_may(client):
    record = "ruleset: reversi\nmoves: d3 {" + "x" * 60_000 + "}"
    made = await client.post("/api/studies", json={"record": record})
    assert made.status_code == 201
    assert len((await client.get(f"/api/studies/{made.json()['id']}/record")).text) > 60_000
    answer = await client.post("/api/matches", json={"ruleset": "x" * 20_000, "kind": "local"})
    assert (answer.status_code, answer.json()["most"]) == (413, 16 * 1024)
    answer = await client.post("/api/studies", json={"record": "x" * 100_000})
    assert (answer.status_code, answer.json()["most"]) == (413, 96 * 1024)
    answer = await client.post("/api/studies", json={"record": "nonsense"})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_record")


async def explored(client, position):
    """What was played from a position in public games."""
    answer = await client.get("/api/explorer", params={"position": position})
    return answer.json()["sources"][0]["moves"]


@visited
async def test_public_games_are_watched_and_explored_over_http_and_sockets(client):
    made = await new_match(client, ruleset="reversi:size=4x4", kind="lobby", side="first", name="Ann")
    path, tokens = f"/api/matches/{made['match']['id']}", dict(made["tokens"])
    async with another(client) as guest:
        tokens |= (await guest.post(f"{path}/join", json={})).json()["tokens"]
    async with Socket(client, "/api/watch/live") as socket:
        first = await socket.read()
        assert [each["id"] for each in first["running"]] == [made["match"]["id"]]
        await client.post(f"{path}/moves", json={"move": "b1", "at": 0}, headers=bearer(tokens))
        assert [each["at"] for each in (await socket.receive("watched"))["games"]] == [1]
    assert (await client.get("/api/watch")).json()["running"][0]["at"] == 1
    await client.post(f"{path}/resign", json={}, headers=bearer(tokens))
    begin = made["match"]["position"]
    async with asyncio.timeout(30):
        while not (
            found := (await client.get("/api/explorer", params={"position": begin})).json()["sources"][0]["moves"]
        ):
            await asyncio.sleep(0.05)
    assert {each["move"]: each["second"] for each in found} == dict.fromkeys(("b1", "a2", "d3", "c4"), 1)
    assert found[0]["sample"] == {"id": made["match"]["id"], "at": 1}
    for wrong, status in (("", 422), ("x" * 1_001, 422), ("nonsense", 422)):
        assert (await client.get("/api/explorer", params={"position": wrong})).status_code == status
