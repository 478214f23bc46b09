"""`python -m turncoat.cli` is `turncoat`."""

import sys

from . import main

sys.exit(main())
