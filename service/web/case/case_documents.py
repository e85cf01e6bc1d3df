"""Cases as documents: signed, as a page to print, as a scenario; and cases like a given one."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping
from functools import partial
from hashlib import sha256
from importlib.resources import files
from typing import Any

from flask import Response, render_template
from msgspec.structs import asdict

from domain.games import GAMES
from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.commands import SCENARIO, Look
from domain.judging.cases.redaction import ALL, CaseViewer, withheld_entries
from domain.kernel.ids import JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Actor
from service.app.case.precedents import rank_by_likeness
from service.app.keys import Principal
from service.app.match.matches import now
from service.files.case_export import document_of
from service.files.case_scenario import scenario_of
from service.files.signing import Signed, SigningKey
from service.present.text.case_lines import by_book, entry_lines, utc
from service.present.text.cases import awaited_sentence, entry_title, reader_words
from service.present.text.words_of_games import game_title
from service.store.damage import unless_damaged
from service.web.access import asker, look_refusal, record_look, record_look_under, require_somebody
from service.web.case.case_access import (
    case_for,
    case_listed,
    case_viewer,
    readable_cases,
    readable_traits,
    setting_of,
)
from service.web.case.case_replies import LikeCaseReply, SignedCaseReply
from service.web.case.remedy_cards import remedy_cards
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.responses import ResponseOf, uncached_response

HTML, YAML = "text/html", "application/yaml"


STYLE = files("service.http").joinpath("templates", "case.css").read_text(encoding="utf-8")


STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()


SAID = {
    "game_title": game_title,
    "entry_said": entry_title,
    "awaited_said": awaited_sentence,
    "reader_said": reader_words,
    "lines": entry_lines,
    "books": by_book,
    "utc": utc,
}


SAFETY = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Vary": "Authorization",
    "Cache-Control": "private, no-cache",
}


def case_for_asker(case_id: str) -> tuple[Case, CaseViewer]:
    """A case and how the request may read it. Raises Problem 401, 403."""
    principal = asker()
    case = case_for(case_id, principal)
    eyes = case_viewer(case, principal)
    assert eyes is not None
    return case, eyes


def cases_like(case: Case, eyes: CaseViewer, principal: Principal) -> list[LikeCaseReply]:
    """The cases like one, as somebody may read them, the most similar first."""
    readable = readable_cases(request_context().services.cases.all(), principal)
    traits = ((each, unless_damaged(each[0].id, partial(readable_traits, *each))) for each in readable)
    others = [(each, about) for each, about in traits if about is not None and each[0].id != case.id]
    ranking = rank_by_likeness(readable_traits(case, eyes), [about for _, about in others])
    found = zip((each for each, _ in others), ranking, strict=True)
    ranked = sorted(((like, *each) for each, like in found if like.score), key=lambda each: -each[0].score)
    return [LikeCaseReply(**asdict(case_listed(each, theirs)), like=like) for like, each, theirs in ranked]


def export_response(case_id: str, form: str) -> ResponseOf[SignedCaseReply]:
    """A case in a format. Raises Problem 401, 403, 404."""
    case, eyes = case_for_asker(case_id)
    if form == "html":
        withheld = withheld_entries(case, eyes)
        return document_page(*case_document(case, eyes), nameable_cards(case), readable_cards(case, asker()), withheld)
    signing_key()
    _, signed = case_document(case, eyes)
    assert signed is not None
    return uncached_response(SignedCaseReply(document=signed.document, signature=signed.signature))


def case_document(case: Case, eyes: CaseViewer) -> tuple[dict[str, Any], Signed | None]:
    """A case as a document, signed if the service has a key."""
    document = document_of(case, eyes, setting_of(case), request_context().services.cases.records(case.id), now())
    key = request_context().services.settings.signing_key
    return document, key.sign(document) if key is not None else None


def signing_key() -> SigningKey:
    """The service's key; raises Problem 404 where it has none."""
    key: SigningKey | None = request_context().services.settings.signing_key
    if key is None:
        raise Problem(404, "request.no-signing-key")
    return key


def nameable_cards(case: Case) -> Mapping[str, Any]:
    """The cards that a case may name: those of its match with its own ones; of the game where no match can be read."""
    match_id = case.opening.match
    match = unless_damaged(match_id, partial(request_context().services.matches.fresh, match_id)) if match_id else None
    found: Mapping[str, Any] = (match.rules if match is not None else GAMES[case.opening.game].rules).pool.cards
    return found


def readable_cards(case: Case, principal: Principal) -> Mapping[str, str]:
    """The keys of the cards that the remedies of a case name, by handle; none where no match can be read."""
    match_id = case.opening.match
    return (unless_damaged(match_id, partial(remedy_cards, case, principal)) if match_id else None) or {}


def document_page(
    document: dict[str, Any],
    signed: Signed | None,
    cards: Mapping[str, Any],
    readable: Mapping[str, str],
    withheld: Collection[int],
) -> ResponseOf[SignedCaseReply]:
    """The document as a page that loads nothing.

    `readable` has the keys of the cards that its reader knows, `withheld` the entries of which they read the title.
    """
    signature = signed.signature if signed is not None else None
    read = {"cards": cards, "readable": readable, "withheld": withheld}
    page = render_template("case.html", document=document, signature=signature, style=STYLE, **read, **SAID)
    return ResponseOf(page, 200, SAFETY, content_type=f"{HTML}; charset=utf-8")


def scenario_response(case_id: str) -> Response:
    """A scenario file; raises Problem 401, 403, Refused where the case is not closed."""
    principal = require_somebody(asker())
    case, eyes = case_for_asker(case_id)
    if eyes.how != ALL:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "case": case_id})
    matches = request_context().services.matches
    if refusal := scenario_refusal(case, principal):
        raise Refused(refusal)
    if case.state != CLOSED:
        raise Refused(Refusal("judging.case.in-order", {"case": case.id, "state": case.state, "needed": CLOSED}))
    if is_under(case, principal):
        record_look_under(case, principal, scenario_look(case))
    else:
        record_look(matches.fresh(case.opening.match), principal)
    headers = {
        "Content-Disposition": f'attachment; filename="{case.id}.yaml"',
        "Vary": "Authorization",
        "Cache-Control": "private, no-cache",
    }
    return Response(scenario_of(matches, case).text, 200, headers, content_type=f"{YAML}; charset=utf-8")


def scenario_look(case: Case) -> Look:
    return Look(JUDGE, SCENARIO, case.opening.version)


def is_under(case: Case, principal: Principal) -> bool:
    """Whether somebody was in charge of a case and may not look at its match in another way."""
    return case.judge == principal.actor and look_refusal(match_of(case), principal) is not None


def scenario_refusal(case: Case, principal: Principal) -> Refusal | None:
    """Why somebody who may read all of a closed case may not have its scenario. Nothing is recorded."""
    if not is_under(case, principal):
        return look_refusal(match_of(case), principal)
    return request_context().services.cases.refusal(
        case.id, scenario_look(case), by=Actor(principal.actor, principal.scope)
    )


def match_of(case: Case) -> Match:
    match: Match = request_context().services.matches.fresh(case.opening.match)
    return match
