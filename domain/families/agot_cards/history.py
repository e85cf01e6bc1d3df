"""The history of the AGoT card games for analysts: plots, challenges. A game names its tables (`challenge_tables`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.cardgame.history import CardsReader
from domain.families.agot_cards.facts.cards import PlotRevealed
from domain.families.agot_cards.facts.challenges import (
    ChallengeDecided,
    ChallengeEnded,
    ChallengeInitiated,
    ClaimApplied,
    DefendersDeclared,
    DominanceCounted,
    JoinedChallenge,
    StealthBypassed,
)
from domain.families.agot_cards.state import AgotTable, Challenge
from domain.kernel.facts import Fact
from domain.kernel.history.figures import MEAN, SHARE, HistoryFigure
from domain.kernel.history.reading import FactHook, HistoryMoment, HistoryReader
from domain.kernel.history.tables import CourseRow, HistoryTable, MatchRow
from domain.kernel.ids import Seat


class ChallengeRow(CourseRow, frozen=True, kw_only=True):
    """A challenge, from its initiation to its end."""

    kind: Annotated[str, Meta(description="`military`, `intrigue` or `power`.")]
    attacker: Annotated[int | None, Meta(description="The attacking seat, as in `seats`.")]
    defender: Annotated[int | None, Meta(description="The defending seat, as in `seats`.")]
    attackers: Annotated[int, Meta(description="The number of characters that attacked, with those that joined.")]
    defenders: Annotated[int, Meta(description="The number of characters that defended, with those that joined.")]
    bypassed: Annotated[int, Meta(description="The number of characters that were bypassed by stealth.")]
    attack: Annotated[int | None, Meta(description="The strength of the attacking side, if it was compared.")]
    defense: Annotated[int | None, Meta(description="The strength of the defending side, if it was compared.")]
    winner: Annotated[int | None, Meta(description="The seat that won, if one did.")]
    margin: Annotated[
        int | None, Meta(description="The difference of both strengths, if they were compared, also where nobody won.")
    ]
    unopposed: Annotated[bool, Meta(description="Whether the attacking side won it unopposed.")]
    claim: Annotated[int | None, Meta(description="The claim that was applied, if any was.")]
    ended: Annotated[
        str,
        Meta(
            description="`decided` with strength compared, also where the match ended in it; before that `ended`, or "
            "`open` where it never did."
        ),
    ]


class DominanceRow(CourseRow, frozen=True, kw_only=True):
    """A count of dominance for a seat."""

    seat: Annotated[int, Meta(description="The seat, as in `seats`.")]
    strength: Annotated[int, Meta(description="The total that was counted.")]
    won: Annotated[bool, Meta(description="Whether the seat won dominance.")]


class ChallengeCourse(Struct):
    """What is known of a challenge so far."""

    course: dict[str, Any]
    challenge: Challenge
    attackers: int = 0
    defenders: int = 0
    bypassed: int = 0
    decided: ChallengeDecided | None = None
    claim: int | None = None
    ended: str = "open"


class AgotCardsReader(CardsReader):
    """Reads what becomes of cards; a plot is played when it is revealed."""

    def read_reveal(self, now: HistoryMoment, fact: PlotRevealed) -> None:
        self.play(now, fact.seat, fact.plot, "revealed")

    after: ClassVar[Mapping[type[Fact], FactHook]] = {**CardsReader.after, PlotRevealed: read_reveal}


class ChallengesReader(HistoryReader):
    """Reads challenges and counts of dominance."""

    def __init__(self) -> None:
        self.challenges: list[ChallengeCourse] = []
        self.dominance: list[DominanceRow] = []

    def end_event(self, now: HistoryMoment) -> None:
        """Remember the challenge in which a match begins that is opened from a position."""
        if now.version == 1 and now.table.challenge is not None:
            self.add_challenge(now, now.table.challenge)

    def begin_challenge(self, now: HistoryMoment, fact: ChallengeInitiated) -> None:
        self.add_challenge(now, fact.challenge)

    def add_challenge(self, now: HistoryMoment, found: Challenge) -> None:
        """Remember a challenge that began, with those who participate."""
        counts = (len(found.attackers), len(found.defenders), len(found.bypassed))
        self.challenges.append(ChallengeCourse(now.course, found, *counts))

    def add_defenders(self, now: HistoryMoment, fact: DefendersDeclared) -> None:
        self.challenges[-1].defenders += len(fact.defenders)

    def add_bypassed(self, now: HistoryMoment, fact: StealthBypassed) -> None:
        self.challenges[-1].bypassed += len(fact.characters)

    def join(self, now: HistoryMoment, fact: JoinedChallenge) -> None:
        """Count who joined a side."""
        if fact.side == "attacking":
            self.challenges[-1].attackers += 1
        else:
            self.challenges[-1].defenders += 1

    def decide_challenge(self, now: HistoryMoment, fact: ChallengeDecided) -> None:
        self.challenges[-1].decided = fact

    def apply_claim(self, now: HistoryMoment, fact: ClaimApplied) -> None:
        self.challenges[-1].claim = 0 if fact.replaced else fact.claim.value

    def end_challenge(self, now: HistoryMoment, fact: ChallengeEnded) -> None:
        self.challenges[-1].ended = "ended"

    def count_dominance(self, now: HistoryMoment, fact: DominanceCounted) -> None:
        """Remember the total of each seat."""
        for seat, total in fact.totals:
            number, won = now.veil.numbers[seat], seat == fact.winner
            self.dominance.append(DominanceRow(**now.course, seat=number, strength=total.value, won=won))

    def rows(self, now: HistoryMoment) -> Iterable[MatchRow]:
        return [*(challenge_row(now, each) for each in self.challenges), *self.dominance]

    after: ClassVar[Mapping[type[Fact], FactHook]] = {
        ChallengeInitiated: begin_challenge,
        DefendersDeclared: add_defenders,
        StealthBypassed: add_bypassed,
        JoinedChallenge: join,
        ChallengeDecided: decide_challenge,
        ClaimApplied: apply_claim,
        ChallengeEnded: end_challenge,
        DominanceCounted: count_dominance,
    }


def challenge_row(now: HistoryMoment, each: ChallengeCourse) -> ChallengeRow:
    """The row of a challenge."""
    decided = each.decided
    return ChallengeRow(
        **each.course,
        kind=each.challenge.kind,
        attacker=now.seat_number(each.challenge.attacker),
        defender=now.seat_number(each.challenge.defender),
        attackers=each.attackers,
        defenders=each.defenders,
        bypassed=each.bypassed,
        attack=decided.attack.value if decided is not None else None,
        defense=decided.defense.value if decided is not None else None,
        winner=now.seat_number(decided.winner) if decided is not None else None,
        margin=decided.margin if decided is not None else None,
        unopposed=decided is not None and decided.unopposed,
        claim=each.claim,
        ended="decided" if decided is not None else each.ended,
    )


def challenge_tables(game: str) -> tuple[HistoryTable, ...]:
    """The tables of challenges and of dominance of a game, under its name."""
    return (
        HistoryTable(f"{game}_challenges", ChallengeRow, 3),
        HistoryTable(f"{game}_dominance", DominanceRow, 6),
    )


def challenge_figures(game: str) -> tuple[HistoryFigure, ...]:
    """The questions about the challenges of a game."""
    source = f"FROM chosen m JOIN {game}_challenges c ON c.match_id = m.match_id"
    seats = "c.attacker, c.defender"
    return (
        HistoryFigure(
            name=f"{game}_unopposed",
            title="Challenges won unopposed",
            about="How many of the challenges of each type in which strength was compared were won unopposed.",
            query=f"""
SELECT m.game, c.match_id, c.version, c.place, c.kind, c.round, {seats}, c.attack, c.defense, c.winner,
  CASE WHEN c.unopposed THEN 1 ELSE 0 END AS hit
{source}
WHERE c.ended = 'decided'""",
            by=("kind",),
            kind=SHARE,
            measure="unopposed",
        ),
        HistoryFigure(
            name=f"{game}_margins",
            title="Margins of challenges",
            about="By how much challenges of each type were won; what nobody won is not counted.",
            query=f"""
SELECT m.game, c.match_id, c.version, c.place, c.kind, c.round, {seats}, c.attack, c.defense, c.winner,
  c.margin AS value
{source}
WHERE c.winner IS NOT NULL AND c.margin IS NOT NULL""",
            by=("kind",),
            kind=MEAN,
            measure="margin",
        ),
    )


def faction_of(table: AgotTable, seat: Seat) -> str:
    """The faction that a seat plays, by its faction card."""
    card = table.cards.get(table.players[seat].faction) if seat in table.players else None
    return card.printed.faction if card is not None else ""
