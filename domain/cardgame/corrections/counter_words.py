"""What limits count, in words: a game says the sentence for each kind of counter."""

from __future__ import annotations

from collections.abc import Mapping


def words_of_counter(counter: str, said: Mapping[str, str]) -> str:
    """What a limit counts, without its period, by the sentences for the first words of counters.

    With `{"won": "{} conflicts won by {}"}`, `won:military:bob` becomes "military conflicts won by bob". A counter of
    which nothing is said, as that of an ability, is returned unchanged.
    """
    what, *of = counter.split(":")
    sentence = said.get(what, "")
    return sentence.format(*of) if sentence and sentence.count("{}") == len(of) else counter
