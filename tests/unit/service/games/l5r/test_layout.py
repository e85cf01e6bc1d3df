"""The table of Legend of the Five Rings as it is drawn and told: every card once, rings, conflict and duel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games import GAMES
from domain.games.l5r.commands import BidHonor, PlayCharacter
from domain.games.l5r.pool.card_fields import KEYWORDS
from domain.games.l5r.state import Favor, Ring
from domain.kernel.ids import PUBLIC, Handle, Viewer
from domain.match.aggregate import Match
from service.games.l5r.layout import KEYWORD_RULES, lay_out_table
from service.games.l5r.table_lines import province_places, table_lines
from service.present.table_layout import SideTotal, TableLayout
from service.present.text.window import place_lines
from service.present.text.words_of_games import names_for
from tests.builders import acted, options_of
from tests.l5r_cards import answers, chooses, does, fight, handle_of, in_phase, options, uses
from tests.l5r_tables import ALICE, BOB
from tests.laid_out_tables import shown_in_groups, simulated_tables

RULES = GAMES["l5r"].rules
PRINTED = RULES.pool.cards


def view_of(match: Match, viewer: str = PUBLIC) -> dict[str, Any]:
    found: dict[str, Any] = match.rules.view(match.table, Viewer(viewer), judging=False)
    return found


def laid_out(match: Match, viewer: str = PUBLIC) -> TableLayout:
    return lay_out_table(view_of(match, viewer), PRINTED)


def lines(match: Match, viewer: str = PUBLIC) -> list[str]:
    return list(table_lines(view_of(match, viewer), names_for(RULES)))


def test_every_card_on_the_table_is_shown_once_and_hidden_ones_as_backs() -> None:
    attached = abroad = backs = 0
    for match in simulated_tables("l5r", 2):
        for viewer in (*match.table.seats, PUBLIC, "judge"):
            view = view_of(match, viewer)
            shown = list(shown_in_groups(lay_out_table(view, PRINTED)))
            told = Counter(card.handle for card in shown if card.handle)
            lying = [
                each
                for player in view["players"].values()
                for each in (*player["in_play"], *player["provinces"], *player["dynasty"])
            ]
            assert all(told[each["card"]] == 1 for each in lying if "key" in each)
            unknown = sum("key" not in each for each in lying)
            assert sum(card.shape in ("back", "back province") for card in shown) == unknown
            attached += sum(len(card.attached) for card in shown if card.shape == "character")
            abroad += sum(mark.startswith("of ") for card in shown for mark in card.marks)
            backs += unknown
    assert min(attached, abroad, backs) > 0


def test_provinces_lie_in_a_row_with_the_one_under_the_stronghold_last() -> None:
    side = laid_out(fight("doji-hotaru"), BOB).sides[1]
    provinces = next(each for each in side.groups if each.name == "Provinces")
    assert provinces.in_row
    assert [card.marks[0] for card in provinces.cards] == [
        *(f"province {n}" for n in (1, 2, 3, 4)),
        "stronghold province",
    ]


def test_the_conflict_says_the_province_and_where_the_skill_of_each_side_comes_from() -> None:
    table = laid_out(fight(("doji-hotaru", {"honored": True}), bob={"faceup": ("core/manicured-garden",)}))
    assert table.struggle is not None
    assert table.struggle.title == (
        "Military conflict for the fire ring: alice attacks province 1 of bob (Manicured Garden, strength 4)"
    )
    assert table.struggle.sides == (("attacking", ("Doji Hotaru",)), ("defending", ("Wandering Ronin",)))
    assert table.struggle.totals == (
        SideTotal("alice, military skill", 6, ("+6 Doji Hotaru",)),
        SideTotal("bob, military skill", 2, ("+2 Wandering Ronin",)),
    )


def test_a_facedown_province_is_not_named_as_the_attacked_one() -> None:
    view = view_of(fight("doji-hotaru"))
    view["players"][BOB]["provinces"][0] = {"place": "1", "facedown": True}
    table = lay_out_table(view, PRINTED)
    assert table.struggle is not None
    assert table.struggle.title.endswith("alice attacks province 1 of bob")


def test_the_lines_say_facedown_provinces_and_cards_and_name_the_attacked_province() -> None:
    match = fight("doji-hotaru", bob={"faceup": ("core/manicured-garden",)})
    names = names_for(RULES)
    names.keys["b-manicured-garden"] = "core/manicured-garden"
    told = list(table_lines(view_of(match), names))
    assert "military conflict for the fire ring: alice attacks province 1 of bob (Manicured Garden)" in told
    provinces = told[told.index(next(each for each in told if each.startswith("bob"))) + 2 :][:5]
    assert [each.split(None, 1)[1] for each in provinces] == [
        "Manicured Garden  strength 4: facedown card",
        *["facedown province: facedown card"] * 3,
        "facedown province: no card",
    ]


def duel() -> Match:
    """Kaezin of Alice has challenged the ronin of Bob; nobody has bid."""
    return chooses(uses(fight("kakita-kaezin"), "a-kakita-kaezin"), "b-wandering-ronin")


def test_a_duel_is_told_with_both_skills_and_once_they_are_revealed_with_the_bids() -> None:
    before = laid_out(duel())
    assert before.duel is not None
    assert before.duel.title == "Military duel: Kakita Kaezin of alice against Wandering Ronin of bob"
    assert [(each.side, each.value) for each in before.duel.totals] == [
        ("Kakita Kaezin of alice", 3),
        ("Wandering Ronin of bob", 2),
    ]
    bid = acted(duel(), ALICE, BidHonor(4)).match
    assert laid_out(bid, "judge").duel == laid_out(bid, BOB).duel == before.duel  # a bid is secret


def test_what_bids_add_is_told_while_somebody_may_answer_to_them() -> None:
    alice = {"hand": ["contingency-plan", "ornate-fan"]}
    match = chooses(uses(fight("kakita-kaezin", alice=alice), "a-kakita-kaezin"), "b-wandering-ronin")
    match = acted(acted(match, ALICE, BidHonor(2)).match, BOB, BidHonor(1)).match
    shown = laid_out(match).duel
    assert shown is not None
    assert shown.totals == (
        SideTotal("Kakita Kaezin of alice", 5, ("+3 Kakita Kaezin", "+2 Honor bid")),
        SideTotal("Wandering Ronin of bob", 3, ("+2 Wandering Ronin", "+1 Honor bid")),
    )
    told = lines(match)
    at = told.index("military duel:")
    assert told[at + 1] == "  challenger a card of alice: 5 (+3 Kakita Kaezin, +2 honor bid)"
    assert told[at + 2] == "  challengee a card of bob: 3 (+2 Wandering Ronin, +1 honor bid)"


def test_a_duelist_that_has_left_play_is_not_named() -> None:
    view = view_of(duel())
    view["duel"]["duelists"][1] = {}
    found = lay_out_table(view, PRINTED).duel
    assert found is not None
    assert found.title == "Military duel: Kakita Kaezin of alice against a character that has left play"
    assert len(found.totals) == 1
    assert "  challengee has left play" in list(table_lines(view, names_for(RULES)))


def test_rings_say_who_has_them_and_what_lies_on_them_and_the_favor_its_side() -> None:
    match = fight("doji-hotaru")
    table = match.table.branch()
    table.rings.put("air", Ring(fate=2))
    table.rings.put("earth", Ring(claimed_by=BOB))
    table.rings.put("fire", Ring(side="military", contested=True))
    table.favor = Favor(BOB, "political")
    shown = {
        each.name: each for each in lay_out_table(RULES.view(table, Viewer(PUBLIC), judging=False), PRINTED).markers
    }
    said = {name: (each.state, each.side, each.tokens) for name, each in shown.items()}
    assert said["Air ring"] == ("unclaimed", "", (("fate", 2),))
    assert said["Earth ring"] == ("claimed by bob", BOB, ())
    assert said["Fire ring"] == ("contested by alice, military side up", "", ())
    assert said["Imperial Favor"] == ("bob, political side up", BOB, ())


@pytest.mark.parametrize(
    ("n", "said"), [(1, "opportunity to declare a conflict"), (2, "opportunities to declare a conflict")]
)
def test_numbers_of_a_player_are_read_behind_the_number(n: int, said: str) -> None:
    view = view_of(fight("doji-hotaru"))
    view["players"][ALICE] |= {"opportunities": n, "dial": 3}
    numbers = dict(lay_out_table(view, PRINTED).sides[0].numbers)
    assert (numbers[said], numbers["on the honor dial"], numbers["honor"]) == (n, 3, 10)


def test_every_keyword_leads_to_the_rule_that_defines_it() -> None:
    assert set(KEYWORD_RULES) == set(KEYWORDS.names)
    assert all(KEYWORD_RULES.values())


def test_the_places_among_the_targets_are_said_as_provinces_with_what_the_viewer_sees_there() -> None:
    alice = {"hand": ["iuchi-wayfinder"], "faceup": ["core/manicured-garden"]}
    match = does(in_phase("draw", alice=alice), ALICE, PlayCharacter(Handle("a-iuchi-wayfinder")))
    match = answers(match, handle_of(match, "iuchi-wayfinder"), "entered_play")
    names = names_for(RULES)
    said = list(
        place_lines(options_of(RULES, match.table, ALICE), province_places(view_of(match, ALICE), ALICE, names))
    )
    assert len(said) == len(options(match)) == 9
    assert said[0].startswith("    2 is province 2 of alice, ")
    assert "    their-1 is province 1 of bob, facedown province: facedown card" in said
