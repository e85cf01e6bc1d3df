"""The table of A Game of Thrones: The Card Game, laid out from a view."""

from __future__ import annotations

from typing import Any

from service.console.tables.laid import Area, Group, Laid, Shown, Side, Struggle

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
GROUPS = {"character": "Characters", "location": "Locations", "attachment": "Attachments"}


def laid(view: dict[str, Any], cards: Any) -> Laid:
    """The table of a view; `cards` are the printed ones by their keys."""
    return Table(view, cards).laid()


class Table:
    """A view with what is printed on its cards."""

    def __init__(self, view: dict[str, Any], cards: Any) -> None:
        self.view = view
        self.printed = cards
        self.titles: dict[str, str] = {}
        for player in view["players"].values():
            for card in player["in_play"]:
                self.titles[card["card"]] = self.title(card["key"])
        fought = view["challenge"] or {}
        self.attackers = set(fought.get("attackers", ()))
        self.defenders = set(fought.get("defenders", ()))

    def laid(self) -> Laid:
        view = self.view
        now = [("Round", str(view["round"])), ("Phase", view["phase"] or "set-up")]
        now += [("First player", view["first_player"])] if view["first_player"] else []
        now += [("Active player", view["active_player"])] if view["active_player"] else []
        sides = tuple(self.side(seat, player) for seat, player in view["players"].items())
        return Laid(tuple(now), sides, self.struggle(), (*self.orders(), *self.lasting()))

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
            kinds = ", ".join(order["windows"]) or "every window"
            said.append(f"Standing order of {order['seat']}: pass in {kinds} until the end of the {order['until']}")
        return said

    def lasting(self) -> list[str]:
        return [self.effect(each) for each in self.view["lasting"]]

    def effect(self, lasting: dict[str, Any]) -> str:
        amount = f" {lasting['amount']:+d}" if lasting["amount"] else ""
        what = f"{lasting['what']} {lasting['name']}".strip()
        return f"{self.title(lasting['source'])}: {what}{amount}, until the end of the {lasting['until']}"

    def side(self, seat: str, player: dict[str, Any]) -> Side:
        faction = player["faction"]
        notes = ("eliminated",) if player["eliminated"] else ()
        numbers = (("power", player["power"]), ("gold", player["gold"]))
        title = self.title(faction["key"])
        return Side(seat, title, numbers, notes, tuple(self.groups(player)), tuple(self.areas(player)))

    def groups(self, player: dict[str, Any]) -> list[Group]:
        on: dict[str, list[Shown]] = {}
        for card in player["in_play"]:
            if host := card.get("host"):
                on.setdefault(host, []).append(self.card(card, ()))
        for card in player["facedown"]:
            on.setdefault(card["host"], []).append(self.facedown(card))
        own = {card["card"] for card in player["in_play"]} | {""}
        by_type: dict[str, list[Shown]] = {}
        for card in player["in_play"]:
            if card.get("host", "") not in own or not card.get("host"):
                shown = self.card(card, tuple(on.pop(card["card"], ())))
                by_type.setdefault(shown.shape, []).append(shown)
        found = [Group(name, tuple(by_type.pop(kind))) for kind, name in GROUPS.items() if kind in by_type]
        found += [Group(kind.capitalize(), tuple(cards)) for kind, cards in by_type.items()]
        loose = tuple(card for host, cards in on.items() if host not in own for card in cards)
        return [self.headquarters(player), *found, *([Group("Facedown", loose)] if loose else [])]

    def headquarters(self, player: dict[str, Any]) -> Group:
        """The cards that stand for the player: faction, agenda, the revealed plot."""
        faction = player["faction"]
        tokens = (("power", faction["power"]),) if faction["power"] else ()
        cards = [self.shown(faction["key"], faction["card"], knelt=faction["kneeling"], tokens=tokens)]
        cards += [self.shown(card["key"], card["card"]) for card in player["agenda"].get("cards", ())]
        if plot := player["plot"]:
            cards.append(self.card(plot, ()))
        return Group("Faction, agenda, plot", tuple(cards))

    def card(self, card: dict[str, Any], attached: tuple[Shown, ...]) -> Shown:
        """A card in play."""
        host, own = card.get("host", ""), card["card"]
        words = {
            "duplicate": card.get("duplicate"),
            "attacking": own in self.attackers,
            "defending": own in self.defenders,
            "blank": card.get("blank"),
            f"owned by {card.get('owner')}": "owner" in card,
            f"on {self.titles.get(host, 'a card')}": host and not card.get("duplicate"),
        }
        marks = (*(word for word, so in words.items() if so), *card.get("keywords", ()))
        tokens = (*((("power", card["power"]),) if card.get("power") else ()), *card.get("tokens", {}).items())
        return self.shown(
            card["key"],
            own,
            strength=card.get("strength"),
            icons=tuple(card.get("icons", ())),
            knelt=card.get("kneeling", False),
            marks=marks,
            tokens=tokens,
            attached=attached,
        )

    def shown(self, key: str, handle: str = "", **state: Any) -> Shown:
        """A card that the viewer knows, with what is printed on it in words."""
        printed = self.printed.get(key)
        if printed is None:
            return Shown(key, "card", handle, **state)
        return Shown(printed.title, printed.type, handle, printed.faction, details=printed_words(printed), **state)

    def facedown(self, card: dict[str, Any]) -> Shown:
        known = self.title(card["key"]) if "key" in card else ""
        what = "duplicate" if card["duplicate"] else "attachment"
        return Shown(known or "Facedown card", "back", card.get("card", ""), marks=(f"facedown {what}",))

    def areas(self, player: dict[str, Any]) -> list[Area]:
        found = []
        for name, title in PILES.items():
            area = player[name]
            if area["count"] or name in ALWAYS_SHOWN:
                cards = area.get("cards") if area["count"] else ()
                known = None if cards is None else tuple(self.shown(card["key"], card["card"]) for card in cards)
                found.append(Area(title, area["count"], known))
        return found


def printed_words(printed: Any) -> str:
    """What is printed on a card, in one line."""
    if printed.type == "plot":
        numbers = (("income", printed.income), ("initiative", printed.initiative), ("claim", printed.claim))
        return ", ".join(f"{name} {n}" for name, n in (*numbers, ("reserve", printed.reserve)))
    cost = "" if printed.cost is None else f"cost {'X' if printed.cost_x else printed.cost}"
    words = (printed.type, cost, " ".join(f"{trait}." for trait in printed.traits))
    return ", ".join(word for word in words if word)
