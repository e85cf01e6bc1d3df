"""3.2: what may be declared, what a declaration does, and when the attacked province is revealed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclareConflict
from domain.games.l5r.state import Ring
from domain.kernel.ids import Handle
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, USUAL, after, card, laid, passed_to, pools, question, refusal

OWN = [
    *("doji-hotaru", "political-rival", ("miya-mystic", {"bowed": True})),
    *("bayushi-liar", "seppun-guardsman", "unassuming-yojimbo"),
]
THEIRS = ["wandering-ronin", "political-rival", "seeker-initiate"]


def declaring(**said: Any) -> Match:
    has = {"alice": {"play": OWN, "hand": []}, "bob": {"play": THEIRS, "hand": []}, **said}
    return laid(ConflictPhase(at="3.1"), "conflict", **has)


def declare(*attackers: str, covert: dict[str, str] | None = None, **said: Any) -> DeclareConflict:
    fields = {"ring": "air", "kind": "political", "province": "2", **said}
    evading = {Handle(mine): Handle(theirs) for mine, theirs in (covert or {}).items()}
    return DeclareConflict(attackers=tuple(map(Handle, attackers)), covert=evading, **fields)


def broken(slots: tuple[int, ...]) -> dict[str, Any]:
    cards = [(id, {"broken": n in slots}) for n, id in enumerate(USUAL["provinces"], 1)]
    return {"play": THEIRS, "hand": [], "provinces": cards}


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (declare("a-doji-hotaru", kind="intrigue"), "l5r.conflict.declare-type-side"),
        (declare("a-doji-hotaru", ring="ice"), "l5r.conflict.declare-ring"),
        (declare("a-doji-hotaru", ring="water"), "l5r.conflict.declare-ring"),
        (declare("a-doji-hotaru", province="stronghold"), "l5r.break.stronghold-attackable"),
        (declare("a-doji-hotaru", province="6"), "l5r.conflict.declare-province"),
        (declare("a-doji-hotaru", province="1"), "l5r.conflict.declare-province"),
        (declare(), "l5r.conflict.declare-attackers-minimum"),
        (declare("a-miya-mystic"), "l5r.conflict.declare-attackers-ready"),
        (declare("b-wandering-ronin"), "l5r.conflict.declare-attackers-ready"),
        (declare("a-fine-katana"), "l5r.conflict.declare-attackers-ready"),
        (declare("a-seppun-guardsman-2"), "l5r.skill.dash-no-participation"),
        (declare("a-bayushi-liar", kind="military"), "l5r.skill.dash-no-participation"),
        (declare("a-doji-hotaru", "a-doji-hotaru"), "l5r.conflict.declare-attackers-ready"),
        (declare("a-doji-hotaru", covert={"a-doji-hotaru": "b-wandering-ronin"}), "l5r.keyword.covert-choose"),
        (declare("a-doji-hotaru", covert={"a-political-rival": "b-wandering-ronin"}), "l5r.keyword.covert-choose"),
        (declare("a-political-rival", covert={"a-political-rival": "b-political-rival"}), "l5r.keyword.covert-choose"),
        (declare("a-political-rival", covert={"a-political-rival": "a-doji-hotaru"}), "l5r.keyword.covert-choose"),
        (
            declare(
                *("a-political-rival", "a-unassuming-yojimbo"),
                covert={"a-political-rival": "b-seeker-initiate", "a-unassuming-yojimbo": "b-seeker-initiate"},
            ),
            "l5r.target.must-be-affectable",
        ),
    ],
)
def test_what_cannot_be_declared_is_refused_by_its_rule(command: DeclareConflict, rule: str) -> None:
    rings = CopyOnWriteMap(declaring().table.rings)
    rings.put("water", Ring(claimed_by=BOB))
    assert refusal(declaring(bob=broken((1,)), rings=rings), ALICE, command) == rule


def test_all_parts_of_a_declaration_happen_at_once() -> None:
    rings = CopyOnWriteMap(declaring().table.rings)
    rings.put("air", structs.replace(rings["air"], fate=3))
    match = declaring(rings=rings)
    covert = {"a-political-rival": "b-wandering-ronin"}
    match = after(match, (ALICE, declare("a-doji-hotaru", "a-political-rival", covert=covert)))
    now = match.table.contest
    assert (now.kind, now.ring, now.slot, now.attackers) == (
        *("political", "air", 2),
        ("a-doji-hotaru", "a-political-rival"),
    )
    assert now.evaded == ("b-wandering-ronin",)
    assert match.table.rings["air"] == Ring(side="political", contested=True)
    assert pools(match, "fate") == (8, 5)
    assert (match.table.players[ALICE].opportunities, match.table.players[ALICE].declared_political) == (1, True)
    assert [each.facedown for each in match.table.province_cards(BOB)] == [True, False, True, True, True]
    assert question(match) == ("defenders", (BOB,))
    assert not card(match, "a-doji-hotaru").bowed


def test_three_broken_provinces_open_the_one_under_the_stronghold() -> None:
    match = after(declaring(bob=broken((1, 3, 4))), (ALICE, declare("a-doji-hotaru", province="stronghold")))
    assert match.table.contest.slot == 5


@pytest.mark.parametrize(
    ("defenders", "rule"),
    [
        (("b-wandering-ronin",), "l5r.keyword.covert-evaded"),
        (("a-doji-hotaru",), "l5r.conflict.3-2-1-defenders"),
        (("b-seeker-initiate", "b-seeker-initiate"), "l5r.conflict.3-2-1-defenders"),
        (("b-keeper-initiate",), "l5r.conflict.3-2-1-defenders"),
        (("b-seppun-guardsman-2",), "l5r.skill.dash-no-participation"),
    ],
)
def test_who_cannot_defend_is_refused_by_its_rule(defenders: tuple[str, ...], rule: str) -> None:
    theirs = [*THEIRS, ("keeper-initiate", {"bowed": True}), "seppun-guardsman"]
    match = declaring(bob={"play": theirs, "hand": [], "dynasty_deck": ["savvy-politician"] * 4})
    covert = {"a-political-rival": "b-wandering-ronin"}
    match = after(match, (ALICE, declare("a-political-rival", covert=covert)))
    assert refusal(match, BOB, DeclareDefenders(tuple(map(Handle, defenders)))) == rule


def test_any_number_of_defenders_may_be_declared() -> None:
    match = passed_to(declaring(bob={"play": THEIRS}), "conflict")
    match = after(match, (ALICE, declare("a-doji-hotaru")))
    defenders = (Handle("b-seeker-initiate"), Handle("b-political-rival"))
    match = after(match, (BOB, DeclareDefenders(defenders)))
    assert match.table.contest.defenders == defenders
    assert question(match) == ("conflict.action", (BOB,))
