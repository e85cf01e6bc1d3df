"""The flow of a game: a stack of frames, each a procedure at one of its labelled steps.

Read `Procedure`, then `step` and `Decision`, then `run_flow`. A procedure lists its steps under the numbers of the
game's timing chart. A frame stores the label of its next step, never an index. A step emits facts, asks, pushes frames,
goes to a label, or returns; a push or an ask is its last statement. Only the steps of the top frame change that frame.
The stack of a stored table never changes: an action works on a branch of the table and ends with one `Flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import tee
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.commands import Command
from domain.kernel.flow.waits import Forced, SealsOpened, StepReached
from domain.kernel.ids import KeptResults, Seat
from domain.kernel.refusals import Json, Refusal, Refused
from domain.kernel.spaces.base import FIRST
from domain.kernel.spaces.commands import Commands, Form, are_plural

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.kernel.rules import Rules
    from domain.kernel.table import Table

T = TypeVar("T", bound="Table")
FrameT = TypeVar("FrameT", bound="Procedure")
CommandT = TypeVar("CommandT", bound=Command)

END, ALREADY = "end", "choice.already"


class Procedure(Struct, frozen=True, omit_defaults=True, tag_field="frame", kw_only=True, gc=False):
    """A kind of frame: its fields are what it must remember, its class lists its steps.

    `is_deed` says that what it asks for belongs to one deed of a player's, as the targets of an ability do.
    `asks_about` names the field with the thing that its questions are about, if the name of the question does not say
    it and everybody knows it.
    """

    at: str = ""
    steps: ClassVar[tuple[Step, ...]] = ()
    is_deed: ClassVar[bool] = False
    asks_about: ClassVar[str] = ""


class Step:
    """One step of a procedure: its label, and what it does with the game and the frame."""

    __slots__ = ("chart", "do", "label", "reached", "title")

    def __init__(self, label: str, do: Callable[..., None], title: str) -> None:
        self.label = label
        self.do = do
        self.title = title
        self.chart = "/" not in label
        self.reached = StepReached(label)


class Decision(Step):
    """A step that does nothing but ask.

    `seats(table, frame)` gives the seats awaited (none: the step is skipped), `options(rules, table, frame, seat)` what
    each may answer - or `forms(rules, table, frame, seat)` its forms one by one, where a few are cheaper than all -,
    `accepts` the types of command that answer, `on_answer(game, frame, seat, command)` what an answer does (for a
    sealed question `on_answer(game, frame, {seat: command})` when all are in). `rule` is cited when something else is
    done instead of answering, `second_answer` when a seat answers a sealed question once more. `public` says that
    the space is public information, so that a single possible answer is given by the engine; `plural(table, frame,
    seat)` sees without the space that there are several, where it can. `named(frame)` gives a window's kind and
    name. `refuses(rules, table, frame, seat, command)` finds what a rule of the game says of an answer before the
    space does. `checked` says that the checks of the commands leave nothing for the space to refuse. `least(space)`
    gives the answer for a seat that is not asked any more; where it is not said, that is the first of the space.
    `unasked(game, frame)` is done where nobody is awaited.
    `title` is the step's in the chart; where it is not said, that is the question.
    """

    __slots__ = (
        "accepts",
        "checked",
        "forms",
        "least",
        "named",
        "on_answer",
        "options",
        "plural",
        "public",
        "question",
        "refuses",
        "rule",
        "sealed",
        "seats",
        "second_answer",
        "shown",
        "unasked",
    )

    def __init__(
        self,
        label: str,
        question: str,
        *,
        seats: Callable[[T, FrameT], tuple[Seat, ...]],
        options: Callable[[Rules[T], T, FrameT, Seat], Commands] | None = None,
        forms: Callable[[Rules[T], T, FrameT, Seat], Iterable[Form]] | None = None,
        accepts: tuple[type[CommandT], ...],
        on_answer: Callable[..., None],
        rule: str,
        sealed: bool = False,
        second_answer: str = ALREADY,
        public: bool = False,
        plural: Callable[[T, FrameT, Seat], bool] | None = None,
        named: Callable[[FrameT], tuple[str, str]] | None = None,
        checked: bool = False,
        refuses: Callable[[Rules[T], T, FrameT, Seat, CommandT], Refusal | None] | None = None,
        least: Callable[[Commands], Json] | None = None,
        unasked: Callable[[Game[T], FrameT], None] | None = None,
        title: str = "",
    ) -> None:
        super().__init__(label, self.ask, title or question.replace("-", " "))
        self.question = question
        # which table and which frame is known where a step is listed; whoever runs it has the frame that lists it
        self.seats: Callable[..., tuple[Seat, ...]] = seats
        self.forms: Callable[..., Iterable[Form]] | None = forms
        self.options: Callable[..., Commands] = options or self.whole
        self.accepts: tuple[type[Command], ...] = accepts
        self.on_answer = on_answer
        self.rule = rule
        self.sealed = sealed
        self.second_answer = second_answer
        self.public = public
        self.plural: Callable[..., bool] | None = plural
        self.named: Callable[..., tuple[str, str]] | None = named
        self.checked = checked
        self.refuses: Callable[..., Refusal | None] | None = refuses
        self.least = least
        self.unasked: Callable[..., None] | None = unasked

    def whole(self, rules: Rules[T], table: T, frame: Procedure, seat: Seat) -> Commands:
        """The space of a question that lists its forms one by one."""
        assert self.forms is not None, f"{self.question}: neither a space nor forms"
        return Commands(tuple(self.forms(rules, table, frame, seat)))

    def ask(self, game: Game[T], frame: Procedure) -> None:
        seats = self.seats(game.table, frame)
        if not seats:
            game.asked_nobody(frame, self.question, self.label)
            if self.unasked is not None:
                self.unasked(game, frame)
            return
        awaited = tuple([seat for seat in seats if game.table.is_asked(seat)])
        if self.sealed:
            if all(seat in game.table.sealed for seat in awaited):
                self.open(game, frame)
                return
        elif not awaited:
            self.answer_for(game, frame, seats[0])
            return
        elif self.public and len(awaited) == 1 and self.answer_if_forced(game, frame, awaited[0]):
            return
        kind, question = self.named(frame) if self.named else ("choice", self.question)
        game.push(Wait(asked_by=self.label, question=question, seats=awaited, sealed=self.sealed, kind=kind))

    def open(self, game: Game[T], frame: Procedure) -> None:
        """Use all secret answers at once, in the order of the seats that were asked."""
        table, rules = game.table, game.rules
        answers: dict[Seat, Command] = {}
        for seat in self.seats(table, frame):
            laid = table.sealed.get(seat)
            answers[seat] = self.default_answer(game, frame, seat) if laid is None else rules.command_from_text(laid)
        game.emit(SealsOpened())
        self.on_answer(game, frame, answers)

    def default_answer(self, game: Game[T], frame: Procedure, seat: Seat) -> Command:
        """The answer for a seat that is not asked any more: the step's own default, else the first of the space."""
        space = self.options(game.rules, game.table, frame, seat)
        return game.rules.command(space.sample(FIRST) if self.least is None else self.least(space))

    def answer_for(self, game: Game[T], frame: Procedure, seat: Seat) -> None:
        """Answer for a seat that is not asked any more."""
        command = self.default_answer(game, frame, seat)
        game.emit(Forced(seat, self.question, game.rules.command_text(command)))
        self.on_answer(game, frame, seat, command)

    def answer_if_forced(self, game: Game[T], frame: Procedure, seat: Seat) -> bool:
        """Give the answer to a public question that has exactly one. Returns whether it had."""
        rules, table = game.rules, game.table
        if self.plural is not None and self.plural(table, frame, seat):
            return False
        if self.forms is not None:
            read, forms = tee(self.forms(rules, table, frame, seat))
            answers = None if are_plural(read) else Commands(tuple(forms)).answers(1)
        else:
            space = self.options(rules, table, frame, seat)
            answers = None if space.is_plural() else space.answers(1)
        if not answers:
            return False
        command = game.rules.command(answers[0])
        game.emit(Forced(seat, self.question, game.rules.command_text(command)))
        self.on_answer(game, frame, seat, command)
        return True


def step(label: str, do: Callable[[Game[T], FrameT], None], title: str) -> Step:
    """A step that acts; a label with a slash is an inner step, without a number of the chart.

    The title is shown to those who read the chart.
    """
    return Step(label, do, title)


class Wait(Procedure, frozen=True, tag="wait"):
    """The frame on top while somebody is awaited."""

    asked_by: str
    question: str
    seats: tuple[Seat, ...]
    sealed: bool = False
    kind: str = "choice"


class Flow(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an action did to the stack: frames kept at its bottom, those above now; draws and serials used so far."""

    keep: int
    frames: tuple[Procedure, ...] = ()
    counter: int = 0
    serial: int = 0

    def apply(self, table: Table) -> None:
        table.stack[self.keep :] = self.frames
        table.counter = self.counter
        table.serial = self.serial


Chart = dict[str, tuple[Step, str]]


def make_chart(kind: type[Procedure]) -> Chart:
    labels = [each.label for each in kind.steps]
    if len(set(labels)) != len(labels):
        raise ValueError(f"{kind.__name__} has two steps of one label")
    follow = [*labels[1:], END]
    by_label = {each.label: (each, next_) for each, next_ in zip(kind.steps, follow, strict=True)}
    by_label[""] = (kind.steps[0], follow[0])
    return by_label


CHARTS = KeptResults(make_chart)


def chart(kind: type[Procedure]) -> Chart:
    """The steps of a procedure by label, each with the label that follows it.

    Raises ValueError for a label used twice.
    """
    return CHARTS[kind]


def step_begun(frame: Procedure, before: str = "") -> str:
    """The last numbered step that a frame has begun; `before` where it has begun none."""
    return (last_numbered_step(type(frame), frame.at) if frame.at else "") or before


@cache
def last_numbered_step(kind: type[Procedure], at: str) -> str:
    """The last numbered step of a procedure before a place in it; empty if there is none."""
    labels = [each.label for each in kind.steps]
    end = labels.index(at) if at in labels else len(labels)
    return next((label for label in reversed(labels[:end]) if "/" not in label), "")


def find_open_wait(stack: list[Procedure]) -> tuple[Wait, Procedure, Decision] | None:
    """The open wait, the frame that asked, and the step that asked; None if nobody is awaited."""
    wait = stack[-1] if stack else None
    if not isinstance(wait, Wait):
        return None
    frame = stack[-2]
    decision, _ = CHARTS[type(frame)][wait.asked_by]
    assert isinstance(decision, Decision)
    return wait, frame, decision


def subject_of_question(stack: Sequence[Procedure]) -> str:
    """The thing that the open question is about, as far as its frame says it (`asks_about`); else empty."""
    if len(stack) < 2 or not isinstance(stack[-1], Wait):
        return ""
    field = stack[-2].asks_about
    return str(getattr(stack[-2], field)) if field else ""


def ask_again(game: Game[Table]) -> None:
    """Withdraw the open question; its step then asks the seats that are still to be asked."""
    found = find_open_wait(game.table.stack)
    if found is not None:
        game.table.stack.pop()
        game.goto(found[2].label)


def reopen(game: Game[Table]) -> None:
    """Check the open question that is on top of the stack again, and ask anew if other seats are to be asked now.

    A manual resolution or a judge's remedy above it may have removed what the question rests on.
    """
    stack = game.table.stack
    if not stack or not isinstance(stack[-1], Wait):
        return
    game.rules.mend_open_question(game)
    found = find_open_wait(stack)
    if found is None:
        return
    wait, frame, decision = found
    seats = tuple(seat for seat in decision.seats(game.table, frame) if game.table.is_asked(seat))
    if seats != wait.seats:
        ask_again(game)


MOST_STEPS = 10_000
"""More steps than any command takes: beyond them cards set each other off without end."""


def run_flow(game: Game[Table]) -> None:
    """Advance step by step until somebody is awaited or the match is over. Raises Refused where neither happens."""
    if advance(game, MOST_STEPS):
        raise Refused(Refusal("match.endless", {"steps": MOST_STEPS}))


def drop_frame(game: Game[Table]) -> None:
    """Take the top frame, which has ended, off the stack; an open question that lies under it is looked at again."""
    stack = game.table.stack
    stack.pop()
    if stack and type(stack[-1]) is Wait:
        reopen(game)


def end_frame(game: Game[Table]) -> None:
    """End the top frame; the last statement of a step. It goes at once, unless the state is to be checked before."""
    if game.unsettled:
        game.leave()
    else:
        drop_frame(game)


def advance(game: Game[Table], most: int = 1) -> bool:
    """Advance by at most so many steps. Returns False where somebody is awaited or the match is over."""
    table = game.table
    stack = table.stack
    for _ in range(most):
        if table.over:
            stack.clear()
            return False
        if game.unsettled and game.settle_state():
            continue
        top = stack[-1]
        kind, at = type(top), top.at
        if kind is Wait:
            return False
        if at == END:
            drop_frame(game)
            continue
        now, following = CHARTS[kind][at]
        top = stack[-1] = replace(top, at=following)
        if now.chart:
            game.facts.append(now.reached)  # it folds to nothing and is neutral
        now.do(game, top)
    return True
