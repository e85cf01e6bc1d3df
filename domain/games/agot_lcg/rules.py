"""A Game of Thrones LCG as the kernel sees it: one value that implements the kernel's `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from domain.cardgame.catalogue import CARDGAME_COMMANDS, CARDGAME_FRAMES
from domain.cardgame.commands import DecideMulligan
from domain.cardgame.in_play.constant_dependencies import ConstantDependencies
from domain.cardgame.occurring.execution import Executor
from domain.cardgame.pool.pool import Pool
from domain.cardgame.positions.reading import Position
from domain.cardgame.words.closed_fields import ClosedWords
from domain.cardgame.words.constants import ConstantChange
from domain.families.agot_cards.catalogue import AGOT_EXECUTORS
from domain.families.agot_cards.facts.own_facts import OwnFacts, own_facts_among
from domain.families.agot_cards.rules import AgotCardRules
from domain.families.agot_cards.state import LEAVING
from domain.games.agot_lcg import cards as _cards  # noqa: F401 - declares the abilities of the core set
from domain.games.agot_lcg import commands, setup, state_checks, view
from domain.games.agot_lcg.abilities import window_offers
from domain.games.agot_lcg.abilities.constant_dependencies import DEPENDENCIES
from domain.games.agot_lcg.abilities.occurring import LEAVING_FACTS, AgotGame, executes, leaves_with_host, staying_rule
from domain.games.agot_lcg.abilities.registry import DECLARED, AgotRegistry
from domain.games.agot_lcg.chart.challenge.claim import Claim
from domain.games.agot_lcg.chart.challenge.resolution_keywords import Keywords
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.plot_phase import RevealPlots
from domain.games.agot_lcg.chart.standing_phase import who_cannot_stand_all
from domain.games.agot_lcg.checks import command_moments
from domain.games.agot_lcg.checks.lists import CHECKS
from domain.games.agot_lcg.corrections import changes, stack_repair
from domain.games.agot_lcg.facts import FACTS
from domain.games.agot_lcg.in_play import entering
from domain.games.agot_lcg.in_play.ambush_payment import begin_ambush
from domain.games.agot_lcg.pool.pack import PACKS
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.positions.game_positions import POSITIONS, PositionLaid
from domain.games.agot_lcg.state import ORDERED_BY_OWNER, AgotTable
from domain.games.agot_lcg.words.closed_words import CLOSED_WORDS
from domain.games.agot_lcg.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.games.agot_lcg.words.parts.revealing import RevealOutOfStep
from domain.kernel.catalogue import KERNEL_COMMANDS, KERNEL_FACTS, KERNEL_FRAMES
from domain.kernel.checks import Check
from domain.kernel.citing import Cites, read_cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.stack_repair import FrameCheck
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ALWAYS
from domain.kernel.flow.frames import Procedure, step_begun
from domain.kernel.flow.priority_windows import Window
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import NO_CARD, Handle, Seat, Viewer
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import CANCEL, INTERRUPT, REACTION, WOULD, Aftermath
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import Readings, read_readings

FRAMES: tuple[type[Procedure], ...] = (
    *KERNEL_FRAMES,
    setup.Setup,
    Round,
    *PHASE_FRAMES.values(),
    RevealPlots,
    RevealOutOfStep,
    ChallengeFrame,
    Claim,
    Keywords,
    *CARDGAME_FRAMES,
)

EXECUTORS: Mapping[str, Executor[AgotTable]] = {**AGOT_EXECUTORS, **executes.by_kind}

CONDITION_KINDS = (
    *LEAVING,
    *EXECUTORS,
    "marshalled",
    "duplicate_marshalled",
    "event_played",
    "effect_initiated",
    "initiative_won",
    "first_player_chosen",
    "attacker_declared",
    "challenge_lost",
    "left_play",
)


class AgotLcg(AgotCardRules[AgotTable]):
    """The rules of the joust game with one card pool and the abilities of its cards."""

    name: ClassVar[str] = "agot_lcg"
    cites: ClassVar[Cites] = read_cites("domain.games.agot_lcg")
    table_type: ClassVar[type[AgotTable]] = AgotTable
    readings: ClassVar[Readings] = read_readings("domain.games.agot_lcg")
    periods: ClassVar[tuple[str, ...]] = ("challenge", "phase", "round")
    condition_kinds: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(CONDITION_KINDS))
    always: ClassVar[tuple[type[Command], ...]] = ALWAYS
    window_commands: ClassVar[tuple[type[Command], ...]] = commands.WINDOW_COMMANDS
    commands: ClassVar[tuple[type[Command], ...]] = (
        *commands.GAME_COMMANDS,
        DecideMulligan,
        *CARDGAME_COMMANDS,
        *KERNEL_COMMANDS,
    )
    checks: ClassVar[dict[type, tuple[Check, ...]]] = CHECKS
    moments: ClassVar[dict[type, CommandMoment]] = command_moments.MOMENTS
    window_kinds: ClassVar[tuple[str, ...]] = ("action", WOULD, CANCEL, INTERRUPT, REACTION)
    facts: ClassVar[tuple[type[Fact], ...]] = (*KERNEL_FACTS, *FACTS, PositionLaid)
    frames: ClassVar[tuple[type[Procedure], ...]] = FRAMES
    closed_words: ClassVar[ClosedWords] = CLOSED_WORDS
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = stack_repair.FITS_BY_FRAME
    abandoned: ClassVar[tuple[type[Procedure], ...]] = stack_repair.ABANDONED
    challenge_frame: ClassVar[type[Procedure]] = ChallengeFrame
    executors: ClassVar[Mapping[str, Executor[AgotTable]]] = EXECUTORS
    card_changes: ClassVar[Mapping[str, ConstantChange]] = CARD_CHANGES
    seat_changes: ClassVar[Mapping[str, ConstantChange]] = SEAT_CHANGES
    leaving_facts: ClassVar[Mapping[str, Callable[[tuple[Handle, ...]], Fact]]] = LEAVING_FACTS
    own_facts: ClassVar[OwnFacts] = own_facts_among(FACTS)
    gold_counts_for_dominance: ClassVar[bool] = True
    ordered_piles: ClassVar[Mapping[str, str]] = ORDERED_BY_OWNER
    victories: ClassVar[Mapping[str, str]] = state_checks.VICTORIES
    checked_in_setup: ClassVar[bool] = False
    beginning_constants: ClassVar[tuple[str, ...]] = ("plot_revealed", "entered_play")
    dependencies: ClassVar[ConstantDependencies] = DEPENDENCIES
    form_rules: ClassVar[Mapping[str, str]] = window_offers.RULES
    numbered_keywords: ClassVar[frozenset[str]] = frozenset({"ambush"})

    def __init__(
        self, pool: Pool[Printed] | None = None, declared: dict[str, tuple[Ability, ...]] | None = None
    ) -> None:
        self.pool = pool or core_pool()
        self.registry = AgotRegistry(self.pool, declared if declared is not None else DECLARED, self)
        ambushes = [each.x or 0 for card in self.pool.cards.values() for each in card.keywords if each.name == "ambush"]
        self.cheapest_ambush = min(ambushes, default=999)

    def with_pack(self, cards: str) -> AgotLcg:
        """These rules with the pool and the cards of a pack (JSON text); raises Unreadable."""
        pool, declared = PACKS.with_own_cards(
            self.pool, self.registry.declared, DocumentNode("cards", msgspec.json.decode(cards))
        )
        return AgotLcg(pool, declared)

    def with_changed_cards(self, cards: str) -> AgotLcg:
        """These rules with cards of the pool that are otherwise than printed (JSON text); raises Unreadable."""
        pool, declared = PACKS.with_changed_cards(
            self.pool, self.registry.declared, DocumentNode("cards", msgspec.json.decode(cards))
        )
        return AgotLcg(pool, declared)

    # players

    def own_checks(self, game: AgotGame) -> bool:
        return state_checks.victory_or_elimination(game)

    def seats_to_choose(self, table: AgotTable, question: str) -> tuple[Seat, ...]:
        return who_cannot_stand_all(table) if question == "stand" else ()

    # windows

    def hand_actions(self, table: AgotTable, window: Window, seat: Seat) -> Iterable[Command]:
        return window_offers.hand_actions(table, window, seat)

    def could_act_from_hand(self, table: AgotTable, window: Window, seat: Seat) -> bool:
        return window_offers.could_act_from_hand(table, window, seat)

    def step_of(self, frame: Procedure) -> str:
        return step_of(frame)

    def views(self, table: AgotTable, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, dict[str, Any]]:
        return view.views(table, viewers)

    def begin(self, game: AgotGame, window: Window, seat: Seat, command: Command) -> None:
        if isinstance(command, commands.AmbushCard):
            begin_ambush(game, seat, command)
        else:
            super().begin(game, window, seat, command)

    # occurrences

    def staying_rule(self, table: AgotTable, card: Handle) -> str:
        return staying_rule(table, card)

    def control_refusal(self, table: AgotTable, seat: Seat, card: Handle) -> Refusal | None:
        return entering.may_enter(table, seat, table.cards[card], control=True)

    def leaves_with_host(self, table: AgotTable, card: Handle) -> str:
        return leaves_with_host(table, card)

    # entering play

    def enters_attached(self, table: AgotTable, seat: Seat, card: Handle) -> bool:
        return entering.needs_host(table, seat, table.cards[card])

    def entering_together(self, table: AgotTable, seat: Seat, cards: list[Handle]) -> list[Handle]:
        return entering.without_second_copies(table, seat, cards)

    def cards_to_attach(self, table: AgotTable, seat: Seat, cards: list[Handle]) -> list[Handle]:
        attached = super().cards_to_attach(table, seat, cards)
        return [card for card, first in entering.first_copies(table, attached).items() if card == first]

    def base_for(self, table: AgotTable, seat: Seat, card: Handle) -> Handle | None:
        return entering.base_for(table, seat, table.cards[card])

    def entry_refusal(self, table: AgotTable, seat: Seat, card: Handle) -> Refusal | None:
        return entering.may_enter(table, seat, table.cards[card])

    def entering_condition(
        self, table: AgotTable, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD
    ) -> Condition:
        return entering.entering_condition(table, seat, card, how, host)

    def as_it_enters(self, table: AgotTable, condition: Condition) -> Condition:
        return entering.as_duplicate(table, condition)

    def entry_kind(self, table: AgotTable, condition: Condition) -> str:
        return "facedown" if condition.how == entering.FACEDOWN else "play"

    # opening

    def open(self, game: AgotGame, brought: tuple[setup.SeatDeck, ...] | Position, policy: str) -> None:
        if isinstance(brought, Position):
            POSITIONS.lay(game, brought, policy)
        else:
            setup.take_seats(game, brought, policy)

    # changes by hand

    def unmarkable(self, table: AgotTable, card: Handle) -> str:
        return changes.unmarkable(table, card)

    def control_problem(self, table: AgotTable, card: Handle, seat: Seat) -> str:
        return changes.control_problem(table, card, seat)


# until its first numbered step a challenge is still in step 4.2, its initiation
BEGUN_IN: dict[type[Procedure], str] = {ChallengeFrame: "4.2"}


def step_of(frame: Procedure) -> str:
    """The last numbered step that a frame has begun, or the one whose reactions it holds."""
    if type(frame) is Aftermath:
        return frame.during if frame.during[:1].isdigit() else ""
    return step_begun(frame, BEGUN_IN.get(type(frame), ""))
