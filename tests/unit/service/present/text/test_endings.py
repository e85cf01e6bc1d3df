"""How a match ended, in words: every way in which the code lets one end has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import domain
import service.console
from service.games import PRESENTATIONS
from service.present.text.endings import ending_sentence, ending_words
from service.present.text.words_of_games import ENDINGS

DOMAIN = Path(domain.__file__).parent
# where an ending is made: its `how` is a literal there, or one of a short list beside it
MADE = re.compile(r'(?<!class )MatchOutcome\((?:[^,()]|\([^()]*\)|\[[^]]*\])+, (f?"[^"]+"|\w+)')
OF_NAMES = {
    "why": ("empty-deck", "conceded"),
    "how": ("power", "empty-deck"),
    "VICTORIES": ("conquest", "honor", "dishonor"),
    'f"ruled-{command.how}"': ("ruled-loss", "ruled-draw"),
}


def ways() -> set[str]:
    """The ways of ending that stand in the code of the domain."""
    named = {found for path in DOMAIN.rglob("*.py") for found in MADE.findall(path.read_text())}
    literal = {each.strip('"') for each in named if each.startswith('"')}
    return literal.union(*(OF_NAMES[each] for each in named if not each.startswith('"')))


def test_every_way_in_which_a_match_ends_has_a_sentence() -> None:
    found = ways()
    assert {"conceded", "agreed-draw", "power", "seven-castles", "ten-rounds"} < found
    assert found == ENDINGS.keys()


@pytest.mark.parametrize("how", sorted(ENDINGS))
def test_the_sentence_names_the_winner_or_a_draw(how: str) -> None:
    drawn = how.endswith("-draw")
    said = ending_sentence("" if drawn else "bob", how)
    assert re.match("the match is a draw by " if drawn else "bob wins[ ,]", said)
    assert how not in said or how in ("power", "honor")


def test_the_rule_is_named_beside_the_sentence() -> None:
    ending = {"winner": "bob", "how": "conceded", "rule": "match.concede"}
    assert ending_words(ending) == "bob wins by concession (Conceding)"
    assert ending_words({"winner": "", "how": "agreed-draw"}) == "the match is a draw by agreement"


def test_an_ending_of_an_earlier_engine_is_told_as_it_was_stored() -> None:
    assert ending_sentence("bob", "by-hand") == "bob wins (by hand)"
    assert ending_sentence("", "by-hand") == "nobody wins (by hand)"


def test_games_that_end_in_the_same_way_say_the_same() -> None:
    said = [each for game in PRESENTATIONS.values() for each in game.endings.items()]
    assert len(dict(said)) == len(set(said))


def test_no_page_words_an_ending_itself() -> None:
    """Whatever a template shows of how a match ended goes through the sentence."""
    folder = Path(service.console.__file__).parent / "templates"
    shown = [line for path in folder.rglob("*.html") for line in path.read_text().splitlines() if "over.how" in line]
    assert len(shown) >= 5
    assert [line for line in shown if "ending_sentence(" not in line] == []
