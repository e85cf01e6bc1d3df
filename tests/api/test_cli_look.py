"""Windows, ledger, log and replay of a match: what a judge looks up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.flow.priority_windows import Window
from domain.match.aggregate import Match, decode_event
from projections.windows.fold import LedgerRow, Stack, fold_ledger
from service.settings import Settings
from service.wiring import matches_of
from tests.api.cli import PLAYED, Praetor, migrated, simulated

PROVINCES = ("ancestral-lands", "the-art-of-war", "entrenched-position", "restoration-of-balance")


@pytest.fixture(scope="module")
def praetor(tmp_path_factory: pytest.TempPathFactory) -> Praetor:
    return simulated(tmp_path_factory.mktemp("look"))


def versions(praetor: Praetor) -> Iterator[tuple[Match, object]]:
    matches = matches_of(Settings(db=praetor.db))
    for recorded, match in matches.replay(PLAYED):
        yield match, decode_event(match, recorded.payload)
    matches.close()


def test_the_ledger_equals_the_real_stack_at_every_version(praetor: Praetor) -> None:
    stack = Stack()
    for match, event in versions(praetor):
        stack.take(match.version, event)
        real = [frame for frame in match.table.stack if isinstance(frame, Window) and frame.opened]
        assert [(row.kind, row.name, row.first) for row in stack.open] == [
            (frame.kind, frame.name, frame.first) for frame in real
        ], match.version


def test_every_offer_of_a_window_is_answered_by_its_seat_or_the_window_is_still_open(
    praetor: Praetor,
) -> None:
    for row in rows(praetor):
        for offer in row.offers:
            answered = [each for each in row.deeds if each.seat == offer.seat and each.how in ("own", "acted")]
            assert answered or row.how in ("open", "match over"), row


def rows(praetor: Praetor) -> list[LedgerRow]:
    return fold_ledger((match.version, event) for match, event in versions(praetor))


def test_the_ledger_shows_what_was_offered_to_those_who_may_know(praetor: Praetor) -> None:
    judge = praetor.json("match", "log", PLAYED, "--windows", "--as", "judge")
    public = praetor.json("match", "log", PLAYED, "--windows", "--as", "public")
    assert len(judge) == len(public) > 20
    assert all("may" in offer for row in judge for offer in row["offers"])
    assert not any("may" in offer for row in public for offer in row["offers"])


def test_the_ledger_of_a_stretch_begins_with_the_windows_that_were_open(praetor: Praetor) -> None:
    told = praetor.does("match", "log", PLAYED, "--windows", "--from", 30, "--to", 40)
    shown = [row.id for row in rows(praetor) if row.id in told.split()]
    assert shown
    assert all(int(each.partition(".")[0]) <= 40 for each in shown)


def test_a_window_says_kind_step_priority_and_options_with_rules(praetor: Praetor) -> None:
    version = next(match.version for match, _ in versions(praetor) if is_marshalling(match))
    told = praetor.does("match", "window", PLAYED, "--at", version)
    assert "ACTION  marshalling.action  step 3.2" in told
    assert "priority" in told
    assert "(first " in told
    assert "nesting   round > marshalling phase at step 3.2 > marshalling.action window" in told
    assert "by agot_lcg.step.3-window-active-marshals: " in told


def is_marshalling(match: Match) -> bool:
    waiting = match.table.waiting
    return waiting is not None and waiting.question == "marshalling.action"


def test_options_of_others_are_not_told(praetor: Praetor) -> None:
    match = next(match for match, _ in versions(praetor) if is_marshalling(match))
    (holder,) = match.table.waiting.seats
    other = next(seat for seat in match.table.seats if seat != holder)
    for command in ("window", "options"):
        told = praetor.does("match", command, PLAYED, "--at", match.version, "--as", other)
        assert f"{holder} may: for {holder} and the judges to know" in told
        assert "options" not in told.replace("options of", "")
        assert "marshal_" not in told


def test_the_replay_goes_round_by_round_to_the_end(praetor: Praetor) -> None:
    told = praetor.does("replay", PLAYED)
    rounds = [line for line in told.splitlines() if line.startswith("Round ")]
    assert rounds == [f"Round {n}" for n in range(1, len(rounds) + 1)]
    assert "the match is over: " in told.splitlines()[-1]


def test_the_replay_at_a_version_ends_with_the_table_there(praetor: Praetor) -> None:
    told = praetor.does("replay", PLAYED, "--at", 40, "--as", "public")
    assert "The table at v40" in told
    assert "hidden" in told


def test_the_log_names_each_fact_by_its_place(praetor: Praetor) -> None:
    told = praetor.does("match", "log", PLAYED, "--from", 10, "--to", 12)
    assert [line.split()[0] for line in told.splitlines() if line.startswith("v")] == ["v10", "v11", "v12"]
    assert "  11.1 " in told


def test_a_match_that_is_over_has_no_window(praetor: Praetor) -> None:
    assert "no window is open" in praetor.does("match", "window", PLAYED)
    assert praetor.json("match", "window", PLAYED)["open"] is False
    assert "match.over" in praetor.refuses("match", "do", PLAYED, "alice", "pass")


def test_every_version_can_be_shown_to_everybody(praetor: Praetor) -> None:
    """Nothing that a match can come to breaks the words."""
    from domain.kernel.flow.open_windows import describe_open_window
    from domain.kernel.ids import Viewer
    from service.present.text.names import CardTitles
    from service.present.text.table import match_table_lines
    from service.present.text.window import window_lines

    for match, _ in versions(praetor):
        for viewer in map(Viewer, ("alice", "public", "judge")):
            names = CardTitles(match.rules.pool.cards)
            names.look_at(match.table, viewer)
            assert list(match_table_lines(match, viewer, names, judging=False))
            assert list(window_lines(describe_open_window(match.rules, match.table, viewer), names))


def test_options_say_which_provinces_a_seat_may_choose_and_what_lies_there(tmp_path: Path) -> None:
    provinces = [{"card": card, "facedown": True, "dynasty": ["eager-scout"]} for card in PROVINCES]
    rows = [*provinces, {"card": "kuroi-mori", "facedown": True}]
    bob = {"honor": 9, "fate": 3, "hand": ["iuchi-wayfinder"], "provinces": rows}
    position = {"at": "conflicts.action", "players": {"alice": {"honor": 9, "provinces": rows}, "bob": bob}}
    scenario = {"game": "l5r", "title": "Places", "rules": [], "position": position, "steps": []}
    (tmp_path / "places.yaml").write_text(json.dumps(scenario), encoding="utf-8")
    praetor = migrated(tmp_path)
    praetor.does("match", "new", "--position", tmp_path / "places.yaml", "--id", "m-places")
    for kind in ("play_character", "use_reaction"):
        forms = praetor.json("match", "options", "m-places", "--as", "bob")["options"]["bob"]["forms"]
        form = next(each for each in forms if each["type"] == kind)
        command = {"fate": 0, "to": "home"} if kind == "play_character" else {}
        praetor.does("match", "do", "m-places", "bob", json.dumps({"type": kind, **command, **form["fixed"]}))
    said = praetor.does("match", "options", "m-places", "--as", "bob")
    assert "    their-2 is province 2 of alice, facedown province: Eager Scout" in said
    assert "kuroi" not in said.lower().partition("their-stronghold is ")[2]
