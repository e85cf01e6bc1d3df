"""Cards that meet: cancels of cancels, duels and changes of control in a conflict, replacements, ends of the match."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.words.costs import SacrificeCost
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclareConflict, PlayAttachment, ResolveRing
from domain.games.l5r.numbers_in_play import side_skill
from domain.games.l5r.pool.printed import ELEMENTS, Element
from domain.games.l5r.state import Favor, Ring
from domain.games.l5r.words.parts.cards import Discard
from domain.games.l5r.words.parts.pools import GainHonor
from domain.games.l5r.words.select import CHARACTER
from domain.games.l5r.words.triggers import When
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match
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
    declares,
    does,
    dueled,
    ended,
    handle_of,
    in_conflict,
    in_phase,
    in_turn,
    offered,
    options,
    players,
    plays,
    skills,
    uses,
)
from tests.l5r_tables import keys, laid, passed_to, pools, question

HOTARU, KATANA = "doji-hotaru", "fine-katana"
BOWED, HONORED, DISHONORED = {"bowed": True}, {"honored": True}, {"dishonored": True}


def fight(own: list[Any], theirs: list[Any], kind: str = "military", **said: Any) -> Match:
    """The first character of Alice attacks, the first one of Bob defends; `sides` are other participants."""
    alice = {"play": own, **HELD, **said.pop("alice", {})}
    bob = {"play": theirs, **HELD, **said.pop("bob", {})}
    firsts = [f"{seat}-{id_of(each[0])}" if each else " " for seat, each in (("a", own), ("b", theirs))]
    attackers, defenders = said.pop("sides", firsts)
    return in_conflict(kind, attackers, defenders, alice=alice, bob=bob, **said)


def id_of(laid_card: Any) -> str:
    return str(laid_card if isinstance(laid_card, str) else laid_card[0])


def declared(match: Match, *attackers: str, ring: str = "air", province: str = "1", kind: str = "military") -> Match:
    return acted(match, ALICE, DeclareConflict(ring, kind, province, tuple(map(Handle, attackers)), {})).match


# --- cancels


def shamed(mine: list[str], theirs: list[str]) -> Match:
    """Alice plays an event against a Ronin of Bob; both hold what cancels events."""
    alice = {"hand": ["way-of-the-scorpion", *mine]}
    match = fight(
        [RONIN, "blackmail-artist"], [RONIN, "savvy-politician", "doji-gift-giver"], alice=alice, bob={"hand": theirs}
    )
    return chooses(plays(match, "a-way-of-the-scorpion"), "b-wandering-ronin")


def test_a_cancel_that_is_cancelled_cancels_nothing_and_both_costs_stay_paid() -> None:
    match = shamed(["forged-edict"], ["forged-edict"])
    match = chooses(answers(match, "b-forged-edict", "effect_initiated"), "b-savvy-politician")
    match = chooses(answers(match, "a-forged-edict", "effect_initiated"), "a-blackmail-artist")
    courtiers = ("b-savvy-politician", "a-blackmail-artist")
    assert [card(match, each).dishonored for each in courtiers] == [True, True]
    assert card(match, "b-wandering-ronin").dishonored
    assert (keys(match, BOB, "discard"), keys(match, ALICE, "discard")) == (
        ["forged-edict"],
        ["way-of-the-scorpion", "forged-edict"],
    )


def test_a_cancel_of_the_cancel_of_a_cancel_stops_the_event_after_all() -> None:
    match = shamed(["forged-edict"], ["forged-edict", "forged-edict"])
    match = chooses(answers(match, "b-forged-edict", "effect_initiated"), "b-savvy-politician")
    match = chooses(answers(match, "a-forged-edict", "effect_initiated"), "a-blackmail-artist")
    match = chooses(answers(match, "b-forged-edict-2", "effect_initiated"), "b-doji-gift-giver")
    assert not card(match, "b-wandering-ronin").dishonored
    assert keys(match, ALICE, "discard") == ["way-of-the-scorpion", "forged-edict"]


def test_a_cancelled_event_counts_toward_its_maximum() -> None:
    crab = ["way-of-the-crab", "way-of-the-crab", FAN]
    alice = {"play": ["hida-guardian", "hida-guardian"], "hand": crab}
    bob = {"play": ["savvy-politician", RONIN], "hand": ["forged-edict"]}
    match = plays(in_phase("draw", alice=alice, bob=bob), "a-way-of-the-crab")
    match = chooses(match, "a-hida-guardian")
    match = chooses(answers(match, "b-forged-edict", "effect_initiated"), "b-savvy-politician")
    assert len(match.table.characters(BOB)) == 2
    assert (pools(match, "fate")[0], keys(match, ALICE, "dynasty_discard")) == (4, ["hida-guardian"])
    assert "a-way-of-the-crab-2" not in offered(in_turn(match, ALICE), ALICE)


# --- duels inside a conflict


def test_a_loser_that_a_duel_discards_leaves_its_conflict_undefended() -> None:
    match = fight(["mirumoto-raitsugu"], [RONIN])
    match = dueled(chooses(uses(match, "a-mirumoto-raitsugu"), "b-wandering-ronin"), 1, 1)
    assert (match.table.contest.defenders, match.table.contest.attackers) == ((), ("a-mirumoto-raitsugu",))
    assert question(match) == ("conflict.action", (BOB,))
    assert pools(ended(match), "honor") == (10, 9)  # unopposed


def test_a_duelist_that_leaves_before_the_comparison_neither_wins_nor_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    def flees(c: Declaration) -> None:
        c.reaction(When(("bid_revealed",), seat="you"), GainHonor(), costs=(SacrificeCost(),))

    declares(monkeypatch, "brash-samurai", flees)
    match = fight(["mirumoto-raitsugu"], [("brash-samurai", {"fate": 2}), RONIN])
    match = dueled(chooses(uses(match, "a-mirumoto-raitsugu"), "b-brash-samurai"), 2, 1)
    match = answers(match, "b-brash-samurai", "bid_revealed", seat=BOB)
    assert match.table.contest.defenders == ()
    assert pools(match, "honor") == (9, 12)  # 1 is gained, 1 is given for the bids
    assert match.table.is_in_play(Handle("a-mirumoto-raitsugu"))
    assert question(match) == ("conflict.action", (BOB,))


def test_a_condition_that_the_payment_of_a_duel_turns_counts_in_its_comparison() -> None:
    for mine, theirs, loser in ((2, 3, ALICE), (3, 3, None)):
        match = fight(["mirumoto-raitsugu"], ["yogo-outcast"])  # 3 against 2, or 3 while less honorable
        match = dueled(chooses(uses(match, "a-mirumoto-raitsugu"), "b-yogo-outcast"), mine, theirs)
        if loser is None:
            assert keys(match, BOB, "dynasty_discard") == ["yogo-outcast"]
        else:
            assert pools(match, "honor") == (11, 9)
            assert keys(match, loser, "dynasty_discard") == ["mirumoto-raitsugu"]


# --- who leaves a conflict


def test_the_only_attacker_that_returns_to_hand_lets_the_defender_win_and_claim_the_ring() -> None:
    match = fight(["adept-of-shadows"], [RONIN], ring="void")
    match = ended(uses(match, "a-adept-of-shadows"))
    assert match.table.rings["void"].claimed_by == BOB
    assert (pools(match, "honor"), sorted(keys(match, ALICE, "hand"))) == ((9, 10), ["adept-of-shadows", FAN])


def test_the_favor_counts_no_more_when_the_last_participant_of_its_side_has_left() -> None:
    match = fight(["adept-of-shadows"], [RONIN], favor=Favor(ALICE, "military"))
    assert side_skill(match.table, ALICE).value == 3
    match = uses(match, "a-adept-of-shadows")
    assert side_skill(match.table, ALICE).value == 0


def test_tranquility_is_over_for_a_character_that_comes_to_the_conflict() -> None:
    match = fight([RONIN], ["ide-messenger", "brash-samurai"], alice={"hand": ["tranquility", FAN]})
    match = plays(match, "a-tranquility")
    assert "b-brash-samurai" not in offered(match, BOB)
    match = chooses(uses(match, "b-ide-messenger"), "b-brash-samurai")
    assert "b-brash-samurai" in match.table.contest.defenders
    mine = fight([RONIN], ["brash-samurai", "ide-messenger"], alice={"hand": ["tranquility", FAN]})
    mine = plays(mine, "a-tranquility")
    assert "b-brash-samurai" in offered(mine, BOB)
    assert "b-ide-messenger" not in offered(mine, BOB)


def test_the_effect_of_shoju_outlasts_a_change_of_the_type_of_the_conflict() -> None:
    alice = {"hand": ["captive-audience", FAN]}
    match = fight(["bayushi-shoju", "sinister-soshi"], [RONIN], "political", alice=alice)
    match = chooses(uses(match, "a-bayushi-shoju"), "b-wandering-ronin")
    match = plays(match, "a-captive-audience")
    assert match.table.contest.kind == "military"
    assert "a-bayushi-shoju" not in offered(match, ALICE)
    match = chooses(uses(match, "a-sinister-soshi"), "b-wandering-ronin")
    assert keys(match, BOB, "dynasty_discard") == [RONIN]


def test_skill_that_changes_after_the_comparison_changes_nothing() -> None:
    match = fight(["yogo-outcast"], [RONIN], alice={"honor": 9, "hand": []}, bob={"hand": []}, at="3.2.3")
    assert match.table.contest.winner == ALICE
    assert match.table.contest.margin == 1


@pytest.mark.parametrize(
    ("id", "state", "uses_it"),
    [
        ("border-rider", BOWED, True),
        ("mirumoto-raitsugu", {}, True),
        ("bayushi-shoju", {}, True),
        ("warrior-poet", {}, True),
        ("yogo-hiroue", {}, True),
        ("utaku-infantry", {}, False),
        ("seeker-of-enlightenment", {}, False),
        ("yogo-outcast", {}, False),
    ],
)
def test_a_blank_character_neither_uses_nor_has_what_its_text_says(
    id: str, state: dict[str, Any], uses_it: bool
) -> None:
    cloud = ("cloud-the-mind", {"host": Handle(f"a-{id}")})
    said: dict[str, Any] = {"alice": {"honor": 9}, "kind": "political", "rings": rings_with_fate()}
    clear, blank = (fight([(id, state), *on], [RONIN, HOTARU], **said) for on in ((), (cloud,)))
    if uses_it:
        assert (f"a-{id}" in offered(clear, ALICE), f"a-{id}" in offered(blank, ALICE)) == (True, False)
    else:
        printed = blank.rules.pool.cards[f"core/{id}"]
        assert skills(blank, f"a-{id}") == (printed.military, printed.political)
        assert skills(clear, f"a-{id}") > skills(blank, f"a-{id}")


def rings_with_fate() -> CopyOnWriteMap[Element, Ring]:
    return CopyOnWriteMap({element: Ring(fate=1) for element in ELEMENTS})


# --- replacements


def test_the_fire_ring_dishonors_another_character_by_rumor() -> None:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "at": "3.2.6"}
    match = fight([RONIN], [HOTARU, "young-rumormonger"], **won)
    match = acted(match, ALICE, ResolveRing("fire", "dishonor", Handle("b-doji-hotaru"))).match
    match = chooses(answers(match, "b-young-rumormonger", "dishonored"), "b-young-rumormonger")
    assert [card(match, f"b-{each}").dishonored for each in (HOTARU, "young-rumormonger")] == [False, True]


def test_pride_honors_another_character_by_rumor() -> None:
    proud = "akodo-gunso"
    match = fight([proud, RONIN], [], bob={"play": ["young-rumormonger"]}, at="3.2.3", sides=(f"a-{proud}", " "))
    match = chooses(answers(match, "b-young-rumormonger", "honored"), "a-wandering-ronin")
    assert [card(match, f"a-{each}").honored for each in (proud, RONIN)] == [False, True]


# --- provinces


PLAINS = ["endless-plains", "secret-cache", "pilgrimage", "night-raid", "fertile-fields"]


def against_plains(*own: str) -> Match:
    """Alice declares a military conflict with her characters against the Endless Plains of Bob."""
    said = {"alice": {"play": [*own], "opportunities": 2}, "bob": {"play": [RONIN], "provinces": PLAINS}}
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players(said))
    return declared(match, *(f"a-{each}" for each in own))


def test_endless_plains_break_in_the_declaration_and_the_conflict_goes_on_without_attackers() -> None:
    match = answers(against_plains(RONIN), handle_of(against_plains(RONIN), "endless-plains"), "conflict_declared")
    assert (question(match)[1], options(match)) == ((ALICE,), {"a-wandering-ronin"})
    match = chooses(match, "a-wandering-ronin")
    province = match.table.province(BOB, 1)
    assert province is not None
    assert province.broken
    assert match.table.contest.attackers == ()
    match = passed_to(match, "defenders")
    assert question(match)[1] == (BOB,)


def test_altansarnai_answers_endless_plains_before_the_attacker_is_chosen() -> None:
    match = against_plains("shinjo-altansarnai", RONIN)
    match = answers(match, handle_of(match, "endless-plains"), "conflict_declared")
    assert question(match)[0] == "reaction:province_broken"
    match = chooses(answers(match, "a-shinjo-altansarnai", "province_broken"), "b-wandering-ronin")
    assert keys(match, BOB, "dynasty_discard") == [RONIN]
    assert options(match) == {"a-shinjo-altansarnai", "a-wandering-ronin"}


def test_elemental_fury_switches_the_ring_before_who_reacts_to_the_declaration() -> None:
    alice = {"play": [RONIN], "opportunities": 2}
    bob = {"play": ["togashi-initiate"], "hand": ["mantra-of-fire"], "provinces": ["elemental-fury", *PLAINS[1:]]}
    match = laid(ConflictPhase(at="3.2", last=ALICE), "conflict", **players({"alice": alice, "bob": bob}))
    match = declared(match, "a-wandering-ronin", ring="fire")
    assert question(match)[0] == "reaction:province_revealed"
    match = chooses(answers(match, handle_of(match, "elemental-fury"), "province_revealed"), "water")
    assert match.table.contest.ring == "water"
    assert "b-mantra-of-fire" in offered(match, BOB)  # a fire conflict was declared


# --- control


def blackmailing(theirs: list[Any], **said: Any) -> Match:
    alice = {"hand": ["blackmail", FAN], "honor": 9, **said.pop("alice", {})}
    return fight([RONIN], theirs, alice=alice, **said)


def test_a_limit_is_counted_for_each_player_and_outlasts_a_change_of_control() -> None:
    match = uses(blackmailing([HOTARU, ("border-rider", BOWED)]), "b-border-rider")
    match = chooses(plays(match, "a-blackmail"), "b-border-rider")
    with match.table.reindexing(Handle("b-border-rider")) as found:
        found.bowed = True
    match = uses(match, "b-border-rider", seat=ALICE)
    assert not card(match, "b-border-rider").bowed
    with match.table.reindexing(Handle("b-border-rider")) as found:
        found.bowed = True
    assert "b-border-rider" not in offered(match, ALICE)
    match = in_turn(ended(match), BOB)
    assert card(match, "b-border-rider").controller == BOB
    assert "b-border-rider" not in offered(match, BOB)


def test_attachments_stay_with_their_player_when_their_character_changes_control() -> None:
    on_samurai = (KATANA, {"host": Handle("b-brash-samurai")})
    match = chooses(plays(blackmailing(["brash-samurai", on_samurai]), "a-blackmail"), "b-brash-samurai")
    assert [card(match, f"b-{each}").controller for each in ("brash-samurai", KATANA)] == [ALICE, BOB]
    assert skills(match, "b-brash-samurai") == (4, 1)


def test_a_blackmailed_character_that_leaves_goes_to_its_owner_and_does_not_come_back() -> None:
    alice = {"hand": ["blackmail", "noble-sacrifice", FAN]}
    theirs = [("brash-samurai", HONORED), (RONIN, DISHONORED)]
    match = chooses(plays(blackmailing(theirs, alice=alice), "a-blackmail"), "b-brash-samurai")
    match = chooses(chooses(plays(match, "a-noble-sacrifice"), "b-brash-samurai"), "b-wandering-ronin")
    assert sorted(keys(match, BOB, "dynasty_discard")) == ["brash-samurai", RONIN]
    assert pools(match, "honor") == (10, 9)  # of the honored one to who controlled it
    assert ended(match).table.delayed == {}


def test_a_unique_character_of_the_pile_of_an_opponent_is_no_copy_beside_an_own_one() -> None:
    bob = {"dynasty_discard": ["mirumoto-raitsugu", "brash-samurai"]}
    match = uses(fight([RONIN, "shosuro-actress", "mirumoto-raitsugu"], [RONIN], bob=bob), "a-shosuro-actress")
    assert options(match) == {"b-brash-samurai"}
    match = uses(fight([RONIN, "shosuro-actress"], [RONIN], bob=bob), "a-shosuro-actress")
    match = chooses(match, "b-mirumoto-raitsugu")
    raitsugu = handle_of(match, "mirumoto-raitsugu")
    match = dueled(chooses(uses(match, raitsugu), "b-wandering-ronin"), 1, 3)
    assert "mirumoto-raitsugu" in keys(match, BOB, "dynasty_discard")


def test_cavalry_loses_what_only_cavalry_bears_with_its_mount() -> None:
    on_ronin = {"host": Handle("a-wandering-ronin")}
    alice = {"play": [RONIN, ("favored-mount", on_ronin)], "hand": ["born-in-war", FAN]}
    match = in_phase("draw", alice=alice, bob={"hand": ["let-go", FAN]})
    match = does(match, ALICE, PlayAttachment(Handle("a-born-in-war"), Handle("a-wandering-ronin")))
    assert skills(match, "a-wandering-ronin") == (8, 2)
    match = chooses(plays(match, "b-let-go"), "a-favored-mount")
    assert sorted(keys(match, ALICE, "discard")) == ["born-in-war", "favored-mount"]


# --- conflicts one after the other


def test_after_a_breakthrough_the_opponent_has_the_next_opportunity() -> None:
    alice = {"play": [(RONIN, BOWED), "border-rider"], "hand": ["breakthrough"], "opportunities": 1}
    alice["declared_military"] = True
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "margin": 9, "at": "3.2.5"}
    bob = {"play": [RONIN, HOTARU], "opportunities": 2}
    match = in_conflict("military", "a-wandering-ronin", alice=alice, bob=bob, **won)
    match = answers(ended(match), "a-breakthrough", "conflict_ended")
    match = declared(match, "a-border-rider", kind="political", province="2")
    match = acted(passed_to(match, "defenders"), BOB, DeclareDefenders(())).match
    match = passed_to(ended(match), "conflict")
    assert question(match)[1] == (BOB,)
    assert match.table.players[ALICE].opportunities == 0


# --- ends of the match


def at_stronghold(**said: Any) -> Match:
    """Alice attacks the province under the stronghold of Bob, whose other provinces are broken."""
    provinces: list[Any] = [(each, {"broken": True}) for each in PLAINS[:3]]
    bob = {"provinces": [*provinces, "night-raid", "fertile-fields"], "hand": [], "stronghold": "golden-plains-outpost"}
    bob |= said.pop("bob", {})
    return fight(["hida-kisada"], [], alice={"hand": [], **said.pop("alice", {})}, bob=bob, slot=5, **said)


def test_honor_that_is_lost_for_an_unopposed_conflict_ends_the_match_before_the_province_breaks() -> None:
    for honor, how in ((1, "dishonor"), (2, "conquest")):
        over = at_stronghold(bob={"honor": honor}, at="3.2.3").table.over
        assert (over.winner, over.how) == (ALICE, how)


def test_honor_that_an_interrupt_to_the_break_gives_ends_the_match_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def proud(c: Declaration) -> None:
        c.interrupt(When(("province_broken",), me=True), GainHonor(5))

    declares(monkeypatch, "fertile-fields", proud)
    match = at_stronghold(bob={"honor": 21}, at="3.2.3")
    (handle,) = (each.handle for each in match.table.province_cards(BOB) if each.key == "core/fertile-fields")
    over = answers(match, handle, "province_broken").table.over
    assert (over.winner, over.how) == (BOB, "honor")


def test_of_two_ends_at_the_same_time_the_first_player_has_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def purge(c: Declaration) -> None:
        c.action(Discard(on=CHARACTER))

    declares(monkeypatch, "way-of-the-scorpion", purge)
    for first in (ALICE, BOB):
        alice = {"play": [(RONIN, HONORED)], "honor": 24, "hand": ["way-of-the-scorpion"]}
        bob = {"play": [(HOTARU, HONORED)], "honor": 24}
        over = plays(in_phase("draw", alice=alice, bob=bob, first=first), "a-way-of-the-scorpion").table.over
        assert (over.winner, over.how) == (first, "honor")


def test_a_cost_that_brings_the_last_honor_ends_the_match_before_the_effect() -> None:
    alice = {"play": [("brash-samurai", HONORED)], "honor": 24, "hand": ["noble-sacrifice"]}
    match = in_phase("draw", alice=alice, bob={"play": [(RONIN, DISHONORED)], "honor": 24})
    match = chooses(plays(match, "a-noble-sacrifice"), "a-brash-samurai")
    assert (match.table.over.winner, match.table.over.how) == (ALICE, "honor")
    assert card(match, "b-wandering-ronin").dishonored


def test_a_player_may_lose_the_last_honor_for_a_cost() -> None:
    match = uses(fight(["adept-of-shadows"], [RONIN], alice={"honor": 1}), "a-adept-of-shadows")
    assert (match.table.over.winner, match.table.over.how) == (BOB, "dishonor")
