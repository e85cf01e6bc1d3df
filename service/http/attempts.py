"""Refused commands as their readers may read them, wherever they are told. Read `attempts_read`."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import structs

from domain.judging.attempts import is_secret
from domain.kernel.ids import ADMIN
from service.audit import Attempt
from service.http.here import here
from service.keys import Known

NOTHING = msgspec.Raw(b"{}")


def attempts_read(match_id: str, known: Known, after: str = "", limit: int = 10_000) -> list[Attempt]:
    """The refused commands of a match as a judge may read them, the oldest first.

    Of one that tells an answer which is secret still the type alone is told: also the rule tells what was tried.
    """
    attempts = here().services.audit.of_match(match_id, after, limit)
    if known.scope == ADMIN or not attempts:
        return attempts
    told = here().chronicles.of(match_id)

    @cache
    def secret(version: int, seat: str) -> bool:
        return is_secret(told, version, seat)

    return [veiled(each) if secret(each.version, each.seat) else each for each in attempts]


def veiled(attempt: Attempt) -> Attempt:
    """A refused command without what it was, and without the rule and the reasons for which it was refused."""
    typed = {"type": msgspec.json.decode(attempt.command)["type"]}
    return structs.replace(attempt, rule="", because=NOTHING, command=msgspec.Raw(msgspec.json.encode(typed)))
