"""Corrections in the console: what was filled in is read on every page as it was meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tests.api.http.clients import Api, Match, api_of
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
    assert "how much -5" in draft
    preview = case.previewed(remedy)
    pages = {"preview": text_of(session, f"/cases/{case.id}")}
    case.heard().ruled(ruling(remedy=remedy, worse="It would have been lost.")).accepted()
    pages["ruling"] = text_of(session, f"/cases/{case.id}")
    assert case.carries_out("judge", preview).status_code == 201
    pages["remedy"] = text_of(session, f"/cases/{case.id}")
    pages["print"] = text_of(session, f"/cases/{case.id}/print")
    for page, shown in pages.items():
        assert "how much -5" in shown, page
        assert not re.search(r"(how much|amount) 5", shown), page
    story = text_of(session, f"/matches/{match.id}")
    assert re.search(r"-5\b", story)
