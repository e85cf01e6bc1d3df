"""Westeros cards whose effect one House chooses (1.4.3, 1.4.6, 1.4.9), cards that ban orders (1.4.10), and 1.4.7."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.westeros.bidding import ClashOfKings
from domain.games.agot_board.chart.westeros.income import collect
from domain.games.agot_board.chart.westeros.mustering import MusterInTurn
from domain.games.agot_board.chart.westeros.supply import UpdateSupply
from domain.games.agot_board.commands import ChooseCardOption
from domain.games.agot_board.components import WESTEROS_CARDS
from domain.games.agot_board.facts.board import OrdersBanned
from domain.games.agot_board.facts.westeros import CardOptionChosen
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form

NOTHING = "nothing"


def options_of(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The commands for the options of the card that is being resolved. The option `nothing` comes first."""
    card = WESTEROS_CARDS[table.westeros_card]
    options = sorted(card.options, key=lambda option: option != NOTHING)
    cited = (f"agot_board.westeros-card.{card.id}",)
    return Commands(tuple(Form("choose_card_option", {"option": option}, {}, cited) for option in options))


def options_described() -> tuple[str, ...]:
    """A line for each Westeros card with a choice: its options."""
    cards = (each for each in WESTEROS_CARDS.values() if each.options)
    return tuple(f"`{each.id}`: {', '.join(f'`{option}`' for option in each.options)}" for each in cards)


@enforces("agot_board.ruling.choice-card-holder")
def throne_holder(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The holder of the Iron Throne token, who chooses."""
    return (table.throne,)


@enforces("agot_board.ruling.choice-card-holder")
def raven_holder(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The holder of the Messenger Raven, who chooses."""
    return (table.raven,)


@enforces("agot_board.ruling.choice-card-holder")
def blade_holder(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """The holder of the Valyrian Steel Blade, who chooses."""
    return (table.blade,)


@enforces("agot_board.westeros-card.a-throne-of-blades")
def supply_or_mustering(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseCardOption) -> None:
    """Record the option and carry it out: Supply, Mustering or nothing."""
    game.emit(CardOptionChosen(seat, game.table.westeros_card, command.option))
    if command.option == "supply":
        game.push(UpdateSupply())
    elif command.option == "mustering":
        game.push(MusterInTurn())


@enforces("agot_board.westeros-card.dark-wings-dark-words")
def clash_or_power(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseCardOption) -> None:
    """Record the option and carry it out: Clash of Kings, Power for printed power icons, or nothing.

    Ports give no Power here.
    """
    game.emit(CardOptionChosen(seat, game.table.westeros_card, command.option))
    if command.option == "power-icons":
        collect(game, ports=False)
    elif command.option == "clash-of-kings":
        game.push(ClashOfKings())


@enforces("agot_board.westeros-card.put-to-the-sword")
def forbid_or_not(game: BoardGame, frame: Procedure, seat: Seat, command: ChooseCardOption) -> None:
    """Record the option and carry it out: ban Defense orders, ban March +1 orders, or nothing."""
    game.emit(CardOptionChosen(seat, game.table.westeros_card, command.option))
    if command.option != NOTHING:
        game.emit(OrdersBanned(command.option.removeprefix("no-")))


class ThroneOfBlades(Procedure, frozen=True, tag="agot_board.throne_of_blades"):
    """1.4.3: the holder of the Iron Throne token decides."""

    steps = (
        Decision(
            "1.4.3",
            "a-throne-of-blades",
            title="the holder of the Iron Throne token chooses for A Throne of Blades",
            seats=throne_holder,
            options=options_of,
            accepts=(ChooseCardOption,),
            on_answer=supply_or_mustering,
            rule="agot_board.westeros-card.a-throne-of-blades",
            public=True,
            checked=True,
        ),
    )


class DarkWings(Procedure, frozen=True, tag="agot_board.dark_wings"):
    """1.4.6: the holder of the Messenger Raven decides."""

    steps = (
        Decision(
            "1.4.6",
            "dark-wings-dark-words",
            title="the holder of the Messenger Raven chooses for Dark Wings, Dark Words",
            seats=raven_holder,
            options=options_of,
            accepts=(ChooseCardOption,),
            on_answer=clash_or_power,
            rule="agot_board.westeros-card.dark-wings-dark-words",
            public=True,
            checked=True,
        ),
    )


class PutToTheSword(Procedure, frozen=True, tag="agot_board.put_to_the_sword"):
    """1.4.9: the holder of the Valyrian Steel Blade decides."""

    steps = (
        Decision(
            "1.4.9",
            "put-to-the-sword",
            title="the holder of the Valyrian Steel Blade chooses for Put to the Sword",
            seats=blade_holder,
            options=options_of,
            accepts=(ChooseCardOption,),
            on_answer=forbid_or_not,
            rule="agot_board.westeros-card.put-to-the-sword",
            public=True,
            checked=True,
        ),
    )


@enforces(
    "agot_board.westeros-card.storm-of-swords",
    "agot_board.westeros-card.rains-of-autumn",
    "agot_board.westeros-card.sea-of-storms",
    "agot_board.westeros-card.web-of-lies",
    "agot_board.westeros-card.feast-for-crows",
)
def forbid(game: BoardGame, frame: OrderBan) -> None:
    """Ban the orders of the card for this round."""
    game.emit(OrdersBanned(frame.ban))


class OrderBan(Procedure, frozen=True, tag="agot_board.order_ban"):
    """1.4.10: orders of one type may not be placed in this round's Planning Phase."""

    ban: str
    steps = (step("1.4.10", forbid, "orders of one type are forbidden for this round"),)


@enforces("agot_board.westeros-card.last-days-of-summer")
def nothing_happens(game: BoardGame, frame: Procedure) -> None:
    """Do nothing. The card has no effect."""


class LastDaysOfSummer(Procedure, frozen=True, tag="agot_board.last_days_of_summer"):
    """1.4.7: nothing."""

    steps = (step("1.4.7", nothing_happens, "the card has no effect"),)
