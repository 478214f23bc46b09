"""People who do not play: they watch matches, the lobby, and look things up."""

import asyncio
from collections.abc import Awaitable, Callable

from .people import Crowd, Trouble

WATCHERS, LOBBY_WATCHERS, BOTS = 0.08, 0.02, 0.01  # for each match
LOOKED_UP = 500  # matches at which somebody looks something up for each time that a move is made
PAGES = ("/api/games", "/api/games/verto/rules", "/api/preview?ruleset=verto", "/api/lobby", "/api/health", "/")


async def come_and_go(crowd: Crowd, matches: int) -> None:
    """All of them, until it is time to go."""
    kinds = ((WATCHERS, _watch), (LOBBY_WATCHERS, _look_at_lobby), (BOTS, _read_lines), (1 / LOOKED_UP, _look_up))
    async with asyncio.TaskGroup() as group:
        for share, visit in kinds:
            for _ in range(max(1, round(share * matches))):
                group.create_task(_again_and_again(crowd, visit))


async def _again_and_again(crowd: Crowd, visit: Callable[[Crowd], Awaitable[None]]) -> None:
    while not crowd.leaving.is_set():
        try:
            await visit(crowd)
        except Trouble:
            await crowd.wait(1.0)
        except Exception as error:  # noqa: BLE001 — an hour is not to be lost over one visit
            crowd.trouble(f"the test itself: {type(error).__name__} {error}")
            await crowd.wait(1.0)


async def _stay(crowd: Crowd) -> None:
    """For as long as a few moves take."""
    await crowd.wait(crowd.pace * crowd.random.uniform(1, 12))


async def _watch(crowd: Crowd) -> None:
    """Follows a match, often beyond its end."""
    if not crowd.playing:
        await crowd.wait(crowd.pace / 5)
        return
    await _follow(crowd, f"/api/matches/{crowd.random.choice(list(crowd.playing))}/live")


async def _look_at_lobby(crowd: Crowd) -> None:
    await _follow(crowd, "/api/lobby/live")


async def _follow(crowd: Crowd, path: str) -> None:
    person = crowd.person()
    await crowd.connect(person, path, lambda _: None)
    try:
        await _stay(crowd)
    finally:
        crowd.hang_up(person)


async def _read_lines(crowd: Crowd) -> None:
    """Follows a match as bots do, by lines."""
    if not crowd.playing:
        await crowd.wait(crowd.pace / 5)
        return
    await crowd.read_lines(crowd.person(), f"/api/matches/{crowd.random.choice(list(crowd.playing))}/stream", _stay)


async def _look_up(crowd: Crowd) -> None:
    """A page, or a match that was over a while ago; one that there never was is not found."""
    person, chance = crowd.person(), crowd.random
    await crowd.ask(person, "GET", chance.choice(PAGES), refused=(404,))
    await crowd.ask(person, "GET", "/api/matches/nosuchmatch", refused=(404,))
    if crowd.over:
        path = f"/api/matches/{chance.choice(crowd.over)}"
        await crowd.ask(person, "GET", f"{path}{chance.choice(('', '/record'))}")
    crowd.counts["looked up"] += 1
    await crowd.wait(crowd.pace / 5)
