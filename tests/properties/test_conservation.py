"""Conservation: no card, unit or token is lost or made, and amounts change only by the facts that say so.

Each action is folded fact by fact; after every fact the counts are taken again, so that a change is found at the fact
that made it. What is counted, and what must be so after every action, a game says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from domain.judging.inquiry.knowledge import moves_of
from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle
from domain.kernel.table import Table
from domain.match.aggregate import Match, NewVersion, decode_event
from tests.builders import ENDLESS, Player, played
from tests.games import each_case, each_start, opened
from tests.games.bringing import CountedPlay, CountedTests, GameTests, Start


def check_fact(game: CountedTests, table: object, fact: Fact, before: object) -> object:
    """Fold one fact into a table and compare what is counted with what the fact says; the counts after it."""
    if fact.neutral:
        fact.apply(table)
        return before
    expected = game.expected(table, fact, before)
    check_sights(table, [(each.old, each.was) for each in moves_of(fact)])
    fact.apply(table)
    check_sights(table, [(each.new, each.now) for each in moves_of(fact)])
    found = game.counted(table)
    assert found == expected, fact
    game.check_counts(table, fact)
    return found


def check_sights(table: Any, said: list[tuple[Handle, str]]) -> None:
    """Who sees a card on the table is who the fact of its move says does."""
    assert [(card, table.sight(table.cards[card])) for card, _ in said] == said


def check_lying(match: Match) -> None:
    """Every card lies in exactly one zone, under its own handle."""
    table, cards = match.table, cards_on(match.table)
    lying = Counter((handle, area) for area, zone in table.zones.items() for handle in zone)
    assert lying == Counter((handle, card.zone) for handle, card in cards.items())
    assert all(card.handle == handle for handle, card in cards.items())


def cards_on(table: Table) -> Mapping[Handle, Any]:
    """The cards of a table, by their handles; none on one that has no place for cards."""
    return table.cards if isinstance(table, CardTable) else {}


def check_counted(game: CountedTests, opening: NewVersion, player: Player) -> int:
    """One match, counted after every fact; returns how many."""
    owned = Counter(card.owner for card in cards_on(opening.match.table).values())
    facts = 0
    for step in played(opening.match, player, ENDLESS):
        table = step.before.table.branch()
        counts = game.counted(table)
        for fact in decode_event(step.before, step.following.payload).facts:
            counts = check_fact(game, table, fact, counts)
            facts += 1
        assert game.counted(table) == counts
        check_lying(step.following.match)
        assert Counter(card.owner for card in cards_on(table).values()) == owned
        game.check_version(step.following.match)
    return facts


def check_conservation(game: CountedPlay, start: Start) -> int:
    """One match of a game; returns how many facts were checked."""
    return check_counted(game, opened(game, start), game.player(start.seed, "count"))


@each_start("conservation")
def test_what_there_is_changes_only_as_the_facts_say(game: GameTests, case: Start) -> None:
    assert check_conservation(game, case) > 0


@each_case("conservation", lambda game: [each.__name__ for each in game.silenced])
def test_a_fact_that_does_not_do_what_it_says_is_found(
    game: GameTests, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = game.samples["conservation"][0]
    opening = opened(game, start)
    [fact] = [each for each in game.silenced if each.__name__ == case]
    monkeypatch.setattr(fact, "apply", lambda fact, table: None)
    with pytest.raises(AssertionError):
        check_counted(game, opening, game.player(start.seed, "count"))
