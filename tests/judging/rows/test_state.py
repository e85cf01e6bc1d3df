"""Questions 13 to 17, of the table, of things, of knowledge and of chance: each answer against the raw record."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

from tests.games import ROWS
from tests.judging.rows import folded
from tests.judging.rows.hall import Hall, Table
from tests.judging.rows.knowing import knowing
from tests.judging.rows.raw import Fact, Raw
from tests.judging.rows.rows import moments, on_both, question

TOUCHED_ON = ("touched_left", "touched_right")


@question(13)
def test_the_table_at_a_version_is_what_the_facts_add_up_to(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, present(folded.values(raw, each))) for each in moments(raw, 25)]

    def answered(table: Table) -> Any:
        return [(each, seen_at(table, each)) for each in moments(table.raw, 25)]

    on_both(hall, game, expected, answered)


def present(values: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty: an area without units, an order that is gone."""
    return {name: value for name, value in values.items() if value or not name.startswith(("units.", "order."))}


def seen_at(table: Table, version: int) -> dict[str, Any]:
    told = table.read("/view", at=version)
    assert (told["match"], told["version"]) == (table.id, version)
    return folded.shown(table.game, told["view"], table.raw.seats)


@question(13)
def test_a_typed_table_differs_where_it_was_typed_otherwise_and_the_last_touch_is_the_records(
    hall: Hall, game: str
) -> None:
    field = ROWS[game].counter
    for table in hall.matches[game]:
        version, position = typed_from(table)
        seat = table.raw.seats[0]
        before = folded.values(table.raw, version)[f"{seat}.{field}"]
        typed = before + 1 if before < 6 else before - 1
        ROWS[game].type_counter(position, seat, typed)
        told = table.hall.post(f"{table.path}/compare?at={version}", "jan", {"position": position})
        assert told.status == 200, told.body
        rows = [row for row in told.json["differences"] if row["field"].rpartition(".")[2] == field]
        found = [(row["left"], row["right"], row["touched_left"]) for row in rows if seat in row["object"]]
        assert found == [(before, typed, folded.touched(table.raw, version, f"{seat}.{field}"))]


def typed_from(table: Table) -> tuple[int, dict[str, Any]]:
    """The last version whose table can be written as a position, and that position: as the judge types it."""
    for version in range(table.raw.newest - 1, 0, -1):
        reply = table.get("/position", at=version)
        if reply.status == 200:
            position: dict[str, Any] = reply.json["position"]
            return version, position
    raise AssertionError("no version can be written as a position")


@question(14)
def test_the_way_of_a_thing_is_every_fact_of_the_record_that_names_it(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, *folded.rows_of(raw).way(raw, each)) for each in folded.rows_of(raw).things(raw)]

    def answered(table: Table) -> Any:
        return [(each, *told_way(table, each)) for each in ROWS[game].things(table.raw)]

    on_both(hall, game, expected, answered)


def told_way(table: Table, thing: str) -> tuple[list[str], list[str]]:
    """As an admin reads it, who is shown every fact."""
    pages = table.pages(f"/things/{thing}/history", "root")
    told, facts = pages[0], [fact for page in pages for fact in page["facts"]]
    assert (told["match"], told["thing"]) == (table.id, thing)
    for fact in facts:
        version, _, number = fact["at"].partition(".")
        recorded = table.raw.of(int(version))[int(number) - 1]
        assert {name: fact[name] for name in recorded} == recorded
    return told["names"], [fact["at"] for fact in facts]


@question(15)
def test_who_knew_which_hidden_card_and_since_when_is_what_was_recorded_as_seen(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        return [(each, learned(raw, each), lying_known(raw, each)) for each in moments(raw, 10)]

    def answered(table: Table) -> Any:
        return [(each, *told_known(table, each)) for each in moments(table.raw, 10)]

    on_both(hall, game, expected, answered)
    for table in hall.matches[game]:
        seat = table.raw.seats[0]
        told = table.read("/knowledge", seat, at=table.raw.newest - 1)
        assert {each["seat"] for each in told["known"] + told["seen"]} <= {seat, "public"}
        own = [row for row in learned(table.raw, table.raw.newest - 1) if row[0] == seat]
        assert [(each["seat"], each["card"], each["key"], each["since"]) for each in told["seen"]] == own


def learned(raw: Raw, version: int) -> list[tuple[str, str, str, str]]:
    """What each seat alone was shown by then, on whatever line."""
    return [
        (seat, card, key, at)
        for at, _, fact in raw.facts(range(1, version + 1))
        if fact["fact"] == "kernel.learned"
        for seat in fact["to"]
        if seat != "public"
        for card, key in fact["cards"]
    ]


def lying_known(raw: Raw, version: int) -> list[tuple[str, str, str]]:
    """Which hidden cards lie there under a handle that somebody knows, and where."""
    hidden = {zone: cards for zone, cards in raw.zones(version).items() if is_hidden(raw, zone)}
    open_cards = faceup_cards(raw, version)
    lying = {card: zone for zone, cards in hidden.items() for card in cards if card not in open_cards}
    known = knowing(raw, version)
    return sorted((seat, card, zone) for card, zone in lying.items() for seat in known.get(card, ()))


def faceup_cards(raw: Raw, version: int) -> set[str]:
    """The cards that everybody sees where they lie, by what their last move or turn says of it."""
    found: set[str] = set()
    for _, _, fact in raw.facts(raw.path(version)):
        if fact["fact"] == "kernel.cards_moved":
            seen = [(move[1], move[5] if len(move) > 5 else "all") for move in fact["moves"]]
        elif fact["fact"] == "kernel.cards_turned":
            seen = [(turn[1], turn[4]) for turn in fact["turns"]]
        else:
            continue
        found |= {card for card, sees in seen if sees == "all"}
        found -= {card for card, sees in seen if sees != "all"}
    return found


def is_hidden(raw: Raw, zone: str) -> bool:
    """Whether not everybody sees a zone, by what the moves say of it; nobody has moved: a pile that was laid hidden."""
    for _, _, fact in raw.facts():
        for move in fact.get("moves", ()) if fact["fact"] == "kernel.cards_moved" else ():
            if zone in move[2:4]:
                return bool(move[4 + move[2:4].index(zone)] != "all")
    return not zone.endswith((".faction", ".agenda", ".stronghold", ".role"))


def told_known(table: Table, version: int) -> tuple[list[Any], list[Any]]:
    told = table.read("/knowledge", at=version)
    assert (told["match"], told["version"]) == (table.id, version)
    seen = [(each["seat"], each["card"], each["key"], each["since"]) for each in told["seen"]]
    return seen, sorted((each["seat"], each["card"], each["zone"]) for each in told["known"])


@question(16)
def test_what_differs_between_two_versions_and_what_touched_it_last_is_by_the_facts(hall: Hall, game: str) -> None:
    def pairs(raw: Raw) -> list[tuple[int, int]]:
        return [(each, min(each + 30, raw.newest - 1)) for each in moments(raw, 6, first=12)[:-1]]

    def expected(raw: Raw) -> Any:
        return [(left, right, changed(raw, left, right)) for left, right in pairs(raw)]

    def answered(table: Table) -> Any:
        return [(left, right, told_changed(table, left, right)) for left, right in pairs(table.raw)]

    on_both(hall, game, expected, answered)
    for table in hall.matches[game]:
        told = table.read("/integrity", readjudicate="true")
        assert (told["match"], told["differences"]) == (table.id, [])  # not one action is wrong by today's rules


def changed(raw: Raw, left: int, right: int) -> list[tuple[str, Any, Any, str, str]]:
    """The values of each seat that differ, with where each was last changed on either side."""
    one, other = folded.values(raw, left), folded.values(raw, right)
    names = [f"{seat}.{field}" for seat in raw.seats for field in folded.rows_of(raw).touched]
    return sorted(
        (name, one[name], other[name], folded.touched(raw, left, name), folded.touched(raw, right, name))
        for name in [*names, "round"]
        if one[name] != other[name]
    )


def first_told(rows: tuple[dict[str, Any], ...], side: str) -> str:
    """What last touched a difference: told once, on the first page that comes so far back."""
    return next((row[side] for row in rows if row.get(side)), "")


def told_changed(table: Table, left: int, right: int) -> list[tuple[str, Any, Any, str, str]]:
    pages = table.pages("/compare", on="before", left=left, right=right)
    told = pages[0]
    assert (told["match"], told["left"]["version"], told["right"]["version"]) == (table.id, left, right)
    found = []
    for rows in zip(*(page["differences"] for page in pages), strict=True):
        row = rows[0]
        seat = row["object"].rpartition(".")[2]
        field = row["field"].removesuffix(".count")
        name = "round" if row["object"] == "round" else f"{seat}.{field}"
        if name == "round" or (seat in table.raw.seats and field in ROWS[table.game].touched):
            found.append((name, row["left"], row["right"], *(first_told(rows, side) for side in TOUCHED_ON)))
    return sorted(found)


@question(17)
def test_every_random_result_is_told_and_follows_from_the_seed_by_what_the_guide_says(hall: Hall, game: str) -> None:
    def expected(raw: Raw) -> Any:
        commitment = sha256(b"praetor.seed" + raw.seed).hexdigest()
        return commitment, [(at, purpose(fact), fact.get("result")) for at, fact in raw.random()]

    def answered(table: Table) -> Any:
        told = table.read("/chance")
        assert told["match"] == table.id
        rows = [(each["at"], each["purpose"], each.get("result")) for each in told["results"]]
        return told["commitment"], rows

    on_both(hall, game, expected, answered)
    one, other = hall.matches[game]
    for table, foreign in ((one, other), (other, one)):
        proved = proof(table, table.raw.seed)
        assert proved["holds"]
        assert [each["at"] for each in proved["results"]] == [at for at, _ in table.raw.random()]
        assert all(each["follows"] for each in proved["results"])
        assert not proof(table, foreign.raw.seed)["holds"]
        drawn_again(table)


def purpose(fact: Fact) -> str:
    return str(fact["purpose"] if "purpose" in fact else f"shuffle of {fact['zone']}")


def proof(table: Table, seed: bytes) -> Any:
    reply = table.post("jan", "/chance/proof", {"seed": seed.hex()})
    assert reply.status == 200, reply.body
    return reply.json


def drawn_again(table: Table) -> None:
    """Every shuffle of a whole pile is made again from the seed, within the counters that the answer names."""
    raw, again = table.raw, 0
    counters = {row["at"]: (row["from"], row["to"]) for row in table.read("/chance")["results"]}
    for at, fact in raw.random():
        if fact["fact"] != "kernel.zone_shuffled":
            continue
        before = pile_before(raw, at, fact["zone"])
        wanted = [old for old, _ in fact["order"]]
        if Counter(before) == Counter(wanted):
            begun, done = counters[at]
            assert any(raw.shuffled(before, k)[0] == wanted for k in range(begun, done)), at
            again += 1
    assert again


def pile_before(raw: Raw, at: str, zone: str) -> list[str]:
    """A pile in its order just before it was first shuffled, as it was laid; nothing where it has changed since."""
    laid = [fact for _, fact in raw.told(".deck_brought") + raw.told(".deck_laid") if fact["zone"] == zone]
    order = [card for fact in laid for card, _ in fact["cards"]]
    for place, _, fact in raw.facts():
        if place == at:
            return order
        if zone in str(fact) and fact["fact"] in ("kernel.zone_shuffled", "kernel.cards_moved"):
            return []
    return order
