"""The way of a thing, knowledge and chance, against the raw record."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from domain.judging.inquiry.tracing import chance_of, knowledge_at, proof, trace_thing
from domain.judging.remedies.rewind import report_for_seat, report_rewind
from domain.kernel.chance import RandomStream
from domain.match.aggregate import redact_event
from tests.api.http.clients import problem
from tests.judging.heard import MATCH, Heard, ended, heard, names, read, stored_in
from tests.samples import Spread

RANDOM = ("kernel.random_result", "kernel.zone_shuffled")


def handles(match: Heard, start: str) -> set[str]:
    """All handles of one card, from the raw moves, shuffles and redraws."""
    found, grew = {start}, True
    links = [
        (str(old), str(new))
        for _, _, fact in match.facts()
        for old, new in [each[:2] for each in (*fact.get("moves", ()), *fact.get("order", ()))]
        if fact["fact"] in ("kernel.cards_moved", "kernel.zone_shuffled", "kernel.handles_redrawn")
    ]
    while grew:
        more = {name for link in links for name in link if set(link) & found}
        grew, found = not more <= found, found | more
    return found


def mentioned(match: Heard, names: set[str]) -> list[str]:
    wanted = [f'"{name}"' for name in names]
    return [
        f"{version}.{place}"
        for version, place, fact in match.facts()
        if any(name in json.dumps(fact) for name in wanted)
    ]


def test_the_history_of_a_card_is_every_fact_that_names_one_of_its_handles(spread: Spread) -> None:
    match = heard("agot_lcg")
    for card in spread(list(match.match.table.cards)[::9], 5):
        found = trace_thing(match.told, card, "admin")
        assert set(found.names) == handles(match, card)
        assert [each["at"] for each in found.facts] == mentioned(match, handles(match, card))
        assert {each["line"] for each in found.facts} <= {"main", "undone"}


def test_the_history_of_an_area_and_of_a_houses_units_is_every_fact_about_them() -> None:
    match = heard("agot_board")
    area = next(fact["area"] for _, _, fact in match.facts() if fact["fact"] == "agot_board.units_placed")
    assert [each["at"] for each in trace_thing(match.told, area, "admin").facts] == mentioned(match, {area})
    found = trace_thing(match.told, "stark.footman", "public").facts
    both = [
        f"{version}.{place}"
        for version, event in match.events.items()
        for place, fact in ((each["place"], each) for each in redact_event(event, version, "public").facts)
        if '"stark"' in json.dumps(fact) and '"footman"' in json.dumps(fact)
    ]
    assert both
    assert [each["at"] for each in found] == both


@pytest.mark.parametrize("game", names())
def test_a_history_shows_no_fact_that_the_viewer_could_not_read_and_follows_no_hidden_move(
    game: str, spread: Spread
) -> None:
    match = heard(game)
    for viewer in match.viewers:
        readable = {
            f"{version}.{fact['place']}": {name: value for name, value in fact.items() if name != "place"}
            for version, event in match.events.items()
            for fact in redact_event(event, version, viewer).facts
        }
        for card in spread(list(match.match.table.cards)[::11], 2):
            found = trace_thing(match.told, card, viewer)
            for each in found.facts:
                said = {name: value for name, value in each.items() if name not in ("at", "line")}
                assert said == readable[each["at"]]
                text = json.dumps(said)
                assert any(f'"{name}"' in text for name in found.names)


@pytest.mark.parametrize("game", names())
def test_knowledge_is_what_was_recorded_as_learned_on_all_lines_and_each_seat_is_told_its_own(game: str) -> None:
    match = heard(game)
    for version in (20, 45, match.match.version):
        rows = [
            (seat, card, f"{at}.{place}")
            for at, place, fact in match.facts()
            if fact["fact"] == "kernel.learned" and at <= version
            for seat in fact["to"]
            for card, _ in fact["cards"]
        ]
        for viewer in match.viewers:
            official = viewer in ("judge", "head-judge", "admin")
            told = knowledge_at(match.told, version, viewer)
            seen = [(each.seat, each.card, each.since) for each in told.seen]
            told_of = {row[0] for row in rows} if official else {viewer, "public"}
            assert seen == [
                row for row in rows if row[0] in told_of and (row[0] != "public" or is_undone(match, row[2]))
            ]
            table = match.states[version].table
            for each in told.known:
                assert each.card in table.zones[each.zone]
                assert any((each.seat, card, each.since) in rows for card in handles(match, each.card))
                assert official or each.seat in (viewer, "public")


def is_undone(match: Heard, at: str) -> bool:
    return match.told.line(int(at.partition(".")[0])) == "undone"


def test_who_holds_a_hand_is_known_to_know_it() -> None:
    match = heard("agot_lcg")
    table = match.match.table
    known = {(each.seat, each.card) for each in knowledge_at(match.told, match.match.version, "judge").known}
    for seat in ("alice", "bob"):
        assert {(seat, card) for card in table.zones[f"{seat}.hand"]} <= known


@pytest.mark.parametrize("game", names())
def test_every_random_fact_is_told_with_its_purpose_and_to_judges_with_the_counter(game: str) -> None:
    match = heard(game)
    wanted = [(f"{version}.{place}", fact) for version, place, fact in match.facts() if fact["fact"] in RANDOM]
    for viewer in match.viewers:
        found = chance_of(match.told, 1, match.match.version, viewer)
        assert [each.at for each in found] == [at for at, _ in wanted]
        for each, (at, fact) in zip(found, wanted, strict=True):
            assert each.purpose == fact.get("purpose", f"shuffle of {fact.get('zone')}")
            version = int(at.split(".")[0])
            if viewer in ("judge", "head-judge", "admin"):
                assert each.to == match.states[version].table.counter
            else:
                assert each.to is UNSET


def test_a_card_drawn_in_secret_is_told_to_everybody_once_the_same_action_shows_it() -> None:
    match = heard("agot_lcg", 3, 160)
    drawn = {f"{at}.{place}": fact for at, place, fact in match.facts() if fact["fact"] == "kernel.random_result"}
    discarded = {
        (version, move[1])
        for version, _, fact in match.facts()
        for move in fact.get("moves", ())
        if move[2].endswith(".hand") and move[3].endswith(".discard")
    }
    secret = {at: fact["result"] for at, fact in drawn.items() if "seat" in fact}
    assert len(secret) > 1
    assert all((int(at.partition(".")[0]), card) in discarded for at, cards in secret.items() for card in cards)
    for viewer in match.viewers:
        told = {each.at: each.result for each in chance_of(match.told, 1, match.match.version, viewer)}
        assert {at: list(told[at] or ()) for at in drawn} == {at: fact["result"] for at, fact in drawn.items()}


@pytest.mark.parametrize("game", names())
def test_the_proof_holds_for_the_seed_of_the_match_and_for_no_other(game: str) -> None:
    match = heard(game)
    found = proof(match.told, match.match.seed)
    assert found.holds
    assert found.commitment == sha256(b"praetor.seed" + match.match.seed).hexdigest()
    follows = [each.follows for each in found.results if each.follows is not UNSET]
    assert follows
    assert all(follows)
    wrong = proof(match.told, bytes(32))
    assert not wrong.holds
    assert not any(each.follows is not UNSET for each in wrong.results)


def test_a_shuffle_of_the_record_is_drawn_again_from_the_seed_alone() -> None:
    match = heard("agot_board")
    version, order = next(
        (version, fact["order"]) for version, _, fact in match.facts() if fact["fact"] == "kernel.zone_shuffled"
    )
    assert version == 1
    drawn = [RandomStream(match.match.seed, start).shuffle(range(len(order))) for start in range(400)]
    laid = next(fact["cards"] for _, _, fact in match.facts() if fact["fact"] == "agot_board.deck_laid")
    before = [card for card, _ in laid]
    assert any([before[place] for place in each] == [old for old, _ in order] for each in drawn)


@pytest.mark.parametrize("game", names())
def test_ways_knowledge_and_chance_are_told_as_each_may_know_them(game: str, tmp_path: Path) -> None:
    match = ended(game)
    thing = next(iter(match.match.table.cards))
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats, "public", "judge", "head-judge", "analyst", "admin"):
            viewer = "public" if who == "analyst" else who
            answer = read(api, f"/things/{thing}/history", who)
            assert (answer["viewer"], answer["line"]) == (viewer, "main")
            assert answer["facts"] == plain(trace_thing(match.told, thing, viewer).facts)
            knowledge = read(api, "/knowledge?at=30", who)
            assert knowledge["known"] == plain(knowledge_at(match.told, 30, viewer).known)
            chance = read(api, "/chance", who)
            assert chance["seed"] is None
            assert chance["results"] == plain(chance_of(match.told, 1, match.match.version, viewer))


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_the_proof_is_for_judges_while_the_seed_is_secret(tmp_path: Path) -> None:
    match = ended("agot_lcg")
    path = f"/v1/matches/{MATCH}/chance/proof"
    with stored_in(tmp_path, match) as api:
        for sealed in ({}, {"seed": match.match.seed.hex()}):
            answer = api.post(path, "judge", sealed).get_json()
            assert answer["holds"]
            assert match.match.seed.hex() not in json.dumps(answer)
        assert not api.post(path, "judge", {"seed": "0" * 64}).get_json()["holds"]
        for who in ("alice", "analyst"):
            assert problem(api.post(path, who, {})) == (403, "request.scope")
        assert problem(api.post(path, "judge", {"seed": "x"})) == (422, "request.shape")


# --- the way of a thing


def lying(table: Any, names: set[str]) -> Any:
    """A card of a raw table under one of its handles."""
    return next((table.cards[each] for each in names if each in table.cards), None)


def test_the_way_of_a_card_is_where_the_recorded_tables_had_it_and_what_lay_on_it() -> None:
    match = heard("agot_lcg")
    told, seen = match.told, 0
    for card in list(match.match.table.cards)[::7]:
        names = handles(match, card)
        way = {row.version: row for row in trace_thing(told, card, "admin").way}
        for version in range(2, match.match.version + 1):
            before, after = (match.states[at].table for at in (told.parent(version), version))
            moved, now = lying(before, names), lying(after, names)
            fields = {each.field for each in way[version].changes} if version in way else set()
            if moved and now and shown(moved.zone) and shown(now.zone):
                assert ("area" in fields) == (area(moved) != area(now))
                assert ("kneeling" in fields) == (moved.kneeling != now.kneeling)
                assert ("attached" in fields) == (lies_on(before, moved) != lies_on(after, now))
                seen += len(fields)
            assert version not in way or way[version].line == told.line(version)
    assert seen > 10


def shown(zone: str) -> bool:
    """Whether an area's cards stand one by one in the view of an official."""
    return zone.partition(".")[2] in ("hand", "play", "dead", "discard")


def area(card: Any) -> tuple[str, str]:
    """Whose area, and which; in play it is the controller's."""
    owner, _, kind = card.zone.partition(".")
    return (card.controller if kind == "play" else owner), kind


def lies_on(table: Any, card: Any) -> set[str]:
    return {each.key for each in table.cards.values() if each.host == card.handle}


def test_the_way_of_an_area_and_of_units_is_what_the_recorded_boards_had_there() -> None:
    match = heard("agot_board")
    told = match.told
    for place in ("winterfell", "lannisport", "pyke"):
        way = {row.version: row.changes for row in trace_thing(told, place, "admin").way}
        for version in range(2, match.match.version + 1):
            before, after = (match.states[at].table.area(place) for at in (told.parent(version), version))
            changed = {each.field for each in way.get(version, ())}
            assert ("units" in changed) == (before.units != after.units)
            assert ("order" in changed) == (before.order != after.order)
    footmen = trace_thing(told, "stark.footman", "public").way
    assert footmen
    for row in footmen:
        table = match.states[row.version].table
        for each in row.changes:
            _, place, _ = each.field.split(".")
            there = table.area(place)
            n = there.units.get("footman", 0) if there.house == "stark" else 0
            assert sum(piece["count"] for piece in msgspec.to_builtins(each).get("after", ())) == n


def test_a_way_tells_a_viewer_nothing_that_the_views_would_not(spread: Spread) -> None:
    """In the card game: what has a way on the board is seen by everybody."""
    match = heard("agot_lcg")
    for viewer in ("public", match.match.table.seats[0]):
        table = match.match.table
        seen = [card for card in table.cards if table.sees(viewer, table.cards[card].zone)]
        told = [trace_thing(match.told, card, viewer) for card in spread(seen, 12)]
        assert any(each.way for each in told)
        for each in told:
            for row in each.way:
                tables = [match.states[at].table for at in (row.version, match.told.parent(row.version)) if at]
                views = json.dumps(
                    [match.match.rules.view(table, viewer, judging=False) for table in tables], default=str
                )
                assert [name for name in each.names if f'"{name}"' in views]


def test_a_judge_who_looks_as_a_seat_reads_of_sealed_answers_what_everybody_does() -> None:
    match = heard("agot_board")
    sealed = next(version for version, event in match.events.items() if any(fact.seals for fact in event.facts))
    seat = match.raw[sealed - 1]["actor"]
    answer = f"{match.raw[sealed - 1]['facts'][0]['answer']}"
    own = [each.get("answer") for each in trace_thing(match.told, seat, seat).facts]
    assert answer in own
    assert answer not in [each.get("answer") for each in trace_thing(match.told, seat, seat, judging=True).facts]


def test_a_seat_is_not_told_where_an_opponents_card_lay_at_the_target_of_a_rewind() -> None:
    match = heard("agot_lcg")
    seat, other = match.match.table.seats
    lay: dict[str, set[str]] = {}
    told: dict[str, set[str]] = {}
    for target in sorted(match.main())[:-1]:
        if match.states[target].table.waiting is None:
            continue
        report = report_rewind(match.match, match.states[target], match.events, target)
        for each in report.learned:
            lay.setdefault(each.at + each.card, set()).add(each.zone_at_target)
        for each in report_for_seat(report, seat).learned:
            told.setdefault(each.at + each.card, set()).add(each.zone_at_target)
    moved = {row for row, zones in lay.items() if len(zones) > 1 and any(zone.startswith(other) for zone in zones)}
    assert moved & told.keys()
    assert all(told[row] == {""} for row in moved & told.keys())
    assert any(zones == {f"{seat}.deck"} for zones in told.values())
