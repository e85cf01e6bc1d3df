"""A card's fields from plain mappings, checked and converted to printed values.

Read in this order: `printed_from_mapping`, then the accepted fields, the requirements of each type, and last the
parsing of keywords and attachment restrictions.
"""

from domain.cardgame.pool.card_fields import (
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
from domain.families.agot_cards.pool.card_fields import ENTERING, NEEDED_BY, ONLY_ON, AgotCardFields
from domain.games.agot_lcg.pool.printed import FACTION_NAMES, CardType, DeckName, Faction, Printed
from domain.kernel.citing import enforces

# agot_lcg.keywords.list closes this list. By keyword the card types for which it can count: participants, cards that
# enter play, cards with attachments
KEYWORDS = KeywordList(
    rule="agot_lcg.keywords.list",
    types={
        **dict.fromkeys(("insight", "intimidate", "pillage", "renown", "stealth"), ("character",)),
        "ambush": ENTERING,
        "limited": (*ENTERING, "event"),
        "no attachments": (*ENTERING, "event"),
        "terminal": ("attachment", "event"),
    },
    numbered=frozenset({"ambush"}),
    with_traits=frozenset({"no attachments"}),
)
KEYWORD_NAMES = KEYWORDS.names
TYPES_OF_KEYWORD = KEYWORDS.types
DECK_OF_TYPE: dict[str, DeckName] = {
    "faction": "faction",
    "plot": "plot",
    "agenda": "agenda",
    "title": "title",
}
USUAL_LIMIT = {"draw": 3, "plot": 2}


@enforces("agot_lcg.anatomy.card-types", "agot_lcg.faction.eight-factions")
def printed_from_mapping(mapping: object, set_id: str, set_code: str = "", where: str = "card") -> Printed:
    """One card from plain fields as in a set's TOML; raises InvalidCard, also for unknown fields.

    `where` begins each message: with where="cards[2]" it says "cards[2].strength: expected an integer". `abilities`,
    the data form of abilities, is ignored here.
    """
    fields = convert_fields(mapping, _CardFields, where)
    _check_type(fields, where)
    keywords = tuple(read_keyword(text, f"{where}.keywords") for text in fields.keywords)
    _check_keywords_of_type(keywords, fields.type, where)
    deck = DECK_OF_TYPE.get(fields.type, "draw")
    copied = {name: getattr(fields, name) for name in _COPIED if getattr(fields, name) is not None}
    return Printed(
        **{**copied, **printed_values(fields, set_id, set_code)},
        deck=deck,
        cost=None if fields.cost == "X" else fields.cost,
        cost_x=fields.cost == "X",
        keywords=keywords,
        attach_to=_attach_to(fields, where),
        deck_limit=USUAL_LIMIT.get(deck, 1) if fields.deck_limit is None else fields.deck_limit,
    )


class _CardFields(AgotCardFields, kw_only=True, forbid_unknown_fields=True):
    type: CardType
    faction: Faction = "neutral"
    deck: str | None = None
    loyal: bool = False
    reserve: Count | None = None
    reserve_bonus: int = 0
    banner_faction: Faction | None = None
    faction_minimum: Count | None = None
    neutral_maximum: Count | None = None
    supports: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    play_condition: str = ""


_DERIVED = {
    "key",
    "set",
    "code",
    "title",
    "deck",
    "cost",
    "cost_x",
    "keywords",
    "attach_to",
    "deck_limit",
    "ability_notes",
}
_COPIED = tuple(name for name in Printed.__struct_fields__ if name not in _DERIVED)
# bonuses count for cards in a player's play area; an event gets there only as an attachment
_WITH_BONUS: tuple[str, ...] = (*ENTERING, "event", "title")
_OF_TYPES = FieldsOfTypes(
    only_on={
        **ONLY_ON,
        "reserve": ("plot",),
        **dict.fromkeys(("income_bonus", "initiative_bonus", "reserve_bonus"), _WITH_BONUS),
        **dict.fromkeys(("banner_faction", "faction_minimum", "neutral_maximum"), ("agenda",)),
        **dict.fromkeys(("supports", "supported_by", "rivals"), ("title",)),
    },
    needed_by={**NEEDED_BY, "event": ("cost",)},
)


def _check_type(fields: _CardFields, where: str) -> None:
    check_fields_of_type(fields, _OF_TYPES, where)
    if fields.deck not in (None, DECK_OF_TYPE.get(fields.type, "draw")):
        raise InvalidCard(f"{where}.deck: a card of type {fields.type} does not belong to deck {fields.deck!r}")
    if fields.loyal and fields.faction == "neutral":
        raise InvalidCard(f"{where}.loyal: a loyal card belongs to a faction")


@enforces("agot_lcg.keywords.list")
def read_keyword(text: str, where: str) -> Keyword:
    """A keyword of this game as printed. Raises InvalidCard for any other text."""
    return keyword_from(text, where, KEYWORDS)


@enforces("agot_lcg.terminal.attachment-keyword")
def _check_keywords_of_type(keywords: tuple[Keyword, ...], type: str, where: str) -> None:
    check_keywords(keywords, type, KEYWORDS, where)


_FACTION_BY_NAME = {name: faction for faction, name in FACTION_NAMES.items()}


def _attach_to(fields: _CardFields, where: str) -> AttachTo | None:
    """The attachment restriction of the fields; None without one (agot_lcg.attachments.characters-only-default)."""
    if fields.type != "attachment":
        return None
    return attach_to_from(fields.attach_to or "any character", f"{where}.attach_to", _FACTION_BY_NAME, ENTERING)
