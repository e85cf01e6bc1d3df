"""The strongholds: each bows for its effect, in its moment, on what it may affect."""

from __future__ import annotations

from typing import Any

from domain.cardgame.commands import InitiateAction
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.l5r_cards import (
    ALICE,
    BOB,
    card,
    chooses,
    glory_of,
    in_conflict,
    in_phase,
    offered,
    options,
    refused,
    selects,
    skills,
    uses,
)
from tests.l5r_tables import pools

HOTARU, RONIN = "doji-hotaru", "wandering-ronin"  # 3/6 with glory 3; 2/2 with glory 0


def fight(stronghold: str, kind: str = "military", seat: str = "alice", **said: Any) -> Match:
    """Two characters of Alice, one of which attacks, against the Ronin of Bob, who defends."""
    alice = {"play": [HOTARU, RONIN], **said.pop("alice", {})}
    bob = {"play": [RONIN], **said.pop("bob", {})}
    {"alice": alice, "bob": bob}[seat]["stronghold"] = stronghold
    return in_conflict(kind, "a-doji-hotaru", "b-wandering-ronin", alice=alice, bob=bob, **said)


def test_shiro_nishiyama_strengthens_own_defenders_only() -> None:
    match = uses(fight("shiro-nishiyama", seat="bob"), "b-shiro-nishiyama")
    assert (skills(match, "b-wandering-ronin"), skills(match, "a-doji-hotaru")) == ((3, 3), (3, 6))
    assert card(match, "b-shiro-nishiyama").bowed


def test_shiro_nishiyama_is_of_no_use_to_an_attacker_or_out_of_a_conflict_or_bowed() -> None:
    assert "a-shiro-nishiyama" not in offered(fight("shiro-nishiyama"), ALICE)
    match = in_phase("conflict", bob={"stronghold": "shiro-nishiyama", "play": [RONIN]})
    assert "b-shiro-nishiyama" not in offered(match, BOB)
    match = uses(fight("shiro-nishiyama", seat="bob", alice={"hand": ["fine-katana"]}), "b-shiro-nishiyama")
    assert "b-shiro-nishiyama" not in offered(match, BOB)


def test_shizuka_toshi_bows_a_participant_of_little_political_skill() -> None:
    match = uses(fight("shizuka-toshi", "political"), "a-shizuka-toshi")
    assert options(match) == {"b-wandering-ronin"}
    assert card(chooses(match, "b-wandering-ronin"), "b-wandering-ronin").bowed


def test_shizuka_toshi_needs_a_political_conflict_and_a_ready_participant() -> None:
    assert "a-shizuka-toshi" not in offered(fight("shizuka-toshi"), ALICE)
    bowed = {"play": [(RONIN, {"bowed": True})], "hand": ["fine-katana"]}
    assert "a-shizuka-toshi" not in offered(fight("shizuka-toshi", "political", bob=bowed), ALICE)


def test_mountains_anvil_castle_counts_attachments() -> None:
    on = {"host": Handle("a-doji-hotaru")}
    for armed, gained in ((["fine-katana"], (6, 7)), (["fine-katana", "ornate-fan"], (7, 10))):
        alice = {"play": [HOTARU, RONIN, *((each, on) for each in armed)]}
        match = uses(fight("mountain-s-anvil-castle", alice=alice), "a-mountain-s-anvil-castle")
        match = chooses(match, "a-doji-hotaru")
        assert skills(match, "a-doji-hotaru") == gained
    assert "a-mountain-s-anvil-castle" not in offered(fight("mountain-s-anvil-castle"), ALICE)


def test_yojin_no_shiro_strengthens_own_attackers_only() -> None:
    match = uses(fight("yojin-no-shiro"), "a-yojin-no-shiro")
    assert skills(match, "a-doji-hotaru") == (4, 6)
    assert skills(match, "a-wandering-ronin") == (2, 2)
    assert "b-yojin-no-shiro" not in offered(fight("yojin-no-shiro", seat="bob"), BOB)


def test_isawa_mori_seido_raises_glory_until_the_end_of_the_phase() -> None:
    match = in_phase("conflict", alice={"stronghold": "isawa-mori-seido", "play": [HOTARU]}, bob={"play": [RONIN]})
    match = uses(match, "a-isawa-mori-seido")
    assert options(match) == {"a-doji-hotaru", "b-wandering-ronin"}
    match = chooses(match, "b-wandering-ronin")
    assert glory_of(match, "b-wandering-ronin") == 2
    assert [each.until for each in match.table.lasting.values()] == ["phase"]


def test_city_of_the_open_hand_takes_honor_of_the_more_honorable_or_gains_it() -> None:
    said = {"alice": {"stronghold": "city-of-the-open-hand", "honor": 5}}
    for option, honor in (("opponent", (5, 9)), ("you", (6, 10))):
        match = selects(uses(in_phase("draw", **said), "a-city-of-the-open-hand"), option)
        assert pools(match, "honor") == honor
    said["alice"]["honor"] = 10
    assert "a-city-of-the-open-hand" not in offered(in_phase("draw", **said), ALICE)


def test_golden_plains_outpost_moves_own_cavalry_to_a_military_conflict() -> None:
    alice = {"play": [HOTARU, "border-rider", RONIN]}
    match = uses(fight("golden-plains-outpost", alice=alice), "a-golden-plains-outpost")
    assert options(match) == {"a-border-rider"}
    match = chooses(match, "a-border-rider")
    assert match.table.contest.attackers == ("a-doji-hotaru", "a-border-rider")
    assert "a-golden-plains-outpost" not in offered(fight("golden-plains-outpost", "political", alice=alice), ALICE)


def test_a_bowed_stronghold_is_refused() -> None:
    hands: dict[str, Any] = {seat: {"hand": ["fine-katana"]} for seat in ("alice", "bob")}
    match = uses(fight("yojin-no-shiro", **hands), "a-yojin-no-shiro")
    command = InitiateAction(Handle("a-yojin-no-shiro"), 0)
    assert refused(match, BOB, command) == "l5r.action.who-and-when"
