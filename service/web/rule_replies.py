"""Replies about games: their rules, timing charts, cards, and whether a deck may be played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from domain.kernel.refusals import JsonObject
from domain.kernel.rulebook import Rule
from service.web.replies import Reply


class RulesReply(Reply, schema_name="Rules"):
    """Rules in the order of their book."""

    rules: Sequence[Rule]


class GameReply(Reply, schema_name="Game"):
    """A game that this service knows."""

    game: str
    pool: str
    policies: Sequence[str]
    commands: Sequence[str]
    always: Sequence[str]


class GamesReply(Reply, schema_name="Games"):
    """The games."""

    games: Sequence[GameReply]


class TimingStepReply(Reply, schema_name="TimingStep"):
    """A step of a procedure; `asks` names its question where it awaits somebody."""

    label: str
    title: str
    asks: str | UnsetType = UNSET


class ProcedureReply(Reply, schema_name="Procedure"):
    """A procedure of the game with its steps in order."""

    name: str
    title: str
    steps: Sequence[TimingStepReply]


class TimingReply(Reply, schema_name="Timing"):
    """The timing chart, read off the procedures that the engine runs."""

    game: str
    procedures: Sequence[ProcedureReply]


class CardsReply(Reply, schema_name="Cards"):
    """Cards of a game's pool."""

    game: str
    pool: str
    cards: Sequence[JsonObject]


class DeckFaultReply(Reply, schema_name="DeckFault"):
    """A rule that a deck breaks, or a line of it that cannot be read."""

    rule: str
    text: str
    because: JsonObject


class DeckCheckedReply(Reply, schema_name="DeckChecked"):
    """Whether a deck may be played, and every fault; `pool`: by which cards, as actions name it; `deck` in card keys
    where it could be read."""

    game: str
    pool: str
    legal: bool
    faults: Sequence[DeckFaultReply]
    deck: JsonObject | None
