"""Lasting effects in words: what they do, to whom, of which card, and their end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.present.text.names import CardTitles, in_words

# in place of the card that an effect is of
BY_HAND = "manual"


def end_of_effect(number: int, names: CardTitles) -> str:
    """The end of a lasting effect: which one, by what it does and the card that it is of."""
    effect = names.effects.get(number)
    if effect is None or not hasattr(effect, "what"):
        return "a lasting effect ends"
    said = f"{effect_words(effect, effect.cards, names)}{source_words(effect.source, names)}"
    return f"the effect until the end of the {in_words(effect.until)} ends: {said}"


def source_words(source: str, names: CardTitles) -> str:
    """The card that an effect is of, in brackets; a judge's is of no card."""
    return "" if source == BY_HAND else f" ({names.text(source)})"


def effect_words(effect: Any, cards: Iterable[str], names: CardTitles) -> str:
    """What a lasting effect does, by how much, and to which cards or for which player."""
    listed = tuple(cards)
    on = f" on {names.card_list(listed)}" if listed else f" for {effect.seat}"
    amount = f" {effect.amount:+d}" if effect.amount else ""
    return f"{names.name_words(f'{effect.what} {effect.name}'.strip())}{amount}{on}"
