"""The board game on the command line: opened, looked at, acted in, told, simulated, verified, exported, imported."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
import yaml

from domain.games import GAMES
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import Viewer
from service.migrate import migrate
from service.present.text.names import CardTitles
from service.present.text.table import match_table_lines
from service.present.text.window import window_lines
from service.settings import Settings
from service.wiring import matches_of
from tests.api.cli import DECKS, Praetor, migrated
from tests.api.serving import serving
from tests.patience import PATIENCE

SIX = ("stark=Ann", "baratheon=Bob", "lannister=Cle", "greyjoy=Dan", "tyrell=Eve", "martell=Fay")
SEATED = [word for seat in SIX for word in ("--seat", seat)]
NEW = ("match", "new", "--game", "agot_board", "--id", "m-board", "--seed", 7)


def opened(folder: Path) -> Praetor:
    praetor = migrated(folder)
    praetor.does(*NEW, *SEATED, "--option", "tides_of_battle=true")
    return praetor


def test_a_match_is_opened_with_houses_and_options(tmp_path: Path) -> None:
    told = migrated(tmp_path).does(*NEW, *SEATED, "--option", "rule_set=faq-2.0", "--option", "tides_of_battle=true")
    assert told.startswith("m-board  v1  stark (Ann), baratheon (Bob), lannister (Cle)")
    shown = Praetor(tmp_path).does("match", "show", "m-board")
    assert "rule set FAQ 2.0, Tides of Battle" in shown


def test_houses_are_drawn_for_players(tmp_path: Path) -> None:
    players = [word for name in ("Ann", "Bob", "Cle") for word in ("--seat", f"={name}")]
    drawn = migrated(tmp_path).json(*NEW, *players, "--option", "houses=drawn")
    assert sorted(drawn["players"].values()) == ["Ann", "Bob", "Cle"]
    assert drawn["players"].keys() == set(drawn["seats"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seat", "stark"), "agot_board.overview.players-and-houses"),
        (("--seat", "stark", "--option", "tides"), "--option: 'tides' is not NAME=VALUE"),
        ((*SEATED, "--option", "colour=red"), "match.option"),
        ((*SEATED, "--deck", DECKS[1]), "field: deck"),
        ((*SEATED, "--position", "nowhere.yaml"), "a position names its own seats; leave --seat out"),
    ],
)
def test_what_cannot_be_opened_is_named(tmp_path: Path, words: tuple[object, ...], says: str) -> None:
    assert says in migrated(tmp_path).refuses(*NEW, *words)


def test_a_game_with_decks_takes_no_seats_without(tmp_path: Path) -> None:
    refused = migrated(tmp_path).refuses("match", "new", *DECKS, "--seat", "stark=Ann")
    assert "--seat: in agot_lcg seats bring decks" in refused
    assert "match.option" in migrated(tmp_path).refuses("match", "new", *DECKS, "--option", "tides_of_battle=true")


def test_a_house_reads_what_it_may_answer_and_answers_in_secret(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    told = praetor.does("match", "options", "m-board", "--as", "stark")
    [example] = [line.partition("e.g. ")[2] for line in told.splitlines() if "e.g. " in line]
    assert "tyrell may: for tyrell and the judges to know" in told
    said = praetor.does("match", "do", "m-board", "stark", example)
    assert "orders " in said.splitlines()[0]
    assert "(answered: stark)  in secret" in praetor.does("match", "window", "m-board", "--as", "public")
    assert "2.1      stark has answered in secret" in praetor.does("match", "log", "m-board", "--as", "tyrell")
    assert "answer" not in praetor.does("match", "log", "m-board", "--as", "tyrell", "--from", 2, "--json")


def test_the_board_is_drawn_into_a_file_or_printed(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    praetor.does("match", "board", "m-board", "--as", "stark", "--at", 1, "--out", tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")
    assert praetor.does("match", "board", "m-board", "--as", "stark") == (tmp_path / "board.svg").read_text()


def test_matches_of_every_number_of_houses_are_played_told_and_verified(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    for seats in (3, 4, 5, 6):
        praetor.does("simulate", "--game", "agot_board", "--seats", seats, "--matches", 1, "--jobs", 1)
    names = ["m-sim-agot-board-3-1-public-1", "m-sim-agot-board-1-public-1"]
    assert all("the match is over: " in praetor.does("replay", name) for name in names)
    assert praetor.does("match", "log", names[0], "--windows").splitlines()[-1] == "0 windows, 0 of them used"
    assert praetor.does("verify", "--jobs", 1).splitlines()[-1].startswith("4 matches,")
    assert "agot_board.overview.players-and-houses" in praetor.refuses(
        "simulate", "--game", "agot_board", "--seats", 7, "--matches", 1, "--jobs", 1
    )


def test_a_match_is_played_through_the_api(tmp_path: Path) -> None:
    praetor = Praetor(tmp_path)
    with serving(praetor.db, tmp_path) as served:
        line = ("simulate", "--game", "agot_board", "--seats", 3, "--matches", 1, "--jobs", 1)
        assert praetor.json(*line, "--url", served.url, "--key", served.key)["matches"] == 1
    assert praetor.does("verify", "--jobs", 1).splitlines()[-1].startswith("1 matches,")


def test_simulated_matches_of_all_games_stand_side_by_side(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    for game in GAMES:
        assert "1 matches" in praetor.does("simulate", "--game", game, "--matches", 1, "--jobs", 1)
    assert praetor.does("verify", "--jobs", 1).splitlines()[-1].startswith(f"{len(GAMES)} matches,")


def test_a_record_is_written_and_brought_in(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    praetor, other = opened(tmp_path), migrated(tmp_path / "other")
    praetor.does("export", "m-board", "--out", tmp_path / "record")
    assert "brought in" in other.does("import", tmp_path / "record")
    assert other.does("export", "m-board") == praetor.does("export", "m-board")


def test_a_position_file_of_the_board_opens_a_match(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    matches = matches_of(Settings(db=praetor.db, store_timeout=PATIENCE))
    match = matches.fresh("m-board")
    matches.close()
    written = {"game": "agot_board", "position": GAMES["agot_board"].position_of(match.table)}
    (tmp_path / "board.yaml").write_text(yaml.safe_dump(msgspec.to_builtins(written), sort_keys=False))
    praetor.does("match", "new", "--position", tmp_path / "board.yaml", "--id", "m-again")
    shown = [praetor.does("match", "show", name).splitlines()[1:-1] for name in ("m-board", "m-again")]
    assert shown[0] == shown[1]


def test_every_version_can_be_shown_to_everybody(tmp_path: Path) -> None:
    """Nothing that a match can come to breaks the words."""
    praetor = Praetor(tmp_path)
    migrate(Settings(db=praetor.db, store_timeout=PATIENCE))
    praetor.does("simulate", "--game", "agot_board", "--seats", 5, "--matches", 2, "--jobs", 1)
    matches = matches_of(Settings(db=praetor.db, store_timeout=PATIENCE))
    for listed in matches.list_matches():
        for _, match in matches.replay(listed.match_id):
            for viewer in map(Viewer, ("stark", "public", "judge")):
                names = CardTitles(match.rules.pool.cards)
                names.look_at(match.table, viewer)
                assert list(match_table_lines(match, viewer, names, judging=False))
                assert list(window_lines(describe_open_window(match.rules, match.table, viewer), names))
    matches.close()
