"""The history of the board game for analysts: combats, bids, attacks of the Wildlings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, structs

from domain.games.agot_board.facts.board import UnitsDestroyed
from domain.games.agot_board.facts.combat import (
    AttackersDestroyed,
    CombatBegan,
    CombatEnded,
    CombatWon,
    FinalStrengthCounted,
    HouseCardsRevealed,
    LossesTaken,
    RetreatChosen,
)
from domain.games.agot_board.facts.westeros import BidsRanked, BidsRevealed, NightsWatchCounted, WildlingCardRevealed
from domain.games.agot_board.measures import track_measure
from domain.games.agot_board.state import BoardTable, Combat, count
from domain.kernel.facts import Fact
from domain.kernel.history.figures import MEAN, SHARE, HistoryFigure
from domain.kernel.history.reading import FactHook, HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, GameHistory, HistoryTable, MatchRow
from domain.kernel.ids import NO_SEAT, Seat


class CombatRow(CourseRow, frozen=True, kw_only=True):
    """A combat, from the march that began it to its end."""

    area: Annotated[str, Meta(description="The embattled area.")]
    origin: Annotated[str, Meta(description="The area from which the attackers marched.")]
    attacker: Annotated[int | None, Meta(description="The attacking seat, as in `seats`.")]
    defender: Annotated[int | None, Meta(description="The defending seat, as in `seats`.")]
    attacking_units: Annotated[int, Meta(description="The number of units that marched.")]
    attacker_card: Annotated[str | None, Meta(description="The House card that the attacker revealed.")]
    defender_card: Annotated[str | None, Meta(description="The House card that the defender revealed.")]
    attack: Annotated[int | None, Meta(description="The final strength of the attacker, if it was counted.")]
    defense: Annotated[int | None, Meta(description="The final strength of the defender, if it was counted.")]
    winner: Annotated[int | None, Meta(description="The seat that won, if one did.")]
    margin: Annotated[int | None, Meta(description="The difference of both strengths, if they were counted.")]
    won_by: Annotated[str | None, Meta(description="`strength`, or `fiefdoms` where a tie was decided by the track.")]
    losses: Annotated[int, Meta(description="The number of units that both sides chose as losses.")]
    destroyed: Annotated[
        int,
        Meta(
            description="The number of units that were destroyed in it: `losses`, and those that nobody chose, as "
            "Siege Engines and routed units that cannot retreat."
        ),
    ]
    retreat: Annotated[str | None, Meta(description="The area to which the losing units retreated, if they did.")]
    ended: Annotated[
        str,
        Meta(
            description="`decided` with a winner, also where the match ended in it; without one `ended`, or `open` "
            "where it never did."
        ),
    ]


class BidRow(CourseRow, frozen=True, kw_only=True):
    """The bid of a House, for a track or against the Wildlings."""

    seat: Annotated[int, Meta(description="The seat of the House, as in `seats`.")]
    purpose: Annotated[
        str,
        Meta(
            description="`iron-throne`, `fiefdoms` or `kings-court`, the track, as `measure` in `round_measures`; or "
            "`wildlings`."
        ),
    ]
    bid: Annotated[int, Meta(description="The Power tokens that were bid.")]
    position: Annotated[int | None, Meta(description="The position on the track that the bid gave, from 1.")]


class WildlingsRow(CourseRow, frozen=True, kw_only=True):
    """An attack of the Wildlings, when the Night's Watch was counted."""

    strength: Annotated[int, Meta(description="The strength of the Wildlings.")]
    bids: Annotated[int, Meta(description="The strength of the Night's Watch.")]
    victory: Annotated[bool, Meta(description="Whether the Night's Watch defeated them.")]
    card: Annotated[str | None, Meta(description="The Wildling card that was revealed.")]


class CombatCourse(Struct):
    """What is known of a combat so far."""

    course: dict[str, Any]
    combat: Combat
    units: int
    cards: dict[Seat, str]
    attack: int | None = None
    defense: int | None = None
    winner: Seat = NO_SEAT
    won_by: str | None = None
    losses: int = 0
    destroyed: int = 0
    retreat: str | None = None
    ended: str = "open"


class CombatsReader(HistoryReader):
    """Reads combats."""

    def __init__(self) -> None:
        self.combats: list[CombatCourse] = []

    def end_event(self, now: HistoryMoment) -> None:
        """Remember the combat in which a match begins that is opened from a position."""
        if now.version == 1 and now.table.combat is not None:
            self.add_combat(now, now.table.combat)

    def begin_combat(self, now: HistoryMoment, fact: CombatBegan) -> None:
        self.add_combat(now, now.table.combat)

    def add_combat(self, now: HistoryMoment, combat: Combat) -> None:
        """Remember a combat that began."""
        cards = {side.house: side.card for side in (combat.attacker, combat.defender) if side.card}
        self.combats.append(CombatCourse(now.course, combat, count(combat.units), cards))

    def reveal_cards(self, now: HistoryMoment, fact: HouseCardsRevealed) -> None:
        """Remember the House cards; one that takes the place of another counts in its stead."""
        self.combats[-1].cards.update(fact.cards)

    def count_strength(self, now: HistoryMoment, fact: FinalStrengthCounted) -> None:
        self.combats[-1].attack, self.combats[-1].defense = fact.attacker.value, fact.defender.value

    def win_combat(self, now: HistoryMoment, fact: CombatWon) -> None:
        self.combats[-1].winner, self.combats[-1].won_by = fact.house, fact.by

    def take_losses(self, now: HistoryMoment, fact: LossesTaken) -> None:
        if self.combats and self.combats[-1].ended == "open":
            self.combats[-1].losses += count(fact.units)

    def destroy_attackers(self, now: HistoryMoment, fact: AttackersDestroyed) -> None:
        self.combats[-1].destroyed += count(fact.units)

    def destroy_units(self, now: HistoryMoment, fact: UnitsDestroyed) -> None:
        """Count what is destroyed in a combat; outside of one units are destroyed too."""
        if self.combats and self.combats[-1].ended == "open":
            self.combats[-1].destroyed += count(fact.units) + count(fact.routed)

    def choose_retreat(self, now: HistoryMoment, fact: RetreatChosen) -> None:
        self.combats[-1].retreat = fact.area

    def end_combat(self, now: HistoryMoment, fact: CombatEnded) -> None:
        self.combats[-1].ended = "ended"

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        return [combat_row(now, each) for each in self.combats]

    after: ClassVar[Mapping[type[Fact], FactHook]] = {
        CombatBegan: begin_combat,
        HouseCardsRevealed: reveal_cards,
        FinalStrengthCounted: count_strength,
        CombatWon: win_combat,
        LossesTaken: take_losses,
        AttackersDestroyed: destroy_attackers,
        UnitsDestroyed: destroy_units,
        RetreatChosen: choose_retreat,
        CombatEnded: end_combat,
    }


def combat_row(now: HistoryMoment, each: CombatCourse) -> CombatRow:
    """The row of a combat."""
    attacker, defender = each.combat.attacker.house, each.combat.defender.house
    counted = each.attack is not None and each.defense is not None
    return CombatRow(
        **each.course,
        area=each.combat.area,
        origin=each.combat.origin,
        attacker=now.seat_number(attacker),
        defender=now.seat_number(defender),
        attacking_units=each.units,
        attacker_card=each.cards.get(attacker),
        defender_card=each.cards.get(defender),
        attack=each.attack,
        defense=each.defense,
        winner=now.seat_number(each.winner),
        margin=abs((each.attack or 0) - (each.defense or 0)) if counted else None,
        won_by=each.won_by,
        losses=each.losses,
        destroyed=each.destroyed,
        retreat=each.retreat,
        ended="decided" if each.winner else each.ended,
    )


class BidsReader(HistoryReader):
    """Reads biddings, and the attacks of the Wildlings that they are for."""

    def __init__(self) -> None:
        self.bids: list[BidRow] = []
        self.attacks: list[WildlingsRow] = []
        self.ranked = 0

    def reveal_bids(self, now: HistoryMoment, fact: BidsRevealed) -> None:
        """Remember the bids; which positions they give is told afterwards."""
        purpose, numbers, self.ranked = track_measure(now.table.bidding.purpose), now.veil.numbers, 0
        self.bids.extend(
            BidRow(**now.course, seat=numbers[seat], purpose=purpose, bid=bid, position=None)
            for seat, bid in fact.bids.items()
        )

    def rank_bids(self, now: HistoryMoment, fact: BidsRanked) -> None:
        """Remember the positions that Houses took."""
        for house in fact.houses:
            self.ranked += 1
            number = now.seat_number(house)
            for place in [n for n, each in enumerate(self.bids) if each.seat == number][-1:]:
                self.bids[place] = structs.replace(self.bids[place], position=self.ranked)

    def count_watch(self, now: HistoryMoment, fact: NightsWatchCounted) -> None:
        """Remember the attack; its card is revealed afterwards."""
        strength = now.table.attack.strength
        row = WildlingsRow(**now.course, strength=strength, bids=fact.strength, victory=fact.victory, card=None)
        self.attacks.append(row)

    def reveal_card(self, now: HistoryMoment, fact: WildlingCardRevealed) -> None:
        if self.attacks:
            self.attacks[-1] = structs.replace(self.attacks[-1], card=fact.card)

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        return [*self.bids, *self.attacks]

    after: ClassVar[Mapping[type[Fact], FactHook]] = {
        BidsRevealed: reveal_bids,
        BidsRanked: rank_bids,
        NightsWatchCounted: count_watch,
        WildlingCardRevealed: reveal_card,
    }


def house_of(table: BoardTable, seat: Seat) -> str:
    """The House of a seat, by which the seat is called."""
    return seat


def first_on_the_throne(table: BoardTable) -> Seat:
    """The House that is first on the Iron Throne track, and so in turn order."""
    return table.iron_throne[0] if table.iron_throne else NO_SEAT


FIGURES = (
    HistoryFigure(
        name="agot_board_cards",
        title="House cards of attackers",
        about="How often an attacker won the combat in which a House card was revealed.",
        query="""
SELECT m.game, c.match_id, c.version, c.place, c.attacker_card, c.round, c.area, c.attacker, c.defender,
  c.defender_card, c.won_by, CASE WHEN c.winner = c.attacker THEN 1 ELSE 0 END AS hit
FROM chosen m JOIN agot_board_combats c ON c.match_id = m.match_id
WHERE c.attacker_card IS NOT NULL AND c.winner IS NOT NULL""",
        by=("attacker_card",),
        kind=SHARE,
        measure="won",
        most_first=True,
    ),
    HistoryFigure(
        name="agot_board_bids",
        title="Bids",
        about="How many Power tokens Houses bid for each track, and against the Wildlings.",
        query="""
SELECT m.game, b.match_id, b.version, b.place, b.seat, b.purpose, b.round, b.position, b.bid AS value
FROM chosen m JOIN agot_board_bids b ON b.match_id = m.match_id""",
        by=("purpose",),
        kind=MEAN,
        measure="bid",
    ),
    HistoryFigure(
        name="agot_board_wildlings",
        title="Attacks of the Wildlings",
        about="How often the Night's Watch defeated the Wildlings, by their strength.",
        query="""
SELECT m.game, w.match_id, w.version, w.place, w.strength, w.round, w.bids, w.card,
  CASE WHEN w.victory THEN 1 ELSE 0 END AS hit
FROM chosen m JOIN agot_board_wildlings w ON w.match_id = m.match_id""",
        by=("strength",),
        kind=SHARE,
        measure="defeated",
    ),
)

HISTORY = GameHistory(
    (
        HistoryTable("agot_board_combats", CombatRow, 3),
        HistoryTable("agot_board_bids", BidRow, 6),
        HistoryTable("agot_board_wildlings", WildlingsRow, 3),
    ),
    (CombatsReader, BidsReader),
    house_of,
    first_on_the_throne,
    seats_are_parts=True,
    figures=FIGURES,
)
