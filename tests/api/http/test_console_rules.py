"""Rules in the forms of the console: by title, by number, by words; several that fit are offered to tick.

The search of cases takes them too, and keeps what was written whatever is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from secrets import token_hex
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.games import GAMES as ALL_GAMES
from service.app.rulebooks import rule_of
from service.console.forms.rules_meant import book_of, rule_sought, rule_titles, rules_meant
from service.web.problems import Problem
from tests.api.http.clients import Api, Match, api_of, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES
from tests.api.http.test_console_events import TABLE, Staff, under_way

STEALTH, BYPASSED = "agot_lcg.stealth.bypass", "agot_lcg.stealth.bypassed-cannot-defend"
AT_DEFENDING = "agot_lcg.step.4-2-1-bypassed-excluded"
FOUND_CARD = "agot_lcg.search.prove-qualification"
STEP_NUMBER = re.compile(r"\d+(?:\.\d+)+")
SAID = {"finding": "So it was.", "reason": "The log shows it.", "to_players": "Play on.", "remedy": "{}"}
TICKED = re.compile(r'<input type="checkbox" name="is-([^"]+)"( checked)?>')


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("rules") / "praetor.db") as made:
        yield made


@pytest.mark.parametrize(("search", "meant"), [("stealht", "stealth"), ("stealth charcter", "stealth character")])
def test_a_search_of_rules_that_finds_none_says_what_was_meant(api: Api, search: str, meant: str) -> None:
    page = api.client.get("/console/rules", query_string={"q": search, "book": "agot_lcg"}).get_data(as_text=True)
    assert "0 rules" in page
    assert re.search(rf'Did you mean <a href="[^"]*q={meant.replace(" ", ".")}[^"]*">{meant}</a>', page)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("stealth", [STEALTH]),
        ("Bypassed  CHARACTERS", [BYPASSED]),
        ("4.2.1: bypassed characters, Stealth", [AT_DEFENDING, STEALTH]),
        ("4.2.1 bypassed", [AT_DEFENDING]),
        ("4.2.2: winner", ["agot_lcg.step.4-2-2-higher-wins-tie-attacker"]),
        ("no impact, no initiation, stealth", ["agot_lcg.costs.no-impact-no-initiation", STEALTH]),
        (f"{STEALTH} match.over", [STEALTH, "match.over"]),
        (f"{STEALTH}, stealth", [STEALTH]),
        ("agot_lcg.no.such", ["agot_lcg.no.such"]),
        ("", []),
        (" , ", []),
    ],
)
def test_a_rule_is_named_by_title_number_words_or_id(text: str, meant: list[str]) -> None:
    assert rules_meant(text, "agot_lcg") == meant


@pytest.mark.parametrize(
    ("text", "said", "among"),
    [
        ("bypassed char", "“bypassed char” fits 2 rules", [BYPASSED, AT_DEFENDING]),
        ("steelth", "no rule is called “steelth”: did you mean Stealth?", [STEALTH]),
        # a word of its text alone
        ("searcher", "no rule is called “searcher”: did you mean Show the found card?", [FOUND_CARD]),
        ("xyzzy", "no rule is called “xyzzy”", []),
        ("stealth, xyzzy", "no rule is called “xyzzy”", []),
        ("!", "no rule is called “!”", []),
    ],
)
def test_a_name_of_several_rules_or_of_none_is_asked_about(text: str, said: str, among: list[str]) -> None:
    with pytest.raises(Problem) as caught:
        rules_meant(text, "agot_lcg")
    assert caught.value.detail == said
    assert caught.value.because["named"][0]["rules"] == among


def test_a_number_means_the_rules_of_that_step_and_no_others() -> None:
    with pytest.raises(Problem) as caught:
        rules_meant("4.2.1", "agot_lcg")
    assert caught.value.because["named"][0]["rules"] == [
        "agot_lcg.step.4-2-1-declare-defenders",
        "agot_lcg.step.4-2-1-defender-eligibility",
        AT_DEFENDING,
    ]


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("named", [lambda text, game: rules_meant(text, game)[0], lambda text, _: rule_sought(text)])
def test_a_number_means_no_rule_that_only_speaks_of_it(named: Callable[[str, str], str], game: str) -> None:
    numbers = {number for rule in book_of(game) for number in STEP_NUMBER.findall(f"{rule.title} {rule.text}")}
    asked = 0
    for number in sorted(numbers):
        try:
            assert rule_of(named(number, game)).title.startswith(number)
        except Problem:
            asked += 1
    assert asked


@pytest.mark.parametrize("game", ALL_GAMES)
def test_each_rule_is_written_so_that_it_is_read_again(game: str) -> None:
    every = [rule.id for rule in book_of(game)]
    assert [rules_meant(rule_titles([rule], game), game) for rule in every] == [[rule] for rule in every]
    several = every[::40]
    assert rules_meant(rule_titles(several, game), game) == several


class Reader:
    """Somebody at the pages of cases."""

    def __init__(self, api: Api, key: str) -> None:
        self.client = api.app.test_client()
        assert self.client.post("/console/login", data={"key": key}).status_code == 303

    def reads(self, path: str, **query: Any) -> TestResponse:
        return self.client.get(f"/console{path}", query_string=query)

    def sends(self, path: str, page: str = "", **fields: str) -> TestResponse:
        token = re.search(r'name="token" value="([0-9a-f]{64})"', self.text(page or path))
        assert token
        return self.client.post(f"/console{path}", data={"token": token[1], "key": token_hex(12), **fields})

    def text(self, path: str, **query: Any) -> str:
        return unescape(self.reads(path, **query).get_data(as_text=True))


def at(dispute: Dispute, who: str) -> Reader:
    return Reader(dispute.api, dispute.api.keys.get(who, dispute.key(who)))


def rules_of(dispute: Dispute, kind: str) -> list[str]:
    entry = next(each for each in reversed(dispute.read("admin")["entries"]) if each["kind"] == kind)
    rules: list[str] = entry.get("rules") or entry["ruling"]["rules"]
    return rules


@pytest.mark.parametrize("move", ["ruling", "amend", "answer"])
def test_a_ruling_cites_rules_by_what_they_are_called(api: Api, move: str) -> None:
    dispute = Dispute(api.opened(f"rules-{move}")).opened().taken().heard()
    kind, judge = "ruling_given", at(dispute, "head-judge" if move == "answer" else "judge")
    if move != "ruling":
        dispute.ruled(ruling())
    if move == "answer":
        dispute.given("alice", "appeal", {"text": "It was not so."})
        kind = "appeal_answered"
    page, fields = f"/cases/{dispute.id}", {**SAID, "verdict": "replace", "text": "So it is."}
    refused = judge.sends(f"{page}/{move}", page, **fields, rules="bypassed char, stealth")
    shown = unescape(refused.get_data(as_text=True))
    assert (refused.status_code, TICKED.findall(shown)) == (422, [(BYPASSED, ""), (AT_DEFENDING, "")])
    assert 'value="bypassed char, stealth"' in shown
    ticked = {**fields, "rules": "bypassed char, stealth", f"is-{AT_DEFENDING}": "on"}
    assert judge.sends(f"{page}/{move}", page, **ticked).status_code == 303
    assert rules_of(dispute, kind) == [AT_DEFENDING, STEALTH]


def test_what_was_ticked_stays_so_while_another_name_is_asked_about(api: Api) -> None:
    dispute = Dispute(api.opened("ticked")).opened().taken().heard()
    page, judge = f"/cases/{dispute.id}", at(dispute, "judge")
    ticked = {**SAID, "rules": "bypassed char, 4.2.1", f"is-{BYPASSED}": "on"}
    shown = judge.sends(f"{page}/ruling", page, **ticked).get_data(as_text=True)
    assert BYPASSED not in [rule for rule, _ in TICKED.findall(shown)]
    assert f'<input type="hidden" name="is-{BYPASSED}" value="on">' in shown


def test_the_rules_of_the_last_ruling_are_written_by_their_titles(api: Api) -> None:
    dispute = Dispute(api.opened("again")).opened().taken().heard().ruled(ruling(rules=[STEALTH, AT_DEFENDING]))
    shown = at(dispute, "judge").text(f"/cases/{dispute.id}")
    assert 'name="rules" value="Stealth, 4.2.1: bypassed characters"' in shown


def test_a_judge_is_called_about_rules_by_what_they_are_called(api: Api) -> None:
    match = api.opened("call")
    alice, page = Reader(api, match.keys["alice"]), f"/matches/{match.id}/case"
    refused = alice.sends(page, text="He did.", rules="bypassed char")
    assert (refused.status_code, len(TICKED.findall(refused.get_data(as_text=True)))) == (422, 2)
    sent = alice.sends(page, text="He did.", rules="bypassed char", **{f"is-{BYPASSED}": "on"})
    assert sent.status_code == 303
    found = api.read(f"/v1/cases/{sent.headers['Location'].rpartition('/')[2]}", "admin")
    assert found["entries"][0]["rules"] == [BYPASSED]


@pytest.mark.parametrize("game", GAMES)
def test_a_penalty_of_an_event_cites_rules_by_what_they_are_called(api: Api, game: str) -> None:
    event = under_way(api, game, "start_round")
    staff = Staff(event, "hana")
    form = staff.form("give_penalty", TABLE)
    options = {
        name: re.search(rf'name="{name}"[^>]*>.*?<option value="([a-z][^"]*)"', form, re.DOTALL)
        for name in ("infraction", "penalty")
    }
    chosen = {name: found[1] for name, found in options.items() if found}
    given = {"player": "Ann", "reason": "Again.", **chosen, "rules": "rules every citation"}
    refused = staff.sends("give_penalty", TABLE, **given)
    assert (refused.status_code, "no rule is called" in refused.get_data(as_text=True)) == (422, True)
    title = next(rule.title for rule in book_of(game) if rule.id == "judging.ruling.cites-rules")
    assert staff.sends("give_penalty", TABLE, **{**given, "rules": title}).status_code == 303
    assert event.read("/penalties", "hana")["penalties"][0]["rules"] == "judging.ruling.cites-rules"


# --- the search of cases


@pytest.fixture(scope="module")
def found(api: Api) -> Dispute:
    return Dispute(api.opened("searched")).opened(text="He bypassed.", rules=[BYPASSED])


def test_cases_are_found_by_what_a_rule_is_called(api: Api, found: Dispute) -> None:
    judge = Reader(api, api.keys["admin"])
    for rule in ("Bypassed characters", BYPASSED, "agot_lcg.stealth"):
        assert found.id in judge.text("/cases", rule=rule, match=found.match.id), rule
    assert found.id not in judge.text("/cases", rule="stealth", match=found.match.id)


def test_of_several_rules_the_search_lists_them_with_the_rest_of_what_was_written(api: Api, found: Dispute) -> None:
    judge = Reader(api, api.keys["admin"])
    answer = judge.reads("/cases", rule="bypassed char", text="bypassed")
    shown = unescape(answer.get_data(as_text=True))
    ways = re.findall(r'<a href="(/console/cases\?[^"]*rule=[^"]*)"', shown)
    assert (answer.status_code, len(ways)) == (422, 2)
    assert all("text=bypassed" in way for way in ways)
    assert found.id in unescape(judge.client.get(ways[0]).get_data(as_text=True))


@pytest.mark.parametrize(
    "wrong", [{"rule": "xyzzy"}, {"match": "x" * 90}, {"card": "x" * 90}, {"state": "nowhere"}, {"player": "x" * 101}]
)
def test_a_search_that_is_wrong_keeps_its_form_and_what_was_written(api: Api, wrong: dict[str, str]) -> None:
    answer = Reader(api, api.keys["judge"]).reads("/cases", text="bypassed", **wrong)
    shown = unescape(answer.get_data(as_text=True))
    assert (answer.status_code, 'role="alert"' in shown) == (422, True)
    assert 'name="text" type="search" value="bypassed"' in shown
    [(name, value)] = wrong.items()
    assert name == "state" or f'name="{name}" type="search" value="{value}"' in shown


def test_a_search_without_a_hit_says_nothing_of_rights(api: Api, found: Dispute) -> None:
    judge = Reader(api, api.keys["admin"])
    shown = judge.text("/cases", text="nobodywrotethis")
    assert "No case fits this search." in shown
    assert "you may read" not in shown


@pytest.mark.parametrize("part", ["ali", "ALIC", "alice"])
def test_cases_are_found_by_the_beginning_of_a_players_name(api: Api, found: Dispute, part: str) -> None:
    judge = Reader(api, api.keys["admin"])
    assert found.id in judge.text("/cases", player=part, match=found.match.id)
    for other in ("alicebob", "lice", "ob"):
        assert found.id not in judge.text("/cases", player=other, match=found.match.id)


# --- where a rule was cited


def refused_beside(api: Api, match: Match, command: Any) -> list[tuple[str, str]]:
    """Who reads, through whose eyes, beside the rule by which the first seat is refused a command that it was."""
    rule = problem(match.gives("alice", command))[1]
    uncalled = api.services.keys.issue("judge", "uncalled")
    readers: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("uncalled", uncalled, {}),
        ("judge", api.keys["judge"], {"as": "public"}),
        ("judge", "judge", {}),
    )
    found = []
    for who, key, eyes in readers:
        page = Reader(api, api.keys.get(key, key)).text(f"/rules/{rule}", match=match.id, **eyes)
        if "refused to alice" in page:
            found.append((who, eyes.get("as", "")))
    return found


def test_refused_commands_beside_a_rule_are_told_to_judges_who_look(api: Api) -> None:
    match = api.opened("beside", spectators="public")
    assert refused_beside(api, match, {"type": "choose_plot", "plot": "e0000none"}) == [("judge", "")]


def test_a_refused_answer_that_is_secret_is_told_beside_no_rule(api: Api) -> None:
    to_choose = {"at": "1.1", "players": {"alice": {}, "bob": {}}}
    match = api.opened("secret", seats=[], position=to_choose, spectators="public")
    assert refused_beside(api, match, {"type": "choose_plot", "plot": "e0000none"}) == []
