"""A card pack besides the pool: own cards, and cards of the pool that are otherwise than printed."""

from __future__ import annotations

from domain.cardgame.in_play.constant_dependencies import check_dependencies
from domain.cardgame.pool.changed_cards import read_changed_cards
from domain.cardgame.pool.nameable import NAMING, PoolNames
from domain.cardgame.pool.own_cards import Declared, OwnCardReader, OwnPack, check_own_names, read_own_cards
from domain.cardgame.pool.pool import Pool
from domain.games.l5r.abilities.constant_dependencies import DEPENDENCIES
from domain.games.l5r.pool.card_fields import printed_from_mapping
from domain.games.l5r.pool.pool import core_fields
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.words.data_form import DATA_FORM, faults_of_card
from domain.kernel.formats.reading import DocumentNode

OWN_CARDS = OwnCardReader(printed_from_mapping, DATA_FORM.read_abilities, faults_of_card)


def with_own_cards(pool: Pool[Printed], declared: Declared, cards: DocumentNode) -> tuple[Pool[Printed], Declared]:
    """The pool and its declarations with the cards of a pack; raises Unreadable naming the card and the field."""
    return checked_pack(read_own_cards(pool, declared, cards, OWN_CARDS))


def with_changed_cards(pool: Pool[Printed], declared: Declared, cards: DocumentNode) -> tuple[Pool[Printed], Declared]:
    """The pool and its declarations with cards otherwise than printed; raises Unreadable naming card and field."""
    return checked_pack(read_changed_cards(pool, declared, cards, core_fields(), OWN_CARDS))


def checked_pack(pack: OwnPack[Printed]) -> tuple[Pool[Printed], Declared]:
    """The pool and the declarations of a pack; raises Unreadable where its words do not hold."""
    check_own_names(pack, NAMING, lambda pack: PoolNames.of(pack.pool, pack.declared))
    check_dependencies(pack, DEPENDENCIES)
    return pack.pool, pack.declared
