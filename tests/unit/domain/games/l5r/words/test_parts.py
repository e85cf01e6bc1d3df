"""Words that Crab and Crane do not need, on cards of other clans: each says here what the test is about."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from domain.cardgame.abilities.registry import Declaration, at_most_once_per
from domain.cardgame.commands import PlayEvent
from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.cards import ReturnToHand, TakeControl
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.interrupting import Cancel, Prevent, Save
from domain.cardgame.words.parts.time import Later
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.commands import BidHonor, DeclareConflict, PlayAttachment, PlayCharacter, ResolveRing
from domain.games.l5r.state import Ring
from domain.games.l5r.words.choices import Choose, ChooseRing, Select
from domain.games.l5r.words.costs import DishonorCost, RemoveFateCost, RingFateCost
from domain.games.l5r.words.parts.cards import (
    AttachTo,
    DiscardStatus,
    Dishonor,
    GiveBackControl,
    Honor,
    MoveFate,
    MoveHome,
    MoveToConflict,
    PlaceFate,
    PutIntoPlay,
    PutOnDeck,
    Ready,
    Redirect,
)
from domain.games.l5r.words.parts.conflicts import DeclareNow
from domain.games.l5r.words.parts.pools import LoseHonor
from domain.games.l5r.words.parts.provinces import LookAtProvince, RefillFaceup
from domain.games.l5r.words.parts.rings import ClaimRing, StopRingEffect, SwitchRing
from domain.games.l5r.words.parts.rings import ResolveRing as ResolveRingPart
from domain.games.l5r.words.parts.time import GainAbility, May, Only, SwapSkills, Until
from domain.games.l5r.words.phrases import plus
from domain.games.l5r.words.provinces import ChooseProvince
from domain.games.l5r.words.requirements import (
    ClaimedRing,
    During,
    Exceeds,
    MeIn,
    Participates,
    Selected,
    Targets,
    Unopposed,
)
from domain.games.l5r.words.select import (
    CHARACTER,
    HOST,
    ME,
    OWN_CHARACTER,
    PARTICIPANT,
    Cards,
)
from domain.games.l5r.words.select import (
    Honor as HonorOf,
)
from domain.games.l5r.words.triggers import FROM_PROVINCE, When
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap
from tests.builders import acted
from tests.l5r_cards import (
    ALICE,
    BOB,
    FAN,
    HELD,
    RONIN,
    answers,
    card,
    chooses,
    closed,
    declares,
    does,
    ended,
    fight,
    handle_of,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    players,
    plays,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question, rings_of

HOTARU = "doji-hotaru"
Patch = pytest.MonkeyPatch


def test_base_skills_are_swapped_at_once(monkeypatch: Patch) -> None:
    def yunako(c: Declaration) -> None:
        c.action(SwapSkills(), targets=(Choose(cards=CHARACTER),))

    declares(monkeypatch, "bayushi-yunako", yunako)
    match = uses(fight(HOTARU, "bayushi-yunako", bob={"play": [RONIN, "bayushi-liar"]}), "a-bayushi-yunako")
    assert "b-bayushi-liar" not in options(match)  # a dash is swapped with nothing
    assert skills(chooses(match, "a-doji-hotaru"), "a-doji-hotaru") == (6, 3)


def test_an_ability_of_another_character_is_gained_for_a_phase(monkeypatch: Patch) -> None:
    def yokuni(c: Declaration) -> None:
        c.action(
            GainAbility(),
            targets=(Choose(cards=Cards(type=("character",), other=True)),),
            limits=at_most_once_per("round"),
        )

    declares(monkeypatch, "togashi-yokuni", yokuni)
    alice = {"holding": [("funeral-pyre", {"slot": 1})]}
    match = fight(
        "togashi-yokuni", alice=alice, bob={"play": ["kaiu-shuichi", "political-rival"]}, defenders="b-kaiu-shuichi"
    )
    match = uses(match, "a-togashi-yokuni")
    assert options(match) == {"b-kaiu-shuichi"}  # the others have no triggered ability
    match = chooses(match, "b-kaiu-shuichi")
    assert pools(uses(match, "a-togashi-yokuni", -1), "fate") == (6, 5)
    assert [each.until for each in match.table.lasting.values()] == ["phase"]


def test_a_player_may_have_an_effect_resolve_once_more_for_honor(monkeypatch: Patch) -> None:
    def banzai(c: Declaration) -> None:
        again = (LoseHonor(), Choose(cards=PARTICIPANT, name="again"), *plus(2, 0, Cards(picked="again")))
        c.action(
            *plus(2, 0),
            May(again, requires=(Exceeds(HonorOf(), 1, by=0),)),
            targets=(Choose(cards=PARTICIPANT),),
            requires=(During(),),
        )

    declares(monkeypatch, "banzai", banzai)
    match = chooses(plays(fight(HOTARU, alice={"hand": ["banzai", FAN]}), "a-banzai"), "a-doji-hotaru")
    assert skills(selects(match, "no"), "a-doji-hotaru") == (5, 6)
    match = chooses(selects(match, "yes"), "a-doji-hotaru")
    assert (skills(match, "a-doji-hotaru"), pools(match, "honor")) == ((7, 6), (9, 10))


def test_control_is_taken_until_the_conflict_ends(monkeypatch: Patch) -> None:
    def blackmail(c: Declaration) -> None:
        weak = Cards(type=("character",), controller="opponent", cost_at_most=2)
        back = Later(When(("conflict_ended",)), (GiveBackControl(),))
        c.action(TakeControl(), back, targets=(Choose(cards=weak),), requires=(During(),))

    declares(monkeypatch, "blackmail", blackmail)
    bob = {"play": ["brash-samurai", RONIN], "hand": [FAN]}
    match = fight(RONIN, alice={"hand": ["blackmail"]}, bob=bob, defenders="b-brash-samurai")
    match = chooses(plays(match, "a-blackmail"), "b-brash-samurai")
    assert match.table.contest.attackers == ("a-wandering-ronin", "b-brash-samurai")
    match = ended(match)
    assert card(match, "b-brash-samurai").controller == BOB


def test_a_card_is_put_into_the_conflict_and_under_its_deck_when_that_ends(monkeypatch: Patch) -> None:
    def spiritcaller(c: Declaration) -> None:
        fallen = Cards(type=("character",), where=("discard", "dynasty_discard"), controller="you")
        entered = Cards(picked="entered")
        c.action(
            PutIntoPlay(conflict=True),
            KeepEntered(),
            Later(When(("conflict_ended",)), (PutOnDeck(on=entered, bottom=True),)),
            targets=(Choose(cards=fallen),),
            requires=(During(),),
        )

    declares(monkeypatch, "kitsu-spiritcaller", spiritcaller)
    alice = {"dynasty_discard": ["hida-kisada", "bayushi-liar"], "hand": [FAN]}
    match = uses(fight("kitsu-spiritcaller", alice=alice), "a-kitsu-spiritcaller")
    assert options(match) == {"a-hida-kisada"}  # a dash cannot join
    match = chooses(match, "a-hida-kisada")
    kisada = Handle(handle_of(match, "hida-kisada"))
    assert match.table.is_participating(kisada)
    match = ended(match)
    assert keys(match, ALICE, "dynasty_deck")[-1] == "hida-kisada"


def test_a_character_is_played_as_an_attachment(monkeypatch: Patch) -> None:
    def wanderer(c: Declaration) -> None:
        c.constant(Constant("as-attachment"))
        c.constant(Constant("keyword", "covert", on=HOST))

    declares(monkeypatch, "tattooed-wanderer", wanderer)
    match = in_turn(fight(HOTARU, alice={"hand": ["tattooed-wanderer", FAN]}), ALICE)
    match = acted(match, ALICE, PlayAttachment(Handle("a-tattooed-wanderer"), Handle("a-doji-hotaru"))).match
    attached = card(match, handle_of(match, "tattooed-wanderer"))
    assert (attached.type, attached.host) == ("attachment", "a-doji-hotaru")
    assert skills(match, "a-doji-hotaru") == (3, 6)  # its skills are no bonus
    assert attached.handle not in match.table.characters(ALICE)


def test_fate_moves_from_one_character_onto_another(monkeypatch: Patch) -> None:
    def kazue(c: Declaration) -> None:
        c.constant(Constant("as-attachment"))
        c.action(MoveFate(to=HOST), targets=(Choose(cards=PARTICIPANT),), requires=(Participates(host=True),))

    declares(monkeypatch, "togashi-kazue", kazue)
    worn = ("togashi-kazue", {"host": Handle("a-doji-hotaru"), "how": "attachment"})
    match = fight((HOTARU, {"fate": 1}), worn, bob={"play": [(RONIN, {"fate": 2})]})
    match = uses(match, "a-togashi-kazue", 1)
    assert options(match) == {"b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert [card(match, each).fate for each in ("a-doji-hotaru", "b-wandering-ronin")] == [2, 1]
    assert "a-togashi-kazue" not in offered(fight("togashi-kazue", bob={"play": [(RONIN, {"fate": 2})]}), ALICE)


def test_an_attachment_moves_to_another_character_that_may_have_it(monkeypatch: Patch) -> None:
    def giver(c: Declaration) -> None:
        own = Cards(type=("attachment",), controller="you")
        hosts = Choose(cards=OWN_CHARACTER, name="to", host_for="target")
        c.action(AttachTo(to=Cards(picked="to")), targets=(Choose(cards=own), hosts))

    declares(monkeypatch, "giver-of-gifts", giver)
    armed = ("fine-katana", {"host": Handle("a-wandering-ronin")})
    alice = {"play": ["giver-of-gifts", RONIN, armed, "moto-horde"]}
    match = chooses(uses(in_phase("draw", alice={**alice, **HELD}), "a-giver-of-gifts"), "a-fine-katana")
    assert options(match) == {"a-giver-of-gifts", "a-moto-horde"}
    match = chooses(match, "a-moto-horde")
    assert card(match, "a-fine-katana").host == "a-moto-horde"


def test_an_attachment_is_taken_and_attached_or_discarded(monkeypatch: Patch) -> None:
    def calling(c: Declaration) -> None:
        theirs = Cards(type=("attachment",), controller="opponent")
        c.action(
            AttachTo(to=Cards(picked="cost:dishonor_cost"), take=True, or_discard=True),
            costs=(DishonorCost(cards=OWN_CHARACTER),),
            targets=(Choose(cards=theirs),),
        )

    declares(monkeypatch, "calling-in-favors", calling)
    bob = {"play": [RONIN, ("fine-katana", {"host": Handle("b-wandering-ronin")})]}
    for payer, there in ((HOTARU, True), ("ascetic-visionary", False)):
        alice = {"play": [payer], "hand": ["calling-in-favors", FAN]}
        match = chooses(plays(in_phase("draw", alice=alice, bob=bob), "a-calling-in-favors"), f"a-{payer}")
        match = chooses(match, "b-fine-katana")
        assert (keys(match, BOB, "discard") == ["fine-katana"]) != there
        if there:
            katana = card(match, handle_of(match, "fine-katana"))
            assert (katana.host, katana.controller) == (f"a-{payer}", ALICE)


def test_honor_that_would_come_to_a_character_comes_to_another_one(monkeypatch: Patch) -> None:
    def rumormonger(c: Declaration) -> None:
        other = Choose(cards=Cards(type=("character",)))
        c.would_interrupt(When(("honored", "dishonored")), Redirect(), targets=(other,))

    declares(monkeypatch, "young-rumormonger", rumormonger)
    alice = {"play": ["brash-samurai", "doji-challenger"], "hand": ["way-of-the-crane", FAN]}
    match = in_phase("draw", alice=alice, bob={"play": ["young-rumormonger"]})
    match = chooses(plays(match, "a-way-of-the-crane"), "a-brash-samurai")
    match = answers(match, "b-young-rumormonger", "honored")
    assert options(match) == {"a-doji-challenger"}
    match = chooses(match, "a-doji-challenger")
    assert (card(match, "a-brash-samurai").honored, card(match, "a-doji-challenger").honored) == (False, True)


def test_a_save_loses_the_status_and_may_save_from_a_sacrifice(monkeypatch: Patch) -> None:
    def stand(c: Declaration) -> None:
        honored = Cards(type=("character",), controller="you", status="honored")
        saved = DiscardStatus(on=Cards(answered=True))
        c.would_interrupt(When((LEAVES_PLAY,), card=honored), Save(), saved)

    declares(monkeypatch, "stand-your-ground", stand)
    honored = {"honored": True}
    alice = {"play": [("vanguard-warrior", honored), RONIN], "hand": ["stand-your-ground", FAN]}
    match = uses(in_phase("draw", alice=alice), "a-vanguard-warrior")
    match = answers(match, "a-stand-your-ground", "sacrificed")
    saved = card(match, "a-vanguard-warrior")
    assert (saved.honored, match.table.is_in_play(saved.handle)) == (False, True)
    assert card(match, "a-wandering-ronin").fate == 0  # the sacrifice has failed, so the cost is not paid


def test_a_claimed_ring_and_an_unclaimed_one_change_places(monkeypatch: Patch) -> None:
    def know_the_world(c: Declaration) -> None:
        c.action(ChooseRing(state="claimed", name="mine"), ChooseRing(), SwitchRing(claimed="mine", take_fate=True))

    declares(monkeypatch, "know-the-world", know_the_world)
    plain = {each: Ring() for each in ("earth", "fire", "water")}
    rings = CopyOnWriteMap({**plain, "air": Ring(claimed_by=ALICE), "void": Ring(fate=2)})
    alice = {"hand": ["know-the-world", FAN], "play": [RONIN]}
    match = plays(in_phase("draw", alice=alice, rings=rings), "a-know-the-world")
    assert options(match) == {"air"}
    match = chooses(chooses(match, "air"), "void")
    assert ([*rings_of(match)], pools(match, "fate")[0], match.table.rings["void"].fate) == ([("void", ALICE)], 6, 0)
    assert "a-know-the-world" not in offered(in_phase("draw", alice=alice), ALICE)


def test_the_loser_takes_the_ring_effect_and_the_ring(monkeypatch: Patch) -> None:
    def display(c: Declaration) -> None:
        lost = When(("conflict_lost",), seat="you", requires=(Unopposed(),))
        c.reaction(lost, StopRingEffect(), ResolveRingPart(), ClaimRing())

    declares(monkeypatch, "display-of-power", display)
    for defended in (False, True):
        bob = {"play": [(RONIN, {"bowed": True})], "hand": ["display-of-power"]}
        defenders = "b-wandering-ronin" if defended else ""
        match = in_conflict(
            "military", "a-doji-hotaru", defenders, ring="air", at="3.2.3", alice={"play": [HOTARU]}, bob=bob
        )
        assert question(match)[0] == ("ring-effect" if defended else "reaction:conflict_won")
        if not defended:
            match = answers(match, "b-display-of-power", "conflict_lost")
            match = acted(match, BOB, ResolveRing("air", "gain-honor")).match
            assert pools(match, "honor") == (10, 11)  # 2 gained, 1 lost as it was unopposed
            assert [*rings_of(match)] == [("air", BOB)]


def test_the_effects_of_unclaimed_rings_resolve_as_the_phase_ends(monkeypatch: Patch) -> None:
    def tsukune(c: Declaration) -> None:
        ended = When(("phase_ended",), name=("conflict",))
        c.interrupt(ended, ChooseRing(least=0, most=2), ResolveRingPart("chosen"))

    declares(monkeypatch, "shiba-tsukune", tsukune)
    match = laid(ConflictPhase(at="3.5"), "conflict", **players({"alice": {"play": ["shiba-tsukune"]}}))
    match = chooses(answers(match, "a-shiba-tsukune", "phase_ended"), "air", "void")
    match = acted(match, ALICE, ResolveRing("air", "take-honor")).match
    assert pools(match, "honor") == (11, 9)
    assert match.table.phase != "conflict"  # nobody has fate that the ring of void could take


def test_a_second_conflict_is_declared_at_once(monkeypatch: Patch) -> None:
    def breakthrough(c: Declaration) -> None:
        c.reaction(When(("conflict_ended",), seat="you", margin=1), DeclareNow())

    declares(monkeypatch, "breakthrough", breakthrough)
    ready = {"play": [HOTARU, "hida-kisada"], "hand": ["breakthrough"], "opportunities": 1, "declared_political": True}
    provinces = ["secret-cache", "pilgrimage", "night-raid", "ancestral-lands", "elemental-fury"]
    bob = {"opportunities": 2, "play": [RONIN], "provinces": provinces}
    match = in_conflict("political", "a-doji-hotaru", at="3.2.3", alice=ready, bob=bob)
    match = ended(match)
    assert question(match)[0] == "reaction:conflict_ended"
    match = answers(match, "a-breakthrough", "conflict_ended")
    assert question(match) == ("further-conflict", (ALICE,))
    command = DeclareConflict("air", "military", "2", (Handle("a-hida-kisada"),), {})
    match = acted(match, ALICE, command).match
    assert (match.table.contest.kind, match.table.contest.attackers) == ("military", ("a-hida-kisada",))


def test_a_character_in_hand_reacts(monkeypatch: Patch) -> None:
    def oathkeeper(c: Declaration) -> None:
        lost = When(("conflict_lost",), seat="you", name=("military",))
        c.reaction(lost, PutIntoPlay(on=ME), requires=(MeIn(("hand",)),))

    declares(monkeypatch, "vengeful-oathkeeper", oathkeeper)
    bob = {"play": [], "hand": ["vengeful-oathkeeper"]}
    for policy in ("fast", "public"):
        match = in_conflict("military", "a-doji-hotaru", at="3.2.3", alice={"play": [HOTARU]}, bob=bob, policy=policy)
        match = answers(match, "b-vengeful-oathkeeper", "conflict_lost")
        assert card(match, handle_of(match, "vengeful-oathkeeper")).controller == BOB
    match = in_conflict("political", "a-doji-hotaru", at="3.2.3", alice={"play": [HOTARU]}, bob=bob)
    assert not question(match)[0].startswith("reaction")


def test_a_character_in_a_province_comes_into_play_for_a_ring_of_the_role(monkeypatch: Patch) -> None:
    def initiate(c: Declaration) -> None:
        claimed = When(("ring_claimed",), seat="you", requires=(ClaimedRing(of_role=True),))
        entered = Cards(picked="entered")
        c.reaction(
            claimed,
            PutIntoPlay(on=ME),
            KeepEntered(),
            PlaceFate(on=entered, then=True),
            requires=(MeIn(("row", "dynasty_discard")),),
        )

    declares(monkeypatch, "keeper-initiate", initiate)
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True}
    lying = {"row": ["keeper-initiate", *["doji-whisperer"] * 3], "revealed": True, "role": ["keeper-of-air"]}
    row = {"play": [HOTARU], **lying}
    for ring, comes in (("air", True), ("fire", False)):
        match = in_conflict("political", "a-doji-hotaru", at="3.2.7", ring=ring, alice=row, **won)
        assert ("a-keeper-initiate" in offered(match, ALICE)) == comes
        if comes:
            match = answers(match, "a-keeper-initiate", "ring_claimed")
            assert card(match, handle_of(match, "keeper-initiate")).fate == 1


def test_an_attachment_is_played_from_the_discard_pile(monkeypatch: Patch) -> None:
    declares(monkeypatch, "guidance-of-the-ancestors", lambda c: c.constant(Constant("playable-from", "discard")))
    alice = {"discard": ["guidance-of-the-ancestors", "fine-katana"], "play": [(RONIN, {"fate": 1})]}
    match = in_turn(in_phase("conflict", alice=alice), ALICE)
    assert offered(match, ALICE) == {"a-guidance-of-the-ancestors"}
    command = PlayAttachment(Handle("a-guidance-of-the-ancestors"), Handle("a-wandering-ronin"))
    match = acted(match, ALICE, command).match
    assert keys(match, ALICE, "discard") == ["fine-katana"]


def test_the_next_attachment_on_a_character_is_cheaper(monkeypatch: Patch) -> None:
    def favor(c: Declaration) -> None:
        c.action(Until("attachment-cost", "phase", amount=-1, on=HOST))

    declares(monkeypatch, "daimyo-s-favor", favor)
    worn = ("daimyo-s-favor", {"host": Handle("a-wandering-ronin")})
    alice = {"play": [RONIN, worn, HOTARU], "hand": ["honored-blade", "honored-blade"], "fate": 1}
    match = uses(in_phase("conflict", alice=alice), "a-daimyo-s-favor")
    match = does(match, ALICE, PlayAttachment(Handle("a-honored-blade"), Handle("a-wandering-ronin")))
    assert pools(match, "fate")[0] == 1
    match = does(match, ALICE, PlayAttachment(Handle("a-honored-blade-2"), Handle("a-wandering-ronin")))
    assert pools(match, "fate")[0] == 0


def test_a_bid_is_changed_for_its_transfer_and_draw(monkeypatch: Patch) -> None:
    def manipulator(c: Declaration) -> None:
        c.reaction(When(("bid_revealed",), seat="you"), Until("bid", "bid", amount=1))

    declares(monkeypatch, "bayushi-manipulator", manipulator)
    match = laid(DrawPhase(at="2.2"), "draw", **players({"alice": {"play": ["bayushi-manipulator"]}}))
    match = acted(acted(match, ALICE, BidHonor(2)).match, BOB, BidHonor(2)).match
    match = answers(match, "a-bayushi-manipulator", "bid_revealed")
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand")), match.table.players[ALICE].dial) == ((9, 11), 3, 2)


def test_the_first_player_token_is_kept(monkeypatch: Patch) -> None:
    declares(
        monkeypatch,
        "way-of-the-unicorn",
        lambda c: c.would_interrupt(When(("token_passed",), seat="opponent"), Prevent()),
    )
    match = laid(RegroupPhase(at="5.5"), "regroup", **players({"alice": {"hand": ["way-of-the-unicorn"]}}))
    match = answers(match, "a-way-of-the-unicorn", "token_passed")
    assert match.table.first_player == ALICE


def test_an_ability_with_an_own_card_as_its_target_is_cancelled(monkeypatch: Patch) -> None:
    def yojimbo(c: Declaration) -> None:
        shugenja = Cards(type=("character",), trait=("Shugenja",), controller="you")
        c.cancel(When(("effect_initiated",), requires=(Targets(shugenja),)), Cancel())

    declares(monkeypatch, "shiba-yojimbo", yojimbo)
    bob = {"play": ["shiba-yojimbo", "asahina-artisan", RONIN], "hand": []}
    match = fight("doji-challenger", bob=bob, kind="political")
    match = chooses(uses(match, "a-doji-challenger"), "b-asahina-artisan")
    match = answers(match, "b-shiba-yojimbo", "effect_initiated")
    assert "b-asahina-artisan" not in match.table.contest.defenders
    match = fight("doji-challenger", bob={"play": ["shiba-yojimbo", RONIN, HOTARU], "hand": []}, kind="political")
    match = chooses(uses(match, "a-doji-challenger"), "b-doji-hotaru")
    assert "b-doji-hotaru" in match.table.contest.defenders


def test_fate_goes_onto_a_ring_and_off_a_character_as_a_cost(monkeypatch: Patch) -> None:
    declares(monkeypatch, "togashi-initiate", lambda c: c.action(Honor(on=ME), costs=(RingFateCost(),)))
    match = chooses(uses(in_phase("draw", alice={"play": ["togashi-initiate"]}), "a-togashi-initiate"), "void")
    assert (pools(match, "fate")[0], match.table.rings["void"].fate) == (4, 1)
    assert "a-togashi-initiate" not in offered(in_phase("draw", alice={"play": ["togashi-initiate"], "fate": 0}), ALICE)

    def ready(c: Declaration) -> None:
        paying = Cards(type=("character",), clan="unicorn", controller="you", bowed=True)
        c.action(Ready(on=Cards(picked="cost:remove_fate_cost")), costs=(RemoveFateCost(cards=paying),))

    declares(monkeypatch, "i-am-ready", ready)
    bowed = ("border-rider", {"bowed": True, "fate": 2})
    match = plays(in_phase("draw", alice={"play": [bowed], "hand": ["i-am-ready"]}), "a-i-am-ready")
    match = chooses(match, "a-border-rider")
    assert (card(match, "a-border-rider").bowed, card(match, "a-border-rider").fate) == (False, 1)


def test_opponents_cannot_declare_conflicts_of_a_chosen_element(monkeypatch: Patch) -> None:
    def way(c: Declaration) -> None:
        c.action(
            Until("cannot", "phase", name="declare", ring=True, who="opponent"), targets=(ChooseRing(state="any"),)
        )

    declares(monkeypatch, "way-of-the-phoenix", way)
    alice = {"hand": ["way-of-the-phoenix"], "play": [RONIN]}
    bob = {"play": [RONIN], "opportunities": 2}
    match = plays(in_phase("conflict", alice=alice, bob=bob, first=BOB), "a-way-of-the-phoenix")
    match = chooses(match, "fire")
    while question(match)[0] != "conflict":
        match = closed(match)
    assert question(match)[1] == (BOB,)
    command = DeclareConflict("fire", "military", "1", (Handle("b-wandering-ronin"),), {})
    assert refused(match, BOB, command) == "l5r.term.cannot"
    acted(match, BOB, structs.replace(command, ring="air"))


def test_characters_are_neither_moved_nor_played_into_the_conflict(monkeypatch: Patch) -> None:
    def grasp(c: Declaration) -> None:
        names = ("move-to-conflict", "play-characters")
        c.action(*(Until("cannot", "conflict", name=name, who="opponent") for name in names))

    declares(monkeypatch, "grasp-of-earth", grasp)
    worn = ("grasp-of-earth", {"host": Handle("a-asahina-artisan")})
    bob = {"hand": ["steward-of-law", FAN], "stronghold": "golden-plains-outpost", "play": [RONIN, "border-rider"]}
    match = fight("asahina-artisan", worn, bob=bob)
    assert {"b-steward-of-law", "b-golden-plains-outpost"} <= offered(match, BOB)
    match = uses(match, "a-grasp-of-earth")
    assert offered(match, BOB) & {"b-steward-of-law", "b-golden-plains-outpost", "b-ornate-fan"} == {"b-ornate-fan"}


def test_a_character_that_came_from_a_province_leaves_it_refilled_faceup(monkeypatch: Patch) -> None:
    def gunso(c: Declaration) -> None:
        c.reaction(When(("entered_play",), me=True, name=FROM_PROVINCE), RefillFaceup())

    declares(monkeypatch, "akodo-gunso", gunso)
    lying = ["doji-whisperer", "akodo-gunso", *["doji-whisperer"] * 2]
    row = {"row": lying, "revealed": True, "dynasty_deck": ["funeral-pyre", RONIN]}
    match = does(in_phase("dynasty", alice=row), ALICE, PlayCharacter(Handle("a-akodo-gunso")))
    gunso_now = handle_of(match, "akodo-gunso")
    match = answers(match, gunso_now, "entered_play")
    (there,) = match.table.in_slot(ALICE, 2)
    assert (there.key, there.facedown, match.table.is_in_play(there.handle)) == ("core/funeral-pyre", False, True)


def test_a_facedown_province_is_looked_at_by_one_player(monkeypatch: Patch) -> None:
    def wayfinder(c: Declaration) -> None:
        c.action(ChooseProvince(whose="all", facedown=True, filled=False), LookAtProvince())

    declares(monkeypatch, "iuchi-wayfinder", wayfinder)
    match = uses(in_phase("draw", alice={"play": ["iuchi-wayfinder"]}), "a-iuchi-wayfinder")
    assert "their-2" in options(match)
    version = acted(match, ALICE, match.rules.command({"type": "choose_targets", "targets": ["their-2"]}))
    facts = str(version.payload)
    assert '"kernel.learned","to":["alice"]' in facts.replace(" ", "")
    assert version.match.table.province(BOB, 2).facedown


def test_an_option_of_no_use_to_the_chosen_card_is_not_offered(monkeypatch: Patch) -> None:
    def ground(c: Declaration) -> None:
        c.action(
            Only((Selected("conflict"),), (MoveToConflict(),)),
            Only((Selected("home"),), (MoveHome(),)),
            targets=(Choose(cards=OWN_CHARACTER), Select(("conflict", "home"))),
            requires=(During(),),
        )

    declares(monkeypatch, "favorable-ground", ground)
    alice = {"holding": [("favorable-ground", {"slot": 1})]}
    match = uses(fight(HOTARU, RONIN, alice=alice), "a-favorable-ground")
    assert options(chooses(match, "a-doji-hotaru")) == {"home"}
    match = chooses(match, "a-wandering-ronin")
    assert options(match) == {"conflict"}
    assert match.table.contest.attackers == ("a-doji-hotaru",)
    assert "a-wandering-ronin" in selects(match, "conflict").table.contest.attackers


def test_the_opponent_selects_and_chooses_for_an_option(monkeypatch: Patch) -> None:
    def games(c: Declaration) -> None:
        own = Cards(type=("character",), controller="you", participating="any")
        theirs = Cards(type=("character",), controller="opponent", participating="any")
        c.action(
            Only((Selected("mine"),), (Honor(on=Cards(picked="honored")),)),
            Only((Selected("theirs"),), (Dishonor(on=Cards(picked="dishonored")),)),
            targets=(
                Select(("mine", "theirs")),
                Choose(cards=own, name="honored", option="mine"),
                Choose(cards=theirs, name="dishonored", who="opponent", option="theirs"),
            ),
            requires=(During("political"),),
            limits=at_most_once_per("conflict"),
        )

    declares(monkeypatch, "court-games", games)
    said: dict[str, Any] = {"alice": {"hand": ["court-games", "court-games"]}}
    match = selects(plays(fight(HOTARU, kind="political", **said), "a-court-games"), "theirs")
    assert question(match)[1] == (BOB,)
    match = chooses(match, "b-wandering-ronin")
    assert card(match, "b-wandering-ronin").dishonored
    assert "a-court-games-2" not in offered(match, ALICE)
    honored = {"play": [RONIN], "hand": []}
    match = fight((HOTARU, {"honored": True}), kind="political", bob=honored, **said)
    assert options(plays(match, "a-court-games")) == {"theirs"}


def test_the_next_event_costs_less(monkeypatch: Patch) -> None:
    def city(c: Declaration) -> None:
        events = CardMatch(types=("event",))
        c.action(Until("cost", "phase", name="play", amount=-1, once=True, match=events))

    declares(monkeypatch, "city-of-lies", city)
    lies: dict[str, Any] = {"holding": [("city-of-lies", {"slot": 1})], "row": [], "fate": 0}
    alice = {**lies, "hand": ["the-mountain-does-not-fall"], "play": [RONIN]}
    match = uses(in_phase("draw", alice=alice), "a-city-of-lies")
    assert "a-the-mountain-does-not-fall" in offered(match, ALICE)
    match = does(match, ALICE, PlayEvent(Handle("a-the-mountain-does-not-fall")))
    assert pools(chooses(match, "a-wandering-ronin"), "fate")[0] == 0


def test_a_card_returns_to_hand_and_still_finds_what_it_was_on(monkeypatch: Patch) -> None:
    declares(monkeypatch, "court-mask", lambda c: c.action(ReturnToHand(on=ME), Dishonor(on=HOST)))
    worn = ("court-mask", {"host": Handle("a-wandering-ronin")})
    match = uses(in_phase("draw", alice={"play": [RONIN, worn], **HELD}), "a-court-mask")
    assert sorted(keys(match, ALICE, "hand")) == ["court-mask", FAN]
    assert card(match, "a-wandering-ronin").dishonored
