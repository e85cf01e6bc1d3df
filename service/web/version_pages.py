"""Long answers in pages: some versions of a match at a time, and where the next page begins."""

from __future__ import annotations

from msgspec import Struct

# Versions that a question looks through, and views that a search on the way to one takes: some 0.2 s of work.
USUAL, MOST_VERSIONS, MOST_VIEWS = 250, 500, 300


class VersionPage(Struct, frozen=True):
    """Versions from the first to the last; `next` is where the next page begins, None if this is the last one."""

    first: int
    last: int
    next: int | None


def version_page(first: int, last: int, limit: int) -> VersionPage:
    """The first versions of a range, at most as many as a page may have."""
    first = max(first, 1)
    end = min(last, first + limit - 1)
    return VersionPage(first, end, end + 1 if end < last else None)
