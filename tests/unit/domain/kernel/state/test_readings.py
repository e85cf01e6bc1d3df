"""Rules that can be read in several ways: the data of each game, and how a match is opened with a reading."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.games import GAMES
from domain.kernel.state.readings import ReadingsError, load_readings
from domain.match.aggregate import Refused, open_match
from domain.match.events import OpenMatch
from service.files.documents import documents
from service.tools.bench import demo_opening
from tests.api.cli import ROOT

TWO_NEEDED = "a.b: the default and another reading are needed"
ENGINES = "agot_board.ruling.siege-engine-casualties"
READINGS = [
    (game, rule, word) for game in GAMES for rule, each in GAMES[game].rules.readings.items() for word in each.readings
]


@pytest.mark.parametrize(("game", "rule", "word"), READINGS)
def test_every_reading_has_a_scenario(game: str, rule: str, word: str) -> None:
    """A reading that no code carries out would have no scenario that differs from the default's."""
    default = GAMES[game].rules.readings[rule].default
    values = (each.value.value for each in documents(ROOT / "tests" / "scenarios" / game / "readings.yaml"))
    shown = [each for each in values if isinstance(each, dict) and rule in each["rules"]]
    assert [each for each in shown if each.get("readings", {}).get(rule, default) == word]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('["a.rule"]\ndefault = "one"\nreadings = {one = "1", two = "2"}', "no rule a.rule"),
        (
            '["a.b"]\ndefault = "three"\nreadings = {one = "1", two = "2"}',
            TWO_NEEDED,
        ),
        ('["a.b"]\ndefault = "one"\nreadings = {one = "1"}', TWO_NEEDED),
        ('["a.b"]\nreadings = {}', "not a table of readings"),
        ("[", "not a table of readings"),
    ],
)
def test_readings_that_do_not_hold_are_told(text: str, problem: str) -> None:
    with pytest.raises(ReadingsError, match=problem):
        load_readings(text, ("a.b",))


def opened(readings: dict[str, str]) -> OpenMatch:
    return structs.replace(demo_opening(game="agot_board"), readings=readings)


def open_with(readings: dict[str, str]) -> bytes:
    envelope = {"key": "open", "actor": "organizer", "at": "", "action_id": "a-1"}
    return open_match("m-1", opened(readings), seed=bytes(32), **envelope).payload


def test_a_record_names_a_reading_only_where_it_is_not_the_default() -> None:
    plain, chosen = open_with({}), open_with({ENGINES: "destroyed-first"})
    assert b"readings" not in plain
    assert (
        b'"fact":"kernel.readings_chosen","readings":{"agot_board.ruling.siege-engine-casualties":"destroyed-first"}'
        in chosen
    )
    assert b"kernel.readings_chosen" not in open_with({ENGINES: "like-others"})


@pytest.mark.parametrize(
    ("readings", "because"),
    [
        ({"agot_board.ruling.siege-engine-casualtys": "x"}, {"meant": ENGINES}),
        ({ENGINES: "first"}, {"field": ENGINES, "given": "first", "known": ["destroyed-first", "like-others"]}),
    ],
)
def test_an_unknown_reading_is_refused(readings: dict[str, str], because: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        open_with(readings)
    assert refused.value.refusal.rule == "match.reading"
    assert because.items() <= refused.value.refusal.because.items()
