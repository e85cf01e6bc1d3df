"""Cases in the console: the list, the form that opens one, and the page of a case with its entries and commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice, pairwise
from secrets import token_hex
from typing import Any

from flask import Response, g, redirect, request, url_for
from msgspec import Struct
from msgspec.structs import asdict

from domain.judging.cases import commands as m
from domain.judging.cases.approvals import approval_reasons
from domain.judging.cases.awaiting import AwaitedMove
from domain.judging.cases.case import ANSWERED, APPROVALS, RULED, Case
from domain.judging.cases.checks.appeals import may_appeal
from domain.judging.cases.checks.case_states import is_note
from domain.judging.cases.consents import refusing_seats
from domain.judging.cases.redaction import (
    ALL,
    SEATED,
    TITLES,
    CaseViewer,
    visible_entries,
    withheld_entries,
)
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import ORGANIZER, SEAT, Actor
from domain.tournaments.own_causes import OWN_CAUSE
from service.app.case.precedents import card_meant, names_card
from service.app.match.matches import now
from service.app.rulebooks import all_rules
from service.console.case.command_forms import BY_NAME, OfferedCaseForm, offered_case_forms
from service.console.case.corrections import correction_refusal, read_draft
from service.console.case.course_steps import course_steps
from service.console.case.news import news_of
from service.console.case.precedents import case_links, why_no_scenario
from service.console.case.refused_in_case import refused_in_case
from service.console.case.remedies import KINDS, case_teller
from service.console.console import read_query, render_page, views
from service.console.forms.fields import (
    Field,
    check_filled,
    labels_of,
    option_value,
    read_place,
    split_words,
    typed_values,
)
from service.console.forms.refusal_data import Lines, because_words
from service.console.forms.refusals import refusal_words
from service.console.forms.rules_meant import rule_sought, with_rule_ids
from service.console.tournament.results_at_odds import left_table, reported_result
from service.console.words import capitalise, titles_only
from service.present.text.cases import awaited_sentence, entry_title, reader_words, verdict_sentence
from service.web import schemas
from service.web.access import about_match, asker_of, require_somebody, viewer_of
from service.web.case.case_access import (
    actor_for,
    as_command,
    case_for,
    case_listed,
    case_viewer,
    search_cases,
    tells_judge,
)
from service.web.case.case_documents import (
    SAFETY,
    STYLE,
    case_document,
    case_for_asker,
    export_response,
    nameable_cards,
)
from service.web.case.case_replies import CaseSummaryReply
from service.web.case.record_shown import record_shown
from service.web.match.questions import READS_RULINGS
from service.web.problems import Problem
from service.web.request_context import request_context

CASES_QUERY = schemas.CasesAsked()
SEARCHED = ("text", "rule", "card", "player", "remedy", "state", "match")
CALLED = (
    Field("text", "What is in dispute", "text"),
    Field("moment", "Moment", "name", needed=False),
    Field("rules", "Rules", "rules", needed=False),
)
OFFICES = (SEAT, JUDGE, HEAD_JUDGE, ORGANIZER, ADMIN)
MOST = 200
# what a refusal says of who asks, and how its data about the case are called
OF_ASKER = frozenset({"actor", "role", "seats"})
OF_CASE = {
    "judge": "in charge",
    "read": "in charge as you read it",
    "state": "the case is",
    "needed": "given by",
    "awaited": "waits for",
    "seconds": "time to appeal",
    "done": "carried out already, by ruling",
}
# what the refusal of a form names beside its fields; `whose` is the opportunity that was to be given to another seat
OF_FORM = {"read": OF_CASE["read"], "done": OF_CASE["done"], "whose": "it is for"}
# why a ruling waits for an approval
OF_APPROVAL = {
    "seat": "for",
    "needs": "by",
    "earlier": "counted before",
    "allowed": "the ladder gives",
    "given": "ruled",
}
ONE_OPEN = "judging.case.one-open"
LOOK, CLOSE = "look_taken", "close"
BRANCH = re.compile(schemas.BRANCH)


class CaseInTheWay(Struct, frozen=True):
    """An open case because of which another is not opened: whether it takes the asker's statement, and is a note."""

    id: str
    hears: bool
    is_note: bool


class Appealable(Struct, frozen=True):
    """A ruling that seats may still accept or appeal: those seats, until when the case waits, whether it does still."""

    seats: tuple[str, ...]
    until: datetime
    waits: bool


@views.get("/cases")
def cases() -> Response:
    """The cases that the asker may know of, newest first: open cases and precedents.

    A search that cannot be made is explained beside the search form, which keeps its text.
    """
    given = {name: request.args.get(name, "").strip() for name in SEARCHED}
    shown: dict[str, Any] = {"asked": given, "searched": SEARCHED, "remedies": KINDS}
    try:
        rule = rule_sought(given["rule"])
        query = read_query(CASES_QUERY, SEARCHED, {**given, "rule": rule})
    except Problem as error:
        if error.status != 422:
            raise
        return render_page(
            "cases.html", 422, cases=(), refused=refusal_words(error, labels={"rule": "Rule"}), rule="", **shown
        )
    some = islice(search_cases(query, g.asker), MOST)
    found = [{**asdict(case_listed(case, eyes)), "tells_judge": tells_judge(eyes)} for case, eyes in some]
    unknown = "" if found or names_card(given["card"]) else given["card"]
    shown |= {"unknown": unknown, "meant": card_meant(unknown) if unknown else ""}
    return render_page("cases.html", cases=found, refused=None, rule=rule, **shown)


@views.app_template_global("calls_waiting")
def calls_waiting() -> list[CaseSummaryReply]:
    """The cases that freeze a match and that no judge has taken, the oldest first; none for who judges nothing."""
    if not g.asker or g.asker.scope not in (JUDGE, HEAD_JUDGE):
        return []
    query = read_query(CASES_QUERY, ("state",), {"state": "opened"})
    found = (case_listed(case, eyes) for case, eyes in islice(search_cases(query, g.asker), MOST))
    return [each for each in found if each.frozen and not each.judge][::-1]


@views.get("/matches/<match:match_id>/case")
def call(match_id: str) -> Response:
    """The form that opens a case. Raises Refused where the asker may open none."""
    require_somebody(asker_of(match_id))
    match = request_context().services.matches.fresh(match_id)
    given = {name: request.args.get(name, "") for name in ("moment", "note")}
    principal = about_match(match_id, g.asker)
    by = Actor(principal.actor, principal.scope)
    # a case may be in the way of another one, and the asker's own note in that of another note
    openings = (m.Open(match_id), m.Open(match_id, freeze=False))
    refusals = [request_context().services.cases.open_refusal(each, by=by) for each in openings]
    if refusals[0] is not None and refusals[0].rule != ONE_OPEN:
        raise Refused(refusals[0])
    in_the_way = {found.id: found for each in refusals for found in cases_in_the_way(each)}
    shown: dict[str, Any] = {"match": match, "given": given, "key": token_hex(12), "refused": None}
    return render_page("call.html", in_the_way=list(in_the_way.values()), **shown)


@views.post("/matches/<match:match_id>/case")
def call_judge(match_id: str) -> Any:
    """Open a case about a match and freeze the match."""
    principal = require_somebody(asker_of(match_id))
    form = request.form
    given = {"moment": read_place(form.get("moment", "")), "text": form.get("text", "")}
    case_id = f"c-{token_of(form.get('key', ''))}"
    try:
        check_filled(CALLED, form)
        rules = split_words(
            with_rule_ids(form, request_context().services.matches.fresh(match_id).rules.name).get("rules", "")
        )
        opening = {"match": match_id, **given, "rules": rules, "freeze": "note" not in form}
        command = as_command(opening, m.Open)
        request_context().services.cases.open(case_id, command, by=actor_for(principal), key=form.get("key", ""))
    except (Refused, Problem) as error:
        match = request_context().services.matches.fresh(match_id)
        refused, in_the_way = (
            refusal_words(error, labels=labels_of(CALLED)),
            cases_in_the_way(getattr(error, "refusal", None)),
        )
        if in_the_way:
            refused = {**refused, "because": []}
        more = {"in_the_way": in_the_way, "given": form, "refused": refused}
        return render_page("call.html", 422, match=match, key=token_hex(12), **more)
    return redirect(url_for("console.case", case_id=case_id), 303)


def cases_in_the_way(refusal: Refusal | None) -> list[CaseInTheWay]:
    """The open cases because of which no other is opened, those that the asker may read."""
    named = refusal.because.get("cases", ()) if refusal is not None and refusal.rule == ONE_OPEN else ()
    found = [case_if_readable(str(each)) for each in named] if isinstance(named, (list, tuple)) else []
    return [case_in_the_way(each) for each in found if each is not None]


def case_if_readable(case_id: str) -> Case | None:
    """A case, or None where the asker may not read it."""
    try:
        return case_for(case_id, g.asker)
    except Problem:
        return None


def case_in_the_way(found: Case) -> CaseInTheWay:
    """What the form of a new case says of an open one."""
    by = actor_for(g.asker, found.opening.match)
    hears = request_context().services.cases.refusal(found.id, m.State("?"), by=by) is None
    return CaseInTheWay(found.id, hears, is_note(found))


def token_of(key: str) -> str:
    """The part of a form's key that names the resource to create. Raises Problem 422."""
    if not (len(key) == 24 and key.isalnum() and key.isascii() and key == key.lower()):
        raise Problem(422, "request.form-token")
    return key


@views.get("/cases/<case:case_id>")
def case(case_id: str) -> Response:
    """A case: its state, its entries as the asker may read them, and the commands that may be given now.

    A page that follows a case asks with what it shows (`since`): it is told that there is news, and stays as it is,
    since its reader may be writing.
    """
    found = case_for(case_id, g.asker)
    if since := request.args.get("since"):
        return Response(status=204) if since == news_of(found, g.asker) else render_page("case_news.html", case=found)
    return case_page(found)


def case_page(found: Case, status: int = 200, **more: Any) -> Response:
    """The page of a case; `refused` and `given` belong to a form that was refused."""
    if not found.opening.match:
        # a precedent has no links into its match and takes no commands
        return export_response(found.id, "html")
    eyes = case_viewer(found, g.asker)
    assert eyes is not None
    no_scenario, words = why_no_scenario(found, eyes), case_in_words(found, eyes)
    moves = offered_moves(found, words["summary"].waits_for)
    shown = {
        **words,
        "moves": moves,
        "remedies_wait": waits_with_remedies(moves),
        "is_note": is_note(found),
        "why_not": partial(why_not, found),
        "ways": case_links(found, eyes, no_scenario),
        "no_scenario": no_scenario,
        "record_shows": record_shown(found, eyes, g.asker),
        "refused_commands": refused_in_case(found, eyes),
        "reported": reported_result(found.opening.match) if eyes.how in (ALL, SEATED) else None,
        "left_table": left_table(found.opening.match) if eyes.how == ALL else None,
        "appeal": appeal_of(found) if eyes.how in (ALL, SEATED) else None,
    }
    return render_page(
        "case.html",
        status,
        **{
            **shown,
            "news": news_of(found, g.asker),
            "key": token_hex(12),
            "refused": None,
            "given": {},
            "tried": "",
            **more,
        },
    )


def why_not(found: Case, refusal: Refusal) -> Lines:
    """What the refusal of a command that must wait says of the case, beside its rule: not who asks."""
    about = {name: value for name, value in refusal.because.items() if name not in OF_ASKER}
    if isinstance(remedy := about.get("remedy"), dict):
        about["remedy"] = case_teller(found).remedy(remedy)
    labels = {**OF_CASE, "judge": "has a part"} if refusal.rule == OWN_CAUSE else OF_CASE
    return because_words(about, labels=labels)


def case_in_words(found: Case, eyes: CaseViewer) -> dict[str, Any]:
    """The values of a case page for a viewer: the state, the entries, and the helpers that put them into words."""
    cards = nameable_cards(found)
    return {
        "case": found,
        "telling": case_teller(found),
        "owed": readable_owed_penalties(found, eyes),
        "approved": readable_approvals(found, eyes),
        "unremedied": eyes.how == SEATED and is_remedy_owed(found),
        "refusing": [case_teller(found).seat(each) for each in refusing_seats(found, eyes)],
        "approval_reasons": readable_approval_reasons(found, eyes),
        "replaced": replaced_rulings(found),
        "steps": course_steps(found.state, (each["kind"] for each in visible_entries(found, eyes))),
        "summary": case_listed(found, eyes),
        "tells_judge": tells_judge(eyes),
        "entries": group_looks(
            [{**each, "links": links(each, found.opening.match)} for each in visible_entries(found, eyes)]
        ),
        "withheld": withheld_entries(found, eyes),
        "titles": {key: card.title for key, card in cards.items()},
    }


def is_remedy_owed(found: Case) -> bool:
    """Whether a remedy was ruled that is not carried out yet."""
    ruled = found.state in (RULED, ANSWERED) and found.ruling is not None and bool(found.ruling.remedy)
    return ruled and found.remedied != len(found.rulings)


def readable_owed_penalties(found: Case, eyes: CaseViewer) -> list[str]:
    """The penalties that were ruled and not carried out, if the viewer may read rulings."""
    return case_teller(found).owed_penalties if eyes.how in READS_RULINGS else []


def readable_approvals(found: Case, eyes: CaseViewer) -> list[str]:
    """Who has approved the ruling that holds, if the viewer may read approvals."""
    given = (each for each in found.entries if isinstance(each, APPROVALS) and each.number == len(found.rulings))
    return list(dict.fromkeys(each.actor for each in given)) if eyes.how in (ALL, TITLES) else []


def readable_approval_reasons(found: Case, eyes: CaseViewer) -> list[tuple[str, Lines]]:
    """Why the ruling waits for an approval, by rule, if the viewer may read approvals."""
    if eyes.how not in (ALL, TITLES) or not found.opening.match:
        return []
    teller = case_teller(found)
    titles = titles_only({**teller.titles, **{seat: teller.seat(seat) for seat in found.opening.seats}})
    reasons = approval_reasons(found, teller.setting)
    return [(each.rule, because_words(each.because, titles, OF_APPROVAL)) for each in reasons]


def replaced_rulings(found: Case) -> dict[int, tuple[int, int]]:
    """The rulings that another has replaced, by the number of their entry: the number of that ruling, and its entry."""
    made = [n for n, each in enumerate(found.entries, 1) if getattr(each, "ruling", None) is not None]
    return {entry: (number + 1, after) for number, (entry, after) in enumerate(pairwise(made), 1)}


@views.get("/cases/<case:case_id>/print")
def to_print(case_id: str) -> Response:
    """The case as a page to print, in the same words as its own page, with the cards that its asker may know."""
    found, eyes = case_for_asker(case_id)
    if not found.opening.match:
        return export_response(case_id, "html")
    document, signed = case_document(found, eyes)
    signature = signed.signature if signed is not None else None
    shown = {**case_in_words(found, eyes), "document": document, "signature": signature, "style": STYLE}
    response = render_page("print.html", **shown)
    response.headers.update(SAFETY)
    return response


def appeal_of(found: Case) -> Appealable | None:
    """The seats that may still accept or appeal the ruling, and how long the case waits for them; None without any."""
    waits = found.appealable(now(), m.APPEAL_SECONDS)
    open_to = (lambda seat: seat not in found.accepted) if waits else partial(may_appeal, found)
    seats = tuple(filter(open_to, found.opening.seats))
    if not seats:
        return None
    until = datetime.fromisoformat(found.ruled_at) + timedelta(seconds=m.APPEAL_SECONDS)
    return Appealable(seats, until, waits)


def group_looks(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries, with consecutive looks joined into one."""
    found: list[dict[str, Any]] = []
    for each in entries:
        if each["kind"] != LOOK:
            found.append(each)
        elif found and found[-1]["kind"] == LOOK:
            found[-1]["looks"].append(each)
        else:
            found.append({**each, "looks": [each]})
    return found


def waits_with_remedies(moves: list[OfferedCaseForm]) -> bool:
    """Whether the asker may freeze the match, before which no remedy is previewed."""
    offered = {each.move.name for each in moves if each.refusal is None}
    return "freeze" in offered and not any(each.startswith("preview-") for each in offered)


def offered_moves(found: Case, waits: Sequence[AwaitedMove]) -> list[OfferedCaseForm]:
    """The commands that the asker may give in a case, which waits for some."""
    match_id = found.opening.match
    if about_match(match_id, g.asker).scope not in OFFICES:
        return []
    return list(offered_case_forms(found, actor_for(g.asker, match_id), waits))


def links(entry: dict[str, Any], match: str) -> list[str]:
    """The links of an entry: to places of the match, to branches, and to other evidence as written."""
    named = [entry.get("moment", ""), *entry.get("links", ())]
    return [str(each).removeprefix(f"{match}@") for each in named if each]


@views.get("/cases/<case:case_id>/correction")
def correction(case_id: str) -> Response:
    """The form of a correction, whose changes are added one by one and each checked; for those who may preview it."""
    return correction_page(case_for(case_id, require_somebody(g.asker)))


def correction_page(found: Case, status: int = 200, **more: Any) -> Response:
    case_id, by = found.id, actor_for(g.asker, found.opening.match)
    if refusal := request_context().services.cases.refusal(
        case_id, m.Preview({"kind": "correction", "changes": []}), by=by
    ):
        raise Refused(refusal)
    chronicle = request_context().chronicles.of(found.opening.match)
    wanted = JUDGE if request.values.get("as") == JUDGE else PUBLIC
    viewer = viewer_of(chronicle.match, g.asker, wanted)
    draft = read_draft(chronicle.match, chronicle.events, viewer, request.values)
    shown = {"case": found, "version": chronicle.newest, "viewer": wanted, "draft": draft}
    return render_page("correction.html", status, **{**shown, "key": token_hex(12), "refused": None, **more})


@views.post("/cases/<case:case_id>/correction")
def preview_correction(case_id: str) -> Any:
    """Preview a correction. A refusal is shown on the page, together with the changes."""
    principal, form = require_somebody(g.asker), request.form
    found = case_for(case_id, principal)
    remedy = {
        "kind": "correction",
        "changes": option_value(form.get("changes", "")),
        **({"ends": True} if form.get("ends") else {}),
    }
    try:
        command, key = m.Preview(remedy), token_of(form.get("key", ""))
        entered = request_context().services.cases.move(
            case_id, command, by=actor_for(principal, found.opening.match), key=key
        )
    except (Refused, Problem, KeyReused) as error:
        match = request_context().services.matches.fresh(found.opening.match)
        return correction_page(found, 422, refused=correction_refusal(error, match))
    return redirect(f"{url_for('console.case', case_id=found.id)}#entry-{entered.entry}", 303)


@views.post("/cases/<case:case_id>/<name>")
def move(case_id: str, name: str) -> Any:
    """Give a command to a case. A refusal is shown on the page of the case, together with the form data.

    Raises Problem 404.
    """
    principal = require_somebody(g.asker)
    found = case_for(case_id, principal)
    if name not in BY_NAME:
        raise Problem(404, "request.unknown-path")
    require_somebody(about_match(found.opening.match, principal))
    form = request.form
    try:
        given = with_rule_ids(typed_values(form), found.opening.game)
        check_filled(BY_NAME[name].fields(found, actor_for(principal)), given)
        made, key = BY_NAME[name].command(given), token_of(form.get("key", ""))
        # each of several commands has a key of its own, so that what is sent again gives none twice
        keyed = [(each, f"{key}-{n}") for n, each in enumerate(made)] if isinstance(made, tuple) else [(made, key)]
        cases, by = request_context().services.cases, actor_for(principal)
        entered = [cases.move(case_id, command, by=by, key=each) for command, each in keyed][-1]
    except (Refused, Problem, KeyReused) as error:
        newest = case_for(case_id, principal)
        by = Actor(principal.actor, principal.scope)  # a viewer without an office in the case is also told the reason
        labels = {**OF_FORM, **labels_of(BY_NAME[name].fields(newest, by))}
        titles = titles_only(case_teller(newest).titles)
        return case_page(newest, 422, refused=refusal_words(error, titles, labels), given=form, tried=name)
    return redirect(f"{url_for('console.case', case_id=found.id)}#entry-{entered.entry}", 303)


views.add_app_template_filter(lambda kind, alone=False: capitalise(entry_title(kind, alone)), "entry_title")
views.add_app_template_filter(awaited_sentence, "awaited")
views.add_app_template_filter(verdict_sentence, "verdict")
views.add_app_template_filter(reader_words, "reader")
views.add_app_template_test(lambda rule: rule in all_rules(), "known_rule")
