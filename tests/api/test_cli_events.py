"""`praetor event`, and the guide that shows it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.tournaments.commands import COMMANDS_TO_TOURNAMENT
from domain.tournaments.regulation import regulations
from tests.api.cli import DECKS, Praetor, migrated
from tests.api.event_guide import GUIDE, run_again

STAFF = ("--staff", "hana=head-judge", "--staff", "jan=judge")


def event(folder: Path, *more: str) -> Praetor:
    """A store with an event whose players are enrolled."""
    praetor = migrated(folder)
    praetor.does("event", "new", "Friday", "--regulation", "cards-duel", "--id", "e-1", *STAFF, *more)
    praetor.does("event", "do", "e-1", json.dumps({"type": "enrol_players", "players": ["Ann", "Bert"]}))
    return praetor


def paired(folder: Path) -> Praetor:
    praetor = event(folder)
    path = folder / "round.csv"
    path.write_text("table,player_1,player_2\n1,Ann,Bert\n")
    praetor.does("event", "pairings", "e-1", 1, path, "--by", "hana")
    return praetor


def test_every_answer_of_the_guide_is_the_one_that_is_given() -> None:
    written = GUIDE.read_text()
    assert run_again(written) == written


def test_the_guide_names_every_command_value_and_regulation() -> None:
    text = GUIDE.read_text()
    named = [str(each.__struct_config__.tag) for each in COMMANDS_TO_TOURNAMENT]
    named += [value for game in GAMES.values() for value in game.measures.MEASURES]
    assert [each for each in (*named, *regulations()) if f"`{each}`" not in text] == []


def test_an_event_is_paired_and_exported(tmp_path: Path) -> None:
    praetor = paired(tmp_path)
    results = {"type": "report_result", "round": 1, "table": 1, "results": {"Ann": "loss", "Bert": "win"}}
    assert praetor.json("event", "do", "e-1", json.dumps(results), "--by", "jan") == {"event": "e-1", "entry": 4}
    assert [each["player"] for each in praetor.json("event", "standings", "e-1")] == ["Bert", "Ann"]
    rows = list(csv.DictReader(praetor.does("event", "export", "e-1", "results").splitlines()))
    assert [(each["player"], each["result"], each["points"]) for each in rows] == [
        ("Ann", "loss", "0"),
        ("Bert", "win", "5"),
    ]
    listed = json.loads(praetor.does("event", "export", "e-1", "standings", "--form", "json"))
    assert listed == praetor.json("event", "standings", "e-1")
    # the cells are those of the file that the API serves
    sheet = list(csv.DictReader(praetor.does("event", "export", "e-1", "standings").splitlines()))
    assert [(each["player"], each["schedule"], each["extended"]) for each in sheet] == [
        ("Bert", "0.000", "5.000"),
        ("Ann", "5.000", "0.000"),
    ]
    penalty = {"type": "give_penalty", "player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": "=1"}
    praetor.json("event", "do", "e-1", json.dumps(penalty), "--by", "jan")
    out = tmp_path / "penalties.csv"
    praetor.does("event", "export", "e-1", "penalties", "--out", out)
    assert out.read_text().startswith("penalty,player,round")
    [given] = csv.DictReader(out.read_text().splitlines())
    assert (given["round"], given["table"], given["text"]) == ("", "", "'=1")
    assert "report result round=1 table=1" in praetor.does("event", "show", "e-1")
    assert [each["office"] for each in praetor.json("event", "show", "e-1")["entries"]][-1] == "judge"


def test_a_new_head_judge_is_told_with_who_is_displaced(tmp_path: Path) -> None:
    praetor = event(tmp_path)
    appointed = json.dumps({"type": "appoint_staff", "actor": "ida", "office": "head-judge"})
    assert "hana, who was the head judge, is a judge now" in praetor.does("event", "do", "e-1", appointed)


def test_who_changes_a_result_is_told_which_rounds_were_paired_by_it(tmp_path: Path) -> None:
    praetor = paired(tmp_path)
    results = {"type": "report_result", "round": 1, "table": 1, "results": {"Ann": "loss", "Bert": "win"}}
    first = praetor.does("event", "do", "e-1", json.dumps(results), "--by", "jan")
    assert first == "e-1  entry 4  report_result\n"
    (tmp_path / "next.csv").write_text("table,player_1,player_2\n1,Ann,Bert\n")
    praetor.does("event", "pairings", "e-1", 2, tmp_path / "next.csv", "--by", "hana")
    changed = json.dumps({**results, "results": {"Ann": "win", "Bert": "loss"}, "reason": "misread"})
    told = "  round 2 was paired by another result: Ann loss and Bert win\n"
    ways = ("event", "do", "e-1", changed, "--by", "hana", "--key", "once")
    assert praetor.does(*ways) == f"e-1  entry 6  report_result\n{told}"
    praetor.does("event", "do", "e-1", json.dumps({"type": "start_round", "round": 2}), "--by", "hana")
    then = [{"round": 2, "results": {"Ann": "loss", "Bert": "win"}}]
    assert praetor.json(*ways) == {"event": "e-1", "entry": 6, "paired_by": then}


def test_wrong_lines_of_a_file_are_named(tmp_path: Path) -> None:
    praetor = event(tmp_path)
    path = tmp_path / "round.csv"
    path.write_text("table,player_1,player_2\n1,Ann,Zoe\nx,Bert,\n")
    said = praetor.refuses("event", "pairings", "e-1", 1, path)
    assert "judging.event.pairings-lines" in said
    assert "line 3" in said
    path.write_text("table,player_1,player_2\n\n1,Ann,Zoe\n")
    assert "line 3" in praetor.refuses("event", "pairings", "e-1", 1, path)
    path.write_text("table,player_1,player_2\n\n1,Ann,Bert\n\n2,Bert,\n")
    assert "line 5, field players, value Bert, problem stands in line 3 too" in praetor.refuses(
        "event", "pairings", "e-1", 1, path
    )
    assert praetor.json("event", "show", "e-1")["version"] == 2


def test_names_that_look_the_same_are_one_in_a_file_and_a_command(tmp_path: Path) -> None:
    praetor = event(tmp_path)
    enrol = {"type": "enrol_players", "players": ["Ren\u00e9e"]}
    praetor.does("event", "do", "e-1", json.dumps(enrol))
    told = "has the invisible character U+200B (zero width space) in place 4"
    said = praetor.refuses("event", "do", "e-1", json.dumps({**enrol, "players": ["Ann\u200b"]}))
    assert told in said
    assert "players" in said
    path = tmp_path / "round.csv"
    path.write_text("table,player_1,player_2\n1,Ann\u200b,Rene\u0301e\n")
    said = praetor.refuses("event", "pairings", "e-1", 1, path)
    assert told in said
    assert "line 2" in said
    path.write_text("table,player_1,player_2\n1,Ann,Rene\u0301e\n")
    praetor.does("event", "pairings", "e-1", 1, path)
    [table] = praetor.json("event", "show", "e-1")["entries"][-1]["command"]["tables"]
    assert table["players"] == ["Ann", "Ren\u00e9e"]


def test_the_standings_name_the_results_that_their_matches_do_not_have(tmp_path: Path) -> None:
    praetor = paired(tmp_path)
    praetor.does("match", "new", *DECKS, "--seed", 7, "--id", "m-1")
    praetor.does("event", "do", "e-1", json.dumps({"type": "seat_match", "round": 1, "table": 1, "match": "m-1"}))
    assert "at odds" not in praetor.does("event", "standings", "e-1")
    results = {"type": "report_result", "round": 1, "table": 1, "results": {"Ann": "win", "Bert": "loss"}}
    praetor.does("event", "do", "e-1", json.dumps(results), "--by", "jan")
    said = "round 1, table 1: the result is at odds with the match, which"
    assert f"{said} is not over" in praetor.does("event", "standings", "e-1")
    praetor.does("match", "do", "m-1", "alice", "concede")
    assert f"{said} Bert has won" in praetor.does("event", "standings", "e-1")


def test_pairings_that_take_a_match_from_its_table_are_imported_with_a_reason(tmp_path: Path) -> None:
    praetor = paired(tmp_path)
    praetor.does("match", "new", *DECKS, "--seed", 7, "--id", "m-1")
    seat = {"type": "seat_match", "round": 1, "table": 1, "match": "m-1"}
    praetor.does("event", "do", "e-1", json.dumps(seat))
    again = ("event", "pairings", "e-1", 1, tmp_path / "round.csv", "--by", "hana")
    assert "judging.event.match-stays" in praetor.refuses(*again)
    praetor.does(*again, "--reason", "Its match was lost.")
    assert praetor.json("event", "show", "e-1")["entries"][-1]["command"]["reason"] == "Its match was lost."


@pytest.mark.parametrize("said", ["\u200b", "\u3164", "\u2800"])
def test_what_nobody_sees_is_no_name_and_no_reason(tmp_path: Path, said: str) -> None:
    praetor = paired(tmp_path)
    assert "printable characters" in praetor.refuses("token", "--scope", "judge", "--name", said)
    assert "--name" in praetor.refuses("token", "--scope", "judge", "--name", f"jo{said}")
    given = {"type": "give_time", "round": 1, "table": 1, "seconds": 60, "reason": said}
    assert "judging.ruling.cites-rules" in praetor.refuses("event", "do", "e-1", json.dumps(given), "--by", "hana")
    assert "name: expected words" in praetor.refuses("event", "new", said, "--regulation", "cards-duel", *STAFF)


def test_nobody_is_appointed_by_a_name_in_which_no_key_could_act(tmp_path: Path) -> None:
    praetor = event(tmp_path)
    praetor.does("token", "--scope", "judge", "--name", "jo")

    def appoints(actor: str, office: str) -> tuple[object, ...]:
        return ("event", "do", "e-1", json.dumps({"type": "appoint_staff", "actor": actor, "office": office}))

    said = praetor.refuses(*appoints("Jo", "judge"))
    assert "actor: no judge's key has the name “Jo”, but one has “jo”" in said
    assert "but one has “jo”" in praetor.refuses(*appoints("j\u043e", "judge"))  # a Cyrillic letter
    assert "judging.event.office" in praetor.refuses(*appoints("Jo", "judge"), "--by", "hana")
    assert "has a judge's key and no head judge's" in praetor.refuses(*appoints("jo", "head-judge"))
    new = ("event", "new", "Two", "--regulation", "cards-duel", "--id", "e-2", "--staff")
    assert "--staff: no judge's key has the name “JO”, but one has “jo”" in praetor.refuses(*new, "JO=judge")
    assert "head judge's" in praetor.refuses(*new, "jo=head-judge")
    assert praetor.json("event", "show", "e-1")["version"] == 2
    for actor, office in (("jo", "judge"), ("Nobody Yet", "judge"), ("jo", "none")):
        praetor.does(*appoints(actor, office))
    praetor.does(*new, "jo=judge")


def test_a_command_under_a_key_is_done_once(tmp_path: Path) -> None:
    praetor = paired(tmp_path)
    drop = ("event", "do", "e-1", '{"type": "drop_player", "player": "Ann"}', "--by", "jan", "--key", "k")
    assert praetor.json(*drop) == praetor.json(*drop) == {"event": "e-1", "entry": 4}
    other = (*drop[:3], '{"type": "drop_player", "player": "Bert"}', *drop[4:])
    assert "idempotency.key-reused" in praetor.refuses(*other)


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    praetor = event(tmp_path)
    new = ("event", "new", "Two", "--regulation")
    assert "cards-duel-ten" in praetor.refuses(*new, "none")
    assert "--staff" in praetor.refuses(*new, "cards-duel", "--staff", "jan")
    assert "--id" in praetor.refuses(*new, "cards-duel", "--id", "two")
    assert "judging.event.regulation-fits" in praetor.refuses(*new, "cards-duel", "--game", "agot_board")
    assert "another" in praetor.refuses(*new, "cards-duel", "--id", "e-1")
    assert "--by" in praetor.refuses("event", "do", "e-1", "end_event", "--by", "zoe")
    assert "judging.event.office" in praetor.refuses("event", "do", "e-1", "end_event", "--by", "jan")
    assert "COMMAND" in praetor.refuses("event", "do", "e-1", "win")
    assert "COMMAND" in praetor.refuses("event", "do", "e-1", "{")
    assert "e-none" in praetor.refuses("event", "standings", "e-none")


def test_a_regulation_may_be_a_file(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    path = tmp_path / "ours.json"
    path.write_text('{"name": "ours"}')
    assert "title" in praetor.refuses("event", "new", "One", "--regulation", path)
    path.write_text("{")
    assert "--regulation" in praetor.refuses("event", "new", "One", "--regulation", path)


def test_the_board_game_has_its_own_regulation(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    praetor.does("event", "new", "League", "--game", "agot_board", "--regulation", "board-league", "--id", "e-2")
    assert praetor.json("event", "show", "e-2")["entries"][0]["command"]["game"] == "agot_board"
