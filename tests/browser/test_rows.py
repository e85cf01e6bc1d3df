"""The pages of the guide's forty rows, on matches of `praetor simulate`: each shows what the raw record says.

What is expected is computed as in `tests/judging/rows`, by the record alone. The forms by which a judge acts are filled
in elsewhere in this folder; here the page of each action shows what came of it in the record.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from domain.families.agot_cards.corrections.words import counted_words
from domain.games.l5r.corrections.forms import counted_words as l5r_counted_words
from service.games import presentation_of
from tests.api.http.judges_guide import GUIDE, rows
from tests.browser.site import SIZES, Desk, Windows
from tests.games import ROWS
from tests.judging.rows import folded, test_actions, test_conduct, test_legality, test_state, test_timing
from tests.judging.rows.dispute import Dispute, another, before, calm
from tests.judging.rows.gathering import Gathering
from tests.judging.rows.hall import CARDS, Hall, Table, opened
from tests.judging.rows.raw import placed

Shown = Callable[["Eyes", Table], None]
PAGES: dict[tuple[str, int], tuple[tuple[str, ...], Shown]] = {}
TABLE = {("question" if place < 25 else "action", row.number): row for place, row in enumerate(rows(GUIDE.read_text()))}
WORDLESS = ("_ended", ".part_resolved", "kernel.sealed")  # what is over says no more, what is sealed nothing yet
PLACEHOLDER = re.compile(r"\{\w+\}")


class Eyes:
    """A judge's windows, each of another size: what is asked of the page is asked of all."""

    def __init__(self, desks: list[Desk]) -> None:
        self.desks = desks
        self.opened: list[str] = []

    def opens(self, path: str) -> None:
        for desk in self.desks:
            response = desk.opens(path)
            assert response.status == 200, (path, response.status)
        self.opens_at("/console" + path.partition("?")[0])

    def opens_at(self, address: str) -> None:
        """Note that a page is open; it fits into each window."""
        self.opened.append(address)
        assert [desk.too_wide() for desk in self.desks] == [[] for _ in self.desks], address

    def does(self, what: Callable[[Page], None]) -> None:
        """Do something in each window."""
        for desk in self.desks:
            what(desk.page)
            desk.page.wait_for_load_state()

    def texts(self, where: str = "main") -> list[str]:
        return [desk.page.locator(where).first.inner_text() for desk in self.desks]

    def says(self, *parts: object, where: str = "main") -> None:
        """Each part stands on the page, whatever its signs and spaces."""
        for text in self.texts(where):
            for part in parts:
                assert plain(part) in plain(text), (part, self.opened[-1], text[:1500])

    def holds(self, *parts: object, where: str = "main") -> None:
        """Each part stands there, be it folded."""
        for desk in self.desks:
            there = plain(desk.page.locator(where).first.text_content())
            for part in parts:
                assert plain(part) in there, (part, desk.page.url)

    def rows(self, where: str = "main table tbody tr") -> list[list[str]]:
        """The cells of the rows of a table, the same in each window."""
        first, *others = (
            [
                [cell.strip() for cell in row.locator("th, td").all_inner_texts()]
                for row in desk.page.locator(where).all()
            ]
            for desk in self.desks
        )
        assert all(other == first for other in others)
        return first


def plain(value: object) -> str:
    """A text without capitals, accents and signs."""
    return re.sub(r"[^a-z0-9.]", "", normalize("NFKD", str(value)).lower())


def page(kind: str, number: int, *pages: str) -> Callable[[Shown], Shown]:
    """What the pages of a row show; they are those of the table, or some of them."""

    def mark(shown: Shown) -> Shown:
        PAGES[kind, number] = (pages, shown)
        return shown

    return mark


def title(key: str) -> str:
    """A card or an area in words."""
    return key.rpartition("/")[2].replace("-", " ")


def people(table: Table) -> str:
    """Who plays, as headings and links call a match."""
    return ", ".join(table.raw.seats)


def middle(table: Table) -> int:
    return calm(table.raw, table.raw.newest // 2)


# --- the questions


@page("question", 1, "/console/matches/{}")
def the_open_window(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    waiting = table.raw.waiting(version)
    assert waiting is not None
    eyes.opens(f"/matches/{table.id}?at={version}")
    assert {desk.version() for desk in eyes.desks} == {str(version)}
    windows = table.raw.windows(version)
    if windows:
        passed = test_timing.passed_in(table.raw, windows[-1])
        eyes.says(f"{waiting['seats'][0]} holds priority", f"{windows[-1].fact['first']} was first", where=".panel")
        eyes.says("".join(passed) or "nobody yet", where=".panel")
    else:
        eyes.says(f"{waiting['seats'][0]} to answer", waiting["question"], where=".panel")
    eyes.says(test_timing.within(table.raw, version), where=".panel")


@page("question", 2, "/console/matches/{}")
def the_passes_of_the_windows(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    eyes.opens(f"/matches/{table.id}?at={version}")
    open_, closed, _ = table.raw.ledger(version)
    for window in (open_[-1], closed[-1][0]):
        passes = (f"v{at.partition('.')[0]} {seat}{'' if how == 'acted' else ' pass'}" for at, seat, how in window.by)
        eyes.holds(*passes, where=f"ul.ledger li:has(summary:has-text('v{window.at}'))")


@page("question", 3, "/console/matches/{}/missed")
def what_was_missed(eyes: Eyes, table: Table) -> None:
    seat = table.raw.seats[0]
    first, forced = 1, 0
    while first:
        eyes.opens(f"/matches/{table.id}/missed?at={table.raw.newest}&from={first}&as={seat}")
        told = re.search(rf"(\d+) actions? from v{first} to v(\d+)", eyes.texts()[0])
        assert told is not None
        last = int(told[2])
        assert int(told[1]) == sum(first <= version <= last for version in table.raw.actions())
        eyes.says(told[0])
        forced += sum(int(each) for each in re.findall(r"\b(\d+) only one answer", eyes.texts()[0]))
        first = last + 1 if last < table.raw.newest else 0
        eyes.says(*([f"Continue from v{first}"] if first else []))
    assert forced == len(test_timing.forced_of(table.raw, seat))


@page("question", 4, "/console/matches/{}")
def what_could_be_done(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    event = table.raw.events[version + 1]
    eyes.opens(f"/matches/{table.id}?at={version}")
    eyes.says(f"{event['actor']} may", event["cmd"]["type"].replace("_", " "), where=".panel")


@page("question", 5, "/console/matches/{}/orderings", "/console/matches/{}/timeline")
def who_chose_the_order(eyes: Eyes, table: Table) -> None:
    chosen = [
        each for name in ("order_mandatory", "order_tied_bids", "order_piles") for each in table.raw.commands(name)
    ]
    eyes.opens(f"/matches/{table.id}/orderings")
    for version in chosen:
        eyes.says(f"v{version} {table.raw.events[version]['actor']} chose")
    version = middle(table)
    eyes.opens(f"/matches/{table.id}/timeline?from={version}&to={version + 1}")
    facts = table.raw.facts([version, version + 1])
    seen = [at for at, _, fact in facts if not fact["fact"].endswith(WORDLESS)]
    for text in eyes.texts():
        assert [each for each in re.findall(r"^\d+\.\d+", text, re.MULTILINE) if each in seen] == seen
    eyes.says(f"{table.id}@{version}")


@page("question", 6, "/console/matches/{}/numbers", "/console/timing/{}")
def where_the_match_is(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    eyes.opens(f"/matches/{table.id}/numbers?at={version}")
    for fact in test_timing.ahead(table.raw, version):
        if fact["fact"] == "kernel.step_reached":
            eyes.says(f"step {fact['step']}")
        elif fact["fact"] == "kernel.priority_passed":
            eyes.says(f"{fact['seat']} passes")
    waiting = table.raw.waiting(version)
    assert waiting is not None
    if waiting["kind"] == "choice":
        eyes.says(f"{waiting['seats'][0]} must answer then: {waiting['question']}")
    eyes.opens(f"/timing/{table.game}?match={table.id}&at={version}")
    eyes.says("you are here", f"Back to {people(table)} v{version}")


def explaining(eyes: Eyes, table: Table, version: int, seat: str, command: str) -> None:
    eyes.opens(f"/matches/{table.id}/explain?at={version}&seat={seat}&command={quote(command)}")


@page("question", 7, "/console/matches/{}/explain", "/console/rules/{}")
def whether_it_was_lawful(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    waiting = table.raw.waiting(version)
    assert waiting is not None
    command = json.dumps(ROWS[table.game].common, separators=(",", ":"))
    other = next(each for each in table.raw.seats if each not in waiting["seats"])
    explaining(eyes, table, version, other, command)
    eyes.says(f"No: at v{version} {other} was not allowed to")
    rule = table.read("/explain", at=version, as_=other, command=json.loads(command))["checks"][0]["rule"]
    eyes.does(lambda page: page.locator(f'.checks a.rule[href*="{rule}"]').first.click())
    eyes.does(lambda page: page.wait_for_url(f"**/rules/{rule}**"))
    eyes.opens_at(f"/console/rules/{rule}")
    eyes.says(table.hall.read(f"/v1/rules/{rule}")["title"])


@page("question", 8, "/console/matches/{}/explain")
def where_the_verdict_turns(eyes: Eyes, table: Table) -> None:
    version, raw = middle(table), table.raw
    seat = raw.seats[0]
    command = json.dumps(ROWS[table.game].common, separators=(",", ":"))
    explaining(eyes, table, version, seat, command)
    verdict, was = ("Yes", "was") if test_legality.may(raw, seat, version) else ("No", "was not")
    eyes.says(f"{verdict}: at v{version} {seat} {was} allowed to")
    for way in (-1, 1):
        turn = test_legality.turning(raw, seat, version, way)
        if turn is not None:
            eyes.says(f"v{turn}")


@page("question", 9, "/console/matches/{}", "/console/matches/{}/explain")
def what_could_be_chosen(eyes: Eyes, table: Table) -> None:
    version, seat = next(
        each for each in test_legality.choices(table.raw) if ROWS[table.game].targets(table.raw, each[1], each[0])
    )
    eyes.opens(f"/matches/{table.id}?at={version}")
    for target in ROWS[table.game].targets(table.raw, seat, version):
        eyes.says(title(table.raw.keys.get(target, str(target))), where=".panel")
    eyes.does(lambda page: page.get_by_role("link", name="Why is it allowed").first.click())
    eyes.does(lambda page: page.wait_for_url("**/explain**"))
    eyes.opens_at(f"/console/matches/{table.id}/explain")
    eyes.says("Yes: at v")


@page("question", 10, "/console/matches/{}/numbers")
def how_a_number_comes_about(eyes: Eyes, table: Table) -> None:
    at, version, what, of, trace = next(
        each for each in test_legality.counted(table.raw) if each[2] in ("cost", "supply", "income", "initial-strength")
    )
    eyes.opens(f"/matches/{table.id}/numbers?at={version}")
    name = title(table.raw.keys.get(of, of))
    value = int(sum(each["amount"] for each in trace))
    # beside equal ones a card has a number, or what lies on it
    called = plain(presentation_of(table.game).numbers.get(what, what))
    found = [row for row in eyes.rows() if plain(row[0]) == called and plain(row[1]).startswith(plain(name))]
    assert str(value) in [row[2] for row in found], (at, found)


@page("question", 11, "/console/matches/{}/numbers")
def which_limit_is_used(eyes: Eyes, table: Table) -> None:
    found: dict[int, dict[str, Any]] = {
        version: {key: list(there.used.get(key, ())) for key in there.limits()}
        for version, there in folded.tables(table.raw)
    }
    version, used = next((version, used) for version, used in found.items() if used and version > 20)
    eyes.opens(f"/matches/{table.id}/numbers?at={version}")
    for key, by in used.items():
        lasts, divides, counter = key.replace("raven", "Messenger Raven").partition(":")
        words = l5r_counted_words if table.game == "l5r" else counted_words
        called = f"{lasts}{divides}{words(counter)}"
        eyes.says(f"{called}: {len(by)}, by v{by[0]}" if by else f"{called}:")


@page("question", 12, "/console/games/{}/deck")
def whether_a_deck_is_lawful(eyes: Eyes, table: Table) -> None:
    deck = test_legality.raw_deck(table.raw, table.raw.seats[0])
    eyes.opens(f"/games/{table.game}/deck")
    lines = "\n".join(f"{deck.count(key)}x {title(key).title()}" for key in sorted(set(deck)))
    eyes.does(lambda page: page.locator("textarea[name=deck]").fill(lines))
    eyes.does(lambda page: page.get_by_role("button", name="Check").click())
    eyes.says("not")  # neither faction nor plots stand in the record's pile alone


@page("question", 13, "/console/matches/{}")
def what_the_table_is(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    lies = folded.values(table.raw, version)
    eyes.opens(f"/matches/{table.id}?at={version}")
    eyes.says(f"Table at {version}, as judge")
    if table.game == CARDS:
        for seat in table.raw.seats:
            eyes.says(f"{lies[f'{seat}.power']} power {lies[f'{seat}.gold']} gold")
            eyes.says(f"Hand {lies[f'{seat}.hand']}", f"Draw deck {lies[f'{seat}.deck']}")
    else:
        eyes.says(f"Round {lies['round']}, {lies['phase']}")


def in_the_open(table: Table) -> list[str]:
    """Cards that lie where everybody sees them at the end; on the board areas and units."""
    if table.game != CARDS:
        return ROWS[table.game].things(table.raw)
    piles = {
        zone: handles for zone, handles in table.raw.zones().items() if zone.endswith((".play", ".dead", ".discard"))
    }
    return [handle for handles in piles.values() for handle in handles]


@page("question", 14, "/console/matches/{}/things", "/console/matches/{}/things/{}")
def the_way_of_a_thing(eyes: Eyes, table: Table) -> None:
    thing = next(each for each in in_the_open(table) if len(ROWS[table.game].way(table.raw, each)[1]) > 3)
    eyes.opens(f"/matches/{table.id}/things")
    eyes.opens(f"/matches/{table.id}/things/{thing}")
    _, places = ROWS[table.game].way(table.raw, thing)
    told = table.read(f"/things/{thing}/history")["facts"]
    assert {each["at"] for each in told} <= set(places)
    assert told
    newest = places[-1]
    eyes.says(f"v{newest.partition('.')[0]}", newest)
    eyes.says(title(table.raw.keys.get(thing, thing)))


@page("question", 15, "/console/matches/{}/knowledge")
def who_knew_what(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    eyes.opens(f"/matches/{table.id}/knowledge?at={version}")
    for seat in table.raw.seats:
        times = sum(row[0] == seat for row in test_state.learned(table.raw, version))
        if times:
            eyes.says(f"{seat} {times} time")


@page("question", 16, "/console/matches/{}/compare")
def what_differs(eyes: Eyes, table: Table) -> None:
    right = middle(table)
    left = right - 30
    address: str | None = f"/matches/{table.id}/compare?left={left}&right={right}"
    found: dict[str, list[str]] = {}
    touched: defaultdict[str, set[str]] = defaultdict(set)
    while address:
        eyes.opens(address)
        for name, *row in eyes.rows():
            found[plain(name)] = row
            touched[plain(name)].update(row[2].split())
        further = eyes.desks[0].page.get_by_text("Find when the others last changed")
        address = (further.get_attribute("href") or "").removeprefix("/console") if further.count() else None
    for name, one, other, on_left, on_right in test_state.changed(table.raw, left, right):
        key = plain(name.replace(".", " ").replace("hand", "hand count")).replace(".", "")
        assert found[key][:2] == [str(one), str(other)], name
        last = {on_left, on_right} - {""}
        # a later page also says what touched a difference before what the page before it said
        assert last <= touched[key], name
        assert max(touched[key], key=placed, default="") in last | {""}, name


@page("question", 17, "/console/matches/{}/chance")
def what_chance_came_to(eyes: Eyes, table: Table) -> None:
    eyes.opens(f"/matches/{table.id}/chance")
    eyes.says(table.raw.events[1]["cmd"]["commitment"])
    for at, _ in table.raw.random():
        eyes.says(f"v{at}")
    eyes.does(lambda page: page.get_by_role("button", name="Check").click())
    eyes.says(*(f"v{at}" for at, _ in table.raw.random()))


def disputed(table: Table, near: int = 60) -> tuple[Table, int]:
    """A running copy of a match, cut at a calm version, and an earlier calm version of it."""
    number = int(table.id.rpartition("-")[2])
    cut = table.hall.cut(table.game, calm(table.raw, near), number)
    return cut, before(cut.raw, cut.raw.newest - 12)


@page("question", 18, "/console/cases/{}")
def what_a_rewind_would_undo(eyes: Eyes, table: Table) -> None:
    cut, target = disputed(table)
    case = Dispute(cut).heard()
    case.gives("jan", "previews", {"kind": "rewind", "to": target})
    eyes.opens(f"/cases/{case.id}")
    gone = len(cut.raw.actions(range(target + 1, cut.raw.newest + 1)))
    eyes.says(f"go back to v{target}", f"{gone} decision")
    for at, _ in cut.raw.random(range(target + 1, cut.raw.newest + 1)):
        eyes.says(at)


@page("question", 19, "/console/cases/{}", "/console/branches/{}")
def what_follows_a_correction(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    seat, name = cut.raw.seats[0], ROWS[table.game].counter
    n = another(folded.values(cut.raw, cut.raw.newest)[f"{seat}.{name}"])
    change = {"change": "set_count", "seat": seat, "counter": name, "n": n}
    case = Dispute(cut).heard()
    case.gives("jan", "previews", {"kind": "correction", "changes": [change]})
    eyes.opens(f"/cases/{case.id}")
    eyes.says(seat, name, f"{n}", f"v{cut.raw.newest + 1}")
    branch = cut.gives("jan", "/branches", {"from": cut.raw.newest})
    table.hall.given(
        f"/v1/branches/{branch['branch']}/corrections", "jan", {"changes": [change]}, **{"If-Match": '"d0"'}
    )
    eyes.opens(f"/branches/{branch['branch']}")
    eyes.says(people(cut), f"{n}")


@page("question", 20, "/console/matches/{}/branches", "/console/branches/{}", "/console/matches/{}/compare")
def what_would_have_been(eyes: Eyes, table: Table) -> None:
    start = calm(table.raw, table.raw.newest - 40)
    branch = table.gives("jan", "/branches", {"from": start, "deeds": [{"do": "reapply"}]})
    eyes.opens(f"/matches/{table.id}/branches")
    eyes.says(f"v{start}")
    eyes.opens(f"/branches/{branch['branch']}")
    eyes.says(f"v{start}", f"{table.raw.newest - start}")
    eyes.opens(f"/matches/{table.id}/compare?left={table.raw.newest}&right={branch['branch']}")
    eyes.says("differ")
    assert table.hall.ask("DELETE", f"/v1/branches/{branch['branch']}", "jan").status == 204


@page("question", 21, "/console/matches/{}/clocks")
def the_time_used(eyes: Eyes, table: Table) -> None:
    eyes.opens(f"/matches/{table.id}/clocks")
    seconds, _, _, decisions = test_conduct.clocks(table.raw, table.raw.newest)
    found = {row[0]: row[1:] for row in eyes.rows()}
    for seat in table.raw.seats:
        assert found[seat][1] == str(decisions[seat])
        if seconds[seat] < 60:
            assert found[seat][0] == f"{seconds[seat]:.1f} s"


@page("question", 22, "/console/matches/{}/going-to-time")
def who_is_ahead(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    eyes.opens(f"/matches/{table.id}/going-to-time?at={version}")
    measured = ROWS[table.game].measured(table.raw, version)
    shown = [row[1 : 1 + len(table.raw.seats)] for row in eyes.rows()]
    assert shown[: len(measured)] == [[str(by[seat]) for seat in table.raw.seats] for by in measured.values()]


@page("question", 23, "/console/events/{}", "/console/events/{}/players/{}")
def what_a_player_did_before(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    event, waiting = Gathering(table.hall, cut), cut.raw.waiting()
    assert waiting is not None
    seat = next(each for each in cut.raw.seats if each not in waiting["seats"])
    command = ROWS[table.game].common
    refused = cut.post(seat, "/commands", command, **{"If-Match": f'"w{waiting["wait"]}"'}).json
    people = ", ".join(f"{event.player[each]} ({each})" for each in cut.raw.seats)
    told = f"{refused['rule']['title']} 1 time in {people}"
    eyes.opens(f"/events/{event.id}")
    eyes.says(event.player[seat], event.player[waiting["seats"][0]])
    eyes.opens(f"/events/{event.id}/players/{event.player[seat]}")
    eyes.says(told)
    eyes.opens(f"/events/{event.id}/players/{event.player[waiting['seats'][0]]}")
    assert not [text for text in eyes.texts() if plain(told) in plain(text)]


@page("question", 24, "/console/cases", "/console/rules/{}")
def how_it_was_ruled_before(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    rule = ROWS[table.game].cited
    case = Dispute(cut, moment=str(cut.raw.newest - 1)).heard().ruled(rules=[rule]).accepted()
    eyes.opens(f"/cases?rule={rule}")
    eyes.says(people(cut), case.id)
    eyes.opens(f"/rules/{rule}")
    eyes.says(case.id)


@page("question", 25, "/console/matches/{}/integrity")
def whether_the_record_is_whole(eyes: Eyes, table: Table) -> None:
    eyes.opens(f"/matches/{table.id}/integrity")
    assert table.raw.chain() == table.raw.heads
    eyes.says(f"Intact: {table.raw.newest} versions", "No judge did anything.")
    event = table.raw.events[1]
    eyes.says(f"v1 to v{table.raw.newest} {event['engine']} {event['pool']}")


# --- the actions


def judged_on(eyes: Eyes, case: Dispute, kind: str, *says: object) -> None:
    """The case says that it was done, the record page names the event, its undone versions are struck through."""
    eyes.opens(f"/cases/{case.id}")
    eyes.says("Remedy carried out jan", *says)
    now = case.table.now()
    version = next(each for each in reversed(now.events) if now.events[each]["kind"] == kind)
    eyes.opens(f"/matches/{case.table.id}/integrity")
    eyes.says(f"v{version} {kind.replace('_', ' ')} by jan")
    undone = [each for each in now.events if now.line(each) == "undone"]
    eyes.opens(f"/matches/{case.table.id}?at={version}")
    if undone:
        eyes.opens(f"/matches/{case.table.id}?at={undone[0]}")
        eyes.says(f"v{undone[0]} was undone")
        assert all(desk.page.locator(".entry.undone").count() for desk in eyes.desks)


@page("action", 1, "/console/matches/{}/case", "/console/cases/{}")
def a_case_is_opened(eyes: Eyes, table: Table) -> None:
    for desk in eyes.desks:
        cut, _ = disputed(table)
        one = Eyes([desk])
        one.opens(f"/matches/{cut.id}/case?moment={cut.raw.newest}")
        desk.page.get_by_label("What is in dispute").fill(f"Seen at {cut.id}.")
        desk.page.get_by_role("button", name="Open the case").click()
        desk.page.wait_for_url("**/console/cases/c-*")
        one.opens_at("/console" + desk.page.url.partition("/console")[2].partition("#")[0])
        one.says("match frozen", f"Seen at {cut.id}.")
        eyes.opened += one.opened
        now = test_actions.appended(cut, "frozen")
        assert now.events[now.newest]["by"] == {"actor": "jan", "role": "judge"}


@page("action", 2, "/console/matches/{}/explain", "/console/cases/{}")
def an_explanation_is_attached(eyes: Eyes, table: Table) -> None:
    cut, version = disputed(table)
    event = cut.raw.events[version + 1]
    case = Dispute(cut).heard()
    case.gives("jan", "evidence", {"links": [f"{cut.id}@{version}.1"], "text": "It was lawful."})
    whatever = re.sub(r"\s", "", str(event["cmd"]["type"]))
    eyes.opens(f"/matches/{cut.id}/explain?at={version}&as={event['actor']}&type={whatever}")
    eyes.opens(f"/cases/{case.id}")
    eyes.says(f"{version}.1", "It was lawful.")


@page("action", 3, "/console/matches/{}", "/console/matches/{}/compare")
def the_table_through_other_eyes(eyes: Eyes, table: Table) -> None:
    version = middle(table)
    for seat in table.raw.seats:
        eyes.opens(f"/matches/{table.id}?at={version}&as={seat}")
        eyes.says(f"Table at {version}, as {seat}")
        if table.game == CARDS:
            own = [title(table.raw.keys[card]) for card in ROWS[table.game].seen_hands(table.raw, version, seat)]
            eyes.says(*own)
    eyes.opens(f"/matches/{table.id}/compare?left={version - 10}&right={version}")
    eyes.says("differences")


@page("action", 4, "/console/matches/{}/branches", "/console/branches/{}")
def it_is_tried_and_thrown_away(eyes: Eyes, table: Table) -> None:
    cut, version = disputed(table)
    eyes.opens(f"/matches/{cut.id}/branches?from={version}")
    branch = cut.gives("jan", "/branches", {"from": version})
    event = cut.raw.events[version + 1]
    body = {"seat": event["actor"], "command": event["cmd"]}
    table.hall.given(f"/v1/branches/{branch['branch']}/commands", "jan", body, **{"If-Match": '"d0"'})
    eyes.opens(f"/branches/{branch['branch']}")
    eyes.holds(people(cut), event["actor"], event["cmd"]["type"].replace("_", " "))
    assert cut.written() == cut.record


@page("action", 5, "/console/cases/{}")
def a_rewind(eyes: Eyes, table: Table) -> None:
    cut, target = disputed(table)
    case = Dispute(cut).heard()
    case.remedied({"kind": "rewind", "to": target})
    judged_on(eyes, case, "rewound", f"go back to v{target}", "Approval given ruling 1 hana")


@page("action", 6, "/console/cases/{}", "/console/cases/{}/correction")
def a_correction(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    seat, name = cut.raw.seats[0], ROWS[table.game].counter
    n = another(folded.values(cut.raw, cut.raw.newest)[f"{seat}.{name}"])
    case = Dispute(cut).heard()
    eyes.opens(f"/cases/{case.id}/correction")
    change = {"change": "set_count", "seat": seat, "counter": name, "n": n}
    case.remedied({"kind": "correction", "changes": [change]})
    judged_on(eyes, case, "corrected", seat, name, n)


@page("action", 7, "/console/cases/{}")
def an_opportunity(eyes: Eyes, table: Table) -> None:
    cut, seat, at = test_actions.let_pass(table.hall, table.game)
    case = Dispute(cut, seat).heard()
    case.remedied({"kind": "opportunity", "seat": seat, "at": at})
    judged_on(eyes, case, "opportunity_restored", seat)


@page("action", 8, "/console/cases/{}")
def an_annulment(eyes: Eyes, table: Table) -> None:
    raw = table.raw
    last = next(each for each in range(40, raw.newest) if test_actions.may_annul(table, raw, each))
    cut = table.hall.cut(table.game, last, int(table.id.rpartition("-")[2]))
    case = Dispute(cut).heard()
    case.remedied({"kind": "annulment", "of": last})
    judged_on(eyes, case, "annulled", f"v{last}")


@page("action", 9, "/console/cases/{}")
def a_shuffle(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    zone = ROWS[table.game].pile(cut.raw.seats[0])
    case = Dispute(cut).heard()
    case.remedied({"kind": "correction", "changes": [{"change": "shuffle_unknown", "zone": zone}]})
    judged_on(eyes, case, "corrected", "shuffle")
    eyes.opens(f"/matches/{cut.id}/chance")
    eyes.says(f"v{cut.raw.newest + 2}.")


@page("action", 10, "/console/events/{}", "/console/cases/{}")
def time_is_given(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    event = Gathering(table.hall, cut)
    event.gives("hana", "start_round", round=1)
    event.gives("jan", "give_time", round=1, table=1, seconds=240, reason="a judge was asked")
    event.gives("hana", "call_time", round=1)
    case = Dispute(cut).heard().ruled(time={cut.raw.seats[0]: 60})
    eyes.opens(f"/events/{event.id}")
    [there] = event.read()["paired"]
    eyes.says(cut.id, there["tables"][0]["ends"][11:16])
    eyes.opens(f"/cases/{case.id}")
    eyes.says(cut.raw.seats[0], "1 min")


@page("action", 11, "/console/cases/{}", "/console/events/{}")
def a_penalty(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    event, seat = Gathering(table.hall, cut), cut.raw.seats[0]
    penalty = {"seat": seat, "infraction": "slow-play", "penalty": "warning", "reason": f"Slow at {cut.id}."}
    case = Dispute(cut).heard().ruled(penalties=[penalty]).accepted()
    case.gives("jan", "penalties", penalty)
    fields = {"infraction": "slow-play", "penalty": "hard-warning", "reason": "again"}
    event.gives("jan", "give_penalty", player=event.player[seat], **fields)
    eyes.opens(f"/cases/{case.id}")
    eyes.says("Penalty given jan", f"Slow at {cut.id}.")
    eyes.opens(f"/events/{event.id}")
    eyes.says("Hard warning for", event.player[seat], "again")


@page("action", 12, "/console/cases/{}")
def a_ruling_is_published(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    case = Dispute(cut).heard().ruled().accepted()
    case.gives("jan", "publish", {"text": f"Nothing was amiss at {cut.id}."})
    case.gives("jan", "close", {"text": "Play on."})
    eyes.opens(f"/cases/{case.id}")
    eyes.says("Ruling published ruling 1 jan", f"Nothing was amiss at {cut.id}.", "Case closed jan")
    test_actions.appended(cut, "frozen", "resumed")


@page("action", 13, "/console/cases/{}")
def an_appeal(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    case = Dispute(cut).heard().ruled(finding="The first ruling.")
    case.gives(cut.raw.seats[0], "appeal", {"text": f"It was amiss at {cut.id}."})
    case.gives("hana", "answer", {"verdict": "confirm", "text": "Heard."})
    eyes.opens(f"/cases/{case.id}")
    eyes.says("The first ruling.", f"It was amiss at {cut.id}.", "Heard.", "hana")


@page("action", 14, "/console/cases/{}")
def a_table_is_accepted(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    case = Dispute(cut).heard()
    case.remedied({"kind": "acceptance"})
    judged_on(eyes, case, "accepted")
    cut, _ = disputed(table)
    case = Dispute(cut).heard()
    case.remedied({"kind": "ending", "how": "loss", "winner": cut.raw.seats[-1]})
    judged_on(eyes, case, "ended_by_ruling", cut.raw.seats[-1])
    eyes.says(f"{cut.raw.seats[-1]} wins by a judge's ruling")


@page("action", 15, "/console/cases/{}", "/console/cases")
def a_precedent(eyes: Eyes, table: Table) -> None:
    cut, _ = disputed(table)
    case = Dispute(cut).heard().ruled(finding=f"Seen at {cut.id}.").accepted()
    case.gives("jan", "close", {"text": "Play on."})
    case.gives("jan", "tags", {"tags": [f"tag-{cut.id}"], "text": "the first of its kind"})
    eyes.opens(f"/cases/{case.id}")
    eyes.says(f"tag-{cut.id}", "the first of its kind")
    eyes.opens(f"/cases?state=closed&text={quote('Seen at ' + cut.id)}")
    eyes.says(case.id)


# --- the tests


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A served store with two simulated matches of each game."""
    with opened(tmp_path_factory.mktemp("rows")) as found:
        yield found


@pytest.fixture(scope="module")
def desks(hall: Hall, windows: Windows, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Desk]]:
    """A judge's window of each size; none may complain."""
    site: Any = SimpleNamespace(url=hall.url, keys=hall.keys, shots=tmp_path_factory.mktemp("shots"))
    found = {size: Desk(site, windows, size) for size in SIZES}
    for desk in found.values():
        desk.shows_key("jan")
    yield found
    complaints = [complaint for desk in found.values() for complaint in desk.complaints]
    for desk in found.values():
        desk.close()
    assert complaints == []


@pytest.fixture(params=["one size", pytest.param("every size", marks=pytest.mark.proof)])
def eyes(request: pytest.FixtureRequest, desks: dict[str, Desk], row: tuple[str, int], game: str) -> Eyes:
    """A judge's windows: under `make test` one, of the phone's and the desktop's size by turns."""
    if request.param == "one size":
        turn = (row[1] + [*ROWS].index(game)) % len(SIZES)
        return Eyes([desks[[*SIZES][turn]]])
    return Eyes([*desks.values()])


@pytest.mark.parametrize("game", ROWS)
@pytest.mark.parametrize("row", PAGES, ids=[f"{kind}-{number}" for kind, number in PAGES])
def test_a_rows_pages_show_what_the_record_says(hall: Hall, eyes: Eyes, row: tuple[str, int], game: str) -> None:
    if row in ROWS[game].left_out:
        assert ROWS[game].left_out[row] in TABLE[row].remark
        return
    pages, shown = PAGES[row]
    shown(eyes, hall.matches[game][row[1] % 2])
    for each in pages:
        form = re.compile(re.escape(each).replace(r"\{\}", "[^/]+") + "$")
        assert any(form.fullmatch(address) for address in eyes.opened), (each, eyes.opened)


def test_every_row_has_pages_of_the_table() -> None:
    assert sorted(PAGES) == sorted(TABLE)
    for row, (pages, _) in PAGES.items():
        there = {PLACEHOLDER.sub("{}", each) for each in TABLE[row].pages}
        assert set(pages) <= there, row
        assert "tests/browser/test_rows.py" in TABLE[row].tests, row
