"""What the shared code asks of a card game beside what the kernel asks: its own answers, with defaults.

A game's rules are one value of a class under `CardGameRules`. Shared code that has only a table reaches them by
`rules_of_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from domain.cardgame.abilities import window_offers
from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.abilities.events import begin_event, put_event_away
from domain.cardgame.abilities.limit_counters import Copy, counters_of_card, counters_of_pool
from domain.cardgame.abilities.resolution import begin_ability
from domain.cardgame.checks.command_context import CardCommandContext
from domain.cardgame.checks.initiation import applies
from domain.cardgame.contest import ContestTable
from domain.cardgame.corrections import late_abilities, move_changes, stack_repair
from domain.cardgame.corrections.card_changes import DO, WRONG, Doer, Finder, unhosted_fault
from domain.cardgame.corrections.change_lists import AT_A_TABLE, closed_lists
from domain.cardgame.corrections.move_changes import AreasByHand
from domain.cardgame.corrections.stack_repair import ABANDONABLE, CARD_FITS
from domain.cardgame.facts.cards import CardEnteredPlay, CardsDiscarded, CardsSacrificed
from domain.cardgame.facts.contests import ContestChanged
from domain.cardgame.in_play.active_constants import is_at_work, is_immune
from domain.cardgame.in_play.characteristics import can_leave_play, take_snapshot
from domain.cardgame.in_play.constant_dependencies import ConstantDependencies
from domain.cardgame.in_play.constant_order import begin_ordering_constants
from domain.cardgame.in_play.costs import pay_cost
from domain.cardgame.in_play.entering import EnteringRules
from domain.cardgame.in_play.pile_order import begin_ordering_piles
from domain.cardgame.occurring.conditions import describe_condition
from domain.cardgame.occurring.delayed_effects import begin_delayed
from domain.cardgame.occurring.execution import Executor, execute_conditions, report_result, without_immune
from domain.cardgame.occurring.listening import forced_abilities, is_any_heard, mandatory_space
from domain.cardgame.slots import NAMED_SLOTS
from domain.cardgame.state_checks import DEMANDS, CheckedRules, eliminate
from domain.cardgame.table import DECK, HAND, CardGameTable
from domain.cardgame.view import plain_views
from domain.cardgame.words.constants import ConstantChange
from domain.cardgame.words.declared_words import DeclaredRules
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import UNFIT, AnyChange, ChangeFault, MoveCard
from domain.kernel.corrections.stack_repair import FrameCheck, FrameVerdict
from domain.kernel.corrections.words import Lists, lists_at
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, zone_kind
from domain.kernel.numbers import TracedNumber, TraceLine
from domain.kernel.occurring.conditions import CardSnapshot, Condition, ConditionGroup, EffectObject
from domain.kernel.occurring.occurrence import AFTER, OrderMandatory, collect_reactions
from domain.kernel.refusals import JsonObject, Refusal
from domain.kernel.rules import Rules
from domain.kernel.spaces.commands import Commands, FieldSpace
from domain.kernel.state.field_facts import FieldSet

T = TypeVar("T", bound=CardGameTable, contravariant=True)


class CardGameRules(CheckedRules[T], EnteringRules[T], DeclaredRules, Rules[T], Protocol[T]):
    """The rules of one card game with one card pool."""

    named_slots: ClassVar[tuple[str, ...]] = NAMED_SLOTS
    """The slots that shared code names to players: the game's `cites` has a rule for each."""
    table_type: ClassVar[type[CardGameTable]]
    """The game's type of table."""
    executors: ClassVar[Mapping[str, Executor[Any]]]
    """What carries out conditions, by their kind; conditions of other kinds just occur."""
    leaving: ClassVar[Mapping[str, str]] = {
        "discarded": "discard",
        "sacrificed": "discard",
        "returned_to_hand": HAND,
        "removed": "removed",
        "shuffled_away": DECK,
    }
    """The kinds of conditions by which cards leave play, with the kind of zone of its owner to which one goes."""
    leaving_facts: ClassVar[Mapping[str, Callable[[tuple[Handle, ...]], Fact]]] = {
        "sacrificed": CardsSacrificed,
        "discarded": CardsDiscarded,
    }
    """The facts that say why cards leave play, by the kind of condition."""
    empty_deck_matters: ClassVar[bool] = False
    """Whether a draw from an empty deck has a consequence."""
    further_periods: ClassVar[tuple[str, ...]] = ()
    """The periods beside `periods` until whose end effects may last, though no player passes until then."""
    saves_from_sacrifice: ClassVar[bool] = False
    """Whether a card can be saved from a sacrifice."""
    placed: ClassVar[Mapping[str, int]] = {}
    """Of those kinds, the ones by which a card is laid on or under a deck, which is not shuffled then: at which end."""
    entering: ClassVar[tuple[str, ...]] = ("entered_play",)
    """The kinds of conditions by which cards enter play."""
    decks: ClassVar[tuple[str, ...]] = (DECK,)
    """The kinds of zones that are shuffled when a card goes there out of play."""
    own_areas: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Where players have several decks: by the deck of a card, as printed, the kinds of zones where it goes in place of
    others, such as a discard pile of its own."""
    ordered_piles: ClassVar[Mapping[str, str]] = {}
    """The kinds of piles in which the order matters, with the rule that gives it to the owner."""
    victories: ClassVar[Mapping[str, str]] = {}
    """The rules by which players may win at once, each with what the end of the match says of how."""

    card_changes: ClassVar[Mapping[str, ConstantChange]] = {}
    """What constant abilities and lasting effects change of cards, by name."""
    seat_changes: ClassVar[Mapping[str, ConstantChange]] = {}
    """What they change of players."""
    change_faults: ClassVar[Mapping[type, Finder]] = WRONG
    """What finds the fault of a change by hand, by its kind; a change of another kind is unfit for the game."""
    change_doers: ClassVar[Mapping[type, Doer]] = DO
    """What carries out a change by hand, by its kind."""
    tokens: ClassVar[tuple[str, ...]] = ()
    """The tokens that the rules put on cards, whether a card names them or not."""
    areas_by_hand: ClassVar[AreasByHand] = AreasByHand()
    """The areas between which cards are moved by hand."""
    forms_by_hand: ClassVar[tuple[str, ...]] = ()
    """The names of the forms of corrections that the game has beside those of every card game and of fields."""
    marks_by_hand: ClassVar[tuple[str, ...]] = ()
    """The marks that are set by hand beside those of a card's fields, such as which side of a contest it is on."""
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = CARD_FITS
    """What becomes of a frame after a correction, by its type."""
    abandoned: ClassVar[tuple[type[Procedure], ...]] = ABANDONABLE
    """The frames that a judge may have abandoned."""
    unconditioned: ClassVar[tuple[str, ...]] = ()
    """The timings of mandatory abilities that answer no condition, such as of a card that is revealed."""

    beginning_constants: ClassVar[tuple[str, ...]] = ("entered_play",)
    """The kinds of conditions by which the constant abilities of cards begin."""
    dependencies: ClassVar[ConstantDependencies] = ConstantDependencies()
    """Which constant abilities depend on which."""
    demands: ClassVar[Mapping[str, Callable[[Any, Any], bool]]] = DEMANDS
    """By how a card leaves play because of a state: whether the card is in that state."""
    demand_rules: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {}
    """By how a card leaves play because of a state: the rule of that state, where the slots of saves do not have it."""
    form_rules: ClassVar[Mapping[str, str]] = window_offers.FORM_RULES
    """The rules by which commands are offered in windows, by their tags."""
    numbered_keywords: ClassVar[frozenset[str]] = frozenset()
    """The keywords with a number, which a constant ability gives too."""
    currency: ClassVar[str] = "funds"
    """What cards are paid with, as refusals call it."""

    def blank(self) -> Any:
        """A table of the game without anything on it."""
        return self.table_type(registry=self.registry)

    # what is shown

    def views(self, table: T, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, JsonObject]:
        return plain_views(table, viewers, self.own_view(table))

    def own_view(self, table: T) -> JsonObject:
        """What everybody sees of a table that only this game has: the contest that is under way, if it has contests."""
        return {"contest": msgspec.to_builtins(table.contest)} if isinstance(table, ContestTable) else {}

    # commands

    def command_context(
        self, table: T, seat: Seat, command: object, frame: Procedure | None = None, public: bool = False
    ) -> CardCommandContext[Any]:
        """The context of a command that its checks look at: in the open window, or in a frame that is given.

        With `public` only public knowledge counts.
        """
        return CardCommandContext(table, seat, command, frame, public)

    def begin(self, game: Game[T], window: Window, seat: Seat, command: Command) -> None:
        """Begin the ability that a player uses in a window."""
        meant = self.command_context(game.table, seat, command, window)
        self.begin_ability(game, meant.handle, meant.index, meant.condition, window.about)

    # what is offered in windows

    def window_space(self, table: T, window: Window, seat: Seat) -> Commands:
        return window_offers.window_space(table, window, seat)

    def can_act(self, table: T, window: Window, seat: Seat) -> bool:
        return window_offers.can_act(table, window, seat)

    def could_act(self, table: T, window: Window, seat: Seat) -> bool:
        return window_offers.could_act(table, window, seat)

    def ability_command(self, card: Handle, index: int, key: str, condition: Condition | None) -> Command:
        """The command that uses an ability of a card in play, which listens to a key of the index."""
        return window_offers.ability_command(card, index, key, condition)

    def hand_actions(self, table: T, window: Window, seat: Seat) -> Iterable[Command]:
        """The commands that a player might give in an action window with cards in hand beside events, legal or not."""
        return ()

    def open_actions(self, table: T, window: Window, seat: Seat) -> Iterable[Command]:
        """The commands that a player might give in an action window with cards that lie open out of play."""
        return ()

    def open_fields(self, table: T, seat: Seat, command: Command) -> dict[str, FieldSpace]:
        """The fields of a legal command of a window that its form leaves open: the host of an attachment."""
        return window_offers.host_field(table, seat, command)

    def counted_as_in_hand(self, table: T, seat: Seat) -> Iterable[Handle]:
        """The cards of a player that lie open elsewhere, and are played as if they were in hand."""
        return ()

    def could_act_from_hand(self, table: T, window: Window, seat: Seat) -> bool:
        """Whether a player with cards in hand could give such a command, by public knowledge."""
        return False

    # seats

    def concede(self, game: Game[T], seat: Seat) -> None:
        eliminate(game, (seat,), "conceded")

    def next_seat(self, table: T, seat: Seat) -> Seat:
        return table.next_seat(seat)

    def first_seat(self, table: T, kind: str, about: int) -> Seat:
        return table.first_player

    def ordering_seat(self, table: T) -> Seat:
        return table.first_player

    # windows

    def is_void(self, table: T, window: Window) -> bool:
        """Whether the things that the window is about have gone."""
        if not window.about:
            return False
        happening = table.condition_group(window.about)
        return happening is None or not happening.conditions

    def about(self, table: T, window: Window) -> tuple[str, ...]:
        happening = table.condition_group(window.about)
        return tuple(describe_condition(table, each) for each in happening.conditions) if happening else ()

    def within(self, table: T) -> str:
        """The round and the phase."""
        return f"round {table.round}, {table.phase}"

    def concerns(self, table: T, window: Window, seat: Seat, kind: str) -> bool:
        happening = table.condition_group(window.about)
        return any(each.kind == kind and each.seat == seat for each in (happening.conditions if happening else ()))

    def seats_to_choose(self, table: T, question: str) -> tuple[Seat, ...]:
        """The seats to which a question of the game for targets is put, one after the other."""
        return ()

    # what listens

    def describe(self, table: T, condition: Condition) -> str:
        return describe_condition(table, condition)

    def may_interrupt(self, table: T, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
        return table.policy == "open" or is_any_heard(table, conditions, timings)

    def may_use(self, table: T, conditions: tuple[Condition, ...], timing: str) -> bool:
        """Whether a card in play, or an event of the format, listens to one of the conditions."""
        return table.policy == "open" or is_any_heard(table, conditions, (timing,))

    def may_react(self, table: T, conditions: tuple[Condition, ...]) -> bool:
        if table.policy == "open":
            return bool(conditions)
        return any(self.registry.heard_keys(each.kind, AFTER) for each in conditions)

    def forced_abilities(self, table: T, happening: ConditionGroup, timing: str) -> list[OrderMandatory]:
        return forced_abilities(table, happening, timing)

    def applies(self, table: T, card: Handle, index: int, condition: Condition) -> bool:
        """Whether a mandatory ability of a card applies to a condition and would change something."""
        return applies(table, card, index, condition)

    def ordering_space(self, listed: tuple[OrderMandatory, ...]) -> Commands:
        return mandatory_space(listed)

    def keyword_of(self, index: int) -> str:
        return ""

    # abilities

    def ability_context(self, table: T, effect: EffectObject) -> AbilityContext[Any]:
        return AbilityContext(table, effect.key, effect.ability, effect.you, effect.me, effect.about, effect)

    def is_under_way(self, table: T, period: str) -> bool:
        """Whether a lasting effect could end with the next end of this period; rounds and phases always end."""
        return True

    def may_change(self, table: T, card: Handle, what: str, name: str) -> bool:
        """Whether a lasting effect that changes `what` would change this card in play: it has not got it already."""
        return True

    def works_there(self, table: T, card: Handle, index: int) -> bool:
        """Whether an ability of a card works where the card lies: faceup in play, or in an area that counts as such."""
        found = table.cards[card]
        return zone_kind(found.zone) in table.active_kinds and not found.facedown

    def extra_uses(self, table: T, card: Handle) -> int:
        """How much more often than its limit says each ability of a card may be used; of an event none may."""
        return 0

    def begin_ability(
        self, game: Game[T], card: Handle, index: int, about: Condition | None = None, happening: int = 0
    ) -> None:
        begin_ability(game, card, index, about, happening)

    # what cards cost

    def funds(self, table: T, seat: Seat) -> int:
        """What a player can pay for a card."""
        return 0

    def cost_lines(self, table: T, seat: Seat, printed: Any, deed: str) -> Iterable[TraceLine]:
        """What the rules add to the printed cost of a card, such as of another house; nothing by default."""
        return ()

    def pay(self, game: Game[T], seat: Seat, cost: TracedNumber, deed: str) -> None:
        """Take what a card costs from a player, who can pay it. `deed` says what the card is paid for: to play it."""
        return None

    def pay_for_event(self, game: Game[T], context: Any) -> None:
        """Pay the cost of an event; reductions for one use are used up."""
        if context.is_event:
            pay_cost(game, context.you, context.me, "play", context.effect.x)

    # how an ability goes

    def is_secret(self, table: T, picks: tuple[str, ...]) -> bool:
        cards = (table.cards[Handle(pick)] for pick in picks if pick in table.cards)
        return any(not table.sees_card(PUBLIC, card) for card in cards)

    def report(
        self,
        game: Game[T],
        effect: int,
        wanted: int,
        meant: tuple[Condition, ...],
        occurred: tuple[Condition, ...],
    ) -> None:
        report_result(game, effect, wanted, meant, occurred)

    def hold_payment(self, game: Game[T]) -> None:
        collect_reactions(game, "payment")

    def record_initiation(self, game: Game[T], context: Any) -> None:
        """Record that an event is played."""
        if context.is_event:
            begin_event(game, context)

    def put_away(self, game: Game[T], context: Any) -> None:
        """Put an event away that has resolved, unless only a delayed part of it has."""
        if context.is_event and not context.effect.is_delayed_part:
            put_event_away(game, context)

    def resolve_delayed(self, game: Game[T], conditions: tuple[Condition, ...]) -> None:
        """Push what follows an occurrence at once: delayed effects, and above them what players put in order."""
        if game.table.delayed:
            begin_delayed(game, conditions)
        if len(conditions) > 1:
            begin_ordering_constants(game, conditions)
        begin_ordering_piles(game, conditions)

    # corrections

    @property
    def effect_periods(self) -> tuple[str, ...]:
        """The periods until whose end an effect may last."""
        return (*self.periods, *self.further_periods)

    def counters(self, seats: tuple[Seat, ...], copies: Iterable[Copy]) -> Iterator[str]:
        """Every counter of limits that players, titles of the format or these cards can have."""
        yield from counters_of_pool(self.registry, seats)
        for copy in copies:
            yield from counters_of_card(self.registry, copy, seats)

    def change_words(self, table: T, change: AnyChange) -> Lists:
        return lists_at(table, change, self.closed_lists(type(table)), AT_A_TABLE)

    def closed_lists(self, table: type[CardGameTable]) -> dict[type, Lists]:
        """The closed lists of words for changes by hand that are the same at every table, by the kind of change."""
        return closed_lists(table, self.card_changes, self.seat_changes, self.effect_periods, self.marks_by_hand)

    def change_fault(self, table: T, change: AnyChange) -> ChangeFault | None:
        find_fault = self.change_faults.get(type(change))
        return find_fault(table, change) if find_fault else ChangeFault("change", UNFIT)

    def carry_out(self, game: Game[T], change: AnyChange) -> None:
        self.change_doers[type(change)](game, change)

    def wrong_place(self, table: T, card: Handle, change: MoveCard) -> ChangeFault | None:
        """Why a card cannot lie where a change by hand would move it."""
        return move_changes.wrong_place(table, table.cards[card], change)

    def enter_by_hand(self, game: Game[T], entry: Condition, entered: CardEnteredPlay) -> None:
        """Let a card be in play that was moved there by hand: `entry` says as what it lies there."""
        game.emit(self.entry_fact(game.table, entry, entered))

    def table_fault(self, table: T) -> ChangeFault | None:
        """What is wrong with the table as a whole: a card that lies on nothing in play."""
        return unhosted_fault(table)

    def fits(self, table: T, frame: Procedure) -> FrameVerdict:
        return self.frame_checks[type(frame)](table, frame)

    def close_frame(self, game: Game[T], frame: Procedure) -> None:
        stack_repair.close_frame(game, frame)

    def abandonable(self, frame: Procedure) -> bool:
        return isinstance(frame, self.abandoned)

    def late_refusal(self, table: T, card: Handle, ability: int, condition: Condition | None) -> Refusal | None:
        return late_abilities.late_refusal(table, card, ability, condition)

    def is_past(self, table: T, condition: Condition) -> bool:
        """Whether a condition belongs to something that is over, whose data a late ability would no longer find."""
        return False

    def control_problem(self, table: T, card: Handle, seat: Seat) -> str:
        """Why a player cannot get control of a card in play by hand; empty where nothing is against it."""
        return ""

    def unmarkable(self, table: T, card: Handle) -> str:
        """Why a card in play can have no mark and hold no token; empty for one that can."""
        return ""

    def fact_of_field(self, table: T, change: FieldSet) -> Fact:
        """The fact by which a described field is set by hand; a game returns one of its own where it has one."""
        return change

    def is_unimplemented(self, key: str) -> bool:
        return key in self.registry.uncoded

    def player_named(self, context: Any, who: str) -> Seat | None:
        """The player that a word of this game names, such as the loser of a contest; None if there is none now.

        Raises ValueError for a word that names no single player.
        """
        raise ValueError(f"controller: no player is called {who!r}")

    # what occurs

    def execute_conditions(
        self, game: Game[T], conditions: tuple[Condition, ...], effect: int
    ) -> tuple[Condition, ...]:
        return execute_conditions(game, without_immune(game.table, conditions, effect))

    def take_snapshot(self, table: T, card: Handle) -> CardSnapshot:
        """The state of a card in play, for abilities that refer to it after it has left."""
        return take_snapshot(table, table.cards[card])

    def can_leave_play(self, table: T, card: Handle) -> bool:
        """Whether nothing keeps a card in play."""
        return can_leave_play(table, table.cards[card])

    def can_leave_by(self, table: T, card: Handle, kind: str) -> bool:
        """Whether nothing keeps a card from leaving play by this kind of condition."""
        return True

    def staying_rule(self, table: T, card: Handle) -> str:
        """The rule by which a card stays where it is, whatever an ability does to it; empty if there is none."""
        return ""

    def control_refusal(self, table: T, seat: Seat, card: Handle) -> Refusal | None:
        """Why a player may not take control of a card in play; None if nothing prevents it."""
        return None

    def leaves_with_host(self, table: T, card: Handle) -> str:
        """The kind of condition by which a card leaves play when the card that it is on leaves."""
        return "discarded"

    def follow_leaving(self, game: Game[T], leavers: Iterable[Condition]) -> None:
        """Emit what the rules say of cards that leave play by an occurrence, as they still lie there."""
        return None

    def leave_contest(self, game: Game[T], cards: tuple[Handle, ...]) -> None:
        """Take cards out of a contest that is under way, as they leave play or change control."""
        now = game.table.contest if isinstance(game.table, ContestTable) else None
        if now is not None and set(cards) & set(now.participants):
            game.emit(ContestChanged(now.without(cards)))

    def change_side(self, game: Game[T], card: Handle, seat: Seat) -> None:
        """Say what becomes of a card in a contest as this player takes control of it: it takes part no more."""
        self.leave_contest(game, (card,))

    def has_immune_cards(self, table: T) -> bool:
        """Whether any card may be immune to anything."""
        return is_at_work(table, "immune")

    def is_immune(self, table: T, card: Handle, effect: EffectObject) -> bool:
        """Whether a card in play is immune to an ability under way, by the type of the card whose ability it is."""
        return is_immune(table, table.cards[card], f"{self.registry.pool.cards[effect.key].type}s")

    def default_facts(self) -> Iterator[type[Fact]]:
        """The facts that these rules emit by their defaults, where a game has none of its own in their place."""
        rules = type(self)
        if rules.entry_fact is CardGameRules.entry_fact:
            yield CardEnteredPlay
        if rules.leave_contest is CardGameRules.leave_contest and issubclass(self.table_type, ContestTable):
            yield ContestChanged
