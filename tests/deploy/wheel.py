"""A wheel of what the tests run: the sources, and what was compiled for them already."""

import zipfile
from importlib import metadata
from pathlib import Path

from tests.house.tree import ROOT
from turncoat.native import _native

KEPT = ("METADATA", "WHEEL", "entry_points.txt")


def pack(folder: Path) -> Path:
    """The wheel, in that folder."""
    distribution = metadata.distribution("turncoat")
    about = {name: distribution.read_text(name) or "" for name in KEPT}
    [tag] = [line.removeprefix("Tag: ") for line in about["WHEEL"].splitlines() if line.startswith("Tag: ")]
    name = f"turncoat-{distribution.version}"
    sources = ROOT / "src"
    compiled = Path(_native.__file__)
    files = {path.relative_to(sources): path for path in sources.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    files[Path("turncoat/native") / compiled.name] = compiled
    wheel = folder / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for place, path in files.items():
            packed.write(path, str(place))
        for each, text in about.items():
            packed.writestr(f"{name}.dist-info/{each}", text)
        places = [*map(str, files), *(f"{name}.dist-info/{each}" for each in (*KEPT, "RECORD"))]
        packed.writestr(f"{name}.dist-info/RECORD", "".join(f"{place},,\n" for place in places))
    return wheel
