"""Card packs besides the pool, as a game reads them: own cards, and cards of the pool otherwise than printed.

A game has one `CardPacks`. Read `CardPacks.check_pack`: what both kinds of packs are held to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from msgspec import Struct

from domain.cardgame.in_play.constant_dependencies import ConstantDependencies, check_dependencies
from domain.cardgame.pool.changed_cards import AsPrinted, read_changed_cards
from domain.cardgame.pool.nameable import NAMING
from domain.cardgame.pool.own_cards import (
    Declared,
    OwnCardReader,
    OwnPack,
    ProvidedNames,
    check_own_names,
    read_own_cards,
)
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import PrintedT
from domain.kernel.formats.reading import DocumentNode


class CardPacks(Struct, Generic[PrintedT], frozen=True):
    """How a game reads packs: its cards, the fields of the pool's cards by key, the names that the cards provide.

    `dependencies` are those by which a constant ability of a card could depend on itself.
    """

    cards: OwnCardReader[PrintedT]
    as_printed: Callable[[], AsPrinted]
    provide_names: Callable[[OwnPack[PrintedT]], ProvidedNames]
    dependencies: ConstantDependencies

    def with_own_cards(
        self, pool: Pool[PrintedT], declared: Declared, cards: DocumentNode
    ) -> tuple[Pool[PrintedT], Declared]:
        """The pool and its declarations with the cards of a pack; raises Unreadable naming the card and the field."""
        return self.check_pack(read_own_cards(pool, declared, cards, self.cards))

    def with_changed_cards(
        self, pool: Pool[PrintedT], declared: Declared, cards: DocumentNode
    ) -> tuple[Pool[PrintedT], Declared]:
        """The pool and its declarations with cards otherwise than printed; raises Unreadable naming card and field."""
        return self.check_pack(read_changed_cards(pool, declared, cards, self.as_printed(), self.cards))

    def check_pack(self, pack: OwnPack[PrintedT]) -> tuple[Pool[PrintedT], Declared]:
        """The pool and the declarations of a pack; raises Unreadable where its words do not hold."""
        check_own_names(pack, NAMING, self.provide_names)
        check_dependencies(pack, self.dependencies)
        return pack.pool, pack.declared
