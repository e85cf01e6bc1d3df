"""Refused commands, as far as a judge may read them: a command given while an answer is secret could tell the answer.

A seat that has sealed an answer may send it again, or another, and is refused; a seat may err before it seals one. Read
`is_secret`.
"""

from __future__ import annotations

from domain.judging.branches.branch import first_secret
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.deciding import open_wait
from domain.kernel.flow.waits import SealsWithdrawn


def is_secret(chronicle: Chronicle, version: int, seat: str) -> bool:
    """Whether the commands that a seat tried at a version are still secret: the answers of that time are not revealed.

    An answer that was withdrawn or undone unread stays secret until the seed is revealed.
    """
    if chronicle.match.flags.revealed or not were_secret(chronicle, version):
        return False
    for following in chronicle.onward(version):
        sealed = True
        for fact in chronicle.events[following].facts:
            if isinstance(fact, SealsWithdrawn) and seat in fact.seats:
                return True
            sealed = (sealed or fact.seals) and not fact.unseals
        if not sealed:
            return False
    return True


def were_secret(chronicle: Chronicle, version: int) -> bool:
    """Whether answers were given in secret at a version, or are not revealed that were given before it."""
    table = chronicle.at(version).table
    if table.over is None and open_wait(table)[0].sealed:
        return True
    return first_secret(chronicle, version) > 0
