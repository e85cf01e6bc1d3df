"""Legend of the Five Rings as the kernel sees it: one value that implements the kernel's `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, ClassVar

import msgspec
from msgspec import structs

from domain.cardgame.abilities.limit_counters import Copy
from domain.cardgame.catalogue import CARD_EXECUTORS, CARDGAME_COMMANDS, CARDGAME_FRAMES
from domain.cardgame.commands import ChooseWinner
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.cardgame.corrections.move_changes import AreasByHand
from domain.cardgame.in_play.active_constants import is_at_work, touches
from domain.cardgame.in_play.attaching import unfit_host
from domain.cardgame.in_play.characteristics import card_cannot, has_keyword
from domain.cardgame.in_play.constant_dependencies import ConstantDependencies
from domain.cardgame.occurring.execution import Executor
from domain.cardgame.pool.own_cards import Declared
from domain.cardgame.pool.pool import Pool
from domain.cardgame.positions.reading import Position
from domain.cardgame.rules import CardGameRules
from domain.cardgame.seats import DeckSeat
from domain.cardgame.state_checks import SimultaneousVictory
from domain.cardgame.table import HAND, CardGameTable
from domain.cardgame.words.closed_fields import ClosedWords
from domain.cardgame.words.constants import ConstantChange
from domain.games.l5r import commands, setup, state_checks, view
from domain.games.l5r.abilities.condition_kinds import KINDS
from domain.games.l5r.abilities.constant_dependencies import DEPENDENCIES
from domain.games.l5r.abilities.first_actions import action_key, count_action
from domain.games.l5r.abilities.keywords import KEYWORD_OF, rules_of_keyword
from domain.games.l5r.abilities.registry import DECLARED, L5rRegistry
from domain.games.l5r.abilities.repetition import Repetition
from domain.games.l5r.chart.conflict.declaration import Declaration
from domain.games.l5r.chart.conflict.outcome import held_key, result_keys
from domain.games.l5r.chart.conflict.ring_effects import RingByCard, RingEffect
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import FurtherConflict
from domain.games.l5r.chart.duel import DuelFrame
from domain.games.l5r.chart.dynasty_phase import PLAYING, Reveals, follow_pass
from domain.games.l5r.chart.phase_order import PHASE_FRAMES, Round
from domain.games.l5r.checks import command_moments
from domain.games.l5r.checks.abilities import kept_silent
from domain.games.l5r.checks.lists import CHECKS
from domain.games.l5r.commands import DeckList, DiscardDuplicate, PlayAttachment, PlayCharacter
from domain.games.l5r.corrections import changes, ring_changes, stack_repair
from domain.games.l5r.facts import FACTS
from domain.games.l5r.facts.conflicts import CharacterJoined, CharactersLeft
from domain.games.l5r.facts.players import FateSpent
from domain.games.l5r.in_play import entering
from domain.games.l5r.in_play.lasting_states import (
    DISCARDED,
    RESTRICTED,
    RestrictedChoice,
    is_to_be_discarded,
    restricted_attachments,
    rule_of_discard,
)
from domain.games.l5r.numbers_in_play import has_dash
from domain.games.l5r.occurring import executes, follow_status, leaves_with_host, origin_of, staying_rule
from domain.games.l5r.pool.pack import PACKS
from domain.games.l5r.pool.pool import core_pool
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.positions.game_positions import POSITIONS, PositionLaid
from domain.games.l5r.provinces import FRAMES as PROVINCE_FRAMES
from domain.games.l5r.provinces import begin_refills
from domain.games.l5r.state import (
    CONFLICTS,
    LEAVING,
    ORDERED_BY_OWNER,
    OWN_AREAS,
    L5rCard,
    L5rContext,
    L5rGame,
    L5rTable,
)
from domain.games.l5r.words.closed_words import CLOSED_WORDS
from domain.games.l5r.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.games.l5r.words.provinces import words_of_targets
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.catalogue import KERNEL_COMMANDS, KERNEL_FACTS, KERNEL_FRAMES
from domain.kernel.checks import Check
from domain.kernel.citing import Cites, enforces, read_cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import AnyChange, SetMarker
from domain.kernel.corrections.stack_repair import FrameCheck
from domain.kernel.corrections.words import Lists
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ALWAYS
from domain.kernel.flow.frames import Procedure, step_begun
from domain.kernel.flow.priority_windows import Window
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import NO_CARD, Handle, Seat, Viewer, zone, zone_kind
from domain.kernel.numbers import TracedNumber, TraceLine
from domain.kernel.occurring.abilities import ChooseTargets
from domain.kernel.occurring.conditions import CardSnapshot, Condition
from domain.kernel.occurring.occurrence import CANCEL, INTERRUPT, REACTION, WOULD, Aftermath, OrderMandatory
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, FieldSpace
from domain.kernel.spaces.fields import Number, Pick
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.readings import Readings, read_readings

FRAMES: tuple[type[Procedure], ...] = (
    *KERNEL_FRAMES,
    setup.Setup,
    Round,
    *PHASE_FRAMES.values(),
    FurtherConflict,
    Reveals,
    Declaration,
    ConflictFrame,
    RingEffect,
    RingByCard,
    Repetition,
    DuelFrame,
    RestrictedChoice,
    *PROVINCE_FRAMES,
    *(each for each in CARDGAME_FRAMES if each is not SimultaneousVictory),
)

EXECUTORS: Mapping[str, Executor[L5rTable]] = {**CARD_EXECUTORS, **executes.by_kind}
CONDITION_KINDS = (*LEAVING, *EXECUTORS, *KINDS, "favor_contest_began", "duelists_named", "duel_skill_added")


class L5r(CardGameRules[L5rTable]):
    """The rules of the game with one card pool."""

    name: ClassVar[str] = "l5r"
    cites: ClassVar[Cites] = read_cites("domain.games.l5r")
    readings: ClassVar[Readings] = read_readings("domain.games.l5r")
    table_type: ClassVar[type[L5rTable]] = L5rTable
    periods: ClassVar[tuple[str, ...]] = ("conflict", "phase", "round")
    further_periods: ClassVar[tuple[str, ...]] = ("bid",)
    registry: L5rRegistry
    condition_kinds: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(CONDITION_KINDS))
    always: ClassVar[tuple[type[Command], ...]] = ALWAYS
    window_commands: ClassVar[tuple[type[Command], ...]] = commands.WINDOW_COMMANDS
    commands: ClassVar[tuple[type[Command], ...]] = (
        *commands.GAME_COMMANDS,
        *(each for each in CARDGAME_COMMANDS if each is not ChooseWinner),
        *KERNEL_COMMANDS,
    )
    checks: ClassVar[dict[type, tuple[Check, ...]]] = CHECKS
    moments: ClassVar[dict[type, CommandMoment]] = command_moments.MOMENTS
    notes: ClassVar[dict[type[Command], tuple[str, ...]]] = {ChooseTargets: words_of_targets()}
    window_kinds: ClassVar[tuple[str, ...]] = ("action", WOULD, CANCEL, INTERRUPT, REACTION)
    facts: ClassVar[tuple[type[Fact], ...]] = (*KERNEL_FACTS, *FACTS, PositionLaid)
    frames: ClassVar[tuple[type[Procedure], ...]] = FRAMES
    closed_words: ClassVar[ClosedWords] = CLOSED_WORDS
    frame_checks: ClassVar[Mapping[type[Procedure], FrameCheck]] = stack_repair.FITS_BY_FRAME
    abandoned: ClassVar[tuple[type[Procedure], ...]] = stack_repair.ABANDONED
    marks_by_hand: ClassVar[tuple[str, ...]] = changes.BY_SIDE
    change_faults: ClassVar[Mapping[type, Finder]] = changes.WRONG
    change_doers: ClassVar[Mapping[type, Doer]] = changes.DO
    areas_by_hand: ClassVar[AreasByHand] = AreasByHand(
        (("deck", "dynasty_deck", "hand", "discard", "dynasty_discard", "play", "removed"),),
        apart="a card in a province stays there, and no other card goes there",
    )
    executors: ClassVar[Mapping[str, Executor[L5rTable]]] = EXECUTORS
    leaving: ClassVar[Mapping[str, str]] = LEAVING
    saves_from_sacrifice: ClassVar[bool] = True
    empty_deck_matters: ClassVar[bool] = True
    placed: ClassVar[Mapping[str, int]] = {"put_on_deck": TOP, "put_under_deck": BOTTOM}
    beginning_constants: ClassVar[tuple[str, ...]] = ("entered_play", "card_revealed", "province_revealed")
    card_changes: ClassVar[Mapping[str, ConstantChange]] = CARD_CHANGES
    seat_changes: ClassVar[Mapping[str, ConstantChange]] = SEAT_CHANGES
    decks: ClassVar[tuple[str, ...]] = ("deck", "dynasty_deck")
    own_areas: ClassVar[Mapping[str, Mapping[str, str]]] = OWN_AREAS
    ordered_piles: ClassVar[Mapping[str, str]] = ORDERED_BY_OWNER
    hosts_by_print: ClassVar[bool] = True
    checked_in_setup: ClassVar[bool] = False
    demands: ClassVar[Mapping[str, Callable[[Any, Any], bool]]] = {
        **CardGameRules.demands,
        RESTRICTED: lambda table, card: card.handle in restricted_attachments(table),
        DISCARDED: is_to_be_discarded,
    }
    demand_rules: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        RESTRICTED: lambda table, card: RESTRICTED,
        DISCARDED: rule_of_discard,
    }
    currency: ClassVar[str] = "fate"
    dependencies: ClassVar[ConstantDependencies] = DEPENDENCIES
    form_rules: ClassVar[Mapping[str, str]] = {
        **CardGameRules.form_rules,
        "play_character": "l5r.play.play",
        "play_attachment": "l5r.window.play-from-hand",
        "discard_duplicate": "l5r.unique.duplicate-discard",
    }

    def __init__(self, pool: Pool[Printed] | None = None, declared: Declared | None = None) -> None:
        self.pool = pool or core_pool()
        self.registry = L5rRegistry(self.pool, declared if declared is not None else DECLARED, self)

    def with_pack(self, cards: str) -> L5r:
        """These rules with the pool and the cards of a pack (JSON text); raises Unreadable."""
        listed = DocumentNode("cards", msgspec.json.decode(cards))
        return L5r(*PACKS.with_own_cards(self.pool, self.registry.declared, listed))

    def with_changed_cards(self, cards: str) -> L5r:
        """These rules with cards of the pool that are otherwise than printed (JSON text); raises Unreadable."""
        listed = DocumentNode("cards", msgspec.json.decode(cards))
        return L5r(*PACKS.with_changed_cards(self.pool, self.registry.declared, listed))

    # players

    def own_checks(self, game: L5rGame) -> bool:
        return state_checks.victory_or_draws(game)

    def lasting_checks(self, game: L5rGame) -> bool:
        return state_checks.what_must_not_last(game)

    def views(self, table: L5rTable, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, dict[str, Any]]:
        return view.views(table, viewers)

    # windows

    @enforces(
        "l5r.priority.first-player-action-windows",
        "l5r.priority.first-player-interrupts-reactions",
        "l5r.priority.first-player-default",
        "l5r.window.first-player-first",
    )
    def first_seat(self, table: L5rTable, kind: str, about: int) -> Seat:
        """The defending player in the action window of a conflict, the first player in every other window."""
        if kind == "action" and table.contest is not None:
            return table.contest.defender
        return table.first_player

    def follow_pass(self, game: L5rGame, window: Window, seat: Seat, command: Command | None) -> None:
        follow_pass(game, window, seat)

    @enforces("l5r.dynasty.1-4-play-character")
    def open_actions(self, table: L5rTable, window: Window, seat: Seat) -> Iterator[Command]:
        """The faceup characters in provinces in 1.4, to be played or as duplicates; else cards counted as in hand."""
        if window.name != PLAYING:
            for card in self.counted_as_in_hand(table, seat):
                yield from self.playing_commands(table, seat, card)
            return
        for card in table.zone(zone(seat, "row")):
            if not table.cards[card].facedown:
                yield PlayCharacter(card)
                yield DiscardDuplicate(card)

    @enforces("l5r.window.play-from-hand")
    def hand_actions(self, table: L5rTable, window: Window, seat: Seat) -> Iterator[Command]:
        """The duplicates in 1.4; in every other window characters, and attachments on the first card that takes one."""
        for card in table.zone(zone(seat, HAND)):
            if window.name == PLAYING:
                yield DiscardDuplicate(card)
            else:
                yield from self.playing_commands(table, seat, card)

    def playing_commands(self, table: L5rTable, seat: Seat, card: Handle) -> Iterator[Command]:
        """The commands that play a card as from a hand; an attachment is tried on the first card that takes it."""
        found = table.cards[card]
        if found.printed.type == "character":
            yield PlayCharacter(card)
            yield PlayCharacter(card, to=commands.TO_CONFLICT)
        if found.printed.type == "attachment" or entering.says(table, found, "as-attachment"):
            hosts = entering.payable_hosts(table, seat, found)
            yield PlayAttachment(card, next(hosts, NO_CARD))

    def counted_as_in_hand(self, table: L5rTable, seat: Seat) -> list[Handle]:
        """The cards in a discard pile or on a deck that a player may play from there."""
        return entering.playable_elsewhere(table, seat)

    def could_act_from_hand(self, table: L5rTable, window: Window, seat: Seat) -> bool:
        """Whether a card in hand could be a duplicate, in 1.4; in other windows any could be played for 0 fate."""
        if window.name != PLAYING:
            return window.kind == "action"
        return any(table.cards[card].printed.unique for card in table.characters(seat))

    def open_fields(self, table: L5rTable, seat: Seat, command: Command) -> dict[str, FieldSpace]:
        """The additional fate on a character, beside what every card game leaves open."""
        if isinstance(command, PlayCharacter):
            return {"fate": Number(0, entering.most_fate(table, seat, table.cards[command.card]))}
        if isinstance(command, PlayAttachment):
            hosts = tuple(entering.payable_hosts(table, seat, table.cards[command.card]))
            return {"host": Pick(hosts, 1, 1, single=True)}
        return super().open_fields(table, seat, command)

    def begin(self, game: L5rGame, window: Window, seat: Seat, command: Command) -> None:
        if isinstance(command, PlayCharacter):
            entering.begin_character(game, seat, command)
        elif isinstance(command, PlayAttachment):
            entering.begin_attachment(game, seat, command)
        elif isinstance(command, DiscardDuplicate):
            entering.begin_duplicate(game, seat, command)
        else:
            super().begin(game, window, seat, command)

    def step_of(self, frame: Procedure) -> str:
        """The last numbered step that a frame has begun, or the one whose reactions it holds."""
        if type(frame) is Aftermath:
            return frame.during if frame.during[:1].isdigit() else ""
        return step_begun(frame)

    # abilities

    @enforces(
        "l5r.ability.source-in-play",
        "l5r.ability.events-roles-out-of-play",
        "l5r.province.facedown-inert",
        "l5r.holding.usable",
        "l5r.zone.bowed-ability-active",
    )
    def works_there(self, table: L5rTable, card: Handle, index: int) -> bool:
        """Whether an ability works where its card lies: in play, or in the area that it names."""
        found = table.cards[card]
        return not found.facedown and self.registry.works_from(found.key, index, zone_kind(found.zone))

    @enforces("l5r.limit.x-per-period")
    def extra_uses(self, table: L5rTable, card: Handle) -> int:
        """How much more often than its limit says each triggered ability of a card may be used: by attachments."""
        if not card or not is_at_work(table, "limit"):
            return 0
        return sum(n for _, _, n, _ in touches(table, "limit", table.cards[card]))

    def applies(self, table: L5rTable, card: Handle, index: int, condition: Condition) -> bool:
        """Whether a mandatory ability applies: one that a keyword gives only if the card has the keyword."""
        if index in KEYWORD_OF and not has_keyword(table, table.cards[card], KEYWORD_OF[index]):
            return False
        if index >= 0 and kept_silent(table, table.cards[card]):
            return False
        return super().applies(table, card, index, condition)

    def ordering_space(self, listed: tuple[OrderMandatory, ...]) -> Commands:
        """The choice among mandatory abilities; one that a keyword gives cites the rule of that keyword too."""
        forms = super().ordering_space(listed).forms
        return Commands(
            tuple(
                structs.replace(form, rules=(*form.rules, *rules_of_keyword(each.ability)))
                for form, each in zip(forms, listed, strict=True)
            )
        )

    def keyword_of(self, index: int) -> str:
        return KEYWORD_OF.get(index, "")

    def record_initiation(self, game: L5rGame, context: L5rContext) -> None:
        """Record an event that is played, and cancel the first action of a conflict if a card says so."""
        super().record_initiation(game, context)
        count_action(game, context)

    def may_change(self, table: L5rTable, card: Handle, what: str, name: str) -> bool:
        """Whether a lasting effect would change a card: a dash is not changed by anything."""
        kind = what.removeprefix("base-")
        return not (kind in CONFLICTS and has_dash(table.cards[card], kind))

    def take_snapshot(self, table: L5rTable, card: Handle) -> CardSnapshot:
        """The type, the traits, the status of a card in play, and its side in the conflict."""
        seen, found = super().take_snapshot(table, card), table.cards[card]
        side = table.contest.side(card) if table.contest is not None else ""
        status = ("honored",) if found.honored else ("dishonored",) if found.dishonored else ()
        return structs.replace(seen, marks=(*seen.marks, *status, *((side,) if side else ())))

    # what cards cost

    def cost_lines(self, table: L5rTable, seat: Seat, printed: Printed, deed: str) -> list[TraceLine]:
        """What a card says of its own cost."""
        return entering.own_cost_lines(table, seat, printed)

    def funds(self, table: L5rTable, seat: Seat) -> int:
        return table.players[seat].fate

    @enforces("l5r.fate.spent-returns", "l5r.cost.fate-cost", "l5r.fate.definition")
    def pay(self, game: L5rGame, seat: Seat, cost: TracedNumber, deed: str) -> None:
        game.emit(FateSpent(seat, cost.value, deed, cost))

    # occurrences

    def aftermath_ended(self, game: L5rGame, aftermath: Aftermath) -> None:
        begin_refills(game, aftermath)

    def staying_rule(self, table: L5rTable, card: Handle) -> str:
        return staying_rule(table, card)

    def leaves_with_host(self, table: L5rTable, card: Handle) -> str:
        return leaves_with_host(table, card)

    def follow_leaving(self, game: L5rGame, leavers: Iterable[Condition]) -> None:
        follow_status(game, leavers)

    @enforces("l5r.participate.leaves-play")
    def leave_contest(self, game: L5rGame, cards: tuple[Handle, ...]) -> None:
        if game.table.contest is not None and (left := set(cards) & set(game.table.contest.participants)):
            game.emit(CharactersLeft(tuple(card for card in cards if card in left)))

    @enforces("l5r.control.change-while-participating")
    def change_side(self, game: L5rGame, card: Handle, seat: Seat) -> None:
        """Let a participating character take part on the side of its new controller."""
        if game.table.is_participating(card):
            game.emit(CharactersLeft((card,)))
            game.emit(CharacterJoined(card, seat))

    def can_leave_by(self, table: L5rTable, card: Handle, kind: str) -> bool:
        """Whether nothing keeps a card from being discarded, if it leaves play so."""
        return kind != "discarded" or not card_cannot(table, table.cards[card], "be-discarded")

    # entering play

    def entering_condition(
        self, table: L5rTable, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD
    ) -> Condition:
        """The condition that a card is about to enter play, which says whence it comes."""
        entering_now = super().entering_condition(table, seat, card, how, host)
        return structs.replace(entering_now, name=origin_of(table.cards[card]))

    def host_refusal(
        self, table: L5rTable, seat: Seat, printed: Printed, card: L5rCard, itself: Handle
    ) -> Refusal | None:
        """Why an attachment may not be on a card. A further copy may enter play there: then the older one goes."""
        if not itself or table.cards[itself].host == card.handle:
            return unfit_host(table, seat, printed, card)
        return super().host_refusal(table, seat, printed, card, itself)

    def is_permanent(self, key: str) -> bool:
        return self.pool.cards[key].type in entering.ENTERING

    def entry_refusal(self, table: L5rTable, seat: Seat, card: Handle) -> Refusal | None:
        return entering.may_enter(table, seat, table.cards[card])

    def control_refusal(self, table: L5rTable, seat: Seat, card: Handle) -> Refusal | None:
        return entering.may_enter(table, seat, table.cards[card])

    @enforces("l5r.lasting.only-within-period")
    def is_under_way(self, table: L5rTable, period: str) -> bool:
        """Whether a lasting effect could end with the next end of this period; only conflicts may not come."""
        return period != "conflict" or table.contest is not None

    # changes by hand

    def close_frame(self, game: L5rGame, frame: Procedure) -> None:
        super().close_frame(game, frame)
        if isinstance(frame, ConflictFrame):
            stack_repair.close_conflict(game)

    @enforces("l5r.stronghold.cannot-leave")
    def control_problem(self, table: L5rTable, card: Handle, seat: Seat) -> str:
        """Why a player cannot get control of a card by hand: it is no character or attachment, or barred."""
        if table.cards[card].printed.type not in entering.ENTERING:
            return "only characters and attachments change control"
        return "it is unique, and in play" if entering.may_enter(table, seat, table.cards[card]) else ""

    def unmarkable(self, table: L5rTable, card: Handle) -> str:
        return changes.unmarkable(table, card)

    def closed_lists(self, table: type[CardGameTable]) -> dict[type, Lists]:
        return {**super().closed_lists(table), **ring_changes.CLOSED}

    def change_words(self, table: L5rTable, change: AnyChange) -> Lists:
        if isinstance(change, SetMarker):
            return ring_changes.of_marker(table, change)
        return super().change_words(table, change)

    def fact_of_field(self, table: L5rTable, change: FieldSet) -> Fact:
        return changes.fact_of_field(table, change)

    def is_past(self, table: L5rTable, condition: Condition) -> bool:
        return stack_repair.is_past(table, condition)

    def counters(self, seats: tuple[Seat, ...], copies: Iterable[Copy]) -> Iterator[str]:
        """Every counter of limits that there can be: limited cards and results of conflicts too."""
        yield from super().counters(seats, copies)
        yield from map(held_key, CONFLICTS)
        for seat in seats:
            yield entering.limited_key(seat)
            yield action_key(seat)
            for result, kind in product(("won", "lost"), CONFLICTS):
                yield from result_keys(result, kind, seat)

    # opening

    def open(self, game: L5rGame, brought: tuple[DeckSeat[DeckList], ...] | Position, policy: str) -> None:
        """Seat the players with their decks and begin the set-up, or lay a position."""
        if isinstance(brought, Position):
            POSITIONS.lay(game, brought, policy)
        else:
            setup.take_seats(game, brought, policy)
