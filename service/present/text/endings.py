"""How a match ended, in one sentence, wherever a page, a log or the command line says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.app.rulebooks import rule_of
from service.present.text.names import in_words
from service.present.text.words_of_games import ENDINGS

RULED = "ruled-"  # how a match ends that a judge ends: the ruling says by which rules


def ending_sentence(winner: str, how: str) -> str:
    """Who has won, and how: `bob wins by concession`. The winner of a draw is empty."""
    if how in ENDINGS:
        return ENDINGS[how].format(winner=winner)
    return f"{winner or 'nobody'} wins ({in_words(how)})"


def ending_words(ending: Mapping[str, str]) -> str:
    """The sentence of an ending (`winner`, `how`, `rule`), with the title of the rule that ended the match."""
    said = ending_sentence(ending.get("winner", ""), ending.get("how", ""))
    if str(ending.get("how", "")).startswith(RULED):
        return said
    rule = ending.get("rule", "")
    return f"{said} ({rule_of(rule).title})" if rule else said


def ending_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """Who offers a draw, and how the match ended."""
    if view["draw_offered_by"]:
        yield f"a draw is offered by {', '.join(view['draw_offered_by'])}"
    if view["over"]:
        yield ""
        yield f"over: {ending_words(view['over'])}"
