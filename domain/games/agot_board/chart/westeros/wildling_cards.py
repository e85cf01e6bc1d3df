"""The effects of the nine Wildling cards: for the lowest bidder, for everyone else, and the highest bidder's reward.

`befall` carries out the revealed card for one House. `FORCED` holds the effects that leave nothing to decide,
`DECISIONS` those for which the House answers with a `WildlingChoice`; the keys are a card and a role. Two penalties are
in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from domain.games.agot_board.board.board_changes import BoardGame, discard_power, move_on_track
from domain.games.agot_board.board.units import by_area, castles_with_two, own_units, replace_units
from domain.games.agot_board.chart.westeros.bids import current_attack
from domain.games.agot_board.chart.westeros.crow_killers import all_knights, two_knights
from domain.games.agot_board.chart.westeros.mustering import begin_mustering, own_castles
from domain.games.agot_board.chart.westeros.preemptive_raid import units_or_track
from domain.games.agot_board.chart.westeros.supply import move_supply
from domain.games.agot_board.chart.westeros.wildling_forms import (
    DECLINE,
    MUSTER,
    REPLACE,
    TAKE_BACK,
    form,
    lose_units,
    may_decline,
    role,
    units_forms,
)
from domain.games.agot_board.commands import WildlingChoice
from domain.games.agot_board.components import FOOTMAN, HOUSE_CARDS, KNIGHT, TRACKS
from domain.games.agot_board.concession import cheapest_units, weakest_first
from domain.games.agot_board.facts.board import HouseCardsDiscarded, HouseCardsReturned
from domain.games.agot_board.facts.westeros import BidReturned, WildlingRewardDeclined
from domain.games.agot_board.state import BoardTable, count
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Multiset, Pick


def befall(game: BoardGame, house: Seat) -> None:
    """Carry out the revealed card for a House, or ask the House.

    It may push a frame, so it must be the last call of a step.
    """
    about = f"{current_attack(game.table).card}.{role(game.table, house)}"
    if about in DECISIONS:
        game.push(WildlingDecision(house=house, about=about))
    else:
        FORCED[about](game, house)


# --- decisions of a House


class CardDecision(Struct, frozen=True):
    """What a House decides about a card.

    `forms` returns the options of a House, in the order from the smallest to the largest effect; a House without any is
    not asked. `use` carries out the answer.
    """

    forms: Callable[[BoardTable, Seat], tuple[Form, ...]]
    use: Callable[[BoardGame, Seat, WildlingChoice], None]


def decider(table: BoardTable, frame: WildlingDecision) -> tuple[Seat, ...]:
    """The House if the card gives it an option, otherwise nobody."""
    return (frame.house,) if DECISIONS[frame.about].forms(table, frame.house) else ()


def decision_space(rules: object, table: BoardTable, frame: WildlingDecision, seat: Seat) -> Commands:
    """The commands for the options of the card."""
    return Commands(DECISIONS[frame.about].forms(table, seat))


def carry_out(game: BoardGame, frame: WildlingDecision, seat: Seat, command: WildlingChoice) -> None:
    """Carry out the chosen option, or record that a reward was declined."""
    if command.option == DECLINE:
        game.emit(WildlingRewardDeclined(seat, current_attack(game.table).card))
    else:
        DECISIONS[frame.about].use(game, seat, command)


class WildlingDecision(Procedure, frozen=True, tag="agot_board.wildling_decision"):
    """A House's decision about a Wildling card.

    `about`: card and role.
    """

    house: Seat
    about: str
    steps = (
        Decision(
            "5.4.b/decide",
            "wildling-card",
            title="a House chooses for the Wildling card",
            seats=decider,
            options=decision_space,
            accepts=(WildlingChoice,),
            on_answer=carry_out,
            rule="agot_board.wildling.step-4-aftermath",
            public=True,
            least=cheapest_units,
        ),
    )


# --- Silence at the Wall


@enforces("agot_board.wildling-card.silence-at-the-wall", "agot_board.wildling-card.preemptive-raid.everyone-else")
def nothing(game: BoardGame, house: Seat) -> None:
    """Do nothing. The card has no effect on this role."""


# --- Massing on the Milkwater


def strength(card: str) -> int:
    """The printed strength of a House card."""
    return HOUSE_CARDS[card].strength


@enforces("agot_board.wildling-card.massing-on-the-milkwater.lowest", "agot_board.ruling.massing-all-equal")
def discard_strongest(game: BoardGame, house: Seat) -> None:
    """Discard all cards of the highest printed strength, unless that is the whole hand."""
    hand = game.table.house(house).hand
    strongest = tuple(card for card in hand if strength(card) == max(map(strength, hand)))
    if len(strongest) < len(hand):
        game.emit(HouseCardsDiscarded(house, strongest))


@enforces("agot_board.wildling-card.massing-on-the-milkwater.everyone-else")
def one_of_two_or_more(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The form that chooses one card of the hand; empty for a hand of one card or none."""
    hand = weakest_first(table.house(house).hand)
    about = "massing-on-the-milkwater.everyone-else"
    return (form(about, {"cards": Pick(hand, 1, 1)}),) if len(hand) > 1 else ()


def discard_cards(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Discard the chosen cards."""
    game.emit(HouseCardsDiscarded(house, command.cards))


@enforces("agot_board.wildling-card.massing-on-the-milkwater.reward")
def take_back_all_cards(game: BoardGame, house: Seat) -> None:
    """Return the whole discard pile to the hand."""
    discarded = game.table.house(house).discard
    if discarded:
        game.emit(HouseCardsReturned(house, discarded))


# --- A King Beyond the Wall


def to_the_end(game: BoardGame, house: Seat, track: str) -> None:
    """Move a House to the lowest position of a track."""
    move_on_track(game, track, house, len(game.table.track(track)) - 1)


@enforces("agot_board.wildling-card.a-king-beyond-the-wall.lowest")
def last_on_all_tracks(game: BoardGame, house: Seat) -> None:
    """Move a House to the lowest position of each track."""
    for track in TRACKS:
        to_the_end(game, house, track)


@enforces("agot_board.wildling-card.a-king-beyond-the-wall.everyone-else")
def fiefdoms_or_kings_court(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms for the Fiefdoms and King's Court tracks; the track on which the House loses less is first."""
    tracks = sorted(TRACKS[1:], key=lambda track: -table.track(track).index(house))
    return tuple(form("a-king-beyond-the-wall.everyone-else", {}, track=track) for track in tracks)


def last_on_track(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Move the House to the lowest position of the chosen track."""
    to_the_end(game, house, command.track)


@enforces("agot_board.wildling-card.a-king-beyond-the-wall.reward")
def any_track(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms for the three tracks; the track on which the House gains least is first."""
    tracks = sorted(TRACKS, key=lambda track: table.track(track).index(house))
    return tuple(form("a-king-beyond-the-wall.reward", {}, track=track) for track in tracks)


def first_on_track(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Move the House to the first position of the chosen track. The Dominance token goes with it."""
    move_on_track(game, command.track, house, 0)


# --- Mammoth Riders


@enforces("agot_board.wildling-card.mammoth-riders.lowest")
def any_three_units(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The form that chooses three units of the House."""
    return units_forms("mammoth-riders.lowest", own_units(table, house), 3)


@enforces("agot_board.wildling-card.mammoth-riders.everyone-else")
def any_two_units(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The form that chooses two units of the House."""
    return units_forms("mammoth-riders.everyone-else", own_units(table, house), 2)


@enforces("agot_board.wildling-card.mammoth-riders.reward")
def one_discarded_card(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms that decline or take back one discarded card; empty without discarded cards."""
    about, discarded = "mammoth-riders.reward", table.house(house).discard
    return (may_decline(about), form(about, {"cards": Pick(discarded, 1, 1)}, option=TAKE_BACK)) if discarded else ()


def take_back_cards(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Return the chosen cards to the hand."""
    game.emit(HouseCardsReturned(house, command.cards))


# --- Crow Killers


@enforces("agot_board.wildling-card.crow-killers.reward")
def up_to_two_footmen(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms that decline or replace one or two Footmen; empty without a Footman or an unused Knight."""
    about, footmen = "crow-killers.reward", own_units(table, house, FOOTMAN)
    most = min(2, count(footmen), table.count_unused(house, KNIGHT))
    forms = (form(about, {"units": Multiset(footmen, n)}, option=REPLACE) for n in range(1, most + 1))
    return (may_decline(about), *forms) if most else ()


def replace_footmen(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Replace the chosen Footmen by Knights."""
    replace_units(game, house, command.units, KNIGHT)


# --- The Horde Descends


@enforces("agot_board.wildling-card.the-horde-descends.lowest", "agot_board.ruling.horde-one-area")
def two_units_in_one_castle(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms that choose two units in the area of one Castle or Stronghold.

    If no such area holds two units, the units may be anywhere.
    """
    about, own = "the-horde-descends.lowest", own_units(table, house)
    castles = castles_with_two(table, house)
    if not castles:
        return units_forms(about, own, 2)
    by_castle = ({place: n for place, n in own.items() if area in by_area({place: n})} for area in castles)
    return tuple(each for units in by_castle for each in units_forms(about, units, 2))


@enforces("agot_board.wildling-card.the-horde-descends.everyone-else")
def any_unit(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The form that chooses one unit of the House."""
    return units_forms("the-horde-descends.everyone-else", own_units(table, house), 1)


@enforces("agot_board.wildling-card.the-horde-descends.reward")
def one_own_castle(table: BoardTable, house: Seat) -> tuple[Form, ...]:
    """The forms that decline or muster in one own Castle or Stronghold; empty without one."""
    about, castles = "the-horde-descends.reward", own_castles(table, house)
    area = Pick(castles, 1, 1, single=True)
    return (may_decline(about), form(about, {"area": area}, option=MUSTER)) if castles else ()


def muster_there(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Begin a mustering in the chosen area."""
    begin_mustering(game, house, (command.area,))


# --- Skinchanger Scout


@enforces("agot_board.wildling-card.skinchanger-scout.lowest")
def discard_all_power(game: BoardGame, house: Seat) -> None:
    """Discard all available Power of a House."""
    discard_power(game, house, game.table.house(house).power)


@enforces("agot_board.wildling-card.skinchanger-scout.everyone-else")
def discard_two_power(game: BoardGame, house: Seat) -> None:
    """Discard two Power of a House, or all if it has less."""
    discard_power(game, house, 2)


@enforces("agot_board.wildling-card.skinchanger-scout.reward", "agot_board.ruling.wildling-marker-after-aftermath")
def take_back_bid(game: BoardGame, house: Seat) -> None:
    """Return the bid of a House to its available Power."""
    bid = game.table.house(house).bid
    if bid:
        game.emit(BidReturned(house, bid))


# --- Rattleshirt's Raiders


@enforces("agot_board.wildling-card.rattleshirts-raiders.lowest")
def two_down_supply(game: BoardGame, house: Seat) -> None:
    """Move the Supply token of a House two positions down."""
    move_supply(game, house, game.table.house(house).supply - 2)


@enforces("agot_board.wildling-card.rattleshirts-raiders.everyone-else")
def one_down_supply(game: BoardGame, house: Seat) -> None:
    """Move the Supply token of a House one position down."""
    move_supply(game, house, game.table.house(house).supply - 1)


@enforces("agot_board.wildling-card.rattleshirts-raiders.reward")
def one_up_supply(game: BoardGame, house: Seat) -> None:
    """Move the Supply token of a House one position up."""
    move_supply(game, house, game.table.house(house).supply + 1)


FORCED: dict[str, Callable[[BoardGame, Seat], None]] = {
    "silence-at-the-wall.lowest": nothing,
    "silence-at-the-wall.everyone-else": nothing,
    "silence-at-the-wall.reward": nothing,
    "massing-on-the-milkwater.lowest": discard_strongest,
    "massing-on-the-milkwater.reward": take_back_all_cards,
    "a-king-beyond-the-wall.lowest": last_on_all_tracks,
    "crow-killers.lowest": all_knights,
    "crow-killers.everyone-else": two_knights,
    "skinchanger-scout.lowest": discard_all_power,
    "skinchanger-scout.everyone-else": discard_two_power,
    "skinchanger-scout.reward": take_back_bid,
    "rattleshirts-raiders.lowest": two_down_supply,
    "rattleshirts-raiders.everyone-else": one_down_supply,
    "rattleshirts-raiders.reward": one_up_supply,
    "preemptive-raid.lowest": units_or_track,
    "preemptive-raid.everyone-else": nothing,
    "preemptive-raid.reward": nothing,
}

DECISIONS: dict[str, CardDecision] = {
    "massing-on-the-milkwater.everyone-else": CardDecision(one_of_two_or_more, discard_cards),
    "a-king-beyond-the-wall.everyone-else": CardDecision(fiefdoms_or_kings_court, last_on_track),
    "a-king-beyond-the-wall.reward": CardDecision(any_track, first_on_track),
    "mammoth-riders.lowest": CardDecision(any_three_units, lose_units),
    "mammoth-riders.everyone-else": CardDecision(any_two_units, lose_units),
    "mammoth-riders.reward": CardDecision(one_discarded_card, take_back_cards),
    "crow-killers.reward": CardDecision(up_to_two_footmen, replace_footmen),
    "the-horde-descends.lowest": CardDecision(two_units_in_one_castle, lose_units),
    "the-horde-descends.everyone-else": CardDecision(any_unit, lose_units),
    "the-horde-descends.reward": CardDecision(one_own_castle, muster_there),
}
