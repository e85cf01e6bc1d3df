"""Duel: knights and swords in two zones of play, the least of a second card game in which shared code can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

from domain.cardgame.catalogue import CARD_EXECUTORS
from domain.cardgame.occurring.execution import Executor, Executors
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardGameTable, PlayerState
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import Cites
from domain.kernel.commands import Command
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition, EffectObject

ALICE, BOB, CAROL = SEATS = Seat("alice"), Seat("bob"), Seat("carol")
KNIGHT = SimpleNamespace(type="character", faction="north", traits=("Knight",))
SWORD = SimpleNamespace(type="attachment", faction="", traits=())

executes: Executors[DuelTable] = Executors()


class DuelTable(CardGameTable, kw_only=True):
    """A game in which cards are played to a field, or hidden behind it."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        "deck": ZoneKind("nobody"),
        "hand": ZoneKind("owner"),
        "field": ZoneKind("all", in_play=True),
        "behind": ZoneKind("owner", in_play=True),
        "discard": ZoneKind("all"),
        "ashes": ZoneKind("all"),
        "removed": ZoneKind("all"),
    }
    entry_zone: ClassVar[str] = "field"

    fighting: tuple[Handle, ...] = ()
    saluted: tuple[Handle, ...] = ()


@executes("saluted")
def salute(game: Game[DuelTable], conditions: list[Condition]) -> list[Condition]:
    """Let the knights salute who can: those in play."""
    able = [each for each in conditions if game.table.is_in_play(each.card)]
    game.table.saluted += tuple(each.card for each in able)
    return able


class DuelRules(CardGameRules[DuelTable]):
    """What is burned goes to ashes, whose order matters; a knight who leaves or changes sides fights no more."""

    name: ClassVar[str] = "duel"
    cites: ClassVar[Cites] = {
        "slot.last-player-wins": ("duel.last-wins",),
        "slot.pile-ordered-by-owner": ("duel.ashes-ordered",),
        "slot.simultaneous-victory": ("duel.both-win",),
    }
    table_type: ClassVar[type[DuelTable]] = DuelTable
    always: ClassVar[tuple[type[Command], ...]] = ()
    executors: ClassVar[Mapping[str, Executor[DuelTable]]] = {**CARD_EXECUTORS, **executes.by_kind}
    leaving: ClassVar[Mapping[str, str]] = {**CardGameRules.leaving, "burned": "ashes"}
    hosts_by_print: ClassVar[bool] = True
    ordered_piles: ClassVar[Mapping[str, str]] = {"ashes": "duel.ashes-ordered"}
    victories: ClassVar[Mapping[str, str]] = {"duel.both-win": "glory"}

    def __init__(self) -> None:
        self.pool = SimpleNamespace(cards={"knight": KNIGHT, "sword": SWORD})
        self.registry: Any = SimpleNamespace(
            rules=self, pool=self.pool, uncoded=(), index_keys=lambda card: (), heard_keys=lambda kind, timings: ()
        )

    def leave_contest(self, game: Game[DuelTable], cards: tuple[Handle, ...]) -> None:
        game.table.fighting = tuple(each for each in game.table.fighting if each not in cards)

    def has_immune_cards(self, table: DuelTable) -> bool:
        return True

    def is_immune(self, table: DuelTable, card: Handle, effect: EffectObject) -> bool:
        return "ward" in table.cards[card].tokens


# what nobody asks of this game
DuelRules.__abstractmethods__ = frozenset()


def duel(**cards: str) -> Game[DuelTable]:
    """A game with knights by handle, each in an area written `seat_kind`; a handle with `sword` in it is a sword."""
    rules = DuelRules()  # type: ignore[abstract]
    table = DuelTable(seats=SEATS, first_player=BOB, registry=rules.registry)
    for each in SEATS:
        table.players.put(each, PlayerState())
    for handle, area in cards.items():
        seat, _, kind = area.partition("_")
        table.lay_new_card(Seat(seat), kind, Handle(handle), "sword" if "sword" in handle else "knight")
    return Game(rules, table, bytes(32), 1)
