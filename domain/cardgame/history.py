"""The history of any card game for analysts: decks, what became of each card, what was played, plain contests.

A game makes its own of it with `card_history`; one without facts of its own for contests has the table `contests`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.cardgame.contest import Contest
from domain.cardgame.facts.cards import CardEnteredPlay, EventPlayed
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.table import DECK, HAND, PLAYING, CardGameTable
from domain.kernel.cards.card_facts import (
    CardsMoved,
    CardsTurned,
    HandlesRedrawn,
    Learned,
    ZoneShuffled,
    renamed_handles,
)
from domain.kernel.facts import Fact
from domain.kernel.history.figures import SHARE, HistoryFigure
from domain.kernel.history.reading import FactHook, HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, GameHistory, HistoryTable, MatchRow, no_faction
from domain.kernel.ids import PUBLIC, Handle, Seat, zone_kind
from domain.kernel.occurring.abilities import AbilityAnnounced


class DeckRow(MatchRow, frozen=True, kw_only=True):
    """The cards with which a seat began, as a whole."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    deck: Annotated[str, Meta(description="A name of the list: the same for the same cards in the same parts.")]
    cards: Annotated[int, Meta(description="The number of cards, with those that lie on the table from the beginning.")]


class DeckCardRow(MatchRow, frozen=True, kw_only=True):
    """A card in the deck of a seat, with the number of its copies."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    part: Annotated[
        str,
        Meta(
            description="The part of the deck: the area in which it lay before any card was drawn (`deck`); "
            "in a match from a position the area in which it lay then."
        ),
    ]
    card: Annotated[str, Meta(description="The key of the card in the pool of its game.")]
    copies: Annotated[int, Meta(description="The number of copies.")]


class CardRow(MatchRow, frozen=True, kw_only=True):
    """One copy of a card that a seat began with, and what became of it: nothing where that never happened."""

    seat: Annotated[int, Meta(description="The seat whose card it is, as in `seats`.")]
    copy_number: Annotated[int, Meta(description="The number of this copy among the cards of the seat, from 1.")]
    card: Annotated[str, Meta(description="The key of the card in the pool of its game.")]
    part: Annotated[str, Meta(description="The part of the deck, as in `deck_cards`.")]
    seen_version: Annotated[int | None, Meta(description="The version in which its owner first learned where it was.")]
    seen_round: Annotated[int | None, Meta(description="The round in which its owner first learned where it was.")]
    drawn_version: Annotated[
        int | None,
        Meta(
            description="The version in which it first came from the deck to hand; an opening hand is drawn, also one "
            "that a mulligan gave back. A position does not say when the cards in its hands were drawn."
        ),
    ]
    drawn_round: Annotated[int | None, Meta(description="The round in which it first came from the deck to hand.")]
    played_version: Annotated[
        int | None,
        Meta(
            description="The version in which it was first played, in any way of `card_plays` but a use; not when it "
            "came into play facedown."
        ),
    ]
    played_round: Annotated[
        int | None,
        Meta(
            description="The round in which it was first played, in any way of `card_plays` but a use; not when it "
            "came into play facedown."
        ),
    ]
    played_how: Annotated[str | None, Meta(description="How it was first played, as in `card_plays`.")]
    used_version: Annotated[int | None, Meta(description="The version in which an ability of it was first used.")]
    used_round: Annotated[int | None, Meta(description="The round in which an ability of it was first used.")]
    uses: Annotated[
        int, Meta(description="How often abilities of it were used; a part that resolves later is no use of its own.")
    ]
    left_version: Annotated[int | None, Meta(description="The version in which it first left play.")]
    left_round: Annotated[int | None, Meta(description="The round in which it first left play.")]
    last_area: Annotated[str, Meta(description="The area in which it lay at the end: `hand`, `discard`.")]


class SeatCardRow(MatchRow, frozen=True, kw_only=True):
    """A card of a seat, all its copies together: how many it began with, and how many of them were drawn or played."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    card: Annotated[str, Meta(description="The key of the card in the pool of its game.")]
    copies: Annotated[int, Meta(description="The number of copies, as in `cards`.")]
    drawn: Annotated[int, Meta(description="How many of them were drawn, as in `cards`.")]
    played: Annotated[int, Meta(description="How many of them were played, as in `cards`.")]


class CardPlayRow(CourseRow, frozen=True, kw_only=True):
    """A card that came into play, was revealed to have its effect or played as an event, or whose ability was used."""

    seat: Annotated[int | None, Meta(description="The seat that played or used it, as in `seats`.")]
    card: Annotated[str, Meta(description="The key of the card in the pool of its game.")]
    how: Annotated[
        str,
        Meta(description="How: as the game says of cards that come into play or are revealed; `event`, `ability`."),
    ]


class ContestRow(CourseRow, frozen=True, kw_only=True):
    """A contest of two sides in a game that has no table of its own for them."""

    kind: Annotated[str, Meta(description="The kind of contest.")]
    attacker: Annotated[int | None, Meta(description="The attacking seat, as in `seats`.")]
    defender: Annotated[int | None, Meta(description="The defending seat, as in `seats`.")]
    attackers: Annotated[int, Meta(description="The number of attacking cards.")]
    defenders: Annotated[int, Meta(description="The number of defending cards.")]
    attack: Annotated[int, Meta(description="The total of the attacking side; 0 where it was not compared.")]
    defense: Annotated[int, Meta(description="The total of the defending side; 0 where it was not compared.")]
    winner: Annotated[int | None, Meta(description="The seat that won, if one did.")]
    margin: Annotated[int, Meta(description="By how much it was won.")]
    decided: Annotated[bool, Meta(description="Whether the totals were compared.")]


class FirstTime(Struct, frozen=True):
    """A version and its round."""

    version: int
    round: int


class CardCourse(Struct):
    """What has become of one copy of a card so far."""

    key: str
    owner: Seat
    part: str
    handle: Handle
    first: dict[str, FirstTime]
    played_how: str | None = None
    uses: int = 0

    def record_first(self, what: str, now: HistoryMoment) -> None:
        """Remember when something first happened to it."""
        if what not in self.first:
            self.first[what] = FirstTime(now.version, now.table.round)

    def version(self, what: str) -> int | None:
        """The version in which it first happened, if it did."""
        return self.first[what].version if what in self.first else None

    def round(self, what: str) -> int | None:
        """The round in which it first happened, if it did."""
        return self.first[what].round if what in self.first else None


class CardsReader(HistoryReader):
    """Reads what becomes of the cards that seats begin with, and what is played.

    A game in which cards are played in ways of its own has a reader that comes from this one.
    """

    def __init__(self) -> None:
        self.cards: list[CardCourse] = []
        self.by_handle: dict[Handle, CardCourse] = {}
        self.plays: list[CardPlayRow] = []

    def read_fact(self, now: HistoryMoment, fact: Fact) -> None:
        """Know the cards that the opening lays out, as soon as they lie there: before the first of them is drawn."""
        for each in now.table.cards.values() if now.version == 1 else ():
            if each.owner in now.veil.numbers and each.handle not in self.by_handle:
                course = CardCourse(each.key, each.owner, zone_kind(each.zone), each.handle, {})
                self.cards.append(course)
                self.by_handle[each.handle] = course
                if now.table.sees_card(each.owner, each):
                    course.record_first("seen", now)

    def follow(self, now: HistoryMoment, fact: Fact) -> None:
        """Know the cards by their new handles."""
        found = [(self.by_handle.pop(old, None), new) for old, new in renamed_handles(fact) if old != new]
        for course, new in found:
            if course is not None:
                course.handle = new
                self.by_handle[new] = course

    def read_moves(self, now: HistoryMoment, fact: CardsMoved) -> None:
        """Know the cards by their new handles, and which of them were drawn or left play."""
        self.follow(now, fact)
        kinds = now.table.zone_kinds
        for each in fact.moves:
            course = self.by_handle.get(each.new)
            if course is None:
                continue
            came, went = zone_kind(each.source), zone_kind(each.to)
            if (came, went) == (DECK, HAND):
                course.record_first("drawn", now)
            if kinds[came].in_play and not kinds[went].in_play:
                course.record_first("left", now)

    def read_learned(self, now: HistoryMoment, fact: Learned) -> None:
        for handle, _ in fact.cards:
            course = self.by_handle.get(handle)
            if course is not None and (PUBLIC in fact.to or course.owner in fact.to):
                course.record_first("seen", now)

    def read_entry(self, now: HistoryMoment, fact: CardEnteredPlay) -> None:
        """Remember that a card came into play; one that came facedown was not played, as nobody saw which it was."""
        self.play(now, now.table.cards[fact.card].controller, fact.card, fact.how, seen=not fact.facedown)

    def read_event(self, now: HistoryMoment, fact: EventPlayed) -> None:
        self.play(now, fact.seat, fact.card, "event")

    def play(self, now: HistoryMoment, seat: Seat, handle: Handle, how: str, *, seen: bool = True) -> None:
        """Remember that a card was played, or came into play unseen."""
        course = self.by_handle.get(handle)
        if course is not None and seen:
            course.record_first("played", now)
            course.played_how = course.played_how or how
        key = now.card_key(handle)
        self.plays.append(CardPlayRow(**now.course, seat=now.seat_number(seat), card=key, how=how))

    def read_use(self, now: HistoryMoment, fact: AbilityAnnounced) -> None:
        """Remember the use of an ability; that of an event is told as its play."""
        effect = fact.effect
        if effect.is_delayed_part:
            return
        course = self.by_handle.get(effect.me)
        if course is not None:
            course.record_first("used", now)
            course.uses += 1
        card = now.table.find_card(effect.me)
        if card is None or zone_kind(card.zone) not in (HAND, PLAYING):
            row = CardPlayRow(**now.course, seat=now.seat_number(effect.you), card=effect.key, how="ability")
            self.plays.append(row)

    def rows(self, now: HistoryMoment) -> Iterator[MatchRow]:
        yield from self.plays
        for seat, number in now.veil.numbers.items():
            own = [each for each in self.cards if each.owner == seat]
            if own:
                yield from deck_rows(now.match_id, number, own)
                yield from seat_card_rows(now.match_id, number, own)
            for copy_number, each in enumerate(own, 1):
                yield card_row(now, number, copy_number, each)

    after: ClassVar[Mapping[type[Fact], FactHook]] = {
        CardsMoved: read_moves,
        CardsTurned: follow,
        ZoneShuffled: follow,
        HandlesRedrawn: follow,
        Learned: read_learned,
        CardEnteredPlay: read_entry,
        EventPlayed: read_event,
        AbilityAnnounced: read_use,
    }


def deck_rows(match_id: str, seat: int, cards: list[CardCourse]) -> Iterator[MatchRow]:
    """The row of a seat's deck, and one for each card in it."""
    counted = Counter((each.part, each.key) for each in cards)
    listed = "\n".join(f"{part} {key} {copies}" for (part, key), copies in sorted(counted.items()))
    deck = f"d-{blake2b(listed.encode(), digest_size=8).hexdigest()}"
    yield DeckRow(match_id=match_id, seat=seat, deck=deck, cards=len(cards))
    for (part, key), copies in sorted(counted.items()):
        yield DeckCardRow(match_id=match_id, seat=seat, part=part, card=key, copies=copies)


def seat_card_rows(match_id: str, seat: int, cards: list[CardCourse]) -> Iterator[MatchRow]:
    """A row for each card of a seat."""
    copies = Counter(each.key for each in cards)
    drawn, played = (Counter(each.key for each in cards if what in each.first) for what in ("drawn", "played"))
    for key, number in copies.items():
        yield SeatCardRow(match_id=match_id, seat=seat, card=key, copies=number, drawn=drawn[key], played=played[key])


def card_row(now: HistoryMoment, seat: int, copy_number: int, each: CardCourse) -> CardRow:
    """The row of one copy of a card."""
    card = now.table.find_card(each.handle)
    return CardRow(
        match_id=now.match_id,
        seat=seat,
        copy_number=copy_number,
        card=each.key,
        part=each.part,
        seen_version=each.version("seen"),
        seen_round=each.round("seen"),
        drawn_version=each.version("drawn"),
        drawn_round=each.round("drawn"),
        played_version=each.version("played"),
        played_round=each.round("played"),
        played_how=each.played_how,
        used_version=each.version("used"),
        used_round=each.round("used"),
        uses=each.uses,
        left_version=each.version("left"),
        left_round=each.round("left"),
        last_area=zone_kind(card.zone) if card is not None else "",
    )


class ContestsReader(HistoryReader):
    """Reads the contests of a game whose facts say no more of them than that they changed."""

    def __init__(self) -> None:
        self.found: list[tuple[dict[str, Any], Contest]] = []
        self.is_open = False

    def end_event(self, now: HistoryMoment) -> None:
        """Remember the contest in which a match begins that is opened from a position."""
        if now.version == 1:
            self.read(now, getattr(now.table, "contest", None))

    def read_contest(self, now: HistoryMoment, fact: ContestChanged) -> None:
        self.read(now, fact.contest)

    def read(self, now: HistoryMoment, contest: Contest | None) -> None:
        """Remember how the contest stands; one that begins has its place from now on."""
        if contest is not None and self.is_open:
            self.found[-1] = (self.found[-1][0], contest)
        elif contest is not None:
            self.found.append((now.course, contest))
        self.is_open = contest is not None

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        return [
            ContestRow(
                **course,
                kind=each.kind,
                attacker=now.seat_number(each.attacker),
                defender=now.seat_number(each.defender),
                attackers=len(each.attackers),
                defenders=len(each.defenders),
                attack=each.attack,
                defense=each.defense,
                winner=now.seat_number(each.winner),
                margin=each.margin,
                decided=each.decided,
            )
            for course, each in self.found
        ]

    after: ClassVar[Mapping[type[Fact], FactHook]] = {ContestChanged: read_contest}


CARD_TABLES = (
    HistoryTable("decks", DeckRow, 2),
    HistoryTable("deck_cards", DeckCardRow, 4),
    HistoryTable("cards", CardRow, 3),
    HistoryTable("seat_cards", SeatCardRow, 3),
    HistoryTable("card_plays", CardPlayRow, 3),
)
CONTEST_TABLES = (HistoryTable("contests", ContestRow, 3),)


def query_of_cards(how: str) -> str:
    """The seats by each card that was `drawn` or `played`; the copies of a card in a deck win or lose together."""
    return f"""
SELECT m.game, c.match_id, MIN(c.{how}_version) AS version, c.seat AS place, c.card, '{how}' AS how, c.seat,
  COUNT(*) AS copies, s.result, CASE WHEN s.result = 'won' THEN 1 ELSE 0 END AS hit
FROM chosen m JOIN cards c ON c.match_id = m.match_id JOIN seats s ON s.match_id = c.match_id AND s.seat = c.seat
WHERE c.{how}_version IS NOT NULL AND s.result IS NOT NULL
GROUP BY m.game, c.match_id, c.seat, c.card, s.result"""


CARD_FIGURES = (
    HistoryFigure(
        name="cards",
        title="Cards drawn and played",
        about="How often a seat won that drew a card, at first or later, or played it. Each seat counts once.",
        query=f"{query_of_cards('drawn')}\nUNION ALL{query_of_cards('played')}",
        by=("card", "how"),
        kind=SHARE,
        measure="won",
        most_first=True,
    ),
)


def first_player(table: CardGameTable) -> Seat:
    """The first player."""
    return table.first_player


def card_history(
    tables: tuple[HistoryTable, ...] = CONTEST_TABLES,
    readers: tuple[type[HistoryReader], ...] = (ContestsReader,),
    faction: Callable[[Any, Seat], str] = no_faction,
    figures: tuple[HistoryFigure, ...] = (),
    cards: type[CardsReader] = CardsReader,
) -> GameHistory:
    """The history of a card game: that of all, and its own; without any, that of plain contests."""
    return GameHistory(
        (*CARD_TABLES, *tables),
        (cards, *readers),
        faction,
        first_player,
        figures=(*CARD_FIGURES, *figures),
    )
