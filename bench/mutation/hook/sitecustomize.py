"""Read by every Python process of a mutation run: turncoat comes from the copy, and one module with a fault in it."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path


class _Planted(importlib.machinery.SourceFileLoader):
    """Loads another text under the module's own name and place."""

    def get_code(self, fullname):  # type: ignore[no-untyped-def]
        return compile(Path(os.environ["MUTANT_TEXT"]).read_bytes(), self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module; all others are found as ever."""

    def find_spec(self, fullname, path, target=None):  # type: ignore[no-untyped-def]
        if fullname != os.environ.get("MUTANT_MODULE"):
            return None
        place = os.environ["MUTANT_PLACE"]
        return importlib.util.spec_from_file_location(fullname, place, loader=_Planted(fullname, place))


# An editable install has a finder of its own that would lead back to the working tree.
sys.meta_path[:] = [_Finder(), *(each for each in sys.meta_path if not type(each).__name__.startswith("ScikitBuild"))]
