"""Things are called what their field calls them: the names that only we understood do not come back."""

import re

import pytest

from tests.house.tree import code, files

OLD = (
    # search and levels: reverse futility, ProbCut, traits, order score, pattern indices, UCT player, self-play, ...
    "believes", "exhaustive_search", "kSure", "Know", "Sense", "promise", "haste", "glances", "Thinker", "Gambler",
    "School", "Lesson", "next_world", "safe_stones", "warmth", "careless",
    # solver: proof store, queue, enumeration
    "Hall", "Agenda", "Atlas",
    # service: commands, SeatView, peer updates, MatchTerms, PlayedMove, ChatMessage, timeouts, load
    "acts", "Sitting", "News", "MatchFacts", "Made", "Said", "Patience", "PATIENCE", "crowd", "Crowd", "Desk",
    "Thought",
    # page and command line: animator, updates, autosave, line wrapping, game session
    "theatre", "Theatre", "folding", "keeper", "sitting", "hear", "heard",
)  # fmt: skip
WORD = re.compile(r"(?<![\w'])(" + "|".join(OLD) + r")(?![\w'])")
SOURCES = files(
    "src/*.py", "bench/*.py", "tests/*.py", "native/*.hpp", "native/*.cpp", "frontend/src/*.ts", "frontend/src/*.svelte"
)


def old_names(text: str) -> set[str]:
    """The old names among the identifiers of a piece of code; texts in quotes are for people."""
    without_texts = re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`[^`]*`', '""', text)
    return set(WORD.findall(without_texts))


def test_old_names_are_found_and_texts_are_left_alone():
    assert old_names("class Crowd:\n    def hear(self): return 'what is heard'") == {"Crowd", "hear"}


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_no_old_name_is_left(path):
    assert old_names(code(path)) == set()
