"""Parts of Turncoat that need packages of their own, and what to say where one is missing."""

from importlib.util import find_spec


class MissingExtra(ImportError):
    """A part of Turncoat whose packages are not installed; `extra` names what would install them."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f'{package} is not installed; pip install "turncoat[{extra}]" brings it', name=package)
        self.extra, self.package = extra, package


def need(extra: str, *packages: str) -> None:
    """Raise MissingExtra unless the packages of that extra are there.

    >>> need("web", "json", "no_such_package")
    Traceback (most recent call last):
    turncoat.extras.MissingExtra: no_such_package is not installed; pip install "turncoat[web]" brings it
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
