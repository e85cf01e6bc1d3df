"""The addresses and pages of the service are compiled once a process: that takes longer than most tests of the API."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cache

import pytest
from flask import Flask

from service.web import app


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Each application of a test has services of its own behind the same addresses."""
    first = cache(app.route_app)

    def routed() -> Flask:
        another = copy(first())
        another.jinja_env = first().jinja_env  # which keeps each page that it has compiled
        another.extensions = {}
        return another

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(app, "route_app", routed)
        yield
