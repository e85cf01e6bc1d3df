"""3.2.3 to 3.2.8: who wins, what an unopposed conflict costs, when a province breaks, and the return home."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.conflict.outcome import comparison
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclineRing, DiscardFromBroken
from domain.games.l5r.state import Favor, L5rTable
from domain.kernel.ids import Handle
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, USUAL, after, card, conflict, keys, laid, pools, question, rings_of

HOTARU, RONIN = "doji-hotaru", "wandering-ronin"  # military 3 and 2, political 6 and 2
BOWED = {"bowed": True}


def resolving(mine: list[Any], theirs: list[Any], at: str = "3.2.3", kind: str = "military", **said: Any) -> Match:
    """A conflict in which all of these characters participate, from a step on."""
    sides = {"attackers": handles("a", mine), "defenders": handles("b", theirs)}
    contest = conflict(kind, **sides, **said.pop("fields", {}))
    has = {"alice": {"play": mine, **said.pop("alice", {})}, "bob": {"play": theirs, **said.pop("bob", {})}, **said}
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at=at))
    return laid(frames, contest=contest, **has)


def handles(whose: str, cards: list[Any]) -> tuple[Handle, ...]:
    ids = [each if isinstance(each, str) else each[0] for each in cards]
    return tuple(Handle(f"{whose}-{id}") for id in ids if id not in ("fine-katana", "ornate-fan"))


def compared(mine: list[Any], theirs: list[Any], kind: str = "military", **said: Any) -> tuple[int, int, str, int]:
    """The totals, the winner and the margin of such a conflict, before skill is compared."""
    table: L5rTable = resolving(mine, theirs, "3.2.2", kind, **said).table
    decided = comparison(table)
    return decided.attack.value, decided.defense.value, decided.winner, decided.margin


@pytest.mark.parametrize(
    ("mine", "theirs", "kind", "found"),
    [
        ([HOTARU], [RONIN], "military", (3, 2, ALICE, 1)),
        ([HOTARU], [RONIN], "political", (6, 2, ALICE, 4)),
        ([RONIN], [HOTARU], "military", (2, 3, BOB, 0)),
        ([RONIN], [RONIN], "military", (2, 2, ALICE, 0)),
        # nobody with a total of 0, or without a participant
        ([("doji-whisperer", {})], [], "military", (0, 0, "", 0)),
        ([(RONIN, BOWED)], [], "military", (0, 0, "", 0)),
        ([], [RONIN], "military", (0, 2, BOB, 0)),
        # a bowed participant adds nothing, its attachments neither
        ([(HOTARU, BOWED), RONIN], [RONIN], "military", (2, 2, ALICE, 0)),
        # an honored character adds its glory, a dishonored one loses it
        ([(HOTARU, {"honored": True})], [RONIN], "military", (6, 2, ALICE, 4)),
        ([(HOTARU, {"dishonored": True})], [RONIN], "political", (3, 2, ALICE, 1)),
        ([("brash-samurai", {"dishonored": True})], [RONIN], "political", (0, 2, BOB, 0)),
    ],
)
def test_the_higher_total_of_a_side_with_participants_wins_and_a_tie_is_the_attackers(
    mine: list[Any], theirs: list[Any], kind: str, found: tuple[int, int, str, int]
) -> None:
    assert compared(mine, theirs, kind) == found


def test_attachments_and_the_favor_of_this_type_count() -> None:
    armed = [RONIN, ("fine-katana", {"host": Handle("a-wandering-ronin"), **BOWED})]
    assert compared(armed, [RONIN])[:2] == (4, 2)
    assert compared(armed, [RONIN], favor=Favor(BOB, "military"))[:2] == (4, 3)
    assert compared(armed, [RONIN], favor=Favor(BOB, "political"))[:2] == (4, 2)
    assert compared([RONIN], [], favor=Favor(BOB, "military"))[:2] == (2, 0)
    # it counts for a side of bowed participants alone
    assert compared([(RONIN, BOWED)], [], favor=Favor(ALICE, "military")) == (1, 0, ALICE, 1)


def test_a_lost_conflict_without_a_participant_costs_the_defending_player_1_honor() -> None:
    assert pools(resolving([HOTARU], []), "honor") == (10, 9)
    assert pools(resolving([HOTARU], [RONIN]), "honor") == (10, 10)
    assert pools(resolving([], [RONIN]), "honor") == (10, 10)


def test_a_bowed_defender_opposes_all_the_same() -> None:
    assert pools(resolving([HOTARU], [(RONIN, BOWED)]), "honor") == (10, 10)


@pytest.mark.parametrize(("kind", "breaks"), [("political", True), ("military", False)])
def test_a_province_breaks_by_a_margin_of_its_strength(kind: str, breaks: bool) -> None:
    match = resolving([HOTARU], [], kind=kind)  # strength 4
    assert match.table.province(BOB, 1).broken == breaks
    assert question(match)[0] == ("broken-province" if breaks else "ring-effect")


def test_a_holding_and_the_stronghold_strengthen_their_province() -> None:
    guarded = {"holding": [("favorable-ground", {"slot": 1})], "row": [], "dynasty_deck": ["keeper-initiate"] * 9}
    two = [HOTARU, "doji-gift-giver"]  # political 8
    assert resolving([HOTARU], [RONIN], kind="political", bob=guarded).table.province(BOB, 1).broken is False
    assert resolving([HOTARU], [], kind="political", bob=guarded).table.province(BOB, 1).broken
    assert resolving([HOTARU], [RONIN], kind="political").table.province(BOB, 1).broken
    under: dict[str, Any] = {"fields": {"slot": 5}, "kind": "political"}
    assert resolving(two, [RONIN], **under).table.over.rule == "l5r.win.conquest"  # 4 and 2 of the stronghold
    assert resolving([HOTARU], [RONIN], **under).table.over is None


def test_the_attacking_player_may_discard_from_the_broken_province_which_is_refilled_then() -> None:
    match = resolving([HOTARU], [], kind="political")
    (there,) = match.table.in_slot(BOB, 1)
    assert there.facedown
    match = after(match, (ALICE, DiscardFromBroken((), 1)))
    assert keys(match, BOB, "dynasty_discard") == ["otomo-courtier"]
    (refill,) = match.table.in_slot(BOB, 1)
    assert (refill.key, refill.facedown) == ("core/keeper-initiate", True)
    kept = after(resolving([HOTARU], [], kind="political"), (ALICE, DiscardFromBroken((), 0)))
    assert [each.key for each in kept.table.in_slot(BOB, 1)] == ["core/otomo-courtier"]


def test_the_winner_claims_the_ring_and_all_participants_bow_and_go_home() -> None:
    match = resolving([RONIN], [HOTARU], alice={"hand": []}, bob={"hand": []})
    assert [*rings_of(match)] == [("fire", BOB)]
    assert match.table.contest is None
    won = after(resolving([HOTARU], [RONIN]), (ALICE, DeclineRing()))
    assert [*rings_of(won)] == [("fire", ALICE)]
    assert all(card(won, each).bowed for each in ("a-doji-hotaru", "b-wandering-ronin"))


def test_the_ring_returns_where_nobody_wins() -> None:
    match = resolving([("doji-whisperer", {})], [])
    assert match.table.contest is None
    assert "fire" in match.table.unclaimed_rings()


def test_who_breaks_the_province_under_the_stronghold_has_won_at_once() -> None:
    over = resolving([HOTARU, "doji-gift-giver"], [], kind="political", fields={"slot": 5}).table.over
    assert (over.winner, over.how) == (ALICE, "conquest")
    assert USUAL["provinces"][4] == "fertile-fields"
