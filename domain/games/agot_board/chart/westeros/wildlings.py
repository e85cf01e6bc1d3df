"""5. A Wildling attack: the bids against its strength, the outcome, the Wildling card, the marker."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.westeros.bidding import WILDLINGS, SealedBids, discard_bids
from domain.games.agot_board.chart.westeros.bids import current_attack, current_bidding, outermost_bidders, tied_bidders
from domain.games.agot_board.chart.westeros.wildling_cards import befall
from domain.games.agot_board.commands import ChooseTiedBidder
from domain.games.agot_board.components import LIMITS
from domain.games.agot_board.concession import decides_ties
from domain.games.agot_board.facts.board import WildlingsMoved
from domain.games.agot_board.facts.westeros import (
    BidderNamed,
    NightsWatchCounted,
    WildlingCardRevealed,
    WildlingsAttacked,
    WildlingsGone,
)
from domain.games.agot_board.state import WILDLING_DECK, BoardTable
from domain.kernel.cards.card_table import BOTTOM
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.numbers import TraceLine, trace_number
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

PREEMPTIVE_RAID = "preemptive-raid"
STRENGTH_OF_SECOND = 6
POSITION = LIMITS.wildling_track_positions[1]  # strength for each position of the Wildling track


@enforces("agot_board.wildling.step-1-strength")
def begin_attack(game: BoardGame) -> None:
    """Begin a Wildling attack with the strength of the marker's position.

    It pushes a frame, so it must be the last call of a step.
    """
    game.push(WildlingsAttack(strength=game.table.wildling, houses=game.table.seats))


def attack_begins(game: BoardGame, frame: WildlingsAttack) -> None:
    """Record the strength of the attack and the Houses that bid."""
    game.emit(WildlingsAttacked(frame.strength, frame.houses, frame.second))


@enforces("agot_board.wildling.step-2-bid")
def call_for_bids(game: BoardGame, frame: WildlingsAttack) -> None:
    """Let the Houses of the attack bid."""
    game.push(SealedBids(purpose=WILDLINGS, houses=frame.houses))


@enforces(
    "agot_board.wildling.step-3-nights-watch",
    "agot_board.wildling.step-4-nights-watch-wins",
    "agot_board.wildling.step-4-wildlings-win",
)
def count_nights_watch(game: BoardGame, frame: WildlingsAttack) -> None:
    """Add up all bids. The Wildlings are defeated if the sum reaches their strength."""
    bids = current_bidding(game.table).bids
    counted = trace_number(0, [TraceLine(house, bid) for house, bid in bids.items()])
    game.emit(NightsWatchCounted(counted.value, counted.value >= frame.strength, counted.trace))


@enforces(
    "agot_board.wildling.ties",
    "agot_board.ruling.wildling-tie-before-card",
    "agot_board.token.iron-throne-breaks-ties",
)
def who_names_bidder(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The holder of the Iron Throne token if the decisive bid is tied, otherwise nobody."""
    return (decides_ties(table),) if tied_bidders(table) else ()


def tied_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that names one of the tied Houses."""
    house = Pick(tied_bidders(table), 1, 1, single=True)
    return Commands((Form("choose_tied_bidder", {}, {"house": house}, ("agot_board.wildling.ties",)),))


def name_bidder(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseTiedBidder) -> None:
    """Record the House that was named."""
    game.emit(BidderNamed(Seat(command.house), by=seat))


def untied_bidder(game: BoardGame, frame: Procedure) -> None:
    """Name the House with the decisive bid, unless a tie was broken."""
    if not current_attack(game.table).bidder:
        game.emit(BidderNamed(outermost_bidders(game.table)[0]))


@enforces("agot_board.wildling.aftermath-1-reveal", "agot_board.wildling.step-4-aftermath")
def reveal_wildling_card(game: BoardGame, frame: Procedure) -> None:
    """Show the top Wildling card to everybody."""
    top = game.table.zone(WILDLING_DECK)[0]
    show_cards(game, [top])
    game.emit(WildlingCardRevealed(game.table.cards[top].key))


def aftermath(game: BoardGame, frame: Procedure) -> None:
    """Let the Wildling card take effect."""
    game.push(WildlingAftermath())


@enforces("agot_board.wildling.aftermath-3-bury")
def bury_wildling_card(game: BoardGame, frame: Procedure) -> None:
    """Put the Wildling card face down under its deck."""
    move(game, game.table.top(WILDLING_DECK, 1), WILDLING_DECK, BOTTOM)


@enforces(
    "agot_board.wildling.step-5-marker-nights-watch",
    "agot_board.wildling.step-5-marker-wildlings",
    "agot_board.ruling.wildling-marker-after-aftermath",
)
def move_marker(game: BoardGame, frame: Procedure) -> None:
    """Move the Wildling marker: to 0 after a victory, two positions back after a defeat."""
    back = LIMITS.wildling_victory_retreat_positions * POSITION
    position = 0 if current_attack(game.table).victory else max(0, game.table.wildling - back)
    if position != game.table.wildling:
        game.emit(WildlingsMoved(position))


@enforces("agot_board.wildling-card.preemptive-raid.reward", "agot_board.ruling.preemptive-raid-second-attack")
def attack_again(game: BoardGame, frame: Procedure) -> None:
    """End the attack. After a victory over Preemptive Raid, begin another one without the highest bidder."""
    attack = current_attack(game.table)
    game.emit(WildlingsGone())
    if attack.victory and attack.card == PREEMPTIVE_RAID:
        others = tuple(house for house in attack.houses if house != attack.bidder)
        game.push(WildlingsAttack(strength=STRENGTH_OF_SECOND, houses=others, second=True))


class WildlingsAttack(Procedure, frozen=True, tag="agot_board.wildlings_attack"):
    """5. One Wildling attack, and the one that Preemptive Raid adds."""

    strength: int
    houses: tuple[Seat, ...]
    second: bool = False
    steps = (
        step("5.1", attack_begins, "the Wildling attack begins"),
        step("5.2", call_for_bids, "the Houses of the attack bid"),
        step("5.3", count_nights_watch, "the strength of the Night's Watch is counted"),
        Decision(
            "5.4",
            "tied-bidder",
            title="one of the tied bidders is named",
            seats=who_names_bidder,
            options=tied_space,
            accepts=(ChooseTiedBidder,),
            on_answer=name_bidder,
            rule="agot_board.wildling.ties",
            public=True,
            checked=True,
        ),
        step("5.4/bidder", untied_bidder, "the highest or lowest bidder is named if there is no tie"),
        step("5.4.a", reveal_wildling_card, "the Wildling card is revealed"),
        step("5.4.b", aftermath, "the Wildling card takes effect"),
        step("5.4.c", bury_wildling_card, "the Wildling card is put under its deck"),
        step("5.5", move_marker, "the Wildling marker moves"),
        step("5.6", discard_bids, "the bids are discarded"),
        step("5.7", attack_again, "the Wildlings attack again after a victory over Preemptive Raid"),
    )


# --- 5.4.b


@enforces(
    "agot_board.wildling.aftermath-2-reward",
    "agot_board.wildling.aftermath-2-penalty",
    "agot_board.ruling.wildling-penalty-order",
)
def houses_concerned(table: BoardTable) -> tuple[Seat, ...]:
    """The Houses for which the card has an effect, in order.

    After a victory this is the highest bidder. After a defeat it is the lowest bidder, then the others in turn order.
    """
    attack = current_attack(table)
    if attack.victory:
        return (attack.bidder,)
    others = (house for house in table.turn_order() if house in attack.houses and house != attack.bidder)
    return (attack.bidder, *others)


def next_house(game: BoardGame, frame: WildlingAftermath) -> None:
    """Carry out the card for the next House. The step repeats until it was carried out for all."""
    left = [house for house in houses_concerned(game.table) if house not in frame.done]
    if left:
        game.set(done=(*frame.done, left[0]), at="5.4.b/next")
        befall(game, left[0])


class WildlingAftermath(Procedure, frozen=True, tag="agot_board.aftermath"):
    """5.4.b: the Wildling card, one House after the other."""

    done: tuple[Seat, ...] = ()
    steps = (step("5.4.b/next", next_house, "the Wildling card takes effect for the next House"),)


# --- 1.4.8


@enforces("agot_board.westeros-card.wildlings-attack", "agot_board.wildling.twice-per-phase")
def wildlings_attack(game: BoardGame, frame: Procedure) -> None:
    """Begin a Wildling attack with the strength of the marker, even if there was one in this phase."""
    begin_attack(game)


class WildlingsAttackCard(Procedure, frozen=True, tag="agot_board.wildlings_attack_card"):
    """1.4.8: the Wildlings attack."""

    steps = (step("1.4.8", wildlings_attack, "the Wildlings attack"),)
