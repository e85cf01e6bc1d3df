"""Lasting effects in words: what they do, to whom, of which card, and their end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from service.present.text.names import CardTitles, in_words

# what an effect does, with the name that it has: a kind of challenge, an icon, what is forbidden
SAID = {
    "claim": "claim in {}challenges",
    "claim-against": "claim against the player in {}challenges",
    "side-strength": "strength in {}challenges",
    "challenges": "number of {}challenges",
    "challenges-in-all": "number of challenges in all",
    "icon": "the {}icon",
    "lose-icon": "loss of the {}icon",
    "card-cannot": "cannot {}",
    "card-does-not": "does not {}",
    "card-must": "must {}",
    "immune": "immunity to {}",
    "cost": "cost to {}",
    "playable-from": "may be played from the {}",
}
# of these the cards are the subject: a character cannot be discarded
VERBS = ("card-cannot", "card-must", "playable-from")
NEXT_PLOT = "next-plot"
# in place of the card that an effect is of
BY_HAND = "manual"


def end_of_effect(number: int, names: CardTitles) -> str:
    """The end of a lasting effect: which one, by what it does and the card that it is of."""
    effect = names.effects.get(number)
    if effect is None or not hasattr(effect, "what"):
        return "a lasting effect ends"
    said = f"{effect_words(effect, effect.cards, names)}{source_words(effect.source, names)}"
    return f"the effect {until_words(effect.until)} ends: {said}"


def until_words(until: str) -> str:
    """When a lasting effect ends: at the end of a period, or when the next plot is revealed."""
    return "until the next plot is revealed" if until == NEXT_PLOT else f"until the end of the {in_words(until)}"


def done_words(what: str, name: str, names: CardTitles) -> str:
    """What an effect changes, in words."""
    if what not in SAID or (not name and SAID[what].endswith("{}")):
        return names.name_words(f"{what} {name}".strip())
    return SAID[what].format(f"{names.name_words(name)} " if name else "").strip()


def effect_line(seen: Mapping[str, Any], source: str) -> str:
    """A lasting effect as a view shows it, in one line: of which card, what it does, and until when."""
    amount = f" {seen['amount']:+d}" if seen["amount"] else ""
    return f"{source}: {done_words(seen['what'], seen['name'], CardTitles({}))}{amount}, {until_words(seen['until'])}"


def source_words(source: str, names: CardTitles) -> str:
    """The card that an effect is of, in brackets; a judge's is of no card."""
    return "" if source == BY_HAND else f" ({names.text(source)})"


def effect_words(effect: Any, cards: Iterable[str], names: CardTitles) -> str:
    """What a lasting effect does, by how much, and to which cards or for which player."""
    listed = tuple(cards)
    on = f" on {names.card_list(listed)}" if listed else f" for {effect.seat}"
    amount = f" {effect.amount:+d}" if effect.amount else ""
    said = done_words(effect.what, effect.name, names)
    return f"{names.card_list(listed)} {said}" if listed and effect.what in VERBS else f"{said}{amount}{on}"
