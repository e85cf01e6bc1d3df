"""What demonstrations show of A Game of Thrones: The Card Game: two decks, and a defender that the rules refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.games.agot_lcg.decks.deck_building import deck_faults
from domain.games.agot_lcg.decks.website_lists import import_deck
from domain.games.agot_lcg.pool.pool import core_pool
from domain.kernel.ids import Seat
from domain.match.aggregate import Match
from service.games.demonstration import DemoDecks, DemoDispute, Demonstration, Versions, rounds_played
from service.present.text.names import CardTitles


def deck_lines(texts: Sequence[str]) -> Iterator[str]:
    """A line for each deck: its name, faction, size and lawfulness; then the fault of a deck with a wrong title."""
    pool = core_pool()
    for text in texts:
        imported = import_deck(text, pool)
        assert imported.deck is not None
        deck = imported.deck
        faults = deck_faults(deck, pool)
        agenda = f", {pool.cards[deck.agenda].title}" if deck.agenda else ""
        size = f"{len(deck.plots)} plots, {len(deck.cards)} cards"
        verdict = "lawful" if not faults else ", ".join(each.rule for each in faults)
        yield f"  {imported.name}: {pool.cards[deck.faction].title}{agenda}; {size}; {verdict}"
    wrong = texts[0].replace("3x Eddard Stark", "3x Edard Stark")
    for fault in import_deck(wrong, pool).faults:
        candidates = " or ".join(fault.candidates)
        read = f"line {fault.line}, {fault.text!r}"
        yield f"  with a slip of the pen: {read}: {fault.rule} (meant: {candidates})"


def defender_attempts(match: Match) -> Iterator[tuple[Seat, Any]]:
    """Where defenders are asked for: each character of the defending player, declared as the only defender."""
    waiting = match.table.waiting
    if waiting is not None and waiting.question == "defenders":
        seat = waiting.seats[0]
        for card in match.table.characters(seat):
            yield seat, match.rules.command({"type": "declare_defenders", "defenders": [card]})


def attempt_words(command: Any, names: CardTitles) -> str:
    """The defenders of a declaration, in words."""
    return f"{names.thing_list(command.defenders)} as defender"


def challenge_span(versions: Versions, version: int) -> tuple[int, int]:
    """The first version of the challenge that is under way at a version, and the first version after it."""
    challenge = versions[version].table.challenge.id
    of = [n for n, match in versions.items() if match.table.challenge and match.table.challenge.id == challenge]
    return of[0], of[-1] + 1


DEMONSTRATION = Demonstration(
    length=rounds_played,
    decks=DemoDecks(
        files=("stark.txt", "lannister.txt"), title="Two decks, as ThronesDB exports them", lines=deck_lines
    ),
    dispute=DemoDispute(
        question="May I defend with this one?",
        attempts=defender_attempts,
        attempt_words=attempt_words,
        preferred="stealth",
        span=challenge_span,
        span_name="challenge",
    ),
)
