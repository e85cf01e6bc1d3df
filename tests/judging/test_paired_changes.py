"""Paired reads of what changes the table by hand: asked about, previewed and carried out, it tells no secret.

The pairs are those of `pairs`. A seat asks about every change, whether it may and why not, and tries it where it may
not; a judge previews it. What is told is compared as in `test_paired_reads`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.games.agot_board.corrections import card_changes
from domain.games.agot_lcg.corrections import changes as lcg_changes
from domain.judging.remedies import kinds
from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.corrections import correct_table
from domain.kernel.ids import Viewer
from domain.kernel.redaction import redacted_facts
from domain.match.aggregate import Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.events import event_kind
from domain.match.judge_orders import AnnulAction, CorrectTable
from tests.judging.heard import RULED
from tests.judging.pairs import SECRETS, by_hand, changes_of_tops
from tests.judging.test_paired_reads import DRAWN, Pairs, Reading, World, parting, two_applications
from tests.properties.twins import HANDLE

Change = dict[str, Any]
TOPS = ("the type of a hand card", "the types of the cards on top")
SEALED = [name for name in SECRETS if name.startswith(("a sealed", "sealed"))]
IN_TURN = "orders laid face down in turn"
TO_COME = "the Westeros card to come"


@pytest.fixture
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from two_applications(tmp_path_factory)


# --- what can be changed by hand


def changes_at(world: World) -> list[list[Change]]:
    """Corrections that might tell the secret of a match, each of one or more changes."""
    table = world.match.match.table
    if world.match.game == "agot_lcg":
        plots = table.zone("alice.plots") if world.pair.things[0] else ()
        found = [
            {"change": "move_card", "card": each, "to": f"alice.{to}"} for each in plots for to in ("used", "plot")
        ]
        gold = [{"change": "set_count", "seat": seat, "counter": "gold", "n": 7} for seat in table.seats]
        return [[each] for each in (*found, *gold, *changes_of_tops(table), {"change": "ask_again"})]
    return [*([each] for each in on_the_board(table)), *without_units(table)]


def on_the_board(table: Any) -> Iterator[Change]:
    for seat in table.seats:
        yield from ({"change": "set_count", "seat": seat, "counter": "power", "n": n} for n in range(8))
        for card in table.houses[seat].hand:
            yield {"change": "set_place", "seat": seat, "thing": card, "place": "discard"}
    for ban in ("support", "raid", "defense", "consolidate-power", "march-plus-1"):
        yield {"change": "set_mark", "thing": ban, "mark": "banned", "on": True}
    for area, there in table.areas.items():
        if there.house:
            for token in ("march-0", "raid", "support", "defense-plus-1", "consolidate-power", ""):
                seat = there.house if token else ""
                yield {"change": "set_marker", "area": area, "marker": "order", "seat": seat, "value": token}
    for number in (1, 2, 3):
        deck, shown = f".westeros-{number}", f".westeros-{number}-revealed"
        yield from ({"change": "move_card", "top_of": deck, "to": to, "place": -1} for to in (deck, shown))
    for track in ("iron_throne", "kings_court"):
        yield {"change": "set_track", "track": track, "order": [*reversed(table.track(track))]}
    yield {"change": "ask_again"}
    yield from ({"change": "abandon_step", "frame": f"agot_board.{each}"} for each in ("combat", "resolve_marches"))


def without_units(table: Any) -> Iterator[list[Change]]:
    """All units of one House, or of all but one, are gone."""
    emptied = {
        seat: [
            {"change": "set_pieces", "area": area, "seat": seat, "kind": kind, "n": 0}
            for area, there in table.areas.items()
            if there.house == seat
            for kind in there.units
        ]
        for seat in table.seats
    }
    yield from emptied.values()
    for seat in table.seats:
        yield [change for other in table.seats if other != seat for change in emptied[other]]


# --- asking


def told(world: World, who: str, path: str, body: Any, key: str) -> str:
    """What somebody is answered to a request, as it can be compared."""
    headers = {"Idempotency_Key": key, "If_Match": f'"w{world.match.match.wait}"'}
    answer = world.api.post(path, world.keys[who], body, **headers)
    text = DRAWN.sub("*", answer.get_data(as_text=True))
    names: dict[str, str] = {}
    return f"{answer.status_code} {HANDLE.sub(lambda found: names.setdefault(found[0], f'card{len(names)}'), text)}"


def stopped(world: World) -> None:
    """The match is stopped by a case that a judge is in charge of."""
    opened = {"match": world.named, "moment": "1", "text": "Stop."}
    case = world.api.post("/v1/cases", world.keys["judge"], opened, Idempotency_Key="stopping")
    assert case.status_code == 201, case.get_data(as_text=True)
    world.values["case_id"] = case.get_json()["case"]
    world.does("judge", "/v1/cases/{case_id}/take".format(**world.values), {})


def alike(worlds: tuple[World, ...], who: str, path: str, body: Any, key: str) -> str:
    """What both are answered; it must be the same."""
    one, other = (told(world, who, path.format(**world.values), body, key) for world in worlds)
    assert one == other, (who, path, body, *parting(one, other))
    return one


def asks_of_all(worlds: tuple[World, ...]) -> int:
    """Bob asks of every change whether he may make it, and tries what he may not; returns how many he may make."""
    lawful, table = 0, worlds[0].match.match.table
    for number, command in enumerate(map(by_hand(table), changes_of_tops(table))):
        path = "/v1/matches/{match_id}/commands"
        verdict = alike(worlds, "bob", f"{path}/check", command, "")
        alike(worlds, "judge", f"{path}/check?as=bob", command, "")
        explain = Reading("GET /v1/matches/{match_id}/explain", "", {"command": json.dumps(command)})
        paths = (f"/v1/matches/{world.named}/explain" for world in worlds)
        one, other = (world.told("bob", explain._replace(path=path)) for world, path in zip(worlds, paths, strict=True))
        assert one == other, (command, *parting(one, other))
        if json.loads(verdict[4:])["verdict"] == "yes":
            lawful += 1
        else:
            assert alike(worlds, "bob", path, command, f"tried-{number}").startswith("422"), command
    return lawful


def previews_of_all(worlds: tuple[World, ...]) -> int:
    """A judge previews every correction; returns how many are possible."""
    for world in worlds:
        stopped(world)
    possible = 0
    for number, changes in enumerate(changes_at(worlds[0])):
        remedy = {"kind": "correction", "changes": changes}
        possible += alike(worlds, "judge", "/v1/cases/{case_id}/previews", remedy, f"dry-{number}").startswith("201")
    for who in ("judge", "head-judge", *worlds[0].match.match.table.seats):
        one, other = (world.told(who, Reading("GET", f"/v1/cases/{world.values['case_id']}", {})) for world in worlds)
        assert one == other, (who, *parting(one, other))
    return possible


@pytest.mark.parametrize("name", TOPS)
def test_who_asks_about_a_card_that_it_does_not_know_is_not_told_what_it_is(pairs: Pairs, name: str) -> None:
    assert asks_of_all(pairs.worlds(name)) > 0


@pytest.mark.parametrize("name", [TOPS[1], TO_COME, IN_TURN, *SEALED])
def test_a_dry_preview_of_a_correction_tells_no_secret(pairs: Pairs, name: str) -> None:
    assert previews_of_all(pairs.worlds(name)) > 0


# Each would tell: which card may go somewhere, what follows from orders that lie face down.
LEAKS = {
    TOPS[1]: (lcg_changes, "is_unnamed", lambda table, change: False),
    TO_COME: (card_changes, "is_unnamed", lambda table, change: False),
    IN_TURN: (kinds, "brings_out", lambda fact, unknown: False),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_preview_that_tells_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[name])
    with pytest.raises(AssertionError):
        previews_of_all(pairs.worlds(name))


@pytest.mark.parametrize("name", TOPS)
def test_an_answer_about_an_unknown_card_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[TOPS[1]])
    with pytest.raises(AssertionError):
        asks_of_all(pairs.worlds(name))


@pytest.mark.parametrize("name", SEALED)
def test_a_correction_that_was_carried_out_tells_no_sealed_answer(pairs: Pairs, name: str) -> None:
    worlds = one, _ = pairs.worlds(name)
    for changes in changes_at(one):
        said = [public_facts(world, changes) for world in worlds]
        assert said[0] == said[1], changes
        withdrawn = [fact["seats"] for fact in said[0] if fact["fact"] == "kernel.seals_withdrawn"]
        assert withdrawn == ([(one.pair.seat,)] if said[0][0]["fact"] != "refused" else []), changes


def test_whether_a_sealed_answer_fits_without_an_earlier_action_is_not_told(pairs: Pairs) -> None:
    world, _ = pairs.worlds("a sealed plot")
    match, events = world.match.match, world.match.events
    first = min(each for each in match.path()[1:] if event_kind(events[each]) == "action")
    with pytest.raises(Refused) as caught:
        annul_action(match, AnnulAction(first), events, RULED, Stamp("c", "", "c"))
    assert caught.value.refusal.rule == "judging.annul.last-only"
    assert caught.value.refusal.because["sealed"] == [world.pair.seat]


def public_facts(world: World, changes: list[Change]) -> list[dict[str, Any]]:
    """What everybody reads of a correction that was carried out; its rule where it is refused."""
    command = msgspec.convert({"changes": changes}, CorrectTable)
    try:
        found = correct_table(world.match.match, command, world.match.events, RULED, Stamp("c", "", "c"))
    except Refused as refused:
        return [{"fact": "refused", "rule": refused.refusal.rule}]
    return [fact for _, fact in redacted_facts(decode_event(found.match, found.payload).facts, Viewer("public"))]
