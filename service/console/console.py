"""The console's blueprint: sessions, security headers, and problems as pages.

The cookie is valid only here; the API takes the key itself. Forms carry a token that only pages of the session contain.
A request from another site is refused before anything else.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, current_app, g, redirect, render_template, request, url_for
from markupsafe import Markup
from marshmallow import Schema, ValidationError

from domain.judging.cases.commands import Open
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import whole_number
from domain.match.envelope import Actor
from service.app.match.matches import Unknown
from service.app.rulebooks import all_rules, rule_of
from service.console.forms.fields import read_place
from service.console.forms.refusals import refusal_words
from service.console.words import OFFICES, actor_words, capitalise, duration, look_words, source_words, time_left
from service.present.text.case_lines import by_book, utc
from service.present.text.endings import ending_sentence
from service.present.text.names import amount, in_words, step_said
from service.present.text.words_of_games import game_title
from service.store.damage import DAMAGED
from service.web.access import NOBODY, about_match, asker_of
from service.web.case.case_access import open_cases_of
from service.web.case.case_replies import CaseSummaryReply
from service.web.problems import Problem, problem_of
from service.web.request_context import request_context
from service.web.request_parts import refuse_nul

COOKIE = "praetor_console"
HOME = "/console"
STATIC = files("service.console").joinpath("static")
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind} 'self'" for kind in ("script-src", "style-src", "img-src", "connect-src", "form-action")),
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
SAFETY = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PLACED = ("at", "from", "to")  # parameters that take a version, or a place in one
NOT_CALLED = "judging.look.recorded"
KEPT = "public, max-age=31536000, immutable"

RULE_ID = re.compile(r"\b[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+")

views = Blueprint("console", __name__, url_prefix=HOME, template_folder="templates")


class File(msgspec.Struct, frozen=True):
    """A static file: its bytes, its media type, and its cache tag."""

    content: bytes
    type: str
    tag: str


def read_files() -> dict[str, File]:
    """Every static file by name."""
    found = {}
    for each in STATIC.iterdir():
        content = each.read_bytes()
        found[each.name] = File(content, TYPES[each.name.rpartition(".")[2]], sha256(content).hexdigest()[:16])
    return found


FILES = read_files()


@views.get("/static/<name>")
def static(name: str) -> Response:
    """A static file; browsers may keep it, since its address changes with its content. Raises Problem 404."""
    file = FILES.get(name)
    if file is None:
        raise Problem(404, "request.unknown-path")
    return Response(file.content, headers={"Cache-Control": KEPT}, content_type=file.type)


@views.app_template_global("file_url")
def file_url(name: str) -> str:
    """The address of a static file, with its cache tag."""
    return url_for("console.static", name=name, v=FILES[name].tag)


# --- the session


@views.before_request
def recognise_session() -> None:
    """Set the principal of the request from its session. Refuses a form that no page of the console sent."""
    g.session = request.cookies.get(COOKIE, "")
    # a form may do what a key that was revoked a moment ago may do no more
    fresh = request.method == "POST"
    principal = request_context().services.sessions.principal(g.session, fresh) if g.session else None
    g.asker = principal or NOBODY
    if request.method == "POST":
        same_site()
        refuse_nul(request.form.to_dict(flat=False))


def same_site() -> None:
    """Raises Problem 403 unless a page of this session sent the form."""
    origin = request.headers.get("Origin", "")
    elsewhere = request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")
    if elsewhere or (origin and origin != request.host_url.rstrip("/")):
        raise Problem(403, "request.other-site")
    if g.asker is not NOBODY and not hmac.compare_digest(request.form.get("token", "").encode(), form_token().encode()):
        raise Problem(403, "request.form-token")


def form_token() -> str:
    """The token in the forms of a session."""
    return hmac.new(g.session.encode(), b"form", sha256).hexdigest()


@views.after_request
def add_safety_headers(response: Response) -> Response:
    """Add the security headers. Pages are revalidated on each request and vary with the session's cookie.

    Returns the response.
    """
    for name, value in SAFETY.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.add("Vary", "Cookie")
    return response


# --- pages


def read_query(schema: Schema, names: Iterable[str], values: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The parameters with these names, read by a schema of the API. Raises Problem 422.

    A place may be written as on the pages (v2).
    """
    source = request.args if values is None else values
    given = {name: read_place(source[name]) if name in PLACED else source[name] for name in names if source.get(name)}
    try:
        read: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        raise Problem(422, "request.shape", because={"query": error.messages}) from error
    return read


def render_page(template: str, status: int = 200, **given: Any) -> Response:
    """A page of HTML."""
    asker = g.get("asker", NOBODY)
    whose = {"asker": asker if asker is not NOBODY else None, "token": form_token() if asker is not NOBODY else ""}
    page = render_template(f"console/{template}", **whose, **given)
    return Response(page, status, content_type="text/html; charset=utf-8")


@views.errorhandler(Exception)
def problem_page(error: Exception) -> Response:
    """A problem as a page; without a session, a request for a page gets the login form."""
    problem = problem_of(error)
    g.rule = problem.rule
    if problem.status == 401 and request.method == "GET":
        query = urlencode({"next": request.full_path.rstrip("?")})
        return with_headers(Response(status=303, headers={"Location": f"{url_for('console.login')}?{query}"}))
    broken = error.match_id if isinstance(error, DAMAGED) else ""
    shown: dict[str, Any] = {"problem": refusal_words(problem), "number": problem.status, "broken": broken}
    shown |= {"events": problem.status == 403 and "event" in problem.because}
    shown |= return_links("" if broken else (request.view_args or {}).get("match_id", ""), problem)
    shown["login"] = login_address()
    response = render_page("problem.html", problem.status, **shown)
    response.headers.update(problem.headers)
    return with_headers(response)


def login_address() -> str:
    """The address of the login form, from which one comes back to the page whose form was sent."""
    return url_for("console.login", next=page_of_form() or None)


def page_of_form() -> str:
    """The address of the page whose form was sent; empty where it is not known."""
    of = request.view_args or {}
    if "case_id" in of:
        return url_for("console.case", case_id=of["case_id"])
    if "event_id" in of:
        numbers = [whole_number(each) for each in request.form.get("page", "").split(".")]
        if len(numbers) == 2 and None not in numbers:
            return url_for("console.table", event_id=of["event_id"], round=numbers[0], table=numbers[1])
        return url_for("console.event", event_id=of["event_id"])
    is_page = current_app.url_map.bind(request.host).test(request.path, method="GET")
    return request.full_path.rstrip("?") if is_page else ""


def return_links(match_id: str, problem: Problem) -> dict[str, str]:
    """The links from a problem about a match, for those who may read the match.

    They lead to the match, unless its page was refused, and to opening a case, for a judge if none is open.
    """
    if not match_id or not may_read(match_id):
        return {}
    address = url_for("console.match", match_id=match_id)
    links = {} if request.full_path.rstrip("?") == address else {"back": address}
    if problem.rule == NOT_CALLED and may_call(match_id):
        links["call"] = url_for("console.call", match_id=match_id)
    return links


@views.app_template_global("may_call")
def may_call(match_id: str, freeze: bool = True) -> bool:
    """Whether the asker may open a case about a match now, or without `freeze` a note."""
    principal = about_match(match_id, g.asker)
    by, opening = Actor(principal.actor, principal.scope), Open(match_id, freeze=freeze)
    return bool(principal.scope) and request_context().services.cases.open_refusal(opening, by=by) is None


@views.app_template_global("open_cases_of")
def open_cases_read(match_id: str) -> list[CaseSummaryReply]:
    """The open cases about a match that the asker may know of."""
    return open_cases_of(match_id, g.asker)


def may_read(match_id: str) -> bool:
    """Whether the asker may read a match; False if it does not exist."""
    try:
        asker_of(match_id)
        request_context().services.matches.cached_match(match_id)
    except (Problem, Unknown, *DAMAGED):
        return False
    return True


def with_headers(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


@views.get("/")
@views.get("", strict_slashes=False)
def home() -> Any:
    """The first page."""
    return redirect(url_for("console.matches"), 303)


@views.get("/<path:path>")
def nowhere(path: str) -> Any:
    """Redirect the address of a form to the page that it belongs to.

    Raises Problem 404 for every other unknown address.
    """
    about_what = path.split("/")[:2]
    if len(about_what) < path.count("/") + 1 and is_of_a_form():
        return redirect(f"{HOME}/{'/'.join(about_what)}", 303)
    raise Problem(404, "request.unknown-path")


def is_of_a_form() -> bool:
    """Whether the address of the request takes a form."""
    adapter = current_app.create_url_adapter(request)
    return adapter is not None and bool(adapter.test(method="POST"))


views.add_app_template_filter(duration, "duration")
views.add_app_template_filter(time_left, "time_left")
views.add_app_template_filter(in_words, "plain")
views.add_app_template_filter(actor_words, "actor")
views.add_app_template_filter(amount, "counted")
views.add_app_template_filter(join_names, "listed")
views.add_app_template_filter(capitalise, "titled")
views.add_app_template_filter(lambda viewer: OFFICES.get(viewer, viewer), "viewer")
views.add_app_template_filter(step_said, "step")
views.add_app_template_filter(utc, "utc")
views.add_app_template_filter(game_title, "game")
views.add_app_template_filter(look_words, "looked")
views.add_app_template_filter(source_words, "source")
views.add_app_template_filter(lambda rule: rule_of(rule).title or rule, "rule_title")
views.add_app_template_filter(by_book, "by_book")


views.add_app_template_global(ending_sentence)


@views.app_template_global("rule_link")
def rule_link(rule: str, match: str = "") -> Markup:
    """A link to the page of a rule, with its title; the id is shown on pointing and to screen readers."""
    address = url_for("console.rule", rule=rule, match=match or None)
    return Markup('<a class="rule" href="{}" title="{}">{}</a>').format(address, rule, rule_of(rule).title or rule)


@views.app_template_filter("rules_linked")
def rules_linked(text: str) -> Markup:
    """The text with the ids of rules replaced by links with their titles."""
    said, done = Markup(""), 0
    for found in RULE_ID.finditer(text):
        if found.group() not in all_rules():
            continue
        said += text[done : found.start()] + rule_link(found.group())
        done = found.end()
    return said + text[done:]
