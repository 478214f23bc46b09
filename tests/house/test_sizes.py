"""A module can be read in one sitting: none that is written by hand has more than 400 lines."""

import pytest

from tests.house.tree import files, read

LONGEST = 400
GENERATED = {"frontend/src/wire/schema.ts", "frontend/src/words/messages.ts"}
MODULES = [
    path
    for path in files("*.py", "*.hpp", "*.cpp", "*.ts", "*.svelte", "*.css", "*.js", "*.mjs")
    if str(path) not in GENERATED
]


def test_what_is_generated_says_so():
    assert all("not by hand" in read(path).splitlines()[0] for path in GENERATED)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_module_is_longer_than_400_lines(path):
    assert len(read(path).splitlines()) <= LONGEST
