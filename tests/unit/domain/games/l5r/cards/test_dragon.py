"""The Dragon clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import (
    BidHonor,
    DeclareConflict,
    DeclineRing,
    PlayAttachment,
    PlayCharacter,
)
from domain.games.l5r.numbers_in_play import side_skill
from domain.kernel.ids import Handle, Seat
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
    closed,
    does,
    fight,
    handle_of,
    home,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    passes,
    players,
    plays,
    refused,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, passed_to, pools, question

HOTARU, KATANA = "doji-hotaru", "fine-katana"


def fate_on(match: Match, **rings: int) -> Match:
    """The match with so much fate on rings."""
    for element, n in rings.items():
        match.table.rings.put(element, type(match.table.rings[element])(fate=n))
    return match


def declaring(ring: str = "air", kind: str = "military", seat: Seat = ALICE, **said: Any) -> Match:
    """A player has declared a conflict with a Ronin at the first province of the other one."""
    ready = {"play": [RONIN], "opportunities": 2}
    alice, bob = ({**(ready if each == seat else {}), **said.pop(each, {})} for each in (ALICE, BOB))
    rings = said.pop("fate_on", {})
    match = laid(ConflictPhase(at="3.2", last=seat), "conflict", **players({"alice": alice, "bob": bob, **said}))
    command = DeclareConflict(ring, kind, "1", (Handle(f"{seat[0]}-wandering-ronin"),), {})
    return acted(fate_on(match, **rings), seat, command).match


def test_doomed_shugenja_is_played_from_a_province_without_fate() -> None:
    alice = {"row": ["doomed-shugenja"], "revealed": True, "play": []}
    match = in_phase("dynasty", alice=alice)
    with pytest.raises(Refused) as caught:
        acted(match, ALICE, PlayCharacter(Handle("a-doomed-shugenja"), 1))
    because = {"card": "a-doomed-shugenja", "fate": 1, "because_of": ["core/doomed-shugenja"]}
    assert (caught.value.refusal.rule, caught.value.refusal.because) == ("l5r.term.cannot", because)
    match = acted(match, ALICE, PlayCharacter(Handle("a-doomed-shugenja"))).match
    assert (card(match, handle_of(match, "doomed-shugenja")).fate, pools(match, "fate")[0]) == (0, 4)


def test_doomed_shugenja_says_nothing_of_other_characters() -> None:
    match = in_phase("dynasty", alice={"row": ["brash-samurai", "doomed-shugenja"], "revealed": True})
    match = acted(match, ALICE, PlayCharacter(Handle("a-brash-samurai"), 1)).match
    assert card(match, handle_of(match, "brash-samurai")).fate == 1


def test_togashi_initiate_spends_fate_onto_a_ring_to_be_honored() -> None:
    match = uses(fight("togashi-initiate"), "a-togashi-initiate")
    assert {"air", "earth", "void", "water"} <= options(match)
    match = chooses(match, "void")
    assert (card(match, "a-togashi-initiate").honored, match.table.rings["void"].fate) == (True, 1)
    assert pools(match, "fate") == (4, 5)


def test_togashi_initiate_needs_fate_to_attack_and_not_to_be_honored() -> None:
    assert "a-togashi-initiate" not in offered(fight("togashi-initiate", alice={"fate": 0}), ALICE)
    assert "a-togashi-initiate" not in offered(home("togashi-initiate"), ALICE)
    assert "a-togashi-initiate" not in offered(fight(("togashi-initiate", {"honored": True})), ALICE)
    defends = in_conflict(attackers="a-wandering-ronin", defenders="b-togashi-initiate",
                          alice={"play": [RONIN], **HELD}, bob={"play": ["togashi-initiate"], **HELD})  # fmt: skip
    assert "b-togashi-initiate" not in offered(defends, BOB)


def test_agasha_swordsmith_takes_an_attachment_of_five_cards_and_shows_it() -> None:
    alice = {"play": ["agasha-swordsmith"], "deck": ["banzai", KATANA, "banzai", "banzai", "banzai", FAN]}
    match = uses(in_phase("draw", alice=alice), "a-agasha-swordsmith")
    assert options(match) == {"a-fine-katana"}
    match = chooses(match, "a-fine-katana")
    assert keys(match, ALICE, "hand") == [KATANA]
    assert sorted(keys(match, ALICE, "deck")) == ["banzai", "banzai", "banzai", "banzai", FAN]


def test_agasha_swordsmith_may_take_nothing_and_shows_the_cards_to_nobody_else() -> None:
    alice = {"play": ["agasha-swordsmith"], "deck": [KATANA, FAN]}
    match = uses(in_phase("draw", alice=alice), "a-agasha-swordsmith")
    for seat, seen in ((ALICE, True), (BOB, False)):
        view = match.rules.view(match.table, seat, judging=False)
        assert (KATANA in str(view["players"]["alice"]["deck"])) == seen
    match = chooses(match)
    assert (keys(match, ALICE, "hand"), len(keys(match, ALICE, "deck"))) == ([], 2)
    assert "a-agasha-swordsmith" not in offered(match, ALICE)  # once a round


def test_mirumoto_prodigy_attacking_alone_allows_one_defender() -> None:
    bob = {"play": [RONIN, HOTARU]}
    for attackers, rule in (("a-mirumoto-prodigy", "l5r.term.cannot"), ("a-mirumoto-prodigy a-wandering-ronin", "")):
        alice = {"play": ["mirumoto-prodigy", RONIN]}
        match = in_conflict("military", attackers, at="3.2.1", alice=alice, bob=bob)
        both = DeclareDefenders((Handle("b-wandering-ronin"), Handle("b-doji-hotaru")))
        if rule:
            assert refused(match, BOB, both) == rule
            both = DeclareDefenders(both.defenders[:1])
        assert len(acted(match, BOB, both).match.table.contest.defenders) == len(both.defenders)


def test_niten_adept_bows_an_attachment_to_bow_a_bare_participant() -> None:
    match = fight("niten-adept", (KATANA, {"host": Handle("a-niten-adept")}))
    match = chooses(uses(match, "a-niten-adept"), "a-fine-katana")
    assert options(match) == {"b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert (card(match, "b-wandering-ronin").bowed, card(match, "a-fine-katana").bowed) == (True, True)


def test_niten_adept_needs_an_own_attachment_and_a_bare_character() -> None:
    assert "a-niten-adept" not in offered(fight("niten-adept"), ALICE)
    armed = ("niten-adept", (KATANA, {"host": Handle("a-niten-adept")}))
    theirs = {"play": [RONIN, (KATANA, {"host": Handle("b-wandering-ronin")})]}
    assert "a-niten-adept" not in offered(fight(*armed, bob=theirs), ALICE)
    of_bob = {"play": [RONIN, (KATANA, {"host": Handle("a-niten-adept")})]}
    assert "a-niten-adept" not in offered(fight("niten-adept", bob=of_bob), ALICE)


def test_seeker_of_enlightenment_counts_fate_on_unclaimed_rings() -> None:
    match = fate_on(in_phase("draw", alice={"play": ["seeker-of-enlightenment"]}), air=2, void=1)
    assert skills(match, "a-seeker-of-enlightenment") == (4, 4)
    match.table.rings.put("air", type(match.table.rings["air"])(fate=2, claimed_by=BOB))
    assert skills(match, "a-seeker-of-enlightenment") == (2, 2)


def test_enlightened_warrior_gets_fate_when_an_opponent_selects_a_ring_with_fate() -> None:
    match = declaring(seat=BOB, fate_on={"air": 1}, alice={"play": ["enlightened-warrior"]})
    match = answers(match, "a-enlightened-warrior", "ring_chosen")
    assert (card(match, "a-enlightened-warrior").fate, pools(match, "fate")) == (1, (5, 6))


def test_enlightened_warrior_ignores_bare_rings_and_its_own_player() -> None:
    match = declaring(seat=BOB, fate_on={"void": 1}, alice={"play": ["enlightened-warrior"]})
    assert not question(match)[0].startswith("reaction")
    match = declaring(fate_on={"air": 1}, alice={"play": [RONIN, "enlightened-warrior"]})
    assert not question(match)[0].startswith("reaction")


def investigated(**said: Any) -> Match:
    bob = {"hand": ["banzai", FAN]}
    return chooses(
        uses(fight("kitsuki-investigator", kind="political", bob=bob, **said), "a-kitsuki-investigator"), "air"
    )


def test_kitsuki_investigator_sees_the_hand_and_discards_a_card_of_it() -> None:
    match = investigated()
    assert (question(match)[1], options(match)) == ((ALICE,), {"b-banzai", "b-ornate-fan"})
    assert "banzai" in str(match.rules.view(match.table, ALICE, judging=False)["players"]["bob"]["hand"])
    match = chooses(match, "b-banzai")
    assert (keys(match, BOB, "hand"), keys(match, BOB, "discard")) == ([FAN], ["banzai"])
    assert "banzai" not in str(match.rules.view(match.table, ALICE, judging=False)["players"]["bob"]["hand"])


def test_kitsuki_investigator_acts_once_in_a_political_conflict_whoever_of_the_copies() -> None:
    assert "a-kitsuki-investigator" not in offered(fight("kitsuki-investigator", kind="military"), ALICE)
    assert "a-kitsuki-investigator" not in offered(home("kitsuki-investigator", "political"), ALICE)
    bare = fight("kitsuki-investigator", kind="political", bob={"hand": []})
    assert "a-kitsuki-investigator" not in offered(bare, ALICE)
    two = fight("kitsuki-investigator", "kitsuki-investigator", kind="political", bob={"hand": ["banzai", FAN]},
                attackers="a-kitsuki-investigator a-kitsuki-investigator-2")  # fmt: skip
    match = chooses(chooses(uses(two, "a-kitsuki-investigator"), "air"), "b-banzai")
    assert "a-kitsuki-investigator-2" not in offered(match, ALICE)


def raitsugu(fate: int, bids: tuple[int, int], **state: Any) -> Match:
    match = fight("mirumoto-raitsugu", bob={"play": [(RONIN, {"fate": fate})]})
    match = chooses(uses(match, "a-mirumoto-raitsugu"), "b-wandering-ronin")
    return acted(acted(match, ALICE, BidHonor(bids[0])).match, BOB, BidHonor(bids[1])).match


def test_mirumoto_raitsugu_discards_a_loser_without_fate() -> None:
    assert keys(raitsugu(0, (1, 1)), BOB, "dynasty_discard") == [RONIN]


def test_mirumoto_raitsugu_removes_fate_from_a_loser_that_has_some() -> None:
    for fate in (1, 2):
        match = raitsugu(fate, (1, 1))
        assert card(match, "b-wandering-ronin").fate == fate - 1


def test_mirumoto_raitsugu_is_discarded_when_he_loses_and_a_tie_does_nothing() -> None:
    match = raitsugu(0, (1, 3))  # 4 against 5
    assert (keys(match, ALICE, "dynasty_discard"), keys(match, BOB, "dynasty_discard")) == (["mirumoto-raitsugu"], [])
    match = raitsugu(0, (1, 2))
    assert keys(match, ALICE, "dynasty_discard") == keys(match, BOB, "dynasty_discard") == []


def test_mirumoto_raitsugu_challenges_only_participants_of_the_opponent() -> None:
    match = fight("mirumoto-raitsugu", RONIN, bob={"play": [RONIN, HOTARU]})
    assert options(uses(match, "a-mirumoto-raitsugu")) == {"b-wandering-ronin"}
    assert "a-mirumoto-raitsugu" not in offered(home("mirumoto-raitsugu"), ALICE)


def test_ascetic_visionary_readies_a_monk_or_who_bears_one() -> None:
    bowed = {"bowed": True}
    borne = ("tattooed-wanderer", {**ON_RONIN, "how": "attachment"})
    own = ("ascetic-visionary", (RONIN, bowed), borne, ("togashi-initiate", bowed), (HOTARU, bowed))
    match = chooses(uses(fight(*own), "a-ascetic-visionary"), "earth")
    assert options(match) == {"a-wandering-ronin", "a-togashi-initiate"}
    match = chooses(match, "a-wandering-ronin")
    assert (card(match, "a-wandering-ronin").bowed, match.table.rings["earth"].fate) == (False, 1)


def test_ascetic_visionary_needs_a_bowed_monk_and_to_attack() -> None:
    assert "a-ascetic-visionary" not in offered(fight("ascetic-visionary", (RONIN, {"bowed": True})), ALICE)
    resting = fight(RONIN, "ascetic-visionary", ("togashi-initiate", {"bowed": True}))
    assert "a-ascetic-visionary" not in offered(resting, ALICE)


def arming(*hand: str, **said: Any) -> Match:
    alice = {"play": [("niten-master", {"bowed": True}), RONIN], "hand": [*hand, FAN], **said}
    return in_phase("draw", alice=alice)


def test_niten_master_readies_when_a_weapon_is_attached_twice_a_round() -> None:
    match, master = arming(KATANA, KATANA, KATANA), Handle("a-niten-master")
    for n, handle in enumerate(("a-fine-katana", "a-fine-katana-2")):
        match = does(match, ALICE, PlayAttachment(Handle(handle), master))
        match = answers(match, master, "entered_play")
        assert not card(match, master).bowed, n
        with match.table.reindexing(master) as found:
            found.bowed = True
    match = does(match, ALICE, PlayAttachment(Handle("a-fine-katana-3"), master))
    assert not question(match)[0].startswith("reaction")


def test_niten_master_readies_when_a_weapon_is_moved_onto_it() -> None:
    own = [("niten-master", {"bowed": True}), RONIN, "giver-of-gifts", (KATANA, ON_RONIN)]
    match = chooses(uses(in_phase("draw", alice={"play": own}), "a-giver-of-gifts"), "a-fine-katana")
    match = answers(chooses(match, "a-niten-master"), "a-niten-master", "attached")
    assert not card(match, "a-niten-master").bowed


def test_niten_master_answers_neither_other_attachments_nor_weapons_on_others_nor_of_opponents() -> None:
    match = does(arming(FAN), ALICE, PlayAttachment(Handle("a-ornate-fan"), Handle("a-niten-master")))
    assert not question(match)[0].startswith("reaction")
    match = does(arming(KATANA), ALICE, PlayAttachment(Handle("a-fine-katana"), Handle("a-wandering-ronin")))
    assert not question(match)[0].startswith("reaction")
    theirs = in_phase("draw", alice={"play": [("niten-master", {"bowed": True})], **HELD}, bob={"hand": [KATANA, FAN]})
    match = does(theirs, BOB, PlayAttachment(Handle("b-fine-katana"), Handle("a-niten-master")))
    assert not question(match)[0].startswith("reaction")


def test_togashi_yokuni_has_a_printed_ability_of_another_character_until_the_phase_ends() -> None:
    match = fight("togashi-yokuni", bob={"play": ["serene-warrior", "brash-samurai"]}, defenders="b-serene-warrior")
    match = uses(match, "a-togashi-yokuni")
    assert options(match) == {"b-brash-samurai"}
    match = chooses(match, "b-brash-samurai")
    assert "a-togashi-yokuni" in offered(match, ALICE)
    match = uses(match, "a-togashi-yokuni", -1)
    assert card(match, "a-togashi-yokuni").honored


def test_togashi_yokuni_keeps_what_he_gained_when_the_other_character_leaves_and_loses_it_with_the_phase() -> None:
    play = ["togashi-yokuni", "steadfast-witch-hunter", "border-rider", (RONIN, {"bowed": True})]
    match = chooses(uses(in_phase("draw", alice={"play": play, **HELD}), "a-togashi-yokuni"), "a-border-rider")
    match = uses(match, "a-steadfast-witch-hunter")
    match = chooses(chooses(match, "a-border-rider"), "a-wandering-ronin")
    (gained,) = card(match, "a-togashi-yokuni").gained
    assert gained.key == "core/border-rider"
    assert card(closed(match), "a-togashi-yokuni").gained == ()


def test_togashi_yokuni_finds_nothing_on_a_blank_character_but_keeps_what_he_has_when_he_is_blank() -> None:
    cloud = ("cloud-the-mind", {"host": Handle("a-border-rider")})
    plain: dict[str, Any] = {"bob": {"play": ["hiruma-yojimbo"]}, "defenders": "b-hiruma-yojimbo"}
    assert "a-togashi-yokuni" in offered(fight("togashi-yokuni", "border-rider", **plain), ALICE)
    assert "a-togashi-yokuni" not in offered(fight("togashi-yokuni", "border-rider", cloud, **plain), ALICE)
    alice = {"hand": ["cloud-the-mind", FAN]}
    match = fight("togashi-yokuni", "brash-samurai", "asahina-artisan", alice=alice)  # the artisan is a Shugenja
    match = chooses(uses(match, "a-togashi-yokuni"), "a-brash-samurai")
    match = does(match, ALICE, PlayAttachment(Handle("a-cloud-the-mind"), Handle("a-togashi-yokuni")))
    match = uses(match, "a-togashi-yokuni", -1)
    assert card(match, "a-togashi-yokuni").honored


def test_togashi_yokuni_finds_no_ability_on_characters_without_one_and_acts_once_a_round() -> None:
    match = fight("togashi-yokuni", "hiruma-yojimbo", defenders="b-moto-horde", bob={"play": ["moto-horde"]})
    assert "a-togashi-yokuni" not in offered(match, ALICE)
    match = chooses(uses(fight("togashi-yokuni", "border-rider"), "a-togashi-yokuni"), "a-border-rider")
    assert "a-togashi-yokuni" not in offered(match, ALICE)


TEMPLE = {"holding": [("secluded-temple", {"slot": 1})], "row": []}


def phase_begun(mine: list[Any], theirs: list[Any], **said: Any) -> Match:
    said = {"alice": {**TEMPLE, "play": mine, **said}, "bob": {"play": theirs}}
    return laid(ConflictPhase(at="3.1"), "conflict", **players(said))


def test_secluded_temple_removes_fate_of_the_opponents_choice() -> None:
    match = phase_begun([RONIN], [(RONIN, {"fate": 2}), (HOTARU, {"fate": 1}), "brash-samurai"])
    match = answers(match, "a-secluded-temple", "phase_began")
    assert (question(match)[1], options(match)) == ((BOB,), {"b-wandering-ronin", "b-doji-hotaru"})
    assert card(chooses(match, "b-wandering-ronin"), "b-wandering-ronin").fate == 1


def test_secluded_temple_needs_an_opponent_with_more_characters_and_fate() -> None:
    assert question(phase_begun([RONIN], [(RONIN, {"fate": 1})]))[0] != "reaction:phase_began"
    assert question(phase_begun([], [RONIN]))[0] != "reaction:phase_began"
    facedown = phase_begun([], [(RONIN, {"fate": 1})], holding=[], row=["secluded-temple"])
    assert question(facedown)[0] != "reaction:phase_began"


def test_tattooed_wanderer_gives_covert_as_an_attachment() -> None:
    alice = {"play": [RONIN], "hand": ["tattooed-wanderer"], "opportunities": 2}
    match = in_phase("conflict", alice=alice, bob={"play": [RONIN, HOTARU], **HELD})
    match = does(match, ALICE, PlayAttachment(Handle("a-tattooed-wanderer"), Handle("a-wandering-ronin")))
    assert skills(match, "a-wandering-ronin") == (2, 2)
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players({
        "alice": {"play": [RONIN, ("tattooed-wanderer", {**ON_RONIN, "how": "attachment"})], "opportunities": 2},
        "bob": {"play": [RONIN, HOTARU]},
    }))  # fmt: skip
    covert = {Handle("a-wandering-ronin"): Handle("b-doji-hotaru")}
    command = DeclareConflict("air", "military", "1", (Handle("a-wandering-ronin"),), covert)
    match = acted(match, ALICE, command).match
    assert options(passed_to(match, "defenders")) == {"b-wandering-ronin"}


def test_tattooed_wanderer_has_no_covert_as_a_character() -> None:
    alice = {"play": ["tattooed-wanderer", RONIN], "opportunities": 2}
    said = players({"alice": alice, "bob": {"play": [RONIN]}})
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **said)
    for attacker in ("a-tattooed-wanderer", "a-wandering-ronin"):
        covert = {Handle(attacker): Handle("b-wandering-ronin")}
        command = DeclareConflict("air", "military", "1", (Handle(attacker),), covert)
        assert refused(match, ALICE, command) == "l5r.keyword.covert-choose"


KAZUE = ("togashi-kazue", {**ON_RONIN, "how": "attachment"})


def test_togashi_kazue_moves_fate_onto_the_character_that_she_is_on() -> None:
    match = fight(RONIN, KAZUE, bob={"play": [(RONIN, {"fate": 2})]})
    match = uses(match, "a-togashi-kazue", 1)
    assert options(match) == {"b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert [card(match, f"{each}-wandering-ronin").fate for each in "ab"] == [1, 1]


def test_togashi_kazue_does_nothing_at_home_as_a_character_or_without_fate_to_move() -> None:
    rich = {"play": [(RONIN, {"fate": 2})]}
    assert "a-togashi-kazue" not in offered(fight("togashi-kazue", bob=rich), ALICE)
    assert "a-togashi-kazue" not in offered(fight(HOTARU, RONIN, KAZUE, bob=rich), ALICE)
    assert "a-togashi-kazue" not in offered(fight((RONIN, {"fate": 1}), KAZUE), ALICE)


FAVOR = ("daimyo-s-favor", ON_RONIN)


def test_daimyos_favor_makes_the_next_attachment_on_its_character_cheaper() -> None:
    alice = {"play": [RONIN, HOTARU, FAVOR], "hand": ["ancestral-daisho", "ancestral-daisho", FAN], "fate": 2}
    match = uses(in_phase("draw", alice=alice), "a-daimyo-s-favor")
    assert card(match, "a-daimyo-s-favor").bowed
    match = does(match, ALICE, PlayAttachment(Handle("a-ancestral-daisho"), Handle("a-wandering-ronin")))
    assert pools(match, "fate")[0] == 2
    match = does(match, ALICE, PlayAttachment(Handle("a-ancestral-daisho-2"), Handle("a-wandering-ronin")))
    assert pools(match, "fate")[0] == 1


def test_daimyos_favor_helps_no_other_character_and_needs_to_be_ready() -> None:
    alice: dict[str, Any] = {"play": [RONIN, HOTARU, FAVOR], "hand": ["ancestral-daisho", FAN], "fate": 2}
    match = uses(in_phase("draw", alice=alice), "a-daimyo-s-favor")
    match = does(match, ALICE, PlayAttachment(Handle("a-ancestral-daisho"), Handle("a-doji-hotaru")))
    assert pools(match, "fate")[0] == 1
    alice["play"] = [RONIN, ("daimyo-s-favor", {**ON_RONIN, "bowed": True})]
    assert "a-daimyo-s-favor" not in offered(in_phase("draw", alice=alice), ALICE)


def test_way_of_the_dragon_lets_an_ability_be_used_once_more() -> None:
    on_rider = ("way-of-the-dragon", {"host": Handle("a-border-rider")})
    match = in_phase("draw", alice={"play": [("border-rider", {"bowed": True}), on_rider], **HELD})
    for _ in range(2):
        match = uses(match, "a-border-rider")
        assert not card(match, "a-border-rider").bowed
        with match.table.reindexing(Handle("a-border-rider")) as found:
            found.bowed = True
    assert "a-border-rider" not in offered(match, ALICE)


def test_way_of_the_dragon_serves_only_its_own_player() -> None:
    on_rider = ("way-of-the-dragon", {"host": Handle("b-border-rider")})
    taken = ("border-rider", {"bowed": True})
    match = in_phase("draw", alice={"play": [on_rider], **HELD}, bob={"play": [taken], **HELD})
    match = uses(match, "b-border-rider")
    with match.table.reindexing(Handle("b-border-rider")) as found:
        found.bowed = True
    assert "b-border-rider" not in offered(in_turn(match, BOB), BOB)


def test_a_further_way_of_the_dragon_takes_the_place_of_the_older_one() -> None:
    alice = {"play": [RONIN, HOTARU], "hand": ["way-of-the-dragon"] * 3, "fate": 6}
    match = in_phase("draw", alice=alice)
    for handle, host in (("a-way-of-the-dragon", RONIN), ("a-way-of-the-dragon-2", HOTARU)):
        match = does(match, ALICE, PlayAttachment(Handle(handle), Handle(f"a-{host}")))
    assert skills(match, "a-wandering-ronin") == (3, 3)
    (older,) = match.table.attachments(Handle("a-wandering-ronin"))
    match = does(match, ALICE, PlayAttachment(Handle("a-way-of-the-dragon-3"), Handle("a-wandering-ronin")))
    assert keys(match, ALICE, "discard") == ["way-of-the-dragon"]
    (newer,) = match.table.attachments(Handle("a-wandering-ronin"))
    assert newer != older
    assert len(match.table.attachments(Handle("a-doji-hotaru"))) == 1


def test_let_go_discards_an_attachment() -> None:
    alice = {"hand": ["let-go", FAN], "play": [RONIN]}
    bob = {"play": [(KATANA, ON_RONIN)]}
    match = chooses(plays(in_phase("draw", alice=alice, bob=bob), "a-let-go"), "b-fine-katana")
    assert keys(match, BOB, "discard") == [KATANA]
    assert "a-let-go" not in offered(in_phase("draw", alice=alice), ALICE)


def test_mantra_of_fire_puts_fate_on_a_monk_and_draws() -> None:
    alice = {"play": ["togashi-initiate", RONIN], "hand": ["mantra-of-fire"]}
    match = declaring("fire", seat=BOB, alice=alice)
    match = answers(match, "a-mantra-of-fire", "conflict_declared")
    assert options(match) == {"a-togashi-initiate"}
    match = chooses(match, "a-togashi-initiate")
    assert (card(match, "a-togashi-initiate").fate, keys(match, ALICE, "hand")) == (1, [FAN])


def test_mantra_of_fire_answers_only_fire_conflicts_of_opponents() -> None:
    alice = {"play": ["togashi-initiate", RONIN], "hand": ["mantra-of-fire"]}
    assert not question(declaring("air", seat=BOB, alice=alice))[0].startswith("reaction")
    own = {**alice, "opportunities": 2}
    assert not question(declaring("fire", alice=own))[0].startswith("reaction")
    monkless = {**alice, "play": [RONIN]}
    assert not question(declaring("fire", seat=BOB, alice=monkless))[0].startswith("reaction")


def test_tranquility_silences_the_opponents_characters_at_home() -> None:
    bob = {"play": [RONIN, ("border-rider", {"bowed": True}), "brash-samurai"]}
    match = fight(RONIN, ("border-rider", {"bowed": True}), defenders="b-brash-samurai", bob=bob,
                  alice={"hand": ["tranquility", FAN]})  # fmt: skip
    assert "b-border-rider" in offered(match, BOB)
    match = plays(match, "a-tranquility")
    assert {"b-brash-samurai"} <= offered(match, BOB)
    assert "b-border-rider" not in offered(match, BOB)
    assert "a-border-rider" in offered(match, ALICE)


def test_tranquility_is_played_in_a_conflict() -> None:
    assert "a-tranquility" not in offered(
        in_phase("draw", alice={"hand": ["tranquility", FAN], "play": [RONIN]}), ALICE
    )


def test_indomitable_will_keeps_the_only_participant_ready() -> None:
    match = fight(RONIN, alice={"hand": ["indomitable-will"]}, bob={"play": []}, at="3.2.3", defenders=" ")
    match = answers(match, "a-indomitable-will", "conflict_won")
    match = passed_to(match, "ring-effect")
    match = closed(acted(match, ALICE, DeclineRing()).match)
    assert match.table.contest is None
    assert not card(match, "a-wandering-ronin").bowed


def test_indomitable_will_is_not_for_two_participants_or_who_lost() -> None:
    hand = {"hand": ["indomitable-will"]}
    two = fight(RONIN, HOTARU, alice=hand, at="3.2.3", attackers="a-wandering-ronin a-doji-hotaru")
    assert question(two)[0] != "reaction:conflict_won"
    lost = fight(RONIN, bob={"play": ["hida-kisada"]}, defenders="b-hida-kisada", alice=hand, at="3.2.3")
    assert question(lost)[0] != "reaction:conflict_won"


def test_mirumotos_fury_bows_an_attacker_of_little_glory() -> None:
    hand = {"hand": ["mirumoto-s-fury", FAN]}
    attackers = "a-wandering-ronin a-doji-hotaru"  # glory 0 and 3
    for faceup, eligible in ((0, {"a-wandering-ronin", "a-doji-hotaru"}), (3, {"a-wandering-ronin"})):
        provinces = ["manicured-garden", "entrenched-position", "meditations-on-the-tao"]
        bob = {**hand, "faceup": [f"core/{each}" for each in provinces[:faceup]]}
        match = plays(fight(RONIN, HOTARU, attackers=attackers, bob=bob), "b-mirumoto-s-fury")
        assert options(match) == eligible
        assert card(chooses(match, "a-wandering-ronin"), "a-wandering-ronin").bowed


def test_mirumotos_fury_bows_no_defender() -> None:
    match = fight((RONIN, {"bowed": True}), bob={"hand": ["mirumoto-s-fury", FAN]})
    assert "b-mirumoto-s-fury" not in offered(match, BOB)
    assert side_skill(match.table, BOB).value == 2
    assert passes(match).table.contest is not None
