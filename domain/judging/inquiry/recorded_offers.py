"""What the record has of a seat at a version: whether it was asked, what it did then, or how a pass was given for it.

A case may claim that the service offered somebody nothing. What is told here is public, as waits and passes are; what a
seat could have used is hidden, and a question of its own (`report_missed`). Read `recorded_offers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.judging.inquiry.chronicle import MAIN, Chronicle
from domain.judging.inquiry.probing import is_action
from domain.kernel.flow.priority_windows import PriorityPassed, WindowOpened

OPEN, PASSED, ANSWERED, UNANSWERED = "open", "passed", "answered", "unanswered"


class RecordedOffer(Struct, frozen=True):
    """A seat that was asked since a version (`open_since`, also where a judge restored the wait), and what came of it.

    `did` says whether it passed or answered, is asked still, or never answered; a pass that was given for it is `given`
    by a standing order or the window policy, and nobody was asked. `version` is when that was done, 0 for nothing.
    `undone` says that it, or the question itself, was undone.
    """

    name: str
    open_since: int
    did: str
    version: int = 0
    given: str = ""
    undone: bool = False


def recorded_offers(chronicle: Chronicle, version: int, seat: str) -> list[RecordedOffer]:
    """What the action of a version did of what a seat was asked, what it was asked then, and what passed for it."""
    before = chronicle.parent(version)
    # the wait that the action answered is told once where it is open still
    stays = is_asked(chronicle, version, seat) and not answers(chronicle, version, seat)
    places = [each for each in (before, version) if is_asked(chronicle, each, seat) and not (stays and each == before)]
    return [*passes_given(chronicle, version, seat), *(offer_at(chronicle, each, seat, version) for each in places)]


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


def offer_at(chronicle: Chronicle, version: int, seat: str, through: int) -> RecordedOffer:
    """What came of the wait after a version, in which a seat was asked, on the line that goes `through` another one."""
    waiting = chronicle.at(version).table.waiting
    assert waiting is not None
    since = asked_since(chronicle, version, seat)
    for each in (*chronicle.onward_to(version, through), *chronicle.onward(through)):
        undone = chronicle.line(each) != MAIN
        if answers(chronicle, each, seat):
            passed = isinstance(chronicle.events[each].cmd, chronicle.match.rules.passing)
            return RecordedOffer(waiting.question, since, PASSED if passed else ANSWERED, each, undone=undone)
        if not is_asked(chronicle, each, seat):
            return RecordedOffer(waiting.question, since, UNANSWERED, each, undone=undone)
    undone = chronicle.line(through) != MAIN
    if undone and chronicle.line(since) == MAIN:
        return offer_at(chronicle, since, seat, since)
    return RecordedOffer(waiting.question, since, OPEN, undone=undone)


def asked_since(chronicle: Chronicle, version: int, seat: str) -> int:
    """The version since which a seat is asked what it is asked at one; a go-back restores what was asked before."""
    waiting = chronicle.at(version).table.waiting
    assert waiting is not None
    since: int = waiting.wait
    while since in chronicle.backs and is_asked(chronicle, chronicle.backs[since], seat):
        restored = chronicle.at(chronicle.backs[since]).table.waiting
        if restored is None or (restored.question, restored.kind) != (waiting.question, waiting.kind):
            break
        since = restored.wait
    return since


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
