"""The table of Legend of the Five Rings, laid out from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from domain.cardgame.pool.keyword_lines import keyword_printed
from domain.games import game_rules
from domain.games.l5r.pool.card_fields import KEYWORDS
from domain.games.l5r.state import CONFLICTS, L5rCard, L5rTable
from domain.kernel.state.fields import count_fields
from service.present.field_words import card_state_shown, marks_shown
from service.present.table_layout import (
    CardGroup,
    CardPile,
    CardShown,
    MarkerShown,
    SideTotal,
    Struggle,
    TableLayout,
    TableSide,
)
from service.present.text.effects import effect_line
from service.present.text.names import in_words

NAME = "l5r"
PILES = {
    "hand": "Hand",
    "deck": "Conflict deck",
    "dynasty_deck": "Dynasty deck",
    "aside": "Cards that are looked at",
    "playing": "Being played",
    "discard": "Conflict discard pile",
    "dynasty_discard": "Dynasty discard pile",
    "removed": "Out of the game",
}
ALWAYS_SHOWN = ("hand", "deck", "dynasty_deck", "discard", "dynasty_discard")
BY_HAND = "text not coded"
PLACES = {"stronghold": "stronghold province"}
FAVOR = "favor"
# the first rule cited by each keyword is the one that defines it
KEYWORD_RULES: Mapping[str, str] = {
    name: next(
        (rule.id for rule in game_rules(NAME).of(f"{NAME}.keyword") if rule.title.casefold().startswith(name)), ""
    )
    for name in KEYWORDS.names
}


def lay_out_table(view: dict[str, Any], cards: Any) -> TableLayout:
    """The table of a view; `cards` are the printed cards by key."""
    return LayoutBuilder(view, cards).build()


class LayoutBuilder:
    """A builder of a table's layout from a view and the printed cards."""

    def __init__(self, view: dict[str, Any], cards: Any) -> None:
        self.view = view
        self.printed = cards
        self.titles: dict[str, str] = {}
        self.on: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for seat, player in view["players"].items():
            for card in player["in_play"]:
                self.titles[card["card"]] = self.title(card["key"])
                if host := card.get("host"):
                    self.on.setdefault(host, []).append((seat, card))
        fought = view["conflict"] or {}
        self.attackers = set(fought.get("attackers", ()))
        self.defenders = set(fought.get("defenders", ()))
        self.evaded = set(fought.get("evaded", ()))

    def build(self) -> TableLayout:
        view = self.view
        now = [("Round", str(view["round"])), ("Phase", view["phase"] or "set-up")]
        now += [("First player", view["first_player"])] if view["first_player"] else []
        now += [("Active player", view["active_player"])] if view["active_player"] else []
        sides = tuple(self.side(seat, player) for seat, player in view["players"].items())
        notes = (*self.orders(), *map(self.effect, view["lasting"]))
        return TableLayout(tuple(now), sides, self.conflict(), notes, tuple(self.markers()), self.duel())

    def title(self, key: str) -> str:
        return self.printed[key].title if key in self.printed else key

    # the table

    def markers(self) -> Iterator[MarkerShown]:
        """The rings, and the Imperial Favor."""
        for element, ring in self.view["rings"].items():
            yield MarkerShown(
                f"{element.capitalize()} ring",
                f"ring {element}",
                self.ring_state(ring),
                ring["claimed_by"],
                (("fate", ring["fate"]),) if ring["fate"] else (),
            )
        favor = self.view["favor"]
        state = f"{favor['holder']}, {favor['side']} side up" if favor else "unclaimed"
        yield MarkerShown("Imperial Favor", FAVOR, state, favor["holder"] if favor else "")

    def ring_state(self, ring: dict[str, Any]) -> str:
        """Who contests or has claimed a ring, in words."""
        if ring["contested"]:
            fought = self.view["conflict"] or {}
            by = f" by {fought['attacker']}" if fought else ""
            return f"contested{by}, {ring['side']} side up"
        return f"claimed by {ring['claimed_by']}" if ring["claimed_by"] else "unclaimed"

    def conflict(self) -> Struggle | None:
        fought = self.view["conflict"]
        if not fought:
            return None
        place = province_words(fought["province"])
        title = f"{fought['kind'].capitalize()} conflict for the {fought['ring']} ring: "
        title += f"{fought['attacker']} attacks {place} of {fought['defender']}{self.attacked_province(fought)}"
        sides = [("attacking", fought["attackers"]), ("defending", fought["defenders"])]
        sides += [("evaded by covert", fought["evaded"])] if fought["evaded"] else []
        named = tuple((side, tuple(self.titles.get(card, "a card") for card in cards)) for side, cards in sides)
        totals = tuple(self.total(fought, side) for side in ("attack", "defense"))
        return Struggle(title, named, outcome_words(fought), totals)

    def attacked_province(self, fought: dict[str, Any]) -> str:
        """The attacked province and its strength, in brackets; nothing of one that the viewer does not see."""
        provinces = self.view["players"][fought["defender"]]["provinces"]
        found: dict[str, Any] = next((each for each in provinces if each["place"] == fought["province"]), {})
        strength = f", strength {found['strength']}" if "strength" in found else ""
        return f" ({self.title(found['key'])}{strength})" if "key" in found else ""

    def duel(self) -> Struggle | None:
        """The duel: its type, the duelists, and what each counts; of one that has left play nothing is said."""
        fought = self.view["duel"]
        if not fought:
            return None
        names = [duelist_words(each, self.title) for each in fought["duelists"]]
        totals = tuple(
            SideTotal(name, each["value"], self.parts(each["from"]))
            for name, each in zip(names, fought["duelists"], strict=True)
            if each
        )
        return Struggle(f"{fought['kind'].capitalize()} duel: {' against '.join(names)}", (), "", totals)

    def parts(self, lines: list[dict[str, Any]]) -> tuple[str, ...]:
        """Where a number comes from: each amount with its source."""
        return tuple(f"{each['amount']:+g} {self.source(each['source'])}" for each in lines)

    def total(self, fought: dict[str, Any], side: str) -> SideTotal:
        """The skill of a side, with where it comes from."""
        parts = self.parts(fought[f"{side}_from"])
        seat = fought["attacker" if side == "attack" else "defender"]
        return SideTotal(f"{seat}, {fought['kind']} skill", fought[side], parts)

    def source(self, key: str) -> str:
        """What adds to a number: a card by its title, or a word of the rules."""
        return self.printed[key].title if key in self.printed else key.capitalize()

    def orders(self) -> Iterator[str]:
        for order in self.view["standing_orders"]:
            kinds = ", ".join(map(in_words, order["windows"])) or "every window"
            yield f"Standing order of {order['seat']}: pass in {kinds} until the end of the {order['until']}"

    def effect(self, lasting: dict[str, Any]) -> str:
        return effect_line(lasting, self.title(lasting["source"]))

    # a player

    def side(self, seat: str, player: dict[str, Any]) -> TableSide:
        notes = (*(("eliminated",) if player["eliminated"] else ()), *marks_shown(L5rTable.new_player, player))
        counts = tuple(
            (count_words(count.title, player[name]), player[name])
            for name, count in count_fields(L5rTable.new_player).items()
        )
        title = next((self.title(card["key"]) for card in player["stronghold"].get("cards", ())), "")
        return TableSide(seat, title, counts, notes, tuple(self.groups(seat, player)), tuple(self.areas(player)))

    def groups(self, seat: str, player: dict[str, Any]) -> Iterator[CardGroup]:
        """Yield the provinces in a row, the characters in the conflict, those at home, then stronghold and role."""
        if provinces := player["provinces"]:
            shown = tuple(self.province(each, lying_in(player, each["place"])) for each in provinces)
            yield CardGroup("Provinces", shown, in_row=True)
        taking_part = self.attackers | self.defenders
        roots = [card for card in player["in_play"] if card.get("host", "") not in self.titles]
        for name, cards in (
            ("In the conflict", [card for card in roots if card["card"] in taking_part]),
            ("At home", [card for card in roots if card["card"] not in taking_part]),
        ):
            if cards:
                yield CardGroup(name, tuple(self.card(card, seat) for card in cards))
        own = [card for kind in ("stronghold", "role") for card in player[kind].get("cards", ())]
        if own:
            bases = (self.known_card(card["key"], card["card"], **card_state_shown(L5rCard, card)) for card in own)
            yield CardGroup("Stronghold and role", tuple(bases))

    def province(self, province: dict[str, Any], on_it: list[dict[str, Any]]) -> CardShown:
        """A province by its place, with the dynasty cards on it; a facedown one as a viewer knows it."""
        place = PLACES.get(province["place"], f"province {province['place']}")
        lying = tuple(map(self.dynasty_card, on_it))
        facedown = ("facedown",) if province.get("facedown") else ()
        if "key" not in province:
            return CardShown("Facedown province", "back province", marks=(place,), attached=lying)
        return self.known_card(
            province["key"],
            province["card"],
            strength=province.get("strength"),
            marks=(place, *facedown),
            attached=lying,
            **card_state_shown(L5rCard, province),
        )

    def dynasty_card(self, card: dict[str, Any]) -> CardShown:
        """A dynasty card in a province; of a facedown one nobody knows which it is."""
        if "key" not in card:
            return CardShown("Facedown card", "back")
        return self.known_card(card["key"], card["card"], marks=(BY_HAND,) if card.get("by_hand") else ())

    def card(self, card: dict[str, Any], seat: str) -> CardShown:
        """A player's card in play, with the cards on it."""
        own = card["card"]
        words = {
            "attacking": own in self.attackers,
            "defending": own in self.defenders,
            "evaded": own in self.evaded,
            "blank": card.get("blank"),
            BY_HAND: card.get("by_hand"),
            f"owned by {card.get('owner')}": "owner" in card,
        }
        return self.known_card(
            card["key"],
            own,
            values=values_shown(card),
            marks=tuple(word for word, so in words.items() if so),
            keywords=tuple(self.keyword(each, card["key"]) for each in card.get("keywords", ())),
            attached=tuple(self.lying_on(own, seat)),
            **card_state_shown(L5rCard, card),
        )

    def lying_on(self, host: str, seat: str) -> Iterator[CardShown]:
        """The cards on a card of a player; each names its controller if that is another player."""
        for controller, card in self.on.get(host, ()):
            shown = self.card(card, controller)
            yield shown if controller == seat else replace(shown, marks=(f"of {controller}", *shown.marks))

    def keyword(self, name: str, key: str) -> tuple[str, str]:
        """A keyword of a card, as the card prints it if it does, and the rule that defines the keyword."""
        return keyword_printed(self.printed.get(key), name), KEYWORD_RULES.get(name, "")

    def known_card(self, key: str, handle: str = "", **state: Any) -> CardShown:
        """A card whose key the viewer knows, with its printed values."""
        printed = self.printed.get(key)
        if printed is None:
            return CardShown(key, "card", handle, **state)
        return CardShown(printed.title, printed.type, handle, printed.clan, details=printed_words(printed), **state)

    def areas(self, player: dict[str, Any]) -> Iterator[CardPile]:
        for name, title in PILES.items():
            area = player[name]
            if area["count"] or name in ALWAYS_SHOWN:
                cards = area.get("cards", area.get("shown")) if area["count"] else ()
                yield CardPile(title, area["count"], None if cards is None else tuple(map(self.dynasty_card, cards)))


ON_DIAL = "honor dial"
ONE = {"opportunities to declare a conflict": "opportunity to declare a conflict"}


def count_words(title: str, n: int) -> str:
    """What a number of a player counts, as it is read behind the number."""
    return "on the honor dial" if title == ON_DIAL else ONE.get(title, title) if n == 1 else title


def duelist_words(duelist: dict[str, Any], title: Callable[[str], str]) -> str:
    """A duelist with its controller."""
    return f"{title(duelist['key'])} of {duelist['seat']}" if duelist else "a character that has left play"


def lying_in(player: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """The dynasty cards in the province of a place."""
    return [each for each in player["dynasty"] if each["place"] == place]


def province_words(place: str) -> str:
    """A province by its place, in a sentence."""
    return f"province {place}" if place.isdigit() else "the stronghold province"


def outcome_words(fought: dict[str, Any]) -> str:
    """Who has won a conflict, and by how much the attacking player did; empty until skill is compared."""
    if not fought["decided"]:
        return ""
    if not fought["winner"]:
        return "nobody won"
    by = f" by {fought['margin']}" if fought["winner"] == fought["attacker"] else ""
    return f"won by {fought['winner']}{by}"


def values_shown(card: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The skills and the glory of a character; a dash for a skill that it has not."""
    if "glory" not in card:
        return ()
    skills = ((kind, "-" if card[kind] is None else str(card[kind])) for kind in CONFLICTS)
    return (*skills, ("glory", str(card["glory"])))


def printed_words(printed: Any) -> str:
    """The printed type, cost, numbers and traits of a card, in one line."""
    cost = "" if printed.cost is None else f"cost {'X' if printed.cost_x else printed.cost}"
    words = (printed.type, cost, numbers_printed(printed), " ".join(f"{trait}." for trait in printed.traits))
    return ", ".join(word for word in words if word)


def numbers_printed(printed: Any) -> str:
    """The numbers that are printed on a card of its type."""
    match printed.type:
        case "character":
            skills = "/".join("-" if each is None else str(each) for each in (printed.military, printed.political))
            return f"skills {skills}, glory {printed.glory}"
        case "attachment":
            x = ("+X" if printed.military_bonus_x else f"{printed.military_bonus:+d}",)
            return "/".join((*x, "+X" if printed.political_bonus_x else f"{printed.political_bonus:+d}"))
        case "province":
            return f"strength {printed.strength}, {' '.join(printed.elements)}"
        case "holding":
            return f"strength {printed.strength_bonus:+d}" if printed.strength_bonus else ""
        case "stronghold":
            return f"fate {printed.fate_value}, influence {printed.influence_value}"
    return ""
