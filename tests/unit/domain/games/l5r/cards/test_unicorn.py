"""The Unicorn clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from typing import Any

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.checks.conflicts import able_to_defend
from domain.games.l5r.commands import (
    DeclareConflict,
    DeclineRing,
    DiscardFromBroken,
    PassConflict,
    PlayAttachment,
    PlayCharacter,
)
from domain.games.l5r.in_play.entering import fate_left
from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import ChooseTargets
from domain.match.aggregate import Match, decode_event
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
    ended,
    fight,
    handle_of,
    home,
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
from tests.l5r_tables import keys, laid, pools, question

HOTARU, KATANA = "doji-hotaru", "fine-katana"
BOWED = {"bowed": True}


def declaring(*attackers: str, kind: str = "military", ring: str = "air", **said: Any) -> Match:
    """Alice has declared a conflict with these of her characters at the first province of Bob."""
    alice = {"play": [RONIN], "opportunities": 2, **said.pop("alice", {})}
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players({**said, "alice": alice}))
    return acted(match, ALICE, DeclareConflict(ring, kind, "1", tuple(map(Handle, attackers)), {})).match


def in_the_conflict(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return match.table.contest.attackers, match.table.contest.defenders


def test_moto_youth_is_stronger_in_the_first_military_conflict_of_the_round() -> None:
    assert skills(home("moto-youth"), "a-moto-youth") == (3, 0)
    assert skills(home("moto-youth", "political"), "a-moto-youth") == (2, 0)
    assert skills(in_phase("draw", alice={"play": ["moto-youth"]}), "a-moto-youth") == (2, 0)


def test_moto_youth_counts_what_became_a_military_conflict() -> None:
    alice = {"hand": ["captive-audience"]}
    match = plays(home("moto-youth", "political", alice=alice), "a-captive-audience")
    assert skills(match, "a-moto-youth") == (3, 0)
    held = ended(match).table.usage
    later = home("moto-youth", "political", alice=alice)
    later.table.usage.update(held)
    assert skills(plays(later, "a-captive-audience"), "a-moto-youth") == (2, 0)
    other = home("moto-youth")
    other.table.usage.update(ended(home("moto-youth", "political")).table.usage)
    assert skills(other, "a-moto-youth") == (3, 0)


def test_utaku_infantry_counts_participating_unicorns_of_its_player() -> None:
    riders = "a-utaku-infantry a-border-rider"
    match = fight("utaku-infantry", "border-rider", "moto-youth", RONIN, attackers=riders + " a-wandering-ronin")
    assert skills(match, "a-utaku-infantry") == (2, 2)
    both = fight("utaku-infantry", bob={"play": ["border-rider"]}, defenders="b-border-rider")
    assert skills(both, "a-utaku-infantry") == (1, 1)
    assert skills(home("utaku-infantry"), "a-utaku-infantry") == (0, 0)


def test_aggressive_moto_is_not_declared_as_a_defender_but_may_be_moved_in() -> None:
    bob = {"play": ["aggressive-moto", RONIN]}
    match = in_conflict("military", "a-wandering-ronin", at="3.2.1", alice={"play": [RONIN]}, bob=bob)
    assert able_to_defend(match.table, BOB) == ("b-wandering-ronin",)
    assert refused(match, BOB, DeclareDefenders((Handle("b-aggressive-moto"),))) == "l5r.term.cannot"
    match = fight(RONIN, bob={"play": ["aggressive-moto", "ide-messenger"]}, defenders="b-ide-messenger")
    match = chooses(uses(match, "b-ide-messenger"), "b-aggressive-moto")
    assert in_the_conflict(match)[1] == ("b-ide-messenger", "b-aggressive-moto")


def test_border_rider_readies_once_a_round() -> None:
    match = uses(in_phase("draw", alice={"play": [("border-rider", BOWED)], **HELD}), "a-border-rider")
    assert not card(match, "a-border-rider").bowed
    with match.table.reindexing(Handle("a-border-rider")) as found:
        found.bowed = True
    assert "a-border-rider" not in offered(match, ALICE)
    assert "a-border-rider" not in offered(in_phase("draw", alice={"play": ["border-rider"], **HELD}), ALICE)


def test_meishodo_wielder_is_cheaper_for_the_first_player() -> None:
    alice = {"row": ["meishodo-wielder"], "revealed": True}
    for first, left in ((ALICE, 4), (BOB, 3)):
        match = in_phase("dynasty", alice=alice, first=first)
        assert fate_left(match.table, ALICE, card(match, "a-meishodo-wielder")) == left
        match = does(match, ALICE, PlayCharacter(Handle("a-meishodo-wielder")))
        assert pools(match, "fate")[0] == left


def test_shinjo_outrider_moves_to_the_conflict() -> None:
    match = uses(home("shinjo-outrider"), "a-shinjo-outrider")
    assert in_the_conflict(match)[0] == ("a-wandering-ronin", "a-shinjo-outrider")
    assert "a-shinjo-outrider" not in offered(fight("shinjo-outrider"), ALICE)
    assert "a-shinjo-outrider" not in offered(in_phase("draw", alice={"play": ["shinjo-outrider"], **HELD}), ALICE)


def test_shinjo_outrider_moves_in_bowed_too() -> None:
    match = uses(home(("shinjo-outrider", BOWED)), "a-shinjo-outrider")
    assert "a-shinjo-outrider" in in_the_conflict(match)[0]
    assert card(match, "a-shinjo-outrider").bowed


def test_giver_of_gifts_moves_an_attachment_to_a_character_that_may_have_it() -> None:
    own = ["giver-of-gifts", RONIN, "moto-horde", HOTARU, (FAN, ON_RONIN)]  # the horde takes weapons alone
    match = uses(in_phase("draw", alice={"play": own, **HELD}, bob={"play": [RONIN]}), "a-giver-of-gifts")
    match = chooses(match, "a-ornate-fan")
    assert options(match) == {"a-giver-of-gifts", "a-doji-hotaru"}
    match = chooses(match, "a-doji-hotaru")
    assert card(match, "a-ornate-fan").host == "a-doji-hotaru"


def test_giver_of_gifts_needs_an_own_attachment() -> None:
    theirs = {"play": [RONIN, (FAN, {"host": Handle("a-giver-of-gifts")})]}
    match = in_phase("draw", alice={"play": ["giver-of-gifts", RONIN], **HELD}, bob=theirs)
    assert "a-giver-of-gifts" not in offered(match, ALICE)
    only = ("giver-of-gifts", (FAN, {"host": Handle("a-giver-of-gifts")}))
    assert "a-giver-of-gifts" not in offered(in_phase("draw", alice={"play": [*only, "moto-horde"], **HELD}), ALICE)
    assert "a-giver-of-gifts" in offered(in_phase("draw", alice={"play": [*only, RONIN], **HELD}), ALICE)


def traded(option: str, **said: Any) -> Match:
    match = fight("ide-trader", "shinjo-outrider", "ide-messenger", **said)
    match = answers(uses(match, "a-shinjo-outrider"), "a-ide-trader", "moved_to_conflict")
    return selects(match, option)


def test_ide_trader_gains_fate_or_a_card_when_a_character_moves_in() -> None:
    for option, fate, hand in (("fate", 6, [FAN]), ("card", 5, [FAN, FAN])):
        match = traded(option)
        assert (pools(match, "fate")[0], keys(match, ALICE, "hand")) == (fate, hand)


def test_ide_trader_acts_once_in_a_conflict_and_only_there() -> None:
    match = chooses(uses(traded("fate"), "a-ide-messenger"), "a-ide-messenger")
    assert not question(match)[0].startswith("reaction")
    away = uses(fight(RONIN, "ide-trader", "shinjo-outrider"), "a-shinjo-outrider")
    assert not question(away)[0].startswith("reaction")


def test_warrior_poet_weakens_every_participant_of_the_opponent() -> None:
    bob = {"play": [RONIN, HOTARU, "border-rider"]}
    match = fight("warrior-poet", RONIN, bob=bob, defenders="b-wandering-ronin b-doji-hotaru")
    hotaru = skills(match, "b-doji-hotaru")
    match = uses(match, "a-warrior-poet")
    assert (skills(match, "b-wandering-ronin"), skills(match, "b-border-rider")) == ((1, 1), (2, 1))
    assert skills(match, "b-doji-hotaru") == (hotaru[0] - 1, hotaru[1] - 1)
    assert skills(match, "a-warrior-poet") == (2, 2)
    assert "a-warrior-poet" not in offered(home("warrior-poet"), ALICE)
    assert "a-warrior-poet" not in offered(match, ALICE)


def test_utaku_yumino_discards_a_card_to_grow_once_in_a_conflict() -> None:
    match = uses(home("utaku-yumino", alice={"hand": [FAN, KATANA]}), "a-utaku-yumino")
    assert options(match) == {"a-ornate-fan", "a-fine-katana"}
    match = chooses(match, "a-ornate-fan")
    assert (skills(match, "a-utaku-yumino"), keys(match, ALICE, "discard")) == ((4, 4), [FAN])
    assert "a-utaku-yumino" not in offered(match, ALICE)


def test_utaku_yumino_needs_a_conflict_and_a_card() -> None:
    assert "a-utaku-yumino" not in offered(fight("utaku-yumino", alice={"hand": []}), ALICE)
    assert "a-utaku-yumino" not in offered(in_phase("draw", alice={"play": ["utaku-yumino"], **HELD}), ALICE)


def test_shinjo_tatsuo_moves_in_alone_or_with_another_character() -> None:
    own = (RONIN, "shinjo-tatsuo", "border-rider", "bayushi-liar")  # the liar has a military dash
    for others in ((), ("a-border-rider",)):
        match = uses(fight(*own), "a-shinjo-tatsuo")
        assert options(match) == {"a-border-rider"}
        match = chooses(match, *others)
        assert in_the_conflict(match)[0] == ("a-wandering-ronin", "a-shinjo-tatsuo", *others)


def test_shinjo_tatsuo_does_not_move_who_is_there_already() -> None:
    assert "a-shinjo-tatsuo" not in offered(fight("shinjo-tatsuo", "border-rider"), ALICE)
    assert "a-shinjo-tatsuo" not in offered(in_phase("draw", alice={"play": ["shinjo-tatsuo"], **HELD}), ALICE)


def broken(*own: Any, kind: str = "military", attackers: str = "", bob: dict[str, Any] | None = None) -> Match:
    """Alice has won and is about to break the province."""
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 9, "at": "3.2.5"}
    return fight(*own, kind=kind, attackers=attackers, bob=bob or {"play": [RONIN, HOTARU]}, **won)


def test_shinjo_altansarnai_discards_a_character_of_the_opponents_choice() -> None:
    match = answers(broken("shinjo-altansarnai"), "a-shinjo-altansarnai", "province_broken")
    assert (question(match)[1], options(match)) == ((BOB,), {"b-wandering-ronin", "b-doji-hotaru"})
    assert keys(chooses(match, "b-doji-hotaru"), BOB, "dynasty_discard") == [HOTARU]


def test_shinjo_altansarnai_does_not_answer_from_home_or_in_a_political_conflict() -> None:
    for match in (broken("shinjo-altansarnai", kind="political"), broken(RONIN, "shinjo-altansarnai")):
        province = match.table.province(BOB, 1)
        assert province is not None
        assert province.broken
        assert question(match)[0] != "reaction:province_broken"


def test_iuchi_wayfinder_looks_at_one_facedown_province() -> None:
    alice = {"hand": ["iuchi-wayfinder"], "faceup": ["core/manicured-garden"]}
    match = does(in_phase("draw", alice=alice), ALICE, PlayCharacter(Handle("a-iuchi-wayfinder")))
    match = answers(match, handle_of(match, "iuchi-wayfinder"), "entered_play")
    assert options(match) == {"2", "3", "4", "stronghold", *(f"their-{each}" for each in (1, 2, 3, 4, "stronghold"))}
    chosen = acted(match, ALICE, ChooseTargets(("their-2",)))
    (learned,) = (each for each in decode_event(match, chosen.payload).facts if isinstance(each, Learned))
    assert learned.cards == (("b-entrenched-position", "core/entrenched-position"),)
    assert learned.to == (ALICE,)


def test_ide_messenger_spends_fate_to_move_an_own_character() -> None:
    match = uses(fight(RONIN, "ide-messenger", "border-rider"), "a-ide-messenger")
    assert options(match) == {"a-ide-messenger", "a-border-rider"}
    match = chooses(match, "a-border-rider")
    assert (in_the_conflict(match)[0], pools(match, "fate")[0]) == (("a-wandering-ronin", "a-border-rider"), 4)
    assert "a-ide-messenger" not in offered(home("ide-messenger", alice={"fate": 0}), ALICE)
    assert "a-ide-messenger" not in offered(fight("ide-messenger"), ALICE)


MOUNTED = ("favored-mount", ON_RONIN)


def test_favored_mount_makes_cavalry_and_carries_its_character_to_the_conflict() -> None:
    match = fight(HOTARU, RONIN, MOUNTED, alice={"stronghold": "golden-plains-outpost", **HELD})
    assert options(uses(match, "a-golden-plains-outpost")) == {"a-wandering-ronin"}
    match = uses(match, "a-favored-mount", 1)
    assert in_the_conflict(match)[0] == ("a-doji-hotaru", "a-wandering-ronin")
    assert card(match, "a-favored-mount").bowed


def test_favored_mount_needs_a_conflict_its_character_at_home_and_to_be_ready() -> None:
    assert "a-favored-mount" not in offered(fight(RONIN, MOUNTED), ALICE)
    assert "a-favored-mount" not in offered(in_phase("draw", alice={"play": [RONIN, MOUNTED], **HELD}), ALICE)
    tired = ("favored-mount", {**ON_RONIN, **BOWED})
    assert "a-favored-mount" not in offered(fight(HOTARU, RONIN, tired), ALICE)


SEEING = ("spyglass", ON_RONIN)


def test_spyglass_draws_when_its_character_is_declared_or_moves_in() -> None:
    match = declaring("a-wandering-ronin", alice={"play": [RONIN, SEEING]})
    match = answers(match, "a-spyglass", "attacker_declared")
    assert keys(match, ALICE, "hand") == [FAN]
    match = fight(HOTARU, RONIN, SEEING, MOUNTED)
    match = answers(uses(match, "a-favored-mount", 1), "a-spyglass", "moved_to_conflict")
    assert keys(match, ALICE, "hand") == [FAN, FAN]
    bob = {"play": [RONIN, ("spyglass", {"host": Handle("b-wandering-ronin")})]}
    match = in_conflict("military", "a-wandering-ronin", at="3.2.1", alice={"play": [RONIN]}, bob=bob)
    match = acted(match, BOB, DeclareDefenders((Handle("b-wandering-ronin"),))).match
    assert keys(answers(match, "b-spyglass", "defender_declared"), BOB, "hand") == [FAN]


def test_spyglass_draws_twice_a_round_and_not_for_others() -> None:
    match = declaring("a-doji-hotaru", alice={"play": [HOTARU, RONIN, SEEING]})
    assert not question(match)[0].startswith("reaction")
    for used, asked in ((1, True), (2, False)):
        said = {"alice": {"play": [RONIN, SEEING], "opportunities": 2}}
        match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players(said))
        match.table.usage["round:a-spyglass:0"] = used
        match = acted(match, ALICE, DeclareConflict("air", "military", "1", (Handle("a-wandering-ronin"),), {})).match
        assert question(match)[0].startswith("reaction") == asked


def test_born_in_war_counts_unclaimed_rings() -> None:
    own = ["border-rider", ("born-in-war", {"host": Handle("a-border-rider")})]
    match = in_phase("draw", alice={"play": own})
    assert skills(match, "a-border-rider") == (7, 1)
    match.table.rings.put("air", type(match.table.rings["air"])(claimed_by=ALICE))
    assert skills(match, "a-border-rider") == (6, 1)


def test_born_in_war_is_attached_to_cavalry_alone() -> None:
    alice = {"play": [RONIN, "border-rider"], "hand": ["born-in-war", FAN]}
    match = in_phase("draw", alice=alice)
    command = PlayAttachment(Handle("a-born-in-war"), Handle("a-wandering-ronin"))
    assert refused(match, ALICE, command) == "l5r.initiate.play-restrictions"
    match = does(match, ALICE, PlayAttachment(Handle("a-born-in-war"), Handle("a-border-rider")))
    assert skills(match, "a-border-rider") == (7, 1)


def over(kind: str = "military", broke: bool = True, **said: Any) -> Match:
    """The conflict of Alice ends; she has declared one of this type."""
    alice = {"play": [(RONIN, BOWED), "border-rider"], "hand": ["breakthrough"], "opportunities": 1}
    alice |= {f"declared_{kind}": True, **said.pop("alice", {})}
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 9 if broke else 0}
    bob = {"play": [RONIN], "opportunities": 2}
    match = in_conflict(kind, "a-wandering-ronin", at="3.2.5", alice=alice, bob=bob, **won, **said)
    if question(match)[0] == "broken-province":
        match = acted(match, ALICE, DiscardFromBroken(())).match
    if question(match)[0] == "ring-effect":
        match = acted(match, ALICE, DeclineRing()).match
    return match


def test_breakthrough_declares_the_second_conflict_at_once() -> None:
    match = answers(over(), "a-breakthrough", "conflict_ended")
    assert question(match) == ("further-conflict", (ALICE,))
    assert refused(match, ALICE, PassConflict()) != ""
    command = DeclareConflict("air", "political", "2", (Handle("a-border-rider"),), {})
    match = acted(match, ALICE, command).match
    assert (match.table.contest.kind, match.table.contest.slot) == ("political", 2)
    assert match.table.players[ALICE].opportunities == 0


def test_breakthrough_follows_only_a_first_conflict_that_broke_a_province() -> None:
    assert question(over(broke=False))[0] != "reaction:conflict_ended"
    second = {"declared_political": True, "opportunities": 0}
    assert question(over(alice=second))[0] != "reaction:conflict_ended"
    assert question(over(alice={"opportunities": 0}))[0] != "reaction:conflict_ended"


def test_captive_audience_turns_a_political_conflict_military() -> None:
    match = plays(fight(RONIN, kind="political", alice={"hand": ["captive-audience"]}), "a-captive-audience")
    assert (match.table.contest.kind, pools(match, "honor")) == ("military", (9, 10))
    military = fight(RONIN, alice={"hand": ["captive-audience", FAN]})
    assert "a-captive-audience" not in offered(military, ALICE)


def test_captive_audience_sends_home_who_has_a_military_dash() -> None:
    liar = fight("bayushi-liar", RONIN, kind="political", alice={"hand": ["captive-audience"]},
                 attackers="a-bayushi-liar a-wandering-ronin")  # fmt: skip
    match = plays(liar, "a-captive-audience")
    assert (in_the_conflict(match)[0], card(match, "a-bayushi-liar").bowed) == (("a-wandering-ronin",), True)


def test_i_am_ready_takes_fate_from_a_bowed_unicorn_to_ready_it() -> None:
    rich = {"fate": 1}
    own = [("border-rider", {**BOWED, **rich}), (RONIN, {**BOWED, **rich}), ("moto-youth", rich)]
    match = plays(in_phase("draw", alice={"play": own, "hand": ["i-am-ready"]}), "a-i-am-ready")
    assert options(match) == {"a-border-rider"}
    match = chooses(match, "a-border-rider")
    assert (card(match, "a-border-rider").bowed, card(match, "a-border-rider").fate) == (False, 0)


def test_i_am_ready_needs_fate_on_a_bowed_unicorn() -> None:
    own = [("border-rider", BOWED), (RONIN, {**BOWED, "fate": 1}), ("moto-youth", {"fate": 1})]
    match = in_phase("draw", alice={"play": own, "hand": ["i-am-ready", FAN]})
    assert "a-i-am-ready" not in offered(match, ALICE)


def token(**said: Any) -> Match:
    return laid(RegroupPhase(at="5.5"), "regroup", **players(said))


def test_way_of_the_unicorn_keeps_the_token() -> None:
    match = answers(token(alice={"hand": ["way-of-the-unicorn"]}), "a-way-of-the-unicorn", "token_passed")
    assert match.table.first_player == ALICE


def test_way_of_the_unicorn_is_not_for_who_gets_the_token() -> None:
    match = token(bob={"hand": ["way-of-the-unicorn"]})
    assert not question(match)[0].startswith("would-interrupt")
    assert match.table.first_player == BOB


def reserves(kind: str = "military") -> Match:
    pile = ["border-rider", "border-rider", "moto-horde", "giver-of-gifts", "shinjo-altansarnai"]
    alice = {"hand": ["cavalry-reserves", FAN], "dynasty_discard": pile}
    return fight(RONIN, kind=kind, alice=alice)


def test_cavalry_reserves_puts_cavalry_of_cost_6_in_all_into_the_conflict() -> None:
    match = plays(reserves(), "a-cavalry-reserves")
    assert options(match) == {"a-border-rider", "a-border-rider-2", "a-moto-horde", "a-shinjo-altansarnai"}
    match = chooses(match, "a-border-rider", "a-moto-horde")
    there = [card(match, each).key for each in in_the_conflict(match)[0]]
    assert there == ["core/wandering-ronin", "core/border-rider", "core/moto-horde"]


def test_cavalry_reserves_puts_one_copy_of_a_unique_character_into_play() -> None:
    pile = ["utaku-yumino", "utaku-yumino", "border-rider"]
    alice = {"hand": ["cavalry-reserves", FAN], "dynasty_discard": pile}
    match = plays(fight(RONIN, alice=alice), "a-cavalry-reserves")
    both = ChooseTargets(("a-utaku-yumino", "a-utaku-yumino-2"))
    assert refused(match, ALICE, both) == "l5r.unique.cannot-enter-or-control"
    match = chooses(match, "a-utaku-yumino", "a-border-rider")
    assert len(in_the_conflict(match)[0]) == 3
    there = plays(fight(RONIN, "utaku-yumino", alice=alice), "a-cavalry-reserves")
    assert options(there) == {"a-border-rider"}


def test_cavalry_reserves_takes_no_more_than_6_and_only_in_a_military_conflict() -> None:
    match = plays(reserves(), "a-cavalry-reserves")
    assert refused(match, ALICE, ChooseTargets(("a-border-rider", "a-shinjo-altansarnai"))) != ""
    assert refused(match, ALICE, ChooseTargets(())) != ""
    assert "a-cavalry-reserves" not in offered(in_turn(reserves("political"), ALICE), ALICE)
