"""Builders of matches of the board game: every number of players, with and without Tides of Battle, both rule sets."""

import json
from itertools import product
from typing import Any, NamedTuple

from domain.games.agot_board.components import SETUPS
from domain.games.agot_board.state import RULE_SETS
from domain.kernel.deciding import refusal_of
from domain.kernel.flow.endings import AcceptDraw, Concede, DeclineDraw, OfferDraw
from domain.kernel.ids import Seat
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from tests.builders import Dice, Draw, Player, begun, options_of

GAME = "agot_board"
OTHERS = 4  # further answers among which a warlike player looks
PLAYERS = tuple(sorted(SETUPS))

# Greyjoy has more areas than orders, so the Houses lay theirs one after the other, face down.
SHORTAGE = """
players: 6
at: "2.1"
areas:
  pyke: greyjoy footman
  riverrun: greyjoy footman
  seagard: greyjoy footman
  greywater-watch: greyjoy footman
  flints-finger: greyjoy footman
  the-twins: greyjoy footman
  harrenhal: greyjoy footman
  moat-cailin: greyjoy footman
  ironmans-bay: greyjoy ship
  sunset-sea: greyjoy ship
  bay-of-ice: greyjoy ship
  winterfell: stark footman
  white-harbor: stark footman
  karhold: stark footman
  dragonstone: baratheon footman
  kingswood: baratheon footman
  crackclaw-point: baratheon footman
"""


class Kind(NamedTuple):
    """What was agreed on before a match."""

    players: int
    tides: bool
    rule_set: str

    def __str__(self) -> str:
        return f"{self.players} {'with' if self.tides else 'without'} tides {self.rule_set}"


KINDS = tuple(Kind(*agreed) for agreed in product(PLAYERS, (False, True), RULE_SETS))


def kinds_for(players: int) -> tuple[Kind, ...]:
    return tuple(kind for kind in KINDS if kind.players == players)


def board_opened(seed: int, kind: Kind) -> NewVersion:
    """A match of this kind from its set-up."""
    seats = tuple(json.dumps({"name": house}) for house in SETUPS[kind.players].houses)
    options = json.dumps({"tides_of_battle": kind.tides, "rule_set": kind.rule_set})
    return begun(OpenMatch(GAME, seats, options=options), seed)


class Bargainer(Player):
    """Now and then offers, accepts or declines a draw, and once in a long while concedes, awaited or not."""

    def draws(self, match: Match) -> Draw:
        if self.dice.chance(3):
            seat, command = self.dice.pick(match.table.seats), self.says(match)
            if refusal_of(match.rules, match.table, seat, command) is None:
                return Draw(seat, command)
        return super().draws(match)

    def says(self, match: Match) -> Any:
        if self.dice.chance(8):
            return Concede()
        accepting = AcceptDraw() if len(match.table.offers) < len(match.table.remaining_seats()) - 1 else DeclineDraw()
        return self.dice.pick((OfferDraw(), accepting, DeclineDraw()))


class Warlike(Bargainer):
    """Of several legal answers it mostly gives the longest: more units march, texts are used and not declined."""

    def draws(self, match: Match) -> Draw:
        seat, command = super().draws(match)
        if not self.dice.chance(70) or isinstance(command, match.rules.always):
            return Draw(seat, command)
        space = options_of(match.rules, match.table, Seat(seat))
        others = [match.rules.command(space.sample(self.dice)) for _ in range(OTHERS)]
        return Draw(seat, max((command, *others), key=lambda each: len(match.rules.command_text(each))))


def player_of(seed: int, name: str = "board") -> Player:
    """The player of a seed: every other one is warlike."""
    dice = Dice(f"{name} {seed}")
    return Warlike(dice) if seed % 2 else Bargainer(dice)
