"""Kites as the kernel sees it (`KitesRules`), and as the match sees it (the functions at the end)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from domain.cardgame.catalogue import CARD_EXECUTORS, CARDGAME_COMMANDS, CARDGAME_FACTS, CARDGAME_FRAMES
from domain.cardgame.checks.abilities import is_here, is_yours
from domain.cardgame.checks.command_context import AnyCommandContext
from domain.cardgame.checks.command_moments import CARDGAME_MOMENTS
from domain.cardgame.checks.lists import ABILITY_CHECKS
from domain.cardgame.checks.playing import PLAY_INTO_PLAY
from domain.cardgame.commands import ABILITY_COMMANDS
from domain.cardgame.corrections.stack_repair import CARD_FITS
from domain.cardgame.corrections.table_forms import forms_of_table
from domain.cardgame.facts.course import PlayersSeated
from domain.cardgame.history import card_history
from domain.cardgame.in_play.attaching import first_host
from domain.cardgame.in_play.entering import begin_playing
from domain.cardgame.occurring.card_moves import place_tokens
from domain.cardgame.occurring.execution import Executor
from domain.cardgame.positions.expectations import CardGameProbe
from domain.cardgame.positions.reading import Position
from domain.cardgame.positions.writing import lying_cards as lying_cards
from domain.cardgame.positions.writing import position_names as position_names
from domain.cardgame.rules import CardGameRules
from domain.cardgame.seats import DeckSeat, read_seats, seat_names
from domain.cardgame.setup import bring_deck
from domain.cardgame.words.constants import ConstantChange
from domain.kernel.cards.moving_cards import show_cards
from domain.kernel.catalogue import KERNEL_COMMANDS, KERNEL_FACTS, KERNEL_FRAMES
from domain.kernel.checks import Check, check
from domain.kernel.citing import Cites, enforces, read_cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.stack_repair import FrameCheck, goes_on
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ALWAYS, MatchOver
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.numbers import TracedNumber
from domain.kernel.refusals import Refusal
from domain.kernel.table import MatchOutcome
from tests.examples.kites import chart, table
from tests.examples.kites.cards import DECLARED, KitesRegistry
from tests.examples.kites.pool import Deck, deck_faults, first_wind
from tests.examples.kites.positions import PHASES, POSITIONS, PositionLaid
from tests.examples.kites.table import CORD, RIBBON, KitesGame, KitesTable, LaunchCard

LAUNCH, TAIL, SEVEN, RIBBONS = "kites.launch.cards", "kites.tail.one", "kites.end.seven-ribbons", 7
SHARED_COMMANDS = (*ABILITY_COMMANDS, *CARDGAME_COMMANDS, *KERNEL_COMMANDS)


@check("is_to_launch", LAUNCH, "is_here")
def is_to_launch(context: AnyCommandContext) -> Refusal | None:
    """It is a kite or a tail, and the launch phase."""
    at, kind = context.window.name if context.window else "", context.card.printed.type
    fits = at == "launch.action" and kind in ("kite", "tail")
    return None if fits else Refusal(LAUNCH, {"window": at, "type": kind})


class KitesRules(CardGameRules[KitesTable]):
    """The rules of Kites."""

    name: ClassVar[str] = "kites"
    cites: ClassVar[Cites] = read_cites("tests.examples.kites")
    table_type: ClassVar[type[KitesTable]] = KitesTable
    periods: ClassVar[tuple[str, ...]] = ("phase",)
    window_kinds: ClassVar[tuple[str, ...]] = ("action", "would-interrupt", "cancel", "interrupt", "reaction")
    always: ClassVar[tuple[type[Command], ...]] = ALWAYS
    window_commands: ClassVar[tuple[type[Command], ...]] = (LaunchCard, *ABILITY_COMMANDS)
    commands: ClassVar[tuple[type[Command], ...]] = (*table.COMMANDS, *SHARED_COMMANDS)
    checks: ClassVar[dict[type, tuple[Check, ...]]] = {
        LaunchCard: (is_here, is_yours, is_to_launch, *PLAY_INTO_PLAY),
        **ABILITY_CHECKS,
    }
    moments: ClassVar[dict[type, CommandMoment]] = {
        LaunchCard: CommandMoment(LAUNCH, "the launch phase, by turns"),
        table.SendKites: CommandMoment("kites.contest.send", "the contest phase, once, in player order"),
        table.SetKites: CommandMoment("kites.contest.defend", "when the other player has sent kites"),
        **CARDGAME_MOMENTS,
    }
    facts: ClassVar[tuple[type[Fact], ...]] = (*KERNEL_FACTS, *CARDGAME_FACTS, PositionLaid, *table.FACTS)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*KERNEL_FRAMES, *CARDGAME_FRAMES, *chart.FRAMES)
    executors: ClassVar[Mapping[str, Executor[Any]]] = {**CARD_EXECUTORS, **chart.executes.by_kind}
    currency: ClassVar[str] = CORD

    answered: ClassVar[tuple[str, ...]] = ("contest_lost", "kite_won", "kite_lost")
    tokens: ClassVar[tuple[str, ...]] = (CORD, RIBBON)
    card_changes: ClassVar[Mapping[str, ConstantChange]] = {"lift": ConstantChange(amount=True)}
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = {**CARD_FITS, **dict.fromkeys(chart.FRAMES, goes_on)}

    def __init__(self) -> None:
        self.pool = first_wind()
        self.registry = KitesRegistry(self.pool, DECLARED, self)

    @enforces("kites.setup.two-players")
    def open(self, game: KitesGame, brought: Position | tuple[DeckSeat[Deck], ...], policy: str) -> None:
        if isinstance(brought, Position):
            return POSITIONS.lay(game, brought, policy)
        game.emit(PlayersSeated(seat_names(brought), policy))
        for each in brought:
            bring_deck(game, each.name, KitesTable.entry_zone, (each.deck.flyer,))
            show_cards(game, game.table.play_area(each.name))
            bring_deck(game, each.name, "deck", each.deck.bag)
        return game.push(chart.Round())

    @enforces("kites.end.seven-ribbons")
    def own_checks(self, game: KitesGame) -> bool:
        winners = [each for each in game.table.seats if game.table.amount(each, RIBBON) >= RIBBONS]
        for winner in winners[:1]:
            game.emit(MatchOver(MatchOutcome(winner, "ribbons", SEVEN)))
        return winners != []

    def hand_actions(self, table: KitesTable, window: Window, seat: Seat) -> Iterator[Command]:
        """The cards that might be launched, a tail to the first kite that takes it."""
        for card in table.zone(zone(seat, "hand")) if window.name == "launch.action" else ():
            printed = table.cards[card].printed
            yield LaunchCard(card, first_host(table, seat, printed) if printed.type == "tail" else NO_CARD)

    def could_act_from_hand(self, table: KitesTable, window: Window, seat: Seat) -> bool:
        return window.name == "launch.action"

    def begin(self, game: KitesGame, window: Window, seat: Seat, command: Command) -> None:
        if isinstance(command, LaunchCard):
            begin_playing(game, seat, command.card, command.host)
        else:
            super().begin(game, window, seat, command)

    @enforces("kites.tail.one")
    def host_refusal(self, table: KitesTable, seat: Seat, printed: Any, card: Any, itself: Handle) -> Refusal | None:
        tails = [each for each in table.on(card.handle) if each != itself]
        fits = card.type == "kite" and card.controller == seat and not tails
        return None if fits else Refusal(TAIL, {"host": card.handle, "type": card.type, "tails": tails})

    def control_problem(self, table: KitesTable, card: Handle, seat: Seat) -> str:
        return "a flyer stays with its player" if table.cards[card].type == "flyer" else ""

    @enforces("kites.launch.price")
    def funds(self, table: KitesTable, seat: Seat) -> int:
        return table.amount(seat, CORD)

    def pay(self, game: KitesGame, seat: Seat, cost: TracedNumber, deed: str) -> None:
        place_tokens(game, game.table.of_type(seat, "flyer"), CORD, -cost.value)


# --- what the match asks: the rules, and who plays with which deck


rules = KitesRules()
position, position_of, named_cards = POSITIONS.position_from_text, POSITIONS.position_of, POSITIONS.named_cards
names, change_forms, history, named_things = seat_names, forms_of_table, card_history(), dict[str, dict[str, str]]()
position_keys, WINDOWS, ENDINGS = POSITIONS.keys, ("launch.action", "contest.action"), ("ribbons", "no-cards")
sights = CardGameProbe(KitesTable, PHASES, windows=WINDOWS, endings=ENDINGS, contest="contest")


def with_cards(cards: str) -> KitesRules:
    """The rules; there are no cards but those of the set."""
    return rules


def seats(rules: KitesRules, texts: tuple[str, ...], options: str) -> tuple[DeckSeat[Deck], ...] | Refusal:
    """The seats of a new match from their JSON texts, or why it is refused."""
    counts, rule = POSITIONS.seat_counts, POSITIONS.players_rule
    return read_seats(DeckSeat[Deck], texts, counts, rule, lambda deck: deck_faults(deck, rules.pool))
