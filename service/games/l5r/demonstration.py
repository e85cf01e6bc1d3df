"""What demonstrations show of Legend of the Five Rings: two decks, and a conflict that broke a province."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.games.l5r.decks.deck_building import deck_faults
from domain.games.l5r.decks.website_lists import import_deck
from domain.games.l5r.facts.conflicts import ConflictDeclared, ConflictEnded, ProvinceBroken
from domain.games.l5r.pool.pool import core_pool
from domain.kernel.facts import Fact
from service.games.demonstration import DemoDecks, DemoExcerpt, Demonstration, rounds_played


def deck_lines(texts: Sequence[str]) -> Iterator[str]:
    """A line for each deck: its name, stronghold, role, sizes and lawfulness."""
    pool = core_pool()
    for text in texts:
        imported = import_deck(text, pool)
        assert imported.deck is not None
        deck = imported.deck
        role = f", {pool.cards[deck.role].title}" if deck.role else ""
        faults = deck_faults(deck, pool)
        verdict = "lawful" if not faults else ", ".join(each.rule for each in faults)
        sizes = f"{len(deck.dynasty)} dynasty cards, {len(deck.conflict)} conflict cards"
        yield f"  {imported.name}: {pool.cards[deck.stronghold].title}{role}; {sizes}; {verdict}"


def last_breaking(versions: Iterable[tuple[int, tuple[Fact, ...]]]) -> tuple[int, int]:
    """The first and the last version of the last conflict in which a province broke."""
    began = 0
    found, broke = (0, 0), False
    for version, facts in versions:
        kinds = {type(fact) for fact in facts}
        began, broke = (version, False) if ConflictDeclared in kinds else (began, broke)
        broke = broke or ProvinceBroken in kinds
        if broke:
            found = (began, version)
        broke = broke and ConflictEnded not in kinds
    return found


DEMONSTRATION = Demonstration(
    length=rounds_played,
    decks=DemoDecks(files=("crane.txt", "lion.txt"), title="Two decks, as deck builders export them", lines=deck_lines),
    excerpt=DemoExcerpt(
        title="A game of conflicts and honor, in the same store",
        seats=2,
        introduction="The last conflict in which a province broke:",
        picture="The table at the last conflict in which a province broke:",
        span=last_breaking,
    ),
)
