"""The `praetor` of the guides: the command line, whose keys are the same each time.

It is a module of its own, as each command of a guide is a process: none of them waits for what the guide itself needs.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from service.cli import main

if __name__ == "__main__":
    secret = bytes(f"{'-'.join(sys.argv[1:]):.32}".ljust(32), "ascii")
    with patch("service.app.keys.token_bytes", lambda _: secret):
        main(prog_name="praetor")
