"""The forms of changes by hand of cards, limits and lasting effects at the table of any card game.

Read `CardForms`, of which a game takes those that it has; those of described fields are in field_forms.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from domain.cardgame.corrections.change_lists import areas, lasting_only, names_accepted
from domain.cardgame.table import CardGameTable, CardState, rules_of_table
from domain.cardgame.words.constants import ConstantChange
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    NUMBER,
    SEVERAL,
    ChangeField,
    ChangeForm,
    Value,
    ZoneNaming,
    move_top_form,
    place_field,
    plain_values,
    seat_field,
    total_field,
    visible_cards,
    zone_words,
)
from domain.kernel.ids import Handle, Viewer, zone_kind


class FormWords(Struct, frozen=True):
    """What a game calls things in forms: an area, what tells a card from others of its name, an effect, a limit.

    An effect is called by what it changes and the name that goes with it, a limit by its counter without the period; a
    counter that is of an ability is returned unchanged. `name_label` is the label of that name.
    """

    zone: ZoneNaming = zone_words
    note: Callable[[CardState], str] = lambda card: ""
    effect: Callable[[str, str], str] = lambda what, name: f"{what} {name}".strip().replace("-", " ")
    limit: Callable[[str], str] = lambda counter: counter
    name_label: str = "Which (keyword, trait)"


class CardForms:
    """The forms for cards, limits and effects at a table, about what a viewer can name."""

    def __init__(self, table: CardGameTable, viewer: Viewer, words: FormWords) -> None:
        self.table = table
        self.viewer = viewer
        self.words = words

    def areas_of(self, kinds: Iterable[str]) -> tuple[Value, ...]:
        """The areas of these kinds, for every player."""
        return tuple(Value(key, words=self.words.zone(key)) for key in areas(self.table, kinds))

    def in_play(self, cards: Iterable[Handle]) -> tuple[Value, ...]:
        """The cards in play as values, grouped by controller."""
        lying = (self.table.cards[each] for each in cards)
        return tuple(Value(each.handle, group=self.words.zone(each.zone), note=self.words.note(each)) for each in lying)

    def every_card(self) -> tuple[Value, ...]:
        """All cards in play as values."""
        return self.in_play(self.table.in_play())

    # places

    def move(self, kinds: tuple[str, ...], piles: tuple[str, ...]) -> ChangeForm:
        """The form that moves a card between areas of these kinds; in `piles` it matters where a card lies."""
        seen = visible_cards(self.table, self.viewer, self.words.zone, kinds, self.words.note)
        fields = (
            ChangeField("card", "Card", values=seen),
            ChangeField("to", "To", values=self.areas_of(kinds)),
            place_field(areas(self.table, piles)),
            ChangeField("host", "Onto", values=self.every_card(), needed=False),
        )
        return ChangeForm("move", "Move a card", c.MoveCard, fields)

    def move_top(self, kinds: tuple[str, ...], piles: tuple[str, ...]) -> ChangeForm:
        """The form that moves the top card of a hidden pile to an area of these kinds."""
        to = ChangeField("to", "To", values=self.areas_of(kinds))
        return move_top_form(self.table, to, areas(self.table, piles), self.words.zone)

    def attach(self) -> ChangeForm:
        """The form that puts an attachment on another card."""
        table = self.table
        attached = (each for each in table.in_play() if table.cards[each].type in table.registry.attached_types)
        fields = (
            ChangeField("card", "Attachment", values=self.in_play(attached)),
            ChangeField("host", "Onto", values=self.every_card()),
        )
        return ChangeForm("attach", "Attach it to another card", c.Attach, fields)

    def control(self) -> ChangeForm:
        """The form that gives a player control of a card in a play area."""
        table = self.table
        held = (each for each in table.in_play() if zone_kind(table.cards[each].zone) in table.open_kinds)
        card = ChangeField("card", "Card", values=self.in_play(held))
        return ChangeForm("control", "Give control of a card", c.SetController, (card, seat_field(table, "To")))

    # limits

    def limits(self, counted: Iterable[str]) -> ChangeForm:
        """The form for how often a limited thing was done: those of the table, and these counters."""
        keys = dict.fromkeys((*self.table.usage, *counted))
        fields = (
            ChangeField("key", "Limit", values=tuple(map(self.limit, keys))),
            total_field("Used", "How often in all"),
        )
        return ChangeForm("limit", "How often a limited thing was done", c.SetLimit, fields)

    def limit(self, key: str) -> Value:
        """A counter of limits in words, cards by title."""
        table = self.table
        period, _, counter = key.partition(":")
        now = {"": table.usage.get(key, 0)}
        if (said := self.words.limit(counter)) != counter:
            return Value(key, words=f"{said}, this {period}", now=now)
        parts = counter.split(":")
        named = (table.cards[Handle(each)].printed.title if each in table.cards else each for each in parts)
        return Value(key, words=f"{' '.join(named)}, this {period}", now=now)

    # lasting effects

    def effects(self) -> Iterator[ChangeForm]:
        """The forms that begin an effect on cards or for a player, and that end one."""
        table, rules = self.table, rules_of_table(self.table)
        until = ChangeField("until", "Until the end of the", values=plain_values(rules.effect_periods))
        more = "How much more, or with a minus how much less"
        amount = ChangeField("amount", "How much", NUMBER, needed=False, signed=True, hint=more)
        cards = ChangeField("on", "On", SEVERAL, self.every_card())
        fields = (*self.change_fields(rules.card_changes), amount, cards, until)
        yield ChangeForm("effect", "Begin an effect on cards", c.AddEffect, fields)
        fields = (*self.change_fields(rules.seat_changes), amount, seat_field(table, "For"), until)
        yield ChangeForm("effect-player", "Begin an effect for a player", c.AddEffect, fields)
        ends = tuple(
            Value(
                str(each.id),
                words=f"{self.words.effect(each.what, each.name)} until the end of the {each.until.replace('-', ' ')}",
                group=each.seat,
            )
            for each in table.lasting.values()
        )
        yield ChangeForm("end-effect", "End an effect", c.EndEffect, (ChangeField("effect", "Effect", values=ends),))

    def change_fields(self, changes: Mapping[str, ConstantChange]) -> tuple[ChangeField, ChangeField]:
        """The fields of an effect for what it changes, and for the name that goes with it."""
        effects, taken = lasting_only(changes), dict[str, list[str]]()
        for what in effects:
            for name in filter(None, names_accepted(self.table, changes[what])):
                taken.setdefault(name, []).append(what.replace("-", " "))
        names = tuple(Value(name, group=", ".join(by)) for name, by in taken.items())
        kinds = tuple(Value(each, words=self.words.effect(each, "")) for each in effects)
        return (
            ChangeField("what", "What", values=kinds),
            ChangeField("name", self.words.name_label, values=names, needed=False),
        )
