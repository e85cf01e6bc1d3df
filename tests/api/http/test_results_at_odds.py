"""A reported result that its match contradicts, or never had: it is marked wherever it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.cli import Praetor
from tests.api.http.clients import Api, Match, problem
from tests.api.http.disputes import Dispute, ruling, to_rewind
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console_events import TABLE, Staff
from tests.api.http.test_remedies import card

BOTH = pytest.mark.parametrize("game", GAMES)
AT_ODDS = "at odds with"
NOT_OVER = "The result is at odds with the match, which is not over."


class Played:
    """An event whose one table has a match and its result, as the match had it then."""

    def __init__(
        self,
        api: Api,
        game: str = "agot_lcg",
        *,
        ends: bool = True,
        results: bool = True,
        opening: dict[str, Any] | None = None,
    ) -> None:
        self.event = Gathering(api, game)
        self.match: Match = self.event.at_table(**(opening or {}))
        self.seats = self.match.read("", "admin")["seats"]
        self.names = self.event.kind["results"]
        if ends:
            self.wins(self.seats[0])
        if results:
            self.reports("jan", self.first())

    def first(self) -> dict[str, str]:
        """The first player's win."""
        return dict(zip(self.event.players, self.names, strict=True))

    def turned(self) -> dict[str, str]:
        """The second player's win."""
        first, second, *others = self.event.players
        return dict(zip((second, first, *others), self.names, strict=True))

    def wins(self, winner: str) -> None:
        self.before_end = self.match.read("", "admin")["version"]
        for seat in self.seats:
            if seat != winner:
                self.match.gives(seat, {"type": "concede"}, If_Match="")
        assert self.match.read("", "admin")["over"]["winner"] == winner

    def reports(self, who: str, results: dict[str, str], reason: str = "") -> None:
        self.event.given(who, "report_result", round=1, table=1, results=results, reason=reason)

    def opened_case(self) -> Dispute:
        """A case of which the judge has taken charge, and in which every seat was heard."""
        case = Dispute(self.match)
        self.match.keys["judge"] = self.event.keys["jan"]
        self.match.keys["head-judge"] = self.event.keys["hana"]
        case.opened(self.seats[0]).taken()
        for seat in self.seats:
            case.given(seat, "statements", {"text": "It was a slip."})
        return case

    def reopened(self) -> Played:
        """The match goes on from the version before its end."""
        case, before = self.opened_case(), self.before_end
        preview = case.previewed({"kind": "rewind", "to": before})
        case.given("judge", "ruling", to_rewind(before))
        for seat in self.seats:
            case.given(seat, "accept")
        done = case.carries_out("head-judge", preview)
        assert done.status_code == 201, done.get_data(as_text=True)
        assert self.match.read("", "admin")["over"] is None
        self.case = case
        return self

    def marked(self) -> Any:
        """The mark of the table: whether the match is over, and who won it; nothing where there is none."""
        found = self.event.read()["paired"][0]["tables"][0]["at_odds"]
        lists = [self.event.read(f"/{name}")["at_odds"] for name in ("standings", "results")]
        lists.append(self.event.read(f"/record?player={self.event.players[0]}")["at_odds"])
        assert lists == [[found] if found else []] * 3
        return (found["over"], found["winner"]) if found else None


@BOTH
def test_a_result_is_marked_once_its_match_is_reopened_until_it_has_that_result_again(api: Api, game: str) -> None:
    played = Played(api, game)
    assert played.marked() is None
    assert played.reopened().marked() == (False, "")
    played.wins(played.seats[1])
    assert played.marked() == (True, played.event.players[1])


@BOTH
def test_a_reopened_match_that_ends_as_before_has_the_result_that_stands(api: Api, game: str) -> None:
    played = Played(api, game).reopened()
    played.wins(played.seats[0])
    assert played.marked() is None


@BOTH
def test_a_result_that_was_reported_while_the_match_went_on_is_marked(api: Api, game: str) -> None:
    played = Played(api, game, ends=False)
    assert played.marked() == (False, "")
    played.wins(played.seats[0])
    assert played.marked() is None


@BOTH
def test_a_result_at_time_is_that_of_a_match_that_is_not_over(api: Api, game: str) -> None:
    played = Played(api, game, ends=False)
    played.event.given("hana", "start_round", round=1)
    played.event.given("hana", "call_time", round=1)
    assert played.marked() == (False, "")
    played.reports("hana", played.turned(), "It was read the wrong way round.")
    assert played.marked() is None
    played.wins(played.seats[0])
    assert played.marked() == (True, played.event.players[0])


@BOTH
def test_a_result_at_time_of_a_match_that_was_over_is_marked_once_the_match_is_reopened(api: Api, game: str) -> None:
    played = Played(api, game, results=False)
    for command in ("start_round", "call_time"):
        played.event.given("hana", command, round=1)
    played.reports("jan", played.first())
    assert played.reopened().marked() == (False, "")


@BOTH
def test_players_who_swap_seats_after_the_result_swap_who_has_won(api: Api, game: str) -> None:
    played = Played(api, game)
    first, second, *others = played.event.players
    swapped = dict(zip((second, first, *others), played.seats, strict=True))
    played.event.given(
        "hana", "seat_match", round=1, table=1, match=played.match.id, seats=swapped, reason="They sat so."
    )
    assert played.marked() == (True, second)


@BOTH
def test_what_the_head_judge_or_the_organizer_said_with_a_reason_after_the_end_is_at_odds_with_nothing(
    api: Api, game: str
) -> None:
    played = Played(api, game)
    played.reports("olga", played.turned(), "The winner did not sign.")
    assert played.marked() is None
    assert played.reopened().marked() == (False, "")  # it was said of the end that does not hold any more
    again: dict[str, Any] = {"round": 1, "table": 1, "results": played.turned()}
    refused = played.event.gives("jan", "report_result", **again, reason="As it was.")
    assert problem(refused) == (403, "judging.event.result-stands")
    assert problem(played.event.gives("hana", "report_result", **again))[1] == "judging.event.result-stands"
    played.reports("hana", played.turned(), "Let it stand.")
    assert played.marked() is None
    played.wins(played.seats[0])
    assert played.marked() == (True, played.event.players[0])


def test_a_result_that_the_match_has_is_not_reported_again(api: Api) -> None:
    played = Played(api)
    said: dict[str, Any] = {"round": 1, "table": 1, "results": played.first(), "reason": "Again."}
    assert problem(played.event.gives("hana", "report_result", **said))[1] == "judging.event.result-stands"


@BOTH
def test_the_pages_mark_a_result_at_odds(api: Api, game: str) -> None:
    played = Played(api, game)
    staff, player = Staff(played.event, "olga"), f"/players/{played.event.players[0]}"
    for path in ("", TABLE, player):
        assert AT_ODDS not in staff.reads(path), path
    played.reopened()
    staff = Staff(played.event, "olga")
    for path in ("", TABLE, player):
        assert NOT_OVER in staff.reads(path), path
    page = staff.reads()
    assert "The standings count a result at odds with its match: round 1, table 1 (the match is not over)." in page
    ending = staff.form("end_event")
    assert "1 result at odds with the match: round 1, table 1 (the match is not over)." in ending
    assert "Not over: the match of round 1, table 1." in ending
    played.wins(played.seats[1])
    winner = played.event.players[1]
    staff = Staff(played.event, "olga")
    for path in ("", TABLE, player):
        assert f"The result is at odds with the match, which {winner} has won." in staff.reads(path), path
    ending = staff.form("end_event")
    assert f"round 1, table 1 (the match {winner} has won)" in ending
    assert "Not over" not in ending


def test_the_standings_after_a_round_mark_the_results_of_the_rounds_that_they_count(api: Api, tmp_path: Path) -> None:
    played = Played(api)
    event = played.event
    later, praetor = event.opened("later"), Praetor(tmp_path)
    tables = [{"table": 1, "players": event.players, "match": later.id}]
    event.given("hana", "pair_round", round=2, tables=tables)
    event.given("jan", "report_result", round=2, table=1, results=played.first())
    noted = "The standings count a result at odds with its match: round 2, table 1"
    for through, marked in ((0, [2]), (1, []), (2, [2])):
        asked = f"?through={through}" if through else ""
        assert [each["round"] for each in event.read(f"/standings{asked}")["at_odds"]] == marked
        assert (noted in Staff(event, "olga").reads(asked)) is bool(marked)
        said = praetor.does("event", "standings", event.id, *(["--through", str(through)] if through else []))
        assert ("round 2, table 1: the result is at odds" in said) is bool(marked)


@BOTH
def test_the_judge_who_reopens_a_match_reads_that_its_result_is_reported(api: Api, game: str) -> None:
    played = Played(api, game)
    case = played.opened_case()
    staff = Staff(played.event, "jan")
    staff.url = "/console"
    page = f"/cases/{case.id}"
    reported = "A result is reported for"
    assert reported not in staff.reads(page)
    preview = case.previewed({"kind": "rewind", "to": played.before_end})
    assert reported in staff.reads(page)
    assert NOT_OVER not in staff.reads(page)
    case.given("judge", "ruling", to_rewind(played.before_end))
    for seat in played.seats:
        case.given(seat, "accept")
    assert case.carries_out("head-judge", preview).status_code == 201
    assert NOT_OVER in staff.reads(page)


def test_the_judge_who_ends_a_match_reads_that_its_result_is_reported(api: Api) -> None:
    played = Played(api, ends=False)
    case = played.opened_case()
    staff = Staff(played.event, "jan")
    staff.url = "/console"
    case.previewed({"kind": "acceptance"})
    assert "A result is reported for" not in staff.reads(f"/cases/{case.id}")
    case.previewed({"kind": "ending", "how": "loss", "winner": "bob"})
    assert "A result is reported for" in staff.reads(f"/cases/{case.id}")


@BOTH
def test_analysts_read_a_number_in_place_of_who_won_the_match(api: Api, game: str) -> None:
    played = Played(api, game, ends=False)
    played.wins(played.seats[1])
    played.event.given("olga", "end_event")
    for name in ("results", "standings"):
        [found] = played.event.read(f"/{name}", "ana")["at_odds"]
        assert (found["over"], found["match"]) == (True, played.match.id)
        assert found["winner"].startswith("player-")


# a marshalling window in which Alice may marshal her knight, before Bob wins
MARSHALLING = {
    "at": "marshalling.action",
    "players": {
        seat: {"plot": "a-noble-cause", "gold": 9, "hand": ["tumblestone-knight"], "deck": {"unknown": 9}}
        for seat in ("alice", "bob")
    },
}
NONE, GOES_ON, FIRST, SECOND = "no mark", "the match goes on", "the first has won", "the second has won"
SEQUENCES: dict[str, list[tuple[str, str]]] = {
    "ended and reported": [("first wins", NONE), ("judge: first", NONE)],
    "reported early": [("judge: second", GOES_ON), ("first wins", FIRST), ("head judge: first", NONE)],
    "decided early, then ended so": [("judge: first", GOES_ON), ("head judge: second", NONE), ("second wins", NONE)],
    "decided early, then ended otherwise": [
        ("judge: first", GOES_ON),
        ("head judge: second", NONE),
        ("first wins", FIRST),
        ("head judge: first", NONE),
    ],
    "rewound and ended so again": [
        ("first wins", NONE),
        ("judge: first", NONE),
        ("rewound", GOES_ON),
        ("first wins", NONE),
    ],
    "rewound, ended otherwise, reported anew": [
        ("first wins", NONE),
        ("judge: first", NONE),
        ("rewound", GOES_ON),
        ("second wins", SECOND),
        ("head judge: second", NONE),
    ],
    "decided, rewound, decided, ended otherwise, decided": [
        ("first wins", NONE),
        ("judge: first", NONE),
        ("head judge: second", NONE),
        ("rewound", GOES_ON),
        ("head judge: second", NONE),
        ("first wins", FIRST),
        ("head judge: second", NONE),
    ],
    "an action annulled, and ended so again": [
        ("marshals", NONE),
        ("first wins", NONE),
        ("judge: first", NONE),
        ("annulled", NONE),
    ],
    "decided, then an action annulled, and ended as before": [
        ("marshals", NONE),
        ("first wins", NONE),
        ("judge: first", NONE),
        ("head judge: second", NONE),
        ("annulled", NONE),
        ("rewound", GOES_ON),
        ("first wins", FIRST),
    ],
    "an action annulled, then decided and rewound": [
        ("marshals", NONE),
        ("first wins", NONE),
        ("judge: first", NONE),
        ("annulled", NONE),
        ("head judge: second", NONE),
        ("rewound", GOES_ON),
        ("second wins", NONE),
    ],
    "corrected while it goes on": [
        ("judge: first", GOES_ON),
        ("head judge: second", NONE),
        ("corrected", NONE),
        ("second wins", NONE),
    ],
    "ended by a ruling": [("judge: first", GOES_ON), ("ended for second", SECOND), ("head judge: second", NONE)],
    "ended by a ruling as reported": [("judge: first", GOES_ON), ("ended for first", NONE)],
}


class Course(Played):
    """A match at the table of an event, to which one thing after the other is done."""

    def __init__(self, api: Api) -> None:
        super().__init__(api, ends=False, results=False, opening={"seats": [], "position": MARSHALLING})
        self.told = 0

    def does(self, step: str) -> None:
        who, _, rest = step.partition(": ")
        if rest:
            self.told += 1
            reported = self.first() if rest == "first" else self.turned()
            self.reports("jan" if who == "judge" else "hana", reported, f"For a reason, {self.told}.")
        elif step in ("first wins", "second wins"):
            self.wins(self.seats[step == "second wins"])
        elif step == "marshals":
            self.marshalled = self.match.read("", "admin")["version"] + 1
            self.match.given("alice", {"type": "marshal_character", "card": card(self.match, "tumblestone-knight")})
        else:
            self.remedied(step)

    def remedied(self, step: str) -> None:
        remedies: dict[str, dict[str, Any]] = {
            "rewound": {"kind": "rewind", "to": getattr(self, "before_end", 0)},
            "annulled": {"kind": "annulment", "of": getattr(self, "marshalled", 0)},
            "corrected": {
                "kind": "correction",
                "changes": [{"change": "set_count", "seat": "alice", "counter": "gold", "n": 3}],
            },
            "ended for first": {"kind": "ending", "how": "loss", "winner": "alice"},
            "ended for second": {"kind": "ending", "how": "loss", "winner": "bob"},
        }
        remedy, case = remedies[step], self.opened_case()
        case.given("head-judge", "take")
        preview = case.previewed(remedy, "head-judge")
        case.given("head-judge", "ruling", ruling(remedy=remedy, worse="Both would have played otherwise."))
        for seat in self.seats:
            case.given(seat, "accept")
        done = case.carries_out("head-judge", preview)
        assert done.status_code == 201, done.get_data(as_text=True)
        if step == "annulled":
            self.before_end = done.get_json()["versions"][-1] - 1
        case.given("head-judge", "close", {"text": "Played on."})

    def said(self) -> str:
        """The mark of the table, in the words of the sequences."""
        found = self.marked()
        first, second = self.event.players
        return {None: NONE, (False, ""): GOES_ON, (True, first): FIRST, (True, second): SECOND}[found]


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_result_is_at_odds_only_while_it_and_the_match_differ(api: Api, sequence: str) -> None:
    course = Course(api)
    for number, (step, said) in enumerate(SEQUENCES[sequence], 1):
        course.does(step)
        assert course.said() == said, (number, step)
