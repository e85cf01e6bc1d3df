"""One hall for all rows of a process: the matches are only read, what is changed is a copy of one's own."""

from collections.abc import Iterator

import pytest

from tests.judging.rows.hall import Hall, opened


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A served store with two simulated matches of each game."""
    with opened(tmp_path_factory.mktemp("hall")) as found:
        yield found
