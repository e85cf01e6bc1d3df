"""The sentences of facts that the log has and the story leaves out: others say the same, or nobody needs them."""

from __future__ import annotations

from domain.games.agot_board.facts import board, combat, corrected, march, start, westeros
from service.games.agot_board.words import cards, label, places, units_words
from service.present.text.names import amount, zone_said
from service.present.text.sentences import Sentences

LOG: Sentences = {
    start.DeckLaid: lambda fact, names: f"{zone_said(fact.zone)}: {amount(fact.count, 'card')}",
    start.HouseCardsTaken: lambda fact, names: f"{fact.house} has in hand: {cards(fact.hand, names) or 'nothing'}",
    start.GarrisonPlaced: lambda fact, names: f"a Garrison of {fact.house} in {label(fact.area)}",
    board.UnitsMoved: lambda fact, names: units_moved(fact),
    board.UnitsRouted: lambda fact, names: f"routed in {label(fact.area)}: {units_words(fact.units)}",
    board.UnitsStoodUp: lambda fact, names: f"routed units stand up: {places(fact.areas)}",
    board.OrdersAssigned: lambda fact, names: orders_assigned(fact),
    board.OrdersRemoved: lambda fact, names: f"orders leave the board: {places(fact.areas)}",
    board.BansLifted: lambda fact, names: "every order may be placed again",
    board.TokensRefreshed: lambda fact, names: "Messenger Raven and Valyrian Steel Blade may be used again",
    board.HouseCardsDiscarded: lambda fact, names: f"{fact.house} discards {cards(fact.cards, names)}",
    westeros.WesterosEnded: lambda fact, names: "all Westeros cards are resolved",
    westeros.MusteringBegan: lambda fact, names: mustering_began(fact),
    westeros.MusterPointsSpent: lambda fact, names: f"mustering points of {label(fact.area)}: {fact.points} spent",
    westeros.MusteringEnded: lambda fact, names: f"{fact.house} musters no more, {amount(fact.lost, 'point')} lost",
    westeros.BiddingBegan: lambda fact, names: bidding_began(fact),
    westeros.BidsDiscarded: lambda fact, names: "the bids go to the Power Pools",
    corrected.LossesDue: lambda fact, names: (
        f"{fact.house} has to lose {amount(fact.due, 'unit') if fact.due else 'no units any more'}"
    ),
    westeros.WildlingsGone: lambda fact, names: "the Wildling attack is over",
    march.MarchEnded: lambda fact, names: f"the March order of {label(fact.area)} is done with",
    combat.SupportCalled: lambda fact, names: f"support is called for: {places(fact.orders) or 'there is none'}",
    combat.HandsClosed: lambda fact, names: "House cards are being chosen, hands are closed",
    combat.HandsOpened: lambda fact, names: "hands are open again",
    combat.LossesTaken: lambda fact, names: f"{fact.house} chooses to lose {units_words(fact.units)}",
    combat.CombatCleanedUp: lambda fact, names: "the board is settled after the combat",
    combat.CombatEnded: lambda fact, names: "the combat is over",
}


def units_moved(fact: board.UnitsMoved) -> str:
    routed = ", routed" if fact.routed else ""
    return f"{fact.house}: {units_words(fact.units)} from {label(fact.source)} to {label(fact.to)}{routed}"


def orders_assigned(fact: board.OrdersAssigned) -> str:
    """Where orders lie, and which they are if the reader may know them."""
    laid = (f"{label(token)} in {label(area)}" if token else label(area) for area, token in fact.orders.items())
    return f"{fact.house} lays orders: {', '.join(laid)}"


def mustering_began(fact: westeros.MusteringBegan) -> str:
    points = (f"{label(area)} {n}" for area, n in fact.points.items())
    return f"{fact.house} may muster, points: {', '.join(points)}"


def bidding_began(fact: westeros.BiddingBegan) -> str:
    announced = ", ".join(f"{house} {power}" for house, power in fact.power.items())
    return f"bidding for {label(fact.purpose)}; available Power: {announced}"
