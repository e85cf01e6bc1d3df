"""The cards, counters and effects of a table of any card game, written with names in place of handles.

Read `TableWriter`: a game has one under it, which says in which order areas are written and what else it writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import to_builtins

from domain.cardgame.abilities.limit_counters import is_of_copy, renamed_counters
from domain.cardgame.table import HAND, CardGameTable, CardState, rules_of_table
from domain.cardgame.words.faults.choice_names import rename_picks
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.state.fields import field_state, mark_fields

T = TypeVar("T", bound=CardGameTable)


def name_of(id: str, number: int) -> Handle:
    """The name of a copy; the name of the first copy is the id."""
    return Handle(id if number == 1 else f"{id}#{number}")


def areas_in_order(table: type[CardGameTable], areas: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The kinds of areas out of play areas, in the order of a position: these, or all, hands first."""
    outside = (kind for kind in table.zone_kinds if kind not in table.play_kinds)
    return areas or tuple(sorted(outside, key=lambda kind: kind != HAND))


def lying_cards(table: CardGameTable) -> dict[Handle, LyingCard]:
    """The cards on other cards, and turned cards."""
    turned = tuple(name for name, said in mark_fields(table.new_card).items() if said.turned)
    found = {card.handle: LyingCard(name) for name in turned for card in table.cards.values() if getattr(card, name)}
    return found | {card.handle: LyingCard("on", card.host) for card in table.cards.values() if card.host}


def position_names(table: CardGameTable) -> dict[Handle, str]:
    """The names of all cards of a game that writes no more than every card game."""
    return TableWriter(table).names


class TableWriter(Generic[T]):
    """Writes what is on a table.

    `areas` are the areas out of play areas, in the order of a position; by default all, hands
    first. Cards that entered play in one
    of the ways of `entered_unsaid` are written without it.
    """

    areas: ClassVar[tuple[str, ...]] = ()
    entered_unsaid: ClassVar[tuple[str, ...]] = ("", "setup")

    def __init__(self, table: T) -> None:
        self.table = table

    def filling_card(self, kind: str) -> str:
        """The key of the plain card of which an area of this kind may hold a mere number; empty if there is none."""
        return ""

    def cards_on(self, card: Handle) -> Mapping[str, list[Handle]]:
        """The cards on a card, by the key under which they are written."""
        return {"attachments": self.table.on(card)}

    def seat_unsaid(self, host: CardState, on: str) -> Seat:
        """Who controls what is `on` a host, where the position does not say it."""
        return host.controller

    # names

    @cached_property
    def names(self) -> dict[Handle, str]:
        """The names of all cards, in the order of a position, with counted cards last."""
        kinds = areas_in_order(type(self.table), self.areas)
        filling = [(kind, self.filling_card(kind)) for kind in kinds]
        counted = {
            card
            for seat in self.table.seats
            for kind, filled in filling
            if filled and self.is_counted(seat, kind)
            for card in self.area(seat, kind)
        }
        listed = [card for seat in self.table.seats for card in self.in_order(seat, kinds)]
        numbers: dict[str, int] = {}
        names = {}
        for card in sorted(listed, key=lambda each: each in counted):
            id = self.written_id(self.table.cards[card])
            numbers[id] = numbers.get(id, 0) + 1
            names[card] = str(name_of(id, numbers[id]))
        return names

    def written_id(self, card: CardState) -> str:
        """A card's id; its key if the pool has several cards with the id."""
        return card.printed.id if len(self.table.registry.pool.by_id[card.printed.id]) == 1 else card.key

    def area(self, seat: Seat, kind: str) -> list[Handle]:
        """The cards in an area of a player."""
        return self.table.zone(zone(seat, kind))

    def is_counted(self, seat: Seat, kind: str) -> bool:
        """Whether an area holds only plain cards, none of them facedown, so that their number is enough."""
        plain, cards = self.filling_card(kind), self.table.cards
        return all(cards[card].key == plain and not cards[card].facedown for card in self.area(seat, kind))

    def roots(self, seat: Seat) -> list[Handle]:
        """The cards in a player's play area that are on no other, in the order of a position."""
        return [card for kind in self.table.section_kinds for card in self.roots_in(seat, kind)]

    def roots_in(self, seat: Seat, kind: str) -> list[Handle]:
        """The cards on no other that are listed under a kind of zone of a player's play area."""
        lying = (card for card in self.table.play_area(seat) if not self.table.cards[card].host)
        return [card for card in lying if self.section(card) == kind]

    def section(self, card: Handle) -> str:
        """The kind of zone under which a card in play is listed."""
        return self.table.section_of(zone_kind(self.table.cards[card].zone))

    def in_order(self, seat: Seat, kinds: tuple[str, ...]) -> Iterator[Handle]:
        """The cards of a player in the order of a position."""
        for card in (*(each for kind in kinds for each in self.area(seat, kind)), *self.roots(seat)):
            yield from self.with_what_is_on(card)

    def with_what_is_on(self, card: Handle) -> Iterator[Handle]:
        """A card and those on it, with those on them."""
        yield card
        for others in self.cards_on(card).values():
            for other in others:
                yield from self.with_what_is_on(other)

    # cards

    def listed_area(self, seat: Seat, kind: str) -> int | list[Any]:
        """The cards of an area by their names and faces; their number if it holds only plain cards."""
        cards = self.area(seat, kind)
        return len(cards) if self.is_counted(seat, kind) else [self.mention(card) for card in cards]

    def mention(self, card: Handle) -> Any:
        """A card out of play as its name, or as a mapping with its face if it lies facedown."""
        name, turned = self.names[card], self.table.cards[card].facedown
        return {"card": name, "facedown": True} if turned else name

    def entry(self, handle: Handle, seat: Seat, without: tuple[str, ...] = ()) -> Any:
        """A card as its name, or as a mapping with its state and the cards on it if there are any."""
        table, card = self.table, self.table.cards[handle]
        fields: dict[str, Any] = {name: value for name, value in field_state(card).items() if name not in without}
        if card.facedown or zone_kind(card.zone) == table.facedown_kind:
            fields["facedown"] = True
        if card.tokens:
            fields["tokens"] = dict(sorted(card.tokens.items()))
        if card.how not in self.entered_unsaid:
            fields["how"] = card.how
            # abilities only ask whether a card entered play in the current phase
            fields |= {"since": card.since} if card.since == f"{table.round}:{table.phase}" else {}
        if table.is_in_play(handle) and card.controller != seat:
            fields["controller"] = card.controller
        if card.owner != card.controller:
            fields["owner"] = card.owner
        if card.host and self.section(handle) != self.section(card.host):
            fields["area"] = self.section(handle)
        for name, cards in self.cards_on(handle).items():
            if cards:
                fields[name] = [self.entry(each, self.seat_unsaid(card, name)) for each in cards]
        return {"card": self.names[handle], **fields} if fields else self.names[handle]

    def foreign_cards(self) -> list[Handle]:
        """The cards out of play in an area of another player: where names are listed, no owner is said."""
        kinds, cards = areas_in_order(type(self.table), self.areas), self.table.cards
        lying = ((seat, card) for seat in self.table.seats for kind in kinds for card in self.area(seat, kind))
        return [card for seat, card in lying if cards[card].owner != seat]

    # players

    def player(self, seat: Seat) -> dict[str, Any]:
        """The entry of one player: the areas in which cards lie, and the described fields."""
        kinds = [kind for kind in areas_in_order(type(self.table), self.areas) if self.area(seat, kind)]
        fields: dict[str, Any] = {kind: self.listed_area(seat, kind) for kind in kinds}
        for kind in self.table.section_kinds:
            if roots := self.roots_in(seat, kind):
                fields[kind] = [self.entry(card, seat) for card in roots]
        return fields | field_state(self.table.players[seat])

    # turns

    def turn_in_window(self, frame: Procedure) -> dict[str, Any]:
        """The seat with priority, and the seats that have passed in a row or for good, if the frame is a window."""
        if not isinstance(frame, Window):
            return {}
        around = self.table.clockwise_from(frame.turn)
        passed = [*frame.out] if frame.final else [around[-place] for place in range(frame.passes, 0, -1)]
        return {"priority": frame.turn, **({"passed": passed} if passed else {})}

    # counters and effects

    def limits(self, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """The counters that are not 0, except some, with names in place of handles."""
        used = {key: n for key, n in self.table.usage.items() if key not in without and n}
        named = self.named_counters() if used else {}
        # what counts an ability of no card here is of a card that is gone
        kept = {named.get(key, key): n for key, n in used.items() if key in named or not is_of_copy(key)}
        return {"limits": dict(sorted(kept.items()))} if kept else {}

    def named_counters(self) -> dict[str, str]:
        """Every counter that a position may have, as the table has it, with names in place of handles."""
        copies = ((each.handle, each.key, each.owner) for each in self.table.cards.values())
        return renamed_counters(rules_of_table(self.table), self.table.seats, copies, self.names)

    def worded_counters(self) -> frozenset[str]:
        """The counters that are written with a word of their own."""
        return frozenset()

    def effects(self) -> dict[str, list[dict[str, Any]]]:
        """The lasting and delayed effects, without cards that they no longer affect."""
        found = {"lasting": [*self.lasting_effects()], "delayed": [*self.delayed_effects()]}
        return {name: effects for name, effects in found.items() if effects}

    def lasting_effects(self) -> Iterator[dict[str, Any]]:
        for each in self.table.effects_at_work():
            yield plain_effect(each, {"cards": [self.names[card] for card in each.cards if card in self.names]})

    def delayed_effects(self) -> Iterator[dict[str, Any]]:
        for effect in self.table.delayed.values():
            ability = self.table.registry.ability(effect.key, effect.ability)
            kept = rename_picks(ability, effect.chosen, lambda pick: self.names.get(Handle(pick), ""))
            chosen = [[name, [*picks]] for name, picks in kept]
            yield plain_effect(effect, {"me": self.names.get(effect.me, ""), "chosen": chosen})


def plain_effect(effect: Any, named: dict[str, Any]) -> dict[str, Any]:
    """An effect as plain data, with names and without its id."""
    fields = {**to_builtins(effect), **named}
    return {name: value for name, value in fields.items() if name != "id" and value not in ("", [], ())}
