"""Login with an API key, and logout."""

from __future__ import annotations

from typing import Any

from flask import Response, g, redirect, request, url_for

from domain.match.envelope import SEAT
from service.app.keys import Principal
from service.app.sessions import LASTS
from service.console.console import COOKIE, HOME, render_page, views
from service.web.access import NOBODY
from service.web.request_context import request_context


@views.get("/login")
def login() -> Response:
    """The form that asks for a key."""
    return render_page("login.html", wanted=wanted_address(request.args.get("next", "")), wrong=False)


@views.post("/login")
def come_in() -> Any:
    """Begin a session with a key, and redirect to the page that was requested."""
    after = wanted_address(request.form.get("next", ""))
    session = request_context().services.sessions.begin(request.form.get("key", "").strip())
    if session is None:
        return render_page("login.html", 401, wanted=after, wrong=True)
    answer = redirect(after or first_page(request_context().services.sessions.principal(session)), 303)
    answer.set_cookie(
        COOKIE, session, max_age=LASTS, path=HOME, secure=request.is_secure, httponly=True, samesite="Strict"
    )
    return answer


def first_page(principal: Principal | None) -> str:
    """The first page of a principal: the match of a seat, the list of matches for others."""
    if principal is not None and principal.scope == SEAT:
        return url_for("console.match", match_id=principal.match_id)
    return url_for("console.matches")


@views.post("/logout")
def go_out() -> Any:
    """End the session."""
    if g.asker is not NOBODY:
        request_context().services.sessions.end(g.session)
    answer = redirect(url_for("console.login"), 303)
    answer.delete_cookie(COOKIE, path=HOME, httponly=True, samesite="Strict")
    return answer


def wanted_address(address: str) -> str:
    """The requested address if it is one of the console, else empty."""
    own = address.startswith(f"{HOME}/") and "//" not in address and "\\" not in address and address.isprintable()
    return address if own else ""
