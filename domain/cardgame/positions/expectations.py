"""The keys of a scenario's expectations in any card game, and the default fields of its commands.

`CardGameProbe` has the keys that every card game has: `round`, `players.alice.hand`, `cards.ice.area`,
`contest.winner`. A game adds its own (`player_keys`, `card_keys`, `contest_keys`) and may leave out areas. Cards have
the names of the scenario; a missing thing is `none`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

import msgspec

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.contest import Contest
from domain.cardgame.in_play import active_constants, characteristics
from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import Keyword, KeywordList, keyword_from, keyword_text
from domain.cardgame.table import DECK, HAND, PLAYING, CardGameTable, CardState, abilities_of
from domain.kernel.formats.reading import DocumentNode, meant_by, none_of
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.refusals import Json
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import known_conditions
from domain.kernel.scenarios.expectations import Among, NoSuchKey
from domain.kernel.scenarios.expected_words import one_of_list, one_or_more, or_none
from domain.kernel.state.fields import described_fields

T = TypeVar("T", bound=CardGameTable)

NOT_IN_PLAY = "not in play"
ELSEWHERE = Literal["not in play"]
TRAITS, KEYWORDS = "traits", "keywords"
CARDS = one_or_more(Handle)
# what fields mean that are left out
LEFT_OUT: Mapping[str, Json] = {"ability": 0, "condition": 0, "x": 0, "host": ""}
TIMINGS = {
    "initiate_action": ("action",),
    "use_interrupt": ("would-interrupt", "cancel", "interrupt"),
    "use_reaction": ("reaction",),
}


class ExpectedKey(NamedTuple):
    """A key: the function that reads its value, of the table, the names of cards and the thing; the type of the value.

    That of a card can be read out of play only if it is said `anywhere`.
    """

    read: Callable[[Any, CardNames, Any], object]
    type: object
    anywhere: bool = False


Keys = Mapping[str, ExpectedKey]
NONE: Keys = MappingProxyType({})


def field_key(name: str, type: object) -> ExpectedKey:
    """The key of a field of a thing, such as a contest."""
    return ExpectedKey(lambda table, names, thing: getattr(thing, name), type)


def seat_key(name: str) -> ExpectedKey:
    """The key of a field that names a seat, or none."""
    return ExpectedKey(lambda table, names, thing: getattr(thing, name) or "none", Seat)


def side_key(name: str) -> ExpectedKey:
    """The key of a field of a contest that lists cards."""
    return ExpectedKey(lambda table, names, now: frozenset(names.names_of(getattr(now, name))), CARDS)


def pile_key(kind: str) -> ExpectedKey:
    """The key of a whole area, topmost card first."""
    return ExpectedKey(lambda table, names, seat: names.names_of(table.zone(zone(seat, kind))), CARDS)


def size_key(kind: str) -> ExpectedKey:
    """The key of the number of cards in an area."""
    return ExpectedKey(lambda table, names, seat: len(table.zone(zone(seat, kind))), int)


def player_field_key(name: str, type: object) -> ExpectedKey:
    """The key of a described field of a player."""
    return ExpectedKey(lambda table, names, seat: getattr(table.players[seat], name), type)


def keys_of_table(phases: Iterable[str]) -> Keys:
    """The keys of a table with these phases."""
    return {
        "phase": ExpectedKey(lambda table, names, thing: table.phase, one_of_list("phase", phases)),
        "round": ExpectedKey(lambda table, names, thing: table.round, int),
        "first_player": ExpectedKey(lambda table, names, thing: table.first_player or "none", or_none(Seat)),
        "active_player": ExpectedKey(lambda table, names, thing: table.active_player or "none", or_none(Seat)),
    }


def keys_of_players(table: type[CardGameTable], piles: Iterable[str]) -> Keys:
    """The keys of a player: described fields, the number of hidden cards, and these whole areas."""
    return {
        **{each.name: player_field_key(each.name, each.type) for each in described_fields(table.new_player)},
        HAND: size_key(HAND),
        DECK: size_key(DECK),
        **{kind: pile_key(kind) for kind in piles},
        "holds": ExpectedKey(
            lambda table, names, seat: Among(frozenset(names.names_of(table.zone(zone(seat, HAND))))), CARDS
        ),
        "eliminated": ExpectedKey(lambda table, names, seat: seat in table.eliminated, bool),
    }


def keys_of_cards(table: type[CardGameTable], areas: Iterable[str]) -> Keys:
    """The keys of a card that every card game has; its areas are of these kinds."""
    return {
        "area": ExpectedKey(lambda table, names, card: zone_kind(card.zone), one_of_list("area", areas), True),
        "controller": ExpectedKey(lambda table, names, card: card.controller, Seat, True),
        **{each.name: field_key(each.name, each.type) for each in described_fields(table.new_card)},
        "tokens": ExpectedKey(lambda table, names, card: dict(card.tokens), dict[str, int]),
        "host": ExpectedKey(
            lambda table, names, card: names.names[card.host] if card.host else "none", or_none(Handle)
        ),
        "attachments": ExpectedKey(lambda table, names, card: attachments(table, names, card), CARDS),
        TRAITS: ExpectedKey(lambda table, names, card: frozenset(characteristics.traits(table, card)), object),
        "blank": ExpectedKey(lambda table, names, card: active_constants.is_blank(table, card), bool),
    }


def keys_of_contests(kinds: Iterable[str], noun: str) -> Keys:
    """The keys of a contest of one of these kinds; `noun` is what the game calls it."""
    return {
        "kind": field_key("kind", one_of_list(noun, kinds)),
        "attacker": seat_key("attacker"),
        "defender": seat_key("defender"),
        "attackers": side_key("attackers"),
        "defenders": side_key("defenders"),
        "winner": seat_key("winner"),
        "loser": seat_key("loser"),
        "margin": field_key("margin", int),
    }


def attachments(table: CardGameTable, names: CardNames, card: CardState) -> frozenset[str]:
    on_it = (each for each in table.on(card.handle) if table.cards[each].is_attached)
    return frozenset(names.names_of(on_it))


def traits_known(table: CardGameTable) -> frozenset[str]:
    """The traits that are printed on a card of the pool, and those that a card has now."""
    printed = {trait for card in table.registry.pool.cards.values() for trait in card.traits}
    return frozenset(printed.union(*(characteristics.traits(table, card) for card in table.cards.values())))


class CardGameProbe(Generic[T]):
    """The keys of a card game for the scenario runner.

    `phases` are those of its rounds, `windows` those of its framework, `endings` how a match can end beside a
    concession and an agreed draw. `contest` is the name of the table's field with the contest that is under way, if
    the game has any; `keywords` are those that its cards can have, `places` what is chosen as cards are and is none.
    """

    places: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        table: type[T],
        phases: tuple[str, ...],
        *,
        windows: tuple[str, ...] = (),
        endings: tuple[str, ...] = (),
        piles: tuple[str, ...] = (),
        contest: str = "",
        contest_kinds: Iterable[str] = (),
        keywords: KeywordList | None = None,
        player_keys: Keys = NONE,
        card_keys: Keys = NONE,
        contest_keys: Keys = NONE,
    ) -> None:
        self.windows = windows
        self.endings = (*endings, "conceded", "agreed-draw")
        self.contest = contest
        self.keywords = keywords
        public = (kind for kind, each in table.zone_kinds.items() if each.sees == "all" and not each.in_play)
        self.of_table = keys_of_table((*phases, "setup"))
        self.of_players = {
            **keys_of_players(table, piles or [kind for kind in public if kind != PLAYING]),
            **player_keys,
        }
        self.of_cards = {**keys_of_cards(table, frozenset(table.zone_kinds)), **card_keys}
        if keywords is not None:
            self.of_cards[KEYWORDS] = ExpectedKey(
                lambda table, names, card: characteristics.keywords(table, card), one_or_more(str)
            )
        self.of_contests = {**keys_of_contests(contest_kinds, contest), **contest_keys} if contest else {}
        if contest:
            self.of_cards["participating"] = ExpectedKey(
                lambda table, names, card: self.side(table, card.handle), Literal["attacking", "defending", "no"], True
            )

    def current(self, table: T) -> Contest | None:
        """The contest that is under way."""
        now: Contest | None = getattr(table, self.contest) if self.contest else None
        return now

    def side(self, table: T, card: Handle) -> str:
        """The side of a card in the contest that is under way; `no` if it is on none."""
        now = self.current(table)
        return (now.side(card) if now else "") or "no"

    def type_of(self, table: T, names: CardNames, path: tuple[str, ...]) -> object:
        """The type of a key's value."""
        match path:
            case (name,) if name in self.of_table:
                return self.of_table[name].type
            case (name,) if name == self.contest:
                return or_none(Literal.__getitem__(f"a {name}"))
            case ("players", _, name):
                return self.of_players[name].type
            case ("cards", _, "traits"):
                return one_or_more(one_of_list("trait", traits_known(table))) | ELSEWHERE
            case ("cards", _, name):
                key = self.of_cards[name]
                return key.type if key.anywhere else key.type | ELSEWHERE
            case (root, name) if root == self.contest:
                return or_none(self.of_contests[name].type)
        return None

    def keys(self, table: T, names: CardNames) -> Iterator[str]:
        """Every key that `see` knows."""
        yield from self.of_table
        if self.contest:
            yield from (self.contest, *(f"{self.contest}.{name}" for name in self.of_contests))
        yield from (f"players.{seat}.{name}" for seat in table.seats for name in self.of_players)
        yield from (f"cards.{card}.{name}" for card in names.handles for name in self.of_cards)

    def see(self, table: T, names: CardNames, key: DocumentNode, path: tuple[str, ...]) -> object:
        """The value of a key; raises NoSuchKey for a key that is not on the list."""
        match path:
            case (name,) if name in self.of_table:
                return self.of_table[name].read(table, names, None)
            case ("players", seat, name) if name in self.of_players and seat in table.seats:
                return self.of_players[name].read(table, names, Seat(seat))
            case ("cards", card, name) if name in self.of_cards:
                return self.see_card(table, names, names.card(key, card), name, key)
            case (name,) if name == self.contest:
                return "none" if self.current(table) is None else f"a {name}"
            case (root, name) if root == self.contest and name in self.of_contests:
                now = self.current(table)
                return "none" if now is None else self.of_contests[name].read(table, names, now)
        raise NoSuchKey(path)

    def see_card(self, table: T, names: CardNames, handle: Handle, name: str, key: DocumentNode) -> object:
        listed = self.keywords if name == KEYWORDS else None
        said = keywords_in(table, key, listed) if listed else {}
        if not self.of_cards[name].anywhere and not table.is_in_play(handle):
            return NOT_IN_PLAY
        if listed:
            return keywords_told(characteristics.keywords(table, table.cards[handle]), said)
        return self.of_cards[name].read(table, names, table.cards[handle])

    def default(self, table: T, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """The default of a field: a card's first suitable ability or condition."""
        card = table.cards.get(given.get("card", ""))
        found = card_default(table, seat, card, tag, given, field) if card else None
        return LEFT_OUT.get(field) if found is None else found


# --- keywords


def keywords_in(table: CardGameTable, key: DocumentNode, listed: KeywordList) -> dict[str, Keyword]:
    """The keywords of an expectation, by its words; raises Unreadable for one that no card of the pool has."""
    printed = {each for card in table.registry.pool.cards.values() for each in card.keywords}
    keywords = {*listed.names, *map(keyword_text, printed)}
    traits = traits_known(table).union(*(each.traits for each in printed))
    nodes = [] if isinstance(key.value, str) else key.items()
    said = {each.text(): keyword_in(each, listed) for each in nodes}
    for each in nodes:
        meant = said[each.text()]
        if meant is None or not traits.issuperset(meant.traits):
            raise each.wrong(none_of(each.value, keywords), meant_by(each.value, keywords))
    return {text: keyword for text, keyword in said.items() if keyword is not None}


def keyword_in(at: DocumentNode, listed: KeywordList) -> Keyword | None:
    """A keyword by its name alone or as printed; None for another text."""
    if at.text() in listed.names:
        return Keyword(at.text())
    try:
        return keyword_from(at.text(), at.place, listed)
    except InvalidCard:
        return None


def keywords_told(found: tuple[Keyword, ...], said: dict[str, Keyword]) -> frozenset[str]:
    """A card's keywords in the words of the expectation: as printed, or by name alone."""
    as_printed = {keyword: text for text, keyword in said.items()}
    by_name = {keyword.name: text for text, keyword in said.items() if keyword == Keyword(keyword.name)}
    return frozenset(as_printed.get(each) or by_name.get(each.name) or keyword_text(each) for each in found)


# --- commands


def card_default(
    table: CardGameTable, seat: Seat, card: CardState, tag: str, given: dict[str, Any], field: str
) -> int | None:
    """The value of a field that the card of the command says; None where it says none."""
    if field == "ability":
        return first_ability(table, card, TIMINGS.get(tag, ()))
    if field == "condition":
        return first_condition(table, seat, {"type": tag, **given})
    return None


def first_ability(table: CardGameTable, card: CardState, timings: tuple[str, ...]) -> int | None:
    """The first ability of a card with one of these timings."""
    return next((index for index, ability in abilities_of(table, card) if ability.timing in timings), None)


def first_condition(table: CardGameTable, seat: Seat, command: dict[str, Any]) -> int | None:
    """The first condition of the open window that the ability of a command answers, an averted one last.

    Where it answers none it is the first of a kind that it listens to, else the first of all.
    """
    about = known_conditions(table)
    meant = ability_meant(table, seat, command)
    when = meant.ability.when if meant else None
    answered = [each for each in about if when and meant and when.fits(meant, each)]
    heard = [each for each in about if when and each.kind in when.listens()]
    return next((each.id for each in (*answered, *heard, *about)), None)


def ability_meant(table: CardGameTable, seat: Seat, command: dict[str, Any]) -> AbilityContext[Any] | None:
    """The ability that a command uses which names no condition; None where there is no such ability or command."""
    rules = table.registry.rules
    try:
        context = rules.command_context(table, seat, rules.command({**command, "condition": 0}))
        return context.ability_context  # type: ignore[no-any-return]
    except (msgspec.ValidationError, LookupError):
        return None
