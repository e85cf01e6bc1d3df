"""A case from its opening to its closing: frozen, examined, ruled, remedied, closed, and what is refused on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import KEEP, RULE, CasePage, Dispute, ruling, to_rewind
from tests.api.http.test_console import logs_in

LADDER = "judging.penalty.ladder"


def played(api: Api) -> Match:
    """A match with three versions: both seats have kept their hands."""
    match = api.opened()
    for _ in range(2):
        match.given(match.awaited(), KEEP)
    return match


def test_a_dispute_from_its_opening_to_its_closing(either: Api) -> None:
    match = played(either)
    before = match.read("", "admin")["version"]
    case = Dispute(match, moment="2").opened()
    assert problem(match.gives("alice", KEEP)) == (409, "match.paused")
    case.taken().heard().ruled(to_rewind(2)).accepted()
    preview = case.given("judge", "previews", {"kind": "rewind", "to": 2})
    assert preview["version"] == before + 1
    assert preview["report"]["from"] == before + 1
    done = case.carries_out("head-judge", preview["preview"])
    assert done.status_code == 201, done.get_data(as_text=True)
    assert done.get_json()["versions"] == [before + 2]
    assert done.get_json()["resumed"]
    case.given("judge", "publish", {"text": "Back to the second mulligan."})
    case.given("judge", "close", {"text": "Played on."})
    assert case.state() == "closed"
    [seat] = match.read("", "admin")["awaited"]
    assert match.gives(seat, KEEP).status_code == 201
    assert [match_id for match_id, _ in verified(either)] == [match.id]


def verified(api: Api) -> list[tuple[str, int]]:
    """Every match of the store, verified from its bytes."""
    from service.app.record.verification import verify_match as verify

    results = [verify(api.services.matches, each.match_id) for each in api.services.matches.list_matches()]
    assert [each.differences for each in results] == [()] * len(results)
    return [(each.match, each.versions) for each in results]


def test_opening_again_opens_nothing(either: Api) -> None:
    match = played(either)
    case = Dispute(match)
    first, again = case.opens(name="one"), case.opens(name="one")
    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    reused = case.opens(name="one", text="Another.")
    assert problem(reused) == (422, "idempotency.key-reused")
    assert reused.get_json()["because"] == {"header": "Idempotency-Key", "key": "one"}
    assert "needs a new key" in reused.get_json()["detail"]
    assert problem(case.opens(name="two")) == (409, "judging.case.one-open")
    assert match.read("", "admin")["version"] == 4


def test_an_entry_given_again_is_made_once(either: Api) -> None:
    case = Dispute(played(either)).opened().taken()
    first, again = (case.gives("bob", "statements", {"text": "It was one."}, name="s") for _ in range(2))
    assert first.data == again.data
    assert [each["kind"] for each in case.read()["entries"]] == ["case_opened", "case_taken", "statement_given"]
    assert problem(case.gives("bob", "statements", {"text": "Two."}, name="s")) == (422, "idempotency.key-reused")


BLANK = "\u00a0 \t"
WORDS: dict[str, tuple[str, dict[str, Any], str]] = {
    "statements": ("bob", {"text": BLANK}, "text"),
    "questions": ("judge", {"seat": "bob", "text": BLANK}, "text"),
    "evidence": ("judge", {"links": ["1"], "text": BLANK}, "text"),
    "appeal": ("bob", {"text": BLANK}, "text"),
    "abandon": ("judge", {"reason": BLANK}, "reason"),
    "resume": ("judge", {"reason": BLANK}, "reason"),
}
# no width, a join, a mark of byte order, a soft hyphen, a selector of variants, fillers, an empty pattern of dots
UNSEEN = ("\u200b\u200d", "\u2060", "\ufeff", "\u00ad", "\ufe0f", "\u115f", "\u3164", "\u2800", " \u3164\n\u200b ")


@pytest.mark.parametrize("path", WORDS)
def test_words_are_not_blanks_alone(api: Api, path: str) -> None:
    case = Dispute(api.opened()).opened().taken()
    who, body, field = WORDS[path]
    for said in (BLANK, *UNSEEN):
        refused = case.gives(who, path, {**body, field: said})
        assert problem(refused) == (422, "request.shape"), ascii(said)
        assert json.loads(refused.get_data())["because"]["field"] == field
    # a character that is seen makes it words, whatever stands beside it
    seen = case.gives("bob", "statements", {"text": f"{UNSEEN[0]}\u2764\ufe0f"})
    assert seen.status_code == 201


def test_a_case_is_taken_from_whom_its_taker_has_read_in_charge(either: Api) -> None:
    case = Dispute(either.opened()).opened()
    assert case.read()["judge"] == ""
    nobody = case.gives("judge", "take", {"in_charge": "somebody"})
    assert problem(nobody) == (403, "judging.case.judge-in-charge")
    assert nobody.get_json()["because"] == {"judge": "", "read": "somebody", "actor": "judge-1"}
    case.given("judge", "take", {"in_charge": ""})
    for read in ("", "somebody"):
        refused = case.gives("head-judge", "take", {"in_charge": read})
        assert problem(refused) == (403, "judging.case.judge-in-charge")
        because = refused.get_json()["because"]
        assert (because["judge"], because["read"]) == ("judge-1", read)
    assert problem(case.gives("head-judge", "take", {"from": "judge-1"})) == (422, "request.shape")
    assert case.given("head-judge", "take", {"in_charge": "judge-1"})["judge"] == "head-judge-1"
    assert case.read("head-judge")["judge"] == "head-judge-1"


@pytest.mark.parametrize("body", [None, {}])
def test_a_case_is_taken_from_whoever_has_it_where_nobody_is_named(api: Api, body: object) -> None:
    case = Dispute(api.opened()).opened().taken()
    assert case.given("head-judge", "take", body)["judge"] == "head-judge-1"


EMPTY: dict[str, tuple[Any, str]] = {
    "evidence": ({"links": []}, "links"),
    "tags": ({"tags": []}, "tags"),
}


@pytest.mark.parametrize("path", EMPTY)
def test_a_list_that_says_nothing_is_refused_by_its_name(api: Api, path: str) -> None:
    case = Dispute(api.opened()).opened().taken()
    body, field = EMPTY[path]
    refused = case.gives("judge", path, body)
    assert (problem(refused), refused.get_json()["because"]["field"]) == ((422, "request.shape"), field)
    for said in ("", BLANK, *UNSEEN):
        refused = case.gives("judge", path, {field: ["1", said]})
        assert problem(refused) == (422, "request.shape"), ascii(said)
        assert refused.get_json()["because"]["field"] == f"{field}[1]"
    assert case.state() == "examined"
    assert [each["kind"] for each in case.read()["entries"]] == ["case_opened", "case_taken"]


@pytest.mark.parametrize("said", UNSEEN)
def test_a_form_that_is_filled_with_what_nobody_sees_is_not_filled_in(api: Api, said: str) -> None:
    case = Dispute(api.opened()).opened().taken()
    page = CasePage(case, "bob")
    refused = page.sends("statements", text=said)
    assert (refused.status_code, "Fill in every field" in refused.get_data(as_text=True)) == (422, True)
    assert [each["kind"] for each in case.read()["entries"]] == ["case_opened", "case_taken"]


@pytest.mark.parametrize("said", UNSEEN)
def test_secret_answers_are_read_for_a_reason_that_can_be_read(api: Api, said: str) -> None:
    match = api.opened()
    Dispute(match)
    refused = api.post(f"{match.path}/sealed", "head-judge", {"reason": said}, Idempotency_Key="k")
    assert (problem(refused), refused.get_json()["because"]["field"]) == ((422, "request.shape"), "reason")


@pytest.mark.parametrize("said", UNSEEN)
def test_a_ruling_says_words_that_can_be_read(api: Api, said: str) -> None:
    case = Dispute(api.opened()).opened().taken().heard()
    for field in ("finding", "reason", "to_players"):
        refused = case.gives("judge", "ruling", ruling(**{field: said}))
        assert (problem(refused), refused.get_json()["because"]["field"]) == ((422, RULE), field)
    refused = case.gives("judge", "ruling", ruling(evidence=["1", said]))
    assert (problem(refused), refused.get_json()["because"]["field"]) == ((422, RULE), "evidence[1]")
    refused = case.gives("judge", "ruling", {**to_rewind(1), "worse": said})
    assert refused.get_json()["because"]["field"] == "worse"


def test_a_call_says_words_or_nothing_and_names_rules_that_there_are(api: Api) -> None:
    match = api.opened()
    blank = Dispute(match).opens(text=BLANK)
    assert (problem(blank), json.loads(blank.get_data())["because"]["field"]) == ((422, "request.shape"), "text")
    for named in (f"{RULE}s", RULE.removeprefix("judging.")):
        wrong = Dispute(match).opens(rules=[RULE, named])
        assert problem(wrong) == (422, "judging.case.names-rules")
        because = json.loads(wrong.get_data())["because"]
        assert because == {"field": "rules[1]", "meant": RULE, "unknown": [named]}
    assert Dispute(match).opens(text="").status_code == 201


@pytest.mark.parametrize("limit", [1, 2, 3, 200])
def test_every_entry_has_its_own_number_and_pages_lead_to_the_last(api: Api, limit: int) -> None:
    case = Dispute(api.opened(f"numbered-{limit}")).opened().taken().heard()
    shared = case.given("judge", "shared", {"entry": 3})
    assert (shared["entry"], shared["shares"]) == (4, 3)
    case.given("alice", "statements", {"text": "It was two."})
    listed: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = api.read(f"{case.path}?limit={limit}&after={after}", "judge")
        assert page["next"] is None or page["next"] > after
        listed, after = [*listed, *page["entries"]], page["next"]
    assert [each["entry"] for each in listed] == [1, 2, 3, 4, 5]
    assert listed[3]["shares"] == 3


def test_a_match_goes_on_when_its_case_is_withdrawn_by_both(api: Api) -> None:
    match = played(api)
    case = Dispute(match).opened()
    judge = [{"move": "take", "who": ["judge"]}]
    assert case.read("alice")["waits_for"] == judge
    case.given("alice", "withdraw")
    for who in ("alice", "bob", "admin"):
        assert case.read(who)["waits_for"] == [{"move": "withdraw", "who": ["bob"]}, *judge]
    logs_in(api, match.keys["bob"])
    for page in (f"/console/cases/{case.id}", f"/console/cases/{case.id}/print"):
        text = api.client.get(page).get_data(as_text=True)
        assert "bob must ask too before the case is withdrawn" in text
        assert "case withdrawn" not in text.casefold()
    assert "Withdraw the case and close it" in api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)
    assert problem(case.gives("alice", "withdraw")) == (403, "judging.case.freeze-undone-by-judge")
    assert problem(match.gives("alice", KEEP)) == (409, "match.paused")
    case.given("bob", "withdraw")
    assert case.state() == "closed"
    assert (case.read("admin")["frozen"], case.read("admin")["waits_for"]) == (False, [])
    assert match.read("", "admin")["version"] == 5


def test_a_case_names_an_earlier_one_that_its_author_knows_of_and_no_words(api: Api) -> None:
    match = played(api)
    note = Dispute(match).opened(freeze=False)
    assert problem(Dispute(match).opens("bob", names="he holds Ice")) == (422, "request.shape")
    assert problem(Dispute(match).opens("bob", names="c-he-holds-ice")) == (403, "request.scope")
    case = Dispute(match).opened(names=note.id)
    assert api.read(case.path, match.keys["alice"])["names"] == note.id


def test_a_ruling_and_a_question_that_name_what_is_not_there_say_which_field_and_what_was_meant(api: Api) -> None:
    case = Dispute(played(api), moment="1").opened("alice").taken().heard()
    wrong = "judging.ruling.cites-rule"
    penalty = {"seat": "bob", "infraction": "Slow play", "penalty": "warning"}
    for changes, rule, field, meant in (
        ({"rules": [RULE, wrong]}, RULE, "rules[1]", RULE),
        ({"rules": []}, RULE, "rules", ""),
        ({"penalties": [{**penalty, "rules": [wrong]}]}, RULE, "penalties[0].rules[0]", RULE),
        ({"penalties": [penalty, {**penalty, "penalty": "warnin"}]}, LADDER, "penalties[1].penalty", "warning"),
        ({"penalties": [{**penalty, "seat": "bobb"}]}, LADDER, "penalties[0].seat", "bob"),
        ({"finding": " "}, RULE, "finding", ""),
    ):
        refused = case.gives("judge", "ruling", ruling(**changes))
        assert problem(refused) == (422, rule), changes
        assert (refused.get_json()["because"]["field"], refused.get_json()["because"].get("meant", "")) == (
            field,
            meant,
        )
    asked = case.gives("judge", "questions", {"seat": "alcie", "text": "How?"})
    assert problem(asked) == (422, "judging.case.asks-a-seat")
    assert asked.get_json()["because"] == {
        "field": "seat",
        "seat": "alcie",
        "seats": ["alice", "bob"],
        "meant": "alice",
    }


@pytest.mark.parametrize("moment", ["99", "1.999", "0"])
def test_a_ruling_and_evidence_name_moments_that_there_are(api: Api, moment: str) -> None:
    case = Dispute(played(api)).opened().taken().heard()
    wrong = (422, "judging.case.names-a-moment")
    if moment != "0":
        assert problem(case.gives("judge", "ruling", ruling(moment=moment))) == wrong
    assert problem(case.gives("judge", "evidence", {"links": ["2", moment]})) == wrong
    case.given("judge", "evidence", {"links": ["2", "a photo"]})
    case.ruled(ruling(moment="2"))


def test_a_side_that_was_not_heard_is_heard_after_a_ruling_and_it_is_ruled_anew(api: Api) -> None:
    case = Dispute(played(api)).opened("alice").taken().ruled(ruling())
    anew = to_rewind(2)
    assert problem(case.gives("judge", "amend", anew)) == (409, "judging.case.both-heard")
    case.given("judge", "questions", {"seat": "bob", "text": "What did you see?"})
    case.given("bob", "statements", {"text": "It was lawful."})
    case.given("judge", "amend", anew)
    assert case.state() == "ruled"


@pytest.mark.parametrize("again", [{"reason": "Twice."}, {"infraction": "late"}, {"penalty": "hard-warning"}], ids=str)
@pytest.mark.parametrize("move", ["ruling", "answer"])
def test_a_ruling_names_one_penalty_for_a_seat(api: Api, move: str, again: dict[str, str]) -> None:
    case = Dispute(api.opened()).opened().taken().heard()
    warning = {"seat": "alice", "infraction": "slow play", "penalty": "warning", "rules": [RULE]}
    each_one = [warning, {**warning, "seat": "bob"}]
    once, twice = (ruling(penalties=[*each_one, *more]) for more in ([], [{**warning, **again}]))
    if move == "answer":
        case.ruled(ruling())
        case.given("alice", "appeal", {"text": "It was not so."})
        once, twice = ({"verdict": "replace", "text": "Anew.", "ruling": each} for each in (once, twice))
    who = "judge" if move == "ruling" else "head-judge"
    refused = case.gives(who, move, twice)
    assert problem(refused) == (422, "judging.penalty.root-cause")
    assert refused.get_json()["because"]["field"] == f"{'ruling.' if move == 'answer' else ''}penalties[2].seat"
    assert case.gives(who, move, once).status_code == 201


def test_a_wrong_entry_of_a_ruling_is_named_by_its_key(api: Api) -> None:
    case = Dispute(api.opened("wrong-entry")).opened().taken().heard()
    refused = case.gives("judge", "ruling", ruling(time={"alice": 60, "bob": "a minute"}))
    assert problem(refused) == (422, "request.shape")
    assert refused.get_json()["because"]["field"] == "time.bob"
