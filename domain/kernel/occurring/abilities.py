"""Abilities as declarations, and the procedure by which one is initiated and resolved.

An `Ability` is a value made of words (costs, targets, parts of the effect, requirements) that each game defines. A word
is a small frozen struct with a name, so the same ability can be written in Python or in a card's data form. Read
`Ability`, the words' protocol, then `Initiation`, whose steps are those of initiating an ability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from msgspec import Struct, structs

from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.formats.text_forms import CounterKey, Term, ThingName
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, NO_SEAT, OFFICIALS, Handle, Seat, Viewer
from domain.kernel.occurring.conditions import AbilityTable, AbilityUse, Condition, EffectObject, redact_condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.kernel.spaces.commands import Commands


class AbilityUnderWay(Protocol):
    """An ability under way with its table, its choices and its controller at hand, as far as the kernel looks at it."""

    @property
    def ability(self) -> Ability:
        """What was declared."""

    @property
    def effect(self) -> EffectObject:
        """What the table keeps of it."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the effect that are left to resolve."""

    def limit_keys(self) -> tuple[str, ...]:
        """The counters that initiating it advances."""

    def initiation(self) -> tuple[Condition, ...]:
        """The conditions that those may answer who cancel effects."""


CARDS, SEATS, NUMBERS = "cards", "seats", "numbers"
Keeping = Mapping[str, str | tuple[str, ...]]
"""The names under which an effect keeps what was chosen or found, each with what that is.

That is CARDS, SEATS or NUMBERS, or the options of a choice among options.
"""


class Word(Struct, frozen=True, omit_defaults=True, tag_field="word", forbid_unknown_fields=True):
    """A word of a game's card vocabulary. A `plain` one is written without its name: its place says what it is."""

    plain: ClassVar[bool] = False


class Choosing(Word, frozen=True):
    """A word with something to choose: who chooses, from what, and under which name the choice is kept.

    `context` is the ability under way as the game of the word has it, `command` of a type that answers its space.
    """

    def choosers(self, context: Any) -> tuple[Seat, ...]:
        """The seats that choose, in order; none if there is nothing to choose."""
        return ()

    def space(self, context: Any, seat: Seat) -> Commands:
        """What this seat may choose. Raises LookupError for a word that leaves nothing to choose."""
        raise LookupError(f"{type(self).__name__} leaves nothing to choose")

    def refuses(self, context: Any, seat: Seat, command: Command) -> Refusal | None:
        """Why a rule of the game refuses an answer, before the space is asked."""
        return None

    def read_choice(self, context: Any, seat: Seat, command: Any) -> tuple[str, tuple[str, ...]]:
        """The name under which an answer is kept, and what was chosen.

        Raises LookupError where nothing is to be chosen.
        """
        raise LookupError(f"{type(self).__name__} leaves nothing to choose")

    def keeps(self) -> Keeping:
        """The names under which an effect keeps what is chosen for the word, or what it finds."""
        return {}

    def refusal(self, context: Any) -> Refusal | None:
        """Why the ability cannot be used with it: it cannot be paid, or there is nothing to choose."""
        return None

    def foresee(self, context: Any) -> Iterator[Any]:
        """The tables as the word could leave them, as far as a rule of the game must look ahead."""
        return iter(())


class Cost(Choosing, frozen=True):
    """A payment."""

    def can_be_paid(self, context: Any) -> bool:
        """Whether `refusal` finds nothing; a cost that can tell without the reason says so sooner."""
        return self.refusal(context) is None

    def pay(self, game: Game[Any], context: Any, place: int) -> tuple[Condition, ...]:
        """Pay the part that has no sequence of its own. Returns the conditions of the rest.

        `place` is that of the cost among the ability's; two of them may be equal.
        """
        return ()


class Part(Choosing, frozen=True, kw_only=True):
    """One part of an effect; `then` parts resolve only if the part before did so in full.

    `changes` is false of a part that changes nothing by itself, but may be done for what follows it.
    """

    then: bool = False
    rule: ClassVar[str] = ""
    changes: ClassVar[bool] = True

    def potential(self, context: Any) -> bool:
        """Whether resolving it could change the game, judged without the consequences of costs."""
        return self.changes

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts that resolve later than this one, of its own or of those that follow it."""
        return ()

    def perform(self, game: Game[Any], context: Any) -> None:
        """Resolve the part; the last statement may be one push or one occurrence."""


class Limit(Word, frozen=True, tag="limit"):
    """How often an ability can be used: `times` in each `per`: a round, or a period that its game has.

    With `title` the uses of all copies of the card are counted together.
    """

    plain: ClassVar[bool] = True
    rule: ClassVar[str] = ""  # the rule that limits an ability that states no limit
    times: int = 1
    per: str = "round"
    title: bool = False


class Ability(Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """An ability of a card.

    `timing` is `action`, a kind of interrupt or reaction, `when-revealed`, `constant` or `delayed`. A triggered ability
    has a moment (`when`), costs, targets and the parts of its effect; a constant ability has `constants`. `phase` and
    `requires` say when it can be used, `limits` how often.
    """

    timing: str
    when: Any = None
    phase: str = ""
    costs: tuple[Cost, ...] = ()
    targets: tuple[Part, ...] = ()
    parts: tuple[Part, ...] = ()
    requires: tuple[Any, ...] = ()
    limits: tuple[Limit, ...] = ()
    constants: tuple[Any, ...] = ()
    uncancelable: bool = False
    unsavable: bool = False
    note: str = ""


class AbilityAnnounced(Fact, frozen=True, tag="kernel.ability_announced"):
    """A player announced an ability or event, or a mandatory one began; `about` is what it answers to."""

    neutral = True
    effect: EffectObject

    def apply(self, table: AbilityTable) -> None:
        table.effects.put(self.effect.id, self.effect)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == self.effect.you or viewer in OFFICIALS:
            return self
        about = redact_condition(self.effect.about, viewer) if self.effect.about else None
        return structs.replace(self, effect=structs.replace(self.effect, about=about, chosen=()))


class AbilityInitiated(Fact, frozen=True, tag="kernel.ability_initiated"):
    """An ability was initiated: its costs are paid, its targets chosen, its limits counted, its condition used.

    It is used wherever that condition is reacted to: the window that it came from may stand open below a restored one.
    """

    neutral = True
    effect: int
    counts: tuple[CounterKey, ...] = ()
    on: int = 0
    card: Handle = NO_CARD
    ability: int = 0
    condition: int = 0

    def apply(self, table: AbilityTable) -> None:
        for key in self.counts:
            table.usage.put(key, table.usage.get(key, 0) + 1)
        for shelf in (table.occurrences, table.aftermaths):
            for id, happening in tuple(shelf.items()):
                if id == self.on or happening.condition(self.condition) is not None:
                    used = (*happening.used, AbilityUse(self.card, self.ability, self.condition))
                    shelf.put(id, structs.replace(happening, used=used))


class Chosen(Fact, frozen=True, tag="kernel.chosen"):
    """Something was chosen for an ability: cards, players, options, under a name; or the value of X."""

    neutral = True
    effect: int
    name: str
    picks: tuple[ThingName, ...] = ()
    x: int = -1
    seat: Seat = NO_SEAT
    hidden: bool = False

    def apply(self, table: AbilityTable) -> None:
        effect = table.effects[self.effect]
        before = tuple(each for each in effect.chosen if each[0] != self.name)
        picks = (*effect.picks(self.name), *self.picks)
        x = effect.x if self.x < 0 else self.x
        table.effects.put(self.effect, structs.replace(effect, chosen=(*before, (self.name, picks)), x=x))

    def seen_by(self, viewer: Viewer) -> Self:
        if not self.hidden or viewer == self.seat or viewer in OFFICIALS:
            return self
        return structs.replace(self, picks=())


class EffectCanceled(Fact, frozen=True, tag="kernel.effect_canceled"):
    """The initiation of an effect was canceled."""

    neutral = True
    effect: int

    def apply(self, table: AbilityTable) -> None:
        table.effects.put(self.effect, structs.replace(table.effects[self.effect], canceled=True))


class PartResolved(Fact, frozen=True, tag="kernel.part_resolved"):
    """A payment or a part of an effect resolved: what it did, and whether that was all that it intended."""

    neutral = True
    effect: int
    complete: bool
    done: tuple[Condition, ...] = ()

    def apply(self, table: AbilityTable) -> None:
        effect = table.effects[self.effect]
        table.effects.put(self.effect, structs.replace(effect, complete=self.complete, done=self.done))

    def seen_by(self, viewer: Viewer) -> Self:
        return structs.replace(self, done=tuple(redact_condition(each, viewer) for each in self.done))


class EffectEnded(Fact, frozen=True, tag="kernel.effect_ended"):
    """An ability ended: it has resolved, was canceled, or its payment was prevented (`how`)."""

    neutral = True
    effect: int
    how: Term = "resolved"

    def apply(self, table: AbilityTable) -> None:
        table.effects.take(self.effect)


class ChooseTargets(Command, frozen=True, tag="choose_targets"):
    """Choose cards or players for an ability, a cost or a part of an effect."""

    targets: tuple[ThingName, ...]


class ChooseOption(Command, frozen=True, tag="choose_option"):
    """Choose one of several named options."""

    option: str


class ChooseNumber(Command, frozen=True, tag="choose_number"):
    """Choose the value of X or another number."""

    number: int


CHOICES = (ChooseTargets, ChooseOption, ChooseNumber)


def context_of(table: AbilityTable, frame: Resolving) -> AbilityUnderWay:
    """The ability under way with its table, its choices and its controller at hand."""
    rules: Rules[AbilityTable] = table.registry.rules
    return rules.ability_context(table, table.effects[frame.effect])


def cost_at(context: AbilityUnderWay, frame: Resolving) -> Cost | None:
    return context.ability.costs[frame.cost] if frame.cost < len(context.ability.costs) else None


def target_at(context: AbilityUnderWay, frame: Resolving) -> Part | None:
    return context.ability.targets[frame.target] if frame.target < len(context.ability.targets) else None


def part_at(context: AbilityUnderWay, frame: Resolving) -> Part | None:
    return context.parts[frame.part] if frame.part < len(context.parts) else None


WordAt = Callable[[AbilityUnderWay, "Resolving"], Choosing | None]
ASKED_AT: dict[str, WordAt] = {"cost": cost_at, "targets": target_at, "effect": part_at}


def choosers(table: AbilityTable, frame: Resolving, question: str) -> tuple[Seat, ...]:
    """The seats that answer a question of an ability, one after the other; those that have answered too."""
    context = context_of(table, frame)
    return word_asked(ASKED_AT[question], context, frame).choosers(context)


def word_asked(word_at: WordAt, context: AbilityUnderWay, frame: Resolving) -> Choosing:
    """The word that a question of an ability is about."""
    word = word_at(context, frame)
    assert word is not None, "an ability asks about a word that it has not"
    return word


def is_void(word: Word, effect: EffectObject) -> bool:
    """Whether a word is a `then` part whose part before did not resolve in full."""
    return isinstance(word, Part) and word.then and not effect.complete


def ask_word(label: str, question: str, word_at: WordAt, rule: str, title: str) -> Decision:
    """The step that asks, chooser by chooser, for the choice that one word leaves."""

    def awaited_seats(table: AbilityTable, frame: Resolving) -> tuple[Seat, ...]:
        context = context_of(table, frame)
        word = word_at(context, frame)
        if word is None or context.effect.canceled or is_void(word, context.effect):
            return ()
        return word.choosers(context)

    def who(table: AbilityTable, frame: Resolving) -> tuple[Seat, ...]:
        return awaited_seats(table, frame)[frame.turn : frame.turn + 1]

    def space(rules: object, table: AbilityTable, frame: Resolving, seat: Seat) -> Commands:
        context = context_of(table, frame)
        return word_asked(word_at, context, frame).space(context, seat)

    def use(game: Game[AbilityTable], frame: Resolving, seat: Seat, command: Command) -> None:
        context = context_of(game.table, frame)
        name, picks = word_asked(word_at, context, frame).read_choice(context, seat, command)
        x = command.number if isinstance(command, ChooseNumber) else -1
        game.emit(Chosen(frame.effect, name, picks, x, seat, game.rules.is_secret(game.table, picks)))
        game.set(turn=frame.turn + 1, at=label)

    def refuses(rules: object, table: AbilityTable, frame: Resolving, seat: Seat, command: Command) -> Refusal | None:
        context = context_of(table, frame)
        return word_asked(word_at, context, frame).refuses(context, seat, command)

    return Decision(
        label,
        question,
        title=title,
        seats=who,
        options=space,
        accepts=CHOICES,
        on_answer=use,
        rule=rule,
        refuses=refuses,
    )


def next_cost(game: Game[AbilityTable], frame: Resolving) -> None:
    """Go on to the next cost, or to the payment."""
    if frame.cost + 1 < len(context_of(game.table, frame).ability.costs):
        game.set(cost=frame.cost + 1, turn=0, at="/cost")


def pay(game: Game[AbilityTable], frame: Resolving) -> None:
    """All costs are paid simultaneously; those that are happenings run their own sequence."""
    context = context_of(game.table, frame)
    conditions: list[Condition] = []
    for place, cost in enumerate(context.ability.costs):
        conditions.extend(cost.pay(game, context, place))
    game.rules.pay_for_event(game, context_of(game.table, frame))
    game.set(turn=0)
    if conditions:
        game.rules.hold_payment(game)
        begin_occurrence(game, *conditions, effect=frame.effect)


def finish_payment(game: Game[AbilityTable], frame: Resolving) -> None:
    """End the initiation where the payment was prevented; the card stays where it was."""
    effect = game.table.effects[frame.effect]
    if not effect.complete:
        game.leave()
        game.emit(EffectEnded(frame.effect, "payment-prevented"))


def next_target(game: Game[AbilityTable], frame: Resolving) -> None:
    if frame.target + 1 < len(context_of(game.table, frame).ability.targets):
        game.set(target=frame.target + 1, turn=0, at="/target")
        return
    game.set(turn=0)


def initiate(game: Game[AbilityTable], frame: Resolving) -> None:
    """Count the limits, then let those act who can cancel, unless the game has canceled the effect already."""
    context = context_of(game.table, frame)
    effect = context.effect
    on = effect.about.id if effect.about else 0
    game.emit(AbilityInitiated(frame.effect, context.limit_keys(), effect.happening, effect.me, effect.ability, on))
    game.rules.record_initiation(game, context)
    if not context.ability.uncancelable and not game.table.effects[frame.effect].canceled:
        begin_occurrence(game, *context.initiation(), cancels_only=True)


def resolve_part(game: Game[AbilityTable], frame: Resolving) -> None:
    """Resolve one part, unless it is a `then` whose part before did not resolve in full."""
    context = context_of(game.table, frame)
    part = part_at(context, frame)
    if part is None or context.effect.canceled:
        return
    game.set(part=frame.part + 1, turn=0, at="/part")
    if is_void(part, context.effect):
        return
    part.perform(game, context)


def put_away(game: Game[AbilityTable], frame: Resolving) -> None:
    """Put an event into its owner's discard pile, before the reactions that follow."""
    context = context_of(game.table, frame)
    game.emit(EffectEnded(frame.effect, "canceled" if context.effect.canceled else "resolved"))
    game.rules.put_away(game, context)


PAID = "/paid"
"""The step after the payment; an ability is at it while what its payment brings about occurs."""


class Resolving(Procedure, frozen=True):
    """What a frame remembers of an ability under way: how far its costs, targets and parts are, whose turn it is."""

    is_deed = True
    effect: int
    cost: int = 0
    target: int = 0
    part: int = 0
    turn: int = 0


def find_resolving_effect(table: AbilityTable, effect: int) -> EffectObject | None:
    """The ability of this id whose parts resolve; None where there is none, or while its costs are paid."""
    frame = next(
        (each for each in reversed(table.stack) if isinstance(each, Resolving) and each.effect == effect), None
    )
    return table.effects.get(effect) if frame is not None and frame.at != PAID else None


class Initiation(Resolving, frozen=True, tag="initiation"):
    """Initiating and resolving one ability: costs, targets, the cancel window, the parts, the end."""

    steps = (
        ask_word("/cost", "cost", cost_at, "choice.cost", "a choice for a cost is made"),
        step("/next-cost", next_cost, "the next cost is considered"),
        step("/pay", pay, "the costs are paid"),
        step(PAID, finish_payment, "the payment is complete"),
        ask_word("/target", "targets", target_at, "choice.targets", "the targets are chosen"),
        step("/next-target", next_target, "the next target is considered"),
        step("/initiate", initiate, "the ability is initiated"),
        ask_word("/part", "effect", part_at, "choice.effect", "a choice for the effect is made"),
        step("/resolve", resolve_part, "the next part of the effect resolves"),
        step("/put-away", put_away, "an event is put into its owner's discard pile"),
    )


class Resolution(Resolving, frozen=True, tag="resolution"):
    """Resolving parts of an ability that need no initiation: a delayed effect, the parts of a part."""

    steps = (
        ask_word("/part", "effect", part_at, "choice.effect", "a choice for the effect is made"),
        step("/resolve", resolve_part, "the next part of the effect resolves"),
        step("/put-away", put_away, "an event is put into its owner's discard pile"),
    )


def begin_resolution(game: Game[AbilityTable], effect: EffectObject) -> None:
    """Begin to resolve the parts at the `path` of an effect, under an id of their own; nothing is initiated.

    Pushed by a part, they resolve before the parts that follow that one.
    """
    id = game.table.next_serial()
    game.emit(AbilityAnnounced(structs.replace(effect, id=id)))
    game.push(Resolution(effect=id))
