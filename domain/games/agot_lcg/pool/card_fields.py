"""A card's fields from plain mappings, checked and converted to printed values.

Read in this order: `printed_from_mapping`, then the accepted fields, the requirements of each type, and last the
parsing of keywords and attachment restrictions.
"""

import re
import string
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from domain.games.agot_lcg.pool.printed import (
    FACTION_NAMES,
    AbilityNote,
    AttachTo,
    CardType,
    DeckName,
    Faction,
    Icon,
    Keyword,
    Printed,
    Slug,
)
from domain.kernel.citing import enforces
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.reading import meant_by

T = TypeVar("T")

KEYWORD_NAMES = frozenset(
    # agot_lcg.keywords.list closes this list
    {
        "ambush",
        "insight",
        "intimidate",
        "limited",
        "no attachments",
        "pillage",
        "renown",
        "stealth",
        "terminal",
    }
)
ENTERING = ("character", "location", "attachment")
"""The types that enter play from a hand; an event does so only as an attachment."""

# the card types for which a keyword can count: participants, cards that enter play, cards with attachments
TYPES_OF_KEYWORD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("insight", "intimidate", "pillage", "renown", "stealth"), ("character",)),
    "ambush": ENTERING,
    "limited": (*ENTERING, "event"),
    "no attachments": (*ENTERING, "event"),
    "terminal": ("attachment", "event"),
}
DECK_OF_TYPE: dict[str, DeckName] = {
    "faction": "faction",
    "plot": "plot",
    "agenda": "agenda",
    "title": "title",
}
USUAL_LIMIT = {"draw": 3, "plot": 2}
Count = Annotated[int, Meta(ge=0)]


class InvalidCard(ValueError):
    """The fields of a card or set are invalid; `message` begins with the place, `meant` is the likely intention."""

    def __init__(self, message: str, meant: str = "") -> None:
        super().__init__(f"{message}; did you mean {meant}?" if meant else message)
        self.message = message
        self.meant = meant


@enforces("agot_lcg.anatomy.card-types", "agot_lcg.faction.eight-factions")
def printed_from_mapping(mapping: object, set_id: str, set_code: str = "", where: str = "card") -> Printed:
    """One card from plain fields as in a set's TOML; raises InvalidCard, also for unknown fields.

    `where` begins each message: with where="cards[2]" it says "cards[2].strength: expected an integer". `abilities`,
    the data form of abilities, is ignored here.
    """
    fields = convert_fields(mapping, _CardFields, where)
    _check_type(fields, where)
    keywords = tuple(keyword_from(text, f"{where}.keywords") for text in fields.keywords)
    _check_keywords(keywords, fields.type, where)
    deck = DECK_OF_TYPE.get(fields.type, "draw")
    copied = {name: getattr(fields, name) for name in _COPIED if getattr(fields, name) is not None}
    return Printed(
        **copied,
        key=f"{set_id}/{fields.id}",
        set=set_id,
        code=f"{set_code}{fields.number:03}" if fields.number and set_code else "",
        title=fields.name,
        deck=deck,
        cost=None if fields.cost == "X" else fields.cost,
        cost_x=fields.cost == "X",
        keywords=keywords,
        attach_to=_attach_to(fields, where),
        deck_limit=USUAL_LIMIT.get(deck, 1) if fields.deck_limit is None else fields.deck_limit,
        ability_notes=tuple(_note(ability) for ability in fields.ability),
    )


class _AbilityFields(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    phase: str = ""
    when: str = ""
    limit: str = ""
    cost: str = ""
    target: str = ""
    effect: str = ""


class _CardFields(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    id: Slug
    name: Annotated[str, Meta(min_length=1)]
    type: CardType
    number: Annotated[int, Meta(ge=1, le=999)] | None = None
    faction: Faction = "neutral"
    deck: str | None = None
    unique: bool = False
    loyal: bool = False
    cost: Count | Literal["X"] | None = None
    strength: Count | None = None
    icons: tuple[Icon, ...] | None = None
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    income: Count | None = None
    initiative: Count | None = None
    claim: Count | None = None
    reserve: Count | None = None
    income_bonus: int = 0
    initiative_bonus: int = 0
    reserve_bonus: int = 0
    attach_to: str | None = None
    copies_per_host: Annotated[int, Meta(ge=1)] | None = None
    deck_limit: Annotated[int, Meta(ge=1)] | None = None
    quantity: Annotated[int, Meta(ge=1)] = 1
    banner_faction: Faction | None = None
    faction_minimum: Count | None = None
    neutral_maximum: Count | None = None
    supports: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    play_condition: str = ""
    ability: tuple[_AbilityFields, ...] = ()
    abilities: Any = None


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
_ONLY_ON: dict[str, tuple[str, ...]] = {
    "cost": (*ENTERING, "event"),
    **dict.fromkeys(("strength", "icons"), ("character",)),
    **dict.fromkeys(("income", "initiative", "claim", "reserve"), ("plot",)),
    **dict.fromkeys(("income_bonus", "initiative_bonus", "reserve_bonus"), _WITH_BONUS),
    **dict.fromkeys(("attach_to", "copies_per_host"), ("attachment",)),
    **dict.fromkeys(("banner_faction", "faction_minimum", "neutral_maximum"), ("agenda",)),
    **dict.fromkeys(("supports", "supported_by", "rivals"), ("title",)),
}
_DEFAULTS = {each.name: each.default for each in msgspec.structs.fields(_CardFields)}
_NEEDED_BY = {
    "character": ("cost", "strength"),
    "location": ("cost",),
    "attachment": ("cost",),
    "event": ("cost",),
}


def _check_type(fields: _CardFields, where: str) -> None:
    for name, types in _ONLY_ON.items():
        if fields.type not in types and getattr(fields, name) != _DEFAULTS[name]:
            raise InvalidCard(f"{where}.{name}: a card of type {fields.type} has none, only {plural(types)} do")
    for name in _NEEDED_BY.get(fields.type, ()):
        if getattr(fields, name) is None:
            raise InvalidCard(f"{where}.{name}: missing, every {fields.type} has one")
    if fields.deck not in (None, DECK_OF_TYPE.get(fields.type, "draw")):
        raise InvalidCard(f"{where}.deck: a card of type {fields.type} does not belong to deck {fields.deck!r}")
    if fields.loyal and fields.faction == "neutral":
        raise InvalidCard(f"{where}.loyal: a loyal card belongs to a faction")


def convert_fields(mapping: object, fields: type[T], where: str) -> T:
    try:
        return msgspec.convert(mapping, fields)
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, fields)
        place = f"{where}.{wrong.place}" if wrong.place else where
        reason = wrong.reason.removesuffix(f"; did you mean {wrong.meant}?")
        raise InvalidCard(f"{place}: {reason}", wrong.meant) from None


@enforces("agot_lcg.keywords.list")
def keyword_from(text: str, where: str) -> Keyword:
    """A keyword as printed: "stealth", "ambush (2)", "no attachments Item", "no attachments except Item".

    Raises InvalidCard for any other text.
    """
    plain = " ".join(text.split())
    if ambush := re.fullmatch(r"ambush \(([0-9]{1,9})\)", plain, re.IGNORECASE):
        return Keyword("ambush", x=int(ambush[1]))
    if admitted := re.fullmatch(r"no attachments except (.+)", plain, re.IGNORECASE):
        return Keyword("no attachments", except_=True, traits=_traits(admitted[1]))
    if banned := re.fullmatch(r"no attachments (.+)", plain, re.IGNORECASE):
        return Keyword("no attachments", traits=_traits(banned[1]))
    if plain.casefold() not in KEYWORD_NAMES - {"ambush"}:
        before, _, excepted = plain.casefold().partition(" except ")
        meant = meant_by(before.partition(" (")[0], KEYWORD_NAMES)
        meant = f"{meant} (X)" if meant == "ambush" else meant
        meant = f"{meant} except {excepted}" if meant and excepted else meant
        raise InvalidCard(f"{where}: {text!r} is no keyword (agot_lcg.keywords.list)", meant)
    return Keyword(plain.casefold())


def keyword_text(keyword: Keyword) -> str:
    """A keyword as it is printed."""
    if keyword.x is not None:
        return f"{keyword.name} ({keyword.x})"
    traits = join_names(keyword.traits, "or")
    return " ".join(each for each in (keyword.name, "except" if keyword.except_ else "", traits) if each)


@enforces("agot_lcg.terminal.attachment-keyword")
def _check_keywords(keywords: tuple[Keyword, ...], type: str, where: str) -> None:
    for number, keyword in enumerate(keywords):
        types = TYPES_OF_KEYWORD[keyword.name]
        if type not in types:
            reason = f"{keyword.name} is of {plural(types)} only: on a card of type {type} it would do nothing"
            raise InvalidCard(f"{where}.keywords[{number}]: {reason}")


def plural(types: tuple[str, ...]) -> str:
    """The types in the plural: `characters, locations and attachments`."""
    *others, last = (f"{each}s" for each in types)
    return f"{', '.join(others)} and {last}" if others else last


def _traits(text: str) -> tuple[str, ...]:
    return tuple(string.capwords(trait) for trait in re.split(r", | or ", text))


_HOST = re.compile(
    r"(?:any|an?) (?P<unique>unique )?(?:(?P<kind>.+) )?(?P<type>character|location|attachment)"
    r"(?P<controller> you control| controlled by an opponent)?"
)
_CONTROLLERS: dict[str | None, Literal["any", "own", "opponent"]] = {
    None: "any",
    " you control": "own",
    " controlled by an opponent": "opponent",
}
_FACTION_BY_NAME = {name: faction for faction, name in FACTION_NAMES.items()}


def _attach_to(fields: _CardFields, where: str) -> AttachTo | None:
    """The attachment restriction of the fields; None without one (agot_lcg.attachments.characters-only-default)."""
    if fields.type != "attachment":
        return None
    host = _HOST.fullmatch(fields.attach_to or "any character")
    if not host:
        raise InvalidCard(
            f"{where}.attach_to: cannot read {fields.attach_to!r}; expected as 'a unique Stark character'"
        )
    kind = host["kind"]
    faction = _FACTION_BY_NAME.get(kind)
    return AttachTo(
        types=(host["type"],),
        faction=faction,
        traits=_traits(kind) if kind and not faction else (),
        unique=bool(host["unique"]),
        controller=_CONTROLLERS[host["controller"]],
    )


def _note(ability: _AbilityFields) -> AbilityNote:
    # if several players choose, the target's words say which
    target = ability.target if "chooses" in ability.target else ability.target and f"choose {ability.target}"
    parts = (ability.phase, ability.when, ability.cost, target, ability.effect, ability.limit)
    return AbilityNote(ability.kind, "; ".join(part for part in parts if part))
