"""The files in deploy/ as the programs that they are for read them."""

import re
from collections import defaultdict

import yaml

from tests.house.tree import read

UNITS = ("turncoat@.service", "turncoat-backup.service", "turncoat-backup.timer")


def environment(text=None):
    """The settings of an environment file, as systemd and Compose read it."""
    lines = (read("deploy/turncoat.env") if text is None else text).splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def unit(name):
    """The settings of a unit, each with all its values, by their names."""
    found = defaultdict(list)
    for line in read(f"deploy/systemd/{name}").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


def compose():
    """The Compose file."""
    return yaml.safe_load(read("deploy/compose.yaml"))


def dockerfile():
    """The instructions of the Dockerfile, each with its arguments."""
    text = re.sub(r"\\\n\s*", "", read("deploy/Dockerfile"))
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line and not line.startswith("#")]


def replaced(text, *pairs):
    """The text with each of these, which must be there, replaced by another."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text
