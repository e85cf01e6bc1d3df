"""The states that a case goes through, as the line on its page shows them."""

from __future__ import annotations

from collections.abc import Iterable

from domain.judging.cases.case import ANSWERED, APPEALED, CLOSED, EXAMINED, OPENED, REMEDIED, RULED

APPEAL = (APPEALED, ANSWERED)


def course_steps(state: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The states of a case in this one, by the kinds of the entries that are read of it, with its appeal if it had one.

    A ruling that was given anew after an answer comes after the appeal.
    """
    order = [each for each in kinds if each in ("ruling_given", "appealed", "appeal_answered")]
    if "appealed" not in order:
        ruled: tuple[str, ...] = (state if state in APPEAL else RULED,)
    elif order[-1] == "ruling_given":
        ruled = (*APPEAL, RULED)
    else:
        ruled = (RULED, *APPEAL)
    return (OPENED, EXAMINED, *ruled, REMEDIED, CLOSED)
