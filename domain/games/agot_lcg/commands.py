"""The commands of the game, named as in the rules, one struct each.

Cards are named by handles, players by seats. Costs, targets and further choices of an ability are asked for after its
announcement (`choose_targets`, `choose_option`, `choose_number` of the kernel).
"""

from __future__ import annotations

from msgspec import Struct

from domain.cardgame.commands import ABILITY_COMMANDS, DeclareDefenders
from domain.families.agot_cards import commands
from domain.families.agot_cards.commands import (
    MARSHALLING_COMMANDS,
    ChooseClaimCharacters,
    ChooseFirstPlayer,
    ChoosePlot,
    PlaceSetupCards,
    UseDuplicateSave,
)
from domain.kernel.commands import Command
from domain.kernel.ids import Handle


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as card keys: faction card, agenda (empty: none), plots, draw deck with repetitions."""

    faction: str
    agenda: str = ""
    plots: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class AttachSetupCards(Command, frozen=True, tag="attach_setup_cards"):
    """Give each revealed attachment its host."""

    hosts: dict[Handle, Handle]


class AmbushCard(Command, frozen=True, tag="ambush_card"):
    """Pay the ambush value `x` of a card in hand and put it into play (an attachment on `host`)."""

    card: Handle
    x: int
    host: Handle = Handle("")


class InitiateChallenge(commands.InitiateChallenge, frozen=True, tag="initiate_challenge"):
    """Initiate a challenge: type, opponent, attackers, and whom each attacker with stealth bypasses."""

    stealth: dict[Handle, Handle]


class DeclineChallenge(Command, frozen=True, tag="decline_challenge"):
    """Initiate no further challenge this phase."""


class ChooseKeywordType(Command, frozen=True, tag="choose_keyword_type"):
    """Choose which challenge resolution keyword resolves next."""

    keyword: str


class UseKeyword(Command, frozen=True, tag="use_keyword"):
    """Use instances of pillage, renown or insight: the characters whose instance is used."""

    keyword: str
    characters: tuple[Handle, ...]


class UseIntimidate(Command, frozen=True, tag="use_intimidate"):
    """Kneel a character of the loser by intimidate; an empty target declines."""

    target: Handle


class DiscardToReserve(Command, frozen=True, tag="discard_to_reserve"):
    """Discard down to the reserve; the last card named is on top of the pile."""

    cards: tuple[Handle, ...]


GAME_COMMANDS: tuple[type[Command], ...] = (
    PlaceSetupCards,
    AttachSetupCards,
    ChoosePlot,
    ChooseFirstPlayer,
    *ABILITY_COMMANDS,
    UseDuplicateSave,
    AmbushCard,
    *MARSHALLING_COMMANDS,
    InitiateChallenge,
    DeclineChallenge,
    DeclareDefenders,
    ChooseClaimCharacters,
    ChooseKeywordType,
    UseKeyword,
    UseIntimidate,
    DiscardToReserve,
)

WINDOW_COMMANDS: tuple[type[Command], ...] = (
    *ABILITY_COMMANDS,
    UseDuplicateSave,
    AmbushCard,
    *MARSHALLING_COMMANDS,
)
