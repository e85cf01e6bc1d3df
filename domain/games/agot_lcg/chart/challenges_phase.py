"""4. The challenges phase; one challenge is in `challenge`."""

from __future__ import annotations

from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.cardgame.turns import Turns, seats_to_come
from domain.families.agot_cards.chart.challenge.initiation import can_initiate
from domain.families.agot_cards.chart.turns import make_active
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.challenge.initiation import challenge_space
from domain.games.agot_lcg.chart.challenge.steps import initiate
from domain.games.agot_lcg.commands import DeclineChallenge, InitiateChallenge
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Seat


@enforces(
    "agot_lcg.step.4-1-challenges-begins",
    "agot_lcg.step.4-2-first-player-active-first",
    "agot_lcg.first-player.active-first",
    "agot_lcg.active-player.definition",
)
def challenges_begin(game: AgotGame, frame: ChallengesPhase) -> None:
    """Begin the phase; the first player is the active player from 4.1 on."""
    make_active(game, frame, game.table.first_player)
    begin_phase(game, "4.1", "challenges")


@enforces("agot_lcg.step.4-action-window")
def challenges_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "challenges.action", "4")


@enforces("agot_lcg.active-player.in-challenges", "agot_lcg.step.4-2-pass-goes-to-4-3")
def active_player(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    """The active player, as long as they can initiate a challenge."""
    return (table.active_player,) if can_initiate(table, table.active_player) else ()


@enforces("agot_lcg.step.4-2-pass-goes-to-4-3", "agot_lcg.step.4-2-6-return-to-window")
def initiate_or_decline(
    game: AgotGame, frame: Procedure, seat: Seat, command: InitiateChallenge | DeclineChallenge
) -> None:
    if isinstance(command, InitiateChallenge):
        game.goto("/actions")
        initiate(game, seat, command)


@enforces(
    "agot_lcg.step.4-3-next-active",
    "agot_lcg.step.4-3-all-done",
    "agot_lcg.timing-chart.loop-events",
    "agot_lcg.active-player.definition",
)
def next_to_challenge(game: AgotGame, frame: ChallengesPhase) -> None:
    """Make the next player in player order active and return to the action window; end the phase if there is none."""
    if waiting := seats_to_come(game.table, frame):
        make_active(game, frame, waiting[0])
        game.goto("/actions")


@enforces("agot_lcg.step.4-4-challenges-ends")
def challenges_end(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "4.4", "challenges")


class ChallengesPhase(Turns, frozen=True, tag="agot_lcg.challenges_phase"):
    """4. The challenges phase."""

    steps = (
        step("4.1", challenges_begin, "the challenges phase begins"),
        step("/actions", challenges_actions, "an action window"),
        Decision(
            "4.2",
            "challenge",
            title="the active player initiates a challenge or passes",
            seats=active_player,
            options=challenge_space,
            accepts=(InitiateChallenge, DeclineChallenge),
            on_answer=initiate_or_decline,
            rule="agot_lcg.active-player.in-challenges",
            checked=True,
        ),
        step("4.3", next_to_challenge, "the next player becomes the active player"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("4.4", challenges_end, "the challenges phase ends"),
    )
