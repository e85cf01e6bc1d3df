"""A position from paper: typed or edited, checked line by line, then shown and asked about like a match.

Read `positions` (the page), then `PaperPage`. Nothing is stored: page and server exchange the text, unless an organizer
opens a match from it.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import msgspec
from flask import Response, g, request, url_for
from markupsafe import Markup
from msgspec import Struct, structs

from domain.games import DEFAULT, GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.comparing import view_of_position
from domain.judging.inquiry.view_changes import view_at
from domain.kernel.deciding import explain_checks_of
from domain.kernel.flow.endings import MatchOver
from domain.kernel.ids import ADMIN, JUDGE, PUBLIC, Seat
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import Actor
from service.app.keys import Principal
from service.console.case.cases import token_of
from service.console.console import render_page, views
from service.console.forms.named_command import command_fields, compose_command
from service.console.forms.refusals import refusal_words
from service.console.match.differences import group_pieces, unique_fields
from service.console.match.match_page import MatchPage, Viewing
from service.console.match.pages import match_page_of
from service.console.match.questions import ComparedSide, card_labels, first_awaited
from service.files.starting_positions import game_of_text, moment_position, start_text, starts
from service.files.typed_positions import TypedPosition, count_known_keys, read_typed
from service.games import presentation_of
from service.web.access import JUDGES, OPENERS, require_somebody
from service.web.branch.compared_sides import ComparisonSide
from service.web.match.opening import check_numbers, issue_seat_keys, match_id_of, open_once
from service.web.match.places import MatchPlace
from service.web.match.questions import compare_with_position, viewer_named
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import command_named

COMPARE, EXPLAIN, OPEN = "compare", "explain", "open"


class PaperPage(MatchPage):
    """A typed table, shown as a match that has just begun."""

    def __init__(self, read: TypedPosition, viewer: str) -> None:
        assert read.match is not None
        match = read.match
        seen = Viewing(MatchPlace(match.version), match, viewer_named(match, viewer), True)
        super().__init__(Chronicle(match, {match.version: read.event}), seen, "", viewer)

    @property
    def board(self) -> Markup:
        """The board as a picture, without links."""
        drawn = presentation_of(self.game).drawing
        return Markup(drawn(self.view)) if drawn else Markup("")

    @property
    def chart(self) -> str:
        """The address of the timing chart."""
        return url_for("console.timing", game=self.game)


class PaperSide(Struct, frozen=True):
    """The typed side of a comparison, which has no address and no places."""

    title: str = "on paper"
    address: str = ""

    def at(self, place: object) -> str:
        return ""


class PositionForm(Struct, frozen=True):
    """The parameters of the page: match, version, viewer, text and action."""

    principal: Principal
    match: str
    at: str
    viewer: str
    do: str

    @property
    def may_open(self) -> bool:
        return self.principal.scope in OPENERS


def position_form() -> PositionForm:
    """The parameters in the request. Raises Problem 401."""
    given = request.values
    principal = require_somebody(g.asker)
    match, at, viewer = (given.get(name, "")[:80] for name in ("match", "at", "as"))
    return PositionForm(principal, match, at, viewer, EXPLAIN if "why" in given else given.get("do", ""))


@views.get("/positions")
def positions() -> Response:
    """The form, prefilled with a version of a match or with a named position.

    Raises Problem 404 for an unknown name.
    """
    wanted = position_form()
    name, game = request.args.get("start", "")[:80], request.args.get("game", "")
    text, note = "", ""
    if wanted.match:
        version, text, note = match_position(wanted)
        wanted = structs.replace(wanted, at=str(version))
    elif name:
        try:
            text = start_text(name)
            game = game_of_text(text)
        except KeyError as error:
            raise Problem(404, "request.unknown", because={"start": name}) from error
    return paper_page(wanted, TypedPosition(text, game if game in GAMES else DEFAULT), note=note)


def match_position(wanted: PositionForm) -> tuple[int, str, str]:
    """The version that can be written, its position as text, and a note if the version is an earlier one.

    For judges who may see all of the match: raises Problem 403, and Refused where the version is not shown or cannot be
    written.
    """
    if wanted.principal.scope not in JUDGES:
        raise Problem(403, "request.scope", because={"scope": wanted.principal.scope, "needed": list(JUDGES)})
    page = match_page_of(wanted.match)
    if page.kept_out is not None:
        raise Refused(page.kept_out)
    try:
        version, text = moment_position(page.chronicle, page.version, whole=wanted.principal.scope == ADMIN)
    except NoPosition as error:
        raise Refused(error.refusal) from error
    if version == page.version:
        return version, text, ""
    ending = version_of_end(page)
    why = (
        "has ended the match, and a position goes on" if ending else "lies inside a sequence, which is not written down"
    )
    return version, text, f"v{ending or page.version} {why}. This is v{version}, the last before it."


def version_of_end(page: MatchPage) -> int:
    """The version that ended the match of a page, also where judges' events follow it; 0 while it goes on."""
    chronicle = page.chronicle
    if chronicle.at(page.version).table.over is None:
        return 0
    path = chronicle.at(page.version).path()
    ends = (each for each in path if any(isinstance(fact, MatchOver) for fact in chronicle.events[each].facts))
    return max(ends, default=page.version)


@views.post("/positions")
def typed_in() -> Response:
    """The typed position: its errors by line, or its table and open window, and the answer to a question."""
    wanted = position_form()
    text, game = request.form.get("text", "").replace("\r\n", "\n"), request.form.get("game", "")
    read = read_typed(text, game if game in GAMES else DEFAULT, own_cards(wanted))
    if not read.holds:
        other = other_game_meant(read)
        more = {"other_game": other.game, "other_holds": other.holds} if other else {}
        return paper_page(wanted, read, 422, **more)
    try:
        return paper_page(wanted, read, **DONE.get(wanted.do, no_answer)(wanted, read))
    except (Refused, Problem, KeyReused) as error:
        status = error.status if isinstance(error, Problem) else 422
        return paper_page(wanted, read, status, refused=refusal_words(error))


def other_game_meant(read: TypedPosition) -> TypedPosition | None:
    """What was typed, read as the position of another game, where it is valid or more of its keys are known; else None.

    The number of wrong lines tells no game: reading stops early where little of a text is understood.
    """
    others = [read_typed(read.text, game) for game in GAMES if game != read.game]
    own = (False, count_known_keys(read.text, read.game))
    keys = {each.game: (each.holds, count_known_keys(read.text, each.game)) for each in others}
    best = max((each for each in others if each.game != read.game), key=lambda each: keys[each.game], default=None)
    return best if best is not None and keys[best.game] > own else None


def own_cards(wanted: PositionForm) -> str:
    """The own cards of the match with which the position is compared."""
    return str(match_page_of(wanted.match).chronicle.events[1].cmd.cards) if wanted.match else ""


def paper_page(wanted: PositionForm, read: TypedPosition, status: int = 200, **more: Any) -> Response:
    """The page: the form, and below it the result."""
    page = PaperPage(read, wanted.viewer) if read.holds else None
    kind = request.values.get("type", "")
    kinds = {str(each.__struct_config__.tag): each for each in page.match.rules.commands} if page else {}
    shown: dict[str, Any] = {
        "wanted": wanted,
        "text": read.text,
        "game": read.game,
        "games": sorted(GAMES),
        "starts": starts(),
        "faults": read.faults,
        "lines": read.text.splitlines(),
        "page": page,
        "viewers": [JUDGE, *page.match.table.seats, PUBLIC] if page else [],
        "seat": request.values.get("seat", "") or (first_awaited(page) if page else ""),
        "kinds": sorted(kinds),
        "type": kind,
        "fields": command_fields(kinds[kind], request.values, page) if page and kind in kinds else [],
        "things": card_labels(page) if page else {},
        "key": token_hex(12),
        "note": "",
        "other_game": "",
        "other_holds": False,
        "refused": None,
        "checks": None,
        "rows": None,
        "wrong": None,
        "opened": None,
    }
    return render_page("position.html", status, **{**shown, **more})


# --- actions


def no_answer(wanted: PositionForm, read: TypedPosition) -> dict[str, Any]:
    return {}


def explain_answer(wanted: PositionForm, read: TypedPosition) -> dict[str, Any]:
    """The checks of the command that was chosen or composed in the form. Raises Problem 422."""
    assert read.match is not None
    form, match = request.form, read.match
    seat, chosen = form.get("seat", ""), form.get("why", "")
    if chosen:
        seat, _, chosen = chosen.partition(" ")
    elif not form.get("type") or "ask" not in form:
        return {}
    if seat not in match.table.seats:
        raise Problem(422, "match.no-such-seat", because={"seat": seat, "seats": list(match.table.seats)})
    kinds = {str(each.__struct_config__.tag): each for each in match.rules.commands}
    if not chosen and form["type"] not in kinds:
        raise Problem(422, "command.shape", because={"type": form["type"]})
    command = command_named(match, seat, chosen or compose_command(kinds[form["type"]], form))
    checks = explain_checks_of(match.rules, match.table, Seat(seat), command)
    return {"checks": checks, "seat": seat, "command": str(command.__struct_config__.tag)}


def compare_answer(wanted: PositionForm, read: TypedPosition) -> dict[str, Any]:
    """The differences between the match and the typed position. Raises Problem 422 for a position of another game."""
    assert read.match is not None
    assert read.opening is not None
    page = match_page_of(wanted.match)
    if read.game != page.game:
        raise Problem(422, "position.invalid", because={"field": "game", "problem": f"the match is of {page.game}"})
    position = view_of_position(page.newest, read.opening.position, page.viewer, judging=page.judging)
    found, wrong = compare_with_position(page.chronicle, page.version, position, page.viewer, judging=page.judging)
    page.names.look_at(read.match.table, page.viewer)
    sides = (ComparedSide(page, ComparisonSide(page.chronicle, page.version)), PaperSide())
    there = view_at(page.chronicle, page.viewer, page.version, judging=page.judging)
    rows = list(group_pieces(found, there, position, page.names))
    return {"rows": rows, "sides": sides, "names": page.names, "wrong": wrong}


def open_answer(wanted: PositionForm, read: TypedPosition) -> dict[str, Any]:
    """Open a match from the position, for those who may open matches.

    Returns its id and the keys of its seats, which are shown once. Raises Problem 403.
    """
    assert read.opening is not None
    if not wanted.may_open:
        raise Problem(403, "request.scope", because={"scope": wanted.principal.scope, "needed": list(OPENERS)})
    check_numbers(msgspec.json.decode(read.opening.position))
    key = token_of(request.form.get("key", ""))
    match_id = match_id_of(g.session, key)
    matches = request_context().services.matches
    by = Actor(wanted.principal.actor, wanted.principal.scope)
    request_context().services.events.may_open(by, read.opening)
    open_once(matches, match_id, read.opening, key, by)
    keys = issue_seat_keys(request_context().services.keys, matches.cached_match(match_id), g.session, key)
    return {"opened": match_id, "keys": list(keys.items())}


DONE = {EXPLAIN: explain_answer, COMPARE: compare_answer, OPEN: open_answer}

views.add_app_template_filter(unique_fields, "once")
