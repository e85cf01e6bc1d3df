"""The card pool: every card of some sets, found by key, code, id or title.

Read in this order: `Pool`, then `read_set` and `make_pool` (the sources of pools). A game reads one card of a set, the
rest is here.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Generic, Protocol, TypeVar
from unicodedata import combining, normalize

import msgspec

from domain.cardgame.pool.card_fields import InvalidCard, convert_fields
from domain.cardgame.pool.printed_card import CardSet, PrintedCard, PrintedT, Slug
from domain.kernel.formats.reading import meant_by, none_of
from domain.kernel.formats.text_forms import form

MadeT = TypeVar("MadeT", bound=PrintedCard, covariant=True)
NOTES = "ability_notes"


class CardReader(Protocol[MadeT]):
    """How a game reads one card of a set from plain fields; `where` begins the message of an InvalidCard."""

    def __call__(self, mapping: object, set_id: str, set_code: str = "", where: str = "card") -> MadeT: ...


class CardNotFound(LookupError):
    """A name does not mean exactly one card; `candidates` are the keys that it could mean."""

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{name!r} is ambiguous: {', '.join(candidates)}" if candidates else f"no card {name!r}")
        self.name = name
        self.candidates = candidates


class Pool(msgspec.Struct, Generic[PrintedT], frozen=True, eq=False):
    """All cards of some sets; `id` changes with any printed value."""

    id: str
    sets: Mapping[str, CardSet]
    cards: Mapping[str, PrintedT]
    by_id: Mapping[str, tuple[str, ...]]
    by_code: Mapping[str, str]
    by_title: Mapping[str, tuple[str, ...]]

    def find_all(self, name: str) -> tuple[PrintedT, ...]:
        """Every card with this key, code, id or title, in this order of precedence."""
        if name in self.cards:
            return (self.cards[name],)
        if name in self.by_code:
            return (self.cards[self.by_code[name]],)
        keys = self.by_id.get(name) or self.by_title.get(fold_title(name), ())
        return tuple(self.cards[key] for key in keys)

    def card(self, name: str) -> PrintedT:
        """The one card with this name; raises CardNotFound."""
        found = self.find_all(name)
        if len(found) != 1:
            raise CardNotFound(name, tuple(card.key for card in found))
        return found[0]

    def with_cards(self, cards: Sequence[PrintedT], card_set: CardSet) -> Pool[PrintedT]:
        """This pool with another set; raises InvalidCard where a key is taken."""
        taken = next((card.key for card in cards if card.key in self.cards), None)
        if taken:
            raise InvalidCard(f"{taken}: the pool has this card already")
        return make_pool([*self.sets.values(), card_set], [*self.cards.values(), *cards])


@lru_cache(1024)
def fold_title(title: str) -> str:
    """A title for comparison: without case, accents, quotation marks, repeated spaces and variants of apostrophes."""
    plain = title.translate(_TYPOGRAPHY)
    if not plain.isascii():
        plain = "".join(each for each in normalize("NFD", plain) if not combining(each))
    return " ".join(plain.casefold().replace('"', "").rstrip("!").split())


_TYPOGRAPHY = str.maketrans(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u02bc": "'",
        "`": "'",
        "\u00b4": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
    }
)


def read_set(text: str, game: str, read_card: CardReader[PrintedT]) -> Pool[PrintedT]:
    """The pool of one set of a game from its TOML; raises InvalidCard naming the card's id and the field."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidCard(f"set: not TOML: {error}") from None
    header = convert_fields(document.get("set", {}), _SetFields, "set")
    if header.game != game:
        raise InvalidCard(f"set.game: {none_of(header.game, (game,))}", meant_by(header.game, (game,)))
    card_set = CardSet(id=header.id, name=header.name, code=header.code)
    mappings = document.get("card", [])
    if not isinstance(mappings, list):
        raise InvalidCard("card: expected a list")
    cards = [read_card(fields, card_set.id, card_set.code, _place(n, fields)) for n, fields in enumerate(mappings)]
    _check_set(header, cards)
    return make_pool([card_set], cards)


def fields_by_key(text: str) -> dict[str, dict[str, object]]:
    """The fields of each card of a set as its TOML has them, by the card's key."""
    document = tomllib.loads(text)
    return {f"{document['set']['id']}/{fields['id']}": fields for fields in document["card"]}


class _SetFields(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    id: Slug
    name: str
    code: Annotated[str, form("([0-9]{2})?", "two digits, as `01`")] = ""
    cards: int | None = None
    copies: int | None = None


def _check_set(header: _SetFields, cards: Sequence[PrintedCard]) -> None:
    for name, times in Counter(card.id for card in cards).items():
        if times > 1:
            raise InvalidCard(f"{name}.id: occurs {times} times in set {header.id}")
    for name, times in Counter(card.code for card in cards if card.code).items():
        if times > 1:
            raise InvalidCard(f"set: code {name} is borne by {times} cards")
    if header.cards not in (None, len(cards)):
        raise InvalidCard(f"set.cards: says {header.cards}, there are {len(cards)}")
    copies = sum(card.quantity or 0 for card in cards)
    if header.copies not in (None, copies):
        raise InvalidCard(f"set.copies: says {header.copies}, the quantities of the cards make {copies}")


def make_pool(sets: Sequence[CardSet], cards: Sequence[PrintedT]) -> Pool[PrintedT]:
    """The pool of the cards of these sets."""
    names = "+".join(card_set.id for card_set in sets)
    return Pool(
        id=f"{names}@{_content_hash(cards)}",
        sets={card_set.id: card_set for card_set in sets},
        cards={card.key: card for card in cards},
        by_id=_index((card.id, card.key) for card in cards),
        by_code={card.code: card.key for card in cards if card.code},
        by_title=_index((fold_title(card.title), card.key) for card in cards),
    )


def replace_cards(pool: Pool[PrintedT], cards: Iterable[PrintedT]) -> Pool[PrintedT]:
    """A pool in which these cards stand in the place of those with their keys."""
    return make_pool([*pool.sets.values()], [*{**pool.cards, **{card.key: card for card in cards}}.values()])


def traits_of(pool: Pool[Any]) -> tuple[str, ...]:
    """The traits of the cards of a format."""
    return tuple(sorted({trait for card in pool.cards.values() for trait in card.traits}))


def _content_hash(cards: Sequence[PrintedCard]) -> str:
    """Twelve hex digits over the printed values; display texts do not count, so they may be corrected."""
    printed = (msgspec.to_builtins(card) for card in sorted(cards, key=lambda card: card.key))
    values = [{name: value for name, value in card.items() if name != NOTES} for card in printed]
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()[:12]


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for name, key in pairs:
        index[name] = (*index.get(name, ()), key)
    return index


def _place(position: int, fields: object) -> str:
    name = fields.get("id") if isinstance(fields, Mapping) else None
    return name if isinstance(name, str) and name else f"card[{position}]"
