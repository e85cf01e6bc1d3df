"""Who knows which hidden card, folded over the whole stream, undone lines included: what was seen stays seen.

A card gets a new handle whenever it enters a hidden zone or is shuffled there. So a handle in a hidden zone that
somebody knows is a card whose place is known. Read `knowledge_from`: it begins with what was learned (`Learned`), and
goes on with who can follow a card that moves, is turned facedown or gets a new handle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.kernel.cards.card_facts import (
    CardsMoved,
    CardsTurned,
    HandlesRedrawn,
    Learned,
    Move,
    ZoneShuffled,
    renamed_handles,
)
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.who_sees_cards import may_see
from domain.kernel.corrections.changes import Corrected, MoveCard
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone_owner
from domain.match.events import StoredEvent, event_kind, path

Events = Iterable[tuple[int, StoredEvent]]


class LearnedRow(Struct, frozen=True):
    """That a seat (or everybody) learned which card a handle names, and where in the record (`44.2`)."""

    viewer: Viewer
    card: Handle
    key: str
    at: str


def cards_learned_in(events: Events) -> Iterator[LearnedRow]:
    """All that anybody learned in these events, in order."""
    for version, event in events:
        for place, fact in enumerate(event.facts, 1):
            if isinstance(fact, Learned):
                for viewer in fact.to:
                    yield from (LearnedRow(viewer, card, key, f"{version}.{place}") for card, key in fact.cards)


# The viewers who know each handle, each with the place in the record since which it knows the card.
Knowledge = dict[Handle, dict[Viewer, str]]


def knowledge_from(events: Events, corrected: tuple[Fact, ...] = (), *, remembers: bool = False) -> Knowledge:
    """The viewers who know each handle, each with the first place where they saw the card.

    A viewer is there only if it can be sure: who saw a hand of which a card was then put away unseen knows none of the
    others any more. `corrected` are the facts of a correction in the making, which comes after the events. `remembers`
    as in `KnowledgeFold`.
    """
    found, version = KnowledgeFold(remembers=remembers), 0
    for version, event in events:
        found.take_in(version, event)
    found.take_in_facts(version + 1, corrected, by_hand=len(corrected))
    return found.viewers


class Loss(Struct, frozen=True):
    """That a viewer who knew a card was no longer sure of it, and the version by which."""

    viewer: Viewer
    card: Handle
    since: str
    version: int


class KnowledgeFold:
    """The knowledge of every viewer, event by event.

    A fold that `remembers` keeps across a rewind who saw a card on the undone line, wherever it went there. Whoever saw
    it cannot say for sure that it lies again where it does, so this is told to judges alone.
    """

    def __init__(self, *, remembers: bool = False) -> None:
        self.viewers: Knowledge = {}
        self._remembers = remembers
        self._renamed: list[tuple[int, Handle, Handle]] = []
        self._lying: dict[Handle, ZoneKey] = {}
        self._backs: dict[int, int] = {}
        self._losses: list[Loss] = []
        self._searchers: dict[Handle, set[Viewer]] = {}

    def take_in(self, version: int, event: StoredEvent) -> None:
        """Take an event in: what is learned in it, and who follows the cards that it moves."""
        kept = self._go_back(version, event.back) if event.back else None
        actor = event.actor if event_kind(event) == "action" else NO_SEAT
        self.take_in_facts(version, event.facts, actor, by_hand=event.cut, kept=kept)

    def take_in_facts(
        self,
        version: int,
        facts: tuple[Fact, ...],
        actor: str = NO_SEAT,
        *,
        by_hand: int = 0,
        kept: frozenset[int] | None = None,
    ) -> None:
        """Take facts in that belong together; the first `by_hand` are those of a correction."""
        scene = Scene(actor, facts)
        self._renamed += ((version, *names) for fact in facts for names in renamed_handles(fact))
        for place, fact in enumerate(facts, 1):
            at = f"{version}.{place}"
            if isinstance(fact, Corrected):
                scene.takes_top = isinstance(fact.change, MoveCard) and bool(fact.change.top_of)
            elif isinstance(fact, Learned):
                self._learn(fact, at)
            elif isinstance(fact, HandlesRedrawn):
                for old, new in fact.order:
                    self._rename(old, new, fact.zone, kept)
            elif isinstance(fact, ZoneShuffled):
                self._lying.update((new, fact.zone) for _, new in fact.order)
            for each in moves_of(fact):
                self._follow(each, scene, at, taken_by_place=scene.takes_top and place <= by_hand)

    def _go_back(self, version: int, target: int) -> frozenset[int]:
        """Go back before what was lost after a version; returned are the versions that are kept."""
        self._backs[version] = target
        kept = frozenset(path(self._backs, target))
        for loss in self._losses:
            if loss.version not in kept:
                self._note(loss.card, (loss.viewer,), loss.since)
            elif version_of_place(self.viewers[loss.card].get(loss.viewer, loss.since)) <= loss.version:
                self.viewers[loss.card].pop(loss.viewer, None)
        if self._remembers:
            self._take_back(target)
        return kept

    def _take_back(self, target: int) -> None:
        """Who saw a card after a version knows it under the handle that it had then."""
        for version, old, new in reversed(self._renamed):
            if version <= target:
                break
            for viewer, since in self.viewers.get(new, {}).items():
                if version_of_place(since) > target:
                    self._note(old, (viewer,), since)

    def _learn(self, fact: Learned, at: str) -> None:
        """Who is shown a card alone sees where it lies; who sees several may pick one out unseen."""
        for card, _ in fact.cards:
            self._note(card, fact.to, at)
            if len(fact.cards) > 1:
                self._searchers.setdefault(card, set()).update(fact.to)

    def _note(self, card: Handle, viewers: Iterable[Viewer], at: str) -> None:
        there = self.viewers.setdefault(card, {})
        for viewer in viewers:
            there.setdefault(viewer, at)

    def _rename(self, old: Handle, new: Handle, zone: ZoneKey, kept: frozenset[int] | None) -> None:
        """A card lies where it lay under another handle.

        After a rewind, who learned it on the undone line cannot say whether it lay there before; but its owner sees it.
        A fold that remembers keeps them all.
        """
        self._lying[new] = zone
        self._searchers[new] = self._searchers.get(old, set())
        for viewer, since in self.viewers.get(old, {}).items():
            if self._remembers or kept is None or version_of_place(since) in kept or viewer == zone_owner(zone):
                self._note(new, (viewer,), since)

    def _follow(self, move: Move, scene: Scene, at: str, *, taken_by_place: bool) -> None:
        """Who can say which card moved knows it where it lies now; who cannot may have lost others with it."""
        before, searchers = dict(self.viewers.get(move.old, {})), self._searchers.get(move.old, set())
        followers = [each for each in before if taken_by_place or scene.is_followed_by(each, move, searchers)]
        witnesses = [witness for witness in who_saw(move) if witness not in before]
        for viewer in (*followers, *witnesses):
            self._note(move.new, (viewer,), before.get(viewer, before.get(Viewer(PUBLIC), at)))
        self._lying[move.new] = move.to
        if move.was == "owner" and move.now != "all" and move.source != move.to:
            self._lose(move.source, {*followers, *witnesses, Viewer(zone_owner(move.source))}, version_of_place(at))

    def _lose(self, zone: ZoneKey, sure: set[Viewer], version: int) -> None:
        """A card went unseen out of a zone: who does not know which one knows none of those that are left for sure."""
        for card, there in self.viewers.items():
            if self._lying.get(card) == zone:
                for viewer in [each for each in there if each not in sure]:
                    self._losses.append(Loss(viewer, card, there.pop(viewer), version))


def version_of_place(at: str) -> int:
    """The version of a place in the record: 44 of `44.2`."""
    return int(at.partition(".")[0])


def moves_of(fact: Fact) -> Iterable[Move]:
    """The moves of cards in a fact; a card that is turned over moves where it lies."""
    if isinstance(fact, CardsTurned):
        return (Move(each.old, each.new, each.zone, each.zone, each.was, each.now) for each in fact.turns)
    return fact.moves if isinstance(fact, CardsMoved) else ()


def who_saw(move: Move) -> tuple[Viewer, ...]:
    """Who saw a card where it lay: everybody, or its owner; the owner of its new zone saw what everybody saw."""
    if move.was == "all":
        owner = Viewer(zone_owner(move.to))
        return (Viewer(PUBLIC), owner) if move.now == "owner" and owner else (Viewer(PUBLIC),)
    return (Viewer(zone_owner(move.source)),) if move.was == "owner" else ()


class Scene:
    """What happened together, as those at the table saw it: who acted, what was shown, whether a top card was taken."""

    def __init__(self, actor: str, facts: tuple[Fact, ...]) -> None:
        self.takes_top = False
        self._actor = actor
        moved = {each.old for fact in facts for each in moves_of(fact)}
        learned = (fact for fact in facts if isinstance(fact, Learned))
        shown = ((fact.to, {card for card, _ in fact.cards}) for fact in learned)
        self._shown = [(to, cards) for to, cards in shown if cards <= moved]

    def is_followed_by(self, viewer: Viewer, move: Move, searchers: Iterable[Viewer]) -> bool:
        """Whether a viewer who knew a card can say that it is this one which moves.

        From a pile it can, unless somebody else searched the pile and may have picked the card out. From a hand it
        cannot, unless it was just shown the cards that move.
        """
        if move.was == "all" or may_see(move.was, viewer, move.source):
            return True
        if any(viewer in to or PUBLIC in to for to, cards in self._shown if move.old in cards):
            return True
        if move.was != "nobody":
            return False
        return viewer == self._actor or not {each for each in searchers if each not in (viewer, PUBLIC)}


def knows(knowledge: Knowledge, seat: Seat, card: Handle) -> bool:
    """Whether a seat knows which card a handle names."""
    there = knowledge.get(card, {})
    return seat in there or PUBLIC in there


def known_to_somebody(knowledge: Knowledge) -> set[Handle]:
    """The handles of which anybody knows which card they name."""
    return {card for card, viewers in knowledge.items() if viewers}


def origins(table: CardTable, events: Events) -> dict[Handle, Handle]:
    """Each handle that the cards of a table have through these events, with the one that they have at the table."""
    found = {card: card for card in table.cards}
    for _, event in events:
        for fact in event.facts:
            for old, new in renamed_handles(fact):
                if old in found:
                    found[new] = found[old]
    return found


def hidden_cards(table: CardTable) -> dict[Handle, ZoneKey]:
    """The cards that are hidden from somebody where they lie, each with its zone, zone by zone."""
    lying = ((zone, card) for zone, cards in table.zones.items() for card in cards)
    return {card: zone for zone, card in lying if table.sight(table.cards[card]) != "all"}


def unseen_cards(table: CardTable) -> dict[ZoneKey, list[Handle]]:
    """The cards that nobody sees, by zone in the order in which they lie: decks, and what lies facedown to all."""
    found = {
        zone: [card for card in cards if table.sight(table.cards[card]) == "nobody"]
        for zone, cards in table.zones.items()
    }
    return {zone: cards for zone, cards in found.items() if cards}
