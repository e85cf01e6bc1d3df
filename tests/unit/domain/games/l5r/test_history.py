"""What analysts read of bids, conflicts, passes and glory is what the facts of a match say."""

from __future__ import annotations

from functools import cache
from typing import Any

from domain.games.l5r.history import BidRow, ConflictRow, ConflictsReader, GloryRow, PassedConflictRow
from domain.games.l5r.state import SLOT_NAMES
from domain.kernel.history.nameless_texts import NameVeil
from domain.kernel.history.tables import MatchRow
from domain.match.history import read_match
from tests.judging.heard import Heard

SEATS = ("alice", "bob")


@cache
def played() -> Heard:
    """A match of several rounds; nobody may change what this gives."""
    match = Heard("l5r", 1)
    match.play(500)
    return match


@cache
def rows() -> tuple[MatchRow, ...]:
    """The rows of that match."""
    match = played()
    events = [match.events[version] for version in sorted(match.events)]
    veil = NameVeil(SEATS, {}, is_part=False)
    found = read_match("m-heard", events, match.match.rules, veil, lambda: (ConflictsReader(),))
    return tuple(each.row for each in found)


def facts(tag: str) -> list[dict[str, Any]]:
    """The facts of a kind, as they are stored."""
    return [fact for _, _, fact in played().facts() if fact["fact"] == f"l5r.{tag}"]


def seat(number: int | None) -> str:
    return SEATS[number - 1] if number else ""


def test_each_bid_stands_beside_that_of_the_other_player() -> None:
    told = [(seat, bid) for fact in facts("dials_revealed") for seat, bid in fact["bids"]]
    found = [each for each in rows() if isinstance(each, BidRow)]
    assert [(seat(each.seat), each.bid) for each in found] == told
    assert len(told) > 6
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert (one.against, other.against, one.duel) == (other.bid, one.bid, other.duel)


def test_each_conflict_has_its_declaration_and_its_result() -> None:
    declared = [fact["conflict"] for fact in facts("conflict_declared")]
    found = [each for each in rows() if isinstance(each, ConflictRow)]
    assert [(each.kind, each.ring, each.province, seat(each.attacker), seat(each.defender)) for each in found] == [
        (now["kind"], now.get("ring", "air"), SLOT_NAMES[now["slot"]], now["attacker"], now["defender"])
        for now in declared
    ]
    assert len(declared) > 6
    decided = facts("conflict_decided")
    told = [each for each in found if each.ended == "decided"]
    assert [(each.attack, each.defense, seat(each.winner)) for each in told] == [
        (fact["attack"]["value"], fact["defense"]["value"], fact.get("winner", "")) for fact in decided
    ]
    assert all(each.margin is None for each in found if each.winner != each.attacker)


def test_fate_of_a_ring_is_of_the_conflict_that_took_it() -> None:
    taken = [fact.get("fate", 0) for fact in facts("ring_contested")]
    assert [each.ring_fate for each in rows() if isinstance(each, ConflictRow)] == taken
    assert any(taken)


def test_only_the_attacked_province_breaks_in_a_conflict() -> None:
    found = [each for each in rows() if isinstance(each, ConflictRow)]
    broke = [each for each in found if each.broke]
    assert len(broke) == len(facts("province_broken")) > 0
    assert all(each.strength is not None and each.margin is not None for each in broke)
    assert all((each.margin or 0) >= (each.strength or 0) for each in broke)


def test_passes_and_counts_of_glory_have_their_rows() -> None:
    passed = [fact["seat"] for fact in facts("opportunity_used") if fact.get("passed")]
    assert [seat(each.seat) for each in rows() if isinstance(each, PassedConflictRow)] == passed
    assert passed
    glory = [
        (name, total["value"], name == fact.get("winner"))
        for fact in facts("glory_counted")
        for name, total in fact["totals"]
    ]
    assert [(seat(each.seat), each.glory, each.won) for each in rows() if isinstance(each, GloryRow)] == glory
    assert glory
