"""A card pack besides the pool: custom cards from plain mappings, and the plain cards that fill up positions.

Cards of the pool that are otherwise than printed are read in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.in_play.constant_dependencies import check_dependencies
from domain.cardgame.pool.changed_cards import read_changed_cards
from domain.cardgame.pool.nameable import NAMING
from domain.cardgame.pool.own_cards import Declared, OwnCardReader, OwnPack, check_own_names, read_own_cards
from domain.cardgame.pool.pool import Pool
from domain.games.agot_lcg.abilities.constant_dependencies import DEPENDENCIES
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.nameable import Names
from domain.games.agot_lcg.pool.pool import core_fields
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.inert import faults_of_card
from domain.kernel.formats.reading import DocumentNode

FILLER = "filler"
PLAIN_PLOT = "plain-plot"
PLAIN_CARDS: tuple[Mapping[str, object], ...] = (
    {"id": FILLER, "name": "Filler", "type": "character", "cost": 3, "strength": 1},
    {
        "id": PLAIN_PLOT,
        "name": "Plain Plot",
        "type": "plot",
        "income": 5,
        "initiative": 5,
        "claim": 1,
        "reserve": 6,
    },
)


def with_own_cards(pool: Pool[Printed], declared: Declared, cards: DocumentNode) -> tuple[Pool[Printed], Declared]:
    """The pool and its declarations with the cards of a pack; raises Unreadable naming the card and the field."""
    return checked_pack(read_own_cards(pool, declared, cards, OWN_CARDS))


def with_changed_cards(pool: Pool[Printed], declared: Declared, cards: DocumentNode) -> tuple[Pool[Printed], Declared]:
    """The pool and its declarations with cards otherwise than printed; raises Unreadable naming card and field."""
    return checked_pack(read_changed_cards(pool, declared, cards, core_fields(), OWN_CARDS))


def checked_pack(pack: OwnPack[Printed]) -> tuple[Pool[Printed], Declared]:
    """The pool and the declarations of a pack; raises Unreadable where its words do not hold."""
    check_own_names(pack, NAMING, lambda pack: Names.of(pack.pool, pack.declared))
    check_dependencies(pack, DEPENDENCIES)
    return pack.pool, pack.declared


OWN_CARDS = OwnCardReader(printed_from_mapping, DATA_FORM.read_abilities, faults_of_card, PLAIN_CARDS)
