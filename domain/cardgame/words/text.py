"""Words of abilities in plain words, for refusals that say what is missing."""

from __future__ import annotations

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


def state_words(value: bool | None, name: str, opposite: str = "") -> str:
    """A state that is asked for: its name, its opposite for False, nothing for None."""
    return "" if value is None else name if value else opposite or f"non-{name}"


def with_article(noun: str) -> str:
    """A noun with its article: `an attachment`, `a unique character`."""
    return f"{'an' if noun[0].lower() in 'aeiou' and not noun.startswith('uni') else 'a'} {noun}"
