"""The forms of changes by hand, as values from which a page can draw them.

Read `ChangeForm`: a type of change with its constant part (`fixed`) and its fields, each with the values to choose
from. Values are ids of the table; `words` is added where an id is not clear. `make_change` reads what was filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from domain.kernel.cards.card_table import BOTTOM, TOP, CardTable
from domain.kernel.corrections.changes import AbandonStep, AnyChange, AskAgain, MoveCard, Show, ShuffleUnknown
from domain.kernel.corrections.stack_repair import frame_tag
from domain.kernel.ids import PUBLIC, Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.refusals import Json
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

ONE, SEVERAL, ORDER, NUMBER = "one", "several", "order", "number"


class Value(Struct, frozen=True):
    """Something that may be chosen: its id, where it stands among the others, and what else is settled with it.

    `note` tells it from others with its name. `now` are the numbers that a form sets, as they are at present: one
    without a name, or one for each kind.
    """

    id: str
    group: str = ""
    words: str = ""
    also: Mapping[str, Json] = {}
    note: str = ""
    now: Mapping[str, int] = {}


class ChangeField(Struct, frozen=True):
    """A field of a change: ONE of the values, SEVERAL of them, all of them in an ORDER, or a NUMBER.

    What is not `needed` may be left out; a number that is `signed` may be below 0. `only_with` another field that has
    one of these values it is asked for, and needed; with any other value it is left out.
    """

    name: str
    label: str
    kind: str = ONE
    values: tuple[Value, ...] = ()
    needed: bool = True
    signed: bool = False
    hint: str = ""
    only_with: Mapping[str, tuple[str, ...]] = {}

    def is_asked(self, given: Mapping[str, Sequence[str]]) -> bool:
        """Whether the field says something beside what was given in the others."""
        return all(set(given.get(name, ())) & set(values) for name, values in self.only_with.items())

    def is_due(self, given: Mapping[str, Sequence[str]]) -> bool:
        """Whether the field must be filled in beside what was given in the others."""
        return self.is_asked(given) if self.only_with else self.needed


class ChangeForm(Struct, frozen=True):
    """A change that can be made at a table: its name among the game's, what it is in words, its fields."""

    name: str
    title: str
    makes: type[AnyChange]
    fields: tuple[ChangeField, ...] = ()
    fixed: Mapping[str, Json] = {}

    @property
    def possible(self) -> bool:
        """Whether every field that needs a value has one to choose."""
        return all(each.values or each.kind == NUMBER or not each.needed for each in self.fields)


def make_change(form: ChangeForm, given: Mapping[str, Sequence[str]]) -> AnyChange:
    """The change that a form makes of the given fields. Raises msgspec.ValidationError."""
    said: dict[str, Json] = dict(form.fixed)
    for field in form.fields:
        chosen = [each for each in given.get(field.name, ()) if each]
        if not field.is_asked(given) or (not chosen and not field.needed):
            continue
        said[field.name] = chosen if field.kind in (SEVERAL, ORDER) else (chosen or [""])[0].strip()
        said |= implied_fields(field, chosen)
    return msgspec.convert(said, form.makes, strict=False)


def implied_fields(field: ChangeField, chosen: Sequence[str]) -> dict[str, Json]:
    """The fields that the chosen values imply."""
    return {name: each for value in field.values if value.id in chosen for name, each in value.also.items()}


# --- fields that games have in common


def plain_values(ids: Iterable[str]) -> tuple[Value, ...]:
    """The values whose ids are their labels."""
    return tuple(Value(each) for each in ids)


def seat_field(table: Table, label: str, name: str = "seat", *, needed: bool = True) -> ChangeField:
    return ChangeField(name, label, ONE, plain_values(table.seats), needed)


def switch_field(label: str, on: str, off: str) -> ChangeField:
    """The field for whether a mark is on."""
    return ChangeField("on", label, ONE, (Value("true", words=on), Value("false", words=off)))


def place_field(piles: Iterable[ZoneKey]) -> ChangeField:
    """The field for the place of a card that goes to one of these piles."""
    values = (Value(str(TOP), words="on top"), Value(str(BOTTOM), words="at the bottom"))
    return ChangeField(
        "place", "Where in the pile", ONE, values, needed=False, hint="For a pile only", only_with={"to": tuple(piles)}
    )


def total_field(label: str, hint: str = "") -> ChangeField:
    """The field for a number as it is after the correction."""
    return ChangeField("n", label, NUMBER, hint=hint or "How many there are afterwards, not how many more")


def zone_words(key: ZoneKey) -> str:
    """An area of a player or of the table in words: `alice.dead` is `alice's dead`."""
    owner, kind = zone_owner(key), zone_kind(key).replace("-", " ")
    return f"{owner}'s {kind}" if owner else kind


ZoneNaming = Callable[[ZoneKey], str]
CardNote = Callable[[Any], str]


def without_note(card: Any) -> str:
    """The note of games whose cards need none: nothing."""
    return ""


def visible_cards(
    table: CardTable,
    viewer: Viewer,
    zone_name: ZoneNaming = zone_words,
    kinds: Container[str] | None = None,
    note: CardNote = without_note,
) -> tuple[Value, ...]:
    """Every card whose place the viewer sees, in areas of these kinds, by where it lies; a note tells equals apart."""
    return tuple(
        Value(card, group=zone_name(key), note=note(table.cards[card]))
        for key, cards in table.zones.items()
        if kinds is None or zone_kind(key) in kinds
        for card in cards
        if table.sees_card(viewer, table.cards[card])
    )


def hidden_piles(table: CardTable, zone_name: ZoneNaming = zone_words) -> tuple[Value, ...]:
    """The piles with cards in them that nobody sees."""
    piles = (key for key, cards in table.zones.items() if cards)
    return tuple(Value(key, words=zone_name(key)) for key in piles if table.zone_kinds[zone_kind(key)].sees == "nobody")


def shuffle_form(table: CardTable, zone_name: ZoneNaming = zone_words) -> ChangeForm:
    """The form that shuffles the part of a pile that nobody lawfully knows."""
    pile = ChangeField("zone", "Pile", ONE, hidden_piles(table, zone_name))
    return ChangeForm("shuffle", "Shuffle the unknown part of a pile", ShuffleUnknown, (pile,))


def show_form(
    table: CardTable, viewer: Viewer, zone_name: ZoneNaming = zone_words, note: CardNote = without_note
) -> ChangeForm:
    """The form that shows a card."""
    to = tuple(Value(each) for each in (*table.seats, PUBLIC))
    fields = (
        ChangeField("card", "Card", ONE, visible_cards(table, viewer, zone_name, note=note)),
        ChangeField("to", "To whom", SEVERAL, to),
    )
    return ChangeForm("show", "Show a card", Show, fields)


def move_top_form(
    table: CardTable, to: ChangeField, piles: Iterable[ZoneKey], zone_name: ZoneNaming = zone_words
) -> ChangeForm:
    """The form that moves the top card of a pile that nobody sees; `piles` are those where the place matters."""
    pile = ChangeField("top_of", "Pile", ONE, hidden_piles(table, zone_name))
    return ChangeForm("move-top", "Move the top card of a pile", MoveCard, (pile, to, place_field(piles)))


def step_forms(rules: Rules[TableT], table: TableT) -> tuple[ChangeForm, ...]:
    """The forms for the open question and the steps under way."""
    return (ChangeForm("ask-again", "Ask the open question anew", AskAgain), abandon_form(rules, table))


def abandon_form(rules: Rules[TableT], table: TableT) -> ChangeForm:
    """The form that abandons a step under way."""
    frames = dict.fromkeys(frame_tag(each) for each in reversed(table.stack) if rules.abandonable(each))
    step = ChangeField("frame", "Step", ONE, plain_values(frames))
    return ChangeForm("abandon", "Give up the step that is under way", AbandonStep, (step,))
