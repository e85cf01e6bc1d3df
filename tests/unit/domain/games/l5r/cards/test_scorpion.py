"""The Scorpion clan: each card working, and not working in the wrong moment or on the wrong target."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.commands import BidHonor, PlayAttachment, PlayCharacter
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import ChooseTargets
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
    closed,
    does,
    ended,
    handle_of,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    passes,
    players,
    plays,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question

HOTARU, KATANA = "doji-hotaru", "fine-katana"
HONORED, DISHONORED = {"honored": True}, {"dishonored": True}
fight = partial(l5r_cards.fight, kind="political")
home = partial(l5r_cards.home, kind="political")


def bidding(mine: int, theirs: int, *own: str, **said: Any) -> Match:
    """Both players have bid in the draw phase."""
    alice = {"play": [*own], **said.pop("alice", {})}
    match = laid(DrawPhase(at="2.2"), "draw", **players({"alice": alice, **said}))
    return acted(acted(match, ALICE, BidHonor(mine)).match, BOB, BidHonor(theirs)).match


def test_bayushi_manipulator_raises_the_bid_that_is_paid_and_drawn_but_not_the_dial() -> None:
    match = bidding(2, 2, "bayushi-manipulator", alice=HELD)
    match = answers(match, "a-bayushi-manipulator", "bid_revealed")
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand"))) == ((9, 11), 4)
    assert match.table.players[ALICE].dial == 2


def test_bayushi_manipulator_may_let_the_bid_be_and_needs_to_be_in_play() -> None:
    match = passes(bidding(2, 2, "bayushi-manipulator", alice=HELD))
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand"))) == ((10, 10), 3)
    assert question(bidding(2, 2, alice=HELD))[0] != "reaction:bid_revealed"


def test_bayushi_manipulator_raises_the_bid_of_a_duel_and_nothing_after_it() -> None:
    match = fight("mirumoto-raitsugu", "bayushi-manipulator", kind="military", bob={"play": ["togashi-yokuni"]},
                  defenders="b-togashi-yokuni")  # fmt: skip
    match = chooses(uses(match, "a-mirumoto-raitsugu"), "b-togashi-yokuni")
    match = acted(acted(match, ALICE, BidHonor(3)).match, BOB, BidHonor(2)).match
    match = answers(match, "a-bayushi-manipulator", "bid_revealed")
    assert pools(match, "honor") == (8, 12)
    assert keys(match, ALICE, "dynasty_discard") == keys(match, BOB, "dynasty_discard") == []  # 7 against 7
    assert not match.table.lasting


def test_sinister_soshi_weakens_a_participant_from_home() -> None:
    match = uses(home("sinister-soshi"), "a-sinister-soshi")
    assert options(match) == {"a-wandering-ronin", "b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert skills(match, "b-wandering-ronin") == (0, 0)
    assert "a-sinister-soshi" not in offered(match, ALICE)
    assert "a-sinister-soshi" not in offered(in_phase("draw", alice={"play": ["sinister-soshi"], **HELD}), ALICE)


WON: dict[str, Any] = {"at": "3.2.3", "defenders": " ", "bob": {"play": []}}


def test_blackmail_artist_takes_honor_after_a_won_political_conflict() -> None:
    match = answers(fight("blackmail-artist", **WON), "a-blackmail-artist", "conflict_won")
    assert pools(match, "honor") == (11, 8)  # and 1 honor is lost for an unopposed conflict


def test_blackmail_artist_does_not_answer_from_home_in_military_conflicts_or_when_it_loses() -> None:
    assert question(fight("blackmail-artist", kind="military", **WON))[0] != "reaction:conflict_won"
    assert question(home("blackmail-artist", **WON))[0] != "reaction:conflict_won"
    lost = fight("blackmail-artist", at="3.2.3", bob={"play": [HOTARU]}, defenders="b-doji-hotaru")
    assert question(lost)[0] != "reaction:conflict_won"


def test_soshi_illusionist_discards_a_status_token_for_fate() -> None:
    own = ["soshi-illusionist", (RONIN, DISHONORED), HOTARU]
    match = uses(in_phase("draw", alice={"play": own}, bob={"play": [(RONIN, HONORED)]}), "a-soshi-illusionist")
    assert options(match) == {"a-wandering-ronin", "b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert (card(match, "b-wandering-ronin").honored, pools(match, "fate")) == (False, (4, 5))


def test_soshi_illusionist_needs_fate_and_a_token() -> None:
    play = ["soshi-illusionist", (RONIN, HONORED)]
    assert "a-soshi-illusionist" not in offered(in_phase("draw", alice={"play": play, "fate": 0, **HELD}), ALICE)
    plain = {"play": ["soshi-illusionist", RONIN], **HELD}
    assert "a-soshi-illusionist" not in offered(in_phase("draw", alice=plain), ALICE)


def test_yogo_outcast_is_stronger_while_its_player_is_less_honorable() -> None:
    for honor, skill in ((9, 3), (10, 2), (11, 2)):
        match = in_phase("draw", alice={"play": ["yogo-outcast"], "honor": honor})
        assert skills(match, "a-yogo-outcast") == (skill, skill)


def honoring(*own: Any, **said: Any) -> Match:
    """A Crane is about to be honored by its player, Alice; Bob has a Rumormonger."""
    alice = {"play": [*own], "hand": ["way-of-the-crane", FAN]}
    match = in_phase("draw", alice=alice, bob={"play": ["young-rumormonger"], **said})
    return chooses(plays(match, "a-way-of-the-crane"), "a-brash-samurai")


def test_young_rumormonger_brings_honor_to_another_character_of_the_same_player() -> None:
    match = honoring("brash-samurai", RONIN, (HOTARU, HONORED))
    match = answers(match, "b-young-rumormonger", "honored")
    assert options(match) == {"a-wandering-ronin"}
    match = chooses(match, "a-wandering-ronin")
    assert [card(match, f"a-{each}").honored for each in ("brash-samurai", RONIN)] == [False, True]


def test_young_rumormonger_needs_another_character_that_can_be_honored() -> None:
    assert card(honoring("brash-samurai"), "a-brash-samurai").honored
    assert card(honoring("brash-samurai", (RONIN, HONORED)), "a-brash-samurai").honored


def test_who_reacts_to_honor_reacts_to_that_of_the_other_character() -> None:
    for told, asked in ((RONIN, False), ("savvy-politician", True)):
        match = honoring("brash-samurai", "savvy-politician", RONIN)
        match = chooses(answers(match, "b-young-rumormonger", "honored"), f"a-{told}")
        assert (question(match)[0] == "reaction:honored") == asked
        assert card(match, f"a-{told}").honored


def test_a_cost_that_young_rumormonger_redirects_is_paid() -> None:
    alice = {"play": [RONIN, "young-rumormonger", HOTARU], "hand": ["calling-in-favors"]}
    bob = {"play": [RONIN, (KATANA, {"host": Handle("b-wandering-ronin")})]}
    match = plays(in_phase("draw", alice=alice, bob=bob), "a-calling-in-favors")
    match = answers(chooses(match, "a-wandering-ronin"), "a-young-rumormonger", "dishonored")
    assert options(match) == {"a-young-rumormonger", "a-doji-hotaru"}
    match = chooses(match, "a-young-rumormonger")
    assert [card(match, f"a-{each}").dishonored for each in (RONIN, "young-rumormonger")] == [False, True]
    match = chooses(match, "b-fine-katana")
    assert card(match, handle_of(match, KATANA)).host == "a-wandering-ronin"


def test_of_two_rumors_the_last_one_counts() -> None:
    alice = {"play": ["brash-samurai", RONIN, "young-rumormonger"], "hand": ["way-of-the-crane", FAN]}
    match = in_phase("draw", alice=alice, bob={"play": ["young-rumormonger"]})
    match = chooses(plays(match, "a-way-of-the-crane"), "a-brash-samurai")
    match = chooses(answers(match, "a-young-rumormonger", "honored"), "a-young-rumormonger")
    match = chooses(answers(match, "b-young-rumormonger", "honored"), "a-wandering-ronin")
    honored = [card(match, f"a-{each}").honored for each in ("brash-samurai", RONIN, "young-rumormonger")]
    assert honored == [False, True, False]


def test_favored_niece_draws_for_a_discarded_card_twice_a_round() -> None:
    match = in_phase("draw", alice={"play": ["favored-niece"], "hand": [KATANA, "banzai", "banzai"]})
    for discarded in ("a-fine-katana", "a-banzai"):
        match = chooses(uses(match, "a-favored-niece"), discarded)
    assert (keys(match, ALICE, "hand"), keys(match, ALICE, "discard")) == (["banzai", FAN, FAN], ["banzai", KATANA])
    assert "a-favored-niece" not in offered(match, ALICE)
    empty = in_phase("draw", alice={"play": ["favored-niece", ("border-rider", {"bowed": True})]})
    assert "a-favored-niece" not in offered(empty, ALICE)


def test_a_card_is_drawn_from_an_empty_deck_at_the_cost_of_honor() -> None:
    alice = {"play": ["favored-niece"], "hand": [KATANA, "banzai"], "deck": [], "discard": [FAN, FAN]}
    match = chooses(uses(in_phase("draw", alice=alice), "a-favored-niece"), "a-fine-katana")
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand"))) == ((5, 10), 2)
    assert (len(keys(match, ALICE, "deck")), keys(match, ALICE, "discard")) == (2, [])


def test_shosuro_actress_puts_a_character_of_an_opponents_pile_into_the_conflict() -> None:
    piles = {
        "dynasty_discard": [HOTARU, "brash-samurai", "shosuro-miyako"],
        "discard": ["adept-of-shadows", "steward-of-law"],
    }
    match = uses(home("shosuro-actress", bob={"play": [RONIN], **piles}), "a-shosuro-actress")
    assert options(match) == {"b-brash-samurai", "b-steward-of-law"}
    match = chooses(match, "b-brash-samurai")
    samurai = card(match, handle_of(match, "brash-samurai"))
    assert (samurai.controller, samurai.owner) == (ALICE, BOB)
    assert match.table.contest.attackers == ("a-wandering-ronin", samurai.handle)
    assert keys(match, ALICE, "dynasty_discard") == ["shosuro-actress"]


def test_shosuro_actress_finds_nobody_in_own_piles_or_out_of_a_conflict() -> None:
    pile = {"dynasty_discard": ["brash-samurai"]}
    assert "a-shosuro-actress" not in offered(home("shosuro-actress", alice=pile), ALICE)
    quiet = in_phase("draw", alice={"play": ["shosuro-actress"], **HELD}, bob=pile)
    assert "a-shosuro-actress" not in offered(quiet, ALICE)


def miyako(played: str = "adept-of-shadows", **bob: Any) -> Match:
    alice = {"play": ["shosuro-miyako", RONIN], "hand": [played, FAN]}
    match = in_phase("draw", alice=alice, bob={"hand": [KATANA, FAN], "play": [RONIN], **bob})
    if played == "tattooed-wanderer":
        return does(match, ALICE, PlayAttachment(Handle(f"a-{played}"), Handle("a-wandering-ronin")))
    return does(match, ALICE, PlayCharacter(Handle(f"a-{played}")))


def test_shosuro_miyako_lets_the_opponent_discard_a_card_or_dishonor_a_character() -> None:
    match = answers(miyako(), "a-shosuro-miyako", "entered_play")
    assert (question(match)[1], options(match)) == ((BOB,), {"card", "character"})
    assert len(keys(selects(match, "card"), BOB, "discard")) == 1
    match = selects(match, "character")
    assert (question(match)[1], options(match)) == ((BOB,), {"b-wandering-ronin"})
    assert card(chooses(match, "b-wandering-ronin"), "b-wandering-ronin").dishonored


def test_shosuro_miyako_offers_only_what_is_possible() -> None:
    match = answers(miyako(play=[(RONIN, DISHONORED)]), "a-shosuro-miyako", "entered_play")
    assert options(match) == {"card"}
    match = answers(miyako(hand=[]), "a-shosuro-miyako", "entered_play")
    assert options(match) == {"character"}
    assert not question(miyako(hand=[], play=[]))[0].startswith("reaction")


def test_shosuro_miyako_answers_no_attachment_no_card_of_a_province_and_no_opponent() -> None:
    assert not question(miyako("tattooed-wanderer"))[0].startswith("reaction")
    row = {"play": ["shosuro-miyako"], "row": ["brash-samurai"], "revealed": True}
    match = does(in_phase("dynasty", alice=row, bob=HELD), ALICE, PlayCharacter(Handle("a-brash-samurai")))
    assert not question(match)[0].startswith("reaction")
    theirs = in_phase("draw", alice={"play": ["shosuro-miyako"], **HELD}, bob={"hand": ["adept-of-shadows", FAN]})
    assert not question(does(theirs, BOB, PlayCharacter(Handle("b-adept-of-shadows"))))[0].startswith("reaction")


def test_bayushi_yunako_swaps_base_skills_below_what_changes_them() -> None:
    bob = {"play": ["aggressive-moto", (KATANA, {"host": Handle("b-aggressive-moto")}), "bayushi-liar"]}
    match = uses(fight("bayushi-yunako", bob=bob, defenders="b-aggressive-moto"), "a-bayushi-yunako")
    assert options(match) == {"a-bayushi-yunako", "b-aggressive-moto"}  # the liar has a dash
    assert skills(match, "b-aggressive-moto") == (5, 0)
    match = chooses(match, "b-aggressive-moto")
    assert skills(match, "b-aggressive-moto") == (2, 3)
    assert skills(ended(match), "b-aggressive-moto") == (5, 0)


def test_bayushi_yunako_acts_only_as_a_participant() -> None:
    assert "a-bayushi-yunako" not in offered(home("bayushi-yunako"), ALICE)
    match = chooses(uses(fight("bayushi-yunako"), "a-bayushi-yunako"), "a-bayushi-yunako")
    assert skills(match, "a-bayushi-yunako") == (2, 4)
    assert "a-bayushi-yunako" not in offered(match, ALICE)


def drawn_in(**said: Any) -> Match:
    """Yogo Hiroue has moved Hotaru of Bob into the conflict."""
    match = uses(fight("yogo-hiroue", bob={"play": [RONIN, HOTARU]}, **said), "a-yogo-hiroue")
    match = chooses(match, "b-doji-hotaru")
    assert "b-doji-hotaru" in match.table.contest.defenders
    return match


def test_yogo_hiroue_may_dishonor_whom_he_moved_in_when_the_conflict_is_won() -> None:
    bob = {"play": [RONIN, ("brash-samurai", {"bowed": True})], "hand": []}
    for option, dishonored in (("yes", True), ("no", False)):
        match = in_conflict("political", "a-yogo-hiroue", "b-wandering-ronin",
                            alice={"play": ["yogo-hiroue"], "hand": []}, bob=bob)  # fmt: skip
        match = chooses(uses(match, "a-yogo-hiroue"), "b-brash-samurai")
        match = closed(match)
        assert (question(match)[1], options(match)) == ((ALICE,), {"yes", "no"})
        assert card(selects(match, option), "b-brash-samurai").dishonored == dishonored


def test_yogo_hiroue_dishonors_nobody_when_the_conflict_is_lost() -> None:
    match = ended(drawn_in())
    assert not card(match, "b-doji-hotaru").dishonored
    assert not match.table.delayed


def test_yogo_hiroue_moves_nobody_from_home_and_nobody_who_is_there() -> None:
    assert "a-yogo-hiroue" not in offered(home("yogo-hiroue"), ALICE)
    assert "a-yogo-hiroue" not in offered(fight("yogo-hiroue"), ALICE)


def test_bayushi_shoju_discards_who_comes_down_to_0_political_skill() -> None:
    match = fight("bayushi-shoju", "sinister-soshi")
    match = chooses(uses(match, "a-bayushi-shoju"), "b-wandering-ronin")
    assert skills(match, "b-wandering-ronin") == (2, 1)
    match = chooses(uses(match, "a-bayushi-shoju"), "b-wandering-ronin")
    assert keys(match, BOB, "dynasty_discard") == [RONIN]


def test_bayushi_shoju_discards_whom_something_else_brings_down_while_his_effect_lasts() -> None:
    match = chooses(uses(fight("bayushi-shoju", "sinister-soshi"), "a-bayushi-shoju"), "b-wandering-ronin")
    match = chooses(uses(match, "a-sinister-soshi"), "b-wandering-ronin")
    assert keys(match, BOB, "dynasty_discard") == [RONIN]


def test_bayushi_shoju_acts_in_political_conflicts_on_participants_of_the_opponent_twice() -> None:
    assert "a-bayushi-shoju" not in offered(fight("bayushi-shoju", kind="military"), ALICE)
    assert "a-bayushi-shoju" not in offered(home("bayushi-shoju"), ALICE)
    match = fight("bayushi-shoju", RONIN, bob={"play": [HOTARU, RONIN]}, defenders="b-doji-hotaru")
    for _ in range(2):
        match = uses(match, "a-bayushi-shoju")
        assert options(match) == {"b-doji-hotaru"}
        match = chooses(match, "b-doji-hotaru")
    assert "a-bayushi-shoju" not in offered(match, ALICE)
    assert match.table.is_in_play(Handle("b-doji-hotaru"))


CITY = {"holding": [("city-of-lies", {"slot": 1})], "row": []}


def test_city_of_lies_makes_the_next_event_of_the_phase_cheaper() -> None:
    alice = {**CITY, "play": [RONIN], "hand": ["blackmail", "i-can-swim", "i-can-swim", FAN], "honor": 5, "dial": 5}
    theirs = {"play": [(RONIN, DISHONORED), ("brash-samurai", DISHONORED)], "dial": 1, **HELD}
    match = in_conflict("political", "a-wandering-ronin", "b-wandering-ronin b-brash-samurai", alice=alice, bob=theirs)
    match = uses(match, "a-city-of-lies")
    for fate, target in ((4, "b-wandering-ronin"), (2, "b-brash-samurai")):
        match = chooses(plays(match, "a-i-can-swim" if fate == 4 else "a-i-can-swim-2"), target)
        assert pools(match, "fate")[0] == fate
    assert "a-city-of-lies" not in offered(match, ALICE)


def test_city_of_lies_helps_no_character_and_an_event_without_cost_uses_it_up() -> None:
    alice = {
        **CITY,
        "play": [RONIN, "brash-samurai"],
        "hand": ["adept-of-shadows", "way-of-the-crane", "i-can-swim", FAN],
    }
    match = uses(in_phase("draw", alice=alice), "a-city-of-lies")
    match = does(match, ALICE, PlayCharacter(Handle("a-adept-of-shadows")))
    assert pools(match, "fate")[0] == 3
    match = chooses(plays(match, "a-way-of-the-crane"), "a-brash-samurai")
    assert not match.table.lasting
    unused = closed(uses(in_phase("draw", alice=alice), "a-city-of-lies"))
    assert (unused.table.phase, unused.table.lasting) == ("conflict", {})


def test_adept_of_shadows_returns_to_hand_for_honor() -> None:
    match = uses(in_phase("draw", alice={"play": ["adept-of-shadows"]}), "a-adept-of-shadows")
    assert (keys(match, ALICE, "hand"), pools(match, "honor")) == (["adept-of-shadows"], (9, 10))


def test_adept_of_shadows_returns_from_a_conflict_to_the_hand_of_its_owner() -> None:
    match = in_phase("draw", bob={"play": [("adept-of-shadows", {"owner": ALICE})], **HELD})
    match = uses(match, "b-adept-of-shadows")
    assert (keys(match, ALICE, "hand"), pools(match, "honor")) == (["adept-of-shadows"], (10, 9))
    there = uses(fight("adept-of-shadows"), "a-adept-of-shadows")
    assert there.table.contest.attackers == ()


def test_court_mask_returns_to_hand_and_dishonors_who_wore_it() -> None:
    match = uses(in_phase("draw", alice={"play": [RONIN, ("court-mask", ON_RONIN)]}), "a-court-mask")
    assert keys(match, ALICE, "hand") == ["court-mask"]
    assert card(match, "a-wandering-ronin").dishonored
    assert skills(match, "a-wandering-ronin") == (2, 2)


def test_court_mask_may_leave_who_is_dishonored_and_goes_on_own_characters() -> None:
    match = uses(in_phase("draw", alice={"play": [(RONIN, DISHONORED), ("court-mask", ON_RONIN)]}), "a-court-mask")
    assert keys(match, ALICE, "hand") == ["court-mask"]
    match = in_phase("draw", alice={"hand": ["court-mask", FAN], "play": [RONIN]}, bob={"play": [RONIN]})
    command = PlayAttachment(Handle("a-court-mask"), Handle("b-wandering-ronin"))
    assert refused(match, ALICE, command) == "l5r.initiate.play-restrictions"


def edict(**said: Any) -> Match:
    """Bob plays an event in a conflict; Alice holds a Forged Edict."""
    alice = {"hand": ["forged-edict"], **said}
    bob = {"play": ["brash-samurai"], "hand": ["way-of-the-crane"]}
    match = in_conflict("political", "a-wandering-ronin", "b-brash-samurai",
                        alice={"play": [RONIN, "blackmail-artist"], **alice}, bob=bob)  # fmt: skip
    return chooses(plays(match, "b-way-of-the-crane"), "b-brash-samurai")


def test_forged_edict_dishonors_a_courtier_to_cancel_an_event() -> None:
    match = answers(edict(), "a-forged-edict", "effect_initiated")
    assert options(match) == {"a-blackmail-artist"}
    match = chooses(match, "a-blackmail-artist")
    assert (card(match, "b-brash-samurai").honored, keys(match, BOB, "discard")) == (False, ["way-of-the-crane"])


def test_forged_edict_needs_a_courtier_that_can_be_dishonored_and_an_event() -> None:
    for play in ([RONIN], [RONIN, ("blackmail-artist", DISHONORED)]):
        assert card(edict(play=play), "b-brash-samurai").honored
    match = fight(RONIN, "blackmail-artist", alice={"hand": ["forged-edict"]}, bob={"play": ["brash-samurai"]},
                  defenders="b-brash-samurai")  # fmt: skip
    assert card(uses(match, "b-brash-samurai"), "b-brash-samurai").honored


def test_a_forged_edict_whose_courtier_is_spared_by_rumor_cancels_still() -> None:
    match = edict(play=[RONIN, "blackmail-artist", "young-rumormonger"])
    match = chooses(answers(match, "a-forged-edict", "effect_initiated"), "a-blackmail-artist")
    match = chooses(answers(match, "a-young-rumormonger", "dishonored"), "a-wandering-ronin")
    assert not card(match, "b-brash-samurai").honored
    assert [card(match, f"a-{each}").dishonored for each in (RONIN, "blackmail-artist")] == [True, False]


def test_way_of_the_scorpion_dishonors_a_participant_of_another_clan() -> None:
    hand = {"hand": ["way-of-the-scorpion", FAN]}
    match = fight("yogo-outcast", RONIN, bob={"play": [RONIN, HOTARU]}, alice=hand)
    match = plays(match, "a-way-of-the-scorpion")
    assert options(match) == {"b-wandering-ronin"}
    assert card(chooses(match, "b-wandering-ronin"), "b-wandering-ronin").dishonored
    scorpions = fight("yogo-outcast", alice=hand, bob={"play": ["yogo-outcast"]}, defenders="b-yogo-outcast")
    assert "a-way-of-the-scorpion" not in offered(scorpions, ALICE)
    assert "a-way-of-the-scorpion" not in offered(in_phase("draw", alice=hand, bob={"play": [RONIN]}), ALICE)


def calling(payer: Any, attachment: str = KATANA) -> Match:
    alice = {"play": [payer], "hand": ["calling-in-favors", FAN]}
    bob = {"play": [RONIN, (attachment, {"host": Handle("b-wandering-ronin")})]}
    match = plays(in_phase("draw", alice=alice, bob=bob), "a-calling-in-favors")
    return chooses(chooses(match, f"a-{payer}"), f"b-{attachment}")


def test_calling_in_favors_takes_an_attachment_onto_the_dishonored_character() -> None:
    match = calling(RONIN)
    katana = card(match, handle_of(match, KATANA))
    assert (katana.host, katana.controller, katana.owner) == ("a-wandering-ronin", ALICE, BOB)
    assert skills(match, "a-wandering-ronin") == (4, 2)


def test_calling_in_favors_discards_an_attachment_that_the_character_cannot_have() -> None:
    match = calling("ascetic-visionary")
    assert (keys(match, BOB, "discard"), card(match, "a-ascetic-visionary").dishonored) == ([KATANA], True)


def test_calling_in_favors_needs_an_attachment_of_an_opponent_and_a_character_to_dishonor() -> None:
    hand, armed = {"hand": ["calling-in-favors", FAN]}, [RONIN, (KATANA, {"host": Handle("b-wandering-ronin")})]
    own = in_phase("draw", alice={**hand, "play": [RONIN, (KATANA, ON_RONIN)]}, bob={"play": [RONIN]})
    assert "a-calling-in-favors" not in offered(own, ALICE)
    shamed = in_phase("draw", alice={**hand, "play": [(RONIN, DISHONORED)]}, bob={"play": armed})
    assert "a-calling-in-favors" not in offered(shamed, ALICE)


def swimming(mine: int = 3, theirs: int = 2, state: Any = DISHONORED) -> Match:
    bob = {"play": [(RONIN, state), (HOTARU, DISHONORED)], "dial": theirs}
    return fight((RONIN, DISHONORED), alice={"hand": ["i-can-swim", FAN], "dial": mine}, bob=bob)


def test_i_can_swim_discards_a_dishonored_participant_of_who_bid_less() -> None:
    match = plays(swimming(), "a-i-can-swim")
    assert options(match) == {"b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert (keys(match, BOB, "dynasty_discard"), pools(match, "honor")) == ([RONIN], (10, 9))


def test_i_can_swim_needs_a_higher_dial_and_a_dishonored_participant() -> None:
    assert "a-i-can-swim" not in offered(swimming(theirs=3), ALICE)
    assert "a-i-can-swim" not in offered(swimming(state={}), ALICE)


def ambushing(**alice: Any) -> Match:
    row = {"row": ["yogo-hiroue", "brash-samurai", "blackmail-artist"], "revealed": True}
    return fight(RONIN, alice={**row, "hand": ["ambush", "adept-of-shadows", "steward-of-law"], **alice})


def test_ambush_puts_scorpions_of_hand_and_provinces_into_the_conflict() -> None:
    match = plays(ambushing(), "a-ambush")
    assert options(match) == {"a-yogo-hiroue", "a-blackmail-artist", "a-adept-of-shadows"}
    match = chooses(match, "a-yogo-hiroue", "a-adept-of-shadows")
    there = [card(match, each).key for each in match.table.contest.attackers]
    assert there == ["core/wandering-ronin", "core/yogo-hiroue", "core/adept-of-shadows"]
    assert [each.slot for each in match.table.dynasty_cards(ALICE)] == [1, 2, 3, 4]
    assert match.table.in_slot(ALICE, 1)[0].facedown  # refilled


def test_ambush_takes_two_of_cost_6_in_all_faceup_and_in_a_conflict() -> None:
    match = plays(ambushing(hand=["ambush", "adept-of-shadows", "unassuming-yojimbo"]), "a-ambush")
    for cards in (
        (),
        ("a-yogo-hiroue", "a-unassuming-yojimbo"),
        ("a-yogo-hiroue", "a-blackmail-artist", "a-adept-of-shadows"),
    ):
        assert refused(match, ALICE, ChooseTargets(cards)) != ""
    facedown = ambushing(revealed=False, hand=["ambush", "steward-of-law"])
    assert "a-ambush" not in offered(in_turn(facedown, ALICE), ALICE)
    quiet = {"row": ["yogo-hiroue"], "revealed": True, "hand": ["ambush", FAN]}
    assert "a-ambush" not in offered(in_phase("draw", alice=quiet), ALICE)


def blackmailed(**said: Any) -> Match:
    bob = {"play": ["brash-samurai", "hida-guardian", "vanguard-warrior", HOTARU]}
    match = fight(RONIN, alice={"hand": ["blackmail"], "honor": 9}, bob=bob, defenders="b-brash-samurai", **said)
    return plays(match, "a-blackmail")


def test_blackmail_takes_a_cheap_character_until_the_conflict_ends() -> None:
    match = blackmailed()
    assert options(match) == {"b-brash-samurai", "b-hida-guardian", "b-vanguard-warrior"}
    match = chooses(match, "b-brash-samurai")
    assert match.table.contest.attackers == ("a-wandering-ronin", "b-brash-samurai")
    assert card(match, "b-brash-samurai").controller == ALICE
    match = ended(match)
    samurai = card(match, "b-brash-samurai")
    assert (samurai.controller, samurai.bowed, match.table.contest) == (BOB, True, None)


def test_blackmail_leaves_at_home_who_is_at_home() -> None:
    match = chooses(blackmailed(), "b-hida-guardian")
    assert match.table.contest.attackers == ("a-wandering-ronin",)
    assert card(match, "b-hida-guardian").controller == ALICE


def test_blackmail_is_played_by_the_less_honorable_in_a_conflict() -> None:
    bob = {"play": ["brash-samurai"]}
    for honor in (10, 11):
        match = fight(RONIN, alice={"hand": ["blackmail", FAN], "honor": honor}, bob=bob, defenders="b-brash-samurai")
        assert "a-blackmail" not in offered(match, ALICE)
    quiet = in_phase("draw", alice={"hand": ["blackmail", FAN], "honor": 9, "play": [RONIN]}, bob=bob)
    assert "a-blackmail" not in offered(quiet, ALICE)
