"""The service as one tree of processes: gunicorn's arbiter, its workers, and the projector beside them.

Read `serve`, then `Arbiter`, then `ProjectorProcess`. deploy/gunicorn.conf.py also uses `gunicorn_options` and
`check_ready`; there gunicorn is started by itself, and the projector is a process of its own. Each worker builds the
application after the fork: connections must not be shared.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import NoReturn

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter as Workers  # type: ignore[import-untyped]
from msgspec import structs

from service.settings import Address, Settings
from service.web.app import application
from service.wiring import services_of

LOG = logging.getLogger("praetor.serve")
WORKER = "service.server.worker.Worker"
BACKLOG = 2048
# of each worker; a process may usually have 1024 files open
CONNECTIONS = 512
GRACE = 30
# seconds between two starts of a projector that has not held out for STEADY seconds
PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
STEADY = 10.0


LOGGED = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.web.health_views.JsonLines"}},
    "handlers": {
        "out": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stdout",
            "formatter": "json",
        }
    },
    "root": {"level": "WARNING", "handlers": ["out"]},
    "loggers": {
        "gunicorn.error": {"level": "INFO", "handlers": ["out"], "propagate": False},
        "gunicorn.access": {"level": "WARNING", "handlers": ["out"], "propagate": False},
        "praetor": {"level": "INFO", "handlers": ["out"], "propagate": False},
    },
}


class PortTaken(Exception):
    """Another process listens at the address."""


def gunicorn_options(settings: Settings) -> dict[str, object]:
    """The settings of gunicorn for the service, by their names; times in seconds."""
    return {
        "worker_class": WORKER,
        "worker_connections": CONNECTIONS,
        "workers": settings.workers,
        "threads": settings.threads,
        "backlog": BACKLOG,
        "timeout": 30,
        "graceful_timeout": GRACE,
        "keepalive": 5,
        "preload_app": False,
        "control_socket_disable": True,
        # the workers' heartbeat must not wait for a disk
        "worker_tmp_dir": "/dev/shm" if Path("/dev/shm").is_dir() else None,
        "logconfig_dict": LOGGED,
    }


def check_ready(settings: Settings) -> None:
    """Raises PersistenceError unless the store and the tables beside it answer and are migrated."""
    services = services_of(settings)
    try:
        services.keys.check()
        services.audit.check()
        services.windows.progress("")
    finally:
        services.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address, where port 0 is any free one. Raises PortTaken, OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"{host}:{port}") from error
        raise


def url_of(listener: socket.socket) -> str:
    """The URL of the service for a client."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> NoReturn:
    """Serve until SIGTERM or Ctrl-C, then end this process; `ready` is called when requests are taken.

    Raises SystemExit at the end. Each worker leaves by it too, through the caller's frames: nothing there may clean up
    for the arbiter.
    """
    counted = structs.replace(settings, metrics=settings.metrics or Path(mkdtemp(prefix="praetor-metrics-")))
    projector = ProjectorProcess(counted)

    def end(_: Workers) -> None:
        projector.end()
        if settings.metrics is None:
            rmtree(counted.metrics or "", ignore_errors=True)

    options = {"bind": f"fd://{listener.detach()}", "when_ready": lambda _: ready(), "on_exit": end}
    Arbiter(EmbeddedService(counted, {**gunicorn_options(counted), **options}), projector).run()
    raise SystemExit


class EmbeddedService(BaseApplication):  # type: ignore[misc]
    """The service as an application of gunicorn: its settings, and how a worker builds it."""

    def __init__(self, settings: Settings, overrides: Mapping[str, object]) -> None:
        self.settings = settings
        self.overrides = overrides
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.overrides.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application of one worker."""
        return application(self.settings)


class Arbiter(Workers):  # type: ignore[misc]
    """Gunicorn's arbiter, which also checks the projector each second, as it checks its workers."""

    # a terminal that closes ends what runs in it; there is no configuration file to be read again
    handle_hup = Workers.handle_term

    def __init__(self, embedded: EmbeddedService, projector: ProjectorProcess) -> None:
        self.projector = projector
        super().__init__(embedded)

    def manage_workers(self) -> None:
        """Start the workers that are missing, and the projector."""
        super().manage_workers()
        self.projector.keep()


class ProjectorProcess:
    """The projecting process: it is started, restarted after a crash, and ended; without its parent it ends itself."""

    def __init__(self, settings: Settings) -> None:
        db = settings.db.conninfo if isinstance(settings.db, Address) else str(settings.db)
        self._environment = {**os.environ, "PRAETOR_DB": db}
        self._process: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._deaths = 0

    def keep(self) -> None:
        """Start it unless it runs; after repeated ends at growing intervals."""
        if self._process is None:
            self._start()
        elif self._process.poll() is not None and monotonic() >= self._due():
            self._deaths = 0 if monotonic() - self._began > STEADY else self._deaths + 1
            LOG.warning("projector %s has ended, another one is started", self._process.pid)
            self._start()

    def end(self) -> None:
        """End it, within 5 s."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _due(self) -> float:
        return self._began + PAUSES[min(self._deaths, len(PAUSES) - 1)]

    def _start(self) -> None:
        self._began = monotonic()
        # a session of its own: Ctrl-C reaches the arbiter, which ends the projector last
        line = [sys.executable, "-m", "service.projector.child", str(os.getpid())]
        self._process = subprocess.Popen(line, env=self._environment, start_new_session=True)
        LOG.info("projector %s started", self._process.pid)
