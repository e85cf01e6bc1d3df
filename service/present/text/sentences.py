"""Shared parts of the sentences of all games: their registration, numbers with traces, and how a match ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from domain.kernel.facts import Fact
from domain.kernel.numbers import TraceLine
from service.app.rulebooks import rule_of
from service.present.text.names import CardTitles, in_words

Teller = Callable[[Any, CardTitles], str]
Sentences = dict[type[Fact], Teller]


def register_sentences(sentences: Sentences) -> Callable[[type[Fact]], Callable[[Teller], Teller]]:
    """A decorator that registers a function as the sentence of a type of fact."""

    def tells(fact: type[Fact]) -> Callable[[Teller], Teller]:
        def register(teller: Teller) -> Teller:
            sentences[fact] = teller
            return teller

        return register

    return tells


def number_words(value: int, trace: tuple[TraceLine, ...], source: Callable[[str], str]) -> str:
    """A computed number with its trace: `5 (3 printed, +2 Ice)`; a number with one line of trace alone."""
    changes = [line for line in trace if line.how != "base" or line.amount]
    if len(changes) < 2:
        return str(value)
    return f"{value} ({', '.join(f'{amount_words(line.how, line.amount)} {source(line.source)}' for line in changes)})"


def amount_words(how: str, amount: float) -> str:
    sign = {"base": "{:g}", "add": "{:+g}", "multiply": "x{:g}", "set": "={:g}"}.get(how, "{:g}")
    return sign.format(amount)


def ending_lines(view: dict[str, Any]) -> Iterator[str]:
    """Who offers a draw, and how the match ended."""
    if view["draw_offered_by"]:
        yield f"a draw is offered by {', '.join(view['draw_offered_by'])}"
    if over := view["over"]:
        yield ""
        yield f"over: {over['winner'] or 'nobody'} wins ({ended_by(over['how'], over['rule'])})"


def ended_by(how: str, rule: str) -> str:
    """How a match ended, with the title of the rule that ended it."""
    return ", ".join(filter(None, (in_words(how), rule_of(rule).title)))
