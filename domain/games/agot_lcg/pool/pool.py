"""The card pool of this game: the core set."""

from functools import cache
from importlib import resources

from domain.cardgame.pool.pool import Pool, read_set
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.printed import Printed


@cache
def core_pool() -> Pool[Printed]:
    """The cards of the core set."""
    toml = resources.files("domain.games.agot_lcg") / "cards" / "core.toml"
    return pool_from_toml(toml.read_text(encoding="utf-8"))


def pool_from_toml(text: str) -> Pool[Printed]:
    """The pool of one set's TOML; raises InvalidCard naming the card's id and the field."""
    return read_set(text, "agot_lcg", printed_from_mapping)
