"""What documents point at is there."""

import re

import pytest

from tests.house.tree import ROOT, files, read

DOCUMENTS = [str(path) for path in files("*.md") if "/rules." not in str(path)]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_a_document_points_at_is_there(document):
    text = re.sub(r"```.*?```|`[^`]*`", "", read(document), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"", text)
    places = [(one or other).partition("#")[0] for one, other in targets]
    local = [
        place for place in places if place and "://" not in place and not place.startswith(("diagram:", "mailto:"))
    ]
    assert [place for place in local if not (ROOT / document).parent.joinpath(place).exists()] == []
