"""What was before: an event with a player's record, a rule with the cases that rest on it, and the chart's "here"."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from domain.games import GAMES
from service.present.text.names import step_said
from service.web.rule_lookup import procedure_of
from tests.browser.site import BOARD, CARDS, L5R, Desk, Simulated, Site

KEYS = count(1)
REGULATIONS = {CARDS: "cards-duel", BOARD: "board-league", L5R: "provinces-duel"}


def asks(desk: Desk, path: str, key: str, body: Any, **headers: str) -> Any:
    """What the API answers to somebody who gives it something."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named |= {"Authorization": f"Bearer {desk.site.keys.get(key, key)}", "Idempotency-Key": f"records-{next(KEYS)}"}
    answer = desk.context.request.post(f"{desk.site.url}/v1{path}", data=body, headers=named)
    return answer.json()


class Hall:
    """An event with one table, at which a running match of its own is played."""

    def __init__(self, desk: Desk, game: str) -> None:
        self.desk = desk
        self.match: Simulated = desk.site.simulated(game)
        self.players = [f"Player {seat}" for seat in self.match.seats]
        staff = {"judge-ada": "judge", "head-judge-ada": "head-judge"}
        body = {"name": f"Hall {next(KEYS)}", "game": game, "regulation": REGULATIONS[game], "staff": staff}
        self.id = asks(desk, "/events", "organizer", body)["event"]
        self.gives("organizer", "enrol_players", players=self.players)
        tables = [{"table": 1, "players": self.players}]
        self.gives("organizer", "pair_round", round=1, tables=tables)
        seats = dict(zip(self.players, self.match.seats, strict=True))
        self.gives("admin", "seat_match", round=1, table=1, match=self.match.id, seats=seats)

    def gives(self, key: str, kind: str, **fields: Any) -> None:
        answer = asks(self.desk, f"/events/{self.id}/commands", key, {"type": kind, **fields})
        assert "entry" in answer, answer

    def errs(self, seat: str) -> str:
        """A seat gives a command that is refused; the rule that refuses it."""
        key = self.desk.site.seat_key(self.match.id, seat)
        url, asker = f"{self.desk.site.url}/v1/matches/{self.match.id}", {"Authorization": f"Bearer {key}"}
        wait = self.desk.context.request.get(url, headers=asker).json()["wait"]
        answer = asks(
            self.desk, f"/matches/{self.match.id}/commands", key, {"type": "decline_draw"}, If_Match=f'"w{wait}"'
        )
        return str(answer["rule"]["id"])


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_player_has_penalties_and_refused_commands(judge: Desk, game: str) -> None:
    hall = Hall(judge, game)
    player, seat = hall.players[0], hall.match.seats[0]
    rule = hall.errs(seat)
    # refused commands of a running match are read by the judges who were called to it
    asks(judge, f"/matches/{hall.match.id}/judges", "organizer", {"judge": "judge-ada"})
    hall.gives("judge", "give_penalty", player=player, infraction="slow-play", penalty="warning", reason="four minutes")
    judge.opens(f"/events/{hall.id}")
    judge.page.get_by_role("link", name=player, exact=True).first.click()
    judge.sees("four minutes")
    refused = judge.page.locator("h2:has-text('Refused commands') + p + ul li")
    assert refused.count() == 1
    people = ", ".join(f"{name} ({at})" for name, at in zip(hall.players, hall.match.seats, strict=True))
    assert refused.locator(f"a[href$='/{hall.match.id}']").inner_text() == people
    assert judge.page.locator(f'a.rule[title="{rule}"]').count() == 1
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"player-{game}")
    judge.opens(f"/events/{hall.id}/players/{hall.players[1]}")
    assert judge.page.locator("h2:has-text('Refused commands') + p + ul li").inner_text() == "none"


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_names_the_cases_that_rest_on_it(judge: Desk, served: Site, game: str) -> None:
    match = served.simulated(game)
    rule = next(iter(GAMES[game].rules.checks.values()))[0].rule
    seat = served.seat_key(match.id, match.seats[0])
    case = asks(judge, "/cases", seat, {"match": match.id, "text": "Was that so?", "rules": [rule]})["case"]
    judge.opens(f"/rules/{rule}?match={match.id}&as=public")
    judge.sees(f"In {match.seats[0]}")
    listed = judge.page.locator("h2:has-text('Cases that cite the rule') + ul li", has_text=case)
    assert match.seats[0] in listed.inner_text()
    assert judge.page.locator("h2:has-text('Scenarios that cite the rule')").count() == 1
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"rule-cases-{game}")
    listed.locator("a").click()
    judge.page.wait_for_url(f"**/cases/{case}")


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_stands_where_the_stack_of_the_match_stood(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    charted = {name: steps for name, steps in chart(game).items() if steps}
    for version in range(5, match.version, match.version // 5):
        judge.opens(f"/timing/{game}?match={match.id}&at={version}")
        window = judge.context.request.get(
            f"{judge.site.url}/v1/matches/{match.id}/window?at={version}",
            headers={"Authorization": f"Bearer {judge.site.keys['judge']}"},
        ).json()
        under_way = {each["frame"]: each.get("step", "") for each in window["nesting"] if each["frame"] in charted}
        marked = {
            each.get_attribute("id"): each.locator("li[aria-current] .label").all_inner_texts()
            for each in judge.page.locator(".chart section.here").all()
        }
        said = {name: [step_said(step)] if step in charted[name] else [] for name, step in under_way.items()}
        assert marked == said
        assert any(marked.values())


def chart(game: str) -> dict[str, list[str]]:
    """The labels of the steps of each procedure."""
    written = [procedure_of(each) for each in GAMES[game].rules.frames]
    return {each.name: [step.label for step in each.steps] for each in written}
