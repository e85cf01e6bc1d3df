"""What the record has of a seat at a version: whether it was asked, what it did then, or how a pass was given for it.

A case may claim that the service offered somebody nothing. What is told here is public, as waits and passes are; what a
seat could have used is hidden, and a question of its own (`report_missed`). Read `recorded_offers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.probing import is_action
from domain.kernel.flow.windows import PriorityPassed, WindowOpened

OPEN, PASSED, ANSWERED, UNANSWERED = "open", "passed", "answered", "unanswered"


class RecordedOffer(Struct, frozen=True):
    """A seat that was asked at a version (`open_since`, as the wait stood there), and what came of it.

    `did` says whether it passed or answered, is asked still, or never answered; a pass that was given for it is `given`
    by a standing order or the window policy, and nobody was asked. `version` is when that was done, 0 for nothing.
    """

    name: str
    open_since: int
    did: str
    version: int = 0
    given: str = ""


def recorded_offers(chronicle: Chronicle, version: int, seat: str) -> list[RecordedOffer]:
    """What the action of a version did of what a seat was asked, what it was asked then, and what passed for it."""
    before = chronicle.parent(version)
    # the wait that the action answered is told once where it is open still
    stays = is_asked(chronicle, version, seat) and not answers(chronicle, version, seat)
    places = [each for each in (before, version) if is_asked(chronicle, each, seat) and not (stays and each == before)]
    return [*passes_given(chronicle, version, seat), *(offer_at(chronicle, each, seat) for each in places)]


def is_asked(chronicle: Chronicle, version: int, seat: str) -> bool:
    """Whether a seat was awaited after a version."""
    if version < 1:
        return False
    table = chronicle.at(version).table
    return table.over is None and table.waiting is not None and seat in table.waiting.seats


def answers(chronicle: Chronicle, version: int, seat: str) -> bool:
    """Whether a version is the seat's answer to the wait before it."""
    event = chronicle.events[version]
    always = chronicle.match.rules.always
    return is_action(chronicle, version) and event.actor == seat and not isinstance(event.cmd, always)


def offer_at(chronicle: Chronicle, version: int, seat: str) -> RecordedOffer:
    """What came of the wait after a version, in which a seat was asked."""
    waiting = chronicle.at(version).table.waiting
    assert waiting is not None
    for each in chronicle.onward(version):
        if answers(chronicle, each, seat):
            passed = isinstance(chronicle.events[each].cmd, chronicle.match.rules.passing)
            return RecordedOffer(waiting.question, version, PASSED if passed else ANSWERED, each)
        if not is_asked(chronicle, each, seat):
            return RecordedOffer(waiting.question, version, UNANSWERED, each)
    return RecordedOffer(waiting.question, version, OPEN)


def passes_given(chronicle: Chronicle, version: int, seat: str) -> Iterator[RecordedOffer]:
    """The passes that a standing order or the window policy gave for a seat in the action of a version."""
    parent = chronicle.parent(version)
    waiting = chronicle.at(parent).table.waiting if parent else None
    name = waiting.question if waiting else ""
    for fact in chronicle.events[version].facts:
        if isinstance(fact, WindowOpened):
            name = fact.name
        if isinstance(fact, PriorityPassed) and fact.seat == seat and fact.how != "own":
            yield RecordedOffer(name, version, PASSED, version, fact.how)
