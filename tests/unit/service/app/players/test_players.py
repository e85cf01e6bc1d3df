"""Every text that is stored has a decision: a name, words, a text that names players, or why no name stands in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from domain.games import GAMES
from domain.judging.branches.branch import BranchDeed
from domain.judging.cases import desk, entries
from domain.match.events import Action, OpenMatch
from domain.match.judge_orders import REMEDIES
from domain.tournaments import commands as c
from service.app.players.sealing import text_marks
from service.settings import Settings
from tests.stores import make_store

LABELS = "the label of a seat, which whoever opens the match chooses: it stays, and erasing tells it"
STAFF = "who acted, by the name of their key: it stays, and erasing tells it"
DRAWN = "an id, a time or a digest that is drawn or reckoned here, or an id that its chooser is told to give no name"
CLOSED = "of a closed list: the game's, the rule book's, the regulation's, the code's; a check refuses any other"
FORMED = "a place, an id or a code of a form that has no room for words"
MADE = "made by the code of what is told here already"
OWN_TYPES = "JSON of a command, fact or remedy that is decoded by its own type, which is looked at here"
CARDS = "the cards and options of a match, by whoever made them; erasing tells the row"

# by the field, or by struct and field where others of its name are something else
DECISIONS = {
    LABELS: "seat seats sees viewer consents time unseen CaseOpened.players",
    STAFF: "actor judge before by approved staff",
    DRAWN: "id key asked at digest case match preview names commitment engine pool",
    CLOSED: (
        "role office kind game policy spectators rules rule consent_rule needs verdict outcome how infraction penalty"
        " what type results steps until mark marker track area place thing counter frame keyword option unless"
        " windows targets house houses object units readings"
        " DeclareConflict.province PlayCharacter.to ResolveRing.effect SetFavor.side"
        " Regulation.name ResultKind.name PenaltyKind.name Infraction.name Comparison.value AddEffect.name"
        " SetMarker.value Show.to"
    ),
    FORMED: "moment missed_at RestoreOpportunity.at Procedure.at",
    MADE: "because report facts",
    OWN_TYPES: "cmd remedy command order",
    CARDS: "cards options",
}
# of facts and frames: what they hold is chosen from what the table has; nobody types it
OF_TABLES = (
    "about agendas answer areas asked_by ban bids by card chosen counts discard during faction factions field"
    " fields forces hand instead keys march marks moves now numbers orders origin period phase picks points port power"
    " purpose question replaced resolved result routed rule_set shown side since slot source spent step target token"
    " tokens trait types unit usage was where why within WindowOpened.name Condition.name Chosen.name TokensPlaced.name"
    " RingEffect.effect Declaration.ring LastingEffect.name Window.name Learned.to UnitsMoved.to MarchOrderMoved.to"
)

# of the tables beside the streams: the column, and what is done about it
COLUMNS = {
    "api_keys": {"actor": "renamed", "hash": DRAWN, "id": DRAWN, "scope": CLOSED, "match_id": DRAWN, "created": DRAWN}
    | {"revoked": DRAWN},
    "store_secret": {"secret": DRAWN},
    "branches": {"deeds": "rewritten", "actor": STAFF, "id": DRAWN, "match_id": DRAWN, "at": DRAWN},
    "seeds": {"match_id": DRAWN},
    "stored_events": {"originator_id": DRAWN, "topic": CLOSED},
    "attempts": {"because": "rewritten", "command": "rewritten", "seat": LABELS, "rule": CLOSED}
    | dict.fromkeys(("id", "match_id", "key_id", "at"), DRAWN),
    "sessions": {"hash": DRAWN, "key_hash": DRAWN},
    "match_index": {"seats": "rewritten", "actor": STAFF, "ending": CLOSED}
    | dict.fromkeys(("match_id", "opened", "last", "frozen"), DRAWN)
    | dict.fromkeys(("game", "policy", "spectators"), CLOSED),
    "case_index": {"terms": "rewritten"}
    | dict.fromkeys(("case_id", "match_id", "opened"), DRAWN)
    | dict.fromkeys(("game", "state", "remedy"), CLOSED),
    "player_keys": {"reference": DRAWN, "lookup": "destroyed", "secret": "destroyed", "erased": DRAWN},
    "player_covers": {"digest": DRAWN, "reference": DRAWN, "places": MADE},
}


def undecided(kinds: Iterable[Any], decided: frozenset[str]) -> set[str]:
    """The fields of structs, and of those within them, that hold a text for which nothing is decided."""
    seen: set[type[Struct]] = set()
    found: set[str] = set()

    def look(kind: type[Struct]) -> None:
        if kind in seen:
            return
        seen.add(kind)
        hints = get_type_hints(kind, include_extras=True)
        for field in kind.__struct_fields__:
            if holds_text(hints[field]) and not {field, f"{kind.__name__}.{field}"} & decided:
                found.add(f"{kind.__name__}.{field}")

    def holds_text(hint: Any) -> bool:
        if isinstance(hint, type) and issubclass(hint, Struct):
            look(hint)
            return False
        if text_marks(hint) or get_origin(hint) is Literal:
            return False
        return hint in (str, Any) or sum(map(holds_text, arguments(hint))) > 0

    for each in kinds:
        look(each)
    return found


def arguments(hint: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    given = get_args(hint)
    yield from given[:1] if hasattr(hint, "__metadata__") else given


DECIDED = frozenset(" ".join(DECISIONS.values()).split())
STREAMS = {
    "matches": (Action, OpenMatch, *REMEDIES),
    "cases": entries.KINDS,
    "desks": get_args(desk.DeskEntry),
    "events": (c.TypedTournamentEntry,),
    "branches": get_args(BranchDeed),
    **{f"commands of {name}": game.rules.commands for name, game in GAMES.items()},
}


@pytest.mark.parametrize("streams", STREAMS)
def test_every_text_of_a_stream_is_sealed_or_has_a_reason(streams: str) -> None:
    assert undecided(STREAMS[streams], DECIDED) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_fact_or_frame_is_sealed_or_has_a_reason(game: str) -> None:
    rules = GAMES[game].rules
    assert undecided((*rules.facts, *rules.frames), DECIDED | frozenset(OF_TABLES.split())) == set()


class Within(Struct):
    """What a struct holds."""

    other: dict[str, list[str]]


class Stored(Struct):
    """A struct with two texts for which nothing is decided."""

    title: str
    at: str
    number: int
    within: tuple[Within, ...]


def test_a_text_without_a_decision_is_found() -> None:
    assert undecided([Stored], DECIDED) == {"Stored.title", "Within.other"}


def test_every_text_beside_the_streams_is_rewritten_or_has_a_reason(tmp_path: Path) -> None:
    db = tmp_path / "praetor.db"
    make_store(Settings(db=db))
    for path in (db, Path(f"{db}.audit"), Path(f"{db}.players")):
        with closing(sqlite3.connect(path)) as file:
            for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = file.execute(f"SELECT name FROM pragma_table_info('{table}') WHERE type = 'TEXT'").fetchall()
                assert {name for (name,) in columns} <= COLUMNS.get(table, {}).keys(), table
