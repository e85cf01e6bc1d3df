"""Bodies made by chance: bytes, JSON, and lawful bodies with parts exchanged; none is answered with a 500.

Read `BODIES`, a route with a lawful body for each; then `changed`, which spoils one.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.http.clients import OPENING, POSITION, Api, Match, api_of, problem

PACK = [{"id": "scout", "type": "character", "cost": 2, "strength": 2, "icons": ["military"], "keywords": ["stealth"]}]
DECK = {"faction": "stark", "agenda": "", "plots": ["core/a-clash-of-kings"] * 7, "cards": ["core/ice"] * 60}
COMMANDS = [
    {"type": "decide_mulligan", "mulligan": False},
    {"type": "pass"},
    {"type": "choose_cards", "cards": ["aaaaaaaaa", "bbbbbbbbb"]},
    {"type": "initiate_challenge", "kind": "military", "against": "bob", "attackers": ["aaaaaaaaa"], "stealth": {}},
    {"type": "give_standing_order", "until": "round", "windows": ["action"], "unless": ["killed"]},
    {"type": "offer_draw"},
    {"type": "play_ability", "card": "aaaaaaaaa", "ability": 0},
]

SEATED = [{"house": "stark", "player": "Ann"}, {"house": "lannister"}, {"name": "baratheon"}]
HOUSES: dict[str, Any] = {"game": "agot_board", "seats": SEATED}
DRAWN = {**HOUSES, "seats": [{"player": name} for name in ("Ann", "Bob", "Cle")], "options": {"houses": "drawn"}}
BOARD_COMMANDS = [
    {"type": "resolve_march", "area": "winterfell", "march": {"moves": {"karhold": {"footman": 1}}, "token": True}},
    {"type": "wildling_choice", "option": "a", "units": {"winterfell/knight": 1}, "cards": ["eddard-stark"]},
    {"type": "choose_casualties", "units": {"footman": 1}},
    {"type": "bid", "power": 3},
    {"type": "raven_look"},
]

NUMBERS = st.sampled_from([0, -1, 1, 2**31, 2**63, 2**64, 10**30, -(10**30), 0.5, 1e308, -0.0])
TEXTS = st.text(max_size=12) | st.sampled_from(
    ["", "alice", "bob", "public", "judge", "\x00", "\ud800", "a" * 5000, "#2"]
)
SCALARS = st.none() | st.booleans() | NUMBERS | st.integers() | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


class Body(NamedTuple):
    """Where lawful bodies are sent, and by whom."""

    path: str
    key: str
    lawful: list[Any]
    media_type: str = "application/json"


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place within a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(found for name, each in inner for found in places(each, (*place, name)))]


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A value with up to three of its parts exchanged, left out, doubled or renamed."""
    whole = [copy.deepcopy(value)]
    for _ in range(draw(st.integers(0, 3))):
        if not (inner := places(whole)[1:]):
            break
        place = draw(st.sampled_from(inner))
        holder = whole
        for name in place[:-1]:
            holder = holder[name]
        draw(st.sampled_from([exchanged, exchanged, left_out, moved]))(draw, whole, holder, place[-1])
    return whole[0] if whole else None


def exchanged(draw: st.DrawFn, _: Any, holder: Any, name: Any) -> None:
    holder[name] = draw(VALUES)


def left_out(_: st.DrawFn, __: Any, holder: Any, name: Any) -> None:
    del holder[name]


def moved(draw: st.DrawFn, whole: Any, holder: Any, name: Any) -> None:
    """Another part of the value in this place, or this part under another name."""
    if isinstance(holder, dict) and draw(st.booleans()):
        holder[draw(TEXTS)] = holder.pop(name)
        return
    found = whole
    for each in draw(st.sampled_from(places(whole))):
        found = found[each]
    holder[name] = copy.deepcopy(found)


def written(value: Any) -> bytes:
    # a lone surrogate is sent as it is: no UTF-8
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


@st.composite
def sent(draw: st.DrawFn, bodies: list[Body]) -> tuple[Body, bytes]:
    body = draw(st.sampled_from(bodies))
    if body.media_type != "application/json":
        lines = [json.loads(line) for line in draw(st.sampled_from(body.lawful)).splitlines()]
        made = draw(changed(lines))
        return body, b"\n".join(written(each) for each in (made if isinstance(made, list) else [made]))
    lawful = changed(draw(st.sampled_from(body.lawful))).map(written)
    return body, draw(st.one_of(lawful, lawful, VALUES.map(written), st.binary(max_size=60)))


def bodies_of(api: Api) -> list[Body]:
    """A route with lawful bodies for each thing that can be sent."""
    opened = api.opened("bodies")
    seat = opened.awaited()
    [form] = opened.read("/options", seat)["options"][seat]["forms"]
    due = {"type": form["type"], "mulligan": False}
    position = {**OPENING, "seats": [], "position": POSITION, "options": {"policy": "open", "cards": PACK}}
    record = api.get(f"{opened.path}/record", "admin").get_data(as_text=True)
    board = Match(api, api.post("/v1/matches", "organizer", HOUSES, Idempotency_Key="houses").get_json())
    api.calls(board.id)
    laid = {"game": "agot_board", "position": board.read("/position", "judge")["position"]}
    options = {"tides_of_battle": True, "rule_set": "faq-2.0", "houses": "chosen"}
    orders = {"winterfell": "march-0", "white-harbor": "support", "the-shivering-sea": "raid"}
    return [
        Body("/v1/matches", "organizer", [OPENING, position, {**OPENING, "spectators": "public"}]),
        Body("/v1/matches", "organizer", [HOUSES, DRAWN, laid, {**HOUSES, "options": options}]),
        Body(
            f"{board.path}/commands",
            board.keys["stark"],
            [{"type": "assign_orders", "orders": orders}, *BOARD_COMMANDS],
        ),
        Body(f"{opened.path}/commands", opened.keys[seat], [due, *COMMANDS]),
        Body(f"{opened.path}/commands/check", opened.keys[seat], [due, *COMMANDS]),
        Body("/v1/games/agot_lcg/decks/check", "", [{"deck": DECK}, {"deck": OPENING["seats"][0]["deck"]}]),
        Body("/v1/records", "admin", [record], "application/x-ndjson"),
    ]


def sends(api: Api, bodies: list[Body], told: Counter[int]) -> Callable[[], None]:
    def send(made: tuple[Body, bytes]) -> None:
        body, content = made
        headers = {"Idempotency-Key": f"k{sum(told.values())}", "If-Match": '"w1"'}
        answer = api.ask("POST", body.path, body.key, data=content, content_type=body.media_type, headers=headers)
        told[answer.status_code] += 1
        assert answer.status_code < 500, answer.get_data(as_text=True)
        if answer.status_code >= 400:
            problem(answer)

    return given(sent(bodies))(send)


@pytest.mark.parametrize("examples", [500, pytest.param(5000, marks=pytest.mark.proof)])
def test_no_body_is_answered_with_a_500(tmp_path: Path, examples: int) -> None:
    told: Counter[int] = Counter()
    chance = settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
    )
    with api_of(tmp_path / "praetor.db") as api:
        chance(sends(api, bodies_of(api), told))()
    print(f"{sum(told.values())} bodies: {dict(told)}")
    assert sum(told.values()) >= examples
    # some are lawful, or the others prove little
    assert {200, 201, 400, 422} <= told.keys()
