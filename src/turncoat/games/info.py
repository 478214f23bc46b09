"""What a game is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import SHARED
from .options import Options
from .text import Language, knows, say

if TYPE_CHECKING:
    from .plain import PlainPosition


@dataclass(frozen=True, repr=False)
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

    def say(self, key: str, language: Language = "en", **data: object) -> str:
        """A text of the game in that language, else in English; what it does not say is said as of any game.

        >>> from turncoat.games import game
        >>> game("verto").say("prompts.resign", side="Light")
        'Light to move.'
        """
        if knows(self.package, key, language) or knows(self.package, key):
            return say(self.package, key, language, **data)
        first, _, rest = key.partition(".")
        word = rest.split(".")[0] or self.name
        last = rest.rpartition(".")[2]
        usual = (f"any_game.{first}.{last}", f"any_game.{first}.other", f"any_game.{first}")
        return say(SHARED, next(key for key in usual if knows(SHARED, key)), language, **{"word": word, **data})

    def speaks(self, language: Language) -> bool:
        """Whether the game has its words in that language; where it has not, it speaks English."""
        return knows(self.package, "name", language)

    def title(self, language: Language = "en") -> str:
        """What the game is called; marked where its words are not in that language."""
        name = self.say("name", language)
        return name if self.speaks(language) else say(SHARED, "any_game.marked", language, name=name)

    def __repr__(self) -> str:
        return f"<GameInfo {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        from .found import game  # looks for infos like this one

        return game, (self.name,)
