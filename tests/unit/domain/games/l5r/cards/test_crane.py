"""The Crane clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.cardgame.commands import OrderPiles, PlayEvent
from domain.games.l5r.commands import PlayAttachment, PlayCharacter, ResolveRing
from domain.games.l5r.numbers_in_play import province_strength
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests import l5r_cards
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
    does,
    dueled,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    plays,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, pools, question

HOTARU = "doji-hotaru"
fight = partial(l5r_cards.fight, kind="political")


def test_asahina_artisan_bows_to_strengthen_another_crane() -> None:
    match = uses(fight(HOTARU, "asahina-artisan", RONIN), "a-asahina-artisan")
    assert options(match) == {"a-doji-hotaru"}
    match = chooses(match, "a-doji-hotaru")
    assert skills(match, "a-doji-hotaru") == (3, 9)
    assert "a-asahina-artisan" not in offered(fight(RONIN, "asahina-artisan"), ALICE)


def test_brash_samurai_is_honored_when_alone() -> None:
    assert card(uses(fight("brash-samurai", RONIN), "a-brash-samurai"), "a-brash-samurai").honored
    two = fight("brash-samurai", RONIN, attackers="a-brash-samurai a-wandering-ronin")
    assert "a-brash-samurai" not in offered(two, ALICE)
    assert "a-brash-samurai" not in offered(fight(("brash-samurai", {"honored": True})), ALICE)


def test_cautious_scout_blanks_the_attacked_province_when_it_attacks_alone() -> None:
    lands = {"provinces": ["ancestral-lands", "secret-cache", "pilgrimage", "elemental-fury", "night-raid"]}
    for attackers, strength in (("a-cautious-scout", 5), ("a-cautious-scout a-wandering-ronin", 10)):
        match = fight("cautious-scout", RONIN, attackers=attackers, bob=lands)
        assert province_strength(match.table, card(match, "b-ancestral-lands")).value == strength


def test_doji_gift_giver_gives_fate_to_bow_a_character_of_the_opponents_choice() -> None:
    match = uses(fight("doji-gift-giver"), "a-doji-gift-giver")
    assert question(match)[1] == (BOB,)
    match = chooses(match, "b-wandering-ronin")
    assert (pools(match, "fate"), card(match, "b-wandering-ronin").bowed) == ((4, 6), True)


def test_doji_gift_giver_needs_fate_and_a_ready_participant() -> None:
    assert "a-doji-gift-giver" not in offered(fight("doji-gift-giver", alice={"fate": 0}), ALICE)
    bowed = fight("doji-gift-giver", bob={"play": [(RONIN, {"bowed": True})]})
    assert "a-doji-gift-giver" not in offered(bowed, ALICE)


def test_savvy_politician_passes_honor_on_also_from_dishonored_to_ordinary() -> None:
    for state, honored in (({}, True), ({"dishonored": True}, False)):
        alice = {"play": [("savvy-politician", state), RONIN], "hand": ["way-of-the-crane", FAN]}
        match = chooses(plays(in_phase("draw", alice=alice), "a-way-of-the-crane"), "a-savvy-politician")
        match = chooses(answers(match, "a-savvy-politician", "honored"), "a-wandering-ronin")
        assert (card(match, "a-savvy-politician").honored, card(match, "a-wandering-ronin").honored) == (honored, True)


def test_savvy_politician_does_not_answer_the_honor_of_another_character() -> None:
    alice = {"play": ["savvy-politician", HOTARU], "hand": ["way-of-the-crane", FAN]}
    match = chooses(plays(in_phase("draw", alice=alice), "a-way-of-the-crane"), "a-doji-hotaru")
    assert not question(match)[0].startswith("reaction")


def test_daidoji_nerishma_turns_a_dynasty_card_faceup() -> None:
    match = uses(in_phase("draw", alice={"play": ["daidoji-nerishma"]}), "a-daidoji-nerishma")
    assert options(match) == {"1", "2", "3", "4"}
    match = chooses(match, "3")
    assert [each.facedown for each in match.table.dynasty_cards(ALICE)] == [True, True, False, True]
    faceup = in_phase("draw", alice={"play": ["daidoji-nerishma"], "revealed": True, **HELD})
    assert "a-daidoji-nerishma" not in offered(faceup, ALICE)


def test_doji_challenger_draws_an_opponents_character_into_the_conflict() -> None:
    bob = {"play": [RONIN, HOTARU]}
    match = chooses(uses(fight("doji-challenger", bob=bob), "a-doji-challenger"), "b-doji-hotaru")
    assert match.table.contest.defenders == ("b-wandering-ronin", "b-doji-hotaru")


def test_doji_challenger_takes_none_that_cannot_participate_and_needs_to_attack() -> None:
    dash = {"play": [RONIN, "bayushi-liar"]}
    assert "a-doji-challenger" not in offered(fight("doji-challenger", kind="military", bob=dash), ALICE)
    defending = in_conflict(
        "political",
        "a-wandering-ronin",
        "b-doji-challenger",
        alice={"play": [RONIN, HOTARU], **HELD},
        bob={"play": ["doji-challenger"], **HELD},
    )
    assert "b-doji-challenger" not in offered(defending, BOB)


def test_kakita_asami_takes_honor_when_she_is_ahead_in_a_political_conflict() -> None:
    assert pools(uses(fight("kakita-asami"), "a-kakita-asami"), "honor") == (11, 9)
    assert "a-kakita-asami" not in offered(fight("kakita-asami", kind="military"), ALICE)
    behind = fight("kakita-asami", defenders="b-doji-hotaru", bob={"play": [HOTARU]})
    assert "a-kakita-asami" not in offered(behind, ALICE)


def challenge(**said: Any) -> Match:
    match = fight("kakita-kaezin", RONIN, kind="military", attackers="a-kakita-kaezin a-wandering-ronin", **said)
    match = uses(match, "a-kakita-kaezin")
    assert question(match)[1] == (BOB,)
    return chooses(match, "b-wandering-ronin")


def test_kakita_kaezin_sends_everybody_else_home_when_he_wins_his_duel() -> None:
    match = dueled(challenge(), 2, 1)
    assert (match.table.contest.attackers, match.table.contest.defenders) == (
        ("a-kakita-kaezin",),
        ("b-wandering-ronin",),
    )
    assert (pools(match, "honor"), match.table.players[ALICE].dial) == ((9, 11), 2)


def test_kakita_kaezin_goes_home_when_he_loses_and_a_tie_does_nothing() -> None:
    match = dueled(challenge(), 1, 3)  # 3 + 1 against 2 + 3
    assert match.table.contest.attackers == ("a-wandering-ronin",)
    match = dueled(challenge(), 1, 2)
    assert match.table.contest.attackers == ("a-kakita-kaezin", "a-wandering-ronin")


def test_a_bowed_duelist_counts_its_skill_and_no_action_is_used_in_a_duel() -> None:
    match = challenge(bob={"play": [(RONIN, {"bowed": True})]})
    assert question(match)[0] == "duel-bid"
    assert refused(match, ALICE, PlayAttachment(Handle("a-ornate-fan"), Handle("a-wandering-ronin"))) != ""
    assert dueled(match, 1, 3).table.contest.attackers == ("a-wandering-ronin",)


def test_asahina_storyteller_gives_sincerity_to_honored_crane_characters() -> None:
    honored = {"honored": True}
    crane = ["asahina-storyteller", ("doji-challenger", honored), "brash-samurai"]
    alice = {"play": [*crane, "steadfast-witch-hunter", (RONIN, {"bowed": True})]}
    for gone, drawn in (("a-doji-challenger", [FAN]), ("a-brash-samurai", [])):
        match = uses(in_phase("draw", alice=alice), "a-steadfast-witch-hunter")
        match = chooses(match, gone)
        assert keys(match, ALICE, "hand") == drawn


def test_guest_of_honor_keeps_opponents_from_playing_events() -> None:
    bob = {"hand": ["way-of-the-crane", FAN], "play": [RONIN, "brash-samurai"]}
    assert "b-way-of-the-crane" not in offered(fight("guest-of-honor", bob=bob), BOB)
    assert "b-way-of-the-crane" in offered(fight(RONIN, "guest-of-honor", bob=bob), BOB)


def claimed(kind: str, attackers: str) -> Match:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "ring": "air"}
    return in_conflict(kind, attackers, at="3.2.7", alice={"play": [HOTARU, RONIN]}, **won)


def test_doji_hotaru_resolves_the_claimed_ring_after_a_political_conflict() -> None:
    match = answers(claimed("political", "a-doji-hotaru"), "a-doji-hotaru", "ring_claimed")
    assert pools(acted(match, ALICE, ResolveRing("air", "take-honor")).match, "honor") == (11, 9)


def test_doji_hotaru_does_not_answer_a_military_conflict_or_from_home() -> None:
    for kind, attackers in (("military", "a-doji-hotaru"), ("political", "a-wandering-ronin")):
        assert not question(claimed(kind, attackers))[0].startswith("reaction")


def test_artisan_academy_lets_the_top_card_be_played_from_the_deck() -> None:
    holding = {"holding": [("artisan-academy", {"slot": 1})], "row": []}
    for top, command in (
        ("fine-katana", PlayAttachment),
        ("way-of-the-crane", PlayEvent),
        ("steward-of-law", PlayCharacter),
    ):
        alice = {**holding, "deck": [top, FAN], "play": ["brash-samurai"]}
        match = in_turn(uses(in_phase("conflict", alice=alice), "a-artisan-academy"), ALICE)
        handle = Handle(f"a-{top}")
        assert handle in offered(match, ALICE)
        assert str(handle) in str(match.rules.view(match.table, BOB, judging=False)["players"]["alice"]["deck"])
        arguments = (Handle("a-brash-samurai"),) if command is PlayAttachment else ()
        match = acted(match, ALICE, command(handle, *arguments)).match
        match = chooses(match, "a-brash-samurai") if command is PlayEvent else match
        assert keys(match, ALICE, "deck") == [FAN]


def test_without_artisan_academy_or_out_of_the_conflict_phase_the_top_card_is_not_played() -> None:
    holding = {
        "holding": [("artisan-academy", {"slot": 1})],
        "row": [],
        "deck": ["fine-katana"],
        **HELD,
        "play": [RONIN],
    }
    assert "a-artisan-academy" not in offered(in_phase("draw", alice=holding), ALICE)
    command = PlayAttachment(Handle("a-fine-katana"), Handle("a-wandering-ronin"))
    assert refused(in_turn(in_phase("conflict", alice=holding), ALICE), ALICE, command) == "l5r.window.play-from-hand"


def test_steward_of_law_keeps_characters_from_becoming_dishonored_but_not_from_losing_honor() -> None:
    bob = {"provinces": ["shameful-display", "secret-cache", "pilgrimage", "elemental-fury", "night-raid"]}
    honored = {"play": [(RONIN, {"honored": True})], **bob}
    match = chooses(
        uses(fight("steward-of-law", bob=honored), "b-shameful-display"), "a-steward-of-law", "b-wandering-ronin"
    )
    match = chooses(match, "a-steward-of-law")
    assert (card(match, "a-steward-of-law").honored, card(match, "b-wandering-ronin").honored) == (True, False)
    match = chooses(
        uses(fight("steward-of-law", bob={"play": [RONIN], **bob}), "b-shameful-display"),
        "a-steward-of-law",
        "b-wandering-ronin",
    )
    assert not card(chooses(match, "a-steward-of-law"), "b-wandering-ronin").dishonored


def test_political_rival_is_stronger_as_a_defender() -> None:
    match = in_conflict(
        "political",
        "a-political-rival",
        "b-political-rival",
        alice={"play": ["political-rival"], **HELD},
        bob={"play": ["political-rival"], **HELD},
    )
    assert (skills(match, "a-political-rival"), skills(match, "b-political-rival")) == ((0, 3), (0, 6))


def test_above_question_protects_from_events_of_opponents_of_its_controller() -> None:
    alice = {
        "play": ["brash-samurai", ("above-question", {"host": Handle("a-brash-samurai")})],
        "hand": ["way-of-the-crane"],
    }
    match = plays(in_phase("draw", alice=alice), "a-way-of-the-crane")
    assert options(match) == {"a-brash-samurai"}


def test_above_question_leaves_an_opponents_event_without_a_target() -> None:
    questioned = ("above-question", {"host": Handle("b-wandering-ronin")})
    match = fight(HOTARU, bob={"play": [RONIN, questioned]}, alice={"hand": ["admit-defeat", FAN]})
    assert "a-admit-defeat" not in offered(match, ALICE)
    assert "a-admit-defeat" in offered(fight(HOTARU, alice={"hand": ["admit-defeat", FAN]}), ALICE)


def test_duelist_training_gives_its_character_a_duel_in_which_cards_may_be_discarded() -> None:
    trained = ("duelist-training", ON_RONIN)
    match = fight(RONIN, trained, kind="military", alice={"hand": [FAN, FAN, FAN]})
    assert "a-duelist-training" not in offered(match, ALICE)
    match = chooses(uses(match, "a-wandering-ronin", -1), "b-wandering-ronin")
    match = dueled(match, 3, 1)
    assert question(match) == ("duel-payment", (ALICE,))
    match = chooses(match, "a-ornate-fan", "a-ornate-fan-2")
    match = acted(match, ALICE, OrderPiles((Handle("a-ornate-fan"), Handle("a-ornate-fan-2")))).match
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand"))) == ((10, 10), 1)
    assert card(match, "b-wandering-ronin").bowed


def test_duelist_training_may_be_paid_with_honor_and_goes_with_the_attachment() -> None:
    match = fight(RONIN, ("duelist-training", ON_RONIN), kind="military", alice={"hand": [FAN, FAN]})
    assert len(card(match, "a-wandering-ronin").gained) == 1
    match = chooses(uses(match, "a-wandering-ronin", -1), "b-wandering-ronin")
    match = selects(dueled(match, 2, 1), "honor")
    assert pools(match, "honor") == (9, 11)
    bare = fight(RONIN)
    assert card(bare, "a-wandering-ronin").gained == ()


def test_height_of_fashion_is_not_played_in_a_conflict() -> None:
    alice = {"hand": ["height-of-fashion"], "play": [RONIN]}
    command = PlayAttachment(Handle("a-height-of-fashion"), Handle("a-wandering-ronin"))
    match = in_turn(
        in_conflict("military", "a-wandering-ronin", alice={**alice, "hand": ["height-of-fashion", FAN]}), ALICE
    )
    assert refused(match, ALICE, command) == "l5r.initiate.play-restrictions"
    alice["hand"].append(FAN)
    match = does(in_phase("conflict", alice=alice), ALICE, command)
    assert skills(match, "a-wandering-ronin") == (2, 6)


def test_the_perfect_gift_gives_each_player_one_of_four_cards() -> None:
    alice = {"hand": ["the-perfect-gift", FAN], "deck": ["banzai", FAN, FAN, FAN, "assassination"]}
    match = plays(in_phase("draw", alice=alice), "a-the-perfect-gift")
    assert options(match) == {"a-banzai", "a-ornate-fan-2", "a-ornate-fan-3", "a-ornate-fan-4"}
    match = chooses(match, "a-banzai")
    assert (question(match)[1], len(options(match))) == ((ALICE,), 4)
    match = chooses(match, sorted(options(match))[0])
    assert (keys(match, ALICE, "hand"), keys(match, BOB, "hand")) == ([FAN, "banzai"], [FAN])


def admitted(*honored: str, hand: tuple[str, ...] = ("voice-of-honor",)) -> Match:
    """Bob, whose characters are honored, is about to see a defender bowed by an event."""
    play: list[Any] = [(each, {"honored": True}) for each in honored] or [RONIN]
    bob = {"play": play, "hand": [*hand]}
    defenders = "b-doji-hotaru" if honored else "b-wandering-ronin"
    match = fight(RONIN, defenders=defenders, alice={"hand": ["admit-defeat", "voice-of-honor"]}, bob=bob)
    return chooses(plays(match, "a-admit-defeat"), defenders)


def test_voice_of_honor_cancels_an_event_of_the_less_honored() -> None:
    match = answers(admitted(HOTARU), "b-voice-of-honor", "effect_initiated")
    assert not card(match, "b-doji-hotaru").bowed
    assert keys(match, ALICE, "discard") == ["admit-defeat"]


def test_voice_of_honor_needs_more_honored_characters() -> None:
    assert card(admitted(), "b-wandering-ronin").bowed


def test_a_cancel_can_be_cancelled() -> None:
    bob = {"play": [(HOTARU, {"honored": True})], "hand": ["voice-of-honor"]}
    alice = {"play": [RONIN, "doji-challenger", "kakita-asami"], "hand": ["admit-defeat", "forged-edict"]}
    match = in_conflict("political", "a-wandering-ronin", "b-doji-hotaru", alice=alice, bob=bob)
    match = chooses(plays(match, "a-admit-defeat"), "b-doji-hotaru")
    match = answers(match, "b-voice-of-honor", "effect_initiated")
    match = chooses(answers(match, "a-forged-edict", "effect_initiated"), "a-kakita-asami")
    assert card(match, "b-doji-hotaru").bowed
    assert card(match, "a-kakita-asami").dishonored
    assert keys(match, BOB, "discard") == ["voice-of-honor"]


def test_way_of_the_crane_honors_a_crane_that_is_not_honored() -> None:
    alice = {"hand": ["way-of-the-crane", FAN], "play": ["brash-samurai", RONIN, (HOTARU, {"honored": True})]}
    match = plays(in_phase("draw", alice=alice), "a-way-of-the-crane")
    assert options(match) == {"a-brash-samurai"}
    alice["play"] = [RONIN, (HOTARU, {"honored": True})]
    assert "a-way-of-the-crane" not in offered(in_phase("draw", alice=alice), ALICE)


def test_admit_defeat_bows_the_only_defender() -> None:
    match = fight(RONIN, alice={"hand": ["admit-defeat"]})
    assert card(chooses(plays(match, "a-admit-defeat"), "b-wandering-ronin"), "b-wandering-ronin").bowed
    two = fight(
        RONIN,
        defenders="b-wandering-ronin b-doji-hotaru",
        alice={"hand": ["admit-defeat", FAN]},
        bob={"play": [RONIN, HOTARU]},
    )
    assert "a-admit-defeat" not in offered(two, ALICE)


def test_noble_sacrifice_costs_an_honored_character_to_discard_a_dishonored_one() -> None:
    alice: dict[str, Any] = {"hand": ["noble-sacrifice", FAN], "play": [("brash-samurai", {"honored": True}), RONIN]}
    bob = {"play": [(RONIN, {"dishonored": True}), HOTARU]}
    match = plays(in_phase("draw", alice=alice, bob=bob), "a-noble-sacrifice")
    match = chooses(match, "a-brash-samurai")
    assert options(match) == {"b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert (keys(match, BOB, "dynasty_discard"), pools(match, "honor")) == ([RONIN], (11, 9))
    alice["play"] = [RONIN]
    assert "a-noble-sacrifice" not in offered(in_phase("draw", alice=alice, bob=bob), ALICE)
