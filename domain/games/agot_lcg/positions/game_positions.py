"""The positions of this game: at which frames one can be written, and with which frames one begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from domain.cardgame.positions import building
from domain.cardgame.positions.cards import CardListing as AnyListing
from domain.cardgame.positions.effects import EffectWords
from domain.cardgame.positions.reading import Fields, seats_left
from domain.cardgame.positions.waiting_points import SETUP, WaitingPoints
from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.table import CardGameTable
from domain.cardgame.turns import Turns
from domain.families.agot_cards.positions import game_positions
from domain.families.agot_cards.positions.writing import AgotCardWriter
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.chart.taxation_phase import TaxationPhase
from domain.games.agot_lcg.positions.cards import LISTED, PLAIN, CardListing
from domain.games.agot_lcg.positions.effects import EFFECT_WORDS
from domain.games.agot_lcg.positions.waiting_points import POINTS
from domain.games.agot_lcg.setup import Setup
from domain.games.agot_lcg.state import ZONES, AgotTable
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.flow.frames import Procedure, Wait, chart
from domain.kernel.formats.reading import DocumentNode


class PositionLaid(game_positions.AgotPositionLaid, frozen=True, tag="agot_lcg.position_laid"):
    """A table was built from a position; cards are listed area by area, topmost first."""

    zones: ClassVar[Mapping[str, ZoneKind]] = ZONES


class AgotWriter(AgotCardWriter[AgotTable]):
    """Writes the cards, counters and effects of a table of this game."""

    areas: ClassVar[tuple[str, ...]] = CardListing.areas
    listed: ClassVar[tuple[str, ...]] = (*LISTED, "used", "setup")
    plain: ClassVar[tuple[str, str]] = PLAIN


class AgotPositions(game_positions.AgotCardPositions):
    """What this game says of its positions."""

    table: ClassVar[type[CardGameTable]] = AgotTable
    points: ClassVar[WaitingPoints] = POINTS
    listing: ClassVar[type[AnyListing[Any]]] = CardListing
    effect_words: ClassVar[EffectWords | None] = EFFECT_WORDS
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    players_rule: ClassVar[str] = "agot_lcg.joust.two-players"
    laid: ClassVar[type[building.PositionLaid]] = PositionLaid
    writer: ClassVar[type[TableWriter[Any]]] = AgotWriter
    stacks: ClassVar[Iterable[tuple[type[Procedure], ...]]] = (
        (Setup,),
        *((Round, phase) for phase in PHASE_FRAMES.values()),
        *((Round, phase, ChallengeFrame) for phase in PHASE_FRAMES.values()),
    )

    # read

    def check_player(self, at: DocumentNode, player: Fields, point: str) -> None:
        if point == "1.3" and "chosen" not in player:
            raise at.wrong("chosen: missing, the plots are chosen at 1.3")

    # built

    def frames(self, position: game_positions.AgotPosition) -> list[Procedure]:
        point = position.point
        if point.phase == SETUP:
            return [Setup(at=point.label, turn=len(position.done or ()))]
        stack: list[Procedure] = [Round(at=chart(Round)[f"/{point.phase}"][1]), self.phase_frame(position)]
        if point.contest:
            stack.append(ChallengeFrame(at=point.label))
        return stack

    def phase_frame(self, position: game_positions.AgotPosition) -> Procedure:
        """The phase's procedure with the turns taken; after a challenge it continues with its action window."""
        point, kind = position.point, PHASE_FRAMES[position.phase]
        label = "/actions" if point.contest else point.label
        if kind is TaxationPhase:
            return TaxationPhase(at=label, checked=position.done or ())
        if issubclass(kind, Turns):
            return kind(at=label, were_active=self.seats_done(position))
        return kind(at=label)

    # written

    def frames_of(self, table: Any) -> list[Procedure]:
        """The frames under the open wait; the set-up is over once a round has begun."""
        return [each for each in table.stack[:-1] if not (isinstance(each, Setup) and len(table.stack) > 2)]

    def key_of(self, frames: list[Procedure], wait: Wait) -> str:
        """The key of a wait of the framework; empty for a nested one, and while a player has chosen what to stand."""
        if any(isinstance(each, StandingPhase) and each.chose for each in frames):
            return ""
        return super().key_of(frames, wait)

    def turns_done(self, table: Any, at: str, frames: list[Procedure]) -> dict[str, Any]:
        """The seats that have had their turn, if they differ from those who usually have."""
        if self.points[at].phase == SETUP:
            return super().turns_done(table, at, frames)
        phase = frames[1]
        if isinstance(phase, Turns):
            done = seats_left(phase.were_active, table.eliminated)
            usual = self.usual_turns(at, table.remaining_seats(), table.first_player, table.active_player)
            return {"done": list(done)} if done != usual else {}
        checked = seats_left(phase.checked, table.eliminated) if isinstance(phase, TaxationPhase) else ()
        return {"done": list(checked)} if checked else {}


POSITIONS = AgotPositions()
