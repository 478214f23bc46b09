"""People who do not play: they watch matches, the lobby, and look things up."""

import asyncio
from collections.abc import Awaitable, Callable

from .load import Load, UnexpectedAnswer

WATCHERS, LOBBY_WATCHERS, BOTS = 0.08, 0.02, 0.01  # for each match
LOOKED_UP = 500  # matches at which somebody looks something up for each time that a move is made
PAGES = ("/api/games", "/api/games/verto/rules", "/api/preview?ruleset=verto", "/api/lobby", "/api/health", "/")


async def come_and_go(load: Load, matches: int) -> None:
    """All of them, until it is time to go."""
    kinds = ((WATCHERS, _watch), (LOBBY_WATCHERS, _look_at_lobby), (BOTS, _read_lines), (1 / LOOKED_UP, _look_up))
    async with asyncio.TaskGroup() as group:
        for share, visit in kinds:
            for _ in range(max(1, round(share * matches))):
                group.create_task(_again_and_again(load, visit))


async def _again_and_again(load: Load, visit: Callable[[Load], Awaitable[None]]) -> None:
    while not load.leaving.is_set():
        try:
            await visit(load)
        except UnexpectedAnswer:
            await load.wait(1.0)
        except Exception as error:  # noqa: BLE001 — an hour is not to be lost over one visit
            load.trouble(f"the test itself: {type(error).__name__} {error}")
            await load.wait(1.0)


async def _stay(load: Load) -> None:
    """For as long as a few moves take."""
    await load.wait(load.pace * load.random.uniform(1, 12))


async def _watch(load: Load) -> None:
    """Follows a match, often beyond its end."""
    if not load.playing:
        await load.wait(load.pace / 5)
        return
    await _follow(load, f"/api/matches/{load.random.choice(list(load.playing))}/live")


async def _look_at_lobby(load: Load) -> None:
    await _follow(load, "/api/lobby/live")


async def _follow(load: Load, path: str) -> None:
    person = load.person()
    await load.connect(person, path, lambda _: None)
    try:
        await _stay(load)
    finally:
        load.hang_up(person)


async def _read_lines(load: Load) -> None:
    """Follows a match as bots do, by lines."""
    if not load.playing:
        await load.wait(load.pace / 5)
        return
    await load.read_lines(load.person(), f"/api/matches/{load.random.choice(list(load.playing))}/stream", _stay)


async def _look_up(load: Load) -> None:
    """A page, or a match that was over a while ago; one that there never was is not found."""
    person, chance = load.person(), load.random
    await load.ask(person, "GET", chance.choice(PAGES), refused=(404,))
    await load.ask(person, "GET", "/api/matches/nosuchmatch", refused=(404,))
    if load.over:
        path = f"/api/matches/{chance.choice(load.over)}"
        await load.ask(person, "GET", f"{path}{chance.choice(('', '/record'))}")
    load.counts["looked up"] += 1
    await load.wait(load.pace / 5)
