"""The application of a server whose conflicts and workers can be counted from outside.

Every answer names its worker in X-Worker; each conflict that a store's append met adds a byte to a file of the worker.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eventsourcing.persistence import IntegrityError
from flask import Flask, Response

from service.store.postgres import PostgresRecorder
from service.store.sqlite import SqliteRecorder
from service.web.app import application as real

FOLDER = "PRAETOR_CONFLICTS"


def told(n: int) -> None:
    if n:
        with (Path(os.environ[FOLDER]) / f"{os.getpid()}.conflicts").open("ab") as file:
            file.write(b"." * n)


def counting_many(append: Callable[..., Any]) -> Callable[..., Any]:
    def counted(self: Any, events: Any) -> Any:
        stored = append(self, events)
        told(len(events) - len(stored))
        return stored

    return counted


def counting_together(append: Callable[..., Any]) -> Callable[..., Any]:
    def counted(self: Any, events: Any, seeds: Any, *unchanged: Any) -> Any:
        try:
            return append(self, events, seeds, *unchanged)
        except IntegrityError:
            told(1)
            raise

    return counted


def application() -> Flask:
    for kind in (SqliteRecorder, PostgresRecorder):
        for name, counting in (("append_many", counting_many), ("append_together", counting_together)):
            setattr(kind, name, counting(getattr(kind, name)))
    app = real()

    def named(response: Response) -> Response:
        response.headers["X-Worker"] = str(os.getpid())
        return response

    app.after_request(named)
    return app
