"""Why a command is or was lawful or not, where the verdict turns, how numbers came about, what comes next.

Read `explain_at` (at the newest version it is the route that checks a command), `nearest_turns`, `numbers_at`,
`limits_at`, `what_comes_next`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.games import GAMES
from domain.judging.inquiry.chronicle import MAIN, Chronicle
from domain.judging.inquiry.knowledge import knowledge_from, knows
from domain.judging.inquiry.subjects import ThingNames, texts_of, texts_within
from domain.kernel import deciding
from domain.kernel.cards.card_facts import Learned, ZoneShuffled
from domain.kernel.cards.card_table import CardTable
from domain.kernel.chance import ALPHABET, HANDLE_LENGTH
from domain.kernel.checks import CheckOutcome
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import END, chart, run_flow
from domain.kernel.flow.priority_windows import Pass, PriorityPassed, Window, WindowClosed, WindowOpened
from domain.kernel.flow.waits import RandomResult, StepReached, Waiting
from domain.kernel.formats.renaming import TypedRenaming
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, OFFICIALS, PUBLIC, Handle, Seat, Viewer
from domain.kernel.numbers import TraceLine
from domain.kernel.redaction import is_sealed, read_facts
from domain.kernel.refusals import JsonObject
from domain.match.aggregate import Match

MOST_FACTS = 12  # of those that turned a verdict
ASKING = (Waiting, WindowOpened, WindowClosed, MatchOver)  # the facts that say who is asked, or that nobody is
MOST_PASSES = 60
IS_KNOWN = "is_known"  # the check that asks whether a seat can name a card


def explain_at(chronicle: Chronicle, version: int, seat: Seat, command: Command) -> list[CheckOutcome]:
    """Every check of a command at a version with its outcome.

    A card that the seat could not yet name then is unknown, whatever the seat has learned since.
    """
    match = chronicle.at(version)
    for card in named_cards(match.table, seat, command):
        if not knows(knowledge_from((each, chronicle.events[each]) for each in range(1, version + 1)), seat, card):
            return [unknown_card(card)]
    return deciding.explain_checks_of(match.rules, match.table, seat, command)


def named_cards(table: CardTable, seat: Seat, command: Command) -> list[Handle]:
    """The cards of a command that lie where the seat does not see them."""
    named = (table.cards[each] for each in handles_in(command) if each in table.cards)
    return [card.handle for card in named if not table.sees_card(seat, card)]


def handles_in(command: Command) -> tuple[Handle, ...]:
    """What stands in a command where its types say that a card stands, or a card or a seat; each once, in its order."""
    found: list[Handle] = []

    def note(said: str) -> str:
        found.append(Handle(said))
        return said

    renamed_command(command, note)
    return tuple(dict.fromkeys(found))


def renamed_command(command: Command, handle: Callable[[str], str]) -> Command:
    """A command with other handles for its cards."""
    renamed: Command = TypedRenaming(handle=handle, thing=handle).struct(command)
    return renamed


def is_accepted(outcomes: Iterable[CheckOutcome]) -> bool:
    return all(each.ok for each in outcomes)


def refused_by(outcomes: Iterable[CheckOutcome]) -> str:
    """The rule of the first check that failed; empty for a lawful command."""
    return next((each.rule for each in outcomes if each.asked and not each.ok), "")


class VerdictTurn(Struct, frozen=True, omit_defaults=True):
    """Where the verdict on a command turns: the nearest such version, its checks, and what turned it.

    `turned_at` is the version that turned it, the later one of the two between which it turns; `refused_by` is the rule
    that refuses at the other of them or at this one. `changed` are facts of `turned_at`; `left_out` is how many more of
    them touched what is asked about. `command` is what was asked about there, where a card of the command has another
    handle there; else None.
    """

    version: int
    accepted: bool
    checks: tuple[CheckOutcome, ...]
    turned_at: int
    refused_by: str
    changed: tuple[JsonObject, ...]
    left_out: int = 0
    command: Command | None = None

    @property
    def to_lawful(self) -> bool:
        """Whether the command is lawful from `turned_at` on, and refused until then."""
        return self.accepted is (self.turned_at == self.version)


class Unnamed(Struct, frozen=True):
    """A version at which a seat could not have given a command: it could name none of `cards` (as they were asked)."""

    schema_name: ClassVar[str] = "Unnamed"

    version: int
    cards: tuple[Handle, ...]


class NearestTurns(Struct, frozen=True, omit_defaults=True):
    """The nearest versions before and after another one at which a verdict is the other one.

    `earlier_unnamed` and `later_unnamed` are the nearest versions on the way there, to the end of the line where the
    verdict does not turn, at which the seat could not name a card of the command. `last` is the last version of the
    line, and `line` says whether it was undone.
    """

    earlier_turn: VerdictTurn | None = field(name="earlier")
    later_turn: VerdictTurn | None = field(name="later")
    last: int
    line: str
    earlier_unnamed: Unnamed | None = field(default=None, name="unnamed_earlier")
    later_unnamed: Unnamed | None = field(default=None, name="unnamed_later")

    @property
    def turns(self) -> dict[str, VerdictTurn]:
        """The turns that there are, by which way they lie."""
        return {which: turn for which, turn, _ in self.both_ways if turn is not None}

    def where_none(self, which: str) -> str:
        """Where the verdict is the same one, on a way on which it does not turn."""
        if which == "earlier" or self.line == MAIN:
            return "at every version"
        return f"at every version up to v{self.last}, with which this undone line ends"

    @property
    def both_ways(self) -> tuple[tuple[str, VerdictTurn | None, Unnamed | None], ...]:
        """Each way with its turn and with the version at which the command could not be given."""
        return (
            ("earlier", self.earlier_turn, self.earlier_unnamed),
            ("later", self.later_turn, self.later_unnamed),
        )


class FollowedCommand:
    """A command of a seat at other versions: its cards under the handles that they had there.

    Cards are followed by what the seat itself may read of the facts, whoever asks; where a judge does, not through an
    answer that is still sealed.
    """

    def __init__(self, chronicle: Chronicle, seat: Seat, command: Command, *, judging: bool) -> None:
        self.chronicle, self.seat, self.command = chronicle, seat, command
        thing_names = ThingNames((), Viewer(seat), judging=judging)
        for version, event in chronicle.events.items():
            is_secret = judging and not (is_sealed(event.facts) and is_opened(chronicle, version))
            for _, fact in read_facts(event.facts, Viewer(seat), judging=is_secret):
                thing_names.read_fact(fact)
        self.names = {
            card: thing_names.names(card)
            for card in handles_in(command)
            if card not in chronicle.match.table.seats
            and (card in thing_names.links or card in thing_names.keys or has_handle_form(card))
        }

    @property
    def all_names(self) -> frozenset[str]:
        """Every handle under which the cards of the command are followed."""
        return frozenset().union(*self.names.values())

    def at(self, version: int) -> tuple[Command, list[CheckOutcome], tuple[Handle, ...]]:
        """The command as it is said at a version, its checks, and its cards that the seat could not name there."""
        table = self.chronicle.at(version).table
        handles = {card: self.handle_at(table, card) for card in self.names}
        gone = tuple(card for card, handle in handles.items() if not handle)
        if gone:
            return self.command, [unknown_card(gone[0])], gone
        others = {card: handle for card, handle in handles.items() if card != handle}
        said = self.command_with(others) if others else self.command
        checks = explain_at(self.chronicle, version, self.seat, said)
        unknown = {each.because.get("card") for each in checks if each.check == IS_KNOWN and not each.ok}
        return said, checks, tuple(card for card, handle in handles.items() if handle in unknown)

    def command_with(self, handles: dict[Handle, Handle]) -> Command:
        """The command with other handles for its cards."""
        return renamed_command(self.command, lambda said: handles.get(Handle(said), said))

    def handle_at(self, table: CardTable, card: Handle) -> Handle:
        """The handle of a card on a table; empty where the card lies there under none that the seat has read."""
        if card in table.cards:
            return card
        return next((Handle(each) for each in self.names[card] if each in table.cards), NO_CARD)


def is_opened(chronicle: Chronicle, version: int) -> bool:
    """Whether the answers that were sealed at a version were opened then, or later on its line."""
    events = (chronicle.events[each] for each in (version, *chronicle.onward(version)))
    return any(fact.unseals for event in events for fact in event.facts)


def has_handle_form(word: str) -> bool:
    """Whether a word could be a handle: whether a card has it, which a seat may not know, makes no difference."""
    return len(word) == HANDLE_LENGTH and set(word) <= set(ALPHABET)


def unknown_card(card: str) -> CheckOutcome:
    """The check that a card fails which a seat cannot name."""
    return CheckOutcome(IS_KNOWN, "choice.unknown-card", because={"card": card})


def nearest_turns(
    chronicle: Chronicle, version: int, seat: Seat, command: Command, viewer: Viewer, *, judging: bool
) -> NearestTurns:
    """The nearest earlier and later versions on the same line at which the verdict is the other one.

    The cards of the command are followed through their handles, as the seat can follow them. The facts between are told
    as the viewer may read them; `judging` is whether a judge looks, also as a seat.
    """
    followed = FollowedCommand(chronicle, seat, command, judging=judging)
    before = chronicle.path(version)[:-1][::-1]
    earlier_turn, earlier_unnamed = find_turn(followed, version, before, viewer, judging=judging)
    onward = chronicle.onward(version)
    later_turn, later_unnamed = find_turn(followed, version, onward, viewer, judging=judging)
    last, line = max([version, *onward]), chronicle.line(version)
    return NearestTurns(earlier_turn, later_turn, last, line, earlier_unnamed, later_unnamed)


def find_turn(
    followed: FollowedCommand, version: int, versions: list[int], viewer: Viewer, *, judging: bool
) -> tuple[VerdictTurn | None, Unnamed | None]:
    """The first of some versions with the other verdict, and the first up to it at which a card could not be named."""
    chronicle, seat = followed.chronicle, followed.seat
    beside, last, unnamed = explain_at(chronicle, version, seat, followed.command), version, None
    accepted = is_accepted(beside)
    for each in versions:
        said, then, unknown = followed.at(each)
        if unknown and unnamed is None:
            unnamed = Unnamed(each, unknown)
        if is_accepted(then) != accepted:
            turned_at = max(last, each)
            names = named_in([*beside, *then], followed.command) | followed.all_names | {seat}
            counted = counted_for([*beside, *then], seat, names)
            changed = turning_facts(chronicle, turned_at, names, viewer, counted=counted, judging=judging)
            turn = VerdictTurn(
                each,
                is_accepted(then),
                tuple(then),
                turned_at,
                refused_by(beside if is_accepted(then) else then),
                tuple(changed[:MOST_FACTS]),
                len(changed[MOST_FACTS:]),
                None if said is followed.command else said,
            )
            return turn, unnamed
        beside, last = then, each
    return None, unnamed


def named_in(outcomes: list[CheckOutcome], command: Command) -> frozenset[str]:
    """The objects that a command and the reasons of its failed checks name."""
    failed = [each.because for each in outcomes if not each.ok]
    return frozenset(texts_within([msgspec.to_builtins(each) for each in failed])) | texts_of(command)


def counted_for(outcomes: list[CheckOutcome], seat: Seat, names: frozenset[str]) -> frozenset[str]:
    """Whose counted uses matter to a verdict: the seat's and the objects', where a failed check counts uses."""
    used_up = any(isinstance(each.because.get("used"), int) for each in outcomes if not each.ok)
    return names | {seat} if used_up else frozenset()


def counted_by(fact: Fact) -> frozenset[str]:
    """The words of the limits that a fact counts: `round:limited:alice` is of `alice`."""
    return frozenset(word for text in texts_of(fact) if ":" in text for word in text.split(":"))


def turning_facts(
    chronicle: Chronicle,
    version: int,
    names: frozenset[str],
    viewer: Viewer,
    *,
    counted: frozenset[str] = frozenset(),
    judging: bool,
) -> list[JsonObject]:
    """The facts of a version that touched one of the objects or say who is asked, as the viewer may read them.

    First those that counted a use by somebody of `counted`, then those about the cards, areas and other things among
    the objects, which a seat's name stands beside in most facts; of those and of the others the newest first. Where the
    viewer reads none of these, every fact of the version that the viewer reads.
    """
    named = names & thing_names(chronicle, version)
    facts = read_facts(chronicle.events[version].facts, viewer, judging=judging)[::-1]
    touching = [
        (number, fact)
        for number, fact in facts
        if isinstance(fact, ASKING) or texts_of(fact) & names or counted_by(fact) & counted
    ]
    touching.sort(key=lambda each: (not counted_by(each[1]) & counted, not texts_of(each[1]) & named))
    return [{"at": f"{version}.{number}", **msgspec.to_builtins(fact)} for number, fact in touching or facts]


def thing_names(chronicle: Chronicle, version: int) -> frozenset[str]:
    """The names of the cards on the table at a version, and of the other things of the game."""
    cards = frozenset[str](chronicle.at(version).table.cards)
    return cards.union(*GAMES[chronicle.match.rules.name].named_things.values())


# --- numbers and limits


class ComputedNumber(Struct, frozen=True, kw_only=True):
    """A number that the rules compute, with its value and its trace, line by line."""

    schema_name: ClassVar[str] = "ComputedNumber"

    what: str
    of: str
    key: Annotated[str | UnsetType, Meta(description="The key of the card, if the number is a card's.")] = UNSET
    value: int
    trace: tuple[TraceLine, ...]


class UsedLimit(Struct, frozen=True):
    """A limit in use: how often it was used, and by the actions of which versions."""

    schema_name: ClassVar[str] = "Limit"

    limit: str
    used: int
    by: tuple[int, ...]


def numbers_at(chronicle: Chronicle, version: int, viewer: Viewer, what: str = "") -> list[ComputedNumber]:
    """The numbers that the rules compute at a version (all, or those called `what`), each with its trace."""
    table = chronicle.at(version).table
    found = GAMES[chronicle.match.rules.name].questions.numbers(table, viewer) if table.seats else ()
    cards = table.cards
    return [
        ComputedNumber(
            what=each.what,
            of=each.of,
            key=cards[each.of].key if each.of in cards else UNSET,
            value=each.number.value,
            trace=each.number.trace,
        )
        for each in found
        if what in ("", each.what)
    ]


def limits_at(chronicle: Chronicle, version: int) -> list[UsedLimit]:
    """The limits that are used at a version, how often, and by which actions on the way there."""
    limits = GAMES[chronicle.match.rules.name].questions.limits
    used: dict[str, list[int]] = {}
    before: dict[str, int] = {}
    for each in chronicle.path(version):
        now = limits(chronicle.at(each).table)
        for key, n in now.items():
            if n > before.get(key, 0):
                used.setdefault(key, []).append(each)
        for key in [key for key in used if key not in now]:
            del used[key]
        before = now
    return [UsedLimit(key, n, tuple(used[key])) for key, n in before.items()]


# --- what comes next


class StopReason(Struct, frozen=True):
    """Why the prediction ends; `question` and `seats` are what would be asked there, and of whom."""

    schema_name: ClassVar[str] = "StopReason"

    why: str
    question: str = ""
    seats: tuple[Seat, ...] = ()


class ChartStep(Struct, frozen=True):
    """A step of the timing chart: its number and its title."""

    schema_name: ClassVar[str] = "ChartStep"

    step: str
    title: str


class RemainingSteps(Struct, frozen=True):
    """The numbered steps that are left of a procedure under way."""

    schema_name: ClassVar[str] = "RemainingSteps"

    procedure: str
    left: tuple[ChartStep, ...]


class ComingSteps(Struct, frozen=True):
    """What would come if everybody passed.

    `asked` is the open wait, `steps` are the passes and the public facts that follow, as JSON objects; `chart` has the
    steps that are left of each procedure, the innermost first.
    """

    asked: JsonObject | None
    steps: tuple[JsonObject, ...]
    stopped: StopReason
    chart: tuple[RemainingSteps, ...]


def what_comes_next(chronicle: Chronicle, version: int, viewer: Viewer) -> ComingSteps:
    """What would come if everybody passed from now on, up to a question, something hidden or a random result.

    No draw is foretold: it stops before one. Under the policy `fast` windows depend on hands, so only judges are told
    of more than the open one.
    """
    match = chronicle.at(version)
    if match.table.over is not None:
        return ComingSteps(None, (), StopReason("over"), ())
    steps: list[JsonObject] = []
    stopped, table = None, match.table
    for passes in range(MOST_PASSES):
        stopped = stop_reason(table, viewer, passes)
        if stopped is not None:
            break
        table, found, stopped = pass_once(match, table, version + 1 + passes)
        steps += found
        if stopped is not None:
            break
    waiting = match.table.waiting
    return ComingSteps(
        msgspec.to_builtins(waiting),
        tuple(steps),
        stopped or StopReason("far enough"),
        tuple(remaining_steps(match.table)),
    )


def stop_reason(table: CardTable, viewer: Viewer, passes: int) -> StopReason | None:
    """The reason why nobody may pass now: the match is over, or the wait is no window; None where somebody may."""
    if table.over is not None:
        return StopReason("over")
    wait, frame, _ = deciding.open_wait(table)
    if not isinstance(frame, Window):
        return StopReason("asked", wait.question, wait.seats)
    if passes and table.policy == "fast" and viewer not in OFFICIALS:
        return StopReason("policy")
    return None


def pass_once(match: Match, table: CardTable, version: int) -> tuple[CardTable, list[JsonObject], StopReason | None]:
    """The table after a pass of who is asked, the steps and windows on the way, and whether something hidden came."""
    wait, _, _ = deciding.open_wait(table)
    seat = wait.seats[0]
    game: Game[CardTable] = Game(match.rules, table.branch(), match.seed, version)
    deciding.apply_command(game, seat, Pass())
    run_flow(game)
    facts, _ = game.conclude()
    steps: list[JsonObject] = [{"pass": seat}]
    for fact in facts:
        if fact.seen_by(PUBLIC) != fact or isinstance(fact, (Learned, RandomResult, ZoneShuffled)):
            return game.table, steps, StopReason("hidden or random")
        if isinstance(fact, (StepReached, WindowOpened, WindowClosed, PriorityPassed, Waiting)):
            steps.append(msgspec.to_builtins(fact))
    return game.table, steps, None


def remaining_steps(table: CardTable) -> Iterator[RemainingSteps]:
    """The numbered steps that are left of each procedure under way, innermost first."""
    for frame in reversed(table.stack):
        labels = [each for each in frame.steps if each.chart]
        if not labels or isinstance(frame, Window) or frame.at == END:
            continue
        steps, at = [each.label for each in frame.steps], chart(type(frame))[frame.at][0].label
        left = [each for each in labels if steps.index(each.label) >= steps.index(at)]
        if left:
            titled = tuple(ChartStep(each.label, each.title) for each in left)
            yield RemainingSteps(str(frame.__struct_config__.tag), titled)
