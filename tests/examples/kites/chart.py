"""The rounds of Kites and their contests, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from domain.cardgame.contest import Contest, current_contest
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.facts.course import FirstPlayerChosen
from domain.cardgame.in_play.active_constants import card_lines
from domain.cardgame.occurring.card_moves import draw_cards, place_tokens
from domain.cardgame.occurring.conditions import draw_condition
from domain.cardgame.occurring.execution import Executors
from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import first_step, last_steps, round_step, window_step
from domain.cardgame.setup import random_first_player
from domain.cardgame.state_checks import eliminate
from domain.cardgame.turns import Turns, count_turn, seat_of_step
from domain.kernel.cards.moving_cards import shuffle
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import NO_SEAT, Handle, Seat, zone
from domain.kernel.numbers import TracedNumber, trace_number
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.state.field_facts import FieldSet
from tests.examples.kites.table import CORD, RIBBON, KitesGame, KitesTable, SendKites, SetKites

HAND, SUPPLY, DRAWN = 5, 3, 2
executes = Executors[KitesTable]()


# --- a contest


def lift(table: KitesTable, kite: Handle) -> TracedNumber:
    """The lift of a kite, by what is printed and what changes it."""
    card = table.cards[kite]
    return trace_number(card.printed.lift, card_lines(table, "lift", card))


def mark(game: KitesGame, kites: Iterable[Handle], *, tangled: bool) -> None:
    for kite in kites:
        game.emit(FieldSet(kite, "tangled", tangled))


def kites_to_pick(rules: object, table: KitesTable, frame: Procedure, seat: Seat) -> Commands:
    """The choice of kites: those to set in a contest, and those to send otherwise."""
    kites, is_sent = table.ready_kites(seat), not isinstance(frame, ContestFrame)
    command, rule = ("send_kites", "kites.contest.send") if is_sent else ("set_kites", "kites.contest.defend")
    return Commands((Form(command, {}, {"kites": Pick(kites, 0, len(kites))}, (rule,)),))


@enforces("kites.contest.tangled")
def set_kites(game: KitesGame, frame: Procedure, seat: Seat, command: SetKites) -> None:
    game.emit(ContestChanged(structs.replace(current_contest(game.table), defenders=command.kites)))
    mark(game, command.kites, tangled=True)


@enforces("kites.contest.lift")
def compare(table: KitesTable) -> Contest:
    """The contest as its sides compare now; a side without kites does not win."""
    now = current_contest(table)
    attack, defense = (sum(lift(table, kite).value for kite in side) for side in (now.attackers, now.defenders))
    winner, loser, kites = now.by_totals(attack, defense)
    decided = structs.replace(now, attack=attack, defense=defense, decided=True, margin=abs(attack - defense))
    return structs.replace(decided, winner=winner, loser=loser) if kites else decided


def decide(game: KitesGame, frame: Procedure) -> None:
    now = compare(game.table)
    game.emit(ContestChanged(now))
    if now.winner == NO_SEAT:
        return
    won = Condition(0, "contest_won", seat=now.winner, other=now.loser, n=1 if now.defenders else 2)
    lost = Condition(0, "contest_lost", seat=now.loser, other=now.winner)
    sides = ((now.attacker, now.attackers), (now.defender, now.defenders))
    kinds = [("kite_won" if seat == now.winner else "kite_lost", seat, kite) for seat, side in sides for kite in side]
    framework(game, "3.2.3", won, lost, *(Condition(0, kind, card=kite, seat=seat) for kind, seat, kite in kinds))


@executes("contest_won")
def take_ribbons(game: KitesGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        place_tokens(game, game.table.of_type(each.seat, "flyer"), RIBBON, each.n)
    return conditions


def end_contest(game: KitesGame, frame: Procedure) -> None:
    game.emit(ContestChanged(None))


class ContestFrame(Procedure, frozen=True, tag="kites.contest"):
    """One contest, after kites were sent."""

    steps = (
        Decision(
            "3.2.1",
            "set-kites",
            seats=lambda table, frame: (current_contest(table).defender,),
            options=kites_to_pick,
            accepts=(SetKites,),
            on_answer=set_kites,
            rule="kites.contest.defend",
            public=True,
        ),
        window_step("3.2.2", "contest.action", "players act"),
        step("3.2.3", decide, "the lift of both sides is compared"),
        step("3.2.4", end_contest, "the contest ends"),
    )


# --- the rounds


@enforces("kites.setup.hand")
def draw_hands(game: KitesGame, frame: Procedure) -> None:
    for seat in game.table.player_order():
        shuffle(game, zone(seat, "deck"))
        draw_cards(game, seat, HAND)


@enforces("kites.draw.two-cards", "kites.draw.no-cards")
def supply(game: KitesGame, frame: Procedure) -> None:
    table = game.table
    out = tuple(seat for seat in table.player_order() if len(table.zone(zone(seat, "deck"))) < DRAWN)
    if out:
        eliminate(game, out[:1], "no-cards")
        return
    for seat in table.player_order():
        place_tokens(game, table.of_type(seat, "flyer"), CORD, SUPPLY - table.amount(seat, CORD))
    framework(game, "1.2", *(draw_condition(seat, DRAWN) for seat in table.player_order()))


@enforces("kites.contest.tangled")
def send_kites(game: KitesGame, frame: Round, seat: Seat, command: SendKites) -> None:
    count_turn(game, frame, seat, at="3.2")
    if command.kites:
        (other,) = game.table.opponents(seat)
        game.emit(ContestChanged(Contest(game.table.next_serial(), "sky", seat, other, command.kites)))
        mark(game, command.kites, tangled=True)
        game.push(ContestFrame())


@enforces("kites.contest.tangled")
def untangle(game: KitesGame, frame: Procedure) -> None:
    mark(game, [kite for kite in game.table.in_play() if game.table.cards[kite].tangled], tangled=False)


@enforces("kites.round.phases")
def next_round(game: KitesGame, frame: Procedure) -> None:
    game.set(were_active=(), at="1")
    game.emit(FirstPlayerChosen(game.table.next_seat(game.table.first_player)))


@enforces("kites.round.phases")
class Round(Turns, frozen=True, tag="kites.round"):
    """The set-up, then the phases of a round again and again."""

    steps = (
        step("setup.1", random_first_player, "chance names the first player"),
        step("setup.2", draw_hands, "each player draws a hand"),
        round_step("1"),
        first_step("1.1", "draw"),
        step("1.2", supply, "each player has cord and draws cards"),
        *last_steps("1.3", "draw"),
        first_step("2.1", "launch"),
        window_step("2.2", "launch.action", "players launch kites and act"),
        *last_steps("2.3", "launch"),
        first_step("3.1", "contest"),
        Decision(
            "3.2",
            "send-kites",
            seats=seat_of_step,
            options=kites_to_pick,
            accepts=(SendKites,),
            on_answer=send_kites,
            rule="kites.contest.send",
            public=True,
        ),
        step("3.3", untangle, "kites are untangled"),
        *last_steps("3.4", "contest"),
        step("/next", next_round, "the other player is the first player"),
    )


FRAMES: tuple[type[Procedure], ...] = (Round, ContestFrame)
