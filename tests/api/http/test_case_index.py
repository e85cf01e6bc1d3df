"""The index of cases: a search folds what it finds, is as good as reading every case, and is made again when lost."""

from __future__ import annotations

from typing import Any

import pytest

from domain.judging.cases.redaction import ALL, CaseViewer
from service.app.case.cases import CaseApplication
from service.web.case.case_access import SEARCHED, fits_query
from service.web.request_context import request_context
from tests.api.http.clients import Api
from tests.api.http.disputes import RULE, Dispute, ruling
from tests.api.http.gatherings import GAMES

FIGHTING = "agot_board.combat.support-choice"
SEARCHES: tuple[dict[str, str], ...] = (
    {},
    {"rule": RULE},
    {"rule": "judging.ruling"},
    {"player": "Alice"},
    {"player": "alic"},
    {"player": "STARK"},
    {"text": "two GOLD"},
    {"text": "gol"},
    {"text": "silver"},
    {"text": "100%"},
    {"text": "_"},
    {"ruling": "log shows"},
    {"ruling": "gold"},
    {"card": "Ice"},
    {"card": "no such card"},
    {"remedy": "acceptance"},
    {"state": "ruled"},
    {"game": "agot_board"},
    {"game": "agot_lcg"},
    {"game": "l5r", "text": "province"},
    {"game": "agot_lcg", "text": "ice"},
)


def disputes(api: Api) -> list[Dispute]:
    """A case of each game about different things, and one that nobody has taken."""
    found = []
    texts = ("He took two gold and played Ice.", "100% of the support was lent.", "A province broke.", "Somebody left.")
    for number, (game, text) in enumerate(zip((*GAMES, "agot_lcg"), texts, strict=True)):
        match = api.opened(f"index-{number}", **GAMES[game]["opening"])
        found.append(Dispute(match).opened(next(iter(match.keys)), text=text))
    for case, remedy in zip(found, ({"kind": "acceptance"}, {}, {}), strict=False):
        case.taken()
        for seat in list(case.match.keys)[1:]:
            case.given(seat, "statements", {"text": "It was lawful."})
        case.ruled(ruling(remedy=remedy))
    return found


def by_reading(api: Api, asked: dict[str, Any]) -> list[str]:
    """What a search finds that reads every case."""
    whole = {name: asked.get(name, "") for name in SEARCHED}
    with api.app.test_request_context():
        found = [case for case in request_context().services.cases.all() if fits_query(case, CaseViewer(ALL), whole)]
    return [case.id for case in sorted(found, key=lambda case: (case.opening.at, case.id), reverse=True)]


def test_a_search_by_the_index_finds_what_reading_every_case_finds(either: Api) -> None:
    disputes(either)
    sizes = set()
    for asked in SEARCHES:
        query = "&".join(f"{name}={value.replace('%', '%25')}" for name, value in asked.items())
        found = [each["case"] for each in either.read(f"/v1/cases?{query}", "admin")["cases"]]
        assert found == by_reading(either, asked), asked
        sizes.add(len(found))
    assert sizes == {0, 1, 2, 3, 4}


def test_the_index_rebuilt_is_the_index(either: Api) -> None:
    first, *_ = disputes(either)
    index = either.services.case_index
    index.catch_up()
    before = index.rows()
    assert len(before) == len(GAMES) + 1
    index.rebuild()
    assert index.rows() == before
    first.accepted()
    index.catch_up()
    grown = index.rows()
    assert grown != before
    index.rebuild()
    assert index.rows() == grown


def test_only_what_is_found_is_read(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, *_ = disputes(api)
    api.read("/v1/cases", "admin")
    read: list[str] = []
    one = CaseApplication.one

    def noted(self: CaseApplication, case_id: str) -> Any:
        read.append(case_id)
        return one(self, case_id)

    monkeypatch.setattr(CaseApplication, "one", noted)
    monkeypatch.setattr(CaseApplication, "all", None)
    api.read("/v1/cases?text=gold", "admin")
    assert set(read) == {first.id}
    assert second.id not in read
