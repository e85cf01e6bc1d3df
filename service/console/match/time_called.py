"""Pages for the end of time and for decks: who is ahead, criterion by criterion, and whether a deck is legal."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec.structs import asdict

from domain.games import GAMES
from domain.match.aggregate import Refused
from domain.tournaments.regulation import AtTime, Regulation, faults_of, regulations
from service.app.match import time_called as reckoning
from service.console.console import render_page, views
from service.console.forms.refusal_data import because_words
from service.console.forms.refusals import refusal_words
from service.console.match.desk import MatchDesk
from service.console.match.pages import after_action
from service.present.text.names import CardTitles
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.rule_lookup import deck_check, game_of
from service.web.rule_replies import DeckCheckedReply, DeckFaultReply
from service.web.tournament.tournament_access import comparison_at_time, regulation_of, require_regulation

PREFERRED = {"most": "the most is ahead", "least": "the fewest is ahead", "picks": "whoever has it chooses"}
MOST_DECK = 20_000
CHARACTER = "character"


@views.get("/matches/<match:match_id>/going-to-time")
def at_time(match_id: str) -> Response:
    """Who is ahead if time is called at a version, by the regulation of the event or a named one."""
    desk = after_action(match_id)
    named, known = request.args.get("regulation", "")[:40], fitting_regulations(desk)
    of_event = request_context().services.events.of_match(match_id)
    found: dict[str, Any] | None = None
    refused = None
    try:
        found = time_comparison(desk, named or ("" if of_event else next(iter(known), "")))
    except (Problem, Refused) as error:
        refused = refusal_words(error)
    event = of_event[0] if of_event else None
    given: dict[str, Any] = {"known": known, "event": event, "named": named, "preferred": PREFERRED}
    return render_page("at_time.html", desk=desk, found=found, refused=refused, **given)


def time_comparison(desk: MatchDesk, named: str) -> dict[str, Any]:
    """The API's comparison. Raises Problem 404, 422, Refused."""
    regulation: Regulation = require_regulation(named) if named else regulation_of(desk.id)
    ahead: AtTime = reckoning.who_is_ahead(request_context().services.matches, desk.match, regulation)
    return {**asdict(comparison_at_time(desk.match, regulation, ahead)), "title": regulation.title}


def fitting_regulations(desk: MatchDesk) -> dict[str, str]:
    """The titles of the built-in regulations that fit the game, by name."""
    game = GAMES[desk.game]
    return {
        each.name: each.title
        for each in regulations().values()
        if not faults_of(each, game.seat_counts, game.measures.MEASURES)
    }


# --- decks


@views.get("/games/<game>/deck")
def deck(game: str) -> Response:
    """The form for a deck."""
    return deck_page(game, "", None)


@views.post("/games/<game>/deck")
def check_deck(game: str) -> Response:
    """The verdict on a deck: whether it is legal, and every rule that it breaks."""
    text = request.form.get("deck", "")[:MOST_DECK]
    try:
        return deck_page(game, text, deck_check(game, text))
    except (Problem, Refused) as error:
        return deck_page(game, text, None, refusal_words(error), 422)


def deck_page(
    game: str, text: str, checked: DeckCheckedReply | None, refused: dict[str, Any] | None = None, status: int = 200
) -> Response:
    cards = game_of(game).rules.pool.cards
    brings = game_of(game).read_deck is not None
    names = CardTitles(cards, handles=False)
    faults = [(each.rule, *fault_words(each, names)) for each in checked.faults] if checked else []
    # cards of the pool, so that the example can be read
    example = next((card.title for card in cards.values() if getattr(card, "type", "") == CHARACTER), "")
    shown: dict[str, Any] = {"game": game, "brings": brings, "text": text, "checked": checked, "faults": faults}
    return render_page("deck.html", status, **shown, example=example, refused=refused)


def fault_words(fault: DeckFaultReply, names: CardTitles) -> tuple[str, str]:
    """The fault in a deck, and the reason; for an unreadable line the cards that may have been meant."""
    because = fault.because
    if "line" not in because:
        return fault.text, ", ".join(f"{name} {value}" for name, value in because_words(because, names))
    written, means = fault.text, list(because.get("means", ()))
    meant = f"; did you mean {', '.join(means[:-1])}{' or ' if means[1:] else ''}{means[-1]}?" if means else ""
    return f"Line {because['line']}: “{written}”{meant}" if written else "", ""
