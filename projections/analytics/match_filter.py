"""Which matches of the tables are asked about, as a condition that both stores read alike."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from msgspec import Struct

from projections.analytics.match_rows import OVER
from projections.database import Values


class MatchFilter(Struct, frozen=True):
    """Matches of a game, opened from a day on and up to a day, of an event; empty for all."""

    game: str = ""
    since: str = ""
    until: str = ""
    event: str = ""


def condition_of(chosen: MatchFilter, events: Collection[str] | None = None) -> tuple[str, Values]:
    """The condition on `matches` of those that are over and fit, with its values; of these `events` alone, if given."""
    parts: list[tuple[str, Values]] = [("status = ?", [OVER])]
    if events is not None:
        parts.append((f"event_id IN ({', '.join('?' * len(events))})" if events else "1 = 0", list(events)))
    if chosen.event:
        parts.append(("event_id = ?", [chosen.event]))
    if chosen.since:
        parts.append(("opened >= ?", [midnight(date.fromisoformat(chosen.since))]))
    if chosen.until:
        parts.append(("opened <= ?", [end_of_day(date.fromisoformat(chosen.until))]))
    if chosen.game:
        parts.append(("game = ?", [chosen.game]))
    return " AND ".join(text for text, _ in parts), [value for _, values in parts for value in values]


def midnight(day: date) -> str:
    """The beginning of a day in UTC, as a text that both stores compare with their times."""
    return f"{day.isoformat()} 00:00:00+00"


def end_of_day(day: date) -> str:
    """The last moment of a day in UTC that a store can hold, as `midnight` writes it."""
    return f"{day.isoformat()} 23:59:59.999999+00"
