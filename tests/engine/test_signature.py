"""The search's signature is the one on record: whoever changes the search on purpose records the new one."""

import json
from pathlib import Path

from turncoat.engine.signature import sign, sign_all

RECORD = Path("bench/signature.json")


def test_the_signature_is_the_one_on_record():
    assert {each.ruleset: each.nodes for each in sign_all()} == json.loads(RECORD.read_text()), (
        "the search has changed: if that was meant, `make signature` records it"
    )


def test_the_signature_does_not_depend_on_what_was_searched_before():
    assert sign("verto", 20_000).nodes == sign("verto", 20_000).nodes
