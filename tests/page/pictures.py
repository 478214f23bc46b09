"""Takes the pictures of the README from the running app: python -m tests.page.pictures (or make pictures)."""

import importlib.util
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright

from tests.house.tree import ROOT
from tests.page.conftest import CHROMIUM, SIZES, USUAL, keep_settings
from tests.page.server import Server
from turncoat.engine import Engine, Limit
from turncoat.games import games, start

FOLDER = ROOT / "docs" / "pictures"
CLOCK = {"kind": "fischer", "minutes": 5, "increment": 5}
NAMES = {"en": ("Aki", "Robin"), "ja": ("あき", "りん")}
FAR, CHAIN = 22, 2
BACK = 9  # moves before the end that is studied
STUDY_MS = 12_000
ERRORS, NODES = 0.12, 3_000


class Studio:
    """Two people at a board, and a camera."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server = browser, server

    @contextmanager
    def person(self, language: str = "en", theme: str = "light", size: str = "desktop") -> Iterator[Any]:
        """Somebody's browser."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=self.server.address,
            viewport={"width": width, "height": height},
            device_scale_factor=1 if size == "desktop" else 1.5,
            is_mobile=size == "phone",
            has_touch=size == "phone",
        )
        context.add_init_script(keep_settings(USUAL | {"language": language, "theme": theme, "sound": True}))
        yield context
        context.close()

    def page(self, name: str, path: str, **look: str) -> None:
        """A picture of a page."""
        with self.person(**look) as somebody:
            self._shoot(somebody, name, path)

    def match(self, name: str, game: str, seed: int, **look: str) -> None:
        """A picture of a match in the middle of it: in a chain, if the game has any."""
        with self.person(**look) as host, self.person() as guest:
            ours, theirs = NAMES[look.get("language", "en")]
            wish = {"ruleset": game, "kind": "friend", "side": "first", "clock": CLOCK, "name": ours}
            made = host.request.post("/api/matches", data=wish).json()
            address = f"/api/matches/{made['match']['id']}"
            guest.request.post(f"{address}/join", data={"invitation": made["invitation"], "name": theirs})
            people = {"first": host.request, "second": guest.request}
            self._play(people, address, Random(seed))
            theirs_open = guest.new_page()  # so that nobody is away
            theirs_open.goto(f"/m/{made['match']['id']}")
            self._shoot(host, name, f"/m/{made['match']['id']}")

    def studied(self, name: str, game: str, seed: int, path: str, ready: str, **look: str) -> None:
        """A picture of a page about a match that is over, once what it waits for is there."""
        with self.person(**look) as player:
            made = player.request.post("/api/matches", data={"ruleset": game, "kind": "local"}).json()
            match = made["match"]["id"]
            for at, move in enumerate(sound_game(game, Random(seed))):
                player.request.post(f"/api/matches/{match}/moves", data={"move": move, "at": at})
            page = player.new_page()
            page.goto(path.format(match=match))
            page.locator(ready).first.wait_for(timeout=60_000)
            for _ in range(BACK):
                page.keyboard.press("ArrowLeft")
            page.wait_for_timeout(STUDY_MS)
            page.screenshot(path=FOLDER / f"{name}.png")

    def _play(self, people: dict[str, Any], address: str, chance: Random) -> None:
        view = people["first"].get(address).json()["match"]
        while view["result"] is None and not _telling(view):
            mover = people[view["side"]]
            move = chance.choice(mover.get(address).json()["match"]["moves"])["move"]
            view = mover.post(f"{address}/moves", data={"move": move, "at": view["at"]}).json()["match"]

    def _shoot(self, context: Any, name: str, path: str) -> None:
        page = context.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        page.screenshot(path=FOLDER / f"{name}.png")


def sound_game(ruleset: str, chance: Random) -> Iterator[str]:
    """The moves of a game between two who see a little ahead and err now and then."""
    position, engine = start(ruleset), Engine(ruleset, memory=4)
    while not position.is_over:
        erring = chance.random() < ERRORS
        moves = position.legal_moves if erring else engine.best(position, Limit(nodes=NODES)).moves[:1]
        move = chance.choice([*moves])
        yield str(move)
        position = position.play(move)


def _telling(view: Any) -> bool:
    """Whether there is something to be seen: late enough, the host to decide, and in a chain where there are chains."""
    turns = Counter(each["turn"] for each in view["history"])
    if view["at"] < FAR or view["side"] != "first":
        return False
    chains = max(turns.values()) >= CHAIN
    return not chains or (view["mid_turn"] and turns[view["history"][-1]["turn"]] >= CHAIN) or view["at"] > 2 * FAR


def _lighten(path: Path) -> None:
    """Writes a picture again in 256 colours, where there is Pillow to do it."""
    if importlib.util.find_spec("PIL"):
        image = importlib.import_module("PIL.Image").open(path).convert("RGB")
        image.quantize(256, method=0).save(path, optimize=True)


def take(say: Callable[[str], None] = print) -> None:
    """All of them."""
    FOLDER.mkdir(exist_ok=True)
    first, *others = games()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        studio = Studio(browser, server)
        for language, theme in (("en", "light"), ("ja", "dark")):
            studio.page(f"home-{language}", "/", language=language, theme=theme)
            studio.match(f"phone-{language}", first, 3, language=language, theme=theme, size="phone")
            studio.match(f"{first}-{language}", first, 3, language=language, theme=theme)
        reviewed, analysed = "/m/{match}/review", "/analysis/{match}"
        studio.studied("review", others[0], 6, reviewed, "td.accuracy:has-text('%')", language="en", theme="light")
        studio.studied("analysis", first, 6, analysed, ".engine", language="en", theme="dark")
        for number, game in enumerate(others):
            language, theme = (("ja", "light"), ("en", "dark"))[number % 2]
            studio.match(game, game, number + 4, language=language, theme=theme)
        browser.close()
        server.stop()
    for path in sorted(FOLDER.glob("*.png")):
        _lighten(path)
        say(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    take()
