"""Actions 10 to 15, of time, penalties, rulings, appeals, endings and precedents, on simulated matches."""

from __future__ import annotations

import csv
import io
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.games import ROWS
from tests.judging.rows.dispute import Dispute, before, calm, ruling
from tests.judging.rows.gathering import Gathering
from tests.judging.rows.hall import Hall
from tests.judging.rows.rows import action
from tests.judging.rows.test_actions import appended, goes_on, judged, running

SECONDS = 240


@action(10)
def test_time_is_given_and_called_and_the_values_are_compared(hall: Hall, game: str) -> None:
    table = running(hall, game)
    event = Gathering(hall, table)
    event.gives("hana", "start_round", round=1)
    [there] = event.read()["paired"]
    before_ = there["tables"][0]["ends"]
    event.gives("jan", "give_time", round=1, table=1, seconds=SECONDS, reason="a judge was asked")
    [there] = event.read()["paired"]
    at_table = there["tables"][0]
    assert (at_table["match"], at_table["given"]) == (table.id, SECONDS)
    assert at_table["ends"] > before_
    event.gives("hana", "call_time", round=1)
    [there] = event.read()["paired"]
    assert there["called"]
    told = table.read("/going-to-time")
    assert (told["match"], told["version"]) == (table.id, table.raw.newest)
    assert told["regulation"] == ROWS[game].regulation
    assert {row["value"]: row["by"] for row in told["values"]} == ROWS[game].measured(table.raw, table.raw.newest)
    case = Dispute(table).heard()
    seat = table.raw.seats[0]
    case.ruled(time={seat: 60}).accepted()
    case.gives("jan", "close", {"text": "Play on."})
    [ruled] = case.entries("ruling_given")
    assert ruled["ruling"]["time"] == {seat: 60}
    appended(table, "frozen", "resumed")
    kinds = [(each["command"]["type"], each["actor"]) for each in event.read("/entries")["entries"]]
    assert kinds[-3:] == [("start_round", "hana"), ("give_time", "jan"), ("call_time", "hana")]


@action(11)
def test_an_infraction_has_a_penalty_on_the_ladder_and_a_grave_one_is_the_head_judges(hall: Hall, game: str) -> None:
    table = running(hall, game)
    event, [seat, other, *_] = Gathering(hall, table), table.raw.seats
    case = Dispute(table).heard()
    penalty = {"seat": seat, "infraction": "slow-play", "penalty": "warning", "reason": "It took too long."}
    wrong = case.tries("jan", "ruling", ruling(penalties=[{**penalty, "penalty": "stern-look"}]))
    assert (wrong.status, wrong.rule) == (422, "judging.penalty.ladder")
    case.ruled(penalties=[penalty]).accepted()
    case.gives("jan", "penalties", penalty)
    [given] = case.entries("penalty_given")
    assert (given["penalty"]["seat"], given["penalty"]["penalty"], given["actor"]) == (seat, "warning", "jan")
    case.gives("jan", "close", {"text": "Play on."})
    ruled = event.read("/record", player=event.player[seat])["ruled"]
    assert [(each["case"], each["infraction"], each["penalty"]) for each in ruled] == [
        (case.id, "slow-play", "warning")
    ]
    fields = {"infraction": "slow-play", "reason": "again", "player": event.player[seat]}
    grave = event.tries("jan", "give_penalty", penalty="match-loss", **fields)
    assert grave.status // 100 == 4
    event.gives("jan", "give_penalty", penalty="hard-warning", **fields)
    rows = event.read("/penalties")["penalties"]
    assert [(each["player"], each["given"], each["by"], each["cause"]) for each in rows] == [
        (event.player[seat], "warning", "jan", case.id),
        (event.player[seat], "hard-warning", "jan", ""),
    ]
    text = hall.get(f"{event.path}/penalties", "jan", format="csv").body.decode()
    assert [(line["player"], line["infraction"], line["given"]) for line in csv.DictReader(io.StringIO(text))] == [
        (event.player[seat], "slow-play", "warning"),
        (event.player[seat], "slow-play", "hard-warning"),
    ]
    assert event.read("/record", player=event.player[other])["penalties"] == []
    appended(table, "frozen", "resumed")


@action(12)
def test_a_published_ruling_is_closed_and_the_match_goes_on_under_a_new_version(hall: Hall, game: str) -> None:
    table = running(hall, game)
    case = Dispute(table).heard().ruled(finding=f"Nothing at {table.id}.").accepted()
    assert case.read()["state"] == "ruled"
    case.gives("jan", "publish", {"text": f"Nothing was amiss at {table.id}."})
    assert appended(table, "frozen").newest == table.raw.newest + 1
    case.gives("jan", "close", {"text": "Play on."})
    now = appended(table, "frozen", "resumed")
    event = judged(now, "resumed", case)
    assert (case.read()["state"], event.get("facts", []), now.newest) == ("closed", [], table.raw.newest + 2)
    [published] = case.entries("ruling_published")
    assert published["text"] == f"Nothing was amiss at {table.id}."
    assert case.tries("jan", "ruling", ruling()).rule == "judging.case.closed-is-final"
    goes_on(table)


@action(13)
def test_an_appeal_is_answered_by_the_head_judge_and_the_first_ruling_stays_in_the_record(
    hall: Hall, game: str
) -> None:
    for verdict in ("confirm", "replace"):
        table = running(hall, game)
        target = before(table.raw, table.raw.newest)
        case = Dispute(table).heard()
        case.ruled(finding="The first ruling.")
        case.gives(table.raw.seats[0], "appeal", {"text": "It was not so."})
        assert case.read()["state"] == "appealed"
        replaced = ruling(finding="The last ruling.", remedy={"kind": "rewind", "to": target}, worse="Else it is lost.")
        body = {"verdict": verdict, "text": "Heard.", **({"ruling": replaced} if verdict == "replace" else {})}
        refused = case.tries("jan", "answer", body)
        assert (refused.status, refused.rule) == (403, "judging.case.head-judge")
        case.gives("hana", "answer", body)
        [first], [answer] = case.entries("ruling_given"), case.entries("appeal_answered")
        assert first["ruling"]["finding"] == "The first ruling."
        assert (answer["verdict"], answer["actor"], answer["role"]) == (verdict, "hana", "head-judge")
        assert case.tries(table.raw.seats[0], "appeal", {"text": "Still not."}).status // 100 == 4
        kinds = ["frozen"]
        if verdict == "replace":
            preview = case.gives("hana", "previews", {"kind": "rewind", "to": target})
            body = {"preview": preview["preview"], "ruling": answer["number"]}
            case.gives("hana", "remedies", body, If_Match=case.version())
            kinds = ["frozen", "rewound"]
        case.gives("jan" if verdict == "confirm" else "hana", "close", {"text": "Play on."})
        now = appended(table, *kinds, "resumed")
        if verdict == "replace":
            event = now.events[table.raw.newest + 2]
            assert (event["back"], event["actor"], event["case"]) == (target, "hana", case.id)
        goes_on(table)


@action(14)
def test_a_table_is_accepted_a_match_is_ended_and_players_concede_and_drop(hall: Hall, game: str) -> None:
    table = running(hall, game)
    case = Dispute(table).heard()
    case.remedied({"kind": "acceptance"})
    event = judged(appended(table, "frozen", "accepted", "resumed"), "accepted", case)
    assert (event["cmd"], event.get("facts", [])) == ({"type": "accept_table"}, [])
    goes_on(table)

    table = running(hall, game)
    case = Dispute(table).heard()
    winner = table.raw.seats[-1]
    case.remedied({"kind": "ending", "how": "loss", "winner": winner})
    now = table.now()
    event = judged(now, "ended_by_ruling", case)
    assert event["approved"]["actor"] == "hana"
    assert now.over()["winner"] == winner
    assert table.read("", "root")["over"]["winner"] == winner
    assert now.lines[1 : table.raw.newest + 1] == table.raw.lines[1:]

    table = running(hall, game)
    event_ = Gathering(hall, table)
    for seat in table.raw.seats[:-1]:
        reply = table.post(seat, "/commands", {"type": "concede"}, If_Match=f'"w{table.read("", "root")["wait"]}"')
        assert reply.status == 201, reply.body
    now = appended(table, *["action"] * (len(table.raw.seats) - 1))
    assert (now.over()["winner"], now.events[now.newest]["cmd"]) == (table.raw.seats[-1], {"type": "concede"})
    loser = event_.player[table.raw.seats[0]]
    event_.gives("olga", "drop_player", player=loser, reason="went home")
    assert event_.read()["enrolled"][loser] == "went home"
    assert [each for each, left in event_.read()["enrolled"].items() if left] == [loser]


@action(15)
def test_a_ruling_is_tagged_found_given_out_signed_and_made_a_test(hall: Hall, game: str, tmp_path: Path) -> None:
    raw = hall.matches[game][0].raw
    table = hall.cut(game, calm(raw, scenario_at(hall, game)))
    moment = table.raw.newest
    case = Dispute(table, moment=str(moment)).heard()
    # one word: numbers in the words of other cases may begin with those of the id
    finding = f"Seen at {table.id.replace('-', '')}."
    case.ruled(finding=finding, moment=str(moment)).accepted()
    case.gives("jan", "close", {"text": "Play on."})
    tag = f"tag-{table.id}"
    case.gives("jan", "tags", {"tags": [tag], "text": "the first of its kind"})
    assert [each["case"] for each in hall.read("/v1/cases", "jan", tag=tag)["cases"]] == [case.id]
    assert [each["case"] for each in hall.read("/v1/cases", "jan", ruling=finding)["cases"]] == [case.id]
    signed = case.read("/export", "hana")
    assert (signed["document"]["case"]["match"], signed["document"]["case"]["case"]) == (table.id, case.id)
    written = json.dumps(signed["document"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    key = Ed25519PublicKey.from_public_bytes(b64decode(hall.read("/v1/keys/signing")["key"]))
    key.verify(b64decode(signed["signature"]["value"]), written)
    printed = hall.get(f"{case.path}/export", "hana", format="html").body.decode()
    assert finding in printed
    scenario = hall.get(f"{case.path}/scenario", "hana")
    assert scenario.status == 200, scenario.body
    file = tmp_path / "case.yaml"
    file.write_bytes(scenario.body)
    assert "1 " in hall.praetor.does("scenario", file)
    appended(table, "frozen", "resumed")


def scenario_at(hall: Hall, game: str) -> int:
    """A version from which the table can be written as a position."""
    whole = hall.matches[game][0]
    return next(n for n in range(whole.raw.newest // 3, whole.raw.newest) if can_be_typed(whole, n))


def can_be_typed(whole: Any, version: int) -> bool:
    calm_ = calm(whole.raw, version) == version
    return calm_ and all(whole.get("/position", at=each).status == 200 for each in (version - 1, version))
