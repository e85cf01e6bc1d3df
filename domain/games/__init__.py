"""The games, registered by name: what a match must know to open one and to fold one."""

from __future__ import annotations

from typing import Any, Protocol

from domain.games.agot_lcg import definition as agot_lcg_definition
from domain.kernel.ids import Handle
from domain.kernel.refusal import Refusal
from domain.kernel.scene import Sights


class Definition(Protocol):
    """A game as the match aggregate sees it."""

    rules: Any

    @property
    def sights(self) -> Sights:
        """What scenarios can look at."""

    def with_cards(self, cards: str) -> Any:
        """The rules with a card pack (JSON text, empty: none) beside the pool."""

    def seats(self, rules: Any, texts: tuple[str, ...]) -> tuple[Any, ...] | Refusal:
        """The seats of a new match from their JSON texts, or why they cannot play."""

    def position(self, rules: Any, text: str) -> Any | Refusal:
        """A position from its JSON text, or what is wrong with it."""

    def names(self, brought: Any) -> tuple[str, ...]:
        """The names of the seats, of those or of a position."""

    def named_cards(self, rules: Any, text: str, facts: tuple[Any, ...]) -> list[tuple[str, Handle]]:
        """The names that a position gives to cards, with the handles under which they were laid."""


GAMES: dict[str, Definition] = {"agot_lcg": agot_lcg_definition}
