"""What still breaks a rule of the house, file by file, in allowed.toml.  The lists only ever get shorter.

`python -m tests.house.allowances` strikes out what is no longer needed; what is new has to be mended instead.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("allowed.toml")
HEAD = "# What still breaks a rule of the house.  These lists only get shorter: python -m tests.house.allowances\n"

Found = Mapping[str, set[str]]


def allowed(rule: str) -> dict[str, set[str]]:
    """What that rule lets pass for now, by file."""
    return {path: set(names) for path, names in tomllib.loads(FILE.read_text("utf-8"))[rule].items()}


def beyond(found: Found, limit: Found) -> dict[str, list[str]]:
    """What of it the limit does not hold, by file."""
    left = {path: sorted(names - limit.get(path, set())) for path, names in found.items()}
    return {path: names for path, names in sorted(left.items()) if names}


def shrink() -> None:
    """Write the lists again without what is no longer needed."""
    from tests.house import test_imports, test_private, test_vocabulary

    rules = {"private": test_private, "loaded": test_imports, "vocabulary": test_vocabulary}
    text = HEAD
    for rule, module in rules.items():
        found, limit = module.found(), allowed(rule)
        text += f"\n[{rule}]\n"
        for path in sorted(limit):
            kept = sorted(limit[path] & found.get(path, set()))
            text += f"{json.dumps(path)} = {json.dumps(kept)}\n" if kept else ""
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    shrink()
