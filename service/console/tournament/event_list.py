"""The list of events, and the form of a new event for those who may create one.

The form has the fields of the API's request and the same checks and rules.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

import msgspec
from flask import Response, redirect, request, url_for
from msgspec.structs import asdict

from domain.games import GAMES
from domain.kernel.formats.json_text import NotJson, read_json
from domain.kernel.ids import HEAD_JUDGE
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.regulation import regulations
from service.app.keys import Principal
from service.console.case.cases import token_of
from service.console.console import render_page, views
from service.console.forms.fields import Field, Given, check_filled, labels_of, typed_values
from service.console.forms.refusals import refusal_words
from service.console.tournament.names_in_forms import COMMAS, KEYLESS, one_name_a_line, require_keys
from service.console.tournament.tournaments import EXPORTS
from service.present.text.words_of_games import game_title
from service.web.access import OPENERS, asker, require_scope, require_somebody
from service.web.case.case_access import as_command
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.tournament.tournament_access import NAMELESS, require_regulation, sight_of
from service.web.tournament.tournament_documents import event_summary

# what stands for a regulation that is written into the form
OWN = "own"


@views.get("/events")
def events() -> Response:
    """The events that the asker may read, and the form of a new one for those who may create it."""
    return events_page()


def events_page(status: int = 200, **tried: Any) -> Response:
    """The page of the events; `refused` and `given` belong to a form that was refused."""
    principal = require_somebody(asker())
    sights = [(each, sight_of(each, principal)) for each in request_context().services.events.all()]
    found = [{**asdict(event_summary(each)), "opens": sight != NAMELESS} for each, sight in sights if sight]
    shown: dict[str, Any] = {"events": found, "exports": EXPORTS, "fields": new_event_fields(principal)}
    return render_page("events.html", status, **{**shown, "key": token_hex(12), "refused": None, "given": {}, **tried})


def new_event_fields(principal: Principal) -> tuple[Field, ...]:
    """The fields of a new event; empty for a viewer who may not create one."""
    if principal.scope not in OPENERS:
        return ()
    return (
        Field("name", "Name"),
        Field("game", "Game", "choice", tuple((each, game_title(each)) for each in GAMES)),
        Field(
            "regulation",
            "Regulation",
            "choice",
            (*((each.name, each.title) for each in regulations().values()), (OWN, "one of your own, below")),
        ),
        Field("own", "Your own regulation", "names", needed=False, hint="In JSON, as the API takes it."),
        Field("judges", "Judges, one a line", "names", needed=False, hint="The names of their keys"),
        COMMAS,
        Field("head-judge", "Head judge", "name", needed=False, hint="The name of the key"),
        KEYLESS,
    )


@views.post("/events")
def create_event() -> Any:
    """Create an event with the sender as organizer. A refusal is shown on the page, together with the form data."""
    principal, form = require_scope(*OPENERS), typed_values(request.form)
    fields = new_event_fields(principal)
    try:
        event_id = f"e-{token_of(form.get('key', ''))}"
        check_filled(fields, form)
        command = as_command({"type": "create_event", **asked_for(form)}, c.CreateEvent)
        by = Actor(principal.actor, principal.scope)
        request_context().services.events.create(event_id, command, asker=by, key=form.get("key", ""))
    except (Refused, Problem, KeyReused) as error:
        return events_page(422, refused=refusal_words(error, labels=labels_of(fields)), given=form)
    return redirect(url_for("console.event", event_id=event_id), 303)


def asked_for(form: Given) -> dict[str, Any]:
    """The fields of the command. Raises Problem 404, and 422 with each wrong field."""
    faults: dict[str, list[str]] = {}

    def read(make: Callable[[], Any]) -> Any:
        """What is made of a field; nothing where it is wrong, which is kept to be told with the others."""
        try:
            return make()
        except Problem as error:
            if not {"field", "problem"} <= error.because.keys():
                raise
            faults.setdefault(str(error.because["field"]), []).append(str(error.because["problem"]))

    head = form.get("head-judge", "").strip()
    rules = read(lambda: regulation_asked_for(form))
    judges = dict.fromkeys(read(lambda: one_name_a_line(form, "judges")) or (), "judge")
    judges.pop(head, None)
    chief = {head: HEAD_JUDGE} if head else {}
    read(lambda: require_keys(judges, form, "judges"))
    read(lambda: require_keys(chief, form, "head-judge"))
    if faults:
        raise Problem(422, "request.shape", because={"fields": faults})
    return {"name": form.get("name", ""), "game": form.get("game", ""), "regulation": rules, "staff": judges | chief}


def regulation_asked_for(form: Given) -> Any:
    """The values of the regulation that is chosen or written. Raises Problem 404, 422 unless it is exactly one."""
    named, own = form.get("regulation", ""), form.get("own", "").strip()
    named = "" if named == OWN else named
    if bool(named) == bool(own):
        problem = "choose one, or write one of your own" if not own else "one is chosen, and another one written"
        raise Problem(422, "request.shape", because={"field": "regulation", "problem": problem})
    return regulation_written(own) if own else msgspec.to_builtins(require_regulation(named))


def regulation_written(text: str) -> Any:
    """The values of a regulation written as JSON. Raises Problem 422."""
    try:
        return read_json(text)
    except NotJson as error:
        raise Problem(422, "request.shape", because={"field": "own", "problem": str(error)}) from error
