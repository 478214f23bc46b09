"""What is left of a name when what cannot be seen is taken away."""

import pytest

from turncoat.service.names import person_name

# Control characters, spaces, joiners and marks of direction; fillers, the empty Braille cell, a note without a head;
# variation selectors, which show nothing where there is no letter for them to change.
UNSEEN = (
    *"\0\t\x7f\x85\xa0\xad\u1680\u2003\u200b\u200d\u200f\u202e\u2028\u2060\u2066\u3000\ufeff\ufff9\U000e0041",
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159",
    *"\u180b\u180f\ufe00\ufe0f\U000e0100\U000e01ef",
)


@pytest.mark.parametrize("letter", UNSEEN, ids=lambda letter: f"{ord(letter):04x}")
def test_what_cannot_be_seen_is_no_name_and_no_part_of_one(letter):
    assert person_name(letter * 3) is None
    assert person_name(f"{letter} Ann {letter}{letter}Lee{letter}") in ("Ann Lee", f"Ann Lee{letter}")


def test_letters_keep_what_changes_how_they_look():
    for name in ("\u2764\ufe0f", "\u845b\U000e0100\u57ce", "n\u0303"):
        assert person_name(name) == name
