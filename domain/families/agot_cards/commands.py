"""The commands of both games, one struct each. Cards are named by handles, players by seats."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.families.agot_cards.state import CHALLENGES
from domain.kernel.commands import Command
from domain.kernel.ids import Handle, Seat


class ChoosePlot(Command, frozen=True, tag="choose_plot"):
    """Set a plot of the own plot deck facedown."""

    plot: Handle


class ChooseFirstPlayer(Command, frozen=True, tag="choose_first_player"):
    """Name the first player."""

    player: Seat


class InitiateChallenge(Command, frozen=True):
    """Initiate a challenge: type, opponent, attackers."""

    kind: Annotated[str, Meta(examples=list(CHALLENGES))]
    against: Seat
    attackers: tuple[Handle, ...]


class ChooseClaimCharacters(Command, frozen=True, tag="choose_claim_characters"):
    """Choose the characters to be killed for military claim."""

    characters: tuple[Handle, ...]


class PlaceSetupCards(Command, frozen=True, tag="place_setup_cards"):
    """Place characters, locations, attachments and duplicates facedown."""

    cards: tuple[Handle, ...]


class UseDuplicateSave(Command, frozen=True, tag="use_duplicate_save"):
    """Discard a duplicate to save the card over it."""

    card: Annotated[Handle, Meta(extra={"aside": True})]
    condition: int


class MarshalCharacter(Command, frozen=True, tag="marshal_character"):
    """Marshal a character."""

    card: Handle


class MarshalLocation(Command, frozen=True, tag="marshal_location"):
    """Marshal a location."""

    card: Handle


class MarshalAttachment(Command, frozen=True, tag="marshal_attachment"):
    """Marshal an attachment and attach it to `host`."""

    card: Handle
    host: Handle


class MarshalDuplicate(Command, frozen=True, tag="marshal_duplicate"):
    """Marshal a further copy of a unique card as its duplicate."""

    card: Handle


MARSHALLING_COMMANDS: tuple[type[Command], ...] = (
    MarshalCharacter,
    MarshalLocation,
    MarshalAttachment,
    MarshalDuplicate,
)
"""What the active player gives in the marshalling window to bring cards from hand into play."""
