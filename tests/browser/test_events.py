"""A round of an event from the pairings to the result, at the windows of its staff, on a phone and a desktop."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from domain.games import GAMES
from service.tools.client import Service
from tests.browser.site import BOARD, CARDS, L5R, SIZES, Desk, Site

Opens = Callable[..., Desk]
PLAYERS = {CARDS: ("Ann", "Bert"), BOARD: ("Ann", "Bert", "Cleo"), L5R: ("Ann", "Bert")}
REGULATION = {CARDS: "cards-duel", BOARD: "board-league", L5R: "provinces-duel"}
RESULTS = {CARDS: ("win", "loss"), BOARD: ("first", "second", "third"), L5R: ("win", "loss")}


class Hall:
    """An event of the site with its people: an organizer, a head judge and a judge."""

    def __init__(self, opens: Opens, site: Site, game: str, size: str) -> None:
        self.opens, self.site, self.game, self.size = opens, site, game, size
        self.match = site.simulated(game)
        staff = {"judge-ada": "judge", "head-judge-ada": "head-judge"}
        body = {"name": "Friday", "game": game, "regulation": REGULATION[game], "staff": staff}
        service = Service(site.url)
        headers = {"Idempotency-Key": f"event-{self.match.id}-{size}"}
        answer = service.request("POST", "/v1/events", site.keys["organizer"], json.dumps(body).encode(), headers)
        self.id = json.loads(answer.body)["event"]
        service.close()

    def comes(self, who: str) -> Desk:
        desk = self.opens(self.size)
        desk.logs_in(who)
        return desk

    def does(self, desk: Desk, path: str, command: str, **fields: str) -> None:
        """Give a command on a page of the event; the page is there again after it."""
        desk.opens(f"/events/{self.id}{path}")
        form = desk.page.locator(f'form[action$="/commands/{command}"]')
        desk.page.locator(f'details.card:has(form[action$="/commands/{command}"]) summary').click()
        for name, value in fields.items():
            field = form.locator(f'[name="{name}"]')
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        for confirmation in form.locator('[name="sure"]').all():
            confirmation.check()
        form.locator("button").click()
        desk.page.wait_for_load_state()
        assert desk.page.get_by_role("alert").count() == 0, desk.page.get_by_role("alert").inner_text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_round_goes_from_its_pairings_to_its_result(opens: Opens, served: Site, game: str, size: str) -> None:
    hall = Hall(opens, served, game, size)
    organizer, judge = hall.comes("organizer"), hall.comes("judge")
    players = PLAYERS[game]
    hall.does(organizer, "", "enrol_players", players="\n".join((*players, "Zoe")))
    columns = ",".join(["table", *(f"player_{n}" for n in range(1, len(players) + 1))])
    empty = "," * (len(players) - 1)
    hall.does(organizer, "", "pair_round", sheet=f"{columns}\n1,{','.join(players)}\n2,Zoe{empty}\n")
    hall.does(hall.comes("admin"), "/tables/1/1", "seat_match", match=hall.match.id)
    hall.does(organizer, "", "start_round")
    hall.does(judge, "", "give_time", seconds="60", reason="A judge was called.")
    judge.sees("1 min given")
    assert judge.violations() == []
    assert judge.too_wide() == []
    assert all(inside(judge, column) for column in ("Table", "Ends", "Result"))
    judge.keeps(f"event-{game}")
    assert all(inside(judge, column, "Standings") for column in ("Player", "Points", "Played", "Wins"))
    assert judge.page.locator(".who .name").is_visible()
    warned = {"player": "Ann", "infraction": "slow-play", "penalty": "warning", "reason": "Four minutes for a pass."}
    hall.does(judge, "/tables/1/1", "give_penalty", **warned)
    judge.sees("Four minutes for a pass.")
    assert judge.violations() == []
    assert judge.too_wide() == []
    judge.keeps(f"table-{game}")
    judge.page.get_by_role("link", name="Who is ahead at time").click()
    judge.page.wait_for_url("**/going-to-time")
    hall.does(organizer, "", "call_time")
    organizer.sees("time called at")
    results = {f"result-{player}": result for player, result in zip(players, RESULTS[game], strict=True)}
    hall.does(judge, "/tables/1/1", "report_result", **results)
    hall.does(judge, "", "drop_player", player="Zoe")
    judge.page.locator("td small", has_text="left").wait_for()
    for name in ("Standings, CSV", "Results, CSV", "Penalties, CSV"):
        with judge.page.expect_download() as kept:
            judge.page.get_by_role("link", name=name).click()
        assert "Ann" in kept.value.path().read_text()


def inside(desk: Desk, column: str, table: str = "Tables of round") -> bool:
    """Whether a column of a table is seen without scrolling sideways."""
    box = desk.page.get_by_role("group", name=table).first.get_by_role("columnheader", name=column).bounding_box()
    assert box is not None
    return box["x"] + box["width"] <= SIZES[desk.size][0]


def test_what_is_refused_is_said_with_what_was_filled_in(opens: Opens, served: Site) -> None:
    hall = Hall(opens, served, CARDS, "phone")
    organizer = hall.comes("organizer")
    hall.does(organizer, "", "enrol_players", players="Ann\nBert")
    form = organizer.page.locator('form[action$="/commands/pair_round"]')
    organizer.page.locator('details.card:has(form[action$="/commands/pair_round"]) summary').click()
    form.locator('[name="sheet"]').fill("table,player_1,player_2\n1,Ann,Nobody\n")
    form.locator("button").click()
    organizer.page.get_by_role("alert").wait_for()
    assert "Nobody" in form.locator('[name="sheet"]').input_value()
    assert organizer.violations() == []
    assert organizer.too_wide() == []
    organizer.keeps("event-refused")


def test_who_has_no_office_there_is_offered_nothing(opens: Opens, served: Site) -> None:
    hall = Hall(opens, served, CARDS, "desktop")
    key = served.seat_key(hall.match.id, hall.match.seats[0])
    seat = opens("desktop")
    seat.logs_in(key)
    assert seat.opens(f"/events/{hall.id}").status == 403


def test_a_clock_says_what_is_left_and_the_time_here_and_a_field_what_it_will_be(opens: Opens, served: Site) -> None:
    hall = Hall(opens, served, CARDS, "phone")
    organizer = hall.comes("organizer")
    hall.does(organizer, "", "enrol_players", players="Ann\nBert")
    hall.does(organizer, "", "pair_round", sheet="table,player_1,player_2\n1,Ann,Bert\n")
    hall.does(organizer, "", "start_round")
    desk = opens("phone", zone="Asia/Kolkata")
    desk.logs_in("judge")
    desk.opens(f"/events/{hall.id}/tables/1/1")
    clock = desk.page.locator("dd:has([data-until])")
    until = desk.page.locator("time[datetime]").first
    ends = until.get_attribute("datetime") or ""
    hour, minute = divmod((60 * int(ends[11:13]) + int(ends[14:16]) + 330) % 1440, 60)
    assert f"{ends[11:16]} UTC ({hour:02d}:{minute:02d} here)" in clock.inner_text()
    assert "min left" in clock.inner_text()
    assert desk.too_wide() == []
    desk.page.locator("#form-give_time summary").click()
    field, output = desk.page.get_by_label("Time", exact=True), desk.page.locator("#form-give_time output")
    for typed, read in (("5", "= 5 s"), ("5:00", "= 5 min"), ("1:30", "= 1 min 30 s"), ("2 min", "= 2 min")):
        field.fill(typed)
        assert output.inner_text() == read
    field.fill("noon")
    assert output.is_hidden()
    assert desk.violations() == []
    desk.keeps("clock")
