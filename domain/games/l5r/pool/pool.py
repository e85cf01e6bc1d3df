"""The card pool of this game: the core set."""

from functools import cache
from importlib import resources

from domain.cardgame.pool.pool import Pool, fields_by_key, read_set
from domain.games.l5r.pool.card_fields import printed_from_mapping
from domain.games.l5r.pool.printed import Printed


@cache
def core_pool() -> Pool[Printed]:
    """The cards of the core set."""
    return pool_from_toml(core_text())


def core_fields() -> dict[str, dict[str, object]]:
    """The fields of each card of the core set as its file has them, by the card's key."""
    return fields_by_key(core_text())


def core_text() -> str:
    """The file of the core set."""
    return (resources.files("domain.games.l5r") / "cards" / "core.toml").read_text(encoding="utf-8")


def pool_from_toml(text: str) -> Pool[Printed]:
    """The pool of one set's TOML; raises InvalidCard naming the card's id and the field."""
    return read_set(text, "l5r", printed_from_mapping)
