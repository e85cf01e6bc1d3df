"""The rule book of l5r: its size, and that every rule that the game's code names stands in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.games.l5r.game import rules
from domain.kernel.citing import cited_rules
from domain.kernel.rulebook import read_rules

PACKAGE = Path(__file__).parents[5] / "domain" / "games" / "l5r"
RULE_ID = re.compile(r"l5r(\.[a-z0-9_-]+){2}")
BOOK = read_rules("domain.games.l5r")
DECK_RULES_ELSEWHERE = {
    # a match is opened with two decks: what both share of one core set no single deck shows
    "l5r.deck.single-core-two-decks",
}


def named_rules() -> Iterator[tuple[str, str]]:
    """Every rule id that stands as a text in a module of the game, with the module."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                yield path.name, node.value


def test_the_book_has_so_many_rules_all_of_its_own_game() -> None:
    assert len(BOOK) == len(set(BOOK.ids)) == 724
    assert all(RULE_ID.fullmatch(id) for id in BOOK.ids)


def test_every_rule_that_the_game_names_stands_in_the_book() -> None:
    named = list(named_rules())
    assert len({rule for _, rule in named}) >= 40
    assert [each for each in named if each[1] not in BOOK] == []


def test_every_rule_that_is_cited_stands_in_the_book() -> None:
    cited = cited_rules(rules)
    own = [rule for rule in cited if rule.startswith("l5r.")]
    assert len(own) > 500
    assert [rule for rule in own if rule not in BOOK] == []


def test_every_rule_of_deck_building_is_carried_out() -> None:
    named = {rule for path, rule in named_rules() if path in ("deck_building.py", "card_fields.py")}
    building = {rule.id for rule in BOOK.of("l5r.deck")}
    assert building - named == DECK_RULES_ELSEWHERE


def test_a_text_says_itself_what_the_reading_is() -> None:
    assert [rule.id for rule in BOOK if re.search(r"see question|\.md\b", rule.text)] == []
