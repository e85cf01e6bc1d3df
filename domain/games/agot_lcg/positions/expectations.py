"""The keys of a scenario's expectations in this game, and the default fields of its commands.

The keys are the names in TABLE, PLAYER, CARD and CHALLENGE: `round`, `players.alice.gold`, `cards.ice.area`,
`challenge.winner`. Cards have the names of the scenario; a missing thing is `none`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from domain.cardgame.in_play import active_constants, characteristics
from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import Keyword, keyword_text
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import CHALLENGES, Challenge, Player
from domain.games.agot_lcg.numbers_in_play import ambush_values
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES, read_keyword
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, SETUP
from domain.games.agot_lcg.state import PHASES, AgotCard, AgotTable
from domain.kernel.formats.reading import DocumentNode, meant_by, none_of
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import open_conditions
from domain.kernel.scenarios.expectations import Among, NoSuchKey
from domain.kernel.scenarios.expected_words import one_of_list, one_or_more, or_none
from domain.kernel.state.fields import described_fields

NOT_IN_PLAY = "not in play"

TABLE: dict[str, Callable[[AgotTable], object]] = {
    "phase": lambda table: table.phase,
    "round": lambda table: table.round,
    "first_player": lambda table: table.first_player or "none",
    "active_player": lambda table: table.active_player or "none",
}


def pile(kind: str) -> Callable[[AgotTable, CardNames, Seat], object]:
    """The reader of a whole area, topmost card first."""
    return lambda table, names, seat: names.names_of(table.zone(zone(seat, kind)))


def plot_value(what: str) -> Callable[[AgotTable, CardNames, Seat], object]:
    return lambda table, names, seat: numbers_in_play.plot_value(table, seat, what).value


def field_of_player(name: str) -> Callable[[AgotTable, CardNames, Seat], object]:
    """The reader of a described field of a player."""
    return lambda table, names, seat: getattr(table.players[seat], name)


def field_of_card(name: str) -> Callable[[AgotTable, CardNames, AgotCard], object]:
    """The reader of a described field of a card."""
    return lambda table, names, card: getattr(card, name)


PLAYER: dict[str, Callable[[AgotTable, CardNames, Seat], object]] = {
    **{each.name: field_of_player(each.name) for each in described_fields(Player)},
    "power": lambda table, names, seat: table.power(seat),
    "faction_power": lambda table, names, seat: table.cards[table.players[seat].faction].power,
    "hand": lambda table, names, seat: len(table.zone(zone(seat, "hand"))),
    "deck": lambda table, names, seat: len(table.zone(zone(seat, "deck"))),
    "income": plot_value("income"),
    "initiative": plot_value("initiative"),
    "reserve": plot_value("reserve"),
    "discard": pile("discard"),
    "dead": pile("dead"),
    "used": pile("used"),
    "removed": pile("removed"),
    "holds": lambda table, names, seat: Among(frozenset(names.names_of(table.zone(zone(seat, "hand"))))),
    "plot": lambda table, names, seat: "".join(names.names_of(table.zone(zone(seat, "plot")))) or "none",
    "eliminated": lambda table, names, seat: seat in table.eliminated,
}

# the keys of a card that is not in play
ANYWHERE: dict[str, Callable[[AgotTable, CardNames, AgotCard], object]] = {
    "area": lambda table, names, card: zone_kind(card.zone),
    "controller": lambda table, names, card: card.controller,
    "participating": lambda table, names, card: side(table.challenge, card.handle),
}
CARD: dict[str, Callable[[AgotTable, CardNames, AgotCard], object]] = {
    **ANYWHERE,
    **{each.name: field_of_card(each.name) for each in described_fields(AgotCard)},
    "strength": lambda table, names, card: numbers_in_play.strength(table, card.handle).value,
    "tokens": lambda table, names, card: dict(card.tokens),
    "host": lambda table, names, card: names.names[card.host] if card.host else "none",
    "duplicates": lambda table, names, card: len(table.duplicates(card.handle)),
    "attachments": lambda table, names, card: frozenset(names.names_of(table.attachments(card.handle))),
    "icons": lambda table, names, card: frozenset(numbers_in_play.icons(table, card)),
    "traits": lambda table, names, card: frozenset(characteristics.traits(table, card)),
    "keywords": lambda table, names, card: characteristics.keywords(table, card),
    "blank": lambda table, names, card: active_constants.is_blank(table, card),
}

CHALLENGE: dict[str, Callable[[AgotTable, CardNames, Challenge], object]] = {
    "kind": lambda table, names, now: now.kind,
    "attacker": lambda table, names, now: now.attacker,
    "defender": lambda table, names, now: now.defender,
    "attackers": lambda table, names, now: frozenset(names.names_of(now.attackers)),
    "defenders": lambda table, names, now: frozenset(names.names_of(now.defenders)),
    "winner": lambda table, names, now: now.winner or "none",
    "loser": lambda table, names, now: now.loser or "none",
    "margin": lambda table, names, now: now.margin,
    "unopposed": lambda table, names, now: now.unopposed,
    "claim": lambda table, names, now: numbers_in_play.claim(table).value,
}

AREAS = frozenset(
    [
        "play",
        "hand",
        "deck",
        "discard",
        "dead",
        "removed",
        "plot",
        "plots",
        "used",
        "facedown",
        "setup",
        "agenda",
        "chosen",
        "faction",
        "playing",
    ]
)


ENDINGS = ("power", "empty-deck", "conceded", "agreed-draw")

# the types of the keys' values
CARDS = one_or_more(Handle)
TYPES: dict[str, Any] = {
    "phase": one_of_list("phase", (*PHASES, SETUP)),
    "round": int,
    "first_player": or_none(Seat),
    "active_player": or_none(Seat),
    "challenge": or_none(Literal["a challenge"]),
}
PLAYER_TYPES: dict[str, Any] = {
    **dict.fromkeys(PLAYER, int),
    **{each.name: each.type for each in described_fields(Player)},
    **dict.fromkeys(("discard", "dead", "used", "removed", "holds"), CARDS),
    "plot": or_none(Handle),
    "eliminated": bool,
}
CARD_TYPES: dict[str, Any] = {
    "area": one_of_list("area", AREAS),
    "controller": Seat,
    "participating": Literal["attacking", "defending", "no"],
    **{each.name: each.type for each in described_fields(AgotCard)},
    **dict.fromkeys(("strength", "duplicates"), int),
    "blank": bool,
    "tokens": dict[str, int],
    "host": or_none(Handle),
    "attachments": CARDS,
    "icons": one_or_more(one_of_list("icon", CHALLENGES)),
    "keywords": one_or_more(str),
}
CHALLENGE_TYPES: dict[str, Any] = {
    "kind": one_of_list("challenge", CHALLENGES),
    "attacker": Seat,
    "defender": Seat,
    "attackers": CARDS,
    "defenders": CARDS,
    "winner": Seat,
    "loser": Seat,
    "margin": int,
    "unopposed": bool,
    "claim": int,
}
ELSEWHERE = Literal["not in play"]


def traits_known(table: AgotTable) -> frozenset[str]:
    """The traits that are printed on a card of the pool, and those that a card has now."""
    printed = {trait for card in table.registry.pool.cards.values() for trait in card.traits}
    return frozenset(printed.union(*(characteristics.traits(table, card) for card in table.cards.values())))


def keywords_in(table: AgotTable, key: DocumentNode) -> dict[str, Keyword]:
    """The keywords of an expectation, by its words; raises Unreadable for one that no card of the pool has."""
    printed = {each for card in table.registry.pool.cards.values() for each in card.keywords}
    keywords = {*KEYWORD_NAMES, *map(keyword_text, printed)}
    traits = traits_known(table).union(*(each.traits for each in printed))
    listed = [] if isinstance(key.value, str) else key.items()
    said = {each.text(): keyword_in(each) for each in listed}
    for each in listed:
        meant = said[each.text()]
        if meant is None or not traits.issuperset(meant.traits):
            raise each.wrong(none_of(each.value, keywords), meant_by(each.value, keywords))
    return {text: keyword for text, keyword in said.items() if keyword is not None}


def keyword_in(at: DocumentNode) -> Keyword | None:
    """A keyword by its name alone or as printed; None for another text."""
    if at.text() in KEYWORD_NAMES:
        return Keyword(at.text())
    try:
        return read_keyword(at.text(), at.place)
    except InvalidCard:
        return None


def keywords_told(found: tuple[Keyword, ...], said: dict[str, Keyword]) -> frozenset[str]:
    """A card's keywords in the words of the expectation: as printed, or by name alone."""
    as_printed = {keyword: text for text, keyword in said.items()}
    by_name = {keyword.name: text for text, keyword in said.items() if keyword == Keyword(keyword.name)}
    return frozenset(as_printed.get(each) or by_name.get(each.name) or keyword_text(each) for each in found)


def side(challenge: Challenge | None, card: Handle) -> str:
    return (challenge.side(card) if challenge else "") or "no"


class GameProbe:
    """The keys of this game for the scenario runner."""

    windows = tuple(name for name, moment in MOMENTS.items() if moment.window)
    endings = ENDINGS

    def type_of(self, table: AgotTable, names: CardNames, path: tuple[str, ...]) -> Any:
        """The type of a key's value."""
        match path:
            case (name,):
                return TYPES.get(name)
            case ("players", _, name):
                return PLAYER_TYPES[name]
            case ("cards", _, "traits"):
                return one_or_more(one_of_list("trait", traits_known(table))) | ELSEWHERE
            case ("cards", _, name):
                return CARD_TYPES[name] if name in ANYWHERE else CARD_TYPES[name] | ELSEWHERE
            case ("challenge", name):
                return or_none(CHALLENGE_TYPES[name])
        return None

    def keys(self, table: AgotTable, names: CardNames) -> Iterator[str]:
        yield from (*TABLE, "challenge", *(f"challenge.{name}" for name in CHALLENGE))
        yield from (f"players.{seat}.{name}" for seat in table.seats for name in PLAYER)
        yield from (f"cards.{card}.{name}" for card in names.handles for name in CARD)

    def see(self, table: AgotTable, names: CardNames, key: DocumentNode, path: tuple[str, ...]) -> object:
        """The value of a key; raises NoSuchKey for a key that is not on the list."""
        match path:
            case (name,) if name in TABLE:
                return TABLE[name](table)
            case ("players", seat, name) if name in PLAYER and seat in table.seats:
                return PLAYER[name](table, names, Seat(seat))
            case ("cards", card, name) if name in CARD:
                return self.see_card(table, names, names.card(key, card), name, key)
            case ("challenge",):
                return "none" if table.challenge is None else "a challenge"
            case ("challenge", name) if name in CHALLENGE:
                return "none" if table.challenge is None else CHALLENGE[name](table, names, table.challenge)
        raise NoSuchKey(path)

    def see_card(self, table: AgotTable, names: CardNames, handle: Handle, name: str, key: DocumentNode) -> object:
        said = keywords_in(table, key) if name == "keywords" else {}
        if name not in ANYWHERE and not table.is_in_play(handle):
            return NOT_IN_PLAY
        if name == "keywords":
            return keywords_told(characteristics.keywords(table, table.cards[handle]), said)
        return CARD[name](table, names, table.cards[handle])

    def default(self, table: AgotTable, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """The default of a field: the only opponent, a card's ambush value, its first suitable ability or condition."""
        if field == "against":
            opponents = table.opponents(seat)
            return opponents[0] if len(opponents) == 1 else None
        card = table.cards.get(given.get("card", ""))
        found = card_default(table, card, tag, given, field) if card else None
        return LEFT_OUT.get(field) if found is None else found


# what fields mean that are left out
LEFT_OUT = {"ability": 0, "condition": 0, "x": 0, "host": "", "stealth": {}}


def card_default(table: AgotTable, card: AgotCard, tag: str, given: dict[str, Any], field: str) -> int | None:
    """The value of a field that the card of the command says; None where it says none."""
    if field == "x":
        return next(iter(ambush_values(table, card)), None)
    if field == "ability":
        return first_ability(table, card, TIMINGS.get(tag, ()))
    if field == "condition":
        return first_condition(table, card, given.get("ability", 0))
    return None


TIMINGS = {
    "initiate_action": ("action",),
    "use_interrupt": ("would-interrupt", "cancel", "interrupt"),
    "use_reaction": ("reaction",),
}


def first_ability(table: AgotTable, card: AgotCard, timings: tuple[str, ...]) -> int | None:
    abilities = enumerate(table.registry.abilities(card.key))
    return next((index for index, ability in abilities if ability.timing in timings), None)


def first_condition(table: AgotTable, card: AgotCard, index: int) -> int | None:
    """The first condition of the open window that an ability listens to, else the first condition."""
    about = open_conditions(table)
    abilities = table.registry.abilities(card.key)
    when = abilities[index].when if index < len(abilities) else None
    heard = [each for each in about if when is not None and each.kind in when.kinds]
    return next((each.id for each in (*heard, *about)), None)
