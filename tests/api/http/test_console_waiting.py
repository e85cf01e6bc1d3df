"""What the page of a case says of commands that must wait: which rule, and what of the case it waits for."""

from __future__ import annotations

import re
from html import unescape

from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console import logs_in
from tests.api.http.test_console_words import raw


def waiting(api: Api, key: str, case: Dispute) -> list[str]:
    """The commands that are not possible now, each with its reason, as the page of the case lists them."""
    logs_in(api, key)
    page = api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)
    found = re.search(r"<summary>Not possible now</summary>(.*?)</details>", page, re.DOTALL)
    listed = re.findall(r"<li>(.*?)</li>", found[1], re.DOTALL) if found else []
    assert raw("".join(f"<p>{each}</p>" for each in listed)) == []
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", each)).split()) for each in listed]


def test_each_command_that_waits_says_by_which_rule_and_for_what(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    jan, hana, olga = (event.keys[who] for who in ("jan", "hana", "olga"))
    no_ruling = "Close the case: First the ruling, then the remedy (the case is: {})"
    in_charge = "One judge is in charge (in charge: {})"
    assert waiting(api, hana, case) == [no_ruling.format("opened")]
    assert waiting(api, jan, case) == [f"Close the case: {in_charge.format('none')}"]
    case.given(jan, "take")
    assert waiting(api, jan, case) == [f"Take the case: {in_charge.format('jan')}", no_ruling.format("examined")]
    assert waiting(api, olga, case)[0] == "Take the case: One judge is in charge (given by: judge; head judge)"
    case.given("bob", "statements", {"text": "It was one."})
    case.given(jan, "ruling", ruling())
    # what seats alone give waits for no office
    assert not any(each.startswith("Accept") for key in (jan, hana, olga) for each in waiting(api, key, case))
    close = next(each for each in waiting(api, jan, case) if each.startswith("Close the case: "))
    assert close.startswith(
        "Close the case: An appeal follows a full ruling (the case is: ruled; not accepted: alice; bob; "
    )
    assert close.endswith("time to appeal: 5 min)")


def test_the_list_of_matches_begins_with_the_calls_that_no_judge_has_taken(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened("alice")
    told = '1 call waits for a judge: <a href="/console/cases/'
    for who, is_told in (("jan", True), ("hana", True), ("olga", False), ("bob", False)):
        logs_in(api, event.keys.get(who) or case.match.keys[who])
        page = api.client.get("/console/matches").get_data(as_text=True)
        assert (f"{told}{case.id}" in page) == is_told, who
    case.given(event.keys["jan"], "take")
    logs_in(api, event.keys["jan"])
    assert "for a judge" not in api.client.get("/console/matches").get_data(as_text=True)
