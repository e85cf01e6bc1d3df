"""Claim: what the loser of a challenge loses."""

from __future__ import annotations

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import discard_condition
from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.commands import ChooseClaimCharacters
from domain.families.agot_cards.facts.challenges import ClaimApplied
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame, AgotTable, agot_rules, current_challenge
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


def begin_claim(game: AgotGame, procedure: Procedure) -> None:
    """Begin the procedure of claim if the attacking player won."""
    challenge = current_challenge(game.table)
    if challenge.winner == challenge.attacker:
        collect_reactions(game, agot_rules(game.table).step(game.table))
        game.push(procedure)
        claim = Condition(0, "claim_applied", seat=challenge.loser, other=challenge.winner, name=challenge.kind)
        begin_occurrence(game, claim)


@executes("claim_applied")
def read_claim(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(own_fact(game.table, ClaimApplied)(each.name, numbers_in_play.claim(game.table), each.instead))
    return conditions


def possible_victims(table: AgotTable) -> tuple[Handle, ...]:
    """The loser's characters that can be killed."""
    own = table.characters(current_challenge(table).loser)
    return tuple(card for card in own if characteristics.can_leave_play(table, table.cards[card]))


def who_chooses_victims(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    challenge = current_challenge(table)
    if challenge.kind != "military" or not challenge.claim or not possible_victims(table):
        return ()
    return (challenge.loser,)


def victims_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    victims = possible_victims(table)
    n = min(current_challenge(table).claim, len(victims))
    rules_cited = ("slot.victims-owed",)
    return Commands((Form("choose_claim_characters", {}, {"characters": Pick(victims, n, n)}, rules_cited),))


def kill_victims(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseClaimCharacters) -> None:
    """Kill all characters chosen for military claim at the same time."""
    begin_occurrence(game, *(occurring.kill_condition(game.table, card, how="claim") for card in command.characters))


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
