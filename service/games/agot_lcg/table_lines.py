"""A table of A Game of Thrones LCG for people: each player's cards by place, and what is resolving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.state.fields import count_fields
from service.present.field_words import counts_shown, marks_shown
from service.present.text.names import CardTitles, in_words

ICONS = {"military": "M", "intrigue": "I", "power": "P"}
BY_HAND = "text not coded: by hand"
PILES = ("chosen", "setup", "hand", "deck", "discard", "dead", "used", "removed", "playing")


def table_lines(view: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The lines of a view; `view` holds only what the viewer may see."""
    active = f"  active player {view['active_player']}" if view["active_player"] else ""
    first = f"first player {view['first_player']}{active}"
    yield f"round {view['round']}, {view['phase']}  {first}  policy {view['policy']}"
    if challenge := view["challenge"]:
        yield challenge_line(challenge, names)
    for seat, player in view["players"].items():
        yield ""
        yield from player_lines(seat, player, names)
    yield from standing_orders(view)


def standing_orders(view: dict[str, Any]) -> Iterator[str]:
    for order in view["standing_orders"]:
        kinds = ", ".join(map(in_words, order["windows"])) or "every window"
        yield f"standing order of {order['seat']}: pass in {kinds} until the end of the {order['until']}"


def challenge_line(challenge: dict[str, Any], names: CardTitles) -> str:
    defenders = f", defended by {names.card_list(challenge['defenders'])}" if challenge["defenders"] else ""
    bypassed = f", bypassed {names.card_list(challenge['bypassed'])}" if challenge["bypassed"] else ""
    won = f"; won by {challenge['winner']} by {challenge['margin']}" if challenge["winner"] else ""
    sides = f"{challenge['attacker']} against {challenge['defender']}"
    attackers = names.card_list(challenge["attackers"])
    return f"{challenge['kind']} challenge, {sides}: {attackers}{defenders}{bypassed}{won}"


def player_lines(seat: str, player: dict[str, Any], names: CardTitles) -> Iterator[str]:
    faction = player["faction"]
    marks = "".join(f" ({mark})" for mark in marks_shown(AgotCard, faction))
    agenda = "".join(f", {names.title(card['key'])}" for card in player["agenda"].get("cards", ()))
    out = "  eliminated" if player["eliminated"] else ""
    state = "".join(f"  {mark}" for mark in marks_shown(AgotTable.new_player, player))
    yield f"{seat}  {names.title(faction['key'])}{marks}{agenda}{out}{state}"
    counts = "".join(f"  {count.title} {player[name]}" for name, count in count_fields(AgotTable.new_player).items())
    yield (
        f"{counts}  power {player['power']} ({faction['power']} on the faction card)"
        f"  hand {player['hand']['count']}  deck {player['deck']['count']}  plots {player['plots']['count']}"
    )
    if plot := player["plot"]:
        by_hand = f"  {BY_HAND}" if plot.get("by_hand") else ""
        yield f"  {'plot':<8} {names.card(plot['card'])}{tokens(plot)}{by_hand}"
    yield from in_play_lines(player, names)
    yield from pile_lines(player, names)


def in_play_lines(player: dict[str, Any], names: CardTitles) -> Iterator[str]:
    on: dict[str, list[dict[str, Any]]] = {}
    for card in player["in_play"]:
        if card.get("host"):
            on.setdefault(card["host"], []).append(card)
    own = {card["card"] for card in player["in_play"]}
    for card in player["in_play"]:
        if card.get("host") not in own:
            yield f"  {card_words(card, names)}"
            yield from (f"    with {card_words({**each, 'host': ''}, names)}" for each in on.get(card["card"], ()))
    if facedown := len(player["facedown"]):
        yield f"  {facedown} facedown"


def card_words(card: dict[str, Any], names: CardTitles) -> str:
    """One card in play: title, strength, icons, keywords, and its state."""
    words = [f"{names.card(card['card']):<38}"]
    if "strength" in card:
        icons = "".join(letter if icon in card["icons"] else "-" for icon, letter in ICONS.items())
        words.append(f"STR {card['strength']:<2} {icons}")
    words += marks_shown(AgotCard, card)
    words += [
        word for word, so in (("duplicate", "duplicate"), ("blank", "blank"), (BY_HAND, "by_hand")) if card.get(so)
    ]
    words += [f"{n} {title}" for title, n in counts_shown(AgotCard, card)]
    words.append(", ".join(card.get("keywords", ())))
    words.append(tokens(card).strip())
    words.append(f"owned by {card['owner']}" if "owner" in card else "")
    if card.get("host"):
        words.append(f"on {names.card(card['host'])}")
    return "  ".join(word for word in words if word).rstrip()


def tokens(card: dict[str, Any]) -> str:
    return "".join(f"  {n} {name}" for name, n in card.get("tokens", {}).items())


def pile_lines(player: dict[str, Any], names: CardTitles) -> Iterator[str]:
    for pile in PILES:
        if listed := pile_words(player[pile], pile, names):
            yield f"  {pile:<8} {player[pile]['count']}: {listed}"


def pile_words(area: dict[str, Any], pile: str, names: CardTitles) -> str:
    """The cards of a pile that the viewer sees; an empty text for an empty pile or a hidden deck."""
    if shown := area.get("shown"):
        return f"shown {card_list(shown, names)}"
    if not area["count"] or pile == "deck":
        return ""
    return card_list(area["cards"], names) if "cards" in area else "hidden"


def card_list(cards: list[dict[str, Any]], names: CardTitles) -> str:
    """The cards, then those among them whose text is not coded."""
    by_hand = [names.card(card["card"]) for card in cards if card.get("by_hand")]
    said = f" ({BY_HAND}: {', '.join(by_hand)})" if by_hand else ""
    return names.card_list(card["card"] for card in cards) + said
