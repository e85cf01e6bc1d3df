"""Tables of Legend of the Five Rings at a moment of the chart, for tests of its steps.

Read `laid`: what is not said of a player is as in `USUAL`. A card is named by its id; `a-` and its id is the handle of
a card of Alice, `b-` of one of Bob, with a number behind for a further copy: `a-wandering-ronin-2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from domain.cardgame.facts.course import PlayersSeated
from domain.games.l5r.chart.phase_order import Round
from domain.games.l5r.game import rules
from domain.games.l5r.state import ROW, STRONGHOLD, Conflict, L5rCard, L5rTable
from domain.kernel.flow.frames import Procedure, run_flow
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from tests.builders import acted, awaited, begun
from tests.games.l5r import opening

ALICE, BOB = Seat("alice"), Seat("bob")
PLAIN = "wandering-ronin"  # military 2, political 2, glory 0
USUAL: Mapping[str, Any] = {
    "honor": 10,
    "fate": 5,
    "stronghold": "shizuka-toshi",
    "provinces": ["manicured-garden", "entrenched-position", "meditations-on-the-tao", "pilgrimage", "fertile-fields"],
    "row": ["otomo-courtier", "seppun-guardsman", "miya-mystic", "doji-whisperer"],
    "dynasty_deck": ["keeper-initiate"] * 8,
    "deck": ["ornate-fan"] * 8,
    "hand": ["fine-katana"],
}
"""What a player has where a test says nothing else; provinces and the cards on them lie facedown."""
NEXT_PHASE = {"dynasty": "/draw", "draw": "/conflict", "conflict": "/fate", "fate": "/regroup", "regroup": "/next"}


@cache
def any_match() -> Match:
    return begun(opening(1, "fast"), 1).match


def laid(frames: Procedure | tuple[Procedure, ...], phase: str = "", policy: str = "fast", **said: Any) -> Match:
    """A match at these frames, above the round; `said` has what there is of players, and fields of the table."""
    table = rules.blank()
    PlayersSeated((ALICE, BOB), policy).apply(table)
    table.first_player, table.round, table.phase = said.pop("first", ALICE), 2, phase or "conflict"
    for seat in (ALICE, BOB):
        lay_player(table, seat, {**USUAL, **said.pop(seat, {})})
    for name, value in said.items():
        setattr(table, name, value)
    above = frames if isinstance(frames, tuple) else (frames,)
    table.stack = [Round(at=NEXT_PHASE[table.phase]), *above]
    return structs.replace(any_match(), table=gone_on(table))


def gone_on(table: L5rTable) -> L5rTable:
    """The table where it waits next, whatever happens before."""
    game = Game(rules, table, bytes(32), any_match().version)
    game.unsettled = True
    run_flow(game)
    game.conclude()
    return table


def lay_player(table: L5rTable, seat: Seat, has: Mapping[str, Any]) -> None:
    """Lay the cards of a player; an area lists ids, or pairs of an id and what is so of the card."""
    copies: Counter[str] = Counter()
    lay(table, seat, "stronghold", [has["stronghold"]], copies)
    for laid_card, slot in zip(
        lay(table, seat, "province", has["provinces"], copies), (*ROW, STRONGHOLD), strict=False
    ):
        with table.reindexing(laid_card.handle) as card:
            card.slot, card.facedown = slot, not card.broken and card.key not in has.get("faceup", ())
    for card, slot in zip(lay(table, seat, "row", has["row"], copies), ROW, strict=False):
        card.slot, card.facedown = slot, not has.get("revealed", False)
    for kind in ("role", "play", "holding", "hand", "deck", "dynasty_deck", "discard", "dynasty_discard"):
        lay(table, seat, kind, has.get(kind, ()), copies)
    player = table.players.writable(seat)
    for name in ("honor", "fate", "dial", "opportunities", "declared_military", "declared_political"):
        if name in has:
            setattr(player, name, has[name])


def lay(table: L5rTable, seat: Seat, kind: str, listed: Any, copies: Counter[str]) -> list[L5rCard]:
    found = []
    for each in listed:
        id, state = (each, {}) if isinstance(each, str) else each
        copies[id] += 1
        number = f"-{copies[id]}" if copies[id] > 1 else ""
        handle = Handle(f"{seat[0]}-{id}{number}")
        table.lay_new_card(seat, kind, handle, f"core/{id}")
        with table.reindexing(handle) as card:
            for name, value in state.items():
                setattr(card, name, value)
            found.append(card)
    return found


def conflict(kind: str = "military", **fields: Any) -> Conflict:
    """A conflict of Alice against Bob for the ring of fire, at his first province."""
    said = {"attacker": ALICE, "defender": BOB, "ring": "fire", "slot": 1, **fields}
    return Conflict(1, kind, **{name: handles(value) for name, value in said.items()})


def handles(value: Any) -> Any:
    """Handles, where they are written as one text."""
    return tuple(map(Handle, value.split())) if isinstance(value, str) and "-" in value else value


def card(match: Match, handle: str) -> L5rCard:
    found: L5rCard = match.table.cards[Handle(handle)]
    return found


def keys(match: Match, seat: Seat, kind: str) -> list[str]:
    """The ids of the cards in an area."""
    return [match.table.cards[each].key.partition("/")[2] for each in match.table.zone(zone(seat, kind))]


def after(match: Match, *moves: tuple[str, Any]) -> Match:
    """The match after these commands, each by its seat."""
    for seat, command in moves:
        match = acted(match, seat, command).match
    return match


def question(match: Match) -> tuple[str, tuple[str, ...]]:
    """What is asked now, and whom."""
    waiting = match.table.waiting
    return (waiting.question if waiting is not None else "", awaited(match))


def passed_to(match: Match, wanted: str) -> Match:
    """The match after passes of whoever is asked, up to this question."""
    while question(match)[0] != wanted:
        (seat,) = awaited(match)
        match = acted(match, seat, Pass()).match
    return match


def refusal(match: Match, seat: str, command: Any) -> str:
    """The rule that refuses a command; nothing may be changed by it."""
    before = match.table.branch()
    with pytest.raises(Refused) as caught:
        acted(match, seat, command)
    assert match.table == before
    return caught.value.refusal.rule


def pools(match: Match, name: str) -> tuple[int, int]:
    """The honor or the fate of both players."""
    first, second = (getattr(match.table.players[seat], name) for seat in (ALICE, BOB))
    return first, second


def rings_of(match: Match) -> Iterator[tuple[str, str]]:
    """The claimed rings, each with its player."""
    return ((element, ring.claimed_by) for element, ring in match.table.rings.items() if ring.claimed_by)
