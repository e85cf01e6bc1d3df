"""The page of a deck: whether it is legal, and every rule that it breaks."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from domain.match.aggregate import Refused
from service.console.console import render_page, views
from service.console.forms.refusal_data import because_words
from service.console.forms.refusals import refusal_words
from service.games import presentation_of
from service.present.text.names import CardTitles
from service.web.problems import Problem
from service.web.rule_lookup import deck_check, game_of
from service.web.rule_replies import DeckCheckedReply, DeckFaultReply
from service.web.schemas import DECK_LENGTH

CHARACTER = "character"


@views.get("/games/<game>/deck")
def deck(game: str) -> Response:
    """The form for a deck."""
    return deck_page(game, "", None)


@views.post("/games/<game>/deck")
def check_deck(game: str) -> Response:
    """The verdict on a deck: whether it is legal, and every rule that it breaks."""
    text = request.form.get("deck", "")
    try:
        if len(text) > DECK_LENGTH:
            # a check of its beginning would be of another deck
            raise Problem(413, "request.too-large", because={"of": "deck", "most": DECK_LENGTH, "given": len(text)})
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
    origin = presentation_of(game).deck_origin
    return render_page("deck.html", status, **shown, origin=origin, example=example, refused=refused)


def fault_words(fault: DeckFaultReply, names: CardTitles) -> tuple[str, str]:
    """The fault in a deck, and the reason; for an unreadable line the cards that may have been meant."""
    because = fault.because
    if "line" not in because:
        return fault.text, ", ".join(f"{name} {value}" for name, value in because_words(because, names))
    text, means = fault.text, list(because.get("means", ()))
    meant = f"; did you mean {', '.join(means[:-1])}{' or ' if means[1:] else ''}{means[-1]}?" if means else ""
    return f"Line {because['line']}: “{text}”{meant}" if text else "", ""
