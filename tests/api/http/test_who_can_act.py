"""Who can act in a case: what it waits for, whose approval counts, and who stands in for a judge who is gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.http.clients import SEATS, Api, problem
from tests.api.http.disputes import RULE, Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import Staff
from tests.api.http.test_console_rules import Reader

BOTH = pytest.mark.parametrize("game", GAMES)
TAKE_OVER = {"move": "take_over", "who": ["judge"]}
APPOINT = {"move": "appoint", "who": ["organizer"]}
ORGANIZERS = {"move": "approve", "who": ["organizer"], "what": "penalties"}
UNAPPROVED = {"move": "approve", "who": [], "what": "penalties"}


class AtTable:
    """A case about the match of an event's table, which a judge of the event has taken, every seat heard."""

    def __init__(self, api: Api, game: str, judge: str = "jan", players: dict[int, str] | None = None) -> None:
        self.event = Gathering(api, game)
        self.event.players = [(players or {}).get(n, each) for n, each in enumerate(self.event.players)]
        match = self.event.at_table()
        self.seats = list(match.keys)
        self.case = Dispute(match).opened(self.seats[0])
        self.given(judge, "take")
        for seat in self.seats[1:]:
            self.case.given(seat, "statements", {"text": "It was so."})

    def key(self, who: str) -> str:
        found: str = {"judge-1": self.case.api.keys["judge"], **self.event.keys}.get(who, who)
        return found

    def given(self, who: str, path: str, body: Any = None) -> Any:
        return self.case.given(self.key(who), path, body)

    def refused(self, who: str, path: str, body: Any = None) -> tuple[int, str]:
        return problem(self.case.gives(self.key(who), path, body))

    def waits_for(self, who: str = "hana") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.case.read(self.key(who))["waits_for"]
        return found

    def page(self, who: str, path: str = "") -> str:
        return Reader(self.case.api, self.case.key(self.key(who))).text(path or f"/cases/{self.case.id}")

    def appoints(self, actor: str, office: str) -> None:
        self.event.given("olga", "appoint_staff", actor=actor, office=office)

    def disqualified(self, judge: str) -> None:
        penalty = {"seat": self.seats[1], "infraction": "cheating", "penalty": "disqualification", "rules": [RULE]}
        self.given(judge, "ruling", ruling(penalties=[penalty]))
        self.case.accepted()
        self.penalty = self.case.read(self.key(judge))["entries"][-len(self.seats) - 1]["ruling"]["penalties"][0]


# --- a disqualification, and the approvals of a ruling


@BOTH
def test_a_disqualification_waits_for_the_organizer_until_they_approve_it_once(api: Api, game: str) -> None:
    there = AtTable(api, game, "hana")
    there.disqualified("hana")
    said = "waits for the approval of the organizer"
    for who in ("hana", "olga", "jan"):
        assert there.waits_for(who) == [ORGANIZERS], who
        assert said in there.page(who), who
        assert said in there.page(who, "/cases"), who
        assert said in there.page(who, f"/events/{there.event.id}"), who
    assert there.waits_for(there.seats[0]) == [UNAPPROVED]  # who approves is not told to seats
    assert "Approve the ruling" not in there.page("hana")
    asked = {"number": 1, "reason": "So it is."}
    assert there.refused("hana", "approve", asked) == (409, "judging.case.in-order")
    assert there.refused("hana", "penalties", there.penalty) == (403, "judging.penalty.head-judge-only")
    assert "Approve the ruling" in there.page("olga")
    there.given("olga", "approve", asked)
    assert there.waits_for() == []
    assert "approved by olga" in there.page("hana")
    assert said not in there.page("hana")
    assert "Approve the ruling" not in there.page("olga")
    assert there.refused("olga", "approve", asked) == (409, "judging.case.in-order")
    there.given("hana", "penalties", there.penalty)


def test_what_a_judge_ruled_beyond_their_office_waits_for_both(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.disqualified("jan")
    assert there.waits_for() == [{"move": "approve", "who": ["head-judge", "organizer"], "what": "penalties"}]
    there.given("hana", "approve", {"number": 1, "reason": "So it is."})
    assert there.waits_for() == [ORGANIZERS]


def test_a_seat_is_told_that_a_grave_penalty_is_not_approved_yet(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.disqualified("jan")
    seat = there.seats[0]
    for office in ("hana", "olga"):
        assert there.waits_for(seat) == [UNAPPROVED]
        page = there.page(seat)
        assert "A penalty that was ruled is not approved yet" in page
        assert "head judge must" not in page
        there.given(office, "approve", {"number": 1, "reason": "So it is."})
    assert there.waits_for(seat) == []
    assert "not approved yet" not in there.page(seat)


def test_a_seat_is_not_told_of_an_approval_that_tells_of_a_record_or_of_what_was_learned(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    penalty = {"seat": "bob", "infraction": "slow-play", "penalty": "hard-warning", "rules": [RULE]}
    there.given("jan", "ruling", ruling(remedy=loss_of(there), penalties=[penalty]))
    there.case.accepted()
    told = {each.get("what") for each in there.waits_for("jan")}
    assert told == {"remedy", "penalties"}
    assert [each for seat in there.seats for each in there.waits_for(seat)] == []


def test_what_waits_for_an_approval_is_told_as_long_as_it_waits_and_keeps_the_ruling_from_being_published(
    api: Api,
) -> None:
    there = AtTable(api, "agot_lcg")
    penalty = {"seat": "bob", "infraction": "cheating", "penalty": "match-loss", "rules": [RULE]}
    remedy, words = {"kind": "acceptance"}, {"text": "So it was ruled."}
    there.given("jan", "ruling", ruling(remedy=remedy, penalties=[penalty]))
    there.case.accepted()
    preview = there.given("jan", "previews", remedy)["preview"]
    for _ in range(2):
        assert there.waits_for() == [{"move": "approve", "who": ["head-judge"], "what": "penalties"}]
        page = there.page("jan")
        assert ("A penalty waits for the approval" in page, "The remedy waits" in page) == (True, False)
        assert there.refused("jan", "publish", words) == (403, "judging.case.head-judge")
        there.case.carries_out(there.key("jan"), preview)
    there.given("hana", "approve", {"number": 1, "reason": "So it is."})
    assert there.waits_for() == []
    there.given("jan", "publish", words)


def test_a_penalty_that_an_ended_event_takes_no_more_waits_for_nobody(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = AtTable(api, "agot_lcg")
    there.disqualified("jan")
    with monkeypatch.context() as earlier:
        # an event could end so once, and such events stay as they are
        earlier.setattr("domain.kernel.checks.DISABLED", {"nothing_pending"})
        there.event.given("olga", "end_event")
    assert there.waits_for() == []
    for who in ("hana", "olga"):
        assert "Approve the ruling" not in there.page(who)
    there.given("jan", "publish", {"text": "So it was ruled."})


def test_an_approval_that_changes_nothing_is_neither_offered_nor_taken(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.given("jan", "ruling", ruling())
    for who in ("hana", "olga"):
        assert "Approve the ruling" not in there.page(who)
        refused = there.refused(who, "approve", {"number": 1, "reason": "So it is."})
        assert refused == (409, "judging.case.in-order")
    remedy = {"kind": "acceptance"}
    there.given("jan", "amend", ruling(remedy=remedy))
    there.given("jan", "previews", remedy)
    assert "Approve the ruling" not in there.page("hana")


# --- a judge who is gone


@BOTH
def test_a_case_of_a_judge_who_was_released_is_taken_over_by_another(api: Api, game: str) -> None:
    there = AtTable(api, game)
    assert there.waits_for() == []
    assert there.refused("judge-1", "take") == (403, "judging.case.judge-in-charge")
    there.appoints("jan", "none")
    assert there.waits_for() == [TAKE_OVER]
    assert "The judge in charge can no longer act" in there.page("hana")
    assert "Take the case" in there.page("judge-1")
    there.given("judge-1", "take")
    assert there.waits_for() == []
    there.given("judge-1", "ruling", ruling())


def test_a_case_of_a_judge_whose_key_was_revoked_is_taken_over_by_another(api: Api) -> None:
    there, keys = AtTable(api, "agot_lcg"), api.services.keys
    for each in [each for each in keys.list_keys() if each.actor == "jan"]:
        keys.revoke(each.id)
    assert there.waits_for() == [TAKE_OVER]
    there.given("judge-1", "take")


def test_a_case_of_a_judge_who_was_called_off_or_has_an_interest_is_taken_over_by_another(api: Api) -> None:
    match = api.opened("called-off")
    case = Dispute(match).opened().taken()
    other = api.services.keys.issue("judge", "judge-2")
    api.calls(match.id, "judge-2")
    assert problem(case.gives(other, "take"))[1] == "judging.case.judge-in-charge"
    declared = api.post(f"{match.path}/judges/interest", api.keys["judge"], None, Idempotency_Key="mine")
    assert declared.status_code == 201
    case.given(other, "take")


# --- a head judge


def test_an_appeal_that_no_head_judge_can_answer_says_who_must_appoint_one(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.given("jan", "ruling", ruling())
    there.appoints("hana", "none")
    there.given(there.seats[0], "appeal", {"text": "It was not so."})
    assert there.waits_for("jan") == [APPOINT]
    for who in ("jan", "olga", there.seats[0]):
        page = there.page(who)
        assert "No head judge can act: the organizer must appoint or call one" in page, who
        assert "The head judge must answer" not in page, who
    there.appoints("hana", "head-judge")
    assert there.waits_for("jan") == [{"move": "answer", "who": ["head-judge"]}]


def test_an_organizer_who_plays_appoints_nobody_for_their_match_and_an_admin_does(api: Api) -> None:
    there = AtTable(api, "agot_lcg", players={1: "Olga"})
    there.given("jan", "ruling", ruling())
    by_admin = {"type": "appoint_staff", "actor": "hana", "office": "none"}
    path = f"{there.event.path}/commands"
    assert api.post(path, there.event.keys["root"], by_admin, Idempotency_Key="released").status_code == 201
    there.given(there.seats[0], "appeal", {"text": "It was not so."})
    assert there.waits_for("jan") == [{"move": "appoint", "who": ["admin"]}]
    refused = there.event.gives("olga", "appoint_staff", actor="hana", office="head-judge")
    assert problem(refused)[1] == "judging.case.not-own-match"


def test_nobody_is_appointed_head_judge_by_the_key_of_a_judge(api: Api) -> None:
    event = Gathering(api)
    said = "has a judge's key and no head judge's"
    refused = event.gives("olga", "appoint_staff", actor="jan", office="head-judge")
    assert problem(refused) == (422, "request.shape")
    assert said in refused.get_json()["detail"]
    created = event.creates("olga", "jan-heads", staff={"jan": "head-judge"})
    assert problem(created) == (422, "request.shape")
    staff = Staff(event, "olga")
    shown = staff.sends("appoint_staff", actor="jan", office="head-judge")
    assert shown.status_code == 422
    assert said in shown.get_data(as_text=True).replace("&#39;", "'")
    assert event.read()["staff"]["hana"] == "head-judge"
    api.services.keys.issue("head-judge", "jan")
    event.given("olga", "appoint_staff", actor="jan", office="head-judge")


@pytest.mark.parametrize(("scope", "has"), [("analyst", "an analyst's"), ("organizer", "an organizer's")])
def test_nobody_is_appointed_head_judge_by_a_key_that_judges_nothing(api: Api, scope: str, has: str) -> None:
    event = Gathering(api)
    api.services.keys.issue(scope, "otto")
    refused = event.gives("olga", "appoint_staff", actor="otto", office="head-judge")
    assert problem(refused) == (422, "request.shape")
    assert f"has {has} key and no head judge's" in refused.get_json()["detail"]
    assert event.read()["staff"]["hana"] == "head-judge"


@BOTH
def test_the_page_of_an_event_lists_to_its_staff_the_cases_that_are_open(api: Api, game: str) -> None:
    there = AtTable(api, game)
    page, link = f"/events/{there.event.id}", f"/console/cases/{there.case.id}"
    for who in ("olga", "hana", "jan"):
        assert link in there.page(who, page), who
    assert link not in there.page(there.seats[0], page)
    there.given("jan", "abandon", {"reason": "Settled."})
    assert link not in there.page("hana", page)


# --- an organizer who plays, and a match without one


ADMINS = {"move": "approve", "who": ["admin"], "what": "penalties"}
ASKED = {"number": 1, "reason": "So it is."}


@BOTH
def test_a_disqualification_in_a_match_that_the_organizer_plays_is_approved_by_an_admin(api: Api, game: str) -> None:
    there = AtTable(api, game, "hana", players={0: "olga"})
    there.disqualified("hana")
    said = "waits for the approval of an admin of the service"
    for who in ("hana", "root"):
        assert there.waits_for(who) == [ADMINS], who
        assert said in there.page(who), who
    assert there.refused("olga", "approve", ASKED) == (403, "judging.case.not-own-match")
    assert there.refused("hana", "penalties", there.penalty) == (403, "judging.penalty.head-judge-only")
    assert "Approve the ruling" in there.page("root")
    there.given("root", "approve", ASKED)
    assert there.waits_for() == []
    assert there.refused("root", "approve", ASKED) == (409, "judging.case.in-order")
    there.given("hana", "penalties", there.penalty)


def test_an_admin_does_nothing_else_in_a_case_than_an_organizer(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.given("jan", "ruling", ruling())
    for path, body in (
        ("take", None),
        ("questions", {"seat": there.seats[0], "text": "Why?"}),
        ("amend", ruling(reason="Once more.")),
        ("approve", ASKED),
        ("publish", {"text": "Read."}),
    ):
        assert there.refused("root", path, body) == there.refused("olga", path, body), path


@pytest.mark.parametrize("organizer", ["plays", "none"])
def test_an_admin_approves_for_a_match_of_no_event_whose_organizer_cannot(api: Api, organizer: str) -> None:
    names = {"plays": "organizer-1", "none": "Ann"}
    # an organizer opens no match that they play
    opener = "admin" if organizer == "plays" else "organizer"
    match = api.opened("eventless", opener, seats=[{**SEATS[0], "player": names[organizer]}, SEATS[1]])
    if organizer == "none":
        for each in [each for each in api.services.keys.list_keys() if each.scope == "organizer"]:
            api.services.keys.revoke(each.id)
    case = Dispute(match).opened().taken("head-judge").heard()
    penalty = {"seat": "bob", "infraction": "cheating", "penalty": "disqualification", "rules": [RULE]}
    case.ruled(ruling(penalties=[penalty]), "head-judge").accepted()
    assert case.read("head-judge")["waits_for"] == [ADMINS]
    case.given("admin", "approve", ASKED)
    assert case.read("head-judge")["waits_for"] == []


def test_a_case_whose_judge_or_head_judge_turns_out_to_play_waits_for_another(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    there.given("jan", "ruling", ruling())
    there.given(there.seats[0], "appeal", {"text": "It was not so."})
    for who in ("jan", "hana"):
        path = f"{there.case.match.path}/judges/interest"
        assert api.post(path, there.key(who), None, Idempotency_Key="mine").status_code == 201
    assert there.waits_for("judge-1") == [TAKE_OVER, APPOINT]


def test_an_appeal_against_the_head_judge_waits_for_another_head_judge(api: Api) -> None:
    there = AtTable(api, "agot_lcg", "hana")
    there.given("hana", "ruling", ruling())
    there.given(there.seats[0], "appeal", {"text": "It was not so."})
    answered = {"verdict": "confirm", "text": "It stands."}
    assert there.refused("hana", "answer", answered) == (403, "judging.appeal.head-judge-final")
    assert there.waits_for() == [APPOINT]
    api.services.keys.issue("head-judge", "jan")
    there.appoints("jan", "head-judge")
    assert there.waits_for() == [{"move": "answer", "who": ["head-judge"]}]


# --- a loss


HEADS = {"move": "approve", "who": ["head-judge"], "what": "remedy"}


def loss_of(there: AtTable) -> dict[str, Any]:
    return {"kind": "ending", "how": "loss", "winner": there.seats[0]}


def test_a_loss_waits_for_the_head_judge_as_soon_as_it_is_ruled(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    remedy = loss_of(there)
    there.given("jan", "ruling", ruling(remedy=remedy))
    there.case.accepted()
    assert there.waits_for() == [HEADS]
    preview = there.given("jan", "previews", remedy)["preview"]
    assert there.waits_for() == [HEADS]
    refused = problem(there.case.carries_out(there.key("jan"), preview))
    assert refused == (403, "judging.state.loss")
    there.given("hana", "approve", {"number": 1, "reason": "So it is.", "preview": preview})
    assert there.waits_for() == []
    assert there.case.carries_out(there.key("jan"), preview).status_code == 201


@pytest.mark.parametrize("verdict", ["replace", "confirm"])
def test_a_loss_waits_for_nobody_once_the_head_judge_has_answered(api: Api, verdict: str) -> None:
    there = AtTable(api, "agot_lcg")
    remedy = loss_of(there)
    changed = {"ruling": ruling(remedy=remedy)} if verdict == "replace" else {}
    there.given("jan", "ruling", ruling(**({} if changed else {"remedy": remedy})))
    there.given(there.seats[0], "appeal", {"text": "It was not so."})
    there.given("hana", "answer", {"verdict": verdict, "text": "So it is.", **changed})
    assert there.waits_for() == []
    preview = there.given("jan", "previews", remedy)["preview"]
    # an approval of its own may still say which preview was read
    there.given("hana", "approve", {"number": len(changed) + 1, "reason": "As seen.", "preview": preview})
    assert there.case.carries_out(there.key("jan"), preview, len(changed) + 1).status_code == 201


def test_a_loss_waits_for_nobody_once_a_head_judge_is_in_charge(api: Api) -> None:
    there = AtTable(api, "agot_lcg")
    remedy = loss_of(there)
    there.given("jan", "ruling", ruling(remedy=remedy))
    there.case.accepted()
    assert there.waits_for() == [HEADS]
    there.given("hana", "take")
    assert there.waits_for() == []
    preview = there.given("hana", "previews", remedy)["preview"]
    assert there.case.carries_out(there.key("hana"), preview).status_code == 201
