"""The neutral cards: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.commands import OrderPiles, PlayEvent
from domain.cardgame.in_play import characteristics
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.commands import BidHonor, DeclareConflict, PlayAttachment
from domain.games.l5r.state import Favor
from domain.kernel.ids import Handle, zone
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from tests.builders import acted
from tests.l5r_cards import (
    ALICE,
    BOB,
    FAN,
    HELD,
    ON_RONIN,
    RONIN,
    answers,
    card,
    chooses,
    claimed,
    does,
    fight,
    handle_of,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    passes,
    players,
    plays,
    reacts,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question

WARRIOR = "serene-warrior"


def test_imperial_servants_do_not_attack_who_has_the_favor() -> None:
    play = {"play": ["otomo-courtier", "seppun-guardsman"], "opportunities": 2}
    for favor, allowed in ((None, True), (Favor(ALICE, "military"), True), (Favor(BOB, "military"), False)):
        said = players({"alice": {**play, "row": []}, "bob": {"play": [RONIN]}})
        match = laid(ConflictPhase(at="3.2", last=BOB), "conflict", favor=favor, **said)
        for kind, name in (("political", "otomo-courtier"), ("military", "seppun-guardsman")):
            command = DeclareConflict("air", kind, "1", (Handle(f"a-{name}"),), {})
            if not allowed:
                assert (
                    question(match) != ("conflict", (ALICE,))
                    or refused(match, ALICE, command) == "l5r.participate.cannot"
                )
                continue
            assert acted(match, ALICE, command).match.table.contest.attackers == (f"a-{name}",)


def claiming(role: str, *own: Any, ring: str = "air", **has: Any) -> Match:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "ring": ring}
    alice = {"play": [RONIN, *own], "role": [role], "row": [WARRIOR] * 4, **has}
    return in_conflict("military", "a-wandering-ronin", at="3.2.7", alice=alice, **won)


def test_keeper_initiate_comes_into_play_with_a_fate_for_a_ring_of_the_roles_element() -> None:
    for where in (
        {"dynasty_discard": ["keeper-initiate"]},
        {"row": ["keeper-initiate", *[WARRIOR] * 3], "revealed": True},
    ):
        match = claiming("keeper-of-air", dynasty_deck=[WARRIOR], **where)
        match = answers(match, "a-keeper-initiate", "ring_claimed")
        assert card(match, handle_of(match, "keeper-initiate")).fate == 1


def test_keeper_initiate_stays_away_otherwise() -> None:
    pile = {"dynasty_discard": ["keeper-initiate"], "dynasty_deck": [WARRIOR]}
    assert not reacts(claiming("keeper-of-air", ring="fire", **pile), "a-keeper-initiate")
    assert not reacts(
        claiming("keeper-of-air", row=["keeper-initiate", *[WARRIOR] * 3], dynasty_deck=[WARRIOR]), "a-keeper-initiate"
    )  # facedown
    assert not reacts(claiming("keeper-of-air", "keeper-initiate"), "a-keeper-initiate")


def test_initiates_answer_no_ring_that_the_opponent_claims() -> None:
    result: dict[str, Any] = {"winner": BOB, "loser": ALICE, "decided": True, "opposed": True, "ring": "air"}
    for role in ("keeper-of-air", "seeker-of-air"):
        alice = {
            "play": [RONIN, "seeker-initiate"],
            "role": [role],
            "dynasty_discard": ["keeper-initiate"],
            "dynasty_deck": [WARRIOR],
        }
        match = in_conflict(
            "military",
            "a-wandering-ronin",
            "b-wandering-ronin",
            at="3.2.7",
            alice=alice,
            bob={"play": [RONIN]},
            **result,
        )
        assert not question(match)[0].startswith("reaction")


def test_miya_mystic_discards_an_attachment_in_the_conflict_phase() -> None:
    alice = {"play": ["miya-mystic", RONIN, (FAN, ON_RONIN)], "row": [], **HELD}
    match = uses(in_phase("conflict", alice=alice), "a-miya-mystic")
    assert options(match) == {"a-ornate-fan"}
    match = chooses(match, "a-ornate-fan")
    assert (keys(match, ALICE, "play"), keys(match, ALICE, "dynasty_discard")) == ([RONIN], ["miya-mystic"])
    assert "a-miya-mystic" not in offered(in_phase("draw", alice=alice), ALICE)


def test_seeker_initiate_searches_five_cards_for_a_ring_of_the_roles_element() -> None:
    deck = ["banzai", "assassination", "charge", "rout", "outwit", FAN]
    match = answers(claiming("seeker-of-air", "seeker-initiate", deck=deck), "a-seeker-initiate", "ring_claimed")
    assert options(match) == {"a-banzai", "a-assassination", "a-charge", "a-rout", "a-outwit"}
    before = set(match.table.zone(zone(ALICE, "deck")))
    match = chooses(match, "a-rout")
    assert before.isdisjoint(match.table.zone(zone(ALICE, "deck")))  # it is shuffled
    assert (keys(match, ALICE, "hand"), len(keys(match, ALICE, "deck"))) == (["rout"], 5)
    assert not reacts(claiming("seeker-of-fire", "seeker-initiate", deck=deck), "a-seeker-initiate")


def test_wandering_ronin_spends_its_fate_twice_in_a_conflict() -> None:
    match = uses(fight((RONIN, {"fate": 3})), "a-wandering-ronin")
    match = uses(match, "a-wandering-ronin")
    assert (skills(match, "a-wandering-ronin"), card(match, "a-wandering-ronin").fate) == ((6, 6), 1)
    assert "a-wandering-ronin" not in offered(in_turn(match, ALICE), ALICE)


def test_wandering_ronin_needs_fate_and_a_conflict() -> None:
    assert "a-wandering-ronin" not in offered(fight(RONIN), ALICE)
    alice = {"play": [(RONIN, {"fate": 3})], **HELD}
    assert "a-wandering-ronin" not in offered(in_phase("draw", alice=alice), ALICE)


GROUND = {"holding": [("favorable-ground", {"slot": 1})], "row": []}


def test_favorable_ground_moves_a_character_in_or_home() -> None:
    match = uses(fight(RONIN, WARRIOR, "venerable-historian", alice=GROUND), "a-favorable-ground")
    assert options(match) == {"a-wandering-ronin", "a-serene-warrior"}
    assert chooses(match, "a-wandering-ronin").table.contest.attackers == ()
    match = chooses(match, "a-serene-warrior")
    assert match.table.contest.attackers == ("a-wandering-ronin", "a-serene-warrior")
    assert keys(match, ALICE, "holding") == []


def test_favorable_ground_is_used_in_a_conflict_alone() -> None:
    assert "a-favorable-ground" not in offered(in_phase("draw", alice={**GROUND, **HELD, "play": [RONIN]}), ALICE)


def test_imperial_storehouse_is_sacrificed_for_a_card() -> None:
    house = {"holding": [("imperial-storehouse", {"slot": 1})], "row": []}
    match = uses(in_phase("draw", alice=house), "a-imperial-storehouse")
    assert (keys(match, ALICE, "hand"), keys(match, ALICE, "holding")) == ([FAN], [])
    assert "a-imperial-storehouse" not in offered(match, ALICE)


def test_a_draw_by_a_card_from_an_empty_deck_costs_five_honor() -> None:
    house = {"holding": [("imperial-storehouse", {"slot": 1})], "row": [], "honor": 9}
    alice = {**house, "deck": [], "discard": ["banzai"], **HELD, "play": [RONIN]}
    match = uses(in_phase("draw", alice=alice), "a-imperial-storehouse")
    assert (keys(match, ALICE, "hand"), keys(match, ALICE, "discard"), pools(match, "honor")) == (
        [FAN, "banzai"],
        [],
        (4, 10),
    )


def test_cloud_the_mind_blanks_but_leaves_traits() -> None:
    cloud = ("cloud-the-mind", {"host": Handle("b-solemn-scholar")})
    for blank in ((), (cloud,)):
        bob = {"play": ["solemn-scholar"]}
        match = fight(RONIN, *blank, bob=bob, defenders="b-solemn-scholar", rings=claimed(earth=BOB))
        assert ("b-solemn-scholar" in offered(match, BOB)) == (not blank)
        assert characteristics.has_trait(match.table, card(match, "b-solemn-scholar"), "Shugenja")


def test_cloud_the_mind_is_played_by_who_has_a_shugenja() -> None:
    command = PlayAttachment(Handle("a-cloud-the-mind"), Handle("b-wandering-ronin"))
    alice = {"hand": ["cloud-the-mind", FAN], "play": [RONIN]}
    match = in_turn(in_phase("draw", alice=alice, bob={"play": [RONIN]}), ALICE)
    assert refused(match, ALICE, command) == "l5r.initiate.play-restrictions"
    alice["play"] = ["solemn-scholar"]
    match = does(in_phase("draw", alice=alice, bob={"play": [(RONIN, {"fate": 1})]}), ALICE, command)
    assert card(match, handle_of(match, "cloud-the-mind")).host == "b-wandering-ronin"


def test_assassination_costs_three_honor_to_discard_a_cheap_character_once_a_round() -> None:
    alice = {"hand": ["assassination", "assassination", FAN]}
    bob = {"play": [RONIN, "solemn-scholar", "steadfast-samurai"]}
    match = plays(fight(RONIN, alice=alice, bob=bob), "a-assassination")
    assert options(match) == {"b-solemn-scholar", "b-steadfast-samurai"}
    match = in_turn(chooses(match, "b-solemn-scholar"), ALICE)
    assert (pools(match, "honor"), keys(match, BOB, "play")) == ((7, 10), [RONIN, "steadfast-samurai"])
    assert "a-assassination-2" not in offered(match, ALICE)


def test_assassination_needs_three_honor_and_a_conflict() -> None:
    alice = {"hand": ["assassination", FAN], "honor": 2, "play": [RONIN]}
    bob = {"play": [RONIN, "solemn-scholar"]}
    assert "a-assassination" not in offered(fight(RONIN, alice=alice, bob=bob), ALICE)
    assert "a-assassination" not in offered(in_phase("draw", alice={**alice, "honor": 9}, bob=bob), ALICE)


def test_banzai_is_resolved_twice_for_an_honor_with_a_new_target() -> None:
    alice = {"hand": ["banzai", "banzai", FAN]}
    match = chooses(plays(fight(RONIN, WARRIOR, alice=alice), "a-banzai"), "a-wandering-ronin")
    assert options(match) == {"yes", "no"}
    match = selects(match, "yes")
    assert (question(match)[0], options(match)) == ("targets", {"a-wandering-ronin", "b-wandering-ronin"})
    match = chooses(match, "a-wandering-ronin")
    assert (skills(match, "a-wandering-ronin"), pools(match, "honor")) == ((6, 2), (9, 10))
    assert keys(match, ALICE, "discard") == ["banzai"]
    assert "a-banzai-2" not in offered(in_turn(match, ALICE), ALICE)


def test_banzai_may_be_resolved_once_and_needs_a_conflict() -> None:
    match = chooses(plays(fight(RONIN, alice={"hand": ["banzai", FAN]}), "a-banzai"), "b-wandering-ronin")
    match = selects(match, "no")
    assert (skills(match, "b-wandering-ronin"), pools(match, "honor")) == ((4, 2), (10, 10))
    match = in_phase("draw", alice={"hand": ["banzai", FAN], "play": [RONIN]})
    assert "a-banzai" not in offered(match, ALICE)


def test_the_second_resolution_of_banzai_can_be_cancelled_alone() -> None:
    bob = {"play": [(RONIN, {"honored": True})], "hand": ["voice-of-honor"]}
    match = chooses(plays(fight(RONIN, alice={"hand": ["banzai"]}, bob=bob), "a-banzai"), "a-wandering-ronin")
    match = passes(match)
    match = chooses(selects(match, "yes"), "a-wandering-ronin")
    match = answers(match, "b-voice-of-honor", "effect_initiated")
    assert (skills(match, "a-wandering-ronin"), pools(match, "honor")) == ((4, 2), (9, 10))
    assert keys(match, ALICE, "discard") == ["banzai"]


def bid(mine: int, theirs: int) -> Match:
    alice = {"hand": ["contingency-plan"]}
    match = laid(DrawPhase(at="2.1"), "draw", **players({"alice": alice}))
    return acted(acted(match, ALICE, BidHonor(mine)).match, BOB, BidHonor(theirs)).match


def test_contingency_plan_changes_the_bid_by_one() -> None:
    for option, honor, drawn in (("higher", (8, 12), 4), ("lower", (10, 10), 2)):
        match = selects(answers(bid(3, 2), "a-contingency-plan", "bid_revealed"), option)
        assert pools(match, "honor") == honor
        assert len(keys(match, ALICE, "hand")) == drawn
        assert match.table.players[ALICE].dial == 3
        assert not match.table.lasting


def test_contingency_plan_is_played_when_dials_are_revealed_alone() -> None:
    match = in_phase("draw", alice={"hand": ["contingency-plan", FAN], "play": [RONIN]})
    assert "a-contingency-plan" not in offered(match, ALICE)


COURT = {"hand": ["court-games", "court-games", FAN]}


def test_court_games_honors_an_own_participant_once_in_a_conflict() -> None:
    match = selects(plays(fight(RONIN, WARRIOR, kind="political", alice=COURT), "a-court-games"), "honor")
    assert options(match) == {"a-wandering-ronin"}
    match = in_turn(chooses(match, "a-wandering-ronin"), ALICE)
    assert card(match, "a-wandering-ronin").honored
    assert "a-court-games-2" not in offered(match, ALICE)


def test_court_games_lets_the_opponent_choose_who_is_dishonored() -> None:
    bob = {"play": [RONIN, WARRIOR, "solemn-scholar"]}
    match = fight(RONIN, kind="political", alice=COURT, bob=bob, defenders="b-wandering-ronin b-serene-warrior")
    match = selects(plays(match, "a-court-games"), "dishonor")
    assert (question(match)[1], options(match)) == ((BOB,), {"b-wandering-ronin", "b-serene-warrior"})
    assert card(chooses(match, "b-serene-warrior"), "b-serene-warrior").dishonored


def test_court_games_offers_only_what_is_possible_and_only_in_political_conflicts() -> None:
    bob = {"play": [(RONIN, {"dishonored": True})]}
    assert options(plays(fight(RONIN, kind="political", alice=COURT, bob=bob), "a-court-games")) == {"honor"}
    assert "a-court-games" not in offered(fight(RONIN, alice=COURT), ALICE)


def test_court_games_names_what_forbids_it_where_neither_option_does_anything() -> None:
    honored = (RONIN, {"honored": True})
    protected = [WARRIOR, ("above-question", {"host": Handle("b-serene-warrior")})]
    match = fight(honored, kind="political", alice=COURT, bob={"play": protected}, defenders="b-serene-warrior")
    with pytest.raises(Refused) as caught:
        acted(in_turn(match, ALICE), ALICE, PlayEvent(Handle("a-court-games")))
    assert caught.value.refusal.rule == "l5r.ability.triggered-must-change-state"
    assert caught.value.refusal.because["held_up"] == [
        {"card": "a-wandering-ronin", "rule": "l5r.target.must-be-affectable"},
        {"card": "b-serene-warrior", "rule": "l5r.term.cannot", "because_of": ["core/above-question"]},
    ]


SHAME = {"hand": ["for-shame", FAN]}


def test_for_shame_lets_the_opponent_select_dishonor_or_bowing() -> None:
    bob = {"play": [RONIN, WARRIOR]}
    match = plays(fight("naive-student", kind="political", alice=SHAME, bob=bob), "a-for-shame")
    assert options(match) == {"b-wandering-ronin"}  # a participant of the opponent
    match = chooses(match, "b-wandering-ronin")
    assert (question(match)[1], options(match)) == ((BOB,), {"dishonor", "bow"})
    assert card(selects(match, "dishonor"), "b-wandering-ronin").dishonored
    assert card(selects(match, "bow"), "b-wandering-ronin").bowed


def test_for_shame_leaves_no_choice_that_changes_nothing_and_needs_a_courtier() -> None:
    bob = {"play": [(RONIN, {"dishonored": True})]}
    match = plays(fight("naive-student", kind="political", alice=SHAME, bob=bob), "a-for-shame")
    assert options(chooses(match, "b-wandering-ronin")) == {"bow"}
    home = fight(RONIN, "naive-student", kind="political", alice=SHAME)
    assert "a-for-shame" not in offered(home, ALICE)


def test_for_shame_says_which_card_lets_dishonor_change_nothing() -> None:
    bob = {"play": [RONIN, "steward-of-law"]}
    defenders = "b-wandering-ronin b-steward-of-law"
    match = fight("naive-student", kind="political", alice=SHAME, bob=bob, defenders=defenders)
    match = chooses(plays(match, "a-for-shame"), "b-wandering-ronin")
    with pytest.raises(Refused) as caught:
        selects(match, "dishonor")
    said = {"option": "dishonor", "changes": "nothing", "because_of": ["core/steward-of-law"]}
    assert caught.value.refusal.rule == "l5r.select.must-matter"
    assert caught.value.refusal.because == {**said, "cannot": "receive-dishonor"}
    with pytest.raises(Refused, match=r"choice\.not-among-options"):
        selects(match, "kneel")


def test_good_omen_puts_fate_on_a_dear_character_with_the_lower_bid() -> None:
    alice = {"hand": ["good-omen", FAN], "play": [RONIN, "solemn-scholar"], "dial": 1}
    match = plays(in_phase("draw", alice=alice, bob={"dial": 2, "play": [WARRIOR]}), "a-good-omen")
    assert options(match) == {"a-wandering-ronin", "b-serene-warrior"}
    assert card(chooses(match, "a-wandering-ronin"), "a-wandering-ronin").fate == 1
    assert "a-good-omen" not in offered(in_phase("draw", alice=alice, bob={"dial": 1}), ALICE)


def spied(kind: str = "political", **said: Any) -> Match:
    alice = {"hand": ["spies-at-court", "spies-at-court"]}
    bob = {"hand": [FAN, FAN, FAN], "play": [RONIN]}
    attackers = "a-serene-warrior a-wandering-ronin"
    return fight(WARRIOR, RONIN, kind=kind, attackers=attackers, at="3.2.3", alice=alice, **{"bob": bob, **said})


def test_spies_at_court_cost_the_honor_of_a_participant_and_discard_two_cards() -> None:
    match = answers(spied(), "a-spies-at-court", "conflict_won")
    assert options(match) == {"a-serene-warrior", "a-wandering-ronin"}
    match = chooses(match, "a-serene-warrior")
    assert card(match, "a-serene-warrior").dishonored
    assert len(keys(match, BOB, "hand")) == 1
    match = acted(match, BOB, OrderPiles(tuple(match.table.zone(zone(BOB, "discard"))))).match
    assert not reacts(match, "a-spies-at-court-2")


def test_spies_at_court_need_a_won_political_conflict_and_somebody_to_dishonor() -> None:
    assert not reacts(spied("military"), "a-spies-at-court")
    three = {"hand": [FAN], "play": [WARRIOR] * 3}
    defenders = "b-serene-warrior b-serene-warrior-2 b-serene-warrior-3"
    assert not reacts(spied(bob=three, defenders=defenders), "a-spies-at-court")
    shamed = fight(
        (WARRIOR, {"dishonored": True}),
        at="3.2.3",
        kind="political",
        alice={"hand": ["spies-at-court"]},
        defenders="b-moto-horde",
        bob={"play": ["moto-horde"]},
    )
    assert not reacts(shamed, "a-spies-at-court")


def test_charge_brings_a_character_from_a_province_into_a_military_conflict() -> None:
    alice = {"hand": ["charge", FAN], "row": [WARRIOR, "venerable-historian"], "revealed": True}
    match = plays(fight(RONIN, alice=alice, bob={"revealed": True}), "a-charge")
    assert options(match) == {"a-serene-warrior"}
    match = chooses(match, "a-serene-warrior")
    assert match.table.contest.attackers == ("a-wandering-ronin", handle_of(match, WARRIOR))
    (new,) = match.table.in_slot(ALICE, 1)
    assert new.facedown
    assert "a-charge" not in offered(fight(RONIN, kind="political", alice=alice), ALICE)
    assert "a-charge" not in offered(fight(RONIN, alice={**alice, "revealed": False}), ALICE)


def fallen(*own: str, kind: str = "military") -> Match:
    attackers = " ".join(f"a-{each}" for each in own)
    held = {"hand": ["fallen-in-battle"] * 2}
    bob = {"play": [RONIN, WARRIOR], **held}
    return fight(*own, kind=kind, attackers=attackers, at="3.2.3", alice=held, bob=bob)


def test_fallen_in_battle_discards_a_participant_after_a_military_conflict_won_by_five() -> None:
    match = fallen("akodo-toturi", RONIN)
    assert "b-fallen-in-battle" not in offered(match, BOB)
    match = answers(match, "a-fallen-in-battle", "conflict_won")
    assert options(match) == {"a-akodo-toturi", "a-wandering-ronin", "b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert keys(match, BOB, "play") == [WARRIOR]
    assert not reacts(match, "a-fallen-in-battle-2")


def test_fallen_in_battle_needs_five_and_a_military_conflict() -> None:
    assert not reacts(fallen("akodo-toturi"), "a-fallen-in-battle")
    assert not reacts(fallen("doji-hotaru", RONIN, kind="political"), "a-fallen-in-battle")


def test_fallen_in_battle_is_played_by_a_defender_too() -> None:
    bob = {"play": ["akodo-toturi", RONIN], "hand": ["fallen-in-battle"]}
    match = fight("steadfast-samurai", at="3.2.3", bob=bob, defenders="b-akodo-toturi b-wandering-ronin")
    match = chooses(answers(match, "b-fallen-in-battle", "conflict_won"), "a-steadfast-samurai")
    assert keys(match, ALICE, "play") == []


def test_outwit_and_rout_send_the_weaker_home() -> None:
    for event, own, weaker in (("outwit", "naive-student", "steadfast-samurai"), ("rout", WARRIOR, RONIN)):
        kind = "political" if event == "outwit" else "military"
        bob = {"play": [RONIN, WARRIOR, "steadfast-samurai"]}
        defenders = "b-wandering-ronin b-serene-warrior b-steadfast-samurai"
        said: dict[str, Any] = {
            "attackers": f"a-{own} a-deathseeker",
            "alice": {"hand": [event, FAN]},
            "bob": bob,
            "defenders": defenders,
        }
        match = plays(fight(own, "deathseeker", kind=kind, **said), f"a-{event}")
        assert f"b-{weaker}" in options(match)
        assert "a-deathseeker" not in options(match)
        assert "b-serene-warrior" not in options(match)
        assert f"b-{weaker}" not in chooses(match, f"b-{weaker}").table.contest.defenders


def test_outwit_and_rout_need_a_stronger_participant_with_the_trait() -> None:
    for event, own in (("outwit", "doji-challenger"), ("rout", "kitsu-spiritcaller")):
        bob = {"play": ["steadfast-samurai"]}
        match = fight(own, kind="political", alice={"hand": [event, FAN]}, bob=bob, defenders="b-steadfast-samurai")
        assert f"a-{event}" not in offered(match, ALICE)
    home = fight(RONIN, WARRIOR, alice={"hand": ["rout", FAN]}, bob={"play": [RONIN]})
    assert "a-rout" not in offered(home, ALICE)
