"""The provinces: what they do when they are revealed, broken, attacked, or a conflict is at them."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclareConflict, ResolveRing
from domain.games.l5r.numbers_in_play import province_strength
from domain.games.l5r.questions import why_unasked
from domain.games.l5r.state import Ring
from domain.kernel.cards.card_facts import Learned
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.abilities import ChooseTargets
from domain.kernel.refusals import Refusal
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match, decode_event
from tests.builders import acted
from tests.l5r_cards import (
    ALICE,
    BOB,
    answers,
    card,
    chooses,
    in_conflict,
    offered,
    options,
    players,
    selects,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question, rings_of

HOTARU, RONIN = "doji-hotaru", "wandering-ronin"
OTHERS = ["meditations-on-the-tao", "pilgrimage", "elemental-fury", "the-art-of-war"]


def attacked(province: str, kind: str = "military", *, at: str = "3.2.2", **said: Any) -> Match:
    """Alice attacks this province of Bob with Doji Hotaru, and has a Ronin at home; Bob defends with a Ronin."""
    alice = {"play": [HOTARU, RONIN], **said.pop("alice", {})}
    bob = {"play": [RONIN], "provinces": [province, *OTHERS], "faceup": [f"core/{province}"], **said.pop("bob", {})}
    defenders = said.pop("defenders", "b-wandering-ronin")
    return in_conflict(kind, "a-doji-hotaru", defenders, at=at, alice=alice, bob=bob, **said)


def declared(province: str, kind: str = "military", ring: str = "air", **said: Any) -> Match:
    """The match after Alice has declared a conflict at this province, which lay facedown."""
    ready = {"opportunities": 2}
    alice = {"play": [HOTARU, RONIN], **ready, **said.pop("alice", {})}
    bob = {"play": [RONIN], "provinces": [province, *OTHERS], **ready, **said.pop("bob", {})}
    frame = ConflictPhase(at="3.2", last=ALICE)
    match = laid(frame, "conflict", active_player=ALICE, **players({"alice": alice, "bob": bob, **said}))
    command = DeclareConflict(ring, kind, "1", (Handle("a-doji-hotaru"),), {})
    return acted(match, ALICE, command).match


def broken(province: str, **said: Any) -> Match:
    """The match as this province is about to be broken, with no defender."""
    return attacked(province, at="3.2.3", defenders="", **said)


def test_defend_the_wall_resolves_the_ring_for_the_defender_who_has_won() -> None:
    match = attacked("defend-the-wall", at="3.2.3", ring="air", alice={"play": [(HOTARU, {"bowed": True})]})
    assert question(match)[0] == "reaction:conflict_won"
    match = answers(match, "b-defend-the-wall", "conflict_won")
    match = acted(match, BOB, ResolveRing("air", "gain-honor")).match
    assert pools(match, "honor") == (10, 12)
    assert [*rings_of(match)] == [("air", BOB)]


def test_defend_the_wall_does_nothing_for_a_defender_who_has_lost_or_elsewhere() -> None:
    assert question(attacked("defend-the-wall", at="3.2.3"))[0] != "reaction:conflict_won"
    elsewhere = attacked("defend-the-wall", at="3.2.3", slot=2, alice={"play": [(HOTARU, {"bowed": True})]})
    assert question(elsewhere)[0] != "reaction:conflict_won"


def test_the_art_of_peace_changes_the_status_of_all_participants() -> None:
    armed = [(each, {"host": "a-doji-hotaru"}) for each in ("fine-katana", "fine-katana")]
    match = attacked("the-art-of-peace", at="3.2.3", alice={"play": [HOTARU, *armed]})
    match = answers(match, "b-the-art-of-peace", "province_broken")
    assert card(match, "a-doji-hotaru").dishonored
    assert card(match, "b-wandering-ronin").honored
    assert card(match, "b-the-art-of-peace").broken


def test_restoration_of_balance_leaves_four_cards_in_hand() -> None:
    match = broken("restoration-of-balance", alice={"hand": ["ornate-fan"] * 6})
    match = answers(match, "b-restoration-of-balance", "province_broken")
    assert question(match)[1] == (ALICE,)
    match = chooses(match, "a-ornate-fan", "a-ornate-fan-2")
    assert (len(keys(match, ALICE, "hand")), keys(match, ALICE, "discard")) == (4, ["ornate-fan"] * 2)


def test_restoration_of_balance_does_not_answer_with_four_cards() -> None:
    match = broken("restoration-of-balance", alice={"hand": ["ornate-fan"] * 4})
    assert question(match)[0] != "interrupt:province_broken"


def test_the_art_of_war_draws_three_cards_as_it_breaks_and_is_blank_afterwards() -> None:
    match = answers(broken("the-art-of-war"), "b-the-art-of-war", "province_broken")
    assert keys(match, BOB, "hand") == ["ornate-fan"] * 3
    assert card(match, "b-the-art-of-war").is_blank_by_rule


def test_kuroi_mori_changes_the_ring_or_the_type() -> None:
    rings = CopyOnWriteMap({each: Ring(contested=each == "fire") for each in ("air", "earth", "fire", "void", "water")})
    bob = {"hand": ["fine-katana"]}
    match = selects(uses(attacked("kuroi-mori", rings=rings, bob=bob), "b-kuroi-mori"), "ring")
    assert options(match) == {"air", "earth", "void", "water"}
    match = chooses(match, "void")
    assert (match.table.contest.ring, match.table.contest.kind) == ("void", "military")
    assert (match.table.rings["void"].contested, match.table.rings["fire"].is_unclaimed) == (True, True)
    match = selects(uses(attacked("kuroi-mori", bob=bob), "b-kuroi-mori"), "type")
    assert (match.table.contest.ring, match.table.contest.kind) == ("fire", "political")


def test_the_contested_ring_gives_its_fate_to_the_attacker_when_it_is_switched() -> None:
    others = {each: Ring(contested=each == "fire") for each in ("air", "earth", "fire", "water")}
    rings = CopyOnWriteMap({**others, "void": Ring(fate=2)})
    match = selects(uses(attacked("kuroi-mori", rings=rings), "b-kuroi-mori"), "ring")
    match = chooses(match, "void")
    assert (pools(match, "fate"), match.table.rings["void"].fate) == ((7, 5), 0)


def test_a_province_where_no_conflict_is_does_nothing() -> None:
    for each in ("kuroi-mori", "fertile-fields", "manicured-garden", "meditations-on-the-tao", "shameful-display"):
        bob = {"hand": ["fine-katana"], "revealed": True}
        match = attacked(each, slot=2, bob=bob, alice={"play": [(HOTARU, {"fate": 1})]})
        assert f"b-{each}" not in offered(match, BOB)


def test_secret_cache_takes_one_of_five_cards_and_shuffles() -> None:
    deck = ["ornate-fan"] * 3 + ["assassination"] + ["ornate-fan"] * 4
    match = answers(declared("secret-cache", bob={"deck": deck}), "b-secret-cache", "conflict_declared")
    assert question(match)[1] == (BOB,)
    assert len(options(match)) == 5
    match = chooses(match, "b-assassination")
    assert (keys(match, BOB, "hand"), len(keys(match, BOB, "deck"))) == (["assassination"], 7)


def test_secret_cache_shows_the_other_player_nothing() -> None:
    match = answers(declared("secret-cache"), "b-secret-cache", "conflict_declared")
    found = match.table.zone(zone(BOB, "deck"))[0]
    told = decode_event(match, acted(match, BOB, ChooseTargets((found,))).payload).facts
    assert [fact.to for fact in told if isinstance(fact, Learned)] == [(BOB,)]


def test_secret_cache_may_find_nothing() -> None:
    match = chooses(answers(declared("secret-cache"), "b-secret-cache", "conflict_declared"))
    assert keys(match, BOB, "hand") == []


def test_endless_plains_breaks_to_discard_an_attacker_of_the_opponents_choice() -> None:
    match = answers(declared("endless-plains"), "b-endless-plains", "conflict_declared")
    assert question(match)[1] == (ALICE,)
    match = chooses(match, "a-doji-hotaru")
    assert card(match, "b-endless-plains").broken
    assert keys(match, ALICE, "dynasty_discard") == [HOTARU]


def test_ancestral_lands_and_entrenched_position_are_strong_in_one_type() -> None:
    for province, kind in (("ancestral-lands", "political"), ("entrenched-position", "military")):
        for now in ("military", "political"):
            match = attacked(province, now)
            strength = province_strength(match.table, card(match, f"b-{province}")).value
            assert strength == (10 if now == kind else 5)


def test_elemental_fury_switches_the_ring_when_it_is_revealed() -> None:
    provinces = ["elemental-fury", "pilgrimage", "the-art-of-peace", "night-raid", "secret-cache"]
    match = declared("elemental-fury", bob={"provinces": provinces})
    match = answers(match, "b-elemental-fury", "province_revealed")
    match = chooses(match, "water")
    assert match.table.contest.ring == "water"
    assert match.table.rings["air"].is_unclaimed


def test_fertile_fields_and_manicured_garden() -> None:
    match = uses(attacked("fertile-fields"), "b-fertile-fields")
    assert keys(match, BOB, "hand") == ["ornate-fan"]
    match = uses(attacked("manicured-garden"), "b-manicured-garden")
    assert pools(match, "fate") == (5, 6)


def test_an_action_of_a_province_is_used_once_a_round() -> None:
    hands: dict[str, Any] = {seat: {"hand": ["fine-katana"]} for seat in ("alice", "bob")}
    match = uses(attacked("manicured-garden", **hands), "b-manicured-garden")
    assert "b-manicured-garden" not in offered(match, BOB)


def test_meditations_on_the_tao_removes_fate_from_an_attacker() -> None:
    alice = {"play": [(HOTARU, {"fate": 2}), (RONIN, {"fate": 1})]}
    match = uses(attacked("meditations-on-the-tao", alice=alice), "b-meditations-on-the-tao")
    assert options(match) == {"a-doji-hotaru"}
    assert card(chooses(match, "a-doji-hotaru"), "a-doji-hotaru").fate == 1


def test_night_raid_discards_as_many_cards_as_there_are_attackers() -> None:
    match = declared("night-raid", alice={"hand": ["ornate-fan"] * 3})
    match = answers(match, "b-night-raid", "province_revealed")
    assert question(match)[1] == (ALICE,)
    match = chooses(match, "a-ornate-fan")
    assert len(keys(match, ALICE, "hand")) == 2


def test_pilgrimage_stops_ring_effects_of_conflicts_at_it() -> None:
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True}
    provinces = {"provinces": ["pilgrimage", "secret-cache", *OTHERS[2:], "the-art-of-peace"]}
    elsewhere = attacked("pilgrimage", at="3.2.6", ring="air", slot=2, bob=provinces, **won)
    assert question(elsewhere)[0] == "ring-effect"
    elsewhere = acted(elsewhere, ALICE, ResolveRing("air", "gain-honor")).match
    there = attacked("pilgrimage", at="3.2.6", ring="air", slot=1, bob=provinces, **won)
    for match, honor in ((elsewhere, (12, 10)), (there, (10, 10))):
        assert question(match)[0] == "favor"
        assert pools(match, "honor") == honor
        assert [*rings_of(match)] == [("air", ALICE)]


def test_why_the_winner_is_not_asked_at_pilgrimage_names_the_card() -> None:
    provinces = {"provinces": ["pilgrimage", "secret-cache", *OTHERS[2:], "the-art-of-peace"]}
    bob = {**provinces, "hand": ["banzai"]}
    table = attacked("pilgrimage", ring="air", slot=1, bob=bob, winner=ALICE, loser=BOB).table
    said = UnaskedQuestion(question="ring-effect", step="3.2.6", asker=table.stack[-1])
    told = why_unasked(table, said, ALICE)
    assert told == Refusal("l5r.cancel.definition", {"winner": ALICE, "because_of": ["core/pilgrimage"]})
    assert why_unasked(table, said, BOB) is None


def test_rally_to_the_cause_changes_the_type() -> None:
    match = declared("rally-to-the-cause", bob={"play": [RONIN, "bayushi-liar"]})
    match = answers(match, "b-rally-to-the-cause", "province_revealed")
    assert (match.table.contest.kind, match.table.contest.ring) == ("political", "air")


def test_shameful_display_honors_one_of_two_participants_and_dishonors_the_other() -> None:
    match = uses(attacked("shameful-display"), "b-shameful-display")
    match = chooses(match, "a-doji-hotaru", "b-wandering-ronin")
    assert options(match) == {"a-doji-hotaru", "b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert (card(match, "a-doji-hotaru").dishonored, card(match, "b-wandering-ronin").honored) == (True, True)


def test_shameful_display_needs_two_participants() -> None:
    match = attacked("shameful-display", defenders="", bob={"hand": ["fine-katana"]})
    assert "b-shameful-display" not in offered(match, BOB)
