"""A card pack besides the pool: custom cards from plain mappings, and the plain cards that fill up positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.games.agot_lcg.abilities.constant_dependencies import cycles, first_read, reason
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.nameable import NAMING, Names
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.ability_words import places
from domain.games.agot_lcg.words.agot_data_form import DATA_FORM
from domain.games.agot_lcg.words.inert import faults_of_card
from domain.kernel.formats.reading import DocumentNode, Unreadable, meant_by
from domain.kernel.occurring.abilities import Ability

OWN = CardSet(id="own", name="Own cards")

FILLER = "filler"
PLAIN_PLOT = "plain-plot"
PLAIN_CARDS: tuple[dict[str, Any], ...] = (
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

Declared = dict[str, tuple[Ability, ...]]


def with_own_cards(pool: Pool[Printed], declared: Declared, cards: DocumentNode) -> tuple[Pool[Printed], Declared]:
    """The pool and its declarations with the cards of a pack; raises Unreadable naming the card and the field."""
    listed = [*cards.items(), *(DocumentNode(f"plain[{n}]", card) for n, card in enumerate(PLAIN_CARDS))]
    try:
        printed = [printed_from_mapping(with_name(card), OWN.id, where=card.place) for card in listed]
        for card, each in zip(printed, listed, strict=True):
            if card.id in pool.by_id or [other.id for other in printed].count(card.id) > 1:
                raise InvalidCard(f"{each.place}.id: there is a card {card.id!r} already")
        own = {
            card.key: DATA_FORM.read_abilities(each.value["abilities"], f"{each.place}.abilities", card)
            for card, each in zip(printed, listed, strict=True)
            if isinstance(each.value, Mapping) and "abilities" in each.value
        }
        for card, each in zip(printed, listed, strict=True):
            for fault in faults_of_card(card, own.get(card.key, ())):
                raise InvalidCard(f"{each.place}{fault.place}: {fault.reason}", fault.meant)
    except InvalidCard as error:
        place, _, reason = error.message.partition(": ")
        raise Unreadable(place, reason, error.meant) from None
    extended, abilities = pool.with_cards(printed, OWN), {**declared, **own}
    check_names(extended, abilities, own, {card.key: each.place for card, each in zip(printed, listed, strict=True)})
    check_dependencies(extended, abilities, {card.key: each.place for card, each in zip(printed, listed, strict=True)})
    return extended, abilities


def check_names(pool: Pool[Printed], declared: Declared, own: Declared, where: Mapping[str, str]) -> None:
    """Raises Unreadable for a word of a custom card with a title, trait or token that no card provides."""
    naming = [(place, word) for place, word in own_words(own, where) if any(getattr(word, each, "") for each in NAMING)]
    names = Names.of(pool, declared) if naming else Names()
    for at, word in naming:
        for field, name, listed, why in names.unknown_names(word):
            raise Unreadable(f"{at}.{field}", why, meant_by(name, listed))


def own_words(own: Declared, where: Mapping[str, str]) -> Iterator[tuple[str, Struct]]:
    """Every word of custom cards, with its place in the pack."""
    for key, abilities in own.items():
        for number, ability in enumerate(abilities):
            start = f"{where[key]}.abilities[{number}].{ability.timing.replace('-', '_')}"
            for at, word in places(ability, ""):
                yield f"{start}{at.removeprefix('.constants') if ability.timing == 'constant' else at}", word


def check_dependencies(pool: Pool[Printed], declared: Declared, where: Mapping[str, str]) -> None:
    """Raises Unreadable for a custom constant ability that depends on itself; `where` has places of cards."""
    for path in cycles(pool.cards, declared, where):
        own = path[0]
        read = first_read(own, (*path[1:], own)[0])
        raise Unreadable(f"{where[own.card.key]}.abilities{own.place}{read.place}", reason(path))


def with_name(card: DocumentNode) -> object:
    """The fields of a card with its name, which is by default its id."""
    fields = card.value
    if not isinstance(fields, Mapping) or "name" in fields or not isinstance(fields.get("id"), str):
        return fields
    return {**fields, "name": fields["id"].replace("-", " ").title()}
