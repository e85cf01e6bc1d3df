"""Questions 1 to 6, of windows and of time in the game: each answer against the raw record."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from tests.judging.rows import folded
from tests.judging.rows.hall import CARDS, Hall, Table
from tests.judging.rows.raw import Fact, Raw, Window, placed
from tests.judging.rows.rows import moments, on_both, question
from tests.patience import until

HOW = {"own": "passed", "acted": "acted"}
TOLD_AHEAD = (
    "kernel.step_reached",
    "kernel.window_opened",
    "kernel.window_closed",
    "kernel.priority_passed",
    "kernel.waiting",
)
ORDERED = ("order_mandatory", "order_tied_bids", "choose_first_player", "order_piles", "choose_tied_bidder")


@question(1)
def test_the_open_window_is_the_one_that_the_facts_left_open(hall: Hall, game: str) -> None:
    on_both(hall, game, open_windows, lambda table: [window_told(table, each) for each in moments(table.raw, 40)])


def open_windows(raw: Raw) -> list[Any]:
    return [window_of(raw, version) for version in moments(raw, 40)]


def window_of(raw: Raw, version: int) -> Any:
    """The wait of a version, the windows around it, and who has passed in a row in the innermost of them."""
    waiting, windows = raw.waiting(version), raw.windows(version)
    assert waiting is not None
    around = [(each.fact["kind"], each.fact["name"]) for each in windows]
    asked = (waiting["wait"], waiting["kind"], waiting["question"], waiting["seats"])
    if waiting["kind"] == "choice":
        return (*asked, around, None)
    fact = windows[-1].fact
    return (*asked, around, (fact["first"], waiting["seats"][0], passed_in(raw, windows[-1]), fact.get("step", "")))


def passed_in(raw: Raw, window: Window) -> list[str]:
    """Who has passed since somebody last did something in a window; for good where passes are final."""
    found: list[str] = []
    for _, seat, how in window.by:
        found = ([] if not is_final(raw, window) else found) if how == "acted" else [*found, seat]
    return found


def is_final(raw: Raw, window: Window) -> bool:
    """Whether a pass in a window is for good."""
    return window.fact["name"] in folded.rows_of(raw).final


def window_told(table: Table, version: int) -> Any:
    told = table.read("/window", at=version)
    assert (told["match"], told["version"]) == (table.id, version)
    around = [(each["kind"], each["name"]) for each in told["nesting"] if each["frame"] == "window"]
    asked = (told["wait"], told["kind"], told["name"], told["awaited"])
    if told["kind"] == "choice":
        return (*asked, around, None)
    return (*asked, around, (told["first"], told["priority"], told["passed"], told["step"]))


@question(2)
def test_the_ledger_has_every_pass_and_every_window_closed_by_its_passes(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> list[Any]:
        open_, closed, _ = raw.ledger()
        rows = [(each.at, deeds(each), (at, how)) for each, at, how in closed]
        return sorted([*rows, *((each.at, deeds(each), None) for each in open_)], key=lambda row: placed(row[0]))

    def answered(table: Table) -> list[Any]:
        return [(row["id"], [done(each) for each in row["by"]], closing(row["closed"])) for row in ledger_of(table)]

    on_both(hall, game, expected, answered)
    for table in hall.matches[game]:
        final = {each.at for each, _, _ in table.raw.ledger().closed if is_final(table.raw, each)}
        for row in ledger_of(table):
            if row["closed"] and row["closed"]["how"] == "passes":
                passes = [each for each in row["by"] if each["how"] != "acted"] if row["id"] in final else row["by"]
                last = passes[-len(table.raw.seats) :]
                assert {each["seat"] for each in last} == set(table.raw.seats), row["id"]
                assert "acted" not in {each["how"] for each in last}, row["id"]


def deeds(window: Window) -> list[tuple[str, str, str]]:
    return [(at, seat, HOW.get(how, how)) for at, seat, how in window.by]


def done(deed: dict[str, Any]) -> tuple[str, str, str]:
    return deed["at"], deed["seat"], deed["how"]


def closing(closed: dict[str, Any] | None) -> tuple[str, str] | None:
    return (closed["at"], closed["how"]) if closed else None


def reached(page: dict[str, Any]) -> tuple[str, int, int]:
    """How far the ledger of a page has come: its match, the version of its windows and that of its offers."""
    return page["match"], page["version"], page["offers"]


def ledger_of(table: Table) -> list[dict[str, Any]]:
    """All rows of the ledger, page by page, once it has read the whole match."""
    whole = (table.id, table.raw.newest, table.raw.newest)
    until(lambda: reached(table.read("/windows", limit=1)) == whole)
    found: list[dict[str, Any]] = []
    after = ""
    while True:
        page = table.read("/windows", limit=200, **({"after": after} if after else {}))
        assert reached(page) == whole
        found += page["windows"]
        if not page["next"]:
            return found
        after = page["next"]


@question(3)
def test_what_a_seat_was_offered_and_let_pass_is_what_the_record_and_the_options_say(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [[(at, answers_only(raw, at)) for at in forced_of(raw, seat)] for seat in raw.seats]

    def answered(table: Table) -> Any:
        return [
            [
                (f"{each['version']}.{each['fact']}", each["options"])
                for each in missed_by(table, seat)
                if each["kind"] == "only one answer"
            ]
            for seat in table.raw.seats
        ]

    on_both(hall, game, expected, answered)
    for table in hall.matches[game]:
        for seat in table.raw.seats:
            told = {each["version"] for each in missed_by(table, seat) if each["kind"] == "passed"}
            own = {each for each in table.raw.commands("pass") if table.raw.events[each]["actor"] == seat}
            assert told <= own
            for version in [*sorted(told)[:4], *sorted(own - told)[:4]]:
                options = table.read("/options", at=version - 1)["options"][seat]["forms"]
                assert any(form["type"] != "pass" for form in options) == (version in told), version


def missed_by(table: Table, seat: str) -> list[dict[str, Any]]:
    told = table.pages("/missed", seat=seat)
    assert {(page["match"], page["seat"]) for page in told} == {(table.id, seat)}
    assert sum(page["actions"] for page in told) == len(table.raw.actions())
    assert not [kind for page in told for kind in page["counts"] if kind.startswith("engine error")]
    return [each for page in told for each in page["found"]]


def forced_of(raw: Raw, seat: str) -> list[str]:
    """The places of the questions that the rules answered for a seat."""
    return [at for at, fact in raw.told("kernel.forced") if fact["seat"] == seat]


def answers_only(raw: Raw, at: str) -> list[Any]:
    version, number = placed(at)
    return [json.loads(raw.of(version)[number - 1]["answer"])]


@question(3, CARDS)
def test_a_window_says_of_each_seat_whether_it_was_offered_or_passed_over(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        ledger = raw.ledger()
        asked = {each.at: [(n, seat) for at, n, seat in ledger.offers if at == each.at] for each, _, _ in ledger.closed}
        return [(each.at, asked[each.at], by_policy(each)) for each, _, _ in ledger.closed[::6]]

    def answered(table: Table) -> Any:
        return [(each.at, *reasons(table, each)) for each, _, _ in table.raw.ledger().closed[::6]]

    on_both(hall, game, expected, answered)


def by_policy(window: Window) -> list[str]:
    """Whom the policy passed for, in order."""
    return [seat for _, seat, how in window.by if how == "policy"]


def reasons(table: Table, window: Window) -> tuple[list[tuple[int, str]], list[str]]:
    """Who was asked in a window where, and for whom the policy passed: it also says who was skipped as it opened."""
    told = table.read(f"/windows/{window.at}/reasons")
    assert (told["match"], told["window"], told["name"]) == (table.id, window.at, window.fact["name"])
    asked = [(each["version"], each["seat"]) for each in told["found"] if each["how"] == "offered"]
    passed = [each["seat"] for each in told["found"] if each["how"] == "policy"]
    wanted = by_policy(window)
    return asked, passed[len(passed) - len(wanted) :]


@question(4)
def test_what_could_be_done_has_what_was_done_and_is_for_whom_the_record_awaits(hall: Hall, game: str) -> None:
    def given(raw: Raw) -> list[int]:
        return [each for each in moments(raw, 30) if raw.is_action(each)]

    def expected(raw: Raw) -> Any:
        return [
            (each, sorted(waiting_at(raw, each - 1)["seats"]), raw.events[each]["cmd"]["type"]) for each in given(raw)
        ]

    def answered(table: Table) -> Any:
        return [(each, *offered(table, each)) for each in given(table.raw)]

    on_both(hall, game, expected, answered)


def waiting_at(raw: Raw, version: int) -> Fact:
    found = raw.waiting(version)
    assert found is not None
    return found


def offered(table: Table, version: int) -> tuple[list[str], str]:
    """Who was asked before an action, and the type of the command given if it was among what its seat was offered."""
    event, told = table.raw.events[version], table.read("/options", at=version - 1)
    forms = forms_of(told["options"][event["actor"]])
    fitting = [form for form in forms if fits(form, event["cmd"])]
    return sorted(told["awaited"]), fitting[0]["type"] if fitting else ""


def forms_of(space: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = space.get("forms", [space])
    return found


def fits(form: dict[str, Any], command: dict[str, Any]) -> bool:
    """Whether a command is one of a form: its fixed fields as they are, every other field one of the form's."""
    free = set(form.get("fields", ()))
    return form.get("type") == command["type"] and all(
        name in free or form["fixed"].get(name, value) == value for name, value in command.items() if name != "type"
    )


@question(5)
def test_what_happened_together_is_told_in_the_order_of_the_record_and_who_chose_it(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        chosen = [each for name in ORDERED for each in raw.commands(name)]
        return [
            [(at, fact["fact"]) for at, _, fact in raw.facts() if fact["fact"] != "kernel.sealed"],
            [(each, raw.events[each]["actor"], raw.events[each]["cmd"]) for each in chosen],
        ]

    def answered(table: Table) -> Any:
        chosen = [each for name in ORDERED for each in table.raw.commands(name)]
        told = [table.read(f"/actions/{each}") for each in chosen]
        return [
            [(at, name) for at, name in story(table) if name != "kernel.sealed"],
            [(each["version"], each["actor"], each["command"]) for each in told],
        ]

    on_both(hall, game, expected, answered)


def story(table: Table) -> list[tuple[str, str]]:
    """Every fact of the timeline in order, with its place; its address names the match."""
    found = []
    for round in (round for page in table.pages("/timeline") for round in page["rounds"]):
        for action in (action for phase in round["phases"] for step in phase["steps"] for action in step["actions"]):
            for fact in action["facts"]:
                assert fact["address"] == f"{table.id}@{fact['place']}"
                found.append((fact["place"], fact["fact"]))
    return found


@question(6)
def test_round_phase_and_what_is_asked_are_the_records_and_passes_lead_where_it_went(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [
            (each, within(raw, each), waiting_at(raw, each), ahead(raw, each))
            for each in moments(raw, 25, first=8)
            if each < raw.newest - 1
        ]

    def answered(table: Table) -> Any:
        return [(each, *coming(table, each)) for each in moments(table.raw, 25, first=8) if each < table.raw.newest - 1]

    on_both(hall, game, expected, answered)
    procedures = hall.read(f"/v1/games/{game}/timing")["procedures"]
    charted = {(f"{game}.{each['name']}", step["label"]) for each in procedures for step in each["steps"]}
    for table in hall.matches[game]:
        for version in moments(table.raw, 8, first=8):
            left = table.read("/next", at=version)["chart"]
            steps = {(each["procedure"], step["step"]) for each in left for step in each["left"]}
            assert steps
            assert steps <= charted


def within(raw: Raw, version: int) -> str:
    round, phase = raw.last(".round_began", "round", version), raw.last(".phase_began", "phase", version)
    return f"round {round or 0}, {phase or 'setup'}"


def ahead(raw: Raw, version: int) -> list[Fact]:
    """The steps and windows that followed, if what followed was a pass in a window."""
    event = raw.events[version + 1]
    if event["cmd"]["type"] != "pass":
        return []
    seen = takewhile(is_open, raw.of(version + 1))
    return [fact for fact in seen if fact["fact"] in TOLD_AHEAD]


def is_open(fact: Fact) -> bool:
    """Whether nothing hidden and nothing of chance comes with a fact."""
    if fact["fact"] == "kernel.cards_moved":
        return all(move[4:6] == ["all", "all"] for move in fact["moves"])
    if fact["fact"] == "kernel.ability_announced":
        return not fact["effect"].get("chosen")  # what was chosen for it may have been hidden
    return fact["fact"] not in ("kernel.learned", "kernel.random_result", "kernel.zone_shuffled")


def coming(table: Table, version: int) -> Any:
    told, window = table.read("/next", at=version), table.read("/window", at=version)
    wanted = ahead(table.raw, version)
    steps = [each for each in told["steps"] if "pass" not in each][: len(wanted)]
    return ", ".join(window["within"].split(", ")[:2]), told["asked"], steps
