"""The Crab clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.commands import DeclareConflict, DiscardFateless, PassConflict, PlayAttachment, PlayCharacter
from domain.kernel.ids import Handle
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
    closed,
    does,
    fight,
    in_conflict,
    in_phase,
    offered,
    options,
    players,
    plays,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question

HOTARU = "doji-hotaru"


HOLDING = ("funeral-pyre", {"slot": 1})


def test_hida_guardian_gives_two_for_each_own_holding() -> None:
    alice = {"holding": [HOLDING, ("imperial-storehouse", {"slot": 2})]}
    match = uses(fight("hida-guardian", alice=alice), "a-hida-guardian")
    assert options(match) == {"b-wandering-ronin"}
    assert skills(chooses(match, "b-wandering-ronin"), "b-wandering-ronin") == (6, 6)


def test_hida_guardian_needs_an_own_holding_and_to_participate() -> None:
    assert "a-hida-guardian" not in offered(fight("hida-guardian", bob={"holding": [HOLDING]}), ALICE)
    at_home = fight(RONIN, "hida-guardian", alice={"holding": [HOLDING]})
    assert "a-hida-guardian" not in offered(at_home, ALICE)


def test_hiruma_yojimbo_is_not_declared_as_an_attacker_but_may_defend() -> None:
    alice = {"play": ["hiruma-yojimbo"], "opportunities": 2}
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players({"alice": alice, "bob": {"play": [RONIN]}}))
    command = DeclareConflict("air", "military", "1", (Handle("a-hiruma-yojimbo"),), {})
    assert question(match) != ("conflict", (ALICE,)) or refused(match, ALICE, command) == "l5r.term.cannot"
    match = in_conflict(
        at="3.2.1", attackers="a-wandering-ronin", alice={"play": [RONIN]}, bob={"play": ["hiruma-yojimbo"]}
    )
    assert options(match) == {"b-hiruma-yojimbo"}


def test_shrewd_yasuki_takes_one_of_two_cards_and_puts_the_other_under_the_deck() -> None:
    alice = {"deck": ["assassination", "banzai", FAN], "hand": [FAN]}
    match = uses(fight("shrewd-yasuki", alice=alice, bob={"holding": [HOLDING]}), "a-shrewd-yasuki")
    assert options(match) == {"a-assassination", "a-banzai"}
    match = chooses(match, "a-banzai")
    assert keys(match, ALICE, "hand") == [FAN, "banzai"]
    assert keys(match, ALICE, "deck") == [FAN, "assassination"]


def test_shrewd_yasuki_needs_a_holding_in_play() -> None:
    assert "a-shrewd-yasuki" not in offered(fight("shrewd-yasuki"), ALICE)


def test_vanguard_warrior_is_sacrificed_for_1_fate_on_a_character() -> None:
    match = uses(in_phase("draw", alice={"play": ["vanguard-warrior", RONIN]}), "a-vanguard-warrior")
    match = chooses(match, "a-wandering-ronin")
    assert card(match, "a-wandering-ronin").fate == 1
    assert keys(match, ALICE, "dynasty_discard") == ["vanguard-warrior"]


def test_borderlands_defender_is_not_bowed_or_moved_by_opponents_while_it_defends() -> None:
    alice = {"stronghold": "shizuka-toshi", "hand": [FAN]}
    weak = {"play": [("borderlands-defender", {"dishonored": True}), RONIN]}  # political skill 2
    match = fight(HOTARU, kind="political", defenders="b-borderlands-defender b-wandering-ronin", alice=alice, bob=weak)
    assert options(uses(match, "a-shizuka-toshi")) == {"b-wandering-ronin"}


def test_borderlands_defender_is_bowed_while_it_attacks() -> None:
    weak = ("borderlands-defender", {"dishonored": True})
    match = fight(weak, kind="political", bob={"stronghold": "shizuka-toshi", "hand": [FAN]})
    assert "a-borderlands-defender" in options(uses(match, "b-shizuka-toshi"))


def passed_conflict(**said: Any) -> Match:
    match = laid(ConflictPhase(at="3.2", last=BOB), "conflict", **players(said))
    return acted(match, BOB, PassConflict()).match


def test_intimidating_hida_makes_an_opponent_lose_honor_who_passes() -> None:
    ready = {"play": [RONIN], "opportunities": 1}
    match = passed_conflict(alice={"play": ["intimidating-hida"]}, bob=ready)
    match = answers(match, "a-intimidating-hida", "conflict_passed")
    assert pools(match, "honor") == (10, 9)


def test_intimidating_hida_does_not_answer_its_own_player() -> None:
    match = passed_conflict(bob={"play": ["intimidating-hida"], "opportunities": 1})
    assert not question(match)[0].startswith("reaction")


def test_vengeful_berserker_is_doubled_when_another_own_character_leaves_play_in_a_conflict() -> None:
    match = fight("vengeful-berserker", "vanguard-warrior")
    match = answers(uses(match, "a-vanguard-warrior"), "a-vengeful-berserker", "left_play")
    match = chooses(match, "b-wandering-ronin")
    assert skills(match, "a-vengeful-berserker") == (6, 0)


def test_vengeful_berserker_is_not_stirred_out_of_a_conflict() -> None:
    match = in_phase("draw", alice={"play": ["vengeful-berserker", "vanguard-warrior"]}, bob={"play": [RONIN]})
    match = chooses(uses(match, "a-vanguard-warrior"), "b-wandering-ronin")
    assert not question(match)[0].startswith("reaction")


def test_hida_tomonatsu_puts_an_attacker_on_its_deck() -> None:
    bob = {"play": ["hida-tomonatsu"], "hand": []}
    match = in_conflict(
        "military", "a-wandering-ronin", "b-hida-tomonatsu", at="3.2.3", alice={"play": [RONIN]}, bob=bob
    )
    match = chooses(answers(match, "b-hida-tomonatsu", "conflict_won"), "a-wandering-ronin")
    assert keys(match, ALICE, "dynasty_deck")[0] == RONIN
    assert keys(match, BOB, "dynasty_discard") == ["hida-tomonatsu"]


def test_hida_tomonatsu_spares_unique_attackers_and_those_that_he_attacks_with() -> None:
    bob = {"play": ["hida-tomonatsu"]}
    bowed = {"play": [(HOTARU, {"bowed": True})]}
    match = in_conflict("military", "a-doji-hotaru", "b-hida-tomonatsu", at="3.2.3", alice=bowed, bob=bob)
    assert question(match)[0] != "reaction:conflict_won"
    match = in_conflict(
        "military", "a-hida-tomonatsu", "b-wandering-ronin", at="3.2.3", alice=bob, bob={"play": [RONIN]}
    )
    assert question(match)[0] != "reaction:conflict_won"


def test_steadfast_witch_hunter_sacrifices_a_character_to_ready_another() -> None:
    bowed = (HOTARU, {"bowed": True})
    match = uses(in_phase("draw", alice={"play": ["steadfast-witch-hunter", RONIN, bowed]}), "a-steadfast-witch-hunter")
    match = chooses(chooses(match, "a-wandering-ronin"), "a-doji-hotaru")
    assert not card(match, "a-doji-hotaru").bowed


def test_steadfast_witch_hunter_needs_a_bowed_character() -> None:
    match = in_phase("draw", alice={"play": ["steadfast-witch-hunter", RONIN], "hand": [FAN]})
    assert "a-steadfast-witch-hunter" not in offered(match, ALICE)


def test_kaiu_shuichi_gains_fate_beside_a_holding() -> None:
    match = uses(fight("kaiu-shuichi", alice={"holding": [HOLDING]}), "a-kaiu-shuichi")
    assert pools(match, "fate") == (6, 5)
    assert "a-kaiu-shuichi" not in offered(fight("kaiu-shuichi"), ALICE)


def test_hida_kisada_cancels_the_first_action_of_the_opponent_in_a_conflict() -> None:
    bob = {"play": ["kaiu-shuichi", "brash-samurai"], "holding": [HOLDING]}
    match = fight("hida-kisada", defenders="b-kaiu-shuichi b-brash-samurai", bob=bob)
    match = uses(match, "b-kaiu-shuichi")
    assert pools(match, "fate") == (5, 5)
    assert "b-kaiu-shuichi" not in offered(match, BOB)
    match = does(match, ALICE, PlayAttachment(Handle("a-ornate-fan"), Handle("a-hida-kisada")))
    assert "b-brash-samurai" not in offered(match, BOB)  # two participants


def test_hida_kisada_does_nothing_after_a_lost_conflict_and_lets_later_actions_be() -> None:
    bob = {"play": ["kaiu-shuichi"], "holding": [HOLDING]}
    lost = {"phase:lost:military:alice": 1}
    match = fight("hida-kisada", defenders="b-kaiu-shuichi", bob=bob)
    match.table.usage.update(lost)
    assert pools(uses(match, "b-kaiu-shuichi"), "fate") == (5, 6)


def test_borderlands_fortifications_swaps_places_with_a_card_that_may_lie_facedown() -> None:
    lying = [("borderlands-fortifications", {"slot": 1}), ("funeral-pyre", {"slot": 2})]
    alice = {"row": [], "holding": lying, **HELD}
    match = uses(in_phase("draw", alice=alice), "a-borderlands-fortifications")
    assert options(match) == {"2", "3", "4"}
    match = chooses(match, "2")
    assert (card(match, "a-borderlands-fortifications").slot, card(match, "a-funeral-pyre").slot) == (2, 1)
    assert "a-borderlands-fortifications" not in offered(match, ALICE)  # once a round
    match = chooses(uses(in_phase("draw", alice=alice), "a-borderlands-fortifications"), "4")
    assert [(each.slot, each.facedown) for each in match.table.dynasty_cards(ALICE)] == [
        (1, True),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_funeral_pyre_draws_for_a_sacrifice() -> None:
    match = uses(in_phase("draw", alice={"holding": [HOLDING], "row": [], "play": [RONIN]}), "a-funeral-pyre")
    match = chooses(match, "a-wandering-ronin")
    assert keys(match, ALICE, "hand") == [FAN]
    assert "a-funeral-pyre" not in offered(in_phase("draw", alice={"holding": [HOLDING], "row": []}), ALICE)


def test_hiruma_ambusher_silences_a_character_when_it_enters_play_as_a_defender() -> None:
    alice = {"play": ["kaiu-shuichi"], "holding": [HOLDING], **HELD}
    match = in_conflict("military", "a-kaiu-shuichi", alice=alice, bob={"hand": ["hiruma-ambusher", FAN], "play": []})
    match = does(match, BOB, PlayCharacter(Handle("b-hiruma-ambusher"), 0, "conflict"))
    handle = next(each for each in match.table.contest.defenders)
    match = chooses(answers(match, handle, "entered_play"), "a-kaiu-shuichi")
    assert "a-kaiu-shuichi" not in offered(match, ALICE)


def test_hiruma_ambusher_does_nothing_at_home() -> None:
    match = in_conflict(
        "military", "a-kaiu-shuichi", alice={"play": ["kaiu-shuichi"], **HELD}, bob={"hand": ["hiruma-ambusher"]}
    )
    match = does(match, BOB, PlayCharacter(Handle("b-hiruma-ambusher"), 0, "home"))
    assert not question(match)[0].startswith("reaction")


def test_stoic_gunso_grows_by_a_sacrifice_of_another_character() -> None:
    match = chooses(uses(fight("stoic-gunso", RONIN), "a-stoic-gunso"), "a-wandering-ronin")
    assert skills(match, "a-stoic-gunso") == (5, 1)
    assert "a-stoic-gunso" not in offered(fight("stoic-gunso"), ALICE)


def fateless(*attachments: str) -> Match:
    alice = {"play": [RONIN, *((each, ON_RONIN) for each in attachments)], **HELD}
    match = laid(FatePhase(at="4.2"), "fate", **players({"alice": alice}))
    return (
        match
        if question(match)[0] != "fateless"
        else acted(match, ALICE, DiscardFateless(Handle("a-wandering-ronin"))).match
    )


def test_reprieve_is_discarded_in_place_of_the_character() -> None:
    match = answers(fateless("reprieve"), "a-reprieve", "discarded")
    assert keys(match, ALICE, "discard") == ["reprieve"]
    assert match.table.is_in_play(Handle("a-wandering-ronin"))


def test_watch_commander_makes_an_opponent_lose_honor_for_each_card_played_in_the_conflict() -> None:
    armed = ("watch-commander", ON_RONIN)
    match = fight(RONIN, armed, bob={"hand": [FAN, FAN], "play": [RONIN]}, alice={"hand": [FAN, FAN]})
    for handle, honor in (("b-ornate-fan", 9), ("b-ornate-fan-2", 8)):
        match = does(match, BOB, PlayAttachment(Handle(handle), Handle("b-wandering-ronin")))
        match = answers(match, "a-watch-commander", "entered_play")
        assert pools(match, "honor") == (10, honor)


def test_watch_commander_does_not_answer_its_own_player_or_at_home() -> None:
    match = fight(RONIN, ("watch-commander", ON_RONIN))
    match = does(match, ALICE, PlayAttachment(Handle("a-ornate-fan"), Handle("a-wandering-ronin")))
    assert not question(match)[0].startswith("reaction")
    match = fight(HOTARU, RONIN, ("watch-commander", ON_RONIN))
    match = does(match, BOB, PlayAttachment(Handle("b-ornate-fan"), Handle("b-wandering-ronin")))
    assert not question(match)[0].startswith("reaction")


def test_jade_tetsubo_returns_all_fate_of_a_weaker_participant_to_its_owner() -> None:
    bob = {"play": [(RONIN, {"fate": 3})]}
    match = uses(fight(RONIN, ("jade-tetsubo", ON_RONIN), bob=bob), "a-jade-tetsubo")
    match = chooses(match, "b-wandering-ronin")
    assert (card(match, "b-wandering-ronin").fate, pools(match, "fate")) == (0, (5, 8))


def test_jade_tetsubo_spares_the_strong_and_the_fateless() -> None:
    strong = {"play": [("hida-kisada", {"fate": 3})]}
    match = fight(RONIN, ("jade-tetsubo", ON_RONIN), defenders="b-hida-kisada", bob=strong)
    assert "a-jade-tetsubo" not in offered(match, ALICE)
    assert "a-jade-tetsubo" not in offered(fight(RONIN, ("jade-tetsubo", ON_RONIN)), ALICE)


def test_levy_lets_the_opponent_give_fate_or_honor() -> None:
    for option, fate, honor in (("fate", (6, 4), (10, 10)), ("honor", (5, 5), (11, 9))):
        match = plays(in_phase("draw", alice={"hand": ["levy", FAN], "play": [RONIN]}), "a-levy")
        assert question(match)[1] == (BOB,)
        match = selects(match, option)
        assert (pools(match, "fate"), pools(match, "honor")) == (fate, honor)


def test_levy_offers_only_what_would_change_something() -> None:
    match = plays(in_phase("draw", alice={"hand": ["levy"]}, bob={"fate": 0}), "a-levy")
    assert options(match) == {"honor"}


def test_rebuild_puts_a_holding_in_the_place_of_a_card_that_is_shuffled_away() -> None:
    alice = {"hand": ["rebuild"], "dynasty_discard": ["funeral-pyre"], "dynasty_deck": [RONIN]}
    match = plays(in_phase("draw", alice=alice), "a-rebuild")
    assert options(match) == {"1", "2", "3", "4"}
    match = chooses(chooses(match, "2"), "a-funeral-pyre")
    (placed,) = (each for each in match.table.dynasty_cards(ALICE) if each.key == "core/funeral-pyre")
    assert (placed.slot, placed.facedown, match.table.is_in_play(placed.handle)) == (2, False, True)
    assert len(keys(match, ALICE, "dynasty_deck")) == 2
    assert len(match.table.dynasty_cards(ALICE)) == 4


def test_rebuild_needs_a_holding_in_the_discard_pile() -> None:
    assert "a-rebuild" not in offered(in_phase("draw", alice={"hand": ["rebuild", FAN], "play": [RONIN]}), ALICE)


def test_way_of_the_crab_costs_a_crab_and_the_opponent_a_character() -> None:
    alice, bob = {"hand": ["way-of-the-crab"], "play": ["hida-guardian", RONIN]}, {"play": [RONIN, HOTARU]}
    match = plays(in_phase("draw", alice=alice, bob=bob), "a-way-of-the-crab")
    assert options(match) == {"a-hida-guardian"}
    match = chooses(match, "a-hida-guardian")
    assert question(match)[1] == (BOB,)
    match = chooses(match, "b-doji-hotaru")
    assert keys(match, BOB, "dynasty_discard") == [HOTARU]
    assert pools(match, "fate")[0] == 4


def test_way_of_the_crab_lets_a_character_be_sacrificed_that_cannot_be_the_target_of_events() -> None:
    questioned = ("above-question", {"host": Handle("b-wandering-ronin")})
    alice = {"hand": ["way-of-the-crab"], "play": ["hida-guardian"]}
    match = plays(in_phase("draw", alice=alice, bob={"play": [RONIN, questioned]}), "a-way-of-the-crab")
    match = chooses(chooses(match, "a-hida-guardian"), "b-wandering-ronin")
    assert keys(match, BOB, "dynasty_discard") == [RONIN]

    match = plays(in_phase("draw", alice=alice, bob={"play": [RONIN, HOTARU, questioned]}), "a-way-of-the-crab")
    assert options(chooses(match, "a-hida-guardian")) == {"b-wandering-ronin", "b-doji-hotaru"}


def test_way_of_the_crab_is_played_once_a_round() -> None:
    alice = {"hand": ["way-of-the-crab", "way-of-the-crab"], "play": ["hida-guardian", "kaiu-envoy"]}
    match = in_phase("draw", alice=alice, bob={"play": [RONIN, HOTARU]})
    match = chooses(chooses(plays(match, "a-way-of-the-crab"), "a-hida-guardian"), "b-doji-hotaru")
    assert not offered(match, ALICE)


def test_the_mountain_does_not_fall_keeps_a_defender_ready_when_the_conflict_is_over() -> None:
    match = fight(HOTARU, bob={"hand": ["the-mountain-does-not-fall"]}, alice={"hand": []})
    match = closed(chooses(plays(match, "b-the-mountain-does-not-fall"), "b-wandering-ronin"))
    match = (
        acted(match, ALICE, match.rules.command({"type": "decline_ring"})).match
        if question(match)[0] == "ring-effect"
        else match
    )
    assert not card(match, "b-wandering-ronin").bowed
    assert card(match, "a-doji-hotaru").bowed


def test_kaiu_envoy_gives_fate_and_a_card_when_it_leaves_play() -> None:
    match = in_phase("draw", alice={"play": ["steadfast-witch-hunter", "kaiu-envoy", (HOTARU, {"bowed": True})]})
    match = chooses(uses(match, "a-steadfast-witch-hunter"), "a-kaiu-envoy")
    assert question(match)[0] == "order-forced-interrupt"
    match = acted(
        match,
        ALICE,
        match.rules.command(
            {
                "type": "order_mandatory",
                "card": "a-kaiu-envoy",
                "ability": -3,
                "condition": match.table.occurrences[max(match.table.occurrences)].conditions[0].id,
            }
        ),
    ).match
    assert (pools(match, "fate")[0], keys(match, ALICE, "hand")) == (6, [FAN])
