"""Public links: who makes and withdraws them, what they show, and that nothing is left of them once they are gone."""

import asyncio

import orjson

from tests.service.harness import alone, next_message, play_on, refusal, running, served, two_people, until
from tests.service.test_processes import fresh
from turncoat.games.results import FIRST


async def public(service, name):
    """What anybody is shown under that name."""
    found = await service.sharing.links.find(name)
    return orjson.loads(found.room.public_answer(found.link, service.now()))


@served
async def test_a_public_link_shows_the_game_and_neither_names_nor_chat_nor_the_match(service, now):
    ann, ben = await two_people(service)
    await ann("chat", "my number is 555")
    await ann.play("d3")
    await ben("offer", "draw")
    link = await service.sharing.links.publish(ann.id, ann.tokens)
    shown = await public(service, link)
    view = shown["match"]
    assert shown["you"] == []
    assert (view["id"], view["at"], view["chat"], view["moves"]) == (link, 1, [], [])
    assert view["seats"] == {side: {"kind": "person", "name": None, "level": None} for side in ("first", "second")}
    assert set(view["offers"].values()) == {None}
    assert not any(view["can"].values())
    text = orjson.dumps(shown).decode()
    for secret in (ann.id, "Ann", "Ben", "555"):
        assert secret not in text


@served
async def test_updates_to_a_public_link_hide_the_same(service, now):
    ann, ben = await two_people(service)
    link = await service.sharing.links.publish(ann.id, ann.tokens)
    found = await service.sharing.links.find(link)
    watcher = service.subscribe(found.room, frozenset(), found.link)
    told = [await watcher.read()]
    await ann("chat", "my number is 555")
    await ann.play("d3")
    await ben("offer", "draw")
    await ann("resign")
    await ann("offer", "rematch")
    await ben("offer", "rematch", "accept")
    while watcher.unread:
        told.append(await watcher.read())
    seen = [orjson.loads(each) for each in told]
    updates = [each for each in seen if each["type"] == "update"]
    assert [each["history"]["played"][0]["move"] for each in updates if "history" in each] == ["d3"]
    assert updates[-1]["version"] == ann.match.seq
    assert any(each["changed"].get("status") == "over" for each in updates)
    text = "".join(told)
    for secret in (ann.id, "Ann", "Ben", "555", ann.match.rematch):
        assert secret not in text


@served
async def test_whoever_joins_later_is_not_named_either(service, now):
    made = await service.create("reversi", "friend", side="first", name="Ann")
    link = await service.sharing.links.publish(made.room.id, [made.tokens[FIRST]])
    found = await service.sharing.links.find(link)
    watcher = service.subscribe(found.room, frozenset(), found.link)
    await watcher.read()
    await service.join(made.room.id, [], made.invitation, "Ben")
    told = await next_message(watcher, "update")
    assert told["changed"]["seats"]["second"] == {"kind": "person", "name": None, "level": None}


@served
async def test_only_players_make_see_and_withdraw_a_link(service, now):
    ann, ben = await two_people(service)
    links = service.sharing.links
    for who in ([], ["x" * 43]):
        assert await refusal(links.publish(ann.id, who)) == "no_seat"
        assert await refusal(links.link(ann.id, who)) == "no_seat"
        assert await refusal(links.withdraw(ann.id, who)) == "no_seat"
    assert await links.link(ann.id, ann.tokens) is None
    name = await links.publish(ann.id, ann.tokens)
    assert await links.publish(ann.id, ben.tokens) == name
    assert await links.link(ann.id, ben.tokens) == name
    await links.withdraw(ann.id, ben.tokens)
    assert await links.link(ann.id, ann.tokens) is None


@served
async def test_a_withdrawn_link_shows_nothing_at_once_and_another_one_has_another_name(service, now):
    ann, _ben = await two_people(service)
    links = service.sharing.links
    name = await links.publish(ann.id, ann.tokens)
    found = await links.find(name)
    watcher = service.subscribe(found.room, frozenset(), found.link)
    player = service.subscribe(found.room, frozenset({FIRST}))
    await watcher.read()
    await links.withdraw(ann.id, ann.tokens)
    assert await refusal(links.find(name)) == "no_such_match"
    assert await refusal(_to_the_end(watcher)) == "no_such_match"
    assert not player.closed
    await links.withdraw(ann.id, ann.tokens)  # again changes nothing
    other = await links.publish(ann.id, ann.tokens)
    assert other != name
    assert (await links.find(other)).match.terms.id == ann.id
    assert await refusal(links.find(name)) == "no_such_match"


async def _to_the_end(subscription):
    while await subscription.read() is not None:
        pass


@served
async def test_a_private_match_is_not_public_under_its_own_name_and_a_match_of_the_lobby_is(service, now):
    for kind in ("friend", "local", "computer"):
        made = await service.create("reversi", kind, level="1" if kind == "computer" else None)
        assert await refusal(service.sharing.links.find(made.room.id)) == "no_such_match"
    made = await service.create("reversi", "lobby", name="Ann")
    seen = await public(service, made.room.id)
    assert (seen["match"]["id"], {each["name"] for each in seen["match"]["seats"].values()}) == (
        made.room.id,
        {"Ann", None},
    )
    who = list(made.tokens.values())
    links = service.sharing.links
    assert await links.publish(made.room.id, who) == made.room.id
    assert await links.link(made.room.id, who) == made.room.id
    assert await refusal(links.withdraw(made.room.id, who)) == "not_possible"
    assert await refusal(links.find("nothinghere")) == "no_such_match"


@served
async def test_a_record_by_a_public_link_has_no_names_and_the_players_own_has_them_still(service, now):
    from turncoat.service.public_view import redacted_record

    ann, ben = await two_people(service)
    await play_on(ann.match, ann, ben, moves=3)
    assert "first: Ann" in ann.match.record()
    record = redacted_record(ann.match)
    assert "Ann" not in record
    assert "Ben" not in record
    assert record.splitlines()[-1] == ann.match.record().splitlines()[-1]
    assert "second: Ben" in ann.match.record()


def test_links_outlive_a_restart(tmp_path):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            player = await alone(service)
            name = await service.sharing.links.publish(player.id, player.tokens)
        async with running(tmp_path / "matches.db") as service:
            assert (await service.sharing.links.find(name)).match.terms.id == player.id

    asyncio.run(go())


def test_a_link_is_withdrawn_at_every_process_at_once_also_when_its_note_is_lost(pg):
    async def go():
        database = await fresh(pg, "links")
        async with running(database) as one, running(database) as two:
            ann, _ = await two_people(one)
            for lost in (False, True):
                name = await one.sharing.links.publish(ann.id, ann.tokens)
                found = await two.sharing.links.find(name)
                watcher = two.subscribe(found.room, frozenset(), found.link)
                await watcher.read()
                if lost:
                    one.sharing.links.tell = lambda _: None
                await one.sharing.links.withdraw(ann.id, ann.tokens)
                assert await refusal(two.sharing.links.find(name)) == "no_such_match"
                if lost:
                    assert not watcher.closed
                    two.peers.missed()
                await until(lambda watcher=watcher: watcher.closed)
                assert await refusal(_to_the_end(watcher)) == "no_such_match"

    asyncio.run(go())


def test_of_two_processes_that_make_a_link_at_once_both_give_the_same(pg):
    async def go():
        database = await fresh(pg, "race")
        async with running(database) as one, running(database) as two:
            ann, _ = await two_people(one)
            made = await asyncio.gather(*(each.sharing.links.publish(ann.id, ann.tokens) for each in (one, two) * 4))
            assert len(set(made)) == 1

    asyncio.run(go())
