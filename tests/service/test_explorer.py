"""The explorer and the games to watch: public games alone are counted, each once, and shown to whoever asks."""

import asyncio

import orjson
import pytest

from tests.service.harness import Player, Time, play_on, running, served, two_people, until
from tests.service.test_processes import fresh
from tests.service.test_studies import code
from turncoat import start
from turncoat.games.results import FIRST, SECOND
from turncoat.service import explorer, explorer_files
from turncoat.service.explorer_files import Known
from turncoat.service.store_errors import StoreUnusable

SMALL = "reversi:size=4x4"


async def public_game(service, moves=(), ruleset=SMALL, *, resigns=True):
    """A game of the lobby in which these moves were made, and then the second player has resigned."""
    made = await service.create(ruleset, "lobby", side="first", name="Ann")
    joined = await service.join(made.room.id, [], None, "Ben")
    people = Player(service, made.room.id, made.tokens[FIRST]), Player(service, made.room.id, joined.tokens[SECOND])
    for number, move in enumerate(moves):
        await people[number % 2].play(move)
    if resigns:
        await people[1]("resign")
        await counted(service)
    return people


async def counted(service):
    """Waits until every finished public game is counted."""
    async with asyncio.timeout(20):
        while await service.sharing.archive._unnoted(0):
            await asyncio.sleep(0.01)


async def explored(service, position, source=explorer.SERVER):
    """What is told of a position: games, wins of both sides and draws by move."""
    found = await service.sharing.explorer.explore(str(position), "")
    [told] = [each for each in found["sources"] if each["name"] == source]
    return {each["move"]: (each["games"], each["first"], each["second"], each["draws"]) for each in told["moves"]}


@served
async def test_what_was_played_is_told_with_results_and_mirror_images_count_as_one(service, now):
    begin = start(SMALL)
    ann, _ = await public_game(service, ["b1", "a1"])
    again, _ = await public_game(service, ["b1", "c1"])
    assert {move: told[0] for move, told in (await explored(service, begin)).items()} == dict.fromkeys(
        ("b1", "a2", "d3", "c4"), 2
    )
    after = begin.play("b1")
    assert await explored(service, after) == {"a1": (1, 1, 0, 0), "c1": (1, 1, 0, 0)}
    mirrored = begin.play("c4")  # the same position seen from the other side
    assert set((await explored(service, mirrored)).values()) == {(1, 1, 0, 0)}
    found = await service.sharing.explorer.explore(str(after), "")
    samples = {each["move"]: each["sample"] for each in found["sources"][0]["moves"]}
    assert samples == {"a1": {"id": ann.id, "at": 2}, "c1": {"id": again.id, "at": 2}}
    assert await explored(service, after.play("a1")) == {}


def test_a_game_that_was_deleted_since_still_counts_and_is_no_longer_pointed_at(tmp_path):
    async def go():
        now, keep, begin = Time(), 50 * 86_400.0, start(SMALL)
        async with running(tmp_path / "m.db", now=now, keep=keep) as service:
            assert not await service.sharing.explorer.has_moves()
            await public_game(service, ["b1", "a1"])
            now.pass_by(keep + 1)
            await service.sweeper.sweep()
            latest, _ = await public_game(service, ["b1", "c1"])
            found = await service.sharing.explorer.explore(str(begin.play("b1")), "")
            told = {each["move"]: (each["games"], each["sample"]) for each in found["sources"][0]["moves"]}
            assert told == {"a1": (1, None), "c1": (1, {"id": latest.id, "at": 2})}
            assert await service.sharing.explorer.has_moves()

    asyncio.run(go())


@served
async def test_private_games_are_never_counted_listed_or_watched(service, now):
    ann, ben = await two_people(service, SMALL)
    await service.sharing.links.publish(ann.id, ann.tokens)
    await ann.play("b1")
    assert orjson.loads(await service.sharing.watch.text())["running"] == []
    await play_on(ann.match, ann, ben)
    assert ann.match.status == "over"
    made = await service.create(SMALL, "local", moves=["b1"])
    await service.resign(made.room.id, list(made.tokens.values()))
    assert await service.sharing.archive.note(ann.match) is False
    assert await service.sharing.archive.catch_up() == 0
    assert await explored(service, start(SMALL)) == {}
    service.sharing.watch.listed()
    told = orjson.loads(await service.sharing.watch.text())
    assert (told["running"], told["finished"], told["close"]) == ([], [], [])


@served
async def test_a_game_is_counted_once_whoever_counts_it(service, now):
    ann, _ = await public_game(service, ["b1"])
    assert await service.sharing.archive.note(ann.match) is False
    assert await service.sharing.archive.catch_up() == 0
    assert {told[0] for told in (await explored(service, start(SMALL))).values()} == {1}
    running_, _ = await public_game(service, ["b1"], resigns=False)
    assert await service.sharing.archive.note(running_.match) is False


@served
async def test_a_game_cancelled_before_it_began_counts_for_nothing(service, now):
    made = await service.create(SMALL, "lobby")
    await service.resign(made.room.id, list(made.tokens.values()))
    await counted(service)
    assert await explored(service, start(SMALL)) == {}
    assert orjson.loads(await service.sharing.watch.text())["finished"] == []


def test_games_that_ended_while_nobody_counted_are_counted_at_the_next_start(tmp_path, monkeypatch):
    async def go():
        async def nothing(_):
            return False

        async with running(tmp_path / "matches.db") as service:
            service.sharing.archive.note = nothing
            made = await service.create(SMALL, "lobby", side="first")
            joined = await service.join(made.room.id, [], None, None)
            await service.play(made.room.id, [made.tokens[FIRST]], "b1", 0)
            await service.resign(made.room.id, list(joined.tokens.values()))
        async with running(tmp_path / "matches.db") as service:
            await counted(service)
            assert (await explored(service, start(SMALL)))["b1"] == (1, 1, 0, 0)

    asyncio.run(go())


def test_of_two_processes_that_count_a_game_one_does(pg):
    async def go():
        database = await fresh(pg, "explored")
        async with running(database) as one, running(database) as two:
            ann, _ = await public_game(one, ["b1", "a1"])
            there = (await two.room(ann.id)).match
            assert await asyncio.gather(*(each.sharing.archive.note(there) for each in (one, two))) == [False, False]
            assert (await explored(two, start(SMALL)))["b1"] == (1, 1, 0, 0)
            await public_game(two, ["b1", "c1"])
            assert (await explored(one, start(SMALL)))["b1"] == (2, 2, 0, 0)

    asyncio.run(go())


def test_sets_made_elsewhere_are_told_beside_it_with_the_scores_of_engines(tmp_path):
    begin = start(SMALL)
    after = begin.play("b1").canonical()
    path = tmp_path / "lab's set.db"
    explorer_files.write(path, [Known(str(after), 10, 4, 5, 0.25, -2.0, proved=True), Known(str(begin), 3, 1, 1)])

    async def go():
        async with running(tmp_path / "matches.db", sets=[path]) as service:
            found = await service.sharing.explorer.explore(str(begin), "")
            assert [source["name"] for source in found["sources"]] == ["server", "lab's set"]
            told = {each["move"]: each for each in found["sources"][1]["moves"]}
            assert set(told) == {"b1", "a2", "d3", "c4"}
            assert told["b1"] == {
                "move": "b1",
                "games": 10,
                "first": 4,
                "second": 5,
                "draws": 1,
                "win": 0.25,
                "lead": -2.0,
                "proved": True,
                "sample": None,
            }

    asyncio.run(go())


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_file_that_is_no_set_is_told_at_the_start(tmp_path, content):
    path = tmp_path / "set.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreUnusable, match=r"set\.db"):
        explorer_files.ExplorerFile(path)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("", "unknown_game"),
        ("chess 8/8 x", "unknown_game"),
        ("reversi", "bad_position"),
        ("reversi:size=99x99 ... x", "bad_option"),
        (f"reversi {'x' * 900} x", "bad_position"),
    ],
)
def test_a_position_that_cannot_be_read_is_told(tmp_path, position, expected):
    async def go():
        async with running(tmp_path / "matches.db") as service:
            assert await code(service.sharing.explorer.explore(position, "")) == expected

    asyncio.run(go())


@served
async def test_running_public_games_are_watched_and_told_when_they_go_on(service, now):
    watcher = await service.sharing.watch.watch()
    assert orjson.loads(await watcher.read())["running"] == []
    ann, ben = await public_game(service, ["b1"], resigns=False)
    [game] = orjson.loads(await watcher.read())["running"]
    assert (game["id"], game["at"], game["result"]) == (ann.id, 1, None)
    assert [each["cell"] for each in game["last"]] == ["b1", "b2"]
    assert {seat["name"] for seat in game["seats"].values()} == {"Ann", "Ben"}
    await ben.play("a1")
    message = orjson.loads(await watcher.read())
    assert (message["type"], [each["at"] for each in message["games"]]) == ("watched", [2])
    await ben("resign")
    ended = orjson.loads(await watcher.read())
    assert (ended["type"], ended["running"], ended["finished"]) == ("watching", [], [])  # too short to be shown
    service.sharing.watch.subscriptions.discard(watcher)
    await until(service.sharing.watch._telling.done)


@served
async def test_games_played_to_their_end_are_listed_latest_first_and_closest_first(service, now):
    margins = dict[str, tuple[int, int]]()
    for _ in range(3):
        now.pass_by(60)
        ann, ben = await public_game(service, resigns=False)
        await play_on(ann.match, ann, ben, seed=len(margins))
        score = ann.match.position.facts().score
        margins[ann.id] = abs(score.first - score.second), -ann.match.game.current.turn
    await counted(service)
    service.sharing.watch.listed()
    told = orjson.loads(await service.sharing.watch.text())
    assert [each["id"] for each in told["finished"]] == [*reversed(margins)]
    assert [each["id"] for each in told["close"]] == sorted(margins, key=margins.__getitem__)
    assert all(each["result"]["en"] for each in told["finished"])
    now.pass_by(8 * 86_400)
    service.sharing.watch.listed()
    told = orjson.loads(await service.sharing.watch.text())
    assert (len(told["finished"]), told["close"]) == (3, [])


@served
async def test_a_game_in_which_nothing_happens_for_a_day_does_not_run_any_more(service, now):
    ann, _ = await public_game(service, ["b1"], resigns=False)
    assert [each["id"] for each in orjson.loads(await service.sharing.watch.text())["running"]] == [ann.id]
    now.pass_by(86_401)
    service.sharing.watch.listed()
    assert orjson.loads(await service.sharing.watch.text())["running"] == []
