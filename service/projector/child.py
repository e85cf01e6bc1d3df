"""The projector as a child of `praetor serve`: `python -m service.projector.child PARENT`.

It projects until SIGTERM, or until the process PARENT is no longer its parent, however that one ended.

It may be ended at any point: rows and position change together (`projections.runner`).
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from threading import Event, Thread
from time import sleep

from service.projector.process import project
from service.settings import read_settings
from service.web.health_views import log_to

GLANCE = 0.5


def main(parent: int) -> None:
    """Project with the settings of the environment as long as `parent` lives."""
    log_to()
    gc.freeze()  # what was imported stays to the end
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    Thread(target=end_without, args=[parent], daemon=True).start()
    project(read_settings(os.environ), Event())


def end_without(parent: int) -> None:
    """Send SIGTERM to this process when its parent has ended."""
    while os.getppid() == parent:
        sleep(GLANCE)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]))
