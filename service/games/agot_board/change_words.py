"""The words of the board game for changes by hand: tracks, marks, and what lies in areas."""

from __future__ import annotations

from domain.games.agot_board.corrections.card_changes import TIDES
from domain.games.agot_board.corrections.words import PILES, TOKENS
from domain.games.agot_board.state import Area, House
from domain.kernel.corrections import changes
from service.games.presentation import ChangeWords
from service.present.field_words import mark_tellers
from service.present.text.names import CardTitles


def order_laid(change: changes.SetMarker, names: CardTitles) -> str:
    area = names.name_words(change.area)
    lies = f"the order {names.name_words(change.value)} of {change.seat}" if change.value else "no order"
    return f"{lies} lies in {area}"


def power_token_laid(change: changes.SetMarker, names: CardTitles) -> str:
    lies = f"a Power token of {change.seat}" if change.seat else "no Power token"
    return f"{lies} lies in {names.name_words(change.area)}"


def garrison_laid(change: changes.SetMarker, names: CardTitles) -> str:
    lies = f"the Garrison of {change.seat}" if change.seat else "no Garrison"
    return f"{lies} lies in {names.name_words(change.area)}"


def neutral_force_laid(change: changes.SetMarker, names: CardTitles) -> str:
    lies = "no Neutral Force" if change.value in ("", "0") else f"a Neutral Force of {change.value}"
    return f"{lies} lies in {names.name_words(change.area)}"


def support_lent(change: changes.SetMarker, names: CardTitles) -> str:
    lent = {"": "is not decided", "refuse": "goes to nobody"}.get(change.value, f"goes to the {change.value}")
    return f"the support of {names.name_words(change.area)} {lent}"


def orders_banned(change: changes.SetMark, names: CardTitles) -> str:
    return f"{names.name_words(change.thing)} orders are {'banned' if change.on else 'not banned'}"


def thing_used(change: changes.SetMark, names: CardTitles) -> str:
    """A Dominance token is used; of a House card it is the text."""
    thing = names.name_words(change.thing)
    if change.thing in TOKENS:
        return f"{thing} is {'used' if change.on else 'not used'}"
    return f"the text of {thing} is {'done with' if change.on else 'still to come'}"


CHANGE_WORDS = ChangeWords(
    piles={
        "discard": "discard pile",
        "combat": "combat, and the card that was there back to the hand",
        **PILES,
    },
    ordered={kind: kind not in TIDES for kind in PILES},
    counters={"wildling": "Wildlings track"},
    marks={"banned": orders_banned, "used": thing_used, **mark_tellers(Area), **mark_tellers(House)},
    markers={
        "order": order_laid,
        "power-token": power_token_laid,
        "garrison": garrison_laid,
        "neutral-force": neutral_force_laid,
        "support": support_lent,
    },
)
