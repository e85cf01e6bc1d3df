"""The card table of the console: each card in play lies in one place of it, whosever card it lies on."""

from collections import Counter

import pytest

from domain.cardgame.pool.keyword_lines import keyword_text
from domain.games import GAMES, game_rules
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES
from domain.kernel.ids import Seat, Viewer
from service.games.agot_lcg.layout import KEYWORD_RULES, lay_out_table
from tests.builders import opened_from
from tests.laid_out_tables import shown_in_groups, simulated_tables

PRINTED = GAMES["agot_lcg"].rules.pool.cards


def test_every_card_in_play_is_shown_once() -> None:
    attached = abroad = 0
    for match in simulated_tables("agot_lcg", 3):
        for viewer in (*match.table.seats, "judge"):
            view = match.rules.view(match.table, Seat(viewer), judging=False)
            shown = list(shown_in_groups(lay_out_table(view, match.rules.pool.cards)))
            players = view["players"].values()
            told = Counter(card.handle for card in shown if card.shape != "back")
            assert all(told[card["card"]] == 1 for player in players for card in player["in_play"])
            backs = sum(len(player["facedown"]) for player in players)
            assert sum(card.shape == "back" for card in shown) == backs
            attached += sum(len(card.attached) for card in shown)
            abroad += sum(mark.startswith("of ") for card in shown for mark in card.marks)
    assert attached > 0
    assert abroad > 0


FACEDOWN = "players: {alice: {play: [{card: arya-stark, duplicates: [{card: summer, facedown: true}]}]}, bob: {}}"


@pytest.mark.parametrize(
    ("viewer", "may_look"), [("alice", True), ("judge", True), ("admin", True), ("bob", False), ("public", False)]
)
def test_which_card_lies_facedown_is_for_its_controller(viewer: str, may_look: bool) -> None:
    match = opened_from(f"phase: challenges\nat: challenges.action\nfirst_player: alice\n{FACEDOWN}")
    [card] = match.rules.view(match.table, Viewer(viewer), judging=False)["players"]["alice"]["facedown"]
    assert (card.get("key") == "core/summer", "card" in card) == (may_look, may_look)


@pytest.mark.parametrize("viewer", ["alice", "bob", "public"])
def test_what_lies_openly_on_a_facedown_card_is_drawn_for_everybody(viewer: str) -> None:
    laid = FACEDOWN.replace("facedown: true", "facedown: true, kneeling: true, power: 2")
    match = opened_from(f"phase: challenges\nat: challenges.action\nfirst_player: alice\n{laid}")
    view = match.rules.view(match.table, Viewer(viewer), judging=False)
    [back] = [each for each in shown_in_groups(lay_out_table(view, match.rules.pool.cards)) if each.shape == "back"]
    assert (back.turned, back.state, back.tokens) == (True, ("knelt",), (("power", 2),))


def test_every_keyword_leads_to_the_rule_that_says_what_it_does() -> None:
    titles = {name: game_rules("agot_lcg")[rule].title.casefold() for name, rule in KEYWORD_RULES.items()}
    assert titles.keys() == KEYWORD_NAMES
    assert {name: title for name, title in titles.items() if not title.startswith(name)} == {}


def test_a_keyword_is_shown_as_the_card_has_it_printed() -> None:
    words = {
        each.title: [name for name, _ in each.keywords]
        for match in simulated_tables("agot_lcg", 3)
        for each in shown_in_groups(lay_out_table(match.rules.view(match.table, Seat("judge"), judging=True), PRINTED))
        if each.keywords
    }
    pool = {card.title: [*map(keyword_text, card.keywords)] for card in PRINTED.values()}
    assert len(words) > 10
    # a blank card has none, one that is touched by another may have more
    assert any(" " in name for names in words.values() for name in names)
    assert [title for title, names in words.items() if not set(names) & set(pool[title])] == []
