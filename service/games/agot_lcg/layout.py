"""The table of A Game of Thrones: The Card Game, laid out from a view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.cardgame.pool.keyword_lines import keyword_printed
from domain.games import game_rules
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.state.fields import count_fields
from service.present.field_words import card_state_shown, marks_shown
from service.present.table_layout import CardGroup, CardPile, CardShown, Struggle, TableLayout, TableSide
from service.present.text.effects import effect_line
from service.present.text.names import in_words

NAME = "agot_lcg"
PILES = {
    "hand": "Hand",
    "deck": "Draw deck",
    "plots": "Plot deck",
    "chosen": "Chosen plot",
    "setup": "Set-up cards",
    "playing": "Being played",
    "discard": "Discard pile",
    "dead": "Dead pile",
    "used": "Used plots",
    "removed": "Out of the game",
}
ALWAYS_SHOWN = ("hand", "deck", "plots", "discard", "dead", "used")
BY_HAND = "text not coded"
# the first rule cited by each keyword is the one that defines it
KEYWORD_RULES = {
    name: next((rule.id for rule in game_rules(NAME).of(f"{NAME}.{name.replace(' ', '-')}")), "")
    for name in KEYWORD_NAMES
}
GROUPS = {"character": "Characters", "location": "Locations", "attachment": "Attachments"}


def lay_out_table(view: dict[str, Any], cards: Any) -> TableLayout:
    """The table of a view; `cards` are the printed cards by key."""
    return LayoutBuilder(view, cards).build()


class LayoutBuilder:
    """A builder of a table's layout from a view and the printed cards."""

    def __init__(self, view: dict[str, Any], cards: Any) -> None:
        self.view = view
        self.printed = cards
        self.titles: dict[str, str] = {}
        self.on: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
        for seat, player in view["players"].items():
            for card in player["in_play"]:
                self.titles[card["card"]] = self.title(card["key"])
            for where in ("in_play", "facedown"):
                for card in player[where]:
                    self.on.setdefault(card.get("host", ""), []).append((seat, where, card))
        fought = view["challenge"] or {}
        self.attackers = set(fought.get("attackers", ()))
        self.defenders = set(fought.get("defenders", ()))

    def build(self) -> TableLayout:
        view = self.view
        now = [("Round", str(view["round"])), ("Phase", view["phase"] or "set-up")]
        now += [("First player", view["first_player"])] if view["first_player"] else []
        now += [("Active player", view["active_player"])] if view["active_player"] else []
        sides = tuple(self.side(seat, player) for seat, player in view["players"].items())
        return TableLayout(tuple(now), sides, self.struggle(), (*self.orders(), *self.lasting_lines()))

    def title(self, key: str) -> str:
        return self.printed[key].title if key in self.printed else key

    def struggle(self) -> Struggle | None:
        fought = self.view["challenge"]
        if not fought:
            return None
        won = f"won by {fought['winner']} by {fought['margin']}" if fought["winner"] else ""
        unopposed = ", unopposed" if fought["unopposed"] else ""
        sides = [("attacking", fought["attackers"]), ("defending", fought["defenders"])]
        sides += [("bypassed by stealth", fought["bypassed"])] if fought["bypassed"] else []
        named = tuple((side, tuple(self.titles.get(card, "a card") for card in cards)) for side, cards in sides)
        title = f"{fought['kind']} challenge: {fought['attacker']} against {fought['defender']}"
        return Struggle(title[:1].upper() + title[1:], named, f"{won}{unopposed}")

    def orders(self) -> list[str]:
        said = []
        for order in self.view["standing_orders"]:
            kinds = ", ".join(map(in_words, order["windows"])) or "every window"
            said.append(f"Standing order of {order['seat']}: pass in {kinds} until the end of the {order['until']}")
        return said

    def lasting_lines(self) -> list[str]:
        return [self.effect(each) for each in self.view["lasting"]]

    def effect(self, lasting: dict[str, Any]) -> str:
        return effect_line(lasting, self.title(lasting["source"]))

    def side(self, seat: str, player: dict[str, Any]) -> TableSide:
        faction = player["faction"]
        out = ("eliminated",) if player["eliminated"] else ()
        notes = (*out, *marks_shown(AgotTable.new_player, player))
        counts = ((count.title, player[name]) for name, count in count_fields(AgotTable.new_player).items())
        numbers = (("power", player["power"]), *counts)
        title = self.title(faction["key"])
        return TableSide(seat, title, numbers, notes, tuple(self.groups(seat, player)), tuple(self.areas(player)))

    def groups(self, seat: str, player: dict[str, Any]) -> list[CardGroup]:
        """A player's cards in play by type, each with the cards on it, whoever controls those."""
        by_type: dict[str, list[CardShown]] = {}
        for card in player["in_play"]:
            if card.get("host", "") not in self.titles:
                shown = self.card(card, seat)
                by_type.setdefault(shown.shape, []).append(shown)
        found = [CardGroup(name, tuple(by_type.pop(kind))) for kind, name in GROUPS.items() if kind in by_type]
        found += [CardGroup(kind.capitalize(), tuple(cards)) for kind, cards in by_type.items()]
        loose = tuple(self.facedown(card) for card in player["facedown"] if card["host"] not in self.titles)
        return [self.headquarters(seat, player), *found, *([CardGroup("Facedown", loose)] if loose else [])]

    def lying_on(self, host: str, seat: str) -> Iterator[CardShown]:
        """The cards on a card of a player; each names its controller if that is another player."""
        for controller, where, card in self.on.get(host, ()):
            shown = self.facedown(card) if where == "facedown" else self.card(card, controller)
            yield shown if controller == seat else replace(shown, marks=(f"of {controller}", *shown.marks))

    def headquarters(self, seat: str, player: dict[str, Any]) -> CardGroup:
        """The cards that represent the player: faction, agenda, the revealed plot."""
        faction = player["faction"]
        cards = [self.known_card(faction["key"], faction["card"], **card_state_shown(AgotCard, faction))]
        cards += [self.known_card(card["key"], card["card"]) for card in player["agenda"].get("cards", ())]
        if plot := player["plot"]:
            cards.append(self.card(plot, seat))
        return CardGroup("Faction, agenda, plot", tuple(cards))

    def card(self, card: dict[str, Any], seat: str) -> CardShown:
        """A player's card in play, with the cards on it."""
        host, own = card.get("host", ""), card["card"]
        words = {
            "duplicate": card.get("duplicate"),
            "attacking": own in self.attackers,
            "defending": own in self.defenders,
            "blank": card.get("blank"),
            BY_HAND: card.get("by_hand"),
            f"owned by {card.get('owner')}": "owner" in card,
            f"on {self.titles.get(host, 'a card')}": host and not card.get("duplicate"),
        }
        marks = tuple(word for word, so in words.items() if so)
        return self.known_card(
            card["key"],
            own,
            strength=card.get("strength"),
            icons=tuple(card.get("icons", ())),
            marks=marks,
            keywords=tuple(self.keyword(each, card["key"]) for each in card.get("keywords", ())),
            attached=tuple(self.lying_on(own, seat)),
            **card_state_shown(AgotCard, card),
        )

    def keyword(self, name: str, key: str) -> tuple[str, str]:
        """A keyword of a card, as the card prints it if it does, and the rule that defines the keyword."""
        return keyword_printed(self.printed.get(key), name), KEYWORD_RULES.get(name, "")

    def known_card(self, key: str, handle: str = "", **state: Any) -> CardShown:
        """A card whose key the viewer knows, with its printed values."""
        printed = self.printed.get(key)
        if printed is None:
            return CardShown(key, "card", handle, **state)
        return CardShown(printed.title, printed.type, handle, printed.faction, details=printed_words(printed), **state)

    def card_in_pile(self, card: dict[str, Any]) -> CardShown:
        """A card in a hand or pile."""
        return self.known_card(card["key"], card["card"], marks=(BY_HAND,) if card.get("by_hand") else ())

    def facedown(self, card: dict[str, Any]) -> CardShown:
        title = self.title(card["key"]) if "key" in card else ""
        what = "duplicate" if card["duplicate"] else "attachment"
        marks, state = (f"facedown {what}",), card_state_shown(AgotCard, card)
        return CardShown(title or "Facedown card", "back", card.get("card", ""), marks=marks, **state)

    def areas(self, player: dict[str, Any]) -> list[CardPile]:
        found = []
        for name, title in PILES.items():
            area = player[name]
            if area["count"] or name in ALWAYS_SHOWN:
                cards = area.get("cards", area.get("shown")) if area["count"] else ()
                shown = None if cards is None else tuple(self.card_in_pile(card) for card in cards)
                found.append(CardPile(title, area["count"], shown))
        return found


def printed_words(printed: Any) -> str:
    """The printed type, cost and traits of a card, or the numbers of a plot, in one line."""
    if printed.type == "plot":
        numbers = (("income", printed.income), ("initiative", printed.initiative), ("claim", printed.claim))
        return ", ".join(f"{name} {n}" for name, n in (*numbers, ("reserve", printed.reserve)))
    cost = "" if printed.cost is None else f"cost {'X' if printed.cost_x else printed.cost}"
    words = (printed.type, cost, " ".join(f"{trait}." for trait in printed.traits))
    return ", ".join(word for word in words if word)
