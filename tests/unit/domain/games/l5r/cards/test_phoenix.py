"""The Phoenix clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.commands import (
    DeclareConflict,
    DeclineRing,
    PlayAttachment,
    PlayCharacter,
    ResolveRing,
)
from domain.games.l5r.state import Ring
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
    claimed,
    closed,
    does,
    fight,
    glory_of,
    handle_of,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    players,
    plays,
    reacts,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, passed_to, pools, question, rings_of

WARRIOR, ADEPT = "serene-warrior", "adept-of-the-waves"


def declaring(**said: Any) -> Match:
    """The moment in which Alice may declare a conflict."""
    said = {"alice": {"play": [RONIN]}, "bob": {"play": [RONIN]}, **said}
    said["alice"] = {"opportunities": 2, **said["alice"]}
    return laid(ConflictPhase(at="3.2", last=BOB), "conflict", **players(said))


def attack(*attackers: str, kind: str = "military", ring: str = "air", **covert: str) -> DeclareConflict:
    evaded = {Handle(f"a-{each.replace('_', '-')}"): Handle(target) for each, target in covert.items()}
    return DeclareConflict(ring, kind, "1", tuple(map(Handle, attackers)), evaded)


def test_shiba_peacemaker_does_not_attack_but_defends() -> None:
    match = declaring(alice={"play": ["shiba-peacemaker", RONIN]})
    assert refused(match, ALICE, attack("a-shiba-peacemaker")) == "l5r.participate.cannot"
    match = in_conflict(
        at="3.2.1", attackers="a-wandering-ronin", alice={"play": [RONIN]}, bob={"play": ["shiba-peacemaker"]}
    )
    assert options(match) == {"b-shiba-peacemaker"}


def test_shiba_peacemaker_is_not_moved_into_an_attack() -> None:
    alice = {"stronghold": "golden-plains-outpost", "holding": [("favorable-ground", {"slot": 1})], "row": []}
    match = uses(fight(RONIN, "shiba-peacemaker", alice=alice), "a-favorable-ground")
    assert options(match) == {"a-wandering-ronin"}


def test_solemn_scholar_bows_an_attacker_while_earth_is_claimed() -> None:
    bob = {"play": ["solemn-scholar", RONIN]}
    match = fight(WARRIOR, RONIN, bob=bob, rings=claimed(earth=BOB))
    match = uses(match, "b-solemn-scholar")
    assert options(match) == {"a-serene-warrior"}
    assert card(chooses(match, "a-serene-warrior"), "a-serene-warrior").bowed
    for rings in (claimed(earth=ALICE), claimed(air=BOB)):
        assert "b-solemn-scholar" not in offered(fight(WARRIOR, bob=bob, rings=rings), BOB)


def test_adept_of_the_waves_gives_covert_in_water_conflicts_this_phase() -> None:
    alice = {"play": [ADEPT, RONIN], "opportunities": 2, **HELD}
    match = laid(
        ConflictPhase(at="/actions", last=BOB), "conflict", **players({"alice": alice, "bob": {"play": [RONIN]}})
    )
    match = chooses(uses(match, "a-adept-of-the-waves"), "a-wandering-ronin")
    match = passed_to(match, "conflict")
    evades = {"wandering_ronin": "b-wandering-ronin"}
    assert refused(match, ALICE, attack("a-wandering-ronin", **evades)) == "l5r.keyword.covert-choose"
    match = acted(match, ALICE, attack("a-wandering-ronin", ring="water", **evades)).match
    assert match.table.contest.evaded == ("b-wandering-ronin",)


def test_adept_of_the_waves_keeps_covert_from_evading_its_target_in_water_conflicts() -> None:
    bob = {"play": [ADEPT], **HELD}
    alice = {"play": ["kaiu-shuichi"], "opportunities": 2, **HELD}
    match = laid(ConflictPhase(at="/actions", last=BOB), "conflict", **players({"alice": alice, "bob": bob}))
    match = chooses(uses(match, "b-adept-of-the-waves"), "b-adept-of-the-waves")
    match = passed_to(match, "conflict")
    evades = {"kaiu_shuichi": "b-adept-of-the-waves"}
    assert refused(match, ALICE, attack("a-kaiu-shuichi", ring="water", **evades)) == "l5r.keyword.covert-choose"
    match = acted(match, ALICE, attack("a-kaiu-shuichi", **evades)).match
    assert match.table.contest.evaded == ("b-adept-of-the-waves",)


def won(*own: Any, **said: Any) -> Match:
    return fight(*own, **{"kind": "political", "at": "3.2.3", **said})


def test_asako_diplomat_honors_or_dishonors_after_a_won_conflict() -> None:
    for option, honored, dishonored in (("honor", True, False), ("dishonor", False, True)):
        match = chooses(answers(won("asako-diplomat"), "a-asako-diplomat", "conflict_won"), "b-wandering-ronin")
        found = card(selects(match, option), "b-wandering-ronin")
        assert (found.honored, found.dishonored) == (honored, dishonored)


def test_asako_diplomat_is_asked_only_for_what_would_change_something() -> None:
    match = answers(
        won("asako-diplomat", bob={"play": [(RONIN, {"honored": True})]}), "a-asako-diplomat", "conflict_won"
    )
    assert options(chooses(match, "b-wandering-ronin")) == {"dishonor"}


def test_asako_diplomat_needs_to_participate_and_win() -> None:
    assert not reacts(won(WARRIOR, "asako-diplomat"), "a-asako-diplomat")
    lost = won("asako-diplomat", bob={"play": [WARRIOR, WARRIOR]}, defenders="b-serene-warrior b-serene-warrior-2")
    assert not reacts(lost, "a-asako-diplomat")


TWICE = {"declared_military": True, "declared_political": True}


def mediated(phase: str = "conflict", **bob: Any) -> Match:
    return in_phase(phase, alice={"play": ["meddling-mediator"], **HELD}, bob={**TWICE, **bob})


def test_meddling_mediator_takes_fate_or_honor_after_two_conflicts_against_its_player() -> None:
    match = uses(mediated(), "a-meddling-mediator")
    assert options(match) == {"fate", "honor"}
    assert pools(selects(match, "fate"), "fate") == (6, 4)
    assert pools(selects(match, "honor"), "honor") == (11, 9)
    assert options(uses(mediated(fate=0), "a-meddling-mediator")) == {"honor"}


def test_meddling_mediator_needs_two_conflicts_of_this_phase() -> None:
    assert "a-meddling-mediator" not in offered(mediated(declared_military=False), ALICE)
    assert "a-meddling-mediator" not in offered(mediated("fate"), ALICE)


def test_radiant_orator_sends_a_character_home_with_more_glory_ready() -> None:
    match = uses(fight("radiant-orator"), "a-radiant-orator")
    assert options(match) == {"b-wandering-ronin"}
    assert chooses(match, "b-wandering-ronin").table.contest.defenders == ()


def test_radiant_orator_counts_ready_participants_alone() -> None:
    for own, bob, able in (
        (("radiant-orator",), [WARRIOR], False),
        (("radiant-orator",), [(WARRIOR, {"bowed": True})], True),
        (("radiant-orator", WARRIOR), [WARRIOR], False),
        ((("radiant-orator", {"bowed": True}),), [RONIN], False),
    ):
        first = bob[0] if isinstance(bob[0], str) else bob[0][0]
        match = fight(*own, bob={"play": bob}, defenders=f"b-{first}")
        assert ("a-radiant-orator" in offered(match, ALICE)) == able
    assert "a-radiant-orator" not in offered(fight(WARRIOR, "radiant-orator"), ALICE)


def bowing(target: str, *own: Any, yojimbo: Any = "shiba-yojimbo") -> Match:
    """Bob bows an attacker of Alice with an ability."""
    bob = {"play": [RONIN, "solemn-scholar"]}
    attackers = "a-adept-of-the-waves a-wandering-ronin"
    match = fight(ADEPT, RONIN, yojimbo, *own, attackers=attackers, bob=bob, rings=claimed(earth=BOB))
    return chooses(uses(match, "b-solemn-scholar"), target)


def test_shiba_yojimbo_cancels_an_ability_with_an_own_shugenja_as_a_target() -> None:
    match = answers(bowing("a-adept-of-the-waves"), "a-shiba-yojimbo", "effect_initiated")
    assert not card(match, "a-adept-of-the-waves").bowed
    assert "b-solemn-scholar" not in offered(match, BOB)


def test_shiba_yojimbo_protects_no_other_character_and_is_silent_if_blank() -> None:
    assert card(bowing("a-wandering-ronin"), "a-wandering-ronin").bowed
    clouded = ("cloud-the-mind", {"host": Handle("a-shiba-yojimbo")})
    assert card(bowing("a-adept-of-the-waves", clouded), "a-adept-of-the-waves").bowed


def test_isawa_masahiro_discards_a_cheap_participant_in_a_fire_conflict() -> None:
    bob = {"play": [RONIN, "solemn-scholar", ADEPT]}
    match = uses(fight("isawa-masahiro", bob=bob, defenders="b-wandering-ronin b-solemn-scholar"), "a-isawa-masahiro")
    assert (options(match), card(match, "a-isawa-masahiro").bowed) == ({"b-solemn-scholar"}, True)
    assert keys(chooses(match, "b-solemn-scholar"), BOB, "dynasty_discard") == ["solemn-scholar"]
    water = fight("isawa-masahiro", bob=bob, defenders="b-solemn-scholar", ring="water")
    assert "a-isawa-masahiro" not in offered(water, ALICE)


def test_fearsome_mystic_has_more_glory_in_air_conflicts() -> None:
    assert glory_of(fight("fearsome-mystic", ring="air"), "a-fearsome-mystic") == 3
    assert glory_of(fight("fearsome-mystic"), "a-fearsome-mystic") == 1
    assert glory_of(in_phase("draw", alice={"play": ["fearsome-mystic"]}), "a-fearsome-mystic") == 1


def test_fearsome_mystic_removes_fate_from_opposing_participants_with_lower_glory() -> None:
    rich = {"fate": 2}
    bob = {"play": [(RONIN, rich), (WARRIOR, rich), (ADEPT, rich)]}
    for ring, left in (("air", [1, 2, 2]), ("fire", [1, 2, 2])):
        match = fight("fearsome-mystic", bob=bob, defenders="b-wandering-ronin b-serene-warrior", ring=ring)
        match = uses(match, "a-fearsome-mystic", 1)
        assert [card(match, f"b-{each}").fate for each in (RONIN, WARRIOR, ADEPT)] == left


def test_fearsome_mystic_needs_to_participate_and_fate_to_remove() -> None:
    bob = {"play": [(RONIN, {"fate": 2})]}
    assert "a-fearsome-mystic" not in offered(fight(WARRIOR, "fearsome-mystic", bob=bob), ALICE)
    assert "a-fearsome-mystic" not in offered(fight("fearsome-mystic"), ALICE)


def test_isawa_atsuko_turns_the_skills_of_both_sides_in_a_void_conflict() -> None:
    bob = {"play": [RONIN, WARRIOR]}
    match = uses(fight(RONIN, "isawa-atsuko", bob=bob, ring="void"), "a-isawa-atsuko")
    assert [skills(match, each) for each in ("a-wandering-ronin", "b-wandering-ronin")] == [(3, 3), (1, 1)]
    assert [skills(match, each) for each in ("a-isawa-atsuko", "b-serene-warrior")] == [(3, 3), (3, 2)]
    assert "a-isawa-atsuko" not in offered(fight("isawa-atsuko"), ALICE)


def phase_ends(*own: Any, **said: Any) -> Match:
    return laid(ConflictPhase(at="3.5"), "conflict", **players({"alice": {"play": [*own], **HELD}, **said}))


def test_shiba_tsukune_resolves_two_unclaimed_rings_in_the_chosen_order() -> None:
    match = answers(phase_ends("shiba-tsukune", RONIN, rings=claimed(fire=BOB)), "a-shiba-tsukune", "phase_ended")
    assert options(match) == {"air", "earth", "water", "void"}
    match = chooses(match, "water", "air")
    assert question(match) == ("ring-by-card", (ALICE,))
    match = acted(match, ALICE, ResolveRing("water", "bow", Handle("a-shiba-tsukune"))).match
    match = acted(match, ALICE, ResolveRing("air", "take-honor")).match
    assert (pools(match, "honor"), card(match, "a-shiba-tsukune").bowed) == ((11, 9), True)
    assert [*rings_of(match)] == [("fire", BOB)]


def test_shiba_tsukune_answers_no_other_phase() -> None:
    match = laid(DrawPhase(at="2.6"), "draw", **players({"alice": {"play": ["shiba-tsukune"], **HELD}}))
    assert not question(match)[0].startswith("interrupt")


def test_forgotten_library_draws_a_card_as_the_draw_phase_begins() -> None:
    library = {"holding": [("forgotten-library", {"slot": 1})], "row": []}
    match = laid(DrawPhase(at="2.1"), "draw", **players({"alice": library}))
    assert len(keys(answers(match, "a-forgotten-library", "phase_began"), ALICE, "hand")) == 1
    match = laid(ConflictPhase(at="3.1"), "conflict", **players({"alice": library}))
    assert not question(match)[0].startswith("reaction")


def test_ishiken_initiate_grows_with_the_claimed_rings_of_all_players() -> None:
    for rings, expected in ((claimed(), (1, 1)), (claimed(air=BOB, fire=ALICE), (3, 3))):
        assert (
            skills(in_phase("draw", alice={"play": ["ishiken-initiate"]}, rings=rings), "a-ishiken-initiate")
            == expected
        )


def sought(attackers: str, **said: Any) -> Match:
    alice = {"play": ["seeker-of-knowledge", WARRIOR], **HELD}
    result: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True}
    return in_conflict("political", attackers, at="3.2.6", alice=alice, bob=HELD, **{**result, **said})


def test_seeker_of_knowledge_adds_air_to_its_attack() -> None:
    match = sought("a-seeker-of-knowledge", ring="void")
    assert pools(acted(match, ALICE, ResolveRing("air", "gain-honor")).match, "honor") == (12, 10)
    match = sought("a-serene-warrior", ring="fire")
    assert refused(match, ALICE, ResolveRing("air", "gain-honor")) != ""
    match = acted(match, ALICE, ResolveRing("fire", "honor", Handle("a-serene-warrior"))).match
    assert card(match, "a-serene-warrior").honored


def test_magnificent_kimono_gives_pride() -> None:
    kimono = ("magnificent-kimono", ON_RONIN)
    assert card(won(RONIN, kimono), "a-wandering-ronin").honored
    lost = won(RONIN, kimono, bob={"play": [WARRIOR, WARRIOR]}, defenders="b-serene-warrior b-serene-warrior-2")
    assert card(lost, "a-wandering-ronin").dishonored
    assert not card(won(RONIN), "a-wandering-ronin").honored


def grasped(**bob: Any) -> Match:
    grasp = ("grasp-of-earth", {"host": Handle("a-adept-of-the-waves")})
    match = fight(ADEPT, grasp, bob={"play": [RONIN, WARRIOR], **bob}, alice={"hand": ["savvy-politician", FAN]})
    return uses(match, "a-grasp-of-earth")


def test_grasp_of_earth_keeps_characters_of_opponents_out_of_the_conflict() -> None:
    match = grasped(hand=["steward-of-law", FAN], holding=[("favorable-ground", {"slot": 1})], row=[])
    assert card(match, "a-grasp-of-earth").bowed
    match = in_turn(match, BOB)
    for to in ("home", "conflict"):
        assert refused(match, BOB, PlayCharacter(Handle("b-steward-of-law"), to=to)) == "l5r.term.cannot"
    match = uses(match, "b-favorable-ground")
    assert options(match) == {"b-wandering-ronin"}


def test_grasp_of_earth_ends_with_the_conflict_and_binds_opponents_alone() -> None:
    match = grasped(hand=["steward-of-law", FAN])
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert not [*match.table.lasting.values()]
    alice = {"play": [ADEPT, WARRIOR], "hand": ["steward-of-law", FAN], "fate": 5}
    match = fight(
        ADEPT, WARRIOR, ("grasp-of-earth", {"host": Handle("a-adept-of-the-waves")}), alice={"hand": alice["hand"]}
    )
    match = in_turn(uses(match, "a-grasp-of-earth"), ALICE)
    match = acted(match, ALICE, PlayCharacter(Handle("a-steward-of-law"))).match
    assert "steward-of-law" in keys(match, ALICE, "play")


def test_pacifism_keeps_its_character_out_of_military_conflicts() -> None:
    pacified = {"play": [RONIN, ("pacifism", ON_RONIN), WARRIOR]}
    match = declaring(alice=pacified)
    assert refused(match, ALICE, attack("a-wandering-ronin")) == "l5r.participate.cannot"
    match = acted(match, ALICE, attack("a-wandering-ronin", kind="political")).match
    assert match.table.contest.kind == "political"


def test_pacifism_is_not_played_during_a_conflict() -> None:
    alice = {"hand": ["pacifism", FAN], "play": [RONIN]}
    command = PlayAttachment(Handle("a-pacifism"), Handle("a-wandering-ronin"))
    match = in_turn(fight(RONIN, kind="political", alice=alice), ALICE)
    assert refused(match, ALICE, command) == "l5r.initiate.play-restrictions"
    assert handle_of(does(in_phase("draw", alice=alice), ALICE, command), "pacifism")


def test_supernatural_storm_strengthens_by_the_number_of_own_shugenja() -> None:
    alice = {"hand": ["supernatural-storm"]}
    match = plays(fight(RONIN, ADEPT, "solemn-scholar", alice=alice), "a-supernatural-storm")
    assert options(match) == {"a-wandering-ronin", "b-wandering-ronin"}
    assert skills(chooses(match, "a-wandering-ronin"), "a-wandering-ronin") == (4, 4)
    assert "a-supernatural-storm" not in offered(fight(RONIN, alice={"hand": ["supernatural-storm", FAN]}), ALICE)


def test_way_of_the_phoenix_bars_conflicts_of_an_element_once_a_phase() -> None:
    way = ["way-of-the-phoenix", "way-of-the-phoenix"]
    bob = {"play": [RONIN], "opportunities": 2}
    said = players({"alice": {"hand": [*way, FAN]}, "bob": bob})
    match = laid(ConflictPhase(at="/actions", last=ALICE), "conflict", **said)
    match = chooses(plays(match, "a-way-of-the-phoenix"), "water")
    assert "a-way-of-the-phoenix-2" not in offered(in_turn(match, ALICE), ALICE)
    match = passed_to(match, "conflict")
    water, air = (
        DeclareConflict(ring, "military", "1", (Handle("b-wandering-ronin"),), {}) for ring in ("water", "air")
    )
    assert refused(match, BOB, water) == "l5r.term.cannot"
    assert acted(match, BOB, air).match.table.contest.ring == "air"


def test_against_the_waves_bows_a_ready_shugenja_and_readies_a_bowed_one() -> None:
    alice = {"hand": ["against-the-waves", FAN], "play": [ADEPT, ("solemn-scholar", {"bowed": True}), RONIN]}
    match = plays(in_phase("draw", alice=alice, bob={"play": ["isawa-atsuko"]}), "a-against-the-waves")
    assert options(match) == {"a-adept-of-the-waves", "a-solemn-scholar", "b-isawa-atsuko"}
    assert card(chooses(match, "b-isawa-atsuko"), "b-isawa-atsuko").bowed
    assert not card(chooses(match, "a-solemn-scholar"), "a-solemn-scholar").bowed


def test_against_the_waves_needs_a_shugenja() -> None:
    match = in_phase("draw", alice={"hand": ["against-the-waves", FAN], "play": [RONIN]})
    assert "a-against-the-waves" not in offered(match, ALICE)


def test_know_the_world_exchanges_a_claimed_ring_and_takes_the_fate() -> None:
    rings = claimed(air=ALICE, fire=BOB)
    rings.put("air", Ring(claimed_by=ALICE, side="political"))
    rings.put("void", Ring(fate=2))
    alice = {"hand": ["know-the-world", FAN], "play": [RONIN]}
    match = chooses(plays(in_phase("draw", alice=alice, rings=rings), "a-know-the-world"), "air")
    assert options(match) == {"earth", "water", "void"}
    match = chooses(match, "void")
    assert (match.table.claimed_rings(ALICE), pools(match, "fate")) == (("void",), (6, 5))
    assert match.table.rings["void"].side == "political"
    assert match.table.rings["air"].is_unclaimed


def test_know_the_world_needs_a_claimed_and_an_unclaimed_ring() -> None:
    for rings in (claimed(fire=BOB), claimed(**dict.fromkeys(("air", "earth", "fire", "water", "void"), ALICE))):
        match = in_phase("draw", alice={"hand": ["know-the-world", FAN], "play": [RONIN]}, rings=rings)
        assert "a-know-the-world" not in offered(match, ALICE)


def unopposed(defenders: str = "", bowed: bool = False, **said: Any) -> Match:
    bob = {"play": [(WARRIOR, {"bowed": bowed})], "hand": ["display-of-power"]}
    alice = {"play": [RONIN], **HELD}
    return in_conflict(
        "military", "a-wandering-ronin", defenders, at="3.2.3", alice=alice, bob=bob, **{"ring": "air", **said}
    )


def test_display_of_power_takes_effect_and_ring_from_who_won_unopposed() -> None:
    match = answers(unopposed(), "b-display-of-power", "conflict_lost")
    match = acted(match, BOB, ResolveRing("air", "take-honor")).match
    assert question(match)[0] != "ring-effect"
    assert (pools(match, "honor"), [*rings_of(match)]) == ((9, 10), [("air", BOB)])


def test_display_of_power_answers_no_opposed_conflict() -> None:
    match = unopposed("b-serene-warrior", bowed=True)
    assert question(match)[0] == "ring-effect"


def test_display_of_power_is_for_the_loser() -> None:
    alice = {"play": [RONIN], "hand": ["display-of-power"]}
    match = in_conflict("military", "a-wandering-ronin", at="3.2.3", ring="air", alice=alice)
    assert question(match)[0] == "ring-effect"
