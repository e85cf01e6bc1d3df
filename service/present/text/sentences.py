"""Shared parts of the sentences of all games: their registration, and numbers with traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.facts import Fact
from domain.kernel.numbers import TracedNumber, TraceLine
from service.present.text.names import CardTitles

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


def trace_words(number: TracedNumber, names: CardTitles) -> str:
    """A computed number with its trace, whose sources are told by their names."""
    return number_words(number.value, number.trace, names.text)


def amount_words(how: str, amount: float) -> str:
    sign = {"base": "{:g}", "add": "{:+g}", "multiply": "x{:g}", "set": "={:g}"}.get(how, "{:g}")
    return sign.format(amount)
