"""A table of Legend of the Five Rings in words: rings and favor, the conflict, each player's provinces and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from domain.games.l5r.state import CONFLICTS, L5rCard, L5rTable
from domain.games.l5r.words.provinces import THEIRS
from domain.kernel.state.fields import count_fields
from service.games.l5r.layout import BY_HAND, PILES, lying_in, outcome_words, province_words
from service.present.field_words import counts_shown, marks_shown
from service.present.text.names import CardTitles, in_words

WIDTH = 38


def table_lines(view: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The lines of a view; `view` holds only what the viewer may see."""
    active = f"  active player {view['active_player']}" if view["active_player"] else ""
    first = f"first player {view['first_player']}{active}"
    yield f"round {view['round']}, {view['phase']}  {first}  policy {view['policy']}"
    yield from ring_lines(view)
    if view["conflict"]:
        yield from conflict_lines(view["conflict"], view["players"], names)
    if view["duel"]:
        yield from duel_lines(view["duel"], names)
    for seat, player in view["players"].items():
        yield ""
        yield from player_lines(seat, player, names)
    for order in view["standing_orders"]:
        kinds = ", ".join(map(in_words, order["windows"])) or "every window"
        yield f"standing order of {order['seat']}: pass in {kinds} until the end of the {order['until']}"


def ring_lines(view: dict[str, Any]) -> Iterator[str]:
    """The rings with their fate and whose they are, then the Imperial Favor."""
    said = []
    for element, ring in view["rings"].items():
        state = f"contested, {ring['side']}" if ring["contested"] else ring["claimed_by"] or "unclaimed"
        fate = f", {ring['fate']} fate" if ring["fate"] else ""
        said.append(f"{element} ({state}{fate})")
    yield f"rings: {', '.join(said)}"
    favor = view["favor"]
    yield f"Imperial Favor: {favor['holder']}, {favor['side']}" if favor else "Imperial Favor: unclaimed"


def conflict_lines(fought: dict[str, Any], players: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The conflict: what is attacked, who takes part, and both totals with where they come from."""
    provinces = players[fought["defender"]]["provinces"]
    titled = [
        f" ({names.card(each['card'])})" for each in provinces if each["place"] == fought["province"] and "card" in each
    ]
    province = f"{province_words(fought['province'])} of {fought['defender']}{''.join(titled)}"
    attacked = f"{fought['attacker']} attacks {province}"
    yield f"{fought['kind']} conflict for the {fought['ring']} ring: {attacked}"
    for side, cards, total in (
        ("attacking", fought["attackers"], "attack"),
        ("defending", fought["defenders"], "defense"),
    ):
        parts = (f"{each['amount']:+g} {names.text(each['source'])}" for each in fought[f"{total}_from"])
        trace = ", ".join(parts)
        yield f"  {side} {names.card_list(cards)}: {fought[total]}{f' ({trace})' if trace else ''}"
    if fought["evaded"]:
        yield f"  evaded by covert {names.card_list(fought['evaded'])}"
    if outcome := outcome_words(fought):
        yield f"  {outcome}"


def duel_lines(fought: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The duel: its type, and what each duelist counts, with where that comes from."""
    yield f"{fought['kind']} duel:"
    for role, each in zip(("challenger", "challengee"), fought["duelists"], strict=True):
        if not each:
            yield f"  {role} has left play"
            continue
        parts = ", ".join(f"{part['amount']:+g} {names.text(part['source'])}" for part in each["from"])
        yield f"  {role} {names.card(each['card'])} of {each['seat']}: {each['value']}{f' ({parts})' if parts else ''}"


def player_lines(seat: str, player: dict[str, Any], names: CardTitles) -> Iterator[str]:
    stronghold, role = ([*map(card_word(names), player[kind].get("cards", ()))] for kind in ("stronghold", "role"))
    out = "  eliminated" if player["eliminated"] else ""
    state = "".join(f"  {mark}" for mark in marks_shown(L5rTable.new_player, player))
    yield f"{seat}  {', '.join((*stronghold, *role)) or 'no stronghold'}{out}{state}"
    counts = (f"{count.title} {player[name]}" for name, count in count_fields(L5rTable.new_player).items())
    piles = (f"{PILES[name].lower()} {player[name]['count']}" for name in ("hand", "deck", "dynasty_deck"))
    yield f"  {'  '.join((*counts, *piles))}"
    for province in player["provinces"]:
        lying = lying_words(player, province["place"], names)
        strength = f"  strength {province['strength']}" if "strength" in province else ""
        yield f"  {province['place']:<10} {card_word(names, 'province')(province)}{strength}: {lying}"
    yield from in_play_lines(player, names)
    for name, title in PILES.items():
        if listed := pile_words(player[name], name, names):
            yield f"  {title.lower()} {player[name]['count']}: {listed}"


def lying_words(player: dict[str, Any], place: str, names: CardTitles) -> str:
    """The dynasty cards in the province of a place."""
    return ", ".join(map(card_word(names), lying_in(player, place))) or "no card"


def province_places(view: dict[str, Any], seat: str, names: CardTitles) -> dict[str, str]:
    """The provinces by the words under which a seat chooses them, each with what the view shows there."""
    return {
        f"{'' if owner == seat else THEIRS}{each['place']}": (
            f"{province_words(each['place'])} of {owner}, {card_word(names, 'province')(each)}: "
            f"{lying_words(player, each['place'], names)}"
        )
        for owner, player in view["players"].items()
        for each in player["provinces"]
    }


def card_word(names: CardTitles, what: str = "card") -> Callable[[dict[str, Any]], str]:
    """The function that says a card or a province: its title and its state, or only that it lies facedown."""

    def say(card: dict[str, Any]) -> str:
        named, facedown = "card" in card, ["facedown"] if card.get("facedown") else []
        title = names.card(card["card"]) if named else " ".join((*facedown, what))
        states = [
            *(facedown if named else ()),
            *marks_shown(L5rCard, card),
            *([BY_HAND] if card.get("by_hand") else []),
        ]
        return f"{title} ({', '.join(states)})" if states else title

    return say


def in_play_lines(player: dict[str, Any], names: CardTitles) -> Iterator[str]:
    own = {card["card"] for card in player["in_play"]}
    for card in player["in_play"]:
        if card.get("host") not in own:
            yield f"  {card_words(card, names)}"
            attached = (each for each in player["in_play"] if each.get("host") == card["card"])
            yield from (f"    with {card_words({**each, 'host': ''}, names)}" for each in attached)


def card_words(card: dict[str, Any], names: CardTitles) -> str:
    """One card in play: title, skills, glory, keywords, and its state."""
    words = [f"{names.card(card['card']):<{WIDTH}}"]
    if "glory" in card:
        skills = "/".join("-" if card[kind] is None else str(card[kind]) for kind in CONFLICTS)
        words.append(f"{skills} glory {card['glory']}")
    words += marks_shown(L5rCard, card)
    words += [word for word, so in (("blank", "blank"), (BY_HAND, "by_hand")) if card.get(so)]
    words += [f"{n} {title}" for title, n in (*counts_shown(L5rCard, card), *card.get("tokens", {}).items())]
    words.append(", ".join(card.get("keywords", ())))
    words.append(f"owned by {card['owner']}" if "owner" in card else "")
    if card.get("host"):
        words.append(f"on {names.card(card['host'])}")
    return "  ".join(word for word in words if word).rstrip()


def pile_words(area: dict[str, Any], pile: str, names: CardTitles) -> str:
    """The cards of a pile that the viewer sees; an empty text for an empty pile or a hidden deck."""
    if shown := area.get("shown"):
        return f"shown {names.card_list(card['card'] for card in shown)}"
    if not area["count"] or pile in ("deck", "dynasty_deck"):
        return ""
    return names.card_list(card["card"] for card in area["cards"]) if "cards" in area else "hidden"
