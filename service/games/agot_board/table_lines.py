"""A table of A Game of Thrones: The Board Game for people: tracks, houses and what each has where, combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.agot_board.state import Area, House
from service.games.agot_board.words import PHASES, TRACKS, cards, label, places, source, units_words
from service.present.field_words import further_words
from service.present.text.names import CardTitles

WIDTH = 24
OWN = ("power", "supply")
UNCOUNTED = ("begun", "support")  # the stages of a combat before its initial strength is counted


def table_lines(view: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The lines of a view; `view` holds only what the viewer may see."""
    rules = f"rule set {label(view['rule_set'])}{', Tides of Battle' if view['tides_of_battle'] else ''}"
    phase = PHASES.get(view["phase"], view["phase"]) or "set-up"
    yield f"round {view['round']}, {phase}  wildlings {view['wildling']}  {rules}"
    yield from track_lines(view)
    if view["order_bans"]:
        yield f"  not this round: {places(view['order_bans'])}"
    yield from struggle_lines(view, names)
    for house, has in view["houses"].items():
        yield ""
        yield from house_lines(view, house, has, names)
    yield from neutral_lines(view)


def track_lines(view: dict[str, Any]) -> Iterator[str]:
    """The influence tracks, each with the holder of its token if that is not the first house."""
    tokens = view["tokens"]
    holders = {"iron_throne": tokens["iron_throne"], "fiefdoms": token_holder(tokens["blade"])}
    holders["kings_court"] = token_holder(tokens["raven"])
    for track, title in TRACKS.items():
        order = ", ".join(view["tracks"][track]) or "being bid for"
        yield f"  {title:<14} {order}  (token: {holders[track]})"


def token_holder(token: dict[str, Any]) -> str:
    return f"{token['holder']}, used" if token["used"] else str(token["holder"])


def struggle_lines(view: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The lines about the open combat or bidding, or about attackers that came to none."""
    if gone := view["set_out"]:
        units = units_words({each["type"]: each["count"] for each in gone["units"]})
        yield f"{units} of {gone['units'][0]['house']} from {label(gone['origin'])} set out for {label(gone['area'])}"
    if fought := view["combat"]:
        units = units_words({each["type"]: each["count"] for each in fought["units"]})
        sides = f"{fought['attacker']} from {label(fought['origin'])} against {fought['defender']}"
        yield f"combat in {label(fought['area'])}: {sides}; attacking {units or 'no unit'}"
        for house, side in fought["sides"].items():
            yield f"  {side_words(house, side, names)}, strength {strength_words(fought, side)}"
        yield from (f"  support of {label(area)}: {side}" for area, side in fought["support"].items())
    if call := view["neutral_call"]:
        yield f"march from {label(call['area'])} against the Neutral Force of {label(call['target']) or 'none yet'}"
        yield from (f"  support of {label(area)}: {side}" for area, side in call["support"].items())
    if port := view["captured_port"]:
        yield f"to be settled: the Ships in {label(port)}"
    if attack := view["attack"]:
        card = f", card {names.title(attack['card'])}" if attack["card"] else ""
        yield f"the Wildlings attack with {attack['strength']}{card}"
    if bidding := view["bidding"]:
        bids = ", ".join(f"{house} {bid}" for house, bid in bidding["bids"].items()) or "in secret"
        yield f"bidding for {label(bidding['purpose'])}: {bids}"


def side_words(house: str, side: dict[str, Any], names: CardTitles) -> str:
    """One side of a combat, as far as the viewer knows it."""
    card = names.title(side["card"]) if side["card"] else "no House card revealed"
    tides = f", Tides of Battle {names.title(side['tides'])}" if side.get("tides") else ""
    blade = ", Valyrian Steel Blade" if side["blade"] else ""
    return f"{house}: {card}{blade}{tides}"


def strength_words(fought: dict[str, Any], side: dict[str, Any]) -> str:
    """The strength of one side: the final one once it is counted, before that the initial one."""
    if fought["stage"] in UNCOUNTED:
        return "not counted yet"
    is_final = fought["winner"] or any(each["strength"] for each in fought["sides"].values())
    return str(side["strength" if is_final else "initial"])


def house_lines(view: dict[str, Any], house: str, has: dict[str, Any], names: CardTitles) -> Iterator[str]:
    player = f"  {has['player']}" if has["player"] else ""
    out = "  out of the game" if has["retired"] else ""
    yield f"{house}{player}{out}{''.join(f'  {each}' for each in further_words(House, has, OWN))}"
    power = "hidden" if has["power"] is None else has["power"]
    bid = f"  bid {has['bid']}" if "bid" in has else ""
    yield (
        f"  castles {has['castles']}  supply {has['supply']}  power {power} (pool {has['pool']}){bid}"
        f"  stars {has['stars']}  unused {units_words(has['units'])}"
    )
    hand = "hidden" if has["hand"] is None else cards(has["hand"], names) or "no card"
    yield f"  hand     {hand}" + (f"; discarded {cards(has['discard'], names)}" if has["discard"] else "")
    for id, area in view["areas"].items():
        if house in (area.get("controller"), *(each["house"] for each in area.get("units", ()))):
            yield f"  {label(id):<{WIDTH}} {area_words(area)}".rstrip()


def area_words(area: dict[str, Any]) -> str:
    """The contents of an area in words."""
    units = area.get("units", ())
    standing = units_words({each["type"]: each["count"] for each in units if not each["routed"]})
    routed = units_words({each["type"]: each["count"] for each in units if each["routed"]})
    words = [standing, f"{routed} routed" if routed else ""]
    if order := area.get("order"):
        words.append(f"order {source(order['token']) if 'token' in order else 'face down'}")
    words += [name for key, name in (("power_token", "Power token"), ("garrison", "Garrison")) if key in area]
    return "  ".join(word for word in (*words, *further_words(Area, area)) if word)


def neutral_lines(view: dict[str, Any]) -> Iterator[str]:
    there = [f"{label(id)} {area['neutral']}" for id, area in view["areas"].items() if "neutral" in area]
    if there:
        yield f"\nneutral: {', '.join(there)}"
