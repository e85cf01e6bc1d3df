"""Cards of several clans at once: cancels, duels, departures, rings, provinces, limits and ends that meet."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import BidHonor, DeclareConflict, DeclineRing, PlayCharacter, ResolveRing
from domain.games.l5r.state import Favor
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.builders import acted
from tests.l5r_cards import (
    ALICE,
    BOB,
    HELD,
    answers,
    card,
    chooses,
    closed,
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
    selects,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, passed_to, pools, question, rings_of

RONIN, WARRIOR, TOTURI, ADEPT, FAN = (
    *("wandering-ronin", "serene-warrior", "akodo-toturi", "adept-of-the-waves", "ornate-fan"),
)
PROVINCES = ["the-art-of-peace", "secret-cache", "pilgrimage", "elemental-fury", "night-raid"]


# --- cancels


def canceling(*alice: str) -> Match:
    """Alice bows a Shugenja of Bob, and he cancels that with an event."""
    bob = {"play": [("isawa-atsuko", {"honored": True}), "shiba-yojimbo"], "hand": ["voice-of-honor"]}
    own = ("meddling-mediator", "solemn-scholar")
    hand = {"hand": ["against-the-waves", *alice]}
    match = fight(*own, kind="political", alice=hand, bob=bob, defenders="b-isawa-atsuko")
    match = chooses(plays(match, "a-against-the-waves"), "b-isawa-atsuko")
    return answers(match, "b-voice-of-honor", "effect_initiated")


def test_a_cancel_that_is_cancelled_does_nothing_and_is_used_up_all_the_same() -> None:
    match = chooses(answers(canceling("forged-edict"), "a-forged-edict", "effect_initiated"), "a-meddling-mediator")
    assert keys(match, BOB, "discard") == ["voice-of-honor"]
    # the first effect is still about to initiate: another cancel may answer it
    match = answers(match, "b-shiba-yojimbo", "effect_initiated")
    assert not card(match, "b-isawa-atsuko").bowed
    assert sorted(keys(match, ALICE, "discard")) == ["against-the-waves", "forged-edict"]


def test_without_a_further_cancel_the_effect_whose_cancel_was_cancelled_resolves() -> None:
    match = chooses(answers(canceling("forged-edict"), "a-forged-edict", "effect_initiated"), "a-meddling-mediator")
    match = closed(match)
    assert card(match, "b-isawa-atsuko").bowed


def test_an_effect_that_is_cancelled_cannot_be_cancelled_once_more() -> None:
    match = canceling()
    assert not card(match, "b-isawa-atsuko").bowed
    assert not (isinstance(match.table.stack[-2], Window) and "b-shiba-yojimbo" in offered(match, BOB))


# --- duels and departures


def test_the_province_of_a_character_that_does_not_stay_is_owed_its_refill_before_that_leaves() -> None:
    alice = {"row": ["obstinate-recruit"], "revealed": True, "fate": 9, "honor": 9}
    match = does(in_phase("dynasty", policy="open", alice=alice), ALICE, PlayCharacter(Handle("a-obstinate-recruit")))
    while not question(match)[0].endswith(":discarded"):
        match = passes(match)
    assert [(each.seat, each.slot) for each in match.table.refills] == [(ALICE, 1)]
    while question(match)[0] != "dynasty.action":
        match = passes(match)
    assert (keys(match, ALICE, "play"), match.table.refills) == ([], ())
    assert len(match.table.in_slot(ALICE, 1)) == 1


def test_a_duel_whose_duelist_leaves_play_by_the_bids_has_no_result() -> None:
    bob = {"play": ["obstinate-recruit"], **HELD}
    match = fight(
        "kakita-kaezin", RONIN, attackers="a-kakita-kaezin a-wandering-ronin", bob=bob, defenders="b-obstinate-recruit"
    )
    match = chooses(uses(match, "a-kakita-kaezin"), "b-obstinate-recruit")
    match = acted(acted(match, ALICE, BidHonor(1)).match, BOB, BidHonor(2)).match
    assert pools(match, "honor") == (11, 9)  # so the recruit left before the skills were compared
    assert keys(match, BOB, "play") == []
    assert match.table.contest.attackers == ("a-kakita-kaezin", "a-wandering-ronin")


def test_a_bid_that_a_card_changes_counts_in_a_duel_until_its_end() -> None:
    alice = {"hand": ["contingency-plan", FAN]}
    match = fight("kakita-kaezin", RONIN, attackers="a-kakita-kaezin a-wandering-ronin", alice=alice)
    match = chooses(uses(match, "a-kakita-kaezin"), "b-wandering-ronin")
    match = acted(acted(match, ALICE, BidHonor(1)).match, BOB, BidHonor(2)).match
    match = selects(answers(match, "a-contingency-plan", "bid_revealed"), "higher")  # 3 + 2 against 2 + 2
    assert match.table.contest.attackers == ("a-kakita-kaezin",)
    assert (pools(match, "honor"), len(match.table.lasting)) == ((10, 10), 0)


def test_an_attacker_that_is_discarded_leaves_a_conflict_that_nobody_wins() -> None:
    bob = {"hand": ["assassination"], "play": [RONIN]}
    alice = {"play": ["solemn-scholar"], **HELD}
    match = in_conflict("military", "a-solemn-scholar", alice=alice, bob=bob, ring="air")
    match = closed(chooses(plays(match, "b-assassination"), "a-solemn-scholar"))
    assert question(match)[0] != "ring-effect"
    assert ([*rings_of(match)], pools(match, "honor")) == ([], (10, 7))


def test_a_character_that_left_no_longer_counts_among_the_attackers() -> None:
    bob = {"hand": ["assassination", FAN], "play": [("honored-general", {}), WARRIOR]}
    alice = {"hand": ["strength-in-numbers", FAN]}
    match = fight(
        RONIN,
        "solemn-scholar",
        attackers="a-wandering-ronin a-solemn-scholar",
        alice=alice,
        bob=bob,
        defenders="b-honored-general",
    )
    assert "a-strength-in-numbers" in offered(in_turn(match, ALICE), ALICE)  # two attackers, glory 2
    match = chooses(plays(match, "b-assassination"), "a-solemn-scholar")
    assert "a-strength-in-numbers" not in offered(in_turn(match, ALICE), ALICE)


def test_a_character_that_was_called_for_a_conflict_is_honored_for_nothing_when_it_leaves_before() -> None:
    """Its delayed effect finds it no more, and the honored token that it had has paid honor."""
    bob = {"play": [RONIN, "isawa-masahiro"]}
    alice = {"dynasty_discard": ["solemn-scholar"], "hand": ["court-games", FAN]}
    match = fight("kitsu-spiritcaller", RONIN, attackers="a-wandering-ronin", kind="political", alice=alice, bob=bob)
    match = chooses(uses(match, "a-kitsu-spiritcaller"), "a-solemn-scholar")
    called = handle_of(match, "solemn-scholar")
    match = chooses(selects(plays(passes(match), "a-court-games"), "honor"), called)
    match = chooses(uses(match, "b-isawa-masahiro"), called)
    assert pools(match, "honor") == (11, 10)
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert keys(match, ALICE, "dynasty_discard") == ["solemn-scholar"]


# --- copies of unique characters


def test_no_copy_of_a_unique_character_that_its_player_has_is_put_into_play() -> None:
    rest: dict[str, Any] = {"row": [TOTURI, "deathseeker"], "revealed": True, "hand": ["charge", FAN]}
    pile = {"dynasty_discard": [TOTURI, WARRIOR]}
    match = fight(TOTURI, "kitsu-spiritcaller", attackers="a-akodo-toturi-2", alice={**rest, **pile})
    assert options(plays(match, "a-charge")) == {"a-deathseeker"}
    assert options(uses(match, "a-kitsu-spiritcaller")) == {"a-serene-warrior"}
    match = fight(WARRIOR, alice=rest, bob={"play": [RONIN, TOTURI]})
    assert options(plays(match, "a-charge")) == {"a-akodo-toturi", "a-deathseeker"}


# --- rings


def unopposed(hand: list[str], provinces: list[str], **said: Any) -> Match:
    bob = {"play": [WARRIOR], "hand": hand, "provinces": provinces, "faceup": [f"core/{provinces[0]}"]}
    return in_conflict(
        "political", "a-seeker-of-knowledge", at="3.2.3", alice={"play": ["seeker-of-knowledge"]}, bob=bob, **said
    )


def test_the_loser_resolves_either_element_of_a_ring_that_it_takes_over() -> None:
    match = answers(unopposed(["display-of-power"], PROVINCES, ring="void"), "b-display-of-power", "conflict_lost")
    match = acted(match, BOB, ResolveRing("air", "gain-honor")).match
    assert (pools(match, "honor"), [*rings_of(match)]) == ((10, 11), [("void", BOB)])


def test_where_ring_effects_are_cancelled_the_ring_is_taken_over_without_its_effect() -> None:
    pilgrimage = ["pilgrimage", *PROVINCES[:2]]
    match = answers(unopposed(["display-of-power"], pilgrimage, ring="air"), "b-display-of-power", "conflict_lost")
    assert question(match)[0] not in ("ring-by-card", "ring-effect")
    assert (pools(match, "honor"), [*rings_of(match)]) == ((10, 9), [("air", BOB)])


def test_a_ring_is_exchanged_before_its_effect_resolves() -> None:
    bob = {"provinces": ["elemental-fury", *PROVINCES[:2]], "play": [WARRIOR]}
    said = players({"alice": {"play": [TOTURI], "opportunities": 2}, "bob": bob})
    match = laid(ConflictPhase(at="3.2", last=BOB), "conflict", **said)
    match = acted(match, ALICE, DeclareConflict("fire", "military", "1", (Handle("a-akodo-toturi"),), {})).match
    match = chooses(answers(match, "b-elemental-fury", "province_revealed"), "air")
    assert match.table.contest.ring == "air"


# --- provinces


def test_a_province_that_breaks_turns_status_before_its_pride_and_after_its_victory() -> None:
    bob = {"provinces": PROVINCES, "faceup": ["core/the-art-of-peace"], "play": [RONIN], "row": []}
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 9, "opposed": True}
    alice = {"play": [TOTURI, WARRIOR], "hand": ["for-greater-glory"]}
    match = in_conflict(
        "military", "a-akodo-toturi a-serene-warrior", "b-wandering-ronin", at="3.2.5", alice=alice, bob=bob, **won
    )
    match = answers(match, "b-the-art-of-peace", "province_broken")
    match = answers(match, "a-for-greater-glory", "province_broken")
    assert [card(match, f"a-{each}").dishonored for each in (TOTURI, WARRIOR)] == [True, True]
    assert card(match, "b-wandering-ronin").honored
    assert [card(match, f"a-{each}").fate for each in (TOTURI, WARRIOR)] == [1, 1]
    assert card(match, "b-the-art-of-peace").broken


def test_reactions_to_a_revealed_province_come_before_those_to_the_declaration() -> None:
    bob = {"provinces": ["night-raid", *PROVINCES[:2]], "role": ["seeker-of-fire"], "play": [WARRIOR]}
    alice = {"play": [RONIN], "hand": [FAN, FAN], "opportunities": 2}
    match = laid(ConflictPhase(at="3.2", last=BOB), "conflict", **players({"alice": alice, "bob": bob}))
    match = passed_to(match, "conflict")
    match = acted(match, ALICE, DeclareConflict("air", "military", "1", (Handle("a-wandering-ronin"),), {})).match
    match = answers(match, "b-seeker-of-fire", "province_revealed")
    match = answers(match, "b-night-raid", "province_revealed")
    match = chooses(match, "a-ornate-fan")
    assert (pools(match, "fate"), len(keys(match, ALICE, "hand"))) == ((5, 6), 1)


# --- limits across a change of control


def test_who_gets_control_of_a_card_has_a_limit_of_its_own() -> None:
    alice, bob = {"hand": ["blackmail", FAN], "honor": 9}, {"play": [ADEPT, RONIN], "hand": [FAN]}
    match = fight("meddling-mediator", kind="political", alice=alice, bob=bob)
    match = chooses(uses(match, "b-adept-of-the-waves"), "b-wandering-ronin")
    assert "b-adept-of-the-waves" not in offered(match, BOB)
    match = chooses(plays(match, "a-blackmail"), "b-adept-of-the-waves")
    match = chooses(uses(match, "b-adept-of-the-waves"), "a-meddling-mediator")
    assert "b-adept-of-the-waves" not in offered(match, ALICE)
    match = acted(closed(match), ALICE, DeclineRing()).match
    assert card(match, "b-adept-of-the-waves").controller == BOB
    assert "b-adept-of-the-waves" not in offered(in_turn(match, BOB), BOB)


# --- conditions that turn


def test_who_cannot_attack_any_more_leaves_the_conflict_bowed() -> None:
    guards = {"play": ["seppun-guardsman", RONIN], "row": [], **HELD}
    match = in_conflict(
        "military",
        "a-seppun-guardsman a-wandering-ronin",
        alice=guards,
        bob=HELD,
        favor=Favor(BOB, "political"),
    )
    assert match.table.contest.attackers == ("a-wandering-ronin",)
    assert card(match, "a-seppun-guardsman").bowed


def test_honor_that_turns_takes_back_what_it_allowed() -> None:
    alice = {"honor": 11, **HELD}
    bob = {"play": ["kakita-asami"]}
    match = fight("venerable-historian", kind="political", alice=alice, bob=bob, defenders="b-kakita-asami")
    assert "a-venerable-historian" in offered(in_turn(match, ALICE), ALICE)
    match = uses(match, "b-kakita-asami")  # she takes 1 honor
    assert "a-venerable-historian" not in offered(in_turn(match, ALICE), ALICE)


def test_a_ring_that_is_exchanged_turns_glory_and_the_skill_that_honor_gives() -> None:
    bob = {"provinces": ["kuroi-mori", *PROVINCES[1:]], "faceup": ["core/kuroi-mori"]}
    match = fight(("fearsome-mystic", {"honored": True}), bob=bob)
    assert skills(match, "a-fearsome-mystic") == (3, 5)
    match = chooses(selects(uses(match, "b-kuroi-mori"), "ring"), "air")
    assert skills(match, "a-fearsome-mystic") == (5, 7)


# --- ends


STRONGHOLD = [
    ("the-art-of-peace", {"broken": True}),
    *(("secret-cache", {"broken": True}),) * 2,
    "elemental-fury",
    "night-raid",
]


def besieged(honor: tuple[int, int], defenders: str = "", ring: str = "air") -> Match:
    """Alice has attacked Bob's stronghold province with enough skill to break it."""
    alice = {"play": [TOTURI, WARRIOR, WARRIOR], "honor": honor[0]}
    bob = {"play": [RONIN], "provinces": STRONGHOLD, "honor": honor[1], "stronghold": "shizuka-toshi"}
    attackers = "a-akodo-toturi a-serene-warrior a-serene-warrior-2"
    return in_conflict("military", attackers, defenders, at="3.2.3", slot=5, ring=ring, alice=alice, bob=bob)


def test_conquest_ends_the_match_before_the_ring_could_bring_honor() -> None:
    over = besieged((24, 9), "b-wandering-ronin").table.over
    assert (over.winner, over.how) == (ALICE, "conquest")


def test_the_last_honor_lost_for_an_unopposed_conflict_comes_before_the_conquest() -> None:
    over = besieged((24, 1)).table.over
    assert (over.winner, over.how, over.rule) == (ALICE, "dishonor", "l5r.win.honor-0")


def test_conquest_and_honor_at_once_are_for_the_first_player() -> None:
    for first, how in ((ALICE, "conquest"), (BOB, "honor")):
        provinces = [*STRONGHOLD[:4], ("night-raid", {"broken": True})]
        bob = {"provinces": provinces, "honor": 25}
        match = laid(ConflictPhase(at="/actions", last=BOB), "conflict", first=first, **players({"bob": bob}))
        assert (match.table.over.winner, match.table.over.how) == (first, how)
