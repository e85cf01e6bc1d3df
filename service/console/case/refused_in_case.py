"""The commands that were refused around the moment of a case, for the judge who examines it.

Read `refused_in_case`. They may name hidden cards, so that reading them is recorded as a look under the case.
"""

from __future__ import annotations

from functools import partial

from flask import g

from domain.judging.cases.case import Case
from domain.judging.cases.commands import Look
from domain.judging.cases.redaction import ALL, CaseViewer
from domain.judging.inquiry.chronicle import Chronicle
from domain.kernel.ids import ADMIN, JUDGE, Viewer
from domain.match.aggregate import Refused
from service.console.case.corrections import titles_at
from service.console.match.refused_commands import MOST, AttemptRow, refused_commands
from service.console.words import REFUSED_COMMANDS
from service.present.text.names import CardTitles
from service.store.damage import unless_damaged
from service.web.access import is_judging, record_look_at
from service.web.case.record_shown import version_named
from service.web.request_context import request_context


def refused_in_case(case: Case, eyes: CaseViewer) -> list[AttemptRow]:
    """The newest commands that were refused from before the moment of a case until its call, oldest first.

    None for anybody but the judge in charge and admins, nor once that judge may not look any more.
    """
    match_id = case.opening.match
    examines = g.asker.scope == ADMIN or case.judge == g.asker.actor
    if eyes.how != ALL or not match_id or not examines:
        return []
    return unless_damaged(match_id, partial(refused_before_call, case)) or []


def refused_before_call(case: Case) -> list[AttemptRow]:
    opening = case.opening
    chronicle = request_context().chronicles.of(opening.match)
    first = version_named(opening.moment) if opening.moment else opening.version
    versions = range(first - 1, opening.version + 1)
    found = refused_commands(chronicle, versions, partial(titles_of_judges, chronicle))[-MOST:]
    if found and is_judging(opening.match, g.asker):
        try:
            record_look_at(chronicle.match, g.asker, Look(Viewer(JUDGE), REFUSED_COMMANDS, opening.version))
        except Refused:
            return []
    return found


def titles_of_judges(chronicle: Chronicle, version: int) -> CardTitles:
    """The titles of the cards on a table as a judge sees it."""
    match = chronicle.at(version)
    return titles_at(match, match.table, Viewer(JUDGE))
