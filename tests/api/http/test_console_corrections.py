"""Corrections in the console: what was filled in is read on every page as it was meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from typing import Any

import pytest
import yaml

from tests.api.http.clients import POSITION, Api, Match, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.test_console_what_if import Session


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("corrections") / "praetor.db") as made:
        yield made


def text_of(session: Session, path: str) -> str:
    """A page without its marks, each run of spaces as one."""
    response = session.get(path)
    assert response.status_code == 200, path
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.get_data(as_text=True))))


def handle_of(match: Match, title: str) -> str:
    """The handle of a card in play, by its key."""
    found = re.search(rf'"card": "([a-z0-9]+)", "key": "core/{title}"', json.dumps(match.read("/view", "judge")))
    assert found
    return found[1]


def test_a_number_below_zero_keeps_its_minus_from_the_draft_to_the_print(api: Api) -> None:
    match = api.from_position("minus")
    case = Dispute(match).opened(moment="1").taken()
    session = Session(api, "judge")
    added: dict[str, Any] = {
        "change": "add_effect",
        "what": "strength",
        "until": "phase",
        "amount": -5,
        "on": [handle_of(match, "eddard-stark")],
    }
    remedy = {"kind": "correction", "changes": [added]}
    draft = session.client.get(
        f"/console/cases/{case.id}/correction", query_string={"change": json.dumps(added)}
    ).get_data(as_text=True)
    assert "strength -5" in draft
    preview = case.previewed(remedy)
    pages = {"preview": text_of(session, f"/cases/{case.id}")}
    case.heard().ruled(ruling(remedy=remedy, worse="It would have been lost.")).accepted()
    pages["ruling"] = text_of(session, f"/cases/{case.id}")
    assert case.carries_out("judge", preview).status_code == 201
    pages["remedy"] = text_of(session, f"/cases/{case.id}")
    pages["print"] = text_of(session, f"/cases/{case.id}/print")
    for page, shown in pages.items():
        assert "strength -5" in shown, page
        assert not re.search(r"strength 5", shown), page
    story = text_of(session, f"/matches/{match.id}")
    assert re.search(r"-5\b", story)


BOARD = yaml.safe_load(files("service.demo").joinpath("board.yaml").read_text(encoding="utf-8"))["position"]


@pytest.fixture(scope="module")
def board(api: Api) -> Dispute:
    match = api.opened("board", game="agot_board", seats=[], position=BOARD)
    return Dispute(match).opened("judge").taken()


def said_of(board: Dispute, *changes: dict[str, Any], **form: Any) -> str:
    """The refusal of these changes as a page shows it: of one that is added with `form`, else of their preview."""
    session, page = Session(board.api, "judge"), f"/console/cases/{board.id}/correction"
    so_far = [json.dumps(each) for each in changes]
    given = {"change": so_far, "do": "add", **form} if form else {"change": so_far}
    shown = session.client.get(page, query_string=given)
    if not form:
        key = session.field(shown.get_data(as_text=True), "key")
        shown = session.post(page, change=so_far, changes=json.dumps(changes), key=key)
        assert shown.status_code == 422
    alert = re.search(r'role="alert"[^>]*>(.*?)</div>', shown.get_data(as_text=True), re.DOTALL)
    assert alert
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", alert[1])))


def test_more_units_than_a_house_has_are_told_by_number(board: Dispute) -> None:
    knights = {"change": "set_pieces", "area": "riverrun", "seat": "greyjoy", "kind": "knight", "n": 6}
    said = said_of(board, knights)
    assert re.search(r"does not fit greyjoy knight: there would be 7, and there are 5", said), said
    # the draft says so before it is previewed, and calls nothing of it possible
    page = f"/console/cases/{board.id}/correction"
    drafted = Session(board.api, "judge").client.get(page, query_string={"change": [json.dumps(knights)]})
    text = drafted.get_data(as_text=True)
    assert "without another change: greyjoy knight: there would be 7, and there are 5." in text
    assert "and possible" not in text
    assert "change table" not in said


def test_who_stands_in_an_area_is_told_to_who_puts_others_there(board: Dispute) -> None:
    form = {"form": "units-land", "f-area": "winterfell", "f-seat": "greyjoy", "f-kind": "knight", "f-n": "1"}
    assert "House: stark stands there" in said_of(board, **form)


def test_a_change_that_changes_nothing_is_told_so(board: Dispute) -> None:
    form = {"form": "units-land", "f-area": "winterfell", "f-seat": "stark", "f-kind": "knight", "f-n": "1"}
    assert "How many are there: it is so already" in said_of(board, **form)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"form": "supply", "f-seat": "stark", "f-n": "9"}, "How many: 9, where 0 to 6 are possible"),
        ({"form": "iron_throne", "f-order": ["stark"] * 6}, "each House stands there once"),
        ({"form": "power-token", "f-area": "winterfell", "f-seat": "stark"}, "not of the House whose home it is"),
    ],
)
def test_a_number_or_an_order_that_cannot_be_is_refused_with_the_reason(
    board: Dispute, form: dict[str, Any], said: str
) -> None:
    assert said in said_of(board, **form)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"change": "set_pieces", "seat": "stark", "area": "winterfell", "kind": "footman", "n": 5},
            "beyond its supply",
        ),
        (
            {"change": "set_marker", "area": "lannisport", "marker": "power-token", "seat": "stark"},
            "A Power token of stark lies in Lannisport, the home of lannister",
        ),
    ],
)
def test_what_is_unusual_and_possible_is_told_beside_the_correction(
    board: Dispute, change: dict[str, Any], said: str
) -> None:
    session, page = Session(board.api, "judge"), f"/console/cases/{board.id}/correction"
    before, after = (
        re.sub(r"\s+", " ", unescape(session.client.get(page, query_string=given).get_data(as_text=True)))
        for given in ({}, {"change": [json.dumps(change)]})
    )
    assert "Unusual, and possible" not in before
    assert "Unusual, and possible" in after
    assert said in after


def test_words_of_the_engine_are_told_without_hyphens(api: Api) -> None:
    case = Dispute(api.from_position("hyphens")).opened().taken()
    given = {"form": "effect-player", "f-what": "cannot", "f-name": "military", "f-seat": "alice", "f-until": "phase"}
    said = said_of(case, **given)
    assert "initiate military" in said
    assert "initiate-military" not in said


def test_what_strands_play_is_told_by_who_is_asked_and_by_the_step(board: Dispute) -> None:
    gone = [
        {"change": "set_pieces", "area": "lannisport", "seat": "lannister", "kind": kind, "n": 0}
        for kind in ("knight", "footman")
    ]
    said = said_of(board, *gone)
    assert "_" not in said, said
    assert "abandon none" not in said
    assert re.search(r"who could not go on \w+: ", said), said


def test_a_penalty_without_an_infraction_is_told_by_that_field_alone(api: Api) -> None:
    case = Dispute(api.opened("no-infraction")).opened().taken().heard()
    penalty = {"seat": "alice", "infraction": " ", "penalty": "warning", "rules": ["judging.penalty.ladder"]}
    refused = case.gives("judge", "ruling", ruling(penalties=[penalty]))
    because = refused.get_json()["because"]
    assert (because["field"], because["problem"]) == ("penalties[0].infraction", "missing")
    assert not {"seats", "ladder"} & set(because)


def test_a_window_that_is_open_is_not_asked_anew_and_that_is_told_in_words(api: Api) -> None:
    match = api.opened("anew", seats=[], position={**POSITION, "at": "challenges.action"})
    case = Dispute(match).opened().taken()
    said = said_of(case, form="ask-again")
    assert "open question: nobody has one that is asked anew" in said
    assert "wait" not in said


def test_what_an_effect_does_is_chosen_in_words(api: Api) -> None:
    case = Dispute(api.from_position("effect")).opened().taken()
    session, page = Session(api, "judge"), f"/console/cases/{case.id}/correction"
    shown = "".join(
        session.client.get(page, query_string={"form": form}).get_data(as_text=True)
        for form in ("effect", "effect-player", "limit")
    )
    for words in ("immunity to", "cost to", "card cannot", "power challenges won by alice, this phase (now 0)"):
        assert f">{words.replace('card ', '')}<" in shown, words


COPIES = """\
round: 2
at: "4.2"
first_player: alice
active_player: alice
players:
  alice:
    play: [{card: arya-stark, duplicates: [arya-stark]}, {card: tyrion-lannister, owner: bob}]
  bob: {}
"""


def test_copies_of_a_card_are_told_apart_in_every_list_of_a_form(api: Api) -> None:
    match = api.opened("copies", game="agot_lcg", seats=[], position=COPIES)
    case = Dispute(match).opened("judge", moment="1").taken()
    session = Session(api, "judge")
    for form, fields in (("move", ("card", "host")), ("show", ("card",))):
        shown = session.client.get(f"/console/cases/{case.id}/correction", query_string={"form": form})
        page = unescape(shown.get_data(as_text=True))
        for field in fields:
            select = re.search(rf'<select[^>]*name="f-{field}".*?</select>', page, re.DOTALL)
            assert select, (form, field)
            said = re.findall(r"<option[^>]*>(Arya Stark[^<]*)", select[0])
            assert said == ["Arya Stark", "Arya Stark (duplicate)"], (form, field)
            assert "Tyrion Lannister (bob's)" in select[0], (form, field)
