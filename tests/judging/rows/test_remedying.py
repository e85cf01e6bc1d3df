"""Questions 18 to 20, of what a remedy would undo or bring about: each answer against the raw record."""

from __future__ import annotations

from typing import Any

from tests.games import ROWS
from tests.judging.rows import folded
from tests.judging.rows.dispute import Dispute, another, before, calm
from tests.judging.rows.hall import Hall
from tests.judging.rows.knowing import PUBLIC, knowing_by_line
from tests.judging.rows.raw import Fact, Raw, renamed
from tests.judging.rows.rows import question

DECISIONS = 10  # which a judge may undo without the head judge, where no event says another number


@question(18)
def test_what_a_rewind_would_undo_and_could_not_is_counted_from_the_record(hall: Hall, game: str) -> None:
    reports = []
    for number in (1, 2):
        raw = hall.matches[game][number - 1].raw
        table = hall.cut(game, calm(raw, raw.newest // 2), number)
        for target in (before(table.raw, table.raw.newest), before(table.raw, table.raw.newest - 25)):
            told = table.read("/rewind-report", to=target)
            assert told["match"] == table.id
            found = {name: told[name] for name in ("from", "to", "decisions", "rounds_crossed", "needs")}
            found["random"] = [(each["at"], each["what"]) for each in told["random"]]
            found["learned"] = [tuple(each[name] for name in ("seat", "key", "zone", "at")) for each in learned(told)]
            assert found == undone(table.raw, target), table.id
            reports.append(found)
        assert table.written() == table.record
    assert reports[0] != reports[2]
    assert reports[1] != reports[3]


def learned(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**each, "key": each["card"], "zone": each["zone_at_target"]} for each in told["learned"]]


def undone(raw: Raw, target: int) -> dict[str, Any]:
    """What lies between a version and the newest: decisions, draws, rounds, and what was shown of hidden cards."""
    gone = range(target + 1, raw.newest + 1)
    shown = news(raw, target)
    random = [(at, purpose(fact)) for at, fact in raw.random(gone)]
    rounds = raw.last(".round_began", "round") - raw.last(".round_began", "round", target)
    reveals = any(fact["fact"] == "kernel.seals_opened" for _, _, fact in raw.facts(gone))
    grave = bool(random or shown or reveals or rounds or len(raw.actions(gone)) > DECISIONS)
    return {
        "from": raw.newest,
        "to": target,
        "decisions": len(raw.actions(gone)),
        "rounds_crossed": rounds,
        "needs": "head-judge" if grave else "judge",
        "random": random,
        "learned": shown,
    }


def purpose(fact: Fact) -> str:
    return str(fact["purpose"] if "purpose" in fact else f"shuffle of {fact['zone']}")


def news(raw: Raw, target: int) -> list[tuple[str, str, str, str]]:
    """Who was shown which card that lay hidden from them at a version and that they did not know, and where it lay."""
    knew = knowing_by_line(raw, target)
    lying = {card: zone for zone, cards in raw.zones(target).items() for card in cards}
    home, found = {card: card for card in lying}, []
    for at, _, fact in raw.facts(range(target + 1, raw.newest + 1)):
        home.update({new: home[old] for old, new in renamed(fact) if old in home})
        if fact["fact"] == "kernel.learned":
            found += [(seat, card, key, at) for seat in fact["to"] for card, key in fact["cards"]]
    fresh = [each for each in found if each[1] in home and not {each[0], PUBLIC} & knew.get(home[each[1]], set())]
    rows = [(seat, key, lying[home[card]], at, home[card]) for seat, card, key, at in fresh]
    told, first = set[tuple[str, str]](), []
    for row in (each for each in rows if not sees(raw, each[0], each[2])):
        # a card is counted once for who is told it, where they are first
        if not told & {(row[0], row[4]), (PUBLIC, row[4])}:
            told.add((row[0], row[4]))
            first.append(row[:4])
    return first


def sees(raw: Raw, seat: str, zone: str) -> bool:
    """Whether a seat sees a zone, by what the moves say of zones of its kind."""
    kind = zone.rpartition(".")[2]
    for fact in (each for _, each in raw.told("kernel.cards_moved")):
        for move in fact["moves"]:
            for place, how in ((move[2], move[4]), (move[3], move[5])):
                if place.rpartition(".")[2] == kind:
                    return bool(how == "all" or (how == "owner" and zone == f"{seat}.{kind}"))
    return False


@question(19)
def test_what_follows_a_correction_is_the_record_with_that_one_value_changed(hall: Hall, game: str) -> None:
    for number in (1, 2):
        raw = hall.matches[game][number - 1].raw
        table = hall.cut(game, calm(raw, raw.newest // 3), number)
        seat, name = table.raw.seats[0], ROWS[game].counter
        had = folded.values(table.raw, table.raw.newest)
        change = {"change": "set_count", "seat": seat, "counter": name, "n": another(had[f"{seat}.{name}"])}
        branch = hall.given(f"{table.path}/branches", "jan", {"from": table.raw.newest})
        path = f"/v1/branches/{branch['branch']}"
        hall.given(f"{path}/corrections", "jan", {"changes": [change]}, If_Match='"d0"')
        view = hall.read(f"{path}/view", "jan")["view"]
        assert folded.shown(game, view, table.raw.seats) == present({**had, f"{seat}.{name}": change["n"]})
        [row] = [
            each for each in hall.read(f"{path}/compare", "jan")["differences"] if each["field"] not in ("pool", "wait")
        ]
        assert (row["object"].rpartition(".")[2], row["field"]) == (seat, name)
        assert (row["left"], row["right"]) == (had[f"{seat}.{name}"], change["n"])
        assert table.written() == table.record
        case = Dispute(table).heard()
        preview = case.gives("jan", "previews", {"kind": "correction", "changes": [change]})
        assert preview["facts"][0]["fact"] == "kernel.corrected"
        assert preview["facts"][0]["change"] == change
        assert [each["fact"] for each in preview["facts"][preview["cut"] :]] == ["kernel.waiting"]
        waiting = table.raw.waiting()
        assert waiting is not None
        assert preview["facts"][-1]["seats"] == waiting["seats"]
        assert table.now().newest == table.raw.newest + 1, "only the freeze is new"


def present(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value or not name.startswith(("units.", "order."))}


@question(20)
def test_the_same_later_decisions_give_the_record_again_and_part_from_it_where_the_change_tells(
    hall: Hall, game: str
) -> None:
    for table in hall.matches[game]:
        raw = table.raw
        start = calm(raw, raw.newest - 60)
        same = hall.given(f"{table.path}/branches", "jan", {"from": start, "deeds": [{"do": "reapply"}]})
        [report] = same["reports"]
        assert (same["match"], same["version"], report["first"], report["left"]) == (table.id, raw.newest, None, 0)
        steps = steps_of(hall, same["branch"])
        assert [facts for _, facts in steps] == [names_of(raw, each) for each in range(start + 1, raw.newest + 1)]
        order = {"do": "order", "order": {"type": "correct_table", "changes": [changed(raw, start)]}}
        other = hall.given(f"{table.path}/branches", "jan", {"from": start, "deeds": [order, {"do": "reapply"}]})
        report = other["reports"][-1]
        taken = {of: facts for of, facts in steps_of(hall, other["branch"]) if of}
        told = report["outcomes"]
        before_it = told[: told.index(report["first"])] if report["first"] else told
        fitted = [each["of"] for each in before_it if each["what"] == "fitted"]
        assert report["first"] or fitted == list(range(start + 1, raw.newest + 1))
        for version in fitted:
            assert taken[version][:1] == names_of(raw, version)[:1], version
        rows = hall.read(f"/v1/branches/{other['branch']}/compare", "jan", left=start)["differences"]
        assert rows
        assert table.written() == table.record
        for branch in (same, other):
            assert hall.ask("DELETE", f"/v1/branches/{branch['branch']}", "jan").status == 204


def changed(raw: Raw, version: int) -> dict[str, Any]:
    """A correction of one value at a version."""
    seat, name = raw.seats[0], folded.rows_of(raw).counter
    n = folded.values(raw, version)[f"{seat}.{name}"]
    return {"change": "set_count", "seat": seat, "counter": name, "n": another(n)}


def names_of(raw: Raw, version: int) -> list[tuple[int, str]]:
    """The facts of a version that a judge reads, by place."""
    return [(n, fact["fact"]) for n, fact in enumerate(raw.of(version), 1) if fact["fact"] != "kernel.sealed"]


def steps_of(hall: Hall, branch: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """What happened on a branch: of which version each step is a repetition, and its facts."""
    told = hall.read(f"/v1/branches/{branch}/steps", "jan", limit=1000)["steps"]
    return [
        (each["of"], [(fact["place"], fact["fact"]) for fact in each["facts"] if fact["fact"] != "kernel.sealed"])
        for each in told
    ]
