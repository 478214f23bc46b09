"""Other engines as opponents and analysts: programs that speak UGI, NBoard or GTP.

Whatever such a program does (hang, crash, cheat, talk nonsense) becomes an EngineFailure, and nothing worse.
"""

from ._external import PREFIXES, External, is_external
from ._failure import EngineFailure
from ._nboard import read_search
from ._task import Timeouts
from ._ugi import read_info

__all__ = ["PREFIXES", "EngineFailure", "External", "Timeouts", "is_external", "read_info", "read_search"]
