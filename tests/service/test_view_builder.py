"""Views: what is sent of a position is the same whichever twin holds it, and has the declared shape."""

import orjson
import pytest
from pydantic import TypeAdapter

from tests.native.walks import RULESETS, walk
from turncoat import native
from turncoat.service.view import Choice

CHOICES = TypeAdapter(list[Choice])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_compiled_code_writes_legal_moves_just_as_they_are_declared(ruleset):
    for spec, fast in walk(ruleset, "moves"):
        text = native.legal_json(fast)
        assert text == native.legal_json(spec)
        assert CHOICES.validate_python(orjson.loads(text)) == orjson.loads(text)
