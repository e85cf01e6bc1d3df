"""What the checks after every occurrence share: who is eliminated, who has won, conditions that a state demands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import structs

from domain.cardgame.commands import ChooseWinner
from domain.cardgame.facts.course import FirstPlayerChosen, PlayerEliminated
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.occurring.delayed_effects import end_replacements
from domain.cardgame.occurring.framework import framework
from domain.cardgame.table import SETUP, CardGame, CardGameTable, CardState, rules_of_table
from domain.kernel.citing import SLOT, rule_of
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.flow.priority_windows import withdraw_seats
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collects_reactions
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.table import MatchOutcome

T = TypeVar("T", bound=CardGameTable, contravariant=True)

LAST = f"{SLOT}last-player-wins"
SIMULTANEOUS = f"{SLOT}simultaneous-victory"


class CheckedRules(Protocol[T]):
    """The part of the rules of a card game that follows from the table alone.

    A game has `own_checks` and `lasting_checks`, and no `state_checks`: between the two attachments are discarded that
    may not be on their hosts, which no game may leave out. Cards and players are `stirred` until no check has more to
    do: a check that depends on them alone may ask that, and loses nothing where another one asks a player before it.
    """

    checked_in_setup: ClassVar[bool] = True
    """Whether the checks run during the set-up too."""

    def state_checks(self, game: Game[T]) -> bool:
        """Run the checks that follow every happening. Returns True if they moved the game on.

        None runs while a player decides who of several wins.
        """
        table = game.table
        is_deciding = SimultaneousVictory in map(type, table.stack)
        if is_deciding or (table.phase == SETUP and not self.checked_in_setup):
            return False
        end_replacements(game)
        if self.own_checks(game) or discard_illegal_attachments(game) or self.lasting_checks(game):
            return True
        table.cards.stirred = table.players.stirred = False
        return False

    def own_checks(self, game: Game[T]) -> bool:
        """Run what the game checks first, such as who has won. Returns True if it moved the game on."""
        return False

    def lasting_checks(self, game: Game[T]) -> bool:
        """Run what the game checks last, such as what lasting effects do. Returns True if it moved the game on."""
        return False


def eliminate(game: CardGame, seats: tuple[Seat, ...], why: str) -> bool:
    """Let players leave the game; the last one left wins. Returns True, since the table must be checked again.

    Nobody of them is asked any more, in windows under way either. What becomes of their cards the game says.
    If they are all that are left, the first player decides who wins, where the game's rule of the last player is one of
    its `victories`. Raises ValueError in a game in which it is not: it says itself whom it eliminates of them all.
    """
    table = game.table
    if set(table.remaining_seats()) <= set(seats):
        rule = rule_of(game.rules.cites, LAST)
        if rule not in rules_of_table(table).victories:
            raise ValueError(f"{rule} is not among the victories of {game.rules.name}: nobody is left of {seats}")
        game.push(SimultaneousVictory(winners=seats, leader=table.first_player, rule=rule))
        return True
    for seat in seats:
        game.emit(PlayerEliminated(seat, why))
    left = table.remaining_seats()
    if len(left) == 1:
        rule = "match.concede" if why == "conceded" else rule_of(game.rules.cites, LAST)
        game.emit(MatchOver(MatchOutcome(left[0], why, rule)))
        return True
    if table.first_player in seats:
        game.emit(FirstPlayerChosen(table.next_seat(table.first_player)))
    withdraw_seats(game, seats)
    return True


def is_demanded(table: CardGameTable, handle: Handle, how: str) -> bool:
    """Whether a state check has already made this condition imminent and it is being interrupted.

    The interrupts resolve completely before the check runs again, since they may remove its cause.
    """
    imminent = (each for happening in table.occurrences.values() for each in happening.conditions)
    answered = (effect.about for effect in table.effects.values() if effect.about)
    return any(each.card == handle and each.how == how for each in (*imminent, *answered))


def let_occur(game: CardGame, conditions: list[Condition]) -> None:
    """Let the conditions of a state check occur, within the current aftermath or with reactions of their own."""
    if collects_reactions(game):
        begin_occurrence(game, *conditions)
    else:
        framework(game, "state", *conditions)


ILLEGAL = "illegal"
"""How an attachment is discarded that may not be where it is."""


def discard_illegal_attachments(game: CardGame) -> bool:
    """Discard attachments that may not be on their hosts. Returns whether there were any.

    A game may refuse a host for whatever is so on its table, so they are asked after every occurrence.
    """
    table = game.table
    attached = table.listeners("attached")
    wrong = [
        card for card, _ in attached if is_misplaced(table, table.cards[card]) and not is_demanded(table, card, ILLEGAL)
    ]
    if not wrong:
        return False
    let_occur(game, [structs.replace(discard_condition(table, card), how=ILLEGAL) for card in wrong])
    return True


def is_misplaced(table: CardGameTable, card: CardState) -> bool:
    """Whether a card is on a card that it may not be on, and can leave it."""
    if not card.host or attachable(table, card.controller, card.printed, card.host, card.handle) is None:
        return False
    return rules_of_table(table).can_leave_play(table, card.handle)


DEMANDS: Mapping[str, Callable[[Any, Any], bool]] = {ILLEGAL: is_misplaced}
"""By how a card leaves because of a state: whether the card is in that state."""


def still_demanded(table: CardGameTable, condition: Condition) -> bool:
    """Whether a state check would cause the imminent condition again."""
    return rules_of_table(table).demands[condition.how](table, table.cards[condition.card])


def who_decides(table: CardGameTable, frame: SimultaneousVictory) -> tuple[Seat, ...]:
    return (frame.leader if table.is_asked(frame.leader) else table.first_player,)


def winners_space(rules: object, table: CardGameTable, frame: SimultaneousVictory, seat: Seat) -> Commands:
    winners = tuple(each for each in frame.winners if table.is_asked(each))
    return Commands((Form("choose_winner", {}, {"winner": Pick(winners, 1, 1, single=True)}, (SIMULTANEOUS,)),))


def decide_winner(game: CardGame, frame: SimultaneousVictory, seat: Seat, command: ChooseWinner) -> None:
    how = rules_of_table(game.table).victories[frame.rule]
    game.emit(MatchOver(MatchOutcome(command.winner, how, frame.rule)))


class SimultaneousVictory(Procedure, frozen=True, tag="cards.simultaneous_victory"):
    """A simultaneous victory of several players by one rule, which one of them decides.

    Who leaves meanwhile wins no more, and does not decide: the first player does, who is then another.
    """

    winners: tuple[Seat, ...]
    leader: Seat
    rule: str
    steps = (
        Decision(
            "/winner",
            "winner",
            title="the first player names the winner of a simultaneous victory",
            seats=who_decides,
            options=winners_space,
            accepts=(ChooseWinner,),
            on_answer=decide_winner,
            rule=SIMULTANEOUS,
        ),
    )
