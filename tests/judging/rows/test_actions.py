"""Actions 1 to 9, what a judge does to a match: carried out on a simulated one, then looked up in its raw record."""

from __future__ import annotations

import json
from typing import Any

from tests.games import ROWS
from tests.judging.rows import folded
from tests.judging.rows.dispute import Dispute, another, before, calm
from tests.judging.rows.hall import CARDS, RINGS, Hall, Table
from tests.judging.rows.knowing import knowing
from tests.judging.rows.raw import Raw, placed
from tests.judging.rows.rows import action


def running(hall: Hall, game: str, part: float = 0.4) -> Table:
    """A match of its own, cut at a calm version."""
    raw = hall.matches[game][0].raw
    return hall.cut(game, calm(raw, int(raw.newest * part)))


def appended(table: Table, *kinds: str) -> Raw:
    """The record now: what it was is there byte for byte, what came is of these kinds, and nothing came elsewhere."""
    now, hall = table.now(), table.hall
    assert now.lines[1 : table.raw.newest + 1] == table.raw.lines[1:]
    assert now.chain() == now.heads
    assert [now.events[each]["kind"] for each in range(table.raw.newest + 1, now.newest + 1)] == list(kinds)
    other = hall.bystander(table.game)
    assert other.written() == other.record
    return now


def judged(raw: Raw, kind: str, case: Dispute) -> dict[str, Any]:
    """The last event of a kind: it says who did it in which office under which case, why and by which rules."""
    event = next(raw.events[each] for each in reversed(raw.events) if raw.events[each]["kind"] == kind)
    assert (event["by"], event["actor"]) == ({"actor": "jan", "role": "judge"}, "jan")
    assert event["case"] == case.id
    if kind not in ("frozen", "resumed"):
        assert event["reason"] == "The record shows it."
        assert event["rules"]
    return event


def goes_on(table: Table) -> None:
    """The seat that is asked answers, and its answer is the next action of the record."""
    now = table.now()
    waiting = now.waiting()
    assert waiting is not None
    seat = waiting["seats"][0]
    forms = table.read("/options", seat)["options"][seat]["forms"]
    command = next(({"type": form["type"], **form["fixed"]} for form in forms if not form["fields"]), None)
    command = command or raw_command(forms[0])
    reply = table.post(seat, "/commands", command, If_Match=f'"w{waiting["wait"]}"')
    assert reply.status == 201, (command, reply.body)
    after = table.now()
    event = after.events[after.newest]
    assert (after.newest, event["kind"], event["actor"], event["wait"]) == (
        now.newest + 1,
        "action",
        seat,
        waiting["wait"],
    )
    assert table.read("", "root")["version"] == after.newest


def raw_command(form: dict[str, Any]) -> dict[str, Any]:
    """The least that a form of an order allows: no target, nobody marches."""
    [(name, field)] = form["fields"].items()
    least = {"moves": {}, "token": False} if field["kind"] == "distribute" else None
    return {"type": form["type"], **form["fixed"], name: least}


@action(1)
def test_a_case_freezes_its_match_and_no_other(hall: Hall, game: str) -> None:
    table = running(hall, game)
    seat = table.raw.seats[1]
    case = Dispute(table, seat, moment=f"{table.raw.newest}.1")
    now = appended(table, "frozen")
    frozen = now.events[now.newest]
    assert (frozen["case"], frozen["by"], frozen.get("facts", [])) == (case.id, {"actor": seat, "role": "seat"}, [])
    following = hall.matches[game][0].raw.events[table.raw.newest + 1]
    reply = table.post(following["actor"], "/commands", following["cmd"], If_Match=f'"w{following["wait"]}"')
    assert (reply.status, reply.rule, reply.json["because"]["case"]) == (409, "match.paused", case.id)
    told = case.read(who="hana")
    assert (told["match"], told["version"], told["moment"], told["frozen"]) == (
        table.id,
        table.raw.newest,
        f"{table.raw.newest}.1",
        True,
    )
    assert table.read("/lines")["frozen"] == case.id
    assert hall.bystander(game).read("/lines")["frozen"] == ""
    appended(table, "frozen")


@action(2)
def test_an_explanation_is_attached_by_its_address_and_read_there(hall: Hall, game: str) -> None:
    table = running(hall, game)
    version = before(table.raw, table.raw.newest)
    event = table.raw.events[version + 1]
    case = Dispute(table).heard()
    told = table.read("/explain", at=version, as_=event["actor"], command=event["cmd"])
    assert (told["match"], told["version"], told["accepted"]) == (table.id, version, True)
    link = f"{table.id}@{version}.1"
    case.gives("jan", "evidence", {"links": [link], "text": "It was lawful.", "shared": True})
    [kept] = case.entries("evidence_attached")
    assert (kept["links"], kept["actor"], kept["role"]) == ([link], "jan", "judge")
    [seen] = [each for each in case.read(who=table.raw.seats[0])["entries"] if each["kind"] == "evidence_attached"]
    assert seen["links"] == [link]
    appended(table, "frozen")


@action(3)
def test_the_table_is_looked_at_through_everybodys_eyes_and_each_look_is_on_record(hall: Hall, game: str) -> None:
    table = running(hall, game)
    version, seats = before(table.raw, table.raw.newest), table.raw.seats
    wanted = folded.values(table.raw, version)
    for who in (*seats, "public", "judge"):
        told = table.read("/view", at=version, as_=who)
        assert (told["match"], told["viewer"]) == (table.id, who)
        shown = folded.shown(game, told["view"], seats)
        assert shown == {name: value for name, value in wanted.items() if value or not name.startswith("units.")}
        assert sorted(ROWS[game].hands(told["view"])) == sorted(ROWS[game].seen_hands(table.raw, version, who))
    looks = [
        (each["viewer"], each["version"], each["actor"])
        for each in table.read("/judges", "hana")["entries"]
        if each["kind"] == "look_taken"
    ]
    assert {(who, table.raw.newest, "jan") for who in (*seats, "judge")} <= {
        (viewer, table.raw.newest, actor) for viewer, _, actor in looks
    }
    told = table.read("/compare", left=version, right=table.raw.newest)
    assert (told["left"]["version"], told["right"]["version"]) == (version, table.raw.newest)
    appended(table)


@action(4)
def test_a_branch_takes_commands_and_corrections_and_leaves_no_trace(hall: Hall, game: str) -> None:
    table = running(hall, game)
    version = before(table.raw, table.raw.newest)
    event, seat, name = table.raw.events[version + 1], table.raw.seats[0], ROWS[game].counter
    had = folded.values(table.raw, version)[f"{seat}.{name}"]
    change = {"change": "set_count", "seat": seat, "counter": name, "n": another(had)}
    branch = hall.given(f"{table.path}/branches", "jan", {"from": version})
    path = f"/v1/branches/{branch['branch']}"
    given = {"seat": event["actor"], "command": event["cmd"]}
    hall.given(f"{path}/commands", "jan", given, If_Match='"d0"')
    step = hall.read(f"{path}/steps", "jan")["steps"][0]
    assert [fact["fact"] for fact in step["facts"]] == [
        fact["fact"] for fact in event["facts"] if fact["fact"] != "kernel.sealed"
    ]
    value = folded.shown(game, hall.read(f"{path}/view", "jan")["view"], table.raw.seats)[f"{seat}.{name}"]
    assert value == folded.values(table.raw, version + 1)[f"{seat}.{name}"]
    hall.given(f"{path}/corrections", "jan", {"changes": [{**change, "n": another(value)}]}, If_Match='"d1"')
    view = hall.read(f"{path}/view", "jan")["view"]
    assert folded.shown(game, view, table.raw.seats)[f"{seat}.{name}"] == another(value)
    assert [each["branch"] for each in table.read("/branches")["branches"]] == [branch["branch"]]
    assert hall.bystander(game).read("/branches")["branches"] == []
    assert hall.ask("DELETE", path, "jan").status == 204
    assert hall.get(path, "root").status == 404
    appended(table)


@action(5)
def test_a_rewind_goes_back_with_the_head_judges_approval_and_play_goes_on_from_there(hall: Hall, game: str) -> None:
    table = running(hall, game)
    target = before(table.raw, table.raw.newest - 12)
    case = Dispute(table).heard()
    preview, done = case.remedied({"kind": "rewind", "to": target})
    assert preview["report"]["to"] == target
    now = appended(table, "frozen", "rewound", "resumed")
    event = judged(now, "rewound", case)
    assert (event["back"], done["versions"]) == (target, [table.raw.newest + 2])
    assert event["approved"]["actor"] == "hana"
    asked, then = now.waiting(), table.raw.waiting(target)
    assert asked is not None
    assert then is not None
    assert {**asked, "wait": 0} == {**then, "wait": 0}
    assert asked["wait"] == table.raw.newest + 2
    seen = folded.shown(game, table.read("/view")["view"], now.seats)
    wanted = folded.values(table.raw, target)
    assert seen == {name: value for name, value in wanted.items() if value or not name.startswith("units.")}
    undone = [each for each in now.events if now.line(each) == "undone"]
    assert undone == list(range(target + 1, table.raw.newest + 2))
    for version in undone[:-1]:
        assert table.read(f"/actions/{version}", "root")["facts"], "what was undone is still read"
    goes_on(table)


@action(6)
def test_a_correction_is_an_event_with_its_changes_and_changes_nothing_else(hall: Hall, game: str) -> None:
    table = running(hall, game)
    seat, name = table.raw.seats[-1], ROWS[game].counter
    wanted = folded.values(table.raw, table.raw.newest)
    n = another(wanted[f"{seat}.{name}"])
    change = {"change": "set_count", "seat": seat, "counter": name, "n": n}
    case = Dispute(table).heard()
    preview, _ = case.remedied({"kind": "correction", "changes": [change]})
    now = appended(table, "frozen", "corrected", "resumed")
    event = judged(now, "corrected", case)
    assert event["cmd"] == {"type": "correct_table", "changes": [change]}
    names = [fact["fact"] for fact in event["facts"]]
    assert (names[0], names[-1]) == ("kernel.corrected", "kernel.waiting")
    assert [fact["fact"] for fact in preview["facts"]] == names
    asked, then = now.waiting(), table.raw.waiting()
    assert asked is not None
    assert then is not None
    assert {**asked, "wait": 0} == {**then, "wait": 0}
    seen = folded.shown(game, table.read("/view")["view"], now.seats)
    changed = {**wanted, f"{seat}.{name}": n}
    assert seen == {each: value for each, value in changed.items() if value or not each.startswith("units.")}
    goes_on(table)


@action(7)
def test_an_opportunity_is_given_back_with_the_opponents_consent(hall: Hall, game: str) -> None:
    table, seat, at = let_pass(hall, game)
    other = next(each for each in table.raw.seats if each != seat)
    case = Dispute(table, seat).heard()
    remedy = {"kind": "opportunity", "seat": seat, "at": at}
    preview, _ = case.remedied(remedy)
    assert preview["consents"] == [other]
    now = appended(table, "frozen", "opportunity_restored", "resumed")
    event = judged(now, "opportunity_restored", case)
    assert event["cmd"] == {"type": "restore_opportunity", "seat": seat, "at": at}
    asked = now.waiting()
    assert asked is not None
    assert asked["seats"] == [seat]
    version, number = placed(at)
    assert asked["kind"] == table.raw.of(version)[number - 1]["kind"]
    goes_on(table)


def let_pass(hall: Hall, game: str) -> tuple[Table, str, str]:
    """A match just after a seat passed though it could have done something, and the window that it was in."""
    for number in (1, 2):
        whole = hall.matches[game][number - 1]
        ledger = whole.raw.ledger()
        for seat in whole.raw.seats:
            told = [each for page in whole.pages("/missed", seat=seat, kind="passed") for each in page["found"]]
            for version in (each["version"] for each in told if each["window"]["kind"] == "action"):
                at = next(at for at, n, _ in ledger.offers if n == version - 1)
                if whole.raw.waiting(version) and may_restore(whole, seat, at, version):
                    return hall.cut(game, version, number), seat, at
    raise AssertionError("nobody passed in an action window in which something could be done")


def may_restore(whole: Table, seat: str, at: str, version: int) -> bool:
    """Whether the seat still has something to do there: by a branch from just after its pass."""
    order = {"type": "restore_opportunity", "seat": seat, "at": at}
    body = {"from": version, "deeds": [{"do": "order", "order": order}], "kept": False}
    return whole.post("jan", "/branches", body).status == 201


@action(7, CARDS)
def test_a_mandatory_ability_of_a_plot_is_resolved_late(hall: Hall, game: str) -> None:
    table, effect = mandatory(hall, game)
    # the judge finds that another plot should have been revealed, and puts it there
    put = Dispute(table).heard()
    put.remedied({"kind": "correction", "changes": revealing(table.raw, effect)})
    put.gives("jan", "close", {"text": "Now for what it does."})
    corrected = table.now()
    [plot] = corrected.zones(corrected.newest)[f"{effect['you']}.plot"]
    resolved_late(table, card=plot, ability=effect["ability"], missed_at=str(table.raw.newest))


@action(7, RINGS)
def test_the_pride_of_a_character_is_resolved_late(hall: Hall, game: str) -> None:
    table, card, at = won(hall, game)
    # the judge finds that a character on the winning side was proud, and lets it be
    put = Dispute(table).heard()
    proud = {"change": "add_effect", "what": "keyword", "name": "pride", "on": [card], "until": "conflict"}
    put.remedied({"kind": "correction", "changes": [proud]})
    put.gives("jan", "close", {"text": "Now for what it does."})
    now = resolved_late(table, card=card, ability=-1, missed_at=at)
    [told] = [fact for fact in now.of(now.newest - 1) if fact["fact"] == "l5r.status_changed"]
    assert told["card"] == card


def resolved_late(table: Table, **missed: Any) -> Raw:
    """The record after a mandatory ability was resolved late, on the table that was put right before."""
    case = Dispute(table).heard()
    order = {"type": "resolve_ability_now", **missed}
    remedy = {"kind": "late-ability", **{name: value for name, value in order.items() if name != "type"}}
    preview, _ = case.remedied(remedy)
    now = appended(table, "frozen", "corrected", "resumed", "frozen", "ability_resolved_now", "resumed")
    event = judged(now, "ability_resolved_now", case)
    assert event["cmd"] == order
    announced = [fact["effect"] for fact in event["facts"] if fact["fact"] == "kernel.ability_announced"]
    assert announced[0]["me"] == order["card"]
    assert [fact["fact"] for fact in preview["facts"]]
    assert now.waiting() is not None
    return now


def won(hall: Hall, game: str) -> tuple[Table, str, str]:
    """A match as a ring may be resolved, an attacker that has stayed plain, and where its player had won."""
    for number in (1, 2):
        raw = hall.matches[game][number - 1].raw
        for version in (each for each in raw.events if asks(raw, each) == "ring-effect"):
            attackers = raw.told("l5r.conflict_declared", version)[-1][1]["conflict"]["attackers"]
            told = raw.told("kernel.conditions_occurred", version)
            at = [at for at, fact in told if any(each["kind"] == "conflict_won" for each in fact["conditions"])][-1]
            lying, marked = raw.lying[version], raw.told("l5r.status_changed", version)
            plain = set(attackers) - {fact["card"] for _, fact in marked}
            for card in (each for each in attackers if each in plain and lying.get(each, "").endswith(".play")):
                return hall.cut(game, version, number), card, at
    raise AssertionError("no ring was to be resolved after a conflict with a plain attacker")


def asks(raw: Raw, version: int) -> str:
    """The question that is open after a version; none at the end."""
    asked = raw.waiting(version)
    return str(asked["question"]) if asked is not None else ""


def mandatory(hall: Hall, game: str) -> tuple[Table, dict[str, Any]]:
    """A match in which a plot lies used whose ability began when it was revealed, and that effect.

    It is mandatory where nobody asked for it, and answers to nothing.
    """
    for number in (1, 2):
        whole = hall.matches[game][number - 1]
        for at, fact in whole.raw.told("kernel.ability_announced"):
            effect, version = fact["effect"], placed(at)[0]
            if "about" in effect or whole.raw.events[version]["cmd"]["type"].startswith(("initiate_", "use_")):
                continue
            for end in (calm(whole.raw, near) for near in range(version, whole.raw.newest - 20, 20)):
                if used(whole.raw, effect, end):
                    return hall.cut(game, end, number), effect
    raise AssertionError("no plot with a mandatory ability lies used")


def used(raw: Raw, effect: dict[str, Any], version: int = 0) -> list[str]:
    """The card of an effect, where it lies used."""
    lying = raw.zones(version).get(f"{effect['you']}.used", ())
    return [card for card in lying if raw.keys[card] == effect["key"]]


def revealing(raw: Raw, effect: dict[str, Any]) -> list[dict[str, Any]]:
    """The changes by which the used card of an effect lies revealed in the place of the one that does."""
    seat, [card] = effect["you"], used(raw, effect)
    [revealed] = raw.zones()[f"{seat}.plot"]
    moves = ((f"{seat}.used", revealed), (f"{seat}.plot", card))
    return [{"change": "move_card", "to": to, "card": each} for to, each in moves]


@action(8)
def test_an_annulled_action_is_undone_and_its_question_asked_again(hall: Hall, game: str) -> None:
    table = running(hall, game)
    raw = hall.matches[game][0].raw
    last = next(each for each in range(table.raw.newest, raw.newest) if may_annul(table, raw, each))
    table = hall.cut(game, last)
    case = Dispute(table).heard()
    preview, _ = case.remedied({"kind": "annulment", "of": last})
    now = appended(table, "frozen", "annulled", "resumed")
    event = judged(now, "annulled", case)
    assert (event["cmd"], event["back"]) == ({"type": "annul_action", "of": last}, last - 1)
    assert preview["report"]["to"] == last - 1
    asked, then = now.waiting(), table.raw.waiting(last - 1)
    assert asked is not None
    assert then is not None
    assert {**asked, "wait": 0} == {**then, "wait": 0}
    assert now.line(last) == "undone"
    assert table.read(f"/actions/{last}", "root")["command"] == table.raw.events[last]["cmd"]
    goes_on(table)


def may_annul(table: Table, raw: Raw, version: int) -> bool:
    """Whether the action of a version answered a calm question and left one."""
    return calm(raw, version) == version and calm(raw, version - 1) == version - 1


@action(9)
def test_the_unknown_part_of_a_pile_is_shuffled_and_what_is_known_stays(hall: Hall, game: str) -> None:
    table = running(hall, game)
    zone = ROWS[game].pile(table.raw.seats[0])
    lying = table.raw.zones()[zone]
    case = Dispute(table).heard()
    case.remedied({"kind": "correction", "changes": [{"change": "shuffle_unknown", "zone": zone}]})
    now = appended(table, "frozen", "corrected", "resumed")
    event = judged(now, "corrected", case)
    [shuffled] = [fact for fact in event["facts"] if fact["fact"] == "kernel.zone_shuffled"]
    old, new = zip(*shuffled["order"], strict=True)
    assert (shuffled["zone"], sorted(old)) == (zone, sorted(lying))
    known = {card for card, viewers in knowing(table.raw, table.raw.newest).items() if viewers}
    kept = [one for one, other in shuffled["order"] if one == other]
    assert sorted(kept) == sorted(set(lying) & known)
    assert len(set(new)) == len(lying)
    [row] = [each for each in table.read("/chance", from_=table.raw.newest)["results"] if zone in each["purpose"]]
    assert row["at"].partition(".")[0] == str(table.raw.newest + 2)
    shown = json.dumps(table.read(f"/actions/{table.raw.newest + 2}", table.raw.seats[-1]))
    assert not [key for key in set(table.raw.keys.values()) if json.dumps(key) in shown]
    goes_on(table)
