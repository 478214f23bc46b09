"""One Python target under Atheris: `python -m bench.fuzz.under_atheris TARGET [libFuzzer's options]`."""

import gc
import sys
from types import FunctionType

import atheris

from bench.fuzz.readers import READERS


def main() -> None:
    """Fuzzes until libFuzzer ends the process."""
    name, *options = sys.argv[1:]
    # One by one, for Atheris does not see what an editable install imports.
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and (each.__module__ or "").startswith("turncoat."):
            atheris.instrument_func(each)
    atheris.Setup([sys.argv[0], *options], READERS[name].run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
