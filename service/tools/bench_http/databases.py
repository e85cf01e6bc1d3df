"""Databases of a PostgreSQL server for the benchmark, one for each store, thrown away at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from urllib.parse import urlsplit, urlunsplit

import psycopg

from service.migrate import migrate
from service.settings import Address, Settings, read_settings

NUMBERS = count(1)


@contextmanager
def fresh_on(address: Address) -> Iterator[Settings]:
    """A migrated, empty store in a database of its own on this server, where the address's user may create one."""
    name = f"praetor_bench_{os.getpid()}_{next(NUMBERS)}"
    own = urlunsplit(urlsplit(address.conninfo)._replace(path=f"/{name}"))
    with psycopg.connect(address.conninfo, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        settings = read_settings({"PRAETOR_DB": own})
        migrate(settings)
        yield settings
    finally:
        with psycopg.connect(address.conninfo, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
