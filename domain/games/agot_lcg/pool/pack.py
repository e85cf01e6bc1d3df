"""A card pack besides the pool: custom cards from plain mappings, and the plain cards that fill up positions.

Cards of the pool that are otherwise than printed are read in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.pool.card_packs import CardPacks
from domain.cardgame.pool.own_cards import OwnCardReader
from domain.games.agot_lcg.abilities.constant_dependencies import DEPENDENCIES
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.nameable import Names
from domain.games.agot_lcg.pool.pool import core_fields
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.inert import faults_of_card

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

PACKS = CardPacks(
    OwnCardReader(printed_from_mapping, DATA_FORM.read_abilities, faults_of_card, PLAIN_CARDS),
    core_fields,
    lambda pack: Names.of(pack.pool, pack.declared),
    DEPENDENCIES,
)
