"""The loop by which everything is appended: what it tries again, and when it gives up."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from service.app.write_loop import TRIES, append_with_retry
from service.store.failures import Contended, Unavailable

FAR = 3600.0
APP = Path(__file__).resolve().parents[4] / "service" / "app"
ERRORS = {"IntegrityError", "OperationalError", "InterfaceError"}


def fails_with(error: Exception) -> Callable[[], str | None]:
    def attempt() -> str | None:
        raise error

    return attempt


def nothing() -> None:
    return None


def test_an_attempt_that_gives_an_answer_is_the_last() -> None:
    answers = iter([None, "stored"])
    assert append_with_retry("m", lambda: next(answers), nothing, deadline=monotonic() + FAR) == "stored"
    assert next(answers, "none left") == "none left"


@pytest.mark.parametrize("error", [IntegrityError("taken"), OperationalError("away")])
def test_what_the_stream_holds_is_answered_whatever_went_wrong(error: Exception) -> None:
    assert append_with_retry("m", fails_with(error), lambda: "held", deadline=monotonic() + FAR) == "held"


def test_a_conflict_at_every_try_is_contended_and_a_failure_among_them_leaves_it_in_doubt() -> None:
    errors: Iterator[Exception] = iter([IntegrityError("taken")] * TRIES)
    with pytest.raises(Contended, match=r"^m$"):
        append_with_retry("m", lambda: fails_with(next(errors))(), nothing, deadline=monotonic() + FAR)
    assert next(errors, None) is None
    errors = iter([OperationalError("away"), *[IntegrityError("taken")] * (TRIES - 1)])
    with pytest.raises(Unavailable, match=r"^m: away$"):
        append_with_retry("m", lambda: fails_with(next(errors))(), nothing, deadline=monotonic() + FAR)


def test_after_the_deadline_nothing_is_tried_again() -> None:
    tried = []
    with pytest.raises(Contended):
        append_with_retry("m", lambda: tried.append(1), nothing, deadline=monotonic() - 1)
    assert tried == [1]


def test_a_stream_that_cannot_be_looked_through_is_in_doubt() -> None:
    with pytest.raises(Unavailable, match="m: still away"):
        append_with_retry(
            "m",
            fails_with(IntegrityError("taken")),
            fails_with(OperationalError("still away")),
            deadline=monotonic() + FAR,
        )


def test_each_attempt_has_a_turn_of_its_own_and_anything_else_is_raised_at_once() -> None:
    turns: list[str] = []

    @contextmanager
    def turn() -> Iterator[None]:
        turns.append("taken")
        yield
        turns.append("left")

    with pytest.raises(Contended):
        append_with_retry("m", nothing, nothing, deadline=monotonic() + FAR, turn=turn, tries=2)
    assert turns == ["taken", "left"] * 2
    with pytest.raises(KeyError):
        append_with_retry("m", fails_with(KeyError()), nothing, deadline=monotonic() + FAR)


def test_no_other_module_of_the_application_recovers_from_errors_of_the_store() -> None:
    handled = {
        (path.name, name.id)
        for path in APP.rglob("*.py")
        for handler in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(handler, ast.ExceptHandler) and handler.type is not None
        for name in ast.walk(handler.type)
        if isinstance(name, ast.Name) and name.id in ERRORS
    }
    # a match that is brought in is no decision: it is here already, or it is not
    assert handled == {*(("write_loop.py", error) for error in ERRORS), ("matches.py", "IntegrityError")}
