"""4.2.4: claim."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import discard_condition
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.chart.challenge.current import current_challenge
from domain.games.agot_lcg.commands import ChooseClaimCharacters
from domain.games.agot_lcg.facts.challenges import ClaimApplied
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces(
    "agot_lcg.claim.definition",
    "agot_lcg.step.4-2-4-apply-claim",
    "agot_lcg.step.4-2-4-defender-won-no-claim",
)
def apply_claim(game: AgotGame, frame: Procedure) -> None:
    """Apply claim if the attacking player won."""
    challenge = current_challenge(game.table)
    if challenge.winner == challenge.attacker:
        collect_reactions(game, "4.2.4")
        game.push(Claim())
        claim = Condition(0, "claim_applied", seat=challenge.loser, other=challenge.winner, name=challenge.kind)
        begin_occurrence(game, claim)


@executes("claim_applied")
@enforces("agot_lcg.claim.applied-even-without-effect", "agot_lcg.claim.value-from-attacker-plot")
def read_claim(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(ClaimApplied(each.name, numbers_in_play.claim(game.table), each.instead))
    return conditions


@enforces("agot_lcg.cannot.absolute", "agot_lcg.military-claim.choose-and-kill")
def possible_victims(table: AgotTable) -> tuple[Handle, ...]:
    """The loser's characters that can be killed."""
    own = table.characters(current_challenge(table).loser)
    return tuple(card for card in own if characteristics.can_leave_play(table, table.cards[card]))


def who_chooses_victims(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    challenge = current_challenge(table)
    if challenge.kind != "military" or not challenge.claim or not possible_victims(table):
        return ()
    return (challenge.loser,)


@enforces(
    "agot_lcg.step.4-2-4-military",
    "agot_lcg.claim.meaning-per-type",
    "agot_lcg.military-claim.choose-and-kill",
    "agot_lcg.military-claim.as-many-as-possible",
)
def victims_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    victims = possible_victims(table)
    n = min(current_challenge(table).claim, len(victims))
    rules_cited = ("agot_lcg.military-claim.choose-and-kill",)
    return Commands((Form("choose_claim_characters", {}, {"characters": Pick(victims, n, n)}, rules_cited),))


@enforces(
    "agot_lcg.military-claim.killed-simultaneously",
    "agot_lcg.military-claim.saved-still-satisfies",
    "agot_lcg.save.military-claim-satisfied",
)
def kill_victims(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseClaimCharacters) -> None:
    """Kill all characters chosen for military claim at the same time."""
    begin_occurrence(game, *(occurring.kill_condition(game.table, card, how="claim") for card in command.characters))


@enforces(
    "agot_lcg.step.4-2-4-intrigue",
    "agot_lcg.step.4-2-4-power",
    "agot_lcg.claim.meaning-per-type",
    "agot_lcg.intrigue-claim.random-discard",
    "agot_lcg.intrigue-claim.as-many-as-possible",
    "agot_lcg.power-claim.move-power",
    "agot_lcg.power-claim.as-many-as-possible",
)
def carry_out_claim(game: AgotGame, frame: Procedure) -> None:
    """Carry out claim: for intrigue discard random cards from hand, for power move power between faction cards."""
    challenge, table = current_challenge(game.table), game.table
    if challenge.kind == "intrigue":
        hand = table.zone(zone(challenge.loser, "hand"))
        n = min(challenge.claim, len(hand))
        picked = game.pick_at_random("claim, intrigue", hand, n, challenge.loser) if n else []
        if picked:
            begin_occurrence(game, *(discard_condition(table, card) for card in picked))
    elif challenge.kind == "power":
        loser, winner = table.players[challenge.loser].faction, table.players[challenge.winner].faction
        n = min(challenge.claim, table.cards[loser].power)
        if n:
            move = Condition(
                0, "power_moved", card=loser, seat=challenge.loser, other=challenge.winner, n=n, cards=(winner,)
            )
            begin_occurrence(game, move)


class Claim(Procedure, frozen=True, tag="agot_lcg.claim"):
    """Step 4.2.4 of a challenge: the loser's choices for claim, and their effects."""

    steps = (
        Decision(
            "/victims",
            "claim-characters",
            title="the losing player chooses characters for claim",
            seats=who_chooses_victims,
            options=victims_space,
            accepts=(ChooseClaimCharacters,),
            on_answer=kill_victims,
            rule="agot_lcg.military-claim.choose-and-kill",
            public=True,
        ),
        step("/claim", carry_out_claim, "claim is carried out"),
    )
