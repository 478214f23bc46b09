"""Views: what is sent of a position is the same whichever twin holds it."""

import orjson
import pytest
from pydantic import TypeAdapter

from tests.native.walks import RULESETS, walk
from turncoat.service import view_builder
from turncoat.service.view import Choice

CHOICES = TypeAdapter(list[Choice])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_compiled_code_writes_legal_moves_just_as_they_are_declared(ruleset):
    for spec, fast in walk(ruleset, "moves"):
        text = view_builder.choices(fast)
        assert text == view_builder.choices(spec)
        assert CHOICES.validate_python(orjson.loads(text)) == orjson.loads(text)
