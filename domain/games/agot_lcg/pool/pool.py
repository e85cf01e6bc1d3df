"""The card pool: every card of some sets, found by key, code, id or title.

Read in this order: `printed.py` (one card), `Pool`, then `core_pool` and `pool_from_toml` (the sources of pools).
`card_fields.py` reads plain mappings.
"""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Annotated, Literal

import msgspec

from domain.games.agot_lcg.pool.card_fields import InvalidCard, convert_fields, printed_from_mapping
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, AbilityNote, AttachTo, CardSet, Keyword, Printed, Slug
from domain.kernel.formats.text_forms import form

__all__ = [
    "FACTION_NAMES",
    "AbilityNote",
    "AttachTo",
    "CardNotFound",
    "CardSet",
    "InvalidCard",
    "Keyword",
    "Pool",
    "Printed",
    "core_pool",
    "fold_title",
    "pool_from_toml",
    "printed_from_mapping",
]


class CardNotFound(LookupError):
    """A name does not mean exactly one card; `candidates` are the keys that it could mean."""

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{name!r} is ambiguous: {', '.join(candidates)}" if candidates else f"no card {name!r}")
        self.name = name
        self.candidates = candidates


class Pool(msgspec.Struct, frozen=True, eq=False):
    """All cards of some sets; `id` changes with any printed value."""

    id: str
    sets: Mapping[str, CardSet]
    cards: Mapping[str, Printed]
    by_id: Mapping[str, tuple[str, ...]]
    by_code: Mapping[str, str]
    by_title: Mapping[str, tuple[str, ...]]

    def find_all(self, name: str) -> tuple[Printed, ...]:
        """Every card with this key, code, id or title, in this order of precedence."""
        if name in self.cards:
            return (self.cards[name],)
        if name in self.by_code:
            return (self.cards[self.by_code[name]],)
        keys = self.by_id.get(name) or self.by_title.get(fold_title(name), ())
        return tuple(self.cards[key] for key in keys)

    def card(self, name: str) -> Printed:
        """The one card with this name; raises CardNotFound."""
        found = self.find_all(name)
        if len(found) != 1:
            raise CardNotFound(name, tuple(card.key for card in found))
        return found[0]

    def with_cards(self, cards: Sequence[Printed], card_set: CardSet) -> "Pool":
        """This pool with another set; raises InvalidCard where a key is taken."""
        taken = next((card.key for card in cards if card.key in self.cards), None)
        if taken:
            raise InvalidCard(f"{taken}: the pool has this card already")
        return _pool([*self.sets.values(), card_set], [*self.cards.values(), *cards])


def fold_title(title: str) -> str:
    """A title for comparison: without case, quotation marks, repeated spaces and variants of apostrophes."""
    plain = title.translate(_TYPOGRAPHY).casefold()
    return " ".join(plain.replace('"', "").rstrip("!").split())


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


@cache
def core_pool() -> Pool:
    """The cards of the core set."""
    toml = resources.files("domain.games.agot_lcg") / "cards" / "core.toml"
    return pool_from_toml(toml.read_text(encoding="utf-8"))


def pool_from_toml(text: str) -> Pool:
    """The pool of one set's TOML; raises InvalidCard naming the card's id and the field."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidCard(f"set: not TOML: {error}") from None
    header = convert_fields(document.get("set", {}), _SetFields, "set")
    card_set = CardSet(id=header.id, name=header.name, code=header.code)
    mappings = document.get("card", [])
    if not isinstance(mappings, list):
        raise InvalidCard("card: expected a list")
    cards = [
        printed_from_mapping(fields, card_set.id, card_set.code, _place(n, fields)) for n, fields in enumerate(mappings)
    ]
    _check_set(header, cards)
    return _pool([card_set], cards)


class _SetFields(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["agot_lcg"]
    id: Slug
    name: str
    code: Annotated[str, form("([0-9]{2})?", "two digits, as `01`")] = ""
    cards: int | None = None
    copies: int | None = None


def _check_set(header: _SetFields, cards: Sequence[Printed]) -> None:
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


def _pool(sets: Sequence[CardSet], cards: Sequence[Printed]) -> Pool:
    names = "+".join(card_set.id for card_set in sets)
    return Pool(
        id=f"{names}@{_content_hash(cards)}",
        sets={card_set.id: card_set for card_set in sets},
        cards={card.key: card for card in cards},
        by_id=_index((card.id, card.key) for card in cards),
        by_code={card.code: card.key for card in cards if card.code},
        by_title=_index((fold_title(card.title), card.key) for card in cards),
    )


def _content_hash(cards: Sequence[Printed]) -> str:
    """Twelve hex digits over the printed values; display texts do not count, so they may be corrected."""
    values = sorted((msgspec.structs.replace(card, ability_notes=()) for card in cards), key=lambda card: card.key)
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()[:12]


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for name, key in pairs:
        index[name] = (*index.get(name, ()), key)
    return index


def _place(position: int, fields: object) -> str:
    name = fields.get("id") if isinstance(fields, Mapping) else None
    return name if isinstance(name, str) and name else f"card[{position}]"
