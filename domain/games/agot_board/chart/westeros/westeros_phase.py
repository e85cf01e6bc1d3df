"""1. The Westeros Phase: the round marker, three cards, their Wildling icons, then card after card."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.westeros.bidding import ClashOfKings
from domain.games.agot_board.chart.westeros.income import GameOfThrones
from domain.games.agot_board.chart.westeros.mustering import MusterInTurn
from domain.games.agot_board.chart.westeros.supply import UpdateSupply
from domain.games.agot_board.chart.westeros.westeros_card_choices import (
    DarkWings,
    LastDaysOfSummer,
    OrderBan,
    PutToTheSword,
    ThroneOfBlades,
)
from domain.games.agot_board.chart.westeros.wildlings import POSITION, WildlingsAttackCard, begin_attack
from domain.games.agot_board.components import LIMITS, WESTEROS_CARDS, WesterosCard
from domain.games.agot_board.facts.board import PhaseBegan, RoundBegan, WildlingsMoved
from domain.games.agot_board.facts.westeros import WesterosCardBegan, WesterosEnded
from domain.games.agot_board.state import BoardTable, westeros_deck, westeros_revealed
from domain.kernel.cards.moving_cards import move, move_each, shuffle
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.ids import NO_CARD

DECKS = (1, 2, 3)
WINTER_IS_COMING = "winter-is-coming"

EFFECTS: dict[str, Procedure] = {
    "supply": UpdateSupply(),
    "mustering": MusterInTurn(),
    "a-throne-of-blades": ThroneOfBlades(),
    "clash-of-kings": ClashOfKings(),
    "game-of-thrones": GameOfThrones(),
    "dark-wings-dark-words": DarkWings(),
    "last-days-of-summer": LastDaysOfSummer(),
    "wildlings-attack": WildlingsAttackCard(),
    "put-to-the-sword": PutToTheSword(),
    "storm-of-swords": OrderBan(ban="defense"),
    "rains-of-autumn": OrderBan(ban="march-plus-1"),
    "sea-of-storms": OrderBan(ban="raid"),
    "web-of-lies": OrderBan(ban="support"),
    "feast-for-crows": OrderBan(ban="consolidate-power"),
}


@enforces("agot_board.westeros.step-1-advance-round", "agot_board.component.round-track")
def advance_round_marker(game: BoardGame, frame: Procedure) -> None:
    """Begin the next round and its Westeros Phase."""
    game.emit(RoundBegan(game.table.round + 1))
    game.emit(PhaseBegan("westeros"))


@enforces("agot_board.westeros.step-2-reveal", "agot_board.data.westeros-decks")
def reveal_cards(game: BoardGame, frame: Procedure) -> None:
    """Reveal the top cards of the three decks at the same time."""
    tops = [(game.table.zone(westeros_deck(n))[0], westeros_revealed(n), NO_CARD) for n in DECKS]
    move_each(game, tops)


@enforces(
    "agot_board.westeros-card.winter-is-coming",
    "agot_board.ruling.winter-is-coming-immediate",
    "agot_board.ruling.westeros-deck-reshuffle",
)
def winter_is_coming(game: BoardGame, frame: Procedure) -> None:
    """Shuffle each deck that shows Winter is Coming and reveal its top card, until it shows another card."""
    for n in DECKS:
        while revealed_card(game.table, n).id == WINTER_IS_COMING:
            move(game, list(game.table.zone(westeros_revealed(n))), westeros_deck(n))
            shuffle(game, westeros_deck(n))
            move(game, game.table.top(westeros_deck(n), 1), westeros_revealed(n))


@enforces("agot_board.westeros.card-parts")
def revealed_card(table: BoardTable, deck: int) -> WesterosCard:
    """The card that was last revealed from deck 1, 2 or 3."""
    return WESTEROS_CARDS[table.cards[table.zone(westeros_revealed(deck))[-1]].key]


@enforces(
    "agot_board.westeros.step-3-wildling-icons",
    "agot_board.westeros.step-3-excess-ignored",
    "agot_board.wildling.icons-advance",
    "agot_board.data.wildling-track",
)
def advance_wildlings(game: BoardGame, frame: Procedure) -> None:
    """Move the Wildling marker one position for each icon on the three cards, at most to the end of the track."""
    icons = sum(revealed_card(game.table, n).wildling_icons for n in DECKS)
    if icons:
        game.emit(WildlingsMoved(min(LIMITS.wildling_track_max, game.table.wildling + icons * POSITION)))


@enforces("agot_board.westeros.step-3-threat-12", "agot_board.wildling.two-triggers")
def wildlings_at_the_end(game: BoardGame, frame: Procedure) -> None:
    """Begin a Wildling attack if the marker is on the last position."""
    if game.table.wildling == LIMITS.wildling_track_max:
        begin_attack(game)


@enforces(
    "agot_board.westeros.step-4-resolve",
    "agot_board.westeros.deck-order",
    "agot_board.round.westeros-summary",
)
def resolve_next_card(game: BoardGame, frame: WesterosPhase) -> None:
    """Resolve the next of the three cards completely. The step repeats until all are resolved."""
    card = revealed_card(game.table, DECKS[frame.deck])
    game.set(deck=frame.deck + 1, at="1.5" if DECKS[frame.deck] == DECKS[-1] else "1.4")
    game.emit(WesterosCardBegan(card.key))
    game.push(EFFECTS[card.id])


def phase_ends(game: BoardGame, frame: Procedure) -> None:
    """End the Westeros Phase."""
    game.emit(WesterosEnded())


class WesterosPhase(Procedure, frozen=True, tag="agot_board.westeros_phase"):
    """1. The Westeros Phase, from the second round on."""

    deck: int = 0
    steps = (
        step("1.1", advance_round_marker, "the round marker advances"),
        step("1.2", reveal_cards, "the Westeros cards are revealed"),
        step("1.2.a", winter_is_coming, "a deck that shows Winter is Coming is shuffled, and its top card revealed"),
        step("1.3", advance_wildlings, "the Wildling marker advances for the icons on the cards"),
        step("1.3.a", wildlings_at_the_end, "the Wildlings attack if their marker is on the last position"),
        step("1.4", resolve_next_card, "the next Westeros card is resolved"),
        step("1.5", phase_ends, "the Westeros Phase ends"),
    )
