"""The contest of a position: read where one is under way, written with names, laid with handles."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.contest import Contest
from domain.cardgame.positions.cards import PlainLaidCard
from domain.cardgame.positions.contests import ContestSection
from domain.cardgame.positions.named_cards import PositionNames
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import Handle, Seat, ZoneKey
from tests.examples.kites.game import rules

ALICE, BOB = Seat("alice"), Seat("bob")
SECTION = ContestSection("contest", ("sky", "sea"), "kite", "slot.entry-blocked")
LYING = {"wren": "alice.play", "heron": "bob.play", "lead-kite": "alice.hand", "old-marta": "alice.play"}
CARDS = {
    Handle(id): PlainLaidCard(Handle(id), f"first/{id}", Seat(area.partition(".")[0]), ZoneKey(area))
    for id, area in LYING.items()
}
NAMES = PositionNames(CARDS, (ALICE, BOB), rules.registry)
SENT = {"kind": "sky", "attacker": "alice", "attackers": ["wren"]}


def read(section: object, under_way: bool = True) -> Contest | None:
    document = DocumentNode("position", {} if section is None else {"contest": section})
    return SECTION.read(document, document.mapping(), "3.2.1", under_way, NAMES)


def test_a_contest_has_its_sides_and_the_other_player_defends() -> None:
    found = read({**SENT, "defenders": ["heron"]})
    assert found == Contest(0, "sky", ALICE, BOB, (Handle("wren"),), (Handle("heron"),))
    assert read(None, under_way=False) is None


@pytest.mark.parametrize(
    ("section", "under_way", "said"),
    [
        (None, True, "position.contest: missing, 3.2.1 lies inside a contest"),
        (SENT, False, "position.contest: none is under way at 3.2.1"),
        ({"kind": "sky", "attacker": "alice"}, True, "position.contest: attackers: missing"),
        ({**SENT, "attacker": "carol"}, True, "contest.attacker: 'carol' is none of alice, bob"),
        ({**SENT, "defender": "alice"}, True, "contest.defender: alice is the attacker (kites.launch.cards)"),
        ({**SENT, "kind": "see"}, True, "contest.kind: 'see' is none of sea, sky; did you mean sea?"),
        ({**SENT, "attackers": ["wern"]}, True, "the position has no card 'wern'; did you mean wren?"),
        ({**SENT, "attackers": ["old-marta"]}, True, "contest.attackers: old-marta is no kite"),
        ({**SENT, "attackers": ["wren", "wren"]}, True, "contest.attackers: wren is there twice"),
        ({**SENT, "attackers": ["lead-kite"]}, True, "lead-kite is not in play under the control of alice"),
        ({**SENT, "defenders": ["wren"]}, True, "contest.defenders: wren is not in play under the control of bob"),
        ({**SENT, "winner": "alice"}, True, "contest.winner: unknown key"),
    ],
)
def test_a_contest_that_cannot_be_has_its_place(section: dict[str, Any] | None, under_way: bool, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(section, under_way)
    assert said in str(caught.value)


def test_a_contest_is_written_with_names_and_without_cards_that_are_gone() -> None:
    now = Contest(7, "sky", ALICE, BOB, (Handle("h1"), Handle("gone")))
    written = SECTION.write(now, {Handle("h1"): "wren"})
    assert written == {"kind": "sky", "attacker": "alice", "defender": "bob", "attackers": ["wren"]}
    laid = SECTION.with_handles(Contest(0, "sky", ALICE, BOB, (Handle("wren"),)), 4, {Handle("wren"): Handle("h1")})
    assert laid == Contest(4, "sky", ALICE, BOB, (Handle("h1"),))
