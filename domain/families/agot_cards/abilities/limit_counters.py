"""What players have done that a limit counts: the words of `usage`, and the counters behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.cardgame.abilities.limit_counters import Copy, counters_of_card, counters_of_pool
from domain.cardgame.abilities.registry import Registry
from domain.families.agot_cards.state import CHALLENGES
from domain.kernel.ids import Seat

USAGE = ("limited", *CHALLENGES, *(f"{what}-{kind}" for what in ("won", "lost") for kind in CHALLENGES))


def usage_keys(name: str, seat: str) -> tuple[str, ...]:
    """The counters behind a word of `usage`; empty for an unknown word."""
    if name == "limited":
        return (f"round:limited:{seat}",)
    if name in CHALLENGES:
        return (f"phase:challenge:{name}:{seat}",)
    what, _, kind = name.partition("-")
    if what in ("won", "lost") and kind in CHALLENGES:
        return (f"phase:{what}:{kind}:{seat}", f"round:{what}:{kind}:{seat}")
    return ()


def counters(registry: Registry[Any], cards: Iterable[Copy], seats: tuple[Seat, ...]) -> Iterator[str]:
    """Every counter that players, titles of the format or these cards can have."""
    for seat in seats:
        yield from (key for name in USAGE for key in usage_keys(name, seat))
        yield f"phase:stood:{seat}"
    yield from counters_of_pool(registry, seats)
    for card in cards:
        yield from counters_of_card(registry, card, seats)
