"""The contest that is under way in a position, not decided yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.contest import Contest
from domain.cardgame.positions.named_cards import PositionNames, seat_in
from domain.kernel.citing import rule_of
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat, zone_kind, zone_owner

AnyNames = PositionNames[Any]


def is_held(names: AnyNames, card: Handle, seat: Seat) -> bool:
    """Whether a card lies faceup in the play area of a player."""
    at = names.cards[card].zone
    return zone_owner(at) == seat and zone_kind(at) in names.registry.rules.table_type.open_kinds


class ContestSection:
    """The section of a position for the contest that is under way; `key` is the name of the table's field with it.

    It is of one of these `kinds`; cards of the type `participant` take part. `opponent_rule` says that nobody attacks
    themselves. A game with more in its contests has a section under this one, with its `own_keys`.
    """

    contest: ClassVar[type[Contest]] = Contest
    own_keys: ClassVar[tuple[str, ...]] = ()
    sides: ClassVar[tuple[str, ...]] = ("attackers", "defenders")

    def __init__(self, key: str, kinds: tuple[str, ...], participant: str, opponent_rule: str) -> None:
        self.key = key
        self.kinds = kinds
        self.participant = participant
        self.opponent_rule = opponent_rule
        self.keys = ("kind", "attacker", "defender", "attackers", "defenders", *self.own_keys)

    def read(
        self, document: DocumentNode, fields: Mapping[str, DocumentNode], at: str, under_way: bool, names: AnyNames
    ) -> Contest | None:
        """The current contest; None at a waiting point where none is under way. Raises Unreadable."""
        if (self.key in fields) != under_way:
            wanted = f"missing, {at} lies inside a {self.key}" if under_way else f"none is under way at {at}"
            raise document.child(self.key, None).wrong(wanted)
        if not under_way:
            return None
        contest = fields[self.key].mapping(self.keys)
        for key in ("kind", "attacker", "attackers"):
            if key not in contest:
                raise fields[self.key].wrong(f"{key}: missing")
        attacker = seat_in(contest["attacker"], names.seats)
        others = [seat for seat in names.seats if seat != attacker and seat not in names.eliminated]
        defender = seat_in(contest.get("defender"), names.seats) or others[0]
        if defender == attacker:
            rule = rule_of(names.registry.rules.cites, self.opponent_rule)
            raise contest["defender"].wrong(f"{defender} is the attacker ({rule})")
        attackers = self.read_side(contest.get("attackers"), attacker, names)
        kind, defenders = contest["kind"].text(self.kinds), self.read_side(contest.get("defenders"), defender, names)
        own = self.own_fields(contest, attackers, names)
        return self.contest(0, kind, attacker, defender, attackers, defenders, **own)

    def own_fields(
        self, contest: Mapping[str, DocumentNode], attackers: tuple[Handle, ...], names: AnyNames
    ) -> dict[str, Any]:
        """What a game's contest has beside its kind and its sides. Raises Unreadable."""
        return {}

    def read_side(self, field: DocumentNode | None, seat: Seat, names: AnyNames) -> tuple[Handle, ...]:
        """The participants of one side, in play under its player's control. Raises Unreadable."""
        cards = names.read_cards(field)
        for number, card in enumerate(cards):
            printed = names.registry.pool.cards[names.cards[card].key]
            if field is not None and (printed.type != self.participant or card in cards[:number]):
                raise field.wrong(f"{card} is {'there twice' if card in cards[:number] else f'no {self.participant}'}")
            if field is not None and not is_held(names, card, seat):
                raise field.wrong(f"{card} is not in play under the control of {seat}")
        return cards

    def write(self, now: Contest, names: Mapping[Handle, str]) -> dict[str, Any]:
        """The section of a contest, without cards that have no name any more."""
        # a card that an ability has named may have left play
        cards = {name: [names[card] for card in getattr(now, name) if card in names] for name in self.sides}
        return {
            "kind": now.kind,
            "attacker": now.attacker,
            "defender": now.defender,
            "attackers": cards.pop("attackers"),
            **{name: listed for name, listed in cards.items() if listed},
        }

    def with_handles(self, now: Contest, id: int, handles: Mapping[Handle, Handle]) -> Contest:
        """The contest with handles in place of names."""
        named = {name: tuple(handles[card] for card in getattr(now, name)) for name in self.sides}
        return structs.replace(now, id=id, **named)
