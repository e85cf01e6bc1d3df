"""How card packs besides the pool are read: own cards, and cards of the pool that are otherwise than printed."""

from __future__ import annotations

from domain.cardgame.pool.card_packs import CardPacks
from domain.cardgame.pool.nameable import PoolNames
from domain.cardgame.pool.own_cards import OwnCardReader
from domain.games.l5r.abilities.constant_dependencies import DEPENDENCIES
from domain.games.l5r.pool.card_fields import printed_from_mapping
from domain.games.l5r.pool.pool import core_fields
from domain.games.l5r.words.data_form import DATA_FORM, faults_of_card

PACKS = CardPacks(
    OwnCardReader(printed_from_mapping, DATA_FORM.read_abilities, faults_of_card),
    core_fields,
    lambda pack: PoolNames.of(pack.pool, pack.declared),
    DEPENDENCIES,
)
