"""Questions 7 to 12, of what was lawful and of numbers: each answer against the raw record."""

from __future__ import annotations

import json
from typing import Any

from tests.games import ROWS
from tests.judging.rows import folded
from tests.judging.rows.hall import CARDS, Hall, Table
from tests.judging.rows.raw import Raw
from tests.judging.rows.rows import moments, on_both, question


def answered_with(raw: Raw, most: int) -> list[int]:
    """Some versions in which a seat answered."""
    return [each for each in moments(raw, most, first=3) if raw.is_action(each)]


@question(7)
def test_what_was_accepted_is_explained_as_lawful_and_what_nobody_was_asked_for_by_its_rule(
    hall: Hall, game: str
) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, raw.events[each]["cmd"], True, awaited_instead(raw, each)) for each in answered_with(raw, 12)]

    def answered(table: Table) -> Any:
        return [explained(table, each) for each in answered_with(table.raw, 12)]

    on_both(hall, game, expected, answered)


def stranger(raw: Raw, version: int) -> str:
    """A seat that is not awaited after a version; nobody where all are."""
    waiting = raw.waiting(version)
    assert waiting is not None
    return next((each for each in raw.seats if each not in waiting["seats"]), "")


def awaited_instead(raw: Raw, version: int) -> Any:
    """What is asked, and of whom, while a seat that is not awaited wants something; one that answered is told what."""
    waiting, seat = raw.waiting(version - 1), stranger(raw, version - 1)
    assert waiting is not None
    if not seat:
        return None
    return waiting["question"], None if seat in raw.answered(version - 1) else waiting["seats"]


def explained(table: Table, version: int) -> Any:
    event, other = table.raw.events[version], stranger(table.raw, version - 1)
    told = table.read("/explain", at=version - 1, as_=event["actor"], command=event["cmd"])
    assert (told["match"], told["seat"]) == (table.id, event["actor"])
    refused = None
    if other:
        checks = table.read("/explain", at=version - 1, as_=other, command=dict(ROWS[table.game].common))["checks"]
        first = next(each for each in checks if not each["ok"])
        because = first["because"]
        answered = other in table.raw.answered(version - 1)
        refused = because["question"], None if answered else because["awaited"]
        assert table.hall.read(f"/v1/rules/{first['rule']}")["text"]
    return version, event["cmd"], told["accepted"], refused


@question(7)
def test_a_command_that_was_refused_is_kept_with_its_rule_and_explained_by_the_same(hall: Hall, game: str) -> None:
    table, other = hall.cut(game, hall.matches[game][0].raw.newest // 3), hall.cut(game, 12, number=2)
    newest = table.raw.newest
    waiting = next(each for each in range(newest, 2, -1) if stranger(table.raw, each) and not table.raw.answered(each))
    table = hall.cut(game, waiting) if waiting != newest else table
    seat, wait = stranger(table.raw, waiting), table.raw.waiting(waiting)
    assert wait is not None
    command = table.raw.events[waiting]["cmd"]
    refused = table.post(seat, "/commands", command, If_Match=f'"w{wait["wait"]}"')
    assert refused.status // 100 == 4
    kept = [(each["seat"], each["version"], each["rule"]) for each in table.read("/attempts")["attempts"]]
    assert kept == [(seat, waiting, refused.rule)]
    told = table.read("/explain", at=waiting, as_=seat, command=command)
    assert [each["rule"] for each in told["checks"] if not each["ok"]][:1] == [refused.rule]
    assert other.read("/attempts")["attempts"] == []
    assert table.written() == table.record


@question(8)
def test_where_the_verdict_turns_is_the_nearest_version_that_the_record_awaits_otherwise(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [
            (each, seat, may(raw, seat, each), turning(raw, seat, each, -1), turning(raw, seat, each, 1))
            for seat in raw.seats[:2]
            for each in moments(raw, 6, first=12)
        ]

    def answered(table: Table) -> Any:
        return [
            (each, seat, *turned(table, seat, each))
            for seat in table.raw.seats[:2]
            for each in moments(table.raw, 6, first=12)
        ]

    on_both(hall, game, expected, answered)


def may(raw: Raw, seat: str, version: int) -> bool:
    waiting = raw.waiting(version)
    if waiting is None or seat not in waiting["seats"]:
        return False
    return folded.rows_of(raw).is_common(waiting)


def turning(raw: Raw, seat: str, version: int, way: int) -> int | None:
    """The nearest version before or after one at which a seat may do the other than at this one."""
    versions = range(version + way, raw.newest + 1 if way > 0 else 0, way)
    return next((each for each in versions if may(raw, seat, each) != may(raw, seat, version)), None)


def turned(table: Table, seat: str, version: int) -> Any:
    told = table.read("/explain", at=version, as_=seat, command=dict(ROWS[table.game].common))
    nearest = [told["nearest"][way] for way in ("earlier", "later")]
    for each in filter(None, nearest):
        assert each["accepted"] != told["accepted"]
        turned_at, *others = sorted((version, each["version"]), reverse=True)
        assert others[0] < each["turned_at"] <= turned_at
        assert {int(fact["at"].partition(".")[0]) for fact in each["changed"]} == {each["turned_at"]}
        assert table.hall.read(f"/v1/rules/{each['refused_by']}")["text"]
    return (told["accepted"], *(each and each["version"] for each in nearest))


@question(9)
def test_the_targets_that_could_be_chosen_are_those_that_the_record_has_there(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, seat, folded.rows_of(raw).targets(raw, seat, each)) for each, seat in choices(raw)]

    def answered(table: Table) -> Any:
        return [(each, seat, ROWS[game].offered(table, seat, each)) for each, seat in choices(table.raw)]

    on_both(hall, game, expected, answered)


def choices(raw: Raw) -> list[tuple[int, str]]:
    """Versions at which a seat is asked what can be told from the record: plots and reserve; orders and bids."""
    asked = folded.rows_of(raw).chosen()
    found = []
    for version in raw.path():
        waiting = raw.waiting(version)
        if waiting and waiting["question"] in asked:
            found += [(version, seat) for seat in waiting["seats"]]
    return found[:: max(1, len(found) // 20)]


@question(9, CARDS)
def test_a_card_that_is_not_in_the_hand_or_costs_too_much_is_not_marshalled(hall: Hall, game: str) -> None:
    tried = 0
    for table in hall.matches[game]:
        raw = table.raw
        bought = [each for each in raw.actions() if raw.events[each]["cmd"]["type"] == "marshal_character"]
        for version in bought[:4]:
            seat, hand = raw.events[version]["actor"], raw.zones(version - 1)[f"{raw.events[version]['actor']}.hand"]
            offered = table.read("/options", at=version - 1)["options"][seat]["forms"]
            marshalled = [form["fixed"]["card"] for form in offered if form["type"].startswith("marshal_")]
            assert set(marshalled) <= set(hand)
            costs = {each["of"]: each["value"] for each in table.read("/numbers/cost", at=version - 1)["numbers"]}
            gold = folded.values(raw, version - 1)[f"{seat}.gold"]
            for card in hand:
                told = table.read(
                    "/explain", at=version - 1, as_=seat, command={"type": "marshal_character", "card": card}
                )
                if costs[card] > gold:
                    assert not told["accepted"]
                    tried += 1
    assert tried


@question(10)
def test_a_number_has_the_trace_that_the_record_has_where_the_rules_counted_it(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(at, what, trace) for at, _, what, _, trace in counted(raw)]

    def answered(table: Table) -> Any:
        return [(at, what, number_of(table, version, what, of)) for at, version, what, of, _ in counted(table.raw)]

    on_both(hall, game, expected, answered)
    for table in hall.matches[game]:
        for version in moments(table.raw, 5, first=8):
            for each in table.read("/numbers", at=version)["numbers"]:
                assert each["value"] == max(0, sum_of(each["trace"])) or "how" in str(each["trace"][1:]), each


def sum_of(trace: list[dict[str, Any]]) -> float:
    return float(sum(each["amount"] for each in trace))


def counted(raw: Raw) -> list[tuple[str, int, str, str, Any]]:
    """Counts in the record that can be asked for: the place, the version at which, what, of whom, the trace."""
    found = []
    for at, version, fact in raw.facts(raw.path()):
        asked = folded.rows_of(raw).asked_number(raw, at, version, fact)
        if asked:
            found.append((at, *asked))
    return found[:: max(1, len(found) // 15)]


def number_of(table: Table, version: int, what: str, of: str) -> Any:
    told = table.read(f"/numbers/{what}", at=version)
    assert (told["match"], told["version"]) == (table.id, version)
    return next((each["trace"] for each in told["numbers"] if each["of"] == of), None)


@question(11)
def test_a_limit_is_used_as_often_and_by_the_actions_that_the_record_counts(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        by: dict[str, list[int]] = {}
        before: dict[str, int] = {}
        found = []
        for version, table in folded.tables(raw):
            now = table.limits()
            by = {key: versions for key, versions in by.items() if key in now}
            for key in now:
                if now[key] > before.get(key, 0):
                    by[key] = [*by.get(key, []), version]
            before = now
            if version in moments(raw, 25):
                found.append((version, sorted((key, n, by[key]) for key, n in now.items())))
        return found

    def answered(table: Table) -> Any:
        return [
            (each, sorted((row["limit"], row["used"], row["by"]) for row in table.read("/limits", at=each)["limits"]))
            for each in moments(table.raw, 25)
        ]

    on_both(hall, game, expected, answered)


@question(12)
def test_the_decks_of_the_match_are_lawful_and_one_with_cards_missing_is_not(hall: Hall, game: str) -> None:
    seat: dict[str, Any] = {}
    for table in hall.matches[game]:
        for seat in map(json.loads, table.raw.events[1]["cmd"]["seats"]):
            told = checked(hall, game, seat["deck"])
            assert (told["legal"], told["faults"], told["deck"]) == (True, [], seat["deck"])
            assert told["pool"] == table.raw.events[1]["pool"]
            part = ROWS[game].deck_part
            short = checked(hall, game, {**seat["deck"], part: seat["deck"][part][:-1][: ROWS[game].too_few]})
            assert not short["legal"]
            assert {each["rule"].partition(".")[0] for each in short["faults"]} == {game}
            laid = raw_deck(table.raw, seat["name"])
            assert sorted(laid) == sorted(seat["deck"][part])
    for other in (each for each, rows in ROWS.items() if ("question", 12) in rows.left_out):
        assert hall.post(f"/v1/games/{other}/decks/check", "jan", {"deck": seat["deck"]}).status == 422


def checked(hall: Hall, game: str, deck: dict[str, Any]) -> Any:
    reply = hall.post(f"/v1/games/{game}/decks/check", "jan", {"deck": deck})
    assert reply.status == 200, reply.body
    return reply.json


def raw_deck(raw: Raw, seat: str) -> list[str]:
    """The cards that were laid as a seat's deck."""
    laid = [fact for _, fact in raw.told(".deck_brought", 1) if fact["zone"] == f"{seat}.deck"]
    return [key for fact in laid for _, key in fact["cards"]]
