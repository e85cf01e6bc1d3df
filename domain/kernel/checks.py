"""Checks: small named functions that return None or a refusal, shared by options, validation and explanation.

Each type of command has one ordered list: first that what it names exists, cheap checks before expensive ones.
Validation returns the first refusal. An option is a candidate that passes the whole list and lies in the space of the
wait. An explanation runs every check and shows its outcome; a check whose `needs` failed is not run. Where a check has
a docstring, it is the condition that the check demands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Protocol, TypeVar

from msgspec import Meta, Struct

from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.kernel.ids import Seat
    from domain.kernel.table import Table

T = TypeVar("T")
ContextT = TypeVar("ContextT")


class SeatContext(Protocol):
    """What every game's context has: the table, and the seat whose command it is."""

    @property
    def table(self) -> Table:
        """The table as it is."""

    @property
    def seat(self) -> Seat:
        """Who gives the command."""


class Check(Struct, frozen=True):
    """One check of a command: its name, the rule that it enforces, the test, and the checks that it presupposes."""

    name: str
    rule: str
    test: Callable[..., Refusal | None]  # of the context that the game makes of its commands
    needs: tuple[str, ...] = ()


def check(name: str, rule: str, *needs: str) -> Callable[[Callable[[ContextT], Refusal | None]], Check]:
    """Make a check of a function of a command's context. Its refusals cite `rule` unless they name a more specific one.

    Returns the decorator. The name is published and stored by the mutation run, so it stays when the function is
    renamed.
    """

    def make_check(test: Callable[[ContextT], Refusal | None]) -> Check:
        return Check(name, rule, test, needs)

    return make_check


def replace_checks(checks: tuple[Check, ...], *own: Check) -> tuple[Check, ...]:
    """Returns the list with own checks in place of those of the same names. Raises KeyError where there is none."""
    by_name = {each.name: each for each in own}
    replaced = tuple(by_name.pop(each.name, each) for each in checks)
    if by_name:
        raise KeyError(*by_name)
    return replaced


def insert_check(checks: tuple[Check, ...], own: Check, after: Check) -> tuple[Check, ...]:
    """Returns the list with a game's own check after one of its checks. Raises ValueError where that is not in it."""
    place = checks.index(after) + 1
    return (*checks[:place], own, *checks[place:])


class CheckOutcome(Struct, frozen=True):
    """What one check said: held, refused (with its reason), or was not asked.

    It is written whole: the name of a check says what holds, so that `ok` must stand beside it.
    """

    schema_name: ClassVar[str] = "Check"

    check: str
    rule: str
    ok: bool = False
    asked: Annotated[bool, Meta(description="False if an earlier check failed, so that this one was not made.")] = True
    because: dict[str, object] = {}


DISABLED: set[str] = set()  # the mutation run switches single checks off, by name; nothing else writes here


def first_refusal(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first refusal of several; those after it are not computed."""
    return next((refusal for refusal in refusals if refusal is not None), None)


def first_failed_check(checks: tuple[Check, ...], context: object) -> Refusal | None:
    """The refusal of the first check that fails, or None."""
    for each in checks:
        refusal = each.test(context)
        if refusal is not None and each.name not in DISABLED:
            return refusal
    return None


class Lazily(Generic[T]):
    """A value of a context that is computed when a check first needs it, and kept."""

    def __init__(self, compute: Callable[..., T]) -> None:
        self.compute = compute
        self.name = compute.__name__

    def __get__(self, context: object, owner: type) -> T:
        value = context.__dict__[self.name] = self.compute(context)
        return value


lazily = Lazily


def explain_checks(checks: tuple[Check, ...], context: object) -> list[CheckOutcome]:
    """Every check with its outcome; a check whose needs failed is not run."""
    failed: set[str] = set()
    outcomes = []
    for each in checks:
        if failed.intersection(each.needs):
            failed.add(each.name)
            outcomes.append(CheckOutcome(each.name, each.rule, asked=False))
            continue
        refusal = each.test(context)
        if refusal is None:
            outcomes.append(CheckOutcome(each.name, each.rule, ok=True))
        else:
            failed.add(each.name)
            outcomes.append(CheckOutcome(each.name, refusal.rule, because=refusal.because))
    return outcomes
