"""A printed card as far as every card game has one, and the set that it belongs to.

A game has a frozen struct of its own with these fields and others; `PrintedCard` says which of them are read here.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from domain.kernel.formats.text_forms import form

Slug = Annotated[
    str,
    form("[a-z0-9]+(-[a-z0-9]+)*", "small letters and digits, with hyphens between, as `eddard-stark`"),
]


class PrintedCard(Protocol):
    """One card's printed values; `code` is empty for cards without a number in their set."""

    @property
    def key(self) -> str:
        """The set's id and the card's own: `core/ice`."""

    @property
    def id(self) -> str:
        """The name within the set, in small letters: `ice`."""

    @property
    def set(self) -> str:
        """The id of the set."""

    @property
    def code(self) -> str:
        """The digits of the set and of the card's number in it: `01153`."""

    @property
    def title(self) -> str:
        """The name that is printed."""

    @property
    def type(self) -> str:
        """The type of card."""

    @property
    def quantity(self) -> int:
        """The number of copies in one box of the set."""


PrintedT = TypeVar("PrintedT", bound=PrintedCard)


class AbilityNote(NamedTuple):
    """One ability for display: its kind and this project's own description."""

    kind: str
    words: str


class AttachTo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The restriction of an attachment; of several traits any one suffices."""

    types: tuple[str, ...] = ("character",)
    faction: str | None = None
    traits: tuple[str, ...] = ()
    unique: bool = False
    controller: Literal["any", "own", "opponent"] = "any"


class CardSet(msgspec.Struct, frozen=True, kw_only=True):
    """A published or custom set; `code` is the first two digits of its cards' codes."""

    id: Slug
    name: str
    code: str = ""
