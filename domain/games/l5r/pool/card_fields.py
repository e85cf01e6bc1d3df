"""A card's fields from plain mappings, checked and converted to printed values.

Read in this order: `printed_from_mapping`, then the accepted fields, the requirements of each type, and last the
decks, the influence, the keywords and the attachment restrictions.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.cardgame.pool.card_fields import (
    CardFields,
    Copies,
    Count,
    FieldsOfTypes,
    InvalidCard,
    check_fields_of_type,
    convert_fields,
    printed_values,
)
from domain.cardgame.pool.host_lines import attach_to_from
from domain.cardgame.pool.keyword_lines import Keyword, KeywordList, check_keywords, keyword_from
from domain.cardgame.pool.printed_card import AttachTo
from domain.games.l5r.pool.printed import CLAN_NAMES, CardType, Clan, DeckName, Element, Printed, RoleKind
from domain.kernel.citing import enforces
from domain.kernel.formats.listing import join_names

BONUS_X = "+X"
Skill: TypeAlias = Count | Literal["-"]
Bonus: TypeAlias = int | Literal["+X"]

# by type the decks in which its cards may be, the usual one first
DECKS_OF_TYPE: dict[str, tuple[DeckName, ...]] = {
    "stronghold": ("stronghold",),
    "province": ("province",),
    "role": ("role",),
    "character": ("dynasty", "conflict"),
    "holding": ("dynasty",),
    "attachment": ("conflict",),
    "event": ("conflict", "dynasty"),
}
USUAL_LIMIT = {"dynasty": 3, "conflict": 3}

ENTERING = ("character", "attachment", "holding")
PLAYED = ("character", "attachment", "event")
HOST_TYPES = ("character", "attachment", "holding", "province", "stronghold")
# By keyword the card types for which it can count: who participates, what is played, has attachments, leaves play
KEYWORDS = KeywordList(
    rule="l5r.keyword.core-set-list",
    types={
        "ancestral": ("attachment",),
        "courtesy": ENTERING,
        "covert": ("character",),
        "limited": PLAYED,
        "no attachments": HOST_TYPES,
        "pride": ("character",),
        "restricted": ("attachment",),
        "sincerity": ENTERING,
    },
    with_traits=frozenset({"no attachments"}),
)
CLAN_BY_NAME = {name: clan for clan, name in CLAN_NAMES.items()}


@enforces("l5r.card.types", "l5r.card.seven-clans")
def printed_from_mapping(mapping: object, set_id: str, set_code: str = "", where: str = "card") -> Printed:
    """One card from plain fields as in a set's TOML; raises InvalidCard, also for unknown fields.

    `where` begins each message: with where="cards[2]" it says "cards[2].glory: expected a whole number". `abilities`,
    the data form of abilities, is ignored here.
    """
    fields = convert_fields(mapping, L5rCardFields, where)
    check_fields_of_type(fields, OF_TYPES, where)
    deck = deck_of_fields(fields, where)
    check_influence(fields, deck, where)
    keywords = tuple(read_keyword(text, f"{where}.keywords") for text in fields.keywords)
    check_keywords_of_type(keywords, fields.type, where)
    copied = {name: getattr(fields, name) for name in COPIED if getattr(fields, name) is not None}
    return Printed(
        **{**copied, **printed_values(fields, set_id, set_code)},
        deck=deck,
        number=str(fields.number or ""),
        cost=number_of(fields.cost),
        cost_x=fields.cost == "X",
        military=number_of(fields.military),
        political=number_of(fields.political),
        military_bonus=number_of(fields.military_bonus) or 0,
        military_bonus_x=fields.military_bonus == BONUS_X,
        political_bonus=number_of(fields.political_bonus) or 0,
        political_bonus_x=fields.political_bonus == BONUS_X,
        keywords=keywords,
        attach_to=attach_to_of(fields, where),
        deck_limit=USUAL_LIMIT.get(deck, 1) if fields.deck_limit is None else fields.deck_limit,
    )


class L5rCardFields(CardFields, kw_only=True, forbid_unknown_fields=True):
    """The fields of a card as they are written in a set or a pack."""

    type: CardType
    clan: Clan = "neutral"
    side: DeckName | None = None
    unique: bool = False
    cost: Count | Literal["X"] | None = None
    military: Skill | None = None
    political: Skill | None = None
    glory: Count | None = None
    military_bonus: Bonus = 0
    political_bonus: Bonus = 0
    strength: Count | None = None
    strength_bonus: int = 0
    elements: tuple[Element, ...] | None = None
    role: RoleKind | None = None
    influence_bonus: int = 0
    starting_honor: Count | None = None
    fate_value: Count | None = None
    influence_value: Count | None = None
    attach_to: str | None = None
    copies_per_host: Copies | None = None
    influence_cost: Count | None = None
    splash: bool | None = None
    role_restriction: RoleKind | None = None


COPIED = (
    "clan",
    "unique",
    "glory",
    "strength",
    "strength_bonus",
    "elements",
    "role",
    "influence_bonus",
    "starting_honor",
    "fate_value",
    "influence_value",
    "copies_per_host",
    "influence_cost",
    "role_restriction",
)
OF_STRONGHOLDS = ("starting_honor", "fate_value", "influence_value")
OF_TYPES = FieldsOfTypes(
    only_on={
        **dict.fromkeys(("cost", "influence_cost", "splash"), PLAYED),
        **dict.fromkeys(("military", "political", "glory"), ("character",)),
        **dict.fromkeys(("military_bonus", "political_bonus", "attach_to", "copies_per_host"), ("attachment",)),
        "strength": ("province",),
        "strength_bonus": ("holding", "stronghold"),
        "elements": ("province", "role"),
        **dict.fromkeys(("role", "influence_bonus"), ("role",)),
        **dict.fromkeys(OF_STRONGHOLDS, ("stronghold",)),
        "role_restriction": ("character", "attachment", "event", "holding", "province"),
    },
    needed_by={
        "character": ("cost", "military", "political", "glory"),
        "attachment": ("cost",),
        "event": ("cost",),
        "province": ("strength", "elements"),
        "role": ("role",),
        "stronghold": OF_STRONGHOLDS,
    },
)


def number_of(value: int | str | None) -> int | None:
    """The printed number; None for a dash, an X, and where nothing is printed."""
    return value if isinstance(value, int) else None


def deck_of_fields(fields: L5rCardFields, where: str) -> DeckName:
    """The deck in which a card belongs: its side, else the usual one of its type. Raises InvalidCard."""
    decks = DECKS_OF_TYPE[fields.type]
    if fields.side not in (None, *decks):
        sides = join_names(decks, "or")
        raise InvalidCard(f"{where}.side: a card of type {fields.type} is on the side {sides}, not {fields.side}")
    return fields.side or decks[0]


@enforces("l5r.card.field-influence-cost", "l5r.deck.influence-definition")
def check_influence(fields: L5rCardFields, deck: DeckName, where: str) -> None:
    """Raises InvalidCard for an influence cost outside the conflict deck, or one that `splash` contradicts."""
    if deck != "conflict" and (fields.influence_cost is not None or fields.splash is not None):
        name = "splash" if fields.influence_cost is None else "influence_cost"
        raise InvalidCard(f"{where}.{name}: a card of the {deck} deck has none, only cards of the conflict deck do")
    if fields.splash is not None and fields.splash != (fields.influence_cost is not None):
        raise InvalidCard(f"{where}.splash: a card has an influence cost, or it is only for decks of its own clan")


@enforces("l5r.keyword.core-set-list")
def read_keyword(text: str, where: str) -> Keyword:
    """A keyword of this game as printed. Raises InvalidCard for any other text."""
    return keyword_from(text, where, KEYWORDS)


@enforces("l5r.keyword.ancestral-attachments-only")
def check_keywords_of_type(keywords: tuple[Keyword, ...], type: str, where: str) -> None:
    """Raises InvalidCard for a keyword that never counts on a card of this type."""
    check_keywords(keywords, type, KEYWORDS, where)


@enforces("l5r.attachment.character-only")
def attach_to_of(fields: L5rCardFields, where: str) -> AttachTo | None:
    """The attachment restriction of the fields; any character where an attachment names none. Raises InvalidCard."""
    if fields.type != "attachment":
        return None
    return attach_to_from(fields.attach_to or "any character", f"{where}.attach_to", CLAN_BY_NAME, HOST_TYPES)
