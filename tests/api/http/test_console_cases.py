"""The page of a case says which: which card, which ruling, which player, and why something waits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from domain.judging.cases.entries import LookTaken
from service.app.rulebooks import rule_of
from service.present.text.endings import ending_words
from tests.api.http.clients import Api, Match, api_of, problem
from tests.api.http.disputes import RULE, CasePage, Dispute, ruling
from tests.api.http.gatherings import Gathering
from tests.api.http.test_appeals import plays_on
from tests.api.http.test_console_what_if import Session

HAND = {
    "at": "marshalling.action",
    "players": {"alice": {"hand": ["robb-stark", "eddard-stark"], "deck": {"unknown": 9}}, "bob": {}},
}
WORDS = {
    "finding": "So it was.",
    "reason": "The log shows it.",
    "to_players": "Play on.",
    "rules": RULE,
    "remedy": "{}",
}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("cases") / "praetor.db") as made:
        yield made


def words_of(text: str) -> str:
    """A page without its marks and what only scripts show, each run of spaces as one."""
    text = re.sub(r"<template data-left>.*?</div>\s*</template>", "", text, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text)))


def shown(api: Api, case: Dispute, key: str, page: str = "") -> str:
    return words_of(Session(api, key).get(f"/cases/{case.id}{page}").get_data(as_text=True))


def exported(api: Api, case: Dispute, key: str) -> str:
    """The case as its export to print."""
    return words_of(api.get(f"{case.path}/export?format=html", case.key(key)).get_data(as_text=True))


def sent(api: Api, case: Dispute, key: str, name: str, **form: str) -> Any:
    session = Session(api, key)
    page = session.get(f"/cases/{case.id}").get_data(as_text=True)
    return session.post(f"/cases/{case.id}/{name}", key=session.field(page, "key"), **form)


def moved(match: Match, title: str) -> dict[str, Any]:
    """The remedy that moves a card of alice's hand on top of her deck."""
    found = re.search(rf'"card": "([a-z0-9]+)", "key": "core/{title}"', json.dumps(match.read("/view", "alice")))
    assert found
    change = {"change": "move_card", "to": "alice.deck", "card": found[1], "place": 0}
    return {"kind": "correction", "changes": [change]}


# --- what was refused

TRIED = {"type": "marshal_character", "card": "e0000none"}
TRIED_SAID = "alice tried: marshal character (card: e0000none)"


def readers_of_refused(api: Api, match: Match, case: Dispute) -> dict[str, set[str]]:
    """Who reads what alice tried, on each page on which the judge in charge does."""
    uncalled = api.services.keys.issue("judge", "uncalled")
    keys = {who: api.keys[who] for who in ("judge", "head-judge", "admin", "organizer", "analyst")}
    keys |= {"uncalled": uncalled, **match.keys}
    at = match.read("", "admin")["version"]
    pages = {
        "match": f"/matches/{match.id}",
        "moment": f"/matches/{match.id}?at={at}",
        "as public": f"/matches/{match.id}?as=public",
        "timeline": f"/matches/{match.id}/timeline",
        "case": f"/cases/{case.id}",
    }
    read = {
        (name, who): words_of(Session(api, key).get(page).get_data(as_text=True))
        for name, page in pages.items()
        for who, key in keys.items()
    }
    return {name: {who for who in keys if TRIED_SAID in read[name, who]} for name in pages}


def test_a_refused_command_is_told_with_its_reason_to_who_may_read_attempts(api: Api) -> None:
    match = api.opened("refused", seats=[], position=HAND, spectators="public")
    [rule] = {problem(match.gives("alice", TRIED, name))[1] for name in ("once", "again")}
    case = Dispute(match).opened().taken()
    assert readers_of_refused(api, match, case) == {
        "match": {"judge", "head-judge", "admin"},
        "moment": {"judge", "head-judge", "admin"},
        "as public": set(),
        "timeline": {"judge", "head-judge", "admin"},
        "case": {"judge", "admin"},
    }
    own = shown(api, case, "judge")
    assert f"{TRIED_SAID} 2 times" in own
    assert f"refused by {rule_of(rule).title}" in own
    assert "between v1 and v2" in own
    looks = [each["what"] for each in case.read("admin")["entries"] if each["kind"] == "look_taken"]
    assert looks.count("refused-commands") == 1
    assert "the refused commands at v1" in shown(api, case, "judge")


def test_a_refused_secret_answer_is_told_as_secret(api: Api) -> None:
    to_choose = {"at": "1.1", "players": {"alice": {}, "bob": {}}}
    match = api.opened("refused-secret", seats=[], position=to_choose, spectators="public")
    rule = problem(match.gives("alice", {"type": "choose_plot", "plot": "e0000none"}))[1]
    own = shown(api, Dispute(match).opened().taken(), "judge")
    assert "alice tried: choose plot" in own
    assert "is secret until the answers are opened" in own
    assert "e0000none" not in own
    assert f"refused by {rule_of(rule).title}" not in own


FREEZE_FIRST = "before the remedy is carried out the judge in charge must freeze it again"


def test_after_play_was_resumed_the_way_to_the_remedy_is_told(api: Api) -> None:
    match = api.opened("resumed", seats=[], position=HAND)
    case = Dispute(match).opened().taken().heard()
    remedy = moved(match, "robb-stark")
    case.previewed(remedy)
    case.ruled(ruling(remedy=remedy))
    assert FREEZE_FIRST not in shown(api, case, "judge")
    case.given("judge", "resume", {"reason": "It may take long."})
    case.accepted()
    judge = Session(api, "judge")
    page = judge.get(f"/cases/{case.id}").get_data(as_text=True)
    assert re.search(r'<details class="card" id="form-freeze" open>', page)
    assert page.count('id="form-freeze"') == 1
    for path in (f"/cases/{case.id}", "/cases", f"/matches/{match.id}"):
        assert FREEZE_FIRST in words_of(judge.get(path).get_data(as_text=True)), path
    assert {"move": "freeze", "who": ["judge"]} in case.read("judge")["waits_for"]
    assert sent(api, case, "judge", "freeze", reason="For the remedy.").status_code == 303
    after = shown(api, case, "judge")
    assert FREEZE_FIRST not in after
    assert "Preview the remedy again" in after


def test_two_previews_of_hidden_cards_are_told_apart(api: Api) -> None:
    match = api.opened("hidden", seats=[], position=HAND)
    case = Dispute(match).opened().taken().heard()
    for title in ("robb-stark", "eddard-stark"):
        case.previewed(moved(match, title))
    own = shown(api, case, "judge")
    for number, title in ((4, "Robb Stark"), (5, "Eddard Stark")):
        assert re.search(rf"{title} goes to the top of alice's draw deck \(previewed at v\d+, entry {number}\)", own)
    head = CasePage(case, "head-judge").text
    assert "Robb Stark" not in head
    # who previewed them may know them, on paper and in an export as on the page
    for who, knows in (("judge", True), ("head-judge", False), (match.keys["bob"], False)):
        for said in (shown(api, case, who, "/print"), exported(api, case, who)):
            assert all((title in said) is knows for title in ("Robb Stark", "Eddard Stark")), who
    assert "Stark" not in shown(api, case, match.keys["bob"])
    options = re.findall(
        r"<option value=[^>]*correction[^>]*>([^<]*)",
        Session(api, "judge").get(f"/cases/{case.id}").get_data(as_text=True),
    )
    assert len(options) == len(set(options)) == 2


def test_the_page_of_a_case_shows_no_hidden_card_but_to_who_previewed_it_and_that_is_a_look(api: Api) -> None:
    match = api.opened("looked", seats=[], position=HAND)
    case, remedy = Dispute(match).opened().taken().heard(), moved(match, "robb-stark")
    case.previewed(remedy)
    desks = api.services.desks

    def looks() -> list[tuple[str, str]]:
        entries = (*desks.of(match.id).entries, *api.services.cases.one(case.id).entries)
        return [(each.actor, each.what) for each in entries if isinstance(each, LookTaken)]

    # a head judge who reads the case sees no hidden card, so there is nothing to record
    for page in ("", "/print"):
        told = Session(api, "head-judge").get(f"/cases/{case.id}{page}").get_data(as_text=True)
        assert not re.search("Robb|Eddard", told), page
    assert not re.search("Robb|Eddard", exported(api, case, "head-judge"))
    assert looks() == []
    # who takes the handle from it for a preview of their own reads the title, and that is on record, once
    assert "Robb Stark" in shown(api, case, "judge")
    assert "Robb Stark" in shown(api, case, "judge", "/print")
    assert looks() == [("judge-1", "remedy-cards")]
    case.given("head-judge", "take", {"in_charge": "judge-1"})
    case.previewed(remedy, "head-judge")
    assert "Robb Stark" in shown(api, case, "head-judge")
    assert looks() == [("judge-1", "remedy-cards"), ("head-judge-1", "remedy-cards")]
    assert "the cards of a remedy at" in shown(api, case, "head-judge")


def test_an_export_names_the_cards_that_everybody_sees(api: Api) -> None:
    position = {"at": "marshalling.action", "players": {"alice": {"play": ["eddard-stark"]}, "bob": {}}}
    match = api.opened("seen", seats=[], position=position)
    card = api.services.matches.fresh(match.id).table.zones["alice.play"][0]
    remedy = {"kind": "correction", "changes": [{"change": "set_tokens", "thing": card, "kind": "power", "n": 2}]}
    case = Dispute(match).opened().taken().heard()
    case.previewed(remedy)
    case.ruled(ruling(remedy=remedy))
    for who in ("judge", "head-judge", match.keys["bob"]):
        assert "Eddard Stark" in exported(api, case, who)
        assert card not in exported(api, case, who)


def test_what_is_printed_says_in_which_book_a_rule_stands(api: Api) -> None:
    case = Dispute(api.opened("books")).opened().taken().heard()
    case.ruled(ruling(rules=["agot_lcg.step.2-2-draw-two", RULE]))
    for said in (shown(api, case, "judge", "/print"), exported(api, case, "judge")):
        assert re.search(r"2\.2 Draw \(?agot_lcg\.step\.2-2-draw-two", said.partition("Rules of")[0])
        assert said.index("Rules of A Game of Thrones: The Card Game") < said.index("Rules of judging and the service")


def test_a_seat_reads_no_handle_of_a_hidden_card_in_what_is_ruled(api: Api) -> None:
    """By the handle it would know the card once it is played; an export has no more than what is read over HTTP."""
    match = api.opened("unseen", seats=[], position=HAND)
    case, remedy = Dispute(match).opened().taken().heard(), moved(match, "robb-stark")
    case.previewed(remedy)
    case.ruled(ruling(remedy=remedy))
    handle = remedy["changes"][0]["card"]
    told = {
        who: [
            case.read(who),
            api.get(f"{case.path}/export?format=html", case.key(who)).get_data(as_text=True),
            Session(api, case.key(who)).get(f"/cases/{case.id}").get_data(as_text=True),
            shown(api, case, case.key(who), "/print"),
        ]
        for who in ("alice", "bob")
    }
    assert handle not in str(told["bob"])
    [ruled] = [each["ruling"] for each in told["bob"][0]["entries"] if "ruling" in each]
    assert ruled["remedy"] == {**remedy, "changes": [{**remedy["changes"][0], "card": ""}]}
    assert "a card goes to the top of alice's draw deck" in told["bob"][3]
    # whose card it is, and who judges, read which
    for who in ("alice", "judge", "head-judge"):
        assert [each["ruling"]["remedy"] for each in case.read(who)["entries"] if "ruling" in each] == [remedy]
    assert "unseen" not in case.read("judge")["entries"][-1]


def test_a_remedy_that_was_carried_out_keeps_hidden_cards_hidden(api: Api) -> None:
    match = api.opened("unseen-done", seats=[], position=HAND)
    case, remedy = Dispute(match).opened().taken().heard(), moved(match, "robb-stark")
    case.ruled(ruling(remedy=remedy)).accepted()
    assert case.carries_out("judge", case.previewed(remedy)).status_code == 201
    handle = remedy["changes"][0]["card"]
    assert handle not in str(case.read("bob"))
    assert handle not in match.get("/record", "bob").get_data(as_text=True)
    [done] = [each for each in case.read("judge")["entries"] if each["kind"] == "remedy_carried_out"]
    assert done["remedy"] == remedy


@pytest.mark.parametrize("given", [{"penalty": "warning"}, {"infraction": "Slow play"}, {"penalty-reason": "Slow."}])
def test_a_penalty_for_nobody_is_refused_and_not_dropped(api: Api, given: dict[str, str]) -> None:
    case = Dispute(api.opened(f"for-nobody-{next(iter(given))}")).opened().taken().heard()
    for name in ("ruling", "amend"):
        refused = sent(api, case, "judge", name, **WORDS, **given)
        assert refused.status_code == 422
        assert "Penalty for" in words_of(refused.get_data(as_text=True)).partition("What you may do")[0]
        case.gives("judge", "ruling", ruling())


def test_the_rulings_of_a_case_are_numbered_and_one_says_what_replaced_it(api: Api) -> None:
    case = Dispute(api.opened("amended")).opened().taken().heard().ruled(ruling())
    assert "Replaced by" not in shown(api, case, "judge")
    for n in (2, 3):
        case.given("judge", "amend", ruling(finding=f"Finding {n}."))
    for page in ("", "/print"):
        told = shown(api, case, "judge", page)
        assert [told.count(f"Ruling given: ruling {n}") for n in (1, 2, 3)] == [1, 1, 1], page
        assert re.findall(r"Replaced by ruling (\d)", told) == ["2", "3"], page
    assert "Accept ruling 3" in shown(api, case, case.key("alice"))


def test_an_answer_to_an_appeal_begins_with_the_ruling_that_it_changes(api: Api) -> None:
    case = Dispute(api.opened("prefilled")).opened().taken().heard()
    case.ruled(ruling(finding="He took two.", time={"bob": 90}, hold=True, remedy={"kind": "acceptance"}))
    case.given("alice", "appeal", {"text": "No."})
    form = CasePage(case, "head-judge").form("answer")
    assert "He took two." in form
    assert re.search(r'name="time-bob"[^>]*value="1:30"', form)
    assert re.search(r'name="hold" checked', form)


WITHHELD = "What it says is not shared"


def test_what_a_seat_may_not_read_is_said_to_be_kept_from_it(api: Api) -> None:
    """Wherever words are kept from a reader, on every page: of the call, of what was said, of an appeal."""
    case = Dispute(api.opened("unshared")).opened("alice")
    assert [shown(api, case, case.key(who)).count(WITHHELD) for who in ("alice", "bob")] == [0, 2]
    case.taken().given("bob", "statements", {"text": "It was one."})
    case.given("alice", "statements", {"text": "It was two."})
    case.previewed({"kind": "acceptance"})
    case.ruled(ruling(remedy={"kind": "acceptance"})).given("alice", "appeal", {"text": "No."})
    kept = {case.key("alice"): 1, case.key("bob"): 3, "judge": 0, "head-judge": 0}
    for who, count in kept.items():
        for page in ("", "/print"):
            assert shown(api, case, who, page).count(WITHHELD) == count, (who, page)
        assert exported(api, case, who).count(WITHHELD) == count, who


def test_what_must_wait_names_the_ruled_remedy_in_words(api: Api) -> None:
    case = Dispute(api.opened("in-words")).opened().taken().heard()
    case.previewed({"kind": "acceptance"})
    case.ruled(ruling(remedy={"kind": "acceptance"})).accepted()
    waiting = shown(api, case, "judge").partition("Not possible now")[2].partition("Entries")[0]
    assert "ruling: 1; remedy: accept the table as it is" in waiting
    assert "kind:" not in waiting


def test_who_reads_the_titles_of_a_case_is_told_what_is_kept_from_them_and_its_other_judges_nothing(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened("alice").taken(event.keys["hana"])
    case.previewed({"kind": "acceptance"}, event.keys["hana"])
    for who, withheld in (("jan", 0), ("olga", 3)):
        assert shown(api, case, event.keys[who]).count(WITHHELD) == withheld, who


def test_a_heading_of_what_one_may_do_has_something_below(api: Api) -> None:
    case = Dispute(api.opened("nothing")).opened().taken().heard().ruled(ruling()).accepted()
    case.given("judge", "close", {})
    assert "What you may do Nothing now. You may read the case." in shown(api, case, case.key("alice"))


def test_a_statement_that_was_asked_for_is_not_awaited_after_the_ruling(api: Api) -> None:
    case = Dispute(api.opened("asked")).opened().taken()
    case.given("judge", "questions", {"seat": "bob", "text": "How many?"})
    assert "bob was asked for a statement" in shown(api, case, "judge")
    case.ruled(ruling())
    assert "was asked for a statement" not in shown(api, case, "judge")


def test_a_judge_is_told_that_asking_a_seat_is_enough(api: Api) -> None:
    case = Dispute(api.opened("unheard")).opened().taken()
    refused = sent(api, case, "judge", "ruling", **{**WORDS, "remedy": '{"kind":"acceptance"}'})
    assert "one that was asked and gives none counts as heard" in words_of(refused.get_data(as_text=True))


def test_a_second_call_is_shown_the_open_case(api: Api) -> None:
    case = Dispute(api.opened("twice")).opened()
    session = Session(api, case.key("bob"))
    page = f"/matches/{case.match.id}/case"
    key = session.field(session.get(page).get_data(as_text=True), "key")
    refused = session.post(page, key=key, text="He drew three.").get_data(as_text=True)
    assert f'href="/console/cases/{case.id}"' in refused
    assert "Give your statement" in words_of(refused)


def test_only_a_statement_or_evidence_is_shared_and_that_is_said(api: Api) -> None:
    case = Dispute(api.opened("shared")).opened().taken()
    refused = sent(api, case, "judge", "shared", entry="1")
    assert "neither a statement nor evidence" in words_of(refused.get_data(as_text=True))


# --- at a table of an event


@pytest.fixture(scope="module")
def table(api: Api) -> tuple[Gathering, Dispute]:
    event = Gathering(api)
    match = event.at_table()
    return event, Dispute(match).opened().taken(event.keys["jan"]).heard()


def test_in_an_event_a_seat_is_named_with_its_player(api: Api, table: tuple[Gathering, Dispute]) -> None:
    event, case = table
    page = Session(api, event.keys["jan"]).get(f"/cases/{case.id}").get_data(as_text=True)
    for label in ("Penalty for", "Seat", "How it ends"):
        found = re.search(rf">{label}( <small>[^<]*</small>)?</label>\s*<select.*?</select>", page, re.DOTALL)
        assert found, label
        assert {"Ann (alice)", "Bert (bob)"} <= {
            each.removesuffix(" wins") for each in re.findall(r">([^<]+)<", found[0])
        }
    assert "Time for Ann (alice)" in page


def test_an_approval_that_is_awaited_says_why(api: Api, table: tuple[Gathering, Dispute]) -> None:
    event, case = table
    jan = event.keys["jan"]
    page = words_of(Session(api, jan).get(f"/cases/{case.id}").get_data(as_text=True))
    assert (
        "one that is not the player's next step, waits for the approval of the head judge. Counted so far: nothing."
        in page
    )
    penalty = {"seat": "alice", "infraction": "slow-play", "penalty": "hard-warning", "rules": [RULE]}
    case.ruled(ruling(penalties=[penalty]), jan)
    told = words_of(Session(api, jan).get(f"/cases/{case.id}").get_data(as_text=True))
    assert "waits for the approval of the head judge" in told
    assert re.search(
        r"The reason: [^(]*\([^)]*Ann \(alice\)[^)]*the ladder gives: Warning; ruled: Hard warning", told
    ), told[:1500]


# --- what is refused says why, and what is offered is possible


def test_a_case_is_not_called_by_who_plays_in_the_match(api: Api) -> None:
    """Who may not open one is told before the form is filled in."""
    match = api.opened("outsider")
    page = Session(api, api.services.keys.issue("judge", "uncalled")).get(f"/matches/{match.id}/case")
    assert page.status_code == 403
    assert "What is in dispute" not in page.get_data(as_text=True)


def test_while_a_match_is_frozen_no_seat_is_said_to_be_able_to_act(api: Api) -> None:
    case = Dispute(api.opened("stopped")).opened()
    told = words_of(Session(api, case.key("alice")).get(f"/matches/{case.match.id}").get_data(as_text=True))
    assert re.search(r"\w+ may, once the match goes on", told)


def test_a_rewind_that_undoes_nothing_is_not_offered(api: Api) -> None:
    """The version of the last action, after which the match was frozen, has nothing to undo."""
    match = api.opened("undoes-nothing")
    plays_on(Dispute(match), 3)
    newest = match.read("", "admin")["version"]
    case = Dispute(match).opened(moment=str(newest)).taken()
    offered = re.search(r'name="to"[^>]*value="(\d+)"', CasePage(case, "judge").form("preview-rewind"))
    assert offered is not None
    assert int(offered[1]) < newest
    refused = words_of(sent(api, case, "judge", "preview-rewind", to="two").get_data(as_text=True))
    assert f"from 1 to {match.read('', 'admin')['version'] - 1} is needed" in refused


def test_seconds_of_a_refusal_are_told_as_a_time(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened().taken(event.keys["jan"]).heard()
    refused = sent(api, case, event.keys["jan"], "ruling", **{**WORDS, "time-alice": "9999"})
    assert "2 h 46 min" in words_of(refused.get_data(as_text=True)).partition("What you may do")[0]


def test_a_match_that_a_judge_ended_is_not_said_to_have_ended_by_a_rule_that_nobody_named() -> None:
    ending = {"winner": "alice", "how": "ruled-loss", "rule": "judging.state.irreparable"}
    assert ending_words(ending) == "alice wins by a judge's ruling"


def test_a_seat_is_told_that_a_ruled_remedy_is_still_to_come(api: Api) -> None:
    case = Dispute(api.opened("still-to-come")).opened().taken().heard()
    waits = "The remedy that was ruled is not carried out yet."
    assert waits not in shown(api, case, case.key("bob"))
    case.ruled(ruling(remedy={"kind": "acceptance"}))
    assert waits in shown(api, case, case.key("bob"))
    # who judges reads what it waits for
    assert waits not in shown(api, case, "judge")
