"""The positions of both games: the active player, initiative, challenges and what counts them."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.cardgame.contest import Contest
from domain.cardgame.positions import building, reading
from domain.cardgame.positions.contests import ContestSection
from domain.cardgame.positions.game_positions import CardGamePositions
from domain.cardgame.positions.named_cards import seat_in
from domain.cardgame.positions.reading import Players, SaidSoFar
from domain.cardgame.positions.waiting_points import SETUP
from domain.cardgame.table import AnyGame, LastingEffect
from domain.families.agot_cards.abilities.limit_counters import USAGE, usage_keys
from domain.families.agot_cards.positions.cards import LaidAgotCard
from domain.families.agot_cards.positions.challenges import ChallengeSection
from domain.families.agot_cards.positions.counters import check_counter
from domain.families.agot_cards.state import AgotTable, Challenge
from domain.kernel.citing import rule_of
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.formats.text_forms import CounterKey
from domain.kernel.ids import NO_SEAT, Handle, Seat, zone_kind, zone_owner
from domain.kernel.occurring.conditions import DelayedEffect
from domain.kernel.state.fields import FieldValue, split_state

WITH_ACTIVE_PLAYER = ("marshalling", "challenges")
ACTIVE, CHALLENGER = "slot.active-player-until-phase-end", "slot.challenger-active"
BEFORE_FIRST_TURN = "3.2"
"""The step with which the turn of the active player begins."""


class AgotPosition(reading.Position, frozen=True, omit_defaults=True, kw_only=True):
    """A table at a waiting point, with the player who won initiative."""

    initiative_winner: Seat = NO_SEAT


class AgotPositionLaid(building.PositionLaid, frozen=True):
    """A table was built from a position, in the order in which it is stored; `gold` is that of the players."""

    own: ClassVar[tuple[str, ...]] = ("initiative_winner", "challenge")

    # both are always given; a field behind one with a default needs one too
    gold: tuple[int, ...] = ()
    cards: tuple[LaidAgotCard, ...] = ()
    active_player: Seat = NO_SEAT
    initiative_winner: Seat = NO_SEAT
    usage: tuple[tuple[CounterKey, int], ...] = ()
    challenge: Challenge | None = None
    lasting: tuple[LastingEffect, ...] = ()
    delayed: tuple[DelayedEffect, ...] = ()
    fields: tuple[dict[str, FieldValue], ...] = ()
    eliminated: tuple[Seat, ...] = ()

    def apply(self, table: AgotTable) -> None:
        super().apply(table)
        for card in self.cards:
            if zone_kind(card.zone) == "faction":
                table.players.writable(zone_owner(card.zone)).faction = card.handle

    def player_states(self) -> tuple[dict[str, FieldValue], ...]:
        return tuple({"gold": gold} | each for gold, each in zip(self.gold, super().player_states(), strict=True))


class AgotCardPositions(CardGamePositions):
    """What one of the two games says of its positions."""

    contests: ClassVar[ContestSection | None] = ChallengeSection()
    position: ClassVar[type[reading.Position]] = AgotPosition
    in_turn: ClassVar[tuple[str, ...]] = (*WITH_ACTIVE_PLAYER, "taxation", SETUP)
    own_keys: ClassVar[tuple[str, ...]] = ("active_player", "initiative_winner")

    def own_fields(self, said: SaidSoFar) -> dict[str, Any]:
        winner = seat_in(said.fields.get("initiative_winner"), said.seats)
        return {"active_player": self.active_player(said), "initiative_winner": winner}

    def active_player(self, said: SaidSoFar) -> Seat:
        """The active player, in the phases that have one: by default the first player, in a challenge the attacker.

        Raises Unreadable.
        """
        at, contest = said.at, said.contest
        has_one = self.points[at].phase in WITH_ACTIVE_PLAYER and not self.points.begins(at)
        if "active_player" not in said.fields:
            return (contest.attacker if contest is not None else said.first_player) if has_one else NO_SEAT
        field = said.fields["active_player"]
        active = seat_in(field, said.seats)
        if not has_one:
            raise field.wrong(f"there is none at {at} ({rule_of(said.cites, ACTIVE)})")
        if contest is not None and contest.attacker != active:
            attacks = f"{contest.attacker} attacks, and only the active player does"
            raise field.wrong(f"{attacks} ({rule_of(said.cites, CHALLENGER)})")
        return active

    def own_counters(self, players: Players, contest: Contest | None, time: tuple[str, int]) -> dict[str, int]:
        counted: dict[str, int] = {}
        if contest is not None:
            counted[f"phase:challenge:{contest.kind}:{contest.attacker}"] = 1
        for seat, player in players.items():
            said = player["usage"].mapping(USAGE) if "usage" in player else {}
            for name, times in said.items():
                for key in usage_keys(name, seat):
                    self.check_counter(times, key, time)
                counted |= {key: times.number() for key in usage_keys(name, seat)}
        return counted

    def check_counter(self, times: DocumentNode, key: str, time: tuple[str, int]) -> None:
        check_counter(times, key, time, self.points)

    def values(self, game: AnyGame, position: Any, handles: dict[Handle, Handle]) -> dict[str, Any]:
        own, others = zip(*(split_state({"gold": 0} | each, ("gold",)) for each in position.players), strict=True)
        return {
            **super().values(game, position, handles),
            "active_player": position.active_player if position.at != BEFORE_FIRST_TURN else NO_SEAT,
            "initiative_winner": position.initiative_winner,
            "gold": tuple(each["gold"] for each in own),
            "fields": tuple(others) if any(others) else (),
        }

    def seats_done(self, position: Any) -> tuple[Seat, ...]:
        """The seats that have been active: by default all up to the active player, who is not included at 3.2."""
        if position.done is not None:
            return tuple(position.done)
        return self.usual_turns(position.at, position.remaining, position.first_player, position.active_player)

    def usual_turns(self, at: str, seats: tuple[Seat, ...], first: Seat, active: Seat) -> tuple[Seat, ...]:
        """The seats that have been active at a waiting point where nobody was passed over."""
        if self.points.begins(at):
            return ()
        start = seats.index(first)
        order = seats[start:] + seats[:start]
        return order[: order.index(active) + (at != BEFORE_FIRST_TURN)]
