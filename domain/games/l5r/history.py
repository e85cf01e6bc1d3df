"""The history of Legend of the Five Rings for analysts: bids, conflicts, glory, beside what every card game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.cardgame.history import card_history
from domain.games.l5r.facts.conflicts import (
    CharacterJoined,
    CharactersEvaded,
    ConflictDecided,
    ConflictDeclared,
    ConflictEnded,
    DefendersDeclared,
    ProvinceBroken,
    RingContested,
    RingEffectResolved,
)
from domain.games.l5r.facts.players import DialsRevealed, GloryCounted, OpportunityUsed
from domain.games.l5r.state import SLOT_NAMES, Conflict, L5rTable
from domain.kernel.facts import Fact
from domain.kernel.history.figures import MEAN, SHARE, SPREAD, HistoryFigure
from domain.kernel.history.reading import FactHook, HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow
from domain.kernel.ids import Seat


class BidRow(CourseRow, frozen=True, kw_only=True):
    """A number that a seat revealed on its honor dial."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    bid: Annotated[int, Meta(description="The number on the dial.")]
    against: Annotated[int, Meta(description="The number on the dial of the other seat.")]
    honor: Annotated[int, Meta(description="The honor that the seat had before the difference was paid.")]
    duel: Annotated[bool, Meta(description="Whether it was bid in a duel, and not in the draw phase.")]


class ConflictRow(CourseRow, frozen=True, kw_only=True):
    """A conflict, from its declaration to its end."""

    kind: Annotated[str, Meta(description="`military` or `political`.")]
    ring: Annotated[str, Meta(description="The element of the contested ring.")]
    ring_fate: Annotated[int, Meta(description="The fate that the attacking player took from the ring.")]
    province: Annotated[str, Meta(description="The attacked province: `1` to `4` from left to right, `stronghold`.")]
    attacker: Annotated[int | None, Meta(description="The attacking seat, as in `seats`.")]
    defender: Annotated[int | None, Meta(description="The defending seat, as in `seats`.")]
    attackers: Annotated[int, Meta(description="The number of characters that attacked, with those that joined.")]
    defenders: Annotated[int, Meta(description="The number of characters that defended, with those that joined.")]
    evaded: Annotated[int, Meta(description="The number of characters that covert evaded.")]
    attack: Annotated[int | None, Meta(description="The skill of the attacking side, if it was compared.")]
    defense: Annotated[int | None, Meta(description="The skill of the defending side, if it was compared.")]
    winner: Annotated[int | None, Meta(description="The seat that won, if one did.")]
    margin: Annotated[int | None, Meta(description="By how much the attacking side won; nothing where it did not win.")]
    unopposed: Annotated[bool, Meta(description="Whether the attacking side won it unopposed.")]
    broke: Annotated[bool, Meta(description="Whether the attacked province broke.")]
    strength: Annotated[int | None, Meta(description="The strength of the province as it broke.")]
    effect: Annotated[str, Meta(description="The element whose ring effect was resolved; empty if none was.")]
    ended: Annotated[
        str,
        Meta(
            description="`decided` with skill compared, also where the match ended in it; before that `ended`, or "
            "`open` where it never did."
        ),
    ]


class PassedConflictRow(CourseRow, frozen=True, kw_only=True):
    """An opportunity to declare a conflict that a seat passed."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    kind: Annotated[str, Meta(description="The type of conflict that it named; empty where passes name none.")]


class GloryRow(CourseRow, frozen=True, kw_only=True):
    """A count of the glory of a seat for the Imperial Favor."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    glory: Annotated[int, Meta(description="The total that was counted.")]
    won: Annotated[bool, Meta(description="Whether the seat won the Imperial Favor by it.")]


class ConflictCourse(Struct):
    """What is known of a conflict so far."""

    course: dict[str, Any]
    conflict: Conflict
    ring_fate: int = 0
    attackers: int = 0
    defenders: int = 0
    evaded: int = 0
    decided: ConflictDecided | None = None
    strength: int | None = None
    broke: bool = False
    effect: str = ""
    ended: str = "open"


class ConflictsReader(HistoryReader):
    """Reads honor bids, conflicts and those that were passed, and counts of glory."""

    def __init__(self) -> None:
        self.bids: list[BidRow] = []
        self.conflicts: list[ConflictCourse] = []
        self.passed: list[PassedConflictRow] = []
        self.glory: list[GloryRow] = []
        self.ring_fate = 0

    def end_event(self, now: HistoryMoment) -> None:
        """Remember the conflict in which a match begins that is opened from a position."""
        if now.version == 1 and now.table.contest is not None:
            self.add_conflict(now, now.table.contest)

    def read_dials(self, now: HistoryMoment, fact: DialsRevealed) -> None:
        """Remember the bid of each seat; in a conflict it is that of a duel."""
        bids = dict(fact.bids)
        for seat, bid in fact.bids:
            other = next((each for each in bids if each != seat), seat)
            row = BidRow(
                **now.course,
                seat=now.veil.numbers[seat],
                bid=bid,
                against=bids[other],
                honor=now.table.players[seat].honor,
                duel=now.table.contest is not None,
            )
            self.bids.append(row)

    def read_ring(self, now: HistoryMoment, fact: RingContested) -> None:
        self.ring_fate = fact.fate

    def begin_conflict(self, now: HistoryMoment, fact: ConflictDeclared) -> None:
        self.add_conflict(now, fact.conflict)
        self.conflicts[-1].ring_fate = self.ring_fate

    def add_conflict(self, now: HistoryMoment, found: Conflict) -> None:
        """Remember a conflict that began, with those who participate."""
        course = ConflictCourse(now.course, found, attackers=len(found.attackers), defenders=len(found.defenders))
        course.evaded = len(found.evaded)
        self.conflicts.append(course)

    def read_passed(self, now: HistoryMoment, fact: OpportunityUsed) -> None:
        if fact.passed:
            self.passed.append(PassedConflictRow(**now.course, seat=now.veil.numbers[fact.seat], kind=fact.kind))

    def add_defenders(self, now: HistoryMoment, fact: DefendersDeclared) -> None:
        self.conflicts[-1].defenders += len(fact.defenders)

    def add_evaded(self, now: HistoryMoment, fact: CharactersEvaded) -> None:
        self.conflicts[-1].evaded += len(fact.cards)

    def join(self, now: HistoryMoment, fact: CharacterJoined) -> None:
        """Count who joined a side."""
        course = self.conflicts[-1]
        if fact.seat == course.conflict.attacker:
            course.attackers += 1
        else:
            course.defenders += 1

    def decide_conflict(self, now: HistoryMoment, fact: ConflictDecided) -> None:
        self.conflicts[-1].decided = fact

    def break_province(self, now: HistoryMoment, fact: ProvinceBroken) -> None:
        """Remember that the attacked province broke, if it is that one."""
        if now.table.contest is not None and now.table.contest.broke:
            self.conflicts[-1].broke = True
            self.conflicts[-1].strength = fact.strength.value if fact.strength is not None else None

    def resolve_ring(self, now: HistoryMoment, fact: RingEffectResolved) -> None:
        self.conflicts[-1].effect = fact.element

    def end_conflict(self, now: HistoryMoment, fact: ConflictEnded) -> None:
        self.conflicts[-1].ended = "ended"

    def count_glory(self, now: HistoryMoment, fact: GloryCounted) -> None:
        """Remember the total of each seat."""
        for seat, total in fact.totals:
            number, won = now.veil.numbers[seat], seat == fact.winner
            self.glory.append(GloryRow(**now.course, seat=number, glory=total.value, won=won))

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        return [*self.bids, *(conflict_row(now, each) for each in self.conflicts), *self.passed, *self.glory]

    after: ClassVar[Mapping[type[Fact], FactHook]] = {
        DialsRevealed: read_dials,
        RingContested: read_ring,
        ConflictDeclared: begin_conflict,
        OpportunityUsed: read_passed,
        DefendersDeclared: add_defenders,
        CharactersEvaded: add_evaded,
        CharacterJoined: join,
        ConflictDecided: decide_conflict,
        ProvinceBroken: break_province,
        RingEffectResolved: resolve_ring,
        ConflictEnded: end_conflict,
        GloryCounted: count_glory,
    }


def conflict_row(now: HistoryMoment, each: ConflictCourse) -> ConflictRow:
    """The row of a conflict."""
    conflict, decided = each.conflict, each.decided
    attack_won = decided is not None and decided.winner == conflict.attacker
    return ConflictRow(
        **each.course,
        kind=conflict.kind,
        ring=conflict.ring,
        ring_fate=each.ring_fate,
        province=SLOT_NAMES[conflict.slot],
        attacker=now.seat_number(conflict.attacker),
        defender=now.seat_number(conflict.defender),
        attackers=each.attackers,
        defenders=each.defenders,
        evaded=each.evaded,
        attack=decided.attack.value if decided is not None else None,
        defense=decided.defense.value if decided is not None else None,
        winner=now.seat_number(decided.winner) if decided is not None else None,
        margin=decided.margin if decided is not None and attack_won else None,
        unopposed=decided is not None and attack_won and not decided.opposed,
        broke=each.broke,
        strength=each.strength,
        effect=each.effect,
        ended="decided" if decided is not None else each.ended,
    )


TABLES = (
    HistoryTable("l5r_bids", BidRow, 6),
    HistoryTable("l5r_conflicts", ConflictRow, 3),
    HistoryTable("l5r_passed", PassedConflictRow, 3),
    HistoryTable("l5r_glory", GloryRow, 6),
)
SOURCE = "FROM chosen m JOIN l5r_conflicts c ON c.match_id = m.match_id"


def share_of_decided(measure: str, title: str, about: str, hit: str) -> HistoryFigure:
    """The share of the conflicts in which skill was compared where a column is true, by the type of the conflict."""
    return HistoryFigure(
        name=f"l5r_{measure}",
        title=title,
        about=about,
        query=f"""
SELECT m.game, c.match_id, c.version, c.place, c.kind, c.round, c.ring, c.province, c.attacker, c.defender, c.attack,
  c.defense, c.winner, CASE WHEN {hit} THEN 1 ELSE 0 END AS hit
{SOURCE}
WHERE c.ended = 'decided'""",
        by=("kind",),
        kind=SHARE,
        measure=measure,
    )


FIGURES = (
    share_of_decided(
        "broken",
        "Provinces broken in conflicts",
        "How many of the conflicts of each type in which skill was compared broke the attacked province.",
        "c.broke",
    ),
    share_of_decided(
        "unopposed",
        "Conflicts won unopposed",
        "How many of the conflicts of each type in which skill was compared were won unopposed.",
        "c.unopposed",
    ),
    HistoryFigure(
        name="l5r_rings",
        title="Rings that are contested",
        about="For which ring conflicts of each type are declared.",
        query=f"""
SELECT m.game, c.match_id, c.version, c.place, c.kind, c.ring, c.round, c.province, c.attacker, c.defender, c.winner
{SOURCE}""",
        by=("kind", "ring"),
        kind=SPREAD,
        measure="conflicts",
    ),
    HistoryFigure(
        name="l5r_bids",
        title="Honor bids",
        about="The number on the honor dial in the draw phase of each round.",
        query="""
SELECT m.game, b.match_id, b.version, b.place, b.seat, b.round, b.against, b.honor, b.bid AS value
FROM chosen m JOIN l5r_bids b ON b.match_id = m.match_id
WHERE NOT b.duel""",
        by=("round",),
        kind=MEAN,
        measure="bid",
    ),
)


def clan_of(table: L5rTable, seat: Seat) -> str:
    """The clan that a seat plays, by its stronghold."""
    stronghold = table.stronghold(seat)
    return stronghold.printed.clan if stronghold is not None else ""


HISTORY = card_history(TABLES, (ConflictsReader,), clan_of, FIGURES)
