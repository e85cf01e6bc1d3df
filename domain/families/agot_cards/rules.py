"""What the family asks of one of its games beside what every card game answers: its facts, and where editions differ.

Code of the family that has only a table reaches the rules by `state.agot_rules`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from domain.cardgame.abilities.limit_counters import Copy
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.cardgame.corrections.move_changes import AreasByHand
from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.rules import CardGameRules
from domain.families.agot_cards import numbers_in_play, state_checks
from domain.families.agot_cards.abilities import window_offers
from domain.families.agot_cards.abilities.limit_counters import counters
from domain.families.agot_cards.checks.command_context import AgotCardContext
from domain.families.agot_cards.commands import MARSHALLING_COMMANDS
from domain.families.agot_cards.corrections import changes, stack_repair
from domain.families.agot_cards.corrections.words import BYPASSED, SIDES
from domain.families.agot_cards.facts.cards import EnteredPlay
from domain.families.agot_cards.facts.own_facts import OwnFacts
from domain.families.agot_cards.in_play import entering
from domain.families.agot_cards.occurring import ENTERING, leave_challenge, pay_gold, take_snapshot
from domain.families.agot_cards.pool import card_fields
from domain.families.agot_cards.slots import AGOT_NAMED_SLOTS
from domain.families.agot_cards.state import LEAVING, AgotTable
from domain.families.agot_cards.words.select import side_of
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import ChangeFault, MoveCard
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import CardSnapshot, Condition
from domain.kernel.refusals import Refusal
from domain.kernel.state.field_facts import FieldSet

T = TypeVar("T", bound=AgotTable, contravariant=True)


class AgotCardRules(CardGameRules[T], Protocol[T]):
    """The rules of one of the two games with one card pool."""

    own_facts: ClassVar[OwnFacts]
    """The facts of the family as this game stores them."""
    named_slots: ClassVar[tuple[str, ...]] = AGOT_NAMED_SLOTS
    leaving: ClassVar[Mapping[str, str]] = LEAVING
    entering: ClassVar[tuple[str, ...]] = ENTERING
    currency: ClassVar[str] = "gold"
    gold_counts_for_dominance: ClassVar[bool] = False
    """Whether a player's unspent gold is added to the strength of standing characters."""

    areas_by_hand: ClassVar[AreasByHand] = changes.AREAS_BY_HAND
    hosts_by_print: ClassVar[bool] = True
    forms_by_hand: ClassVar[tuple[str, ...]] = ("plot", "side")
    marks_by_hand: ClassVar[tuple[str, ...]] = (*SIDES, BYPASSED)
    change_faults: ClassVar[Mapping[type, Finder]] = changes.WRONG
    change_doers: ClassVar[Mapping[type, Doer]] = changes.DO
    demands: ClassVar[Mapping[str, Callable[[Any, Any], bool]]] = state_checks.AGOT_DEMANDS
    form_rules: ClassVar[Mapping[str, str]] = window_offers.AGOT_FORM_RULES
    unconditioned: ClassVar[tuple[str, ...]] = ("when-revealed",)
    challenge_frame: ClassVar[type[Procedure]]
    """The procedure of a challenge, as the game orders its steps."""

    def lasting_checks(self, game: Game[T]) -> bool:
        return state_checks.continuous_conditions(game)

    def within(self, table: T) -> str:
        """The phase, and the challenge if one is being resolved."""
        now = table.challenge
        if now is None:
            return super().within(table)
        return f"{super().within(table)}, {now.kind} challenge by {now.attacker} against {now.defender}"

    def player_named(self, context: Any, who: str) -> Seat | None:
        return side_of(context, who) if who in ("loser", "winner") else super().player_named(context, who)

    def take_snapshot(self, table: T, card: Handle) -> CardSnapshot:
        return take_snapshot(table, card)

    def leave_contest(self, game: Game[T], cards: tuple[Handle, ...]) -> None:
        leave_challenge(game, cards)

    def is_under_way(self, table: T, period: str) -> bool:
        return period != "challenge" or table.challenge is not None

    def may_change(self, table: T, card: Handle, what: str, name: str) -> bool:
        return numbers_in_play.may_change(table, table.cards[card], what, name)

    def is_permanent(self, key: str) -> bool:
        return self.registry.pool.cards[key].type in card_fields.ENTERING

    def funds(self, table: T, seat: Seat) -> int:
        return table.players[seat].gold

    def pay(self, game: Game[T], seat: Seat, cost: TracedNumber, deed: str) -> None:
        pay_gold(game, seat, cost, deed)

    # commands

    def command_context(
        self, table: T, seat: Seat, command: object, frame: Procedure | None = None, public: bool = False
    ) -> AgotCardContext[Any]:
        return AgotCardContext(table, seat, command, frame, public)

    def ability_command(self, card: Handle, index: int, key: str, condition: Condition | None) -> Command:
        return window_offers.ability_command(card, index, key, condition)

    def begin(self, game: Game[T], window: Window, seat: Seat, command: Command) -> None:
        """Begin the command of a player in a window."""
        if isinstance(command, MARSHALLING_COMMANDS):
            entering.begin_marshalling(game, seat, command)
        else:
            super().begin(game, window, seat, command)

    def record_initiation(self, game: Game[T], context: Any) -> None:
        """Record that an event is played, and count a limited one."""
        super().record_initiation(game, context)
        if context.is_event:
            entering.count_limited(game, context.you, context.printed)

    # entering play

    def host_refusal(self, table: T, seat: Seat, printed: Any, card: Any, itself: Handle) -> Refusal | None:
        return entering.host_refusal(table, seat, printed, card, itself)

    def entry_fact(self, table: T, condition: Condition, entered: CardEnteredPlay) -> EnteredPlay:
        return entering.entry_fact(table, condition, entered)

    @abstractmethod
    def base_for(self, table: T, seat: Seat, card: Handle) -> Handle | None:
        """The copy in play under which a player's card goes as a duplicate; None if it enters play as itself."""

    # changes by hand

    def counters(self, seats: tuple[Seat, ...], copies: Iterable[Copy]) -> Iterator[str]:
        return counters(self.registry, copies, seats)

    def wrong_place(self, table: T, card: Handle, change: MoveCard) -> ChangeFault | None:
        return changes.wrong_place(table, table.cards[card], change)

    def enter_by_hand(self, game: Game[T], entry: Condition, entered: CardEnteredPlay) -> None:
        changes.enter_by_hand(game, entry, entered)

    def fact_of_field(self, table: T, change: FieldSet) -> Fact:
        return changes.fact_of_field(table, change)

    def table_fault(self, table: T) -> ChangeFault | None:
        return changes.table_fault(table)

    def close_frame(self, game: Game[T], frame: Procedure) -> None:
        super().close_frame(game, frame)
        if isinstance(frame, self.challenge_frame):
            stack_repair.close_challenge(game, frame)

    def is_past(self, table: T, condition: Condition) -> bool:
        return stack_repair.is_past(table, condition)
