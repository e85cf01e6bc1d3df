"""Refused commands as a reader may read them."""

from __future__ import annotations

from collections.abc import Container
from functools import cache

import msgspec
from msgspec import structs

from domain.judging.cases.refused_attempts import is_secret
from domain.kernel.ids import ADMIN
from service.app.keys import Principal
from service.app.refused_attempts import StoredAttempt
from service.web.request_context import request_context

NOTHING = msgspec.Raw(b"{}")


def readable_attempts(
    match_id: str, principal: Principal, after: str = "", limit: int = 0, versions: Container[int] | None = None
) -> list[StoredAttempt]:
    """The refused commands of a match as a judge or an admin may read them, oldest first; with a limit of 0 all.

    `versions` leaves out what was refused at others.
    """
    attempts = request_context().services.audit.of_match(match_id, after, limit)
    attempts = [each for each in attempts if versions is None or each.version in versions]
    return attempts if principal.scope == ADMIN else attempts_for_judges(match_id, attempts)


def attempts_for_judges(match_id: str, attempts: list[StoredAttempt]) -> list[StoredAttempt]:
    """The refused commands of a match. Of a command that would tell a secret answer only the type is shown.

    Its rule is left out too, as it tells what was tried.
    """
    if not attempts:
        return []
    chronicle = request_context().chronicles.of(match_id)

    @cache
    def secret(version: int, seat: str) -> bool:
        return is_secret(chronicle, version, seat)

    return [veil_attempt(each) if secret(each.version, each.seat) else each for each in attempts]


def veil_attempt(attempt: StoredAttempt) -> StoredAttempt:
    """A refused command without its content, the rule and the reasons for its refusal."""
    typed = {"type": msgspec.json.decode(attempt.command)["type"]}
    return structs.replace(attempt, rule="", because=NOTHING, command=msgspec.Raw(msgspec.json.encode(typed)))
