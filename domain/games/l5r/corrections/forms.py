"""The changes that can be made by hand at this table, as forms: those of cards, of conflicts, of rings and favor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from domain.cardgame.corrections.card_forms import FormWords
from domain.cardgame.corrections.counter_words import words_of_counter
from domain.cardgame.corrections.table_forms import forms_of_table
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardState
from domain.games.l5r.corrections.changes import BY_SIDE
from domain.games.l5r.corrections.ring_changes import FAVOR, RING, RING_FATE
from domain.games.l5r.pool.printed import ELEMENTS, Element
from domain.games.l5r.state import SIDES, SLOT_NAMES, L5rCard, L5rTable, Ring
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    NUMBER,
    ChangeField,
    ChangeForm,
    Value,
    plain_values,
    seat_field,
    switch_field,
)
from domain.kernel.ids import Viewer, ZoneKey, zone_kind, zone_owner

ZONE_WORDS: Mapping[str, str] = {
    "aside": "cards that are looked at",
    "deck": "conflict deck",
    "discard": "conflict discard pile",
    "dynasty_deck": "dynasty deck",
    "dynasty_discard": "dynasty discard pile",
    "holding": "holdings in provinces",
    "play": "side in play",
    "playing": "card that is played",
    "province": "provinces",
    "removed": "cards out of the game",
    "row": "cards in provinces",
}
COUNTED: Mapping[str, str] = {
    "limited": "limited cards of {}",
    "won": "{} conflicts won by {}",
    "lost": "{} conflicts lost by {}",
    "max": "uses of {} by {}",
}
"""What a limit counts, by the first word of its counter."""


def counted_words(counter: str) -> str:
    """What a limit counts, without its period: `won:military:bob` becomes "military conflicts won by bob".

    A counter of an ability is returned unchanged.
    """
    return words_of_counter(counter, COUNTED)


def zone_words(key: ZoneKey) -> str:
    """An area in words: `alice.deck` becomes "alice's conflict deck"."""
    kind = zone_kind(key)
    return f"{zone_owner(key)}'s {ZONE_WORDS.get(kind, kind)}"


def note_on(card: CardState) -> str:
    """What tells a card from others of its name: its province, and whose it is in the area of another."""
    place = SLOT_NAMES.get(card.slot, "") if isinstance(card, L5rCard) else ""
    is_away = zone_owner(card.zone) not in ("", card.owner)
    return "; ".join([*([f"province {place}"] if place else []), *([f"{card.owner}'s"] if is_away else [])])


WORDS = FormWords(zone=zone_words, note=note_on, limit=counted_words)


def change_forms(rules: CardGameRules[Any], table: L5rTable, viewer: Viewer) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it."""
    counters = rules.counters(table.seats, ())
    return (
        *forms_of_table(rules, table, viewer, WORDS, counters),
        *of_conflicts(table),
        *of_rings(table),
        favor_form(table),
    )


def of_rings(table: L5rTable) -> Iterator[ChangeForm]:
    """The forms for who has claimed a ring, of those that are not contested, and for the fate on one."""
    free = tuple(ring_value(each, table.rings[each]) for each in ELEMENTS if not table.rings[each].contested)
    whose = seat_field(table, "Claimed by (or nobody)", needed=False)
    yield ChangeForm(
        "ring",
        "Who has claimed a ring",
        c.SetMarker,
        (ChangeField("area", "Ring", values=free), whose),
        {"marker": RING},
    )
    rings = tuple(
        structs.replace(ring_value(each, table.rings[each]), now={"": table.rings[each].fate}) for each in ELEMENTS
    )
    fate = ChangeField("value", "Fate", NUMBER, hint="How much there is afterwards, not how much more")
    yield ChangeForm(
        "ring-fate",
        "Fate on a ring",
        c.SetMarker,
        (ChangeField("area", "Ring", values=rings), fate),
        {"marker": RING_FATE},
    )


def ring_value(element: Element, ring: Ring) -> Value:
    """A ring by its element, with who has claimed it."""
    return Value(element, words=f"{element} ring", note="contested" if ring.contested else ring.claimed_by)


def favor_form(table: L5rTable) -> ChangeForm:
    """The form for who has the Imperial Favor, and for its side."""
    up = ChangeField("value", "Side up", values=plain_values(SIDES), needed=False, only_with={"seat": table.seats})
    whose = seat_field(table, "Of the player (or nobody)", needed=False)
    return ChangeForm("favor", "Imperial Favor", c.SetMarker, (whose, up), {"area": FAVOR, "marker": FAVOR})


def of_conflicts(table: L5rTable) -> Iterator[ChangeForm]:
    """The form for who takes part in the conflict; without values while there is none."""
    characters = table.all_characters() if table.contest is not None else ()
    cards = tuple(Value(each, group=zone_words(table.cards[each].zone)) for each in characters)
    fields = (
        ChangeField("thing", "Character", values=cards),
        ChangeField("mark", "As", values=plain_values(BY_SIDE)),
        switch_field("In the conflict", "yes", "no"),
    )
    yield ChangeForm("side", "Who takes part in the conflict", c.SetMark, fields)
