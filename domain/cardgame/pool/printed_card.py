"""A printed card as far as every card game has one, and the set that it belongs to.

A game has a frozen struct of its own, with fields of its own too. What shared code reads of it is said in parts: a pool
is of `PrintedCard`, abilities are of a `PlayedCard`, decks of a `DeckCard` (`decks`); hosts that are found by print are
of an `AttachedCard` and a `HostCard`. Words describe cards by a `DescribedCard`; a game whose cards lack one of its
values has no card that names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from domain.kernel.formats.text_forms import form

if TYPE_CHECKING:
    from domain.cardgame.pool.keyword_lines import Keyword

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


class PlayedCard(PrintedCard, Protocol):
    """What playing reads of every card."""

    @property
    def cost(self) -> int | None:
        """The printed cost; None for a card that is not paid for."""

    @property
    def cost_x(self) -> bool:
        """Whether the cost is X, which is chosen when it is played."""

    @property
    def traits(self) -> tuple[str, ...]:
        """The printed traits."""


class DescribedCard(PlayedCard, Protocol):
    """The further values by which words can describe cards."""

    @property
    def faction(self) -> str:
        """The faction to which it belongs."""

    @property
    def loyal(self) -> bool:
        """Whether it is loyal."""

    @property
    def unique(self) -> bool:
        """Whether it is unique."""


class AttachedCard(PlayedCard, Protocol):
    """What says on its own print where an attachment may be."""

    @property
    def attach_to(self) -> AttachTo | None:
        """Its restriction; None where its text says nothing of its host."""

    @property
    def copies_per_host(self) -> int | None:
        """How many copies of a player may be on one card; None for any number."""


class HostCard(DescribedCard, Protocol):
    """What an attachment and the rules of attachments read on the print of a host."""

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        """The printed keywords, one of which may forbid attachments."""


PrintedT = TypeVar("PrintedT", bound=PrintedCard)
PlayedT = TypeVar("PlayedT", bound=PlayedCard)


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
