"""A card pack besides the pool: custom cards from plain mappings, and the plain cards that fill up positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.own_cards import Declared, OwnCardReader, OwnPack, read_own_cards
from domain.cardgame.pool.pool import Pool
from domain.cardgame.words.places import places
from domain.games.agot_lcg.abilities.constant_dependencies import cycles, first_read, reason
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.nameable import NAMING, Names
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.inert import faults_of_card
from domain.kernel.formats.reading import DocumentNode, Unreadable, meant_by
from domain.kernel.occurring.abilities import Ability

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
    pack = read_own_cards(pool, declared, cards, OWN_CARDS)
    check_names(pack)
    check_dependencies(pack)
    return pack.pool, pack.declared


def check_card(card: Printed, abilities: tuple[Ability, ...], where: str) -> None:
    """Raises InvalidCard for printed values that never count with these abilities."""
    for fault in faults_of_card(card, abilities):
        raise InvalidCard(f"{where}{fault.place}: {fault.reason}", fault.meant)


OWN_CARDS = OwnCardReader(printed_from_mapping, DATA_FORM.read_abilities, check_card, PLAIN_CARDS)


def check_names(pack: OwnPack[Printed]) -> None:
    """Raises Unreadable for a word of a custom card with a title, trait or token that no card provides."""
    naming = [(place, word) for place, word in own_words(pack) if any(getattr(word, each, "") for each in NAMING)]
    names = Names.of(pack.pool, pack.declared) if naming else Names()
    for at, word in naming:
        for field, name, listed, why in names.unknown_names(word):
            raise Unreadable(f"{at}.{field}", why, meant_by(name, listed))


def own_words(pack: OwnPack[Printed]) -> Iterator[tuple[str, Struct]]:
    """Every word of custom cards, with its place in the pack."""
    for key, abilities in pack.own.items():
        for number, ability in enumerate(abilities):
            start = f"{pack.places[key]}.abilities[{number}].{ability.timing.replace('-', '_')}"
            for at, word in places(ability, ""):
                yield f"{start}{at.removeprefix('.constants') if ability.timing == 'constant' else at}", word


def check_dependencies(pack: OwnPack[Printed]) -> None:
    """Raises Unreadable for a custom constant ability that depends on itself."""
    for path in cycles(pack.pool.cards, pack.declared, pack.places):
        own = path[0]
        read = first_read(own, (*path[1:], own)[0])
        raise Unreadable(f"{pack.places[own.card.key]}.abilities{own.place}{read.place}", reason(path))
