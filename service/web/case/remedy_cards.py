"""Which cards of a case's remedies somebody reads by title: what everybody sees, and what a judge named in a preview.

A preview names cards by handle, which tells nobody which they are. The title of a hidden one is a look, so it is
recorded like any other. Read `remedy_viewer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.judging.cases.case import Case
from domain.judging.cases.commands import Look
from domain.judging.cases.entries import PreviewMade
from domain.judging.cases.unseen_cards import texts_in, unseen_cards
from domain.judging.remedies.kinds import is_same_remedy
from domain.kernel.ids import HEAD_JUDGE, JUDGE, PUBLIC, Handle, Viewer
from domain.match.aggregate import Refused
from service.app.keys import Principal
from service.web.access import is_judging, record_look_at
from service.web.request_context import request_context

# what a look at the titles of the hidden cards of an own preview is recorded as, on whatever page
NAMED_CARDS = "remedy-cards"


def remedy_viewer(case: Case, remedy: Mapping[str, Any], principal: Principal | None) -> Viewer:
    """The viewer through whose eyes the cards of a remedy are named to somebody.

    A judge reads the hidden cards of a remedy that they previewed themselves, which is recorded as a look; where they
    may not look, and for everybody else, it is what everybody sees.
    """
    if principal is None or principal.scope not in (JUDGE, HEAD_JUDGE):
        return PUBLIC
    made = (each for each in case.entries if isinstance(each, PreviewMade) and each.actor == principal.actor)
    own = next((each for each in made if is_same_remedy(remedy, each.remedy)), None)
    if own is None:
        return PUBLIC
    chronicle = request_context().chronicles.of(case.opening.match)
    if not unseen_cards(chronicle.at(own.version).table, own.remedy):
        return PUBLIC
    match = chronicle.match
    try:
        if is_judging(match.id, principal):
            record_look_at(match, principal, Look(JUDGE, NAMED_CARDS, match.version))
    except Refused:
        return PUBLIC
    return JUDGE


def remedy_cards(case: Case, principal: Principal | None) -> dict[str, str]:
    """The keys of the cards that the remedies of a case name, by handle, as far as somebody may know them."""
    chronicle, found = request_context().chronicles.of(case.opening.match), dict[str, str]()
    for entry in case.entries:
        remedy = getattr(entry, "remedy", None) or getattr(getattr(entry, "ruling", None), "remedy", None)
        if not remedy:
            continue
        viewer = remedy_viewer(case, remedy, principal)
        for version in {getattr(entry, "version", chronicle.newest), *versions_of(case, remedy)}:
            table: Any = chronicle.at(version).table
            cards = {text: table.find_card(Handle(text)) for text in texts_in(remedy)}
            found |= {handle: card.key for handle, card in cards.items() if card and table.sees_card(viewer, card)}
    return found


def versions_of(case: Case, remedy: Mapping[str, Any]) -> set[int]:
    """The versions of the match at which a remedy was previewed."""
    made = (each for each in case.entries if isinstance(each, PreviewMade))
    return {each.version for each in made if is_same_remedy(remedy, each.remedy)}
