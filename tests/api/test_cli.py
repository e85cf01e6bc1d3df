"""`praetor match ...`: opening, looking, acting, and every error with its rule or field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.cli import DECKS, LANNISTER, STARK, Praetor, migrated, opened


def handles_of(praetor: Praetor, seat: str, area: str) -> list[dict[str, str]]:
    view = praetor.json("match", "show", "m-test", "--as", seat)["view"]
    cards: list[dict[str, str]] = view["players"][seat][area]["cards"]
    return cards


def test_a_missing_store_is_named_with_its_remedy(tmp_path: Path) -> None:
    told = Praetor(tmp_path).refuses("match", "show", "m-test")
    assert "praetor.db" in told
    assert "praetor migrate" in told


def test_wrong_settings_are_named(tmp_path: Path, monkeypatch: object) -> None:
    monkeypatch.setenv("PRAETOR_THREADS", "many")  # type: ignore[attr-defined]
    assert "PRAETOR_THREADS" in Praetor(tmp_path).refuses("migrate")


def test_a_match_is_opened_from_two_decks(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    told = praetor.json("match", "new", *DECKS)
    assert told["match"].startswith("m-")
    assert told["seats"] == ["alice", "bob"]
    assert told["wait"] == 1


def test_a_seat_sees_its_own_hand_and_only_counts_the_other(tmp_path: Path) -> None:
    shown = opened(tmp_path).does("match", "show", "m-test", "--as", "bob")
    alice, bob = shown.split("\nbob  ")
    assert "hand     7: hidden" in alice
    assert "hand     7: hidden" not in bob
    assert "House Lannister, Banner of the Stag" in bob


def test_what_the_public_is_shown_holds_no_handle_of_a_hidden_card(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    hidden = [card["card"] for seat in ("alice", "bob") for card in handles_of(praetor, seat, "hand")]
    shown = [
        praetor.does("match", command, "m-test", "--as", "public", *json_too)
        for command in ("show", "options", "window", "log")
        for json_too in ((), ("--json",))
    ]
    assert len(hidden) == 14
    assert not any(handle in text for handle in hidden for text in shown)


def test_the_seed_is_printed_to_nobody_but_the_complete_record(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    record = praetor.does("export", "m-test")
    seed = json.loads(record.splitlines()[0])["seed"]
    looks = [
        praetor.does("match", command, "m-test", "--as", viewer)
        for command in ("show", "options", "window", "log")
        for viewer in ("alice", "public", "judge", "admin")
    ]
    redacted = praetor.does("export", "m-test", "--as", "alice")
    assert len(seed) == 64
    assert not any(seed in text for text in (*looks, redacted))


def test_an_option_is_taken_by_its_number(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    praetor.does("match", "do", "m-test", "alice", '{"type": "decide_mulligan", "mulligan": false}')
    told = praetor.refuses("match", "do", "m-test", "bob", "1")
    assert "option 1 leaves mulligan to choose" in told
    assert "bob has no option 9" in praetor.refuses("match", "do", "m-test", "bob", "9")
    assert "alice is not awaited, bob is" in praetor.refuses("match", "do", "m-test", "alice", "1")


def test_a_mistyped_command_is_told_which_are_like_it(tmp_path: Path) -> None:
    told = opened(tmp_path).refuses("match", "do", "m-test", "alice", "conced")
    assert "like: concede" in told


def test_an_id_that_is_taken_is_named(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    position = tmp_path / "position.yaml"
    position.write_text("at: challenges.action\nplayers: {alice: {}, bob: {}}\n")
    told = praetor.refuses("match", "new", "--position", position, "--id", "m-test")
    assert "another match has the id m-test" in told


UNCODED = """
game: agot_lcg
cards:
  - {id: old-salt, type: character, faction: greyjoy, cost: 2, strength: 2, ability: [{kind: action, effect: sail}]}
position: {at: challenges.action, players: {alice: {play: [old-salt]}, bob: {}}}
"""


def test_a_match_with_cards_that_are_not_coded_says_of_which_house_they_are(tmp_path: Path) -> None:
    position = tmp_path / "position.yaml"
    position.write_text(UNCODED)
    told = opened(tmp_path).does("match", "new", "--position", position, "--id", "m-by-hand")
    assert "alice: abilities of greyjoy cards are not coded: resolve_manually, with consent" in told


def test_a_bare_word_is_a_command(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    told = praetor.does("match", "do", "m-test", "bob", "concede")
    assert "the match is over" in told
    assert "alice wins by concession (" in praetor.does("match", "window", "m-test")


def test_a_refusal_names_rule_title_text_and_what_shows_it(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    for seat in ("alice", "bob"):
        praetor.does("match", "do", "m-test", seat, '{"type":"decide_mulligan","mulligan":false}')
    dear = [card["card"] for card in handles_of(praetor, "alice", "hand") if "eddard" in card["key"]]
    hand = [card["card"] for card in handles_of(praetor, "alice", "hand") if "for-the" not in card["key"]]
    command = json.dumps({"type": "place_setup_cards", "cards": hand})
    told = praetor.refuses("match", "do", "m-test", "alice", command)
    assert "agot_lcg.setup.step-8-cost-limit-eight" in told
    assert "text     " in told
    assert "because  total: " in told
    assert f"Eddard Stark ({dear[0]})" in told


def test_a_refusal_is_json_where_json_is_asked_for(tmp_path: Path) -> None:
    problem = json.loads(opened(tmp_path).refuses("match", "do", "m-test", "bob", "pass", "--json"))
    assert problem["rule"]["id"] == "match.not-awaited"
    assert problem["rule"]["title"]
    assert problem["because"]["awaited"] == ["alice"]


def test_a_refused_command_stores_nothing(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    praetor.refuses("match", "do", "m-test", "bob", "pass")
    assert praetor.json("match", "show", "m-test")["version"] == 1


def test_a_command_of_a_wrong_shape_names_the_field(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    wrong = (
        '{"type":"decide_mulligan","mulligan":1}',
        '{"type":"decide_mulligan"',
        "dance",
        '{"type":"pass","x":1}',
    )
    told = [praetor.refuses("match", "do", "m-test", "alice", text) for text in wrong]
    assert all("command.shape" in each for each in told)
    assert "COMMAND: mulligan: expected true or false" in told[0]


@pytest.mark.parametrize(
    ("words", "field", "meant"),
    [
        (("match", "do", "m-test", "alice", '{"type": "decide_mulligan", "muligan": true}'), "muligan", "mulligan"),
        (("ask", "explain", "m-test", "alice", '{"type": "decide_mulligan", "muligan": true}'), "muligan", "mulligan"),
        (("event", "new", "One", "--regulation", "slip.json"), "regulation.titel", "title"),
    ],
)
def test_what_was_meant_is_said_with_the_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], field: str, meant: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slip.json").write_text('{"name": "ours", "titel": "Ours"}')
    told = opened(tmp_path).refuses(*words)
    assert f"field: {field}\n" in told
    assert f"meant: {meant}\n" in told


def test_an_answer_to_a_wait_that_has_gone_is_refused(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    keep = '{"type":"decide_mulligan","mulligan":false}'
    assert "the open wait is w1" in praetor.refuses("match", "do", "m-test", "alice", keep, "--wait", "w9")
    assert "--wait" in praetor.refuses("match", "do", "m-test", "alice", keep, "--wait", "soon")
    praetor.does("match", "do", "m-test", "alice", keep, "--wait", "w1")


def test_the_same_key_answers_the_same_and_another_command_under_it_is_refused(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    do = ("match", "do", "m-test", "alice", '{"type":"decide_mulligan","mulligan":false}', "--key", "k-1")
    assert praetor.json(*do) == praetor.json(*do)
    assert praetor.json("match", "show", "m-test")["version"] == 2
    told = praetor.refuses("match", "do", "m-test", "alice", "concede", "--key", "k-1")
    assert "idempotency.key-reused" in told


def test_a_game_without_a_board_has_no_picture(tmp_path: Path) -> None:
    assert "request.no-board" in opened(tmp_path).refuses("match", "board", "m-test")


def test_who_cannot_look_is_told_who_can(tmp_path: Path) -> None:
    told = opened(tmp_path).refuses("match", "show", "m-test", "--as", "carol")
    assert "--as" in told
    assert "alice, bob" in told


def test_an_unknown_match_or_version_is_named(tmp_path: Path) -> None:
    praetor = opened(tmp_path)
    assert "m-none" in praetor.refuses("match", "window", "m-none")
    assert "m-test, version 5" in praetor.refuses("match", "window", "m-test", "--at", 5)


def test_an_unreadable_deck_names_file_and_line(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.txt"
    faulty.write_text(STARK.read_text().replace("3x Eddard Stark", "3x Edard Stark"))
    praetor = migrated(tmp_path)
    told = praetor.refuses("match", "new", "--deck", f"alice={faulty}", "--deck", f"bob={LANNISTER}")
    assert "deck.unknown-card" in told
    assert "faulty.txt" in told
    assert "line 23" in told
    assert "Eddard Stark" in told


def test_an_unlawful_deck_is_refused_by_its_rule(tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text(STARK.read_text().replace("1x Confiscation", "2x Confiscation"))
    praetor = migrated(tmp_path)
    told = praetor.refuses("match", "new", "--deck", f"alice={short}", "--deck", f"bob={LANNISTER}")
    assert "agot_lcg.deckbuilding.plot-deck-seven" in told


def test_one_player_is_too_few(tmp_path: Path) -> None:
    told = migrated(tmp_path).refuses("match", "new", "--deck", f"alice={STARK}")
    assert "agot_lcg.joust.two-players" in told


def test_a_wrong_option_is_named(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    assert "--deck" in praetor.refuses("match", "new", "--deck", "alice")
    assert "--id" in praetor.refuses("match", "new", *DECKS, "--id", "x")
    assert "no-such-file" in praetor.refuses("match", "new", "--deck", f"alice={tmp_path / 'no-such-file'}")
    assert "match.unknown-policy" in praetor.refuses("match", "new", *DECKS, "--policy", "slow")


def test_a_match_is_opened_from_a_position(tmp_path: Path) -> None:
    position = tmp_path / "position.yaml"
    position.write_text("at: challenges.action\nplayers: {alice: {play: [eddard-stark]}, bob: {hand: 2}}\n")
    praetor = migrated(tmp_path)
    praetor.does("match", "new", "--position", position, "--id", "m-test")
    assert "Eddard Stark" in praetor.does("match", "show", "m-test", "--as", "public")
    assert "challenges.action" in praetor.does("match", "window", "m-test")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("at: challenges.action\nplayers: {alice: {play: [nobody]}, bob: {}}", 2, "position.players.alice.play[0]"),
        ("title: A case\nposition:\n  at: nowhere\n  players: {alice: {}, bob: {}}", 3, "position.at"),
        ("at: challenges.action\nplayers: [", 2, "a list that begins with [ is not closed"),
        ('game: agot_board\nplayers: 3\nat: "3.2"', 1, "beside it the keys of a position stand under `position:`"),
        ('at: "3.2"\nareas: {}\nplayers: {alice: {}}', 2, "game: missing, so it is read as a position of agot_lcg"),
        ("round: 1\nat: \0", 2, "the line has an invisible character"),
        ("at: &a [*a]", 1, "nested too deeply"),
        ("at: 2020-01-01\nplayers: {alice: {}, bob: {}}", 1, "'2020-01-01' is no window or step"),
    ],
)
def test_a_position_that_does_not_hold_names_the_line_and_the_field(
    tmp_path: Path, text: str, line: int, problem: str
) -> None:
    position = tmp_path / "position.yaml"
    position.write_text(text + "\n")
    told = migrated(tmp_path).refuses("match", "new", "--position", position)
    assert "position.invalid" in told
    assert f"line: {line}\n" in told
    assert problem in told
