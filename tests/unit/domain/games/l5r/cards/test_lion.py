"""The Lion clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

from domain.cardgame.table import LastingEffect
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.commands import DeclineRing, DiscardFateless, PlayAttachment, PlayCharacter, ResolveRing
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap
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
    conditions,
    does,
    fight,
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
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question

TOTURI = "akodo-toturi"
WARRIOR = "serene-warrior"  # military 3, political 2
SAMURAI = Handle("b-steadfast-samurai")


def defended(*own: Any, kind: str = "military", attackers: str = "b-wandering-ronin", **said: Any) -> Match:
    """A Ronin of Bob attacks Alice, who defends with the first of her characters."""
    alice, bob = {"play": [*own], **HELD, **said.pop("alice", {})}, {"play": [RONIN], **HELD, **said.pop("bob", {})}
    first = own[0] if isinstance(own[0], str) else own[0][0]
    sides: dict[str, Any] = {"attacker": BOB, "defender": ALICE, "defenders": f"a-{first}", **said}
    return in_conflict(kind, attackers, sides.pop("defenders"), alice=alice, bob=bob, **sides)


def dynasty(*row: str, **has: Any) -> Match:
    """The window in which Alice plays from her provinces, where these cards lie faceup."""
    return in_phase("dynasty", alice={"row": [*row], "revealed": True, "fate": 9, **has})


def test_obstinate_recruit_is_discarded_while_an_opponent_is_more_honorable() -> None:
    alice = {"play": ["obstinate-recruit", RONIN]}
    assert keys(in_phase("draw", alice={**alice, "honor": 9}), ALICE, "play") == [RONIN]
    assert keys(in_phase("draw", alice=alice), ALICE, "play") == ["obstinate-recruit", RONIN]


def test_obstinate_recruit_goes_as_soon_as_honor_turns() -> None:
    match = fight("obstinate-recruit", bob={"play": ["kakita-asami"]}, defenders="b-kakita-asami", kind="political")
    match = uses(match, "b-kakita-asami")
    assert (keys(match, ALICE, "play"), match.table.contest.attackers) == ([], ())


def test_ikoma_prodigy_gains_honor_for_additional_fate() -> None:
    match = does(dynasty("ikoma-prodigy", RONIN), ALICE, PlayCharacter(Handle("a-ikoma-prodigy"), fate=1))
    match = answers(match, handle_of(match, "ikoma-prodigy"), "fate_placed")
    assert pools(match, "honor") == (11, 10)
    match = does(dynasty("ikoma-prodigy", RONIN), ALICE, PlayCharacter(Handle("a-ikoma-prodigy")))
    assert not question(match)[0].startswith("reaction")


def test_ikoma_prodigy_does_not_answer_the_fate_of_others() -> None:
    match = does(dynasty(RONIN, play=["ikoma-prodigy"]), ALICE, PlayCharacter(Handle("a-wandering-ronin"), fate=2))
    assert not question(match)[0].startswith("reaction")


def test_ikoma_prodigy_gains_honor_for_fate_that_is_moved_onto_it() -> None:
    kazue = ("togashi-kazue", {"host": Handle("a-ikoma-prodigy"), "how": "attachment"})
    match = fight("ikoma-prodigy", kazue, bob={"play": [(RONIN, {"fate": 2})]}, kind="political")
    match = chooses(uses(match, "a-togashi-kazue", 1), "b-wandering-ronin")
    match = answers(match, "a-ikoma-prodigy", "fate_placed")
    assert (pools(match, "honor"), card(match, "a-ikoma-prodigy").fate) == ((11, 10), 1)


def fate_phase(honor: int, *play: Any) -> Match:
    said = players({"alice": {"play": [*play], "honor": honor}})
    return laid(FatePhase(at="4.1"), "fate", **said)


def test_steadfast_samurai_stays_and_keeps_its_fate_with_five_more_honor() -> None:
    match = fate_phase(15, "steadfast-samurai", RONIN, "deathseeker")
    assert options(match) == {"a-wandering-ronin", "a-deathseeker"}
    match = fate_phase(15, ("steadfast-samurai", {"fate": 1}), (RONIN, {"fate": 1}), FAN)
    assert [card(match, f"a-{each}").fate for each in ("steadfast-samurai", RONIN)] == [1, 0]


def test_steadfast_samurai_is_discarded_with_less_honor() -> None:
    match = fate_phase(14, "steadfast-samurai", RONIN)
    assert options(match) == {"a-steadfast-samurai", "a-wandering-ronin"}


def test_steadfast_samurai_is_steadfast_in_the_fate_phase_alone() -> None:
    match = laid(
        ConflictPhase(at="3.1"), "conflict", **players({"alice": {"play": ["steadfast-samurai"], "honor": 15, **HELD}})
    )
    assert (question(match)[0], len(match.table.lasting)) == ("conflicts.action", 0)


def test_akodo_gunso_refills_its_province_faceup() -> None:
    match = does(dynasty("akodo-gunso", RONIN), ALICE, PlayCharacter(Handle("a-akodo-gunso")))
    match = answers(match, handle_of(match, "akodo-gunso"), "entered_play")
    (new,) = match.table.in_slot(ALICE, 1)
    assert (new.key, new.facedown) == ("core/keeper-initiate", False)


def test_akodo_gunso_refills_its_province_too_if_a_card_puts_it_into_play_from_there() -> None:
    brought = {"row": ["akodo-gunso", RONIN], "revealed": True, "hand": ["charge", FAN], "play": [RONIN]}
    match = in_conflict("military", "a-wandering-ronin", alice=brought, bob=HELD)
    match = chooses(plays(match, "a-charge"), "a-akodo-gunso")
    match = answers(match, handle_of(match, "akodo-gunso"), "entered_play")
    (new,) = match.table.in_slot(ALICE, 1)
    assert not new.facedown


def test_akodo_gunso_refills_nothing_for_another_character() -> None:
    match = does(dynasty(RONIN, play=["akodo-gunso"]), ALICE, PlayCharacter(Handle("a-wandering-ronin")))
    assert not reacts(match, "a-akodo-gunso")


def test_akodo_gunso_refills_nothing_if_it_comes_from_elsewhere() -> None:
    lost = fight("kitsu-spiritcaller", alice={"dynasty_discard": ["akodo-gunso"]}, kind="political")
    match = chooses(uses(lost, "a-kitsu-spiritcaller"), "a-akodo-gunso")
    assert not question(match)[0].startswith("reaction")


def lost(*own: Any, bob: Any = (), kind: str = "military", **said: Any) -> Match:
    """The conflict after Alice has lost it to two defenders."""
    both = "b-serene-warrior b-serene-warrior-2"
    play = {"play": [WARRIOR, WARRIOR, *bob]}
    return fight(*own, kind=kind, at="3.2.3", defenders=both, bob=play, **said)


def test_deathseeker_takes_a_fate_or_the_character_without_fate() -> None:
    for state, there in (({"fate": 2}, True), ({}, False)):
        match = answers(lost("deathseeker", bob=((RONIN, state),)), "a-deathseeker", "conflict_lost")
        assert options(match) == {"b-serene-warrior", "b-serene-warrior-2", "b-wandering-ronin"}
        match = chooses(match, "b-wandering-ronin")
        assert keys(match, BOB, "play") == [WARRIOR, WARRIOR, *([RONIN] if there else [])]
        assert not there or card(match, "b-wandering-ronin").fate == 1
        assert keys(match, ALICE, "dynasty_discard") == ["deathseeker"]


def test_deathseeker_does_nothing_from_home_or_as_a_defender() -> None:
    assert not reacts(lost(RONIN, "deathseeker"), "a-deathseeker")
    match = defended("deathseeker", attackers="b-serene-warrior", at="3.2.3", bob={"play": [WARRIOR]})
    assert not reacts(match, "a-deathseeker")


def test_deathseeker_answers_no_victory_and_takes_only_from_the_opponent() -> None:
    assert not reacts(fight("deathseeker", at="3.2.3"), "a-deathseeker")
    match = answers(lost("deathseeker", TOTURI), "a-deathseeker", "conflict_lost")
    assert "a-akodo-toturi" not in options(match)


def test_deathseeker_takes_no_fate_that_cannot_be_lost() -> None:
    keeps = LastingEffect(99, "core/steadfast-samurai", "card-cannot", BOB, "phase", "lose-fate", cards=(SAMURAI,))
    match = lost("deathseeker", bob=(("steadfast-samurai", {"fate": 1}),), lasting=CopyOnWriteMap({99: keeps}))
    assert options(answers(match, "a-deathseeker", "conflict_lost")) == {"b-serene-warrior", "b-serene-warrior-2"}


def test_venerable_historian_is_honored_by_the_more_honorable() -> None:
    match = fight("venerable-historian", kind="political", alice={"honor": 11})
    assert card(uses(match, "a-venerable-historian"), "a-venerable-historian").honored
    assert "a-venerable-historian" not in offered(fight("venerable-historian", kind="political"), ALICE)
    home = fight(RONIN, "venerable-historian", kind="political", alice={"honor": 11})
    assert "a-venerable-historian" not in offered(home, ALICE)


def test_kitsu_spiritcaller_calls_a_character_until_the_conflict_ends() -> None:
    alice = {"dynasty_discard": ["matsu-berserker", "staging-ground"], "discard": ["master-of-the-spear", "banzai"]}
    bob = {"dynasty_discard": ["deathseeker"]}
    match = uses(fight(RONIN, "kitsu-spiritcaller", alice=alice, bob=bob), "a-kitsu-spiritcaller")
    assert options(match) == {"a-matsu-berserker", "a-master-of-the-spear"}
    assert card(match, "a-kitsu-spiritcaller").bowed
    match = chooses(match, "a-matsu-berserker")
    called = handle_of(match, "matsu-berserker")
    assert match.table.contest.attackers == ("a-wandering-ronin", called)
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert keys(match, ALICE, "play") == [RONIN, "kitsu-spiritcaller"]
    assert keys(match, ALICE, "dynasty_deck")[-1] == "matsu-berserker"


def test_kitsu_spiritcaller_puts_each_character_under_the_deck_that_it_belongs_to() -> None:
    alice = {"discard": ["master-of-the-spear"], "dynasty_deck": [RONIN], "deck": [FAN, FAN]}
    match = uses(fight(RONIN, "kitsu-spiritcaller", alice=alice), "a-kitsu-spiritcaller")
    match = chooses(match, "a-master-of-the-spear")
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert (keys(match, ALICE, "deck")[-1], keys(match, ALICE, "dynasty_deck")) == ("master-of-the-spear", [RONIN])


def test_kitsu_spiritcaller_leaves_alone_who_has_gone_and_come_back() -> None:
    alice = {"dynasty_discard": ["matsu-berserker"], "hand": ["ornate-fan"]}
    bob = {"play": [RONIN, "isawa-masahiro"]}
    match = chooses(
        uses(fight(RONIN, "kitsu-spiritcaller", alice=alice, bob=bob), "a-kitsu-spiritcaller"), "a-matsu-berserker"
    )
    match = chooses(uses(match, "b-isawa-masahiro"), handle_of(match, "matsu-berserker"))
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert keys(match, ALICE, "dynasty_discard") == ["matsu-berserker"]


def test_kitsu_spiritcaller_calls_nobody_who_cannot_participate_and_only_in_a_conflict() -> None:
    alice = {"dynasty_discard": ["venerable-historian"], "play": ["kitsu-spiritcaller"]}
    assert "a-kitsu-spiritcaller" not in offered(fight("kitsu-spiritcaller", alice=alice), ALICE)
    alice["dynasty_discard"] = ["matsu-berserker"]
    assert "a-kitsu-spiritcaller" in offered(fight("kitsu-spiritcaller", alice=alice), ALICE)
    assert "a-kitsu-spiritcaller" not in offered(in_phase("draw", alice={**alice, **HELD}), ALICE)


def test_lions_pride_brawler_bows_who_is_not_stronger() -> None:
    bob = {"play": [RONIN, TOTURI, "venerable-historian"]}
    match = uses(fight("lion-s-pride-brawler", bob=bob), "a-lion-s-pride-brawler")
    assert options(match) == {"a-lion-s-pride-brawler", "b-wandering-ronin", "b-venerable-historian"}
    assert card(chooses(match, "b-wandering-ronin"), "b-wandering-ronin").bowed
    assert "a-lion-s-pride-brawler" not in offered(defended("lion-s-pride-brawler"), ALICE)


def test_matsu_beiona_gets_two_fate_with_three_other_bushi() -> None:
    for bushi, answers_now in (([RONIN, TOTURI, "deathseeker"], True), ([RONIN, TOTURI, "venerable-historian"], False)):
        match = does(dynasty("matsu-beiona", FAN, play=bushi), ALICE, PlayCharacter(Handle("a-matsu-beiona")))
        assert question(match)[0].startswith("reaction") == answers_now
        if answers_now:
            match = answers(match, handle_of(match, "matsu-beiona"), "entered_play")
            assert card(match, handle_of(match, "matsu-beiona")).fate == 2


def test_what_enters_play_beside_them_is_nothing_to_beiona_and_the_general() -> None:
    play = ["matsu-beiona", "honored-general", RONIN, TOTURI, "deathseeker"]
    match = does(dynasty("ikoma-prodigy", play=play), ALICE, PlayCharacter(Handle("a-ikoma-prodigy")))
    assert not question(match)[0].startswith("reaction")


def test_honored_general_leads_other_lions_while_it_participates() -> None:
    own = ("honored-general", TOTURI, RONIN)
    match = fight(*own, attackers="a-honored-general a-akodo-toturi a-wandering-ronin")
    assert [skills(match, f"a-{each}")[0] for each in own] == [3, 7, 2]
    match = fight(*own, attackers="a-akodo-toturi")
    assert skills(match, "a-akodo-toturi") == (6, 3)
    match = fight(*own, attackers="a-honored-general")
    assert skills(match, "a-akodo-toturi") == (6, 3)


def test_honored_general_is_honored_as_it_enters_play() -> None:
    match = does(dynasty("honored-general"), ALICE, PlayCharacter(Handle("a-honored-general")))
    general = handle_of(match, "honored-general")
    assert card(answers(match, general, "entered_play", 1), general).honored


def test_ikoma_eiji_brings_a_cheap_bushi_from_pile_or_provinces() -> None:
    alice = {
        "dynasty_discard": ["matsu-beiona", TOTURI],
        "row": ["deathseeker", "honored-general"],
        "revealed": True,
    }
    match = answers(lost("ikoma-eiji", kind="political", alice=alice), "a-ikoma-eiji", "conflict_lost")
    assert options(match) == {"a-matsu-beiona", "a-deathseeker"}
    match = chooses(match, "a-deathseeker")
    assert keys(match, ALICE, "play") == ["ikoma-eiji", "deathseeker"]
    assert not card(match, handle_of(match, "deathseeker")).bowed  # it came home, out of the conflict


def test_ikoma_eiji_takes_no_facedown_card_and_answers_no_military_conflict() -> None:
    alice = {"row": ["deathseeker"]}
    assert not reacts(lost("ikoma-eiji", kind="political", alice=alice), "a-ikoma-eiji")
    faceup = {**alice, "revealed": True}
    assert not reacts(lost("ikoma-eiji", kind="military", alice=faceup), "a-ikoma-eiji")
    assert not reacts(fight("ikoma-eiji", kind="political", at="3.2.3", alice=faceup), "a-ikoma-eiji")


def claiming(kind: str, attackers: str, **said: Any) -> Match:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "ring": "air"}
    return in_conflict(kind, attackers, at="3.2.7", alice={"play": [TOTURI, RONIN], **said}, **won)


def test_akodo_toturi_resolves_the_claimed_ring_after_a_military_conflict() -> None:
    match = answers(claiming("military", "a-akodo-toturi"), "a-akodo-toturi", "ring_claimed")
    assert pools(acted(match, ALICE, ResolveRing("air", "take-honor")).match, "honor") == (11, 9)


def test_akodo_toturi_does_not_answer_a_political_conflict_from_home_or_blank() -> None:
    for kind, attackers in (("political", "a-akodo-toturi"), ("military", "a-wandering-ronin")):
        assert not question(claiming(kind, attackers))[0].startswith("reaction")
    blank = [TOTURI, ("cloud-the-mind", {"host": Handle("a-akodo-toturi")}), "adept-of-the-waves"]
    assert not question(claiming("military", "a-akodo-toturi", play=blank))[0].startswith("reaction")


def test_akodo_toturi_does_not_answer_the_claim_of_the_opponent() -> None:
    result: dict[str, Any] = {"winner": BOB, "loser": ALICE, "decided": True, "opposed": True, "ring": "air"}
    match = in_conflict(
        "military",
        "a-akodo-toturi",
        "b-wandering-ronin",
        at="3.2.7",
        alice={"play": [TOTURI]},
        bob={"play": [RONIN]},
        **result,
    )
    assert not reacts(match, "a-akodo-toturi")


def test_staging_ground_turns_up_to_two_cards_faceup() -> None:
    ground = {"holding": [("staging-ground", {"slot": 4})], "row": [RONIN, RONIN, RONIN]}
    match = uses(in_phase("draw", alice=ground), "a-staging-ground")
    assert options(match) == {"1", "2", "3"}
    match = chooses(match, "1", "3")
    assert [each.facedown for each in match.table.dynasty_cards(ALICE)] == [False, True, False, False]
    faceup = in_phase("draw", alice={**ground, "revealed": True, **HELD})
    assert "a-staging-ground" not in offered(faceup, ALICE)


def test_staging_ground_is_used_once_a_round() -> None:
    ground = {"holding": [("staging-ground", {"slot": 4})], "row": [RONIN, RONIN, RONIN], **HELD}
    match = chooses(uses(in_phase("draw", alice=ground), "a-staging-ground"), "1")
    assert "a-staging-ground" not in offered(match, ALICE)


def test_vengeful_oathkeeper_comes_from_hand_after_a_lost_military_conflict() -> None:
    match = answers(lost(RONIN, alice={"hand": ["vengeful-oathkeeper"]}), "a-vengeful-oathkeeper", "conflict_lost")
    assert (keys(match, ALICE, "play"), keys(match, ALICE, "hand")) == ([RONIN, "vengeful-oathkeeper"], [])
    assert pools(match, "fate") == (5, 5)


def test_vengeful_oathkeeper_stays_in_hand_otherwise() -> None:
    holds = {"hand": ["vengeful-oathkeeper"]}
    assert not reacts(lost(RONIN, alice=holds, kind="political"), "a-vengeful-oathkeeper")
    assert not reacts(fight(WARRIOR, alice=holds, at="3.2.3"), "a-vengeful-oathkeeper")
    assert not reacts(lost("vengeful-oathkeeper"), "a-vengeful-oathkeeper")


def test_master_of_the_spear_sends_a_participant_of_the_opponents_choice_home() -> None:
    bob = {"play": [RONIN, TOTURI, WARRIOR]}
    match = fight("master-of-the-spear", bob=bob, defenders="b-wandering-ronin b-akodo-toturi")
    match = uses(match, "a-master-of-the-spear")
    assert (question(match)[1], options(match)) == ((BOB,), {"b-wandering-ronin", "b-akodo-toturi"})
    match = chooses(match, "b-wandering-ronin")
    assert match.table.contest.defenders == ("b-akodo-toturi",)


def test_master_of_the_spear_needs_to_attack_and_a_participant() -> None:
    assert "a-master-of-the-spear" not in offered(defended("master-of-the-spear"), ALICE)
    alone = in_conflict("military", "a-master-of-the-spear", alice={"play": ["master-of-the-spear"], **HELD}, bob=HELD)
    assert "a-master-of-the-spear" not in offered(alone, ALICE)


def test_guidance_of_the_ancestors_is_played_from_the_discard_pile() -> None:
    guidance = PlayAttachment(Handle("a-guidance-of-the-ancestors"), Handle("a-wandering-ronin"))
    alice = {"play": [RONIN], "discard": ["guidance-of-the-ancestors"], **HELD}
    match = does(in_phase("draw", alice=alice), ALICE, guidance)
    assert (skills(match, "a-wandering-ronin"), pools(match, "fate")) == ((3, 3), (4, 5))
    assert keys(match, ALICE, "discard") == []


def test_guidance_of_the_ancestors_is_paid_for_and_no_other_attachment_is_played_so() -> None:
    guidance = PlayAttachment(Handle("a-guidance-of-the-ancestors"), Handle("a-wandering-ronin"))
    alice = {"play": [RONIN], "discard": ["guidance-of-the-ancestors", "fine-katana"], **HELD, "fate": 0}
    match = in_turn(in_phase("draw", alice=alice), ALICE)
    assert refused(match, ALICE, guidance) == "l5r.initiate.step2-determine-cost"
    katana = PlayAttachment(Handle("a-fine-katana"), Handle("a-wandering-ronin"))
    assert refused(match, ALICE, katana) == "l5r.window.play-from-hand"


BLADE = ("honored-blade", ON_RONIN)


def test_honored_blade_gains_honor_when_its_character_wins() -> None:
    match = fight(RONIN, BLADE, at="3.2.3", bob={"play": [RONIN]})
    assert pools(answers(match, "a-honored-blade", "conflict_won"), "honor") == (11, 10)
    match = defended(RONIN, BLADE, at="3.2.3")
    assert pools(answers(match, "a-honored-blade", "conflict_won"), "honor") == (11, 10)


def test_honored_blade_gains_honor_for_its_controller_on_a_character_of_the_opponent() -> None:
    blade = ("honored-blade", {"host": Handle("b-wandering-ronin")})
    match = fight("otomo-courtier", "matsu-berserker", blade, attackers="a-matsu-berserker", at="3.2.3")
    assert pools(answers(match, "a-honored-blade", "conflict_won"), "honor") == (11, 10)


def test_honored_blade_needs_its_character_to_participate_and_to_win() -> None:
    assert not reacts(fight(WARRIOR, RONIN, BLADE, at="3.2.3"), "a-honored-blade")
    assert not reacts(lost(RONIN, BLADE), "a-honored-blade")


def test_sashimono_keeps_its_bushi_ready_after_a_military_conflict() -> None:
    for kind, bowed in (("military", False), ("political", True)):
        match = fight(RONIN, ("sashimono", ON_RONIN), kind=kind, at="3.2.8")
        assert card(match, "a-wandering-ronin").bowed == bowed


def test_sashimono_is_attached_to_an_own_bushi() -> None:
    alice = {"play": [RONIN, "venerable-historian"], "hand": ["sashimono", FAN]}
    match = in_turn(in_phase("draw", alice=alice, bob={"play": [RONIN]}), ALICE)
    for host in ("a-venerable-historian", "b-wandering-ronin"):
        assert (
            refused(match, ALICE, PlayAttachment(Handle("a-sashimono"), Handle(host)))
            == "l5r.initiate.play-restrictions"
        )
    match = does(match, ALICE, PlayAttachment(Handle("a-sashimono"), Handle("a-wandering-ronin")))
    assert card(match, handle_of(match, "sashimono")).host == "a-wandering-ronin"


READY = {"hand": ["ready-for-battle"]}


def test_ready_for_battle_readies_who_was_bowed_by_a_card_of_the_opponent() -> None:
    bob = {"play": ["solemn-scholar", RONIN], **HELD}
    match = fight(RONIN, alice=READY, bob=bob, rings=claimed(earth=BOB))
    match = chooses(uses(match, "b-solemn-scholar"), "a-wandering-ronin")
    match = answers(match, "a-ready-for-battle", "bowed")
    assert not card(match, "a-wandering-ronin").bowed


def test_ready_for_battle_answers_a_ring_but_no_own_card_and_no_way_home() -> None:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "ring": "water"}
    match = in_conflict("military", "a-akodo-toturi", at="3.2.6", alice={"play": [TOTURI, RONIN], **READY}, **won)
    match = acted(match, ALICE, ResolveRing("water", "bow", Handle("a-wandering-ronin"))).match
    match = answers(match, "a-ready-for-battle", "bowed")
    assert not card(match, "a-wandering-ronin").bowed
    match = fight("lion-s-pride-brawler", alice=READY)
    match = chooses(uses(match, "a-lion-s-pride-brawler"), "a-lion-s-pride-brawler")
    assert not question(match)[0].startswith("reaction")
    match = in_conflict("military", "a-akodo-toturi", at="3.2.8", alice={"play": [TOTURI], **READY})
    assert not any(each.kind == "bowed" for each in conditions(match))


def test_ready_for_battle_readies_no_character_of_the_opponent() -> None:
    match = fight("lion-s-pride-brawler", bob=READY)
    match = chooses(uses(match, "a-lion-s-pride-brawler"), "a-lion-s-pride-brawler")
    assert not question(match)[0].startswith("reaction")


def test_stand_your_ground_keeps_an_honored_character_in_play() -> None:
    bob = {"play": [("steadfast-samurai", {"honored": True})], "hand": ["stand-your-ground"]}
    match = fight(RONIN, alice={"hand": ["assassination"]}, bob=bob, defenders="b-steadfast-samurai")
    match = chooses(plays(match, "a-assassination"), "b-steadfast-samurai")
    match = answers(match, "b-stand-your-ground", "discarded")
    assert keys(match, BOB, "play") == ["steadfast-samurai"]
    assert not card(match, "b-steadfast-samurai").honored
    assert pools(match, "honor") == (7, 10)


def test_stand_your_ground_saves_nobody_who_is_not_honored() -> None:
    bob = {"play": ["steadfast-samurai"], "hand": ["stand-your-ground"]}
    match = fight(RONIN, alice={"hand": ["assassination"]}, bob=bob, defenders="b-steadfast-samurai")
    match = chooses(plays(match, "a-assassination"), "b-steadfast-samurai")
    assert keys(match, BOB, "play") == []


def test_stand_your_ground_keeps_a_character_without_fate_in_the_fate_phase() -> None:
    alice = {"play": [("deathseeker", {"honored": True}), RONIN], "hand": ["stand-your-ground"]}
    match = laid(FatePhase(at="4.2"), "fate", **players({"alice": alice}))
    match = acted(match, ALICE, DiscardFateless(Handle("a-deathseeker"))).match
    match = answers(match, "a-stand-your-ground", "discarded")
    assert keys(match, ALICE, "play") == ["deathseeker"]  # who is not asked for once more
    assert pools(match, "honor") == (10, 10)


def test_stand_your_ground_makes_a_sacrifice_fail_that_is_a_cost() -> None:
    match = lost(("deathseeker", {"honored": True}), alice={"hand": ["stand-your-ground"]})
    match = answers(match, "a-deathseeker", "conflict_lost")
    match = answers(match, "a-stand-your-ground", "sacrificed")
    assert (keys(match, ALICE, "play"), keys(match, BOB, "play")) == (["deathseeker"], [WARRIOR, WARRIOR])
    assert reacts(match, "a-deathseeker")  # no use is recorded where the payment is prevented


def test_way_of_the_lion_doubles_the_base_skill_alone() -> None:
    katana = ("fine-katana", {"host": Handle("a-deathseeker")})
    match = fight("deathseeker", katana, RONIN, alice={"hand": ["way-of-the-lion"]})
    match = plays(match, "a-way-of-the-lion")
    assert options(match) == {"a-deathseeker"}
    assert skills(chooses(match, "a-deathseeker"), "a-deathseeker") == (6, 1)


def test_way_of_the_lion_doubles_no_dash_and_not_out_of_a_conflict() -> None:
    alice = {"hand": ["way-of-the-lion", FAN]}
    match = fight(RONIN, "venerable-historian", alice=alice)
    assert "a-way-of-the-lion" not in offered(match, ALICE)
    match = in_phase("draw", alice={**alice, "play": ["deathseeker"]})
    assert "a-way-of-the-lion" not in offered(match, ALICE)


def broken(kind: str, *own: Any, **said: Any) -> Match:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 9}
    attackers = "a-akodo-toturi a-ikoma-eiji"
    alice = {"play": [TOTURI, "ikoma-eiji", RONIN, *own], "hand": ["for-greater-glory", "for-greater-glory"]}
    return in_conflict(kind, attackers, at="3.2.5", alice=alice, **{**won, **said})


def test_for_greater_glory_puts_fate_on_participating_bushi_once_in_a_conflict() -> None:
    match = answers(broken("military"), "a-for-greater-glory", "province_broken")
    assert [card(match, f"a-{each}").fate for each in (TOTURI, "ikoma-eiji", RONIN)] == [1, 0, 0]
    assert not question(match)[0].startswith("reaction")


def test_for_greater_glory_answers_no_political_conflict() -> None:
    assert not question(broken("political"))[0].startswith("reaction")


def test_for_greater_glory_answers_no_own_province_that_breaks() -> None:
    won: dict[str, Any] = {"winner": BOB, "loser": ALICE, "decided": True, "margin": 9, "opposed": True}
    match = defended(RONIN, at="3.2.5", alice={"hand": ["for-greater-glory"]}, **won)
    assert not reacts(match, "a-for-greater-glory")


def test_strength_in_numbers_sends_a_defender_of_little_glory_home() -> None:
    bob = {"play": [RONIN, TOTURI, "steadfast-samurai"]}
    defenders = "b-wandering-ronin b-akodo-toturi b-steadfast-samurai"
    alice = {"hand": ["strength-in-numbers"]}
    match = plays(fight(RONIN, alice=alice, bob=bob, defenders=defenders), "a-strength-in-numbers")
    assert options(match) == {"b-wandering-ronin", "b-steadfast-samurai"}
    match = chooses(match, "b-steadfast-samurai")
    assert match.table.contest.defenders == ("b-wandering-ronin", "b-akodo-toturi")


def test_strength_in_numbers_is_for_the_attacking_player() -> None:
    assert "a-strength-in-numbers" not in offered(defended(RONIN, alice={"hand": ["strength-in-numbers", FAN]}), ALICE)
