"""PNG output of the command line: checks what it needs before any work is done."""

from turncoat import draw
from turncoat.extras import need

from .console import print_note
from .language import say, spoken

SAMPLES = {"ja": "あ漢"}


def need_png() -> None:
    """Says what to install where pictures cannot be made."""
    need("png", "resvg_py")


def note_missing_letters() -> None:
    """Notes that the picture will lack letters, where the machine has no fonts for them."""
    if not draw.has_letters("a1" + SAMPLES.get(spoken(), "")):
        print_note(say("show.no_letters"))
