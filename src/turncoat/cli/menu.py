"""What `turncoat play` asks a person who named no game."""

from dataclasses import dataclass
from pathlib import Path

from turncoat.games import GameInfo, Ruleset, start
from turncoat.games import games as all_games
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side

from . import storage
from .autosave import unfinished
from .console import output, print_error
from .errors import spoken_text
from .language import say, spoken
from .match import Match
from .opponents import LEVELS, RANDOM, label
from .prompts import ask, ask_choice


@dataclass(frozen=True)
class Chosen:
    """The game to play, against whom, on which seat, and the file it was kept in if it goes on."""

    match: Match
    against: str | None
    person: Side | None = None
    kept: Path | None = None


def choose(against: str | None, person: Side | None = None) -> Chosen:
    """Ask for the game, its options and, unless they are known, the opponent and the side."""
    kept = unfinished()
    games = list(all_games().values())
    lines = [f"{game.title(spoken())}: {game.say('summary', spoken())}" for game in games]
    old = None if kept is None else Match(storage.read_record(kept))
    if old is not None:
        lines.append(say("menu.continue", ruleset=old.position.ruleset, count=len(old.moves)))
    number = ask_choice(say("menu.game"), lines)
    if old is not None and number == len(games):
        return Chosen(old, against or old.opponent, person or old.person, kept)
    match = Match.between_people(start(_ask_ruleset(games[number])))
    if against is not None:
        return Chosen(match, against, person)
    against = _ask_opponent(people=person is None)
    if against is None:
        return Chosen(match, None)
    sides = [games_side(match, side) for side in Side]
    return Chosen(match, against, person or list(Side)[ask_choice(say("menu.side"), sides)])


def _ask_opponent(*, people: bool) -> str | None:
    """The opponent's name; None for two people, which who has taken a side cannot mean."""
    choices = [say("menu.people")] if people else []
    choices += [label(RANDOM), say("menu.computer")]
    number = ask_choice(say("menu.against"), choices) + (not people)
    if number < 2:
        return RANDOM if number else None
    # A question of its own, so that a level's number is what one types.
    return LEVELS[ask_choice(say("menu.level"), [label(level) for level in LEVELS])]


def games_side(match: Match, side: Side) -> str:
    """The side's name, and whether it begins."""
    name = match.position.ruleset.info.say(f"sides.{side}", spoken())
    return say(f"menu.{side}", side=name)


def _ask_ruleset(game: GameInfo) -> Ruleset:
    """The ruleset: the usual one, or options typed in."""
    console = output()
    for choice in game.Options.choices():
        label = game.say(f"options.{choice.name}.label", spoken())
        console.print(f"  {choice.name}={'|'.join(choice.values)}  {label}", style="dim")
    while True:
        answer = ask(say("menu.options")).replace(" ", ",")
        text = f"{game.name}:{answer}" if answer else game.name
        try:
            return Ruleset.read(text)
        except TurncoatError as error:
            print_error(spoken_text(error))
