"""Databases on a PostgreSQL server for the benchmark, one for each store, dropped at the end."""

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
    """Yield the settings of an empty, migrated store in a new database, which the address's user may create."""
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
