"""Paired reads of what changes the table by hand: asked about, previewed and carried out, it tells no secret.

A seat asks about every change, whether it may and why not, and tries it where it may not; a judge previews it. What is
told is compared as in `test_paired_reads`. `make test` looks at a sample of the changes, in which each planted leak is
found; the proof at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.corrections import correct_table
from domain.kernel.ids import Viewer
from domain.kernel.redaction import redacted_facts
from domain.match.aggregate import Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.events import event_kind
from domain.match.judge_orders import AnnulAction, CorrectTable
from tests.judging.heard import RULED
from tests.judging.pairs import Change
from tests.judging.secrets import BY_GAME, each_secret, of_game
from tests.judging.test_paired_reads import DRAWN, Pairs, Reading, World, pairs_in, parting
from tests.properties.twins import rename_handles
from tests.samples import Spread, sample

# how many changes `make test` looks at: of those that a seat asks for, and of each kind of correction
ASKED, OF_A_KIND = 36, 6


@pytest.fixture
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from pairs_in(tmp_path_factory)


# --- asking


def told(world: World, who: str, path: str, body: Any, key: str) -> str:
    """What somebody is answered to a request, as it can be compared."""
    headers = {"Idempotency_Key": key, "If_Match": f'"w{world.match.match.wait}"'}
    answer = world.api.post(path, world.keys[who], body, **headers)
    text = DRAWN.sub("*", answer.get_data(as_text=True))
    names: dict[str, str] = {}
    named = rename_handles(text, lambda handle: names.setdefault(handle, f"card{len(names)}"))
    return f"{answer.status_code} {named}"


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


def asks_of_all(worlds: tuple[World, ...], spread: Spread) -> int:
    """Bob asks of each change whether he may make it, and tries what he may not; returns how many he may make."""
    lawful, table = 0, worlds[0].match.match.table
    game = BY_GAME[worlds[0].match.game]
    for number, command in enumerate(spread(game.asked_by_hand(table), ASKED)):
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


def previews_of_all(worlds: tuple[World, ...], spread: Spread) -> int:
    """A judge previews each correction; returns how many are possible."""
    for world in worlds:
        stopped(world)
    possible = 0
    for number, changes in enumerate(of_each_kind(BY_GAME[worlds[0].match.game].changes_at(worlds[0].pair), spread)):
        remedy = {"kind": "correction", "changes": changes}
        possible += alike(worlds, "judge", "/v1/cases/{case_id}/previews", remedy, f"dry-{number}").startswith("201")
    for who in ("judge", "head-judge", *worlds[0].match.match.table.seats):
        one, other = (world.told(who, Reading("GET", f"/v1/cases/{world.values['case_id']}", {})) for world in worlds)
        assert one == other, (who, *parting(one, other))
    return possible


def of_each_kind(corrections: Iterable[list[Change]], spread: Spread) -> list[list[Change]]:
    """Some corrections of each kind, by what they change."""
    kinds: dict[frozenset[str], list[list[Change]]] = {}
    for changes in corrections:
        kinds.setdefault(frozenset(each["change"] for each in changes), []).append(changes)
    return [changes for kind in kinds.values() for changes in spread(kind, OF_A_KIND)]


@each_secret(lambda game: game.asked_about)
def test_who_asks_about_a_card_that_it_does_not_know_is_not_told_what_it_is(
    pairs: Pairs, name: str, spread: Spread
) -> None:
    assert asks_of_all(pairs.worlds(name), spread) > 0


@each_secret(lambda game: (*game.previewed, *game.sealed))
def test_a_dry_preview_of_a_correction_tells_no_secret(pairs: Pairs, name: str, spread: Spread) -> None:
    assert previews_of_all(pairs.worlds(name), spread) > 0


@each_secret(lambda game: game.preview_leaks)
def test_a_preview_that_tells_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*of_game(name).preview_leaks[name])
    with pytest.raises(AssertionError):
        previews_of_all(pairs.worlds(name), sample)


@each_secret(lambda game: game.asking_leaks)
def test_an_answer_about_an_unknown_card_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*of_game(name).asking_leaks[name])
    with pytest.raises(AssertionError):
        asks_of_all(pairs.worlds(name), sample)


@each_secret(lambda game: game.sealed)
def test_a_correction_that_was_carried_out_tells_no_sealed_answer(pairs: Pairs, name: str) -> None:
    worlds = one, _ = pairs.worlds(name)
    for changes in BY_GAME[one.match.game].changes_at(one.pair):
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
