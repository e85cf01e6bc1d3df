"""The seed is revealed once a match is over and nothing about it is open; then everybody proves what chance came to."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from service.app.record.verification import verify_match
from tests.api.http.clients import Api, problem
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in
from tests.api.http.test_console_rules import Reader
from tests.judging.heard import MATCH, ended, heard, names, read, stored_in

REVEAL = f"/v1/matches/{MATCH}/chance/reveal"


def reveals(api: Api, who: str, path: str = REVEAL) -> tuple[int, str]:
    """Ask for the seed; the status, and the rule where it is refused."""
    answer = api.post(path, who, {}, Idempotency_Key=f"reveal-{who}")
    return (201, answer.get_json()["seed"]) if answer.status_code == 201 else problem(answer)


@pytest.mark.parametrize("game", names())
def test_a_settled_match_gives_its_seed_away_once_and_all_results_follow_from_it(game: str, tmp_path: Path) -> None:
    match = ended(game)
    with stored_in(tmp_path, match) as api:
        assert read(api, "/chance", "public")["seed"] is None
        for who in (match.match.table.seats[0], "analyst"):
            assert reveals(api, who) == (403, "request.scope")
        assert reveals(api, "judge") == (201, match.match.seed.hex())
        assert reveals(api, "judge") == reveals(api, "admin") == (201, match.match.seed.hex())
        whole = read(api, "/integrity", "public")
        assert (whole["whole"], whole["versions"]) == (True, match.match.version + 1)
        assert whole["judged"][-1]["kind"] == "seed_revealed"
        assert whole["judged"][-1]["by"] == {"actor": "judge-1", "role": "judge"}
        assert verify_match(api.services.matches, MATCH).differences == ()
        assert read(api, "/chance", "public")["seed"] == match.match.seed.hex()
        proof = api.post(f"/v1/matches/{MATCH}/chance/proof", "public", {"seed": match.match.seed.hex()}).get_json()
        assert proof["holds"]
        follows = [each["follows"] for each in proof["results"] if "follows" in each]
        assert follows
        assert all(follows)
        hand = json.dumps(read(api, "/view?as=judge", "public"))
        assert hand == json.dumps(read(api, "/view?as=judge", "admin"))


@pytest.mark.parametrize("game", names())
def test_a_match_that_runs_keeps_its_seed(game: str, tmp_path: Path) -> None:
    with stored_in(tmp_path, heard(game)) as api:
        assert reveals(api, "judge") == (409, "judging.reveal.when-settled")
        assert read(api, "/chance", "public")["seed"] is None


@pytest.mark.parametrize("game", GAMES)
def test_an_open_case_keeps_the_seed_and_of_an_event_its_staff_gives_it_away(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table(spectators="public")
    seats = list(match.keys)
    for seat in seats[1:]:
        match.given(seat, {"type": "concede"})
    path = f"{match.path}/chance/reveal"
    case = Dispute(match).opened(seats[0], freeze=False)
    assert reveals(api, "judge", path) == (409, "judging.reveal.when-settled")
    # the author of a note takes it back alone
    case.given(seats[0], "withdraw")
    assert api.services.cases.one(case.id).state == "closed"
    assert reveals(api, event.keys["eve"], path)[1] == "judging.event.office"
    assert reveals(api, event.keys["jan"], path)[0] == 201


COMBAT = {
    "houses": ["baratheon", "lannister", "stark"],
    "round": 3,
    "at": "4.3",
    "areas": {
        "winterfell": "stark knight 2 footman, order march-plus-1",
        "white-harbor": "stark footman, order support",
        "moat-cailin": "lannister 2 footman",
        "dragonstone": "baratheon 2 knight",
    },
    "combat": {
        "origin": "winterfell",
        "area": "moat-cailin",
        "units": "stark knight footman",
        "support": {"white-harbor": "attacker"},
    },
}
SECRET = {"type": "choose_house_card", "card": "eddard-stark"}
THROUGH = ("actions/2", "actions", "record", "timeline", "view?at=2", "board.svg?at=2", "compare?left=1&right=2")


def test_once_the_seed_is_revealed_judges_read_a_secret_answer_as_everybody_does(api: Api) -> None:
    match = api.opened("sealed", game="agot_board", seats=[], position=COMBAT, spectators="public")
    match.given("stark", SECRET)

    def seen(who: str, part: str) -> bytes:
        answer = api.get(f"{match.path}/{part}{'&' if '?' in part else '?'}as=stark", who)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_data()

    told = json.dumps(SECRET, separators=(",", ":")).encode()
    pinned = [f"{match.path}/{part}as=stark" for part in ("actions/2?", "view?at=2&", "board.svg?at=2&")]
    before = [api.get(each, "judge") for each in pinned]
    assert [told in seen(who, "actions/2") for who in ("judge", match.keys["stark"])] == [False, True]
    for seat in ("baratheon", "lannister"):
        match.gives(seat, {"type": "concede"}, f"{seat}-concedes", If_Match="")
    assert reveals(api, "judge", f"{match.path}/chance/reveal")[0] == 201
    assert told in seen("judge", "actions/2")
    for part in THROUGH:
        assert seen("judge", part) == seen("", part), part
    for path, each in zip(pinned, before, strict=True):
        assert "immutable" not in each.headers["Cache-Control"], path
        assert api.get(path, "judge", **{"If-None-Match": each.headers["ETag"]}).status_code == 200, path


def test_the_seed_is_revealed_in_the_console(tmp_path: Path) -> None:
    match = ended("agot_lcg")
    with stored_in(tmp_path, match) as api:
        logs_in(api, api.keys["judge"])
        text = api.client.get(f"/console/matches/{MATCH}/chance").get_data(as_text=True)
        token = re.search(r'name="token" value="([0-9a-f]{64})"', text)
        assert token
        assert "Reveal the seed" in text
        assert 'name="sure" required' in text
        assert "a new order that nobody sees" in text
        unsure = api.client.post(f"/console/matches/{MATCH}/chance/reveal", data={"token": token[1]})
        assert unsure.status_code == 422
        said = unsure.get_data(as_text=True)
        assert "Not confirmed" in said
        assert match.match.seed.hex() not in said
        assert "Reveal the seed" in said
        done = api.client.post(
            f"/console/matches/{MATCH}/chance/reveal", data={"token": token[1], "sure": "on"}, follow_redirects=True
        )
        text = done.get_data(as_text=True)
        assert match.match.seed.hex() in text
        assert "Reveal the seed" not in text
        assert "a new order, which the seed now tells to everybody" in text
        assert "that nobody sees" not in text


def test_a_seat_reads_its_own_secret_answer_in_the_console_and_nobody_else_does(api: Api) -> None:
    match = api.opened("laid-in-secret", game="agot_board", seats=[], position=COMBAT, spectators="public")
    match.given("stark", SECRET)
    said = "stark has answered in secret"
    for who, reads in ((match.keys["stark"], True), (match.keys["lannister"], False), (api.keys["judge"], False)):
        reader = Reader(api, who)
        page = re.sub(r"<[^>]+>", "", reader.text(f"/matches/{match.id}", at="2"))
        assert said in page, who
        assert (f"{said}: choose House card, card Eddard Stark".casefold() in page.casefold()) is reads, who
        assert "no House card revealed" in page, who
    eyes = Reader(api, api.keys["judge"]).text(f"/matches/{match.id}", **{"as": "stark", "at": "2"})
    assert f"{said}:" not in eyes
