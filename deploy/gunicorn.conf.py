"""gunicorn's settings: `gunicorn -c deploy/gunicorn.conf.py`. What may vary comes from PRAETOR_* (api_docs/cli.md).

2 workers of 8 threads on PostgreSQL, 1 of 16 on SQLite; the application is built in each worker, after the fork.
`praetor project run` goes beside it as a process of its own.
"""

import gc
import os
import sys
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

gc.disable()  # nothing that is imported becomes garbage

from eventsourcing.persistence import PersistenceError

from service.server.serving import check_ready, gunicorn_options
from service.settings import WrongSettings, read_settings

try:
    settings = read_settings(os.environ)
except WrongSettings as error:
    sys.exit(f"error: {error}")

wsgi_app = "service.web.app:application()"
bind = f"[{settings.host}]:{settings.port}" if ":" in settings.host else f"{settings.host}:{settings.port}"
globals().update(gunicorn_options(settings))


def on_starting(arbiter: Any) -> None:
    """Start nothing without a store; have all workers count into one folder."""
    gc.freeze()  # it stays to the end, so nobody need look at it again
    gc.enable()
    try:
        check_ready(settings)
    except PersistenceError as error:
        sys.exit(f"error: {error}")
    if settings.metrics is None:
        arbiter.counted = os.environ["PRAETOR_METRICS"] = mkdtemp(prefix="praetor-metrics-")


def on_exit(arbiter: Any) -> None:
    """Throw the counters away that this arbiter's workers made."""
    rmtree(getattr(arbiter, "counted", ""), ignore_errors=True)
