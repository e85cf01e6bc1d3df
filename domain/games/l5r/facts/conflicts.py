"""Facts of rings and conflicts."""

from __future__ import annotations

from msgspec import structs

from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import Conflict, L5rTable, Ring, current_conflict
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT, Handle, Seat
from domain.kernel.numbers import TracedNumber


class RingFatePlaced(Fact, frozen=True, tag="l5r.ring_fate_placed"):
    """Fate was put on rings from the general pool."""

    rings: tuple[Element, ...]
    fate: int

    def apply(self, table: L5rTable) -> None:
        for element in self.rings:
            ring = table.rings[element]
            table.rings.put(element, structs.replace(ring, fate=ring.fate + self.fate))


class RingContested(Fact, frozen=True, tag="l5r.ring_contested"):
    """A ring became the contested one, with this side up; the fate on it went to the attacking player."""

    ring: Element
    side: str
    seat: Seat
    fate: int = 0

    def apply(self, table: L5rTable) -> None:
        table.rings.put(self.ring, Ring(side=self.side, contested=True))
        if self.fate:
            table.players.writable(self.seat).fate += self.fate


class RingClaimed(Fact, frozen=True, tag="l5r.ring_claimed"):
    """A player claimed a ring."""

    ring: Element
    seat: Seat

    def apply(self, table: L5rTable) -> None:
        ring = Ring(fate=table.rings[self.ring].fate, claimed_by=self.seat)
        table.rings.put(self.ring, ring)
        if table.contest is not None and table.contest.ring == self.ring:
            table.contest = structs.replace(table.contest, claimed=True)


class RingsReturned(Fact, frozen=True, tag="l5r.rings_returned"):
    """Rings returned to the unclaimed ones."""

    rings: tuple[Element, ...]

    def apply(self, table: L5rTable) -> None:
        for element in self.rings:
            table.rings.put(element, Ring(fate=table.rings[element].fate))


class ConflictDeclared(Fact, frozen=True, tag="l5r.conflict_declared"):
    """A conflict was declared."""

    conflict: Conflict

    def apply(self, table: L5rTable) -> None:
        table.contest = self.conflict


class CharactersEvaded(Fact, frozen=True, tag="l5r.characters_evaded"):
    """Characters were evaded by covert: they cannot be declared as defenders."""

    cards: tuple[Handle, ...]

    def apply(self, table: L5rTable) -> None:
        now = current_conflict(table)
        table.contest = structs.replace(now, evaded=(*now.evaded, *self.cards))


class DefendersDeclared(Fact, frozen=True, tag="l5r.defenders_declared"):
    """The defending player declared the defenders."""

    defenders: tuple[Handle, ...]

    def apply(self, table: L5rTable) -> None:
        table.contest = structs.replace(current_conflict(table), defenders=self.defenders)


class CharacterJoined(Fact, frozen=True, tag="l5r.character_joined"):
    """A character joined the conflict on the side of its controller."""

    card: Handle
    seat: Seat

    def apply(self, table: L5rTable) -> None:
        now = current_conflict(table)
        side = "attackers" if self.seat == now.attacker else "defenders"
        table.contest = structs.replace(now, **{side: (*getattr(now, side), self.card)})


class CharactersLeft(Fact, frozen=True, tag="l5r.characters_left"):
    """Characters left the conflict: to their home, or out of play."""

    cards: tuple[Handle, ...]

    def apply(self, table: L5rTable) -> None:
        table.contest = current_conflict(table).without(self.cards)


class ConflictDecided(Fact, frozen=True, tag="l5r.conflict_decided"):
    """Skill was compared: the totals, who won and by how much; nobody may have won."""

    attack: TracedNumber
    defense: TracedNumber
    winner: Seat = NO_SEAT
    loser: Seat = NO_SEAT
    margin: int = 0
    opposed: bool = False

    def apply(self, table: L5rTable) -> None:
        table.contest = structs.replace(
            current_conflict(table),
            attack=self.attack.value,
            defense=self.defense.value,
            decided=True,
            winner=self.winner,
            loser=self.loser,
            margin=self.margin,
            opposed=self.opposed,
        )


class ProvinceBroken(Fact, frozen=True, tag="l5r.province_broken"):
    """A province was broken; `strength` is what it held out against."""

    province: Handle
    strength: TracedNumber | None = None

    def apply(self, table: L5rTable) -> None:
        card, now = table.writable(self.province), table.contest
        card.broken = True
        if now is not None and (now.defender, now.slot) == (card.controller, card.slot):
            table.contest = structs.replace(now, broke=True)


class RingEffectResolved(Fact, frozen=True, tag="l5r.ring_effect_resolved"):
    """A player resolved the effect of a ring: of the contested one, or `by_card` of any."""

    seat: Seat
    element: Element
    by_card: bool = False

    def apply(self, table: L5rTable) -> None:
        table.resolving = self.element
        if table.contest is not None and not self.by_card:
            table.contest = structs.replace(table.contest, resolved=self.element)


class RingEffectEnded(Fact, frozen=True, tag="l5r.ring_effect_ended"):
    """The initiation of a ring effect ended: the effect follows, or was cancelled."""

    neutral = True

    def apply(self, table: L5rTable) -> None:
        table.resolving = None


class RingEffectStopped(Fact, frozen=True, tag="l5r.ring_effect_stopped"):
    """A card cancelled the ring effect of the conflict."""

    def apply(self, table: L5rTable) -> None:
        table.contest = structs.replace(current_conflict(table), stopped=True)


class RingsSwitched(Fact, frozen=True, tag="l5r.rings_switched"):
    """Two rings changed places: the fate on each stays on it, but a player may get that of the second one."""

    ring: Element
    other: Element
    seat: Seat = NO_SEAT
    fate: int = 0

    def apply(self, table: L5rTable) -> None:
        first, second = table.rings[self.ring], table.rings[self.other]
        table.rings.put(self.ring, structs.replace(second, fate=first.fate))
        table.rings.put(self.other, structs.replace(first, fate=second.fate - self.fate))
        if self.seat:
            table.players.writable(self.seat).fate += self.fate
        now, places = table.contest, {self.ring: self.other, self.other: self.ring}
        if now is not None and now.ring in places:
            table.contest = structs.replace(now, ring=places[now.ring])


class ConflictTypeChanged(Fact, frozen=True, tag="l5r.conflict_type_changed"):
    """The conflict became one of the other type."""

    kind: str

    def apply(self, table: L5rTable) -> None:
        now = table.contest = structs.replace(current_conflict(table), kind=self.kind)
        table.rings.put(now.ring, structs.replace(table.rings[now.ring], side=self.kind))


class ConflictEnded(Fact, frozen=True, tag="l5r.conflict_ended"):
    """The conflict ended."""

    def apply(self, table: L5rTable) -> None:
        table.contest = None
