"""Builders of events (tournaments): one with staff, players and a first round; commands given to it in order."""

from typing import Any

import msgspec

from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.match.envelope import ORGANIZER, Actor, Stamp
from domain.tournaments import commands as c
from domain.tournaments.checks import decide
from domain.tournaments.context import MatchInTournament
from domain.tournaments.regulation import regulations
from domain.tournaments.tournament import Tournament, TournamentChange, evolve_stored, initial

PEOPLE = {"olga": ORGANIZER, "hana": HEAD_JUDGE, "jan": JUDGE, "ada": ADMIN}
DUEL = ("agot_lcg", "cards-duel")
BOARD = ("agot_board", "board-league")
NAMES = ("Ann", "Bert", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


class Gathering:
    """An event to which commands are given; every entry is folded again from its bytes."""

    def __init__(self, game: str, regulation: str, **changes: Any) -> None:
        self.event = initial("e-1")
        self.matches: dict[str, MatchInTournament] = {}
        self.stored: list[TournamentChange] = []
        self.game = game
        staff: c.Offices = {"hana": "head-judge", "jan": "judge"}
        rules = msgspec.structs.replace(regulations()[regulation], **changes)
        self.enter("olga", c.CreateEvent(name="Friday", game=game, regulation=rules, staff=staff))

    def enter(self, who: str, command: c.TournamentCommand) -> Tournament:
        """Give a command; raises Refused."""
        n = len(self.stored) + 1
        stamp = Stamp(f"k{n}", f"2026-01-02T18:{n:02}:00Z", f"i{n}")
        asker = Actor(who, PEOPLE.get(who, JUDGE))
        entered = decide(self.event, asker, command, stamp, self.matches)
        assert evolve_stored(self.event, entered.payload, entered.head) == entered.event
        self.stored.append(entered)
        self.event = entered.event
        return self.event

    def does(self, who: str, type_: str, **fields: Any) -> Tournament:
        """Give a command by its name."""
        return self.enter(who, c.decode_tournament_command(msgspec.json.encode({"type": type_, **fields})))

    def with_players(self, number: int = 4) -> "Gathering":
        self.does("olga", "enrol_players", players=NAMES[:number])
        return self

    def paired(self, *tables: tuple[str, ...], round: int = 1, **more: Any) -> "Gathering":
        """A round with these tables, numbered from 1."""
        listed = [{"table": n, "players": players} for n, players in enumerate(tables, 1)]
        self.does("hana", "pair_round", round=round, tables=listed, **more)
        return self

    def result(
        self, table: int, results: dict[str, str], who: str = "jan", round: int = 1, reason: str = ""
    ) -> Tournament:
        return self.does(who, "report_result", round=round, table=table, results=results, reason=reason)


def duel() -> Gathering:
    """An event of a card game for two with a round of two tables."""
    return Gathering(*DUEL).with_players().paired(("Ann", "Bert"), ("Cleo", "Dora"))


def league() -> Gathering:
    """An event of a board game with a round of one table of four."""
    return Gathering(*BOARD).with_players().paired(("Ann", "Bert", "Cleo", "Dora"))
