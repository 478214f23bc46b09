"""What a game is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .options import Options
from .text import say

if TYPE_CHECKING:
    from .plain import PlainPosition


@dataclass(frozen=True)
class GameInfo:
    """A game: its name, its options, its positions, and the package or module its texts lie beside."""

    name: str
    Options: type[Options]
    Position: "type[PlainPosition]"
    package: str
    version: int = 1
    """Raised when a change of the rules would make old games read differently."""
    othello: bool = False
    """Whether programs for Othello can play it: Black first, cells and passes, the option `size` in columns x rows."""
    order: int = 100
    """Where it stands in a list of games: the lower, the earlier; the same are sorted by name."""
    length: float = 1.0
    """How long games of good players are beside random ones: thinking on a clock reckons with it."""

    def say(self, key: str, language: str = "en", **data: object) -> str:
        """A text of the game in that language."""
        return say(self.package, key, language, **data)

    def __reduce__(self) -> tuple[object, ...]:
        from .found import game  # looks for infos like this one

        return game, (self.name,)
