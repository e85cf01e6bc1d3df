"""Moments and requirements of abilities in plain words, for refusals that say what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.games.agot_lcg.words.select import Cards
from domain.kernel.formats.listing import join_names

if TYPE_CHECKING:
    from domain.games.agot_lcg.words.triggers import When

WHOSE = {
    "you": "of yours",
    "opponent": "of an opponent",
    "loser": "of the loser",
    "winner": "of the winner",
    "chosen": "of the chosen player",
    "same": "of its controller",
    "owner": "of its owner",
}
PLAYER = {"you": "by you", "opponent": "by an opponent"}
NOTED = ("kneeling", "unique", "loyal")


def is_are(word: bool | None, name: str) -> str:
    """A state in words: its name, its opposite if `word` is False, nothing if `word` is None."""
    return "" if word is None else name if word else {"kneeling": "standing"}.get(name, f"non-{name}")


def cards_words(cards: Cards) -> str:
    """A description of cards: `a Stark character with the trait Lord or Lady, of yours`."""
    if named := [each for each in ("me", "host", "answered", "source") if getattr(cards, each)]:
        subject = {"me": "this card", "host": "the card that it is on"}.get(named[0], "the card of what it answers")
    else:
        words = [*(is_are(getattr(cards, each), each) for each in NOTED), side_words(cards), cards.faction.title()]
        noun = " ".join(word for word in (*words, join_names(cards.type, "or") or "card") if word)
        subject = f"{'an' if noun[0].lower() in 'aeiou' and not noun.startswith('uni') else 'a'} {noun}"
    whose = WHOSE.get(cards.controller, "")
    return " ".join(word for word in (subject, *with_words(cards), whose) if word)


def side_words(cards: Cards) -> str:
    """The side on which cards participate, in words; empty if the description does not ask for one."""
    return {"any": "participating", "no": "not participating"}.get(cards.participating, cards.participating)


def with_words(cards: Cards) -> Iterator[str]:
    """Yield what a description asks for beyond the type of a card, in words."""
    if cards.title:
        yield f"called {cards.title}"
    if cards.trait:
        yield f"with the trait {join_names(cards.trait, 'or')}"
    if cards.icon:
        yield f"with the icon {cards.icon}"
    if cards.without_icon:
        yield f"without the icon {cards.without_icon}"
    if cards.keyword:
        yield f"with {cards.keyword}"
    if isinstance(cards.strength_at_most, int):
        yield f"with STR {cards.strength_at_most} or less"
    if cards.printed_strength_at_most is not None:
        yield f"with printed STR {cards.printed_strength_at_most} or less"
    if isinstance(cards.cost_at_most, int):
        yield f"with cost {cards.cost_at_most} or less"
    if cards.has_power:
        yield "with power on it"
    if cards.token:
        yield f"with a {cards.token} token on it"
    if cards.where:
        yield f"in {join_names(cards.where, 'or')}"


def moment_words(when: When) -> str:
    """The moment of an ability in words: `challenge won (military) by you, as the attacker, by 5 or more`."""
    kinds = join_names((kind.replace("_", " ") for kind in when.kinds), "or")
    parts = [f"{kinds} ({join_names(when.name, 'or')})" if when.name else kinds]
    parts += [PLAYER[when.seat]] if when.seat in PLAYER else []
    parts += [f"against {'you' if when.other == 'you' else 'an opponent'}"] if when.other in PLAYER else []
    parts += [f"as the {when.how}" if when.how in ("attacker", "defender") else f"by {when.how}"] if when.how else []
    parts += [f"by {when.margin} or more"] if when.margin else []
    parts += ["it happens to this card"] if when.me else []
    parts += ["it happens to the card that it is on"] if when.host else []
    parts += [f"it happens to {cards_words(when.card)}"] if when.card is not None else []
    parts += [f"brought about by {cards_words(when.source)}"] if when.source is not None else []
    parts += [each.in_words() for each in when.requires]
    return ", ".join(parts)


def challenge_words(kind: str) -> str:
    """A challenge type with its article: `an intrigue challenge`; `a challenge` for no type."""
    return f"{'an' if kind[:1] == 'i' else 'a'} {kind} challenge" if kind else "a challenge"
