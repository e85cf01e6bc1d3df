"""Matches decided on many machines: the workers of a Dask cluster, each with the processes that may die of a match.

What a worker is sent is the record itself with the change, so it needs neither the store nor the files, only this
package in the same version. Needs the extra `cluster`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from distributed import Client

CONNECT_SECONDS = 30


class NoCluster(Exception):
    """No scheduler answers at the address, or it has no workers."""


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """What decides matches on the workers of the scheduler at an address, with how many at once. Raises NoCluster."""
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise NoCluster(str(error)) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"{address} has no workers")
        # a task is no pure function: a match that broke may be tried again
        with client.get_executor(pure=False, retries=2) as executor:
            yield executor, threads
