"""Questions 7 to 12, of what was lawful and of numbers: each answer against the raw record."""

from __future__ import annotations

import json
from typing import Any

from tests.judging.rows import folded
from tests.judging.rows.hall import BOARD, CARDS, Hall, Table
from tests.judging.rows.raw import Fact, Raw, placed
from tests.judging.rows.rows import moments, on_both, question

ORDERS = {"raid": "raid", "march": "march", "consolidate-power": "consolidate"}
BEFORE_A_COUNT = (  # what may stand before a number in its action and changes none
    "kernel.priority_passed",
    "kernel.window_closed",
    "kernel.window_opened",
    "kernel.step_reached",
    "kernel.aftermath_ended",
    "kernel.occurrence_ended",
    "kernel.conditions_imminent",
    "kernel.conditions_occurred",
)
MOVING = ("units_", "ships_", "power_token_", "garrison_", "attackers_came", "combat_began", "losses")
FOUGHT = (".house_cards_revealed", ".combat_ended", ".support_declared", ".final_strength_counted")


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
        checks = table.read("/explain", at=version - 1, as_=other, command=common(table.raw))["checks"]
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


def common(raw: Raw) -> dict[str, Any]:
    """A command that is lawful whenever its question is put to a seat: a pass in a window; a bid of nothing."""
    return {"type": "pass"} if raw.header["game"] == CARDS else {"type": "bid", "power": 0}


def may(raw: Raw, seat: str, version: int) -> bool:
    waiting = raw.waiting(version)
    if waiting is None or seat not in waiting["seats"]:
        return False
    return bool(waiting["kind"] != "choice" if raw.header["game"] == CARDS else waiting["question"] == "bid")


def turning(raw: Raw, seat: str, version: int, way: int) -> int | None:
    """The nearest version before or after one at which a seat may do the other than at this one."""
    versions = range(version + way, raw.newest + 1 if way > 0 else 0, way)
    return next((each for each in versions if may(raw, seat, each) != may(raw, seat, version)), None)


def turned(table: Table, seat: str, version: int) -> Any:
    told = table.read("/explain", at=version, as_=seat, command=common(table.raw))
    nearest = [told["nearest"][way] for way in ("earlier", "later")]
    for each in filter(None, nearest):
        assert each["accepted"] != told["accepted"]
        between = sorted((version, each["version"]))
        assert all(between[0] < int(fact["at"].partition(".")[0]) <= between[1] for fact in each["changed"])
    return (told["accepted"], *(each and each["version"] for each in nearest))


@question(9)
def test_the_targets_that_could_be_chosen_are_those_that_the_record_has_there(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, seat, targets(raw, seat, each)) for each, seat in choices(raw)]

    def answered(table: Table) -> Any:
        return [(each, seat, chosen_from(table, seat, each)) for each, seat in choices(table.raw)]

    on_both(hall, game, expected, answered)


def choices(raw: Raw) -> list[tuple[int, str]]:
    """Versions at which a seat is asked what can be told from the record: plots and reserve; orders and bids."""
    asked = ("plot", "reserve") if raw.header["game"] == CARDS else (*ORDERS, "bid")
    found = []
    for version in raw.path():
        waiting = raw.waiting(version)
        if waiting and waiting["question"] in asked:
            found += [(version, seat) for seat in waiting["seats"]]
    return found[:: max(1, len(found) // 20)]


def targets(raw: Raw, seat: str, version: int) -> Any:
    """What there was to choose: the plots left, the hand; the areas with such an order, the Power to bid with."""
    waiting, table = raw.waiting(version), folded.table(raw, version)
    assert waiting is not None
    if isinstance(table, folded.Cards):
        return sorted(raw.zones(version)[f"{seat}.{'plots' if waiting['question'] == 'plot' else 'hand'}"])
    if waiting["question"] == "bid":
        return [0, table.power[seat]]
    return sorted(table.laid(seat, ORDERS[waiting["question"]]))


def chosen_from(table: Table, seat: str, version: int) -> Any:
    """What the service offers there; one beyond it is explained as refused, one of it as lawful."""
    forms = table.read("/options", at=version)["options"][seat]["forms"]
    [*fields] = forms[0]["fields"].values()
    if table.game == CARDS:
        found = sorted(fields[0]["options"])
    elif fields and fields[0]["kind"] == "number":
        found = [fields[0]["min"], fields[0]["max"]]
        for power in (found[1], found[1] + 1):
            told = table.read("/explain", at=version, as_=seat, command={"type": "bid", "power": power})
            assert told["accepted"] == (power == found[1])
    else:
        found = sorted({form["fixed"]["area"] for form in forms})
    return found


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
        asked = asked_number(raw, at, version, fact)
        if asked:
            found.append((at, *asked))
    return found[:: max(1, len(found) // 15)]


def asked_number(raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
    """At which version a counted number can be asked for: where nothing that it depends on lies between."""
    name, number = fact["fact"].rpartition(".")[2], int(at.partition(".")[2])
    before, after = raw.of(version)[: number - 1], raw.of(version)[number:]
    command = raw.events[version]["cmd"]
    if name == "gold_spent" and number == 1 and fact.get("why") == "marshal":
        return version - 1, "cost", command["card"], fact["trace"]["trace"]
    if name == "challenge_decided" and all(each["fact"] in BEFORE_A_COUNT for each in before):
        begun = raw.last(".challenge_initiated", "challenge", version - 1)
        return version - 1, "attack", begun["attacker"], fact["attack"]["trace"]
    if name == "income_counted" and not str(card_before(raw, at)).endswith("/game-of-thrones"):
        return None  # other cards count no ports
    if name in ("supply_counted", "income_counted") and not (is_moved(before) and is_moved(after)):
        return version - is_moved(after), name.partition("_")[0], fact["house"], fact["trace"]
    if name == "initial_strength_counted" and not any(each["fact"].endswith(FOUGHT) for each in after):
        begun = raw.told(".combat_began", version)[-1][1]
        return version, "initial-strength", begun["attacker"], fact["attacker"]["trace"]
    return None


def card_before(raw: Raw, at: str) -> Any:
    """The Westeros card that was under way at a place."""
    told = raw.told(".westeros_card_began", int(at.partition(".")[0]))
    return next((fact["card"] for place, fact in reversed(told) if placed(place) < placed(at)), "")


def is_moved(facts: list[Fact]) -> bool:
    """Whether something came into or left an area."""
    return any(each["fact"].rpartition(".")[2].startswith(MOVING) for each in facts)


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


@question(12, CARDS)
def test_the_decks_of_the_match_are_lawful_and_one_with_cards_missing_is_not(hall: Hall, game: str) -> None:
    seat: dict[str, Any] = {}
    for table in hall.matches[game]:
        for seat in map(json.loads, table.raw.events[1]["cmd"]["seats"]):
            told = checked(hall, game, seat["deck"])
            assert (told["legal"], told["faults"], told["deck"]) == (True, [], seat["deck"])
            assert told["pool"] == table.raw.events[1]["pool"]
            short = checked(hall, game, {**seat["deck"], "cards": seat["deck"]["cards"][:-1][:40]})
            assert not short["legal"]
            assert [each["rule"].startswith("agot_lcg.") for each in short["faults"]]
            laid = raw_deck(table.raw, seat["name"])
            assert sorted(laid) == sorted(seat["deck"]["cards"])
    assert hall.post(f"/v1/games/{BOARD}/decks/check", "jan", {"deck": seat["deck"]}).status == 422


def checked(hall: Hall, game: str, deck: dict[str, Any]) -> Any:
    reply = hall.post(f"/v1/games/{game}/decks/check", "jan", {"deck": deck})
    assert reply.status == 200, reply.body
    return reply.json


def raw_deck(raw: Raw, seat: str) -> list[str]:
    """The cards that were laid as a seat's deck."""
    laid = [fact for _, fact in raw.told(".deck_brought", 1) if fact["zone"] == f"{seat}.deck"]
    return [key for fact in laid for _, key in fact["cards"]]
