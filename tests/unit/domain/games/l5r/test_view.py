"""What a viewer sees: provinces by place, computed values, the conflict with its present totals."""

from __future__ import annotations

from typing import Any

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.kernel.ids import PUBLIC, Handle, Viewer
from tests.l5r_tables import ALICE, BOB, USUAL, conflict, laid

FRAMES = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.2"))
MATCH: dict[str, Any] = {
    "contest": conflict("political", attackers=(Handle("a-bayushi-liar"),)),
    "alice": {"play": ["bayushi-liar", ("ornate-fan", {"host": Handle("a-bayushi-liar")})]},
    "bob": {"play": [("doji-hotaru", {"honored": True, "fate": 2})], "faceup": ("core/manicured-garden",)},
}


def seen(viewer: Viewer) -> dict[str, Any]:
    match = laid(FRAMES, policy="public", **MATCH)
    found: dict[str, Any] = match.rules.view(match.table, viewer, judging=False)
    return found


def test_a_character_has_its_skills_a_dash_is_none() -> None:
    players = seen(PUBLIC)["players"]
    liar, fan = players[ALICE]["in_play"]
    assert (liar["military"], liar["political"], liar["glory"], liar["keywords"]) == (None, 5, 0, ["sincerity"])
    assert fan == {"card": "a-ornate-fan", "key": "core/ornate-fan", "host": "a-bayushi-liar"}
    (hotaru,) = players[BOB]["in_play"]
    assert (hotaru["military"], hotaru["political"], hotaru["honored"], hotaru["fate"]) == (6, 9, True, 2)


def test_the_conflict_is_told_with_the_totals_of_both_sides() -> None:
    now = seen(PUBLIC)["conflict"]
    assert (now["kind"], now["ring"], now["province"], now["attack"], now["defense"]) == (
        *("political", "fire", "1"),
        *(5, 0),
    )


def test_a_province_is_seen_by_its_face_and_its_owner() -> None:
    public, mine = seen(PUBLIC)["players"][BOB]["provinces"], seen(Viewer(BOB))["players"][BOB]["provinces"]
    assert public[0] == {
        "place": "1",
        "card": "b-manicured-garden",
        "key": "core/manicured-garden",
        "strength": 4,
    }
    assert public[1] == {"place": "2", "facedown": True}
    assert [each["key"].partition("/")[2] for each in mine] == USUAL["provinces"]
    lying = [{"place": place, "facedown": True} for place in ("1", "2", "3", "4")]
    assert seen(Viewer(BOB))["players"][BOB]["dynasty"] == seen(PUBLIC)["players"][BOB]["dynasty"] == lying
    assert seen(Viewer(ALICE))["players"][BOB]["provinces"] == public


def test_pools_and_counts_are_open() -> None:
    player = seen(PUBLIC)["players"][ALICE]
    assert (player["honor"], player["fate"], player["dial"], player["opportunities"]) == (10, 5, 0, 0)
    assert (player["hand"], player["deck"], player["dynasty_deck"]) == ({"count": 1}, {"count": 8}, {"count": 8})
