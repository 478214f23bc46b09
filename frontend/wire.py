"""Writes src/wire/schema.ts, the page's types, from the server's own schema: python frontend/wire.py"""

import json
import subprocess
import tempfile
from pathlib import Path

from page import FRONTEND, install_tools, node

from turncoat.web.app import build
from turncoat.web.settings import Settings

TARGET = FRONTEND / "src" / "wire" / "schema.ts"
HEAD = "// Written from the server's schema by `make types`; not by hand.\n"


def write() -> str:
    """The text of the file, as the server's schema is now."""
    schema = build(Settings(database="unused.db")).openapi()
    shapes = {"openapi": schema["openapi"], "info": schema["info"], "paths": {}, "components": schema["components"]}
    install_tools()
    folder = node()
    assert folder, "there is no Node.js"
    with tempfile.TemporaryDirectory() as place:
        source, target = Path(place, "openapi.json"), Path(place, "schema.ts")
        source.write_text(json.dumps(shapes))
        program = FRONTEND / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        command = [folder / "node", program, source, "--alphabetize", "-o", target]
        subprocess.run(command, check=True, capture_output=True, cwd=FRONTEND)
        made = target.read_text("utf-8")
    return HEAD + made[made.index("export ") :]


if __name__ == "__main__":
    TARGET.write_text(write(), "utf-8")
