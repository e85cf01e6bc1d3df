"""The words of A Game of Thrones: The Board Game: printed names of ids, units, orders, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.games.agot_board.components import AREAS, HOUSE_CARDS, ORDERS, UNITS, WESTEROS_CARDS, WILDLING_CARDS
from domain.kernel.numbers import TracedNumber
from service.present.text.names import CardTitles, in_words
from service.present.text.sentences import number_words

TRACKS = {"iron_throne": "Iron Throne", "fiefdoms": "Fiefdoms", "kings_court": "King's Court"}
TOKENS = {"iron_throne": "Iron Throne", "fiefdoms": "Valyrian Steel Blade", "kings_court": "Messenger Raven"}
MARKERS = {"power-token": "Power token", "neutral-force": "Neutral Force"}
PHASES = {"westeros": "Westeros", "planning": "Planning", "action": "Action"}


BLADE = f"the {TOKENS['fiefdoms']}"
# titles of commands by what they answer
ANSWERS: dict[str, dict[str, dict[Any, str]]] = {
    "raven_place": {
        "where": {"top": "put the Wildling card back on the top", "bottom": "put the Wildling card on the bottom"}
    },
    "wildling_choice": {
        "option": {
            "decline": "decline what the Wildling card offers",
            "destroy": "destroy units for the Wildling card",
            "replace": "replace units by the Wildling card",
            "take-back": "take back House cards by the Wildling card",
            "muster": "muster by the Wildling card",
            "track": "choose a track for the Wildling card",
        }
    },
    "capture_ships": {"ships": {0: "capture no Ships"}},
    "resolve_raid": {"target": {None: "resolve raid without effect"}},
    "resolve_consolidate": {"how": {"power": "consolidate power", "muster": "muster with a Consolidate Power order"}},
    "declare_support": {
        "side": {"attacker": "support the attacker", "defender": "support the defender", "refuse": "support nobody"}
    },
    "answer_support": {"accept": {True: "accept the support", False: "decline the support"}},
    "use_card_text": {"use": {True: "use the card's text", False: "do not use the card's text"}},
    "use_blade": {
        "how": {
            "no": f"do not use {BLADE}",
            "plus-one": f"use {BLADE} for +1 strength",
            "redraw": f"use {BLADE} for another Tides of Battle card",
        }
    },
}

# titles of commands whose names say too little
TITLES = {
    "raven_decline": f"do not use the {TOKENS['kings_court']}",
    "raven_look": f"look at the top Wildling card by the {TOKENS['kings_court']}",
    "raven_replace": f"replace an order by the {TOKENS['kings_court']}",
    "muster_done": "end the mustering",
    "reconcile_remove_unit": "remove a unit that supply does not allow",
}

# what Blade and Raven were used for; a position may leave it open
BLADE_USES = {"plus-one": " for +1 strength", "redraw": " for another Tides of Battle card"}
RAVEN_USES = {"replace": " to exchange an order", "look": " to look at the Wildling deck"}

# what the numbers of the rules are, where their names do not say enough
NUMBERS = {
    "supply": "supply, if it were counted now",
    "supply-track": "supply, by the track: armies go by it",
    "army": "size of the army, and the flag that it uses",
    "stars": "Special Orders that may be placed",
    "consolidate": "Power of the Consolidate Power order",
    "castles": "Castles and Strongholds",
    "income": "income, if Power were collected now",
}

# fields of a view whose names say too little
VIEWED = {
    "stars": NUMBERS["stars"],
    "attack.bidder": "Wildling attack, the highest bidder of a victory or the lowest of a defeat",
    "attack.card": "Wildling attack, Wildling card",
    "attack.strength": "Wildling attack, strength",
    "attack.houses": "Wildling attack, Houses that bid",
    "attack.second": "Wildling attack, the one that Preemptive Raid adds",
    "attack.total": "Wildling attack, all that was bid",
    "attack.victory": "Wildling attack, won by the Houses",
}

PRINTED = {
    **{each.type: each.type.replace("-", " ").title() for each in ORDERS.values()},
    **{id: each.name for each in WESTEROS_CARDS.values() if "-" in (id := each.key.rpartition("/")[2])},
    **{each.id: each.name for each in WILDLING_CARDS.values()},
    **TRACKS,
    **MARKERS,
    "faq-2.0": "FAQ 2.0",
    "blade": TOKENS["fiefdoms"],
    "raven": TOKENS["kings_court"],
    **{each.id: each.name for each in AREAS.values()},
    **{each.id: each.name for each in UNITS.values()},
    **{each.id: each.name for each in HOUSE_CARDS.values()},
    **{each.id: each.title for each in ORDERS.values()},
}


ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)+")


def label(id: str) -> str:
    """The printed name of an id; any other word of the game (`power-icons`) without hyphens.

    A ban on an order, `no-march-plus-1`, becomes "no" and the name of the order, `doran-martell/text` "the text of" the
    House card.
    """
    if (card := id.removesuffix("/text")) != id and card in HOUSE_CARDS:
        return f"the text of {HOUSE_CARDS[card].name}"
    if (banned := id.removeprefix("no-")) != id and banned in PRINTED:
        return f"no {PRINTED[banned]}"
    return PRINTED.get(id) or VIEWED.get(id) or (in_words(id) if ID.fullmatch(id) else id)


def source(words: str) -> str:
    """The source of a number in words: `seagard/knight` becomes `Seagard Knight`."""
    return re.sub(r"[a-z0-9_-]+(?:/text\b)?", lambda found: label(found.group()), words).replace("/", " ")


def trace_words(number: TracedNumber) -> str:
    return number_words(number.value, number.trace, source)


def units_words(units: Mapping[str, int]) -> str:
    """The units with their counts: `1 Knight, 2 Footmen`."""
    return ", ".join(f"{n} {plural(UNITS[kind].name) if n > 1 else UNITS[kind].name}" for kind, n in units.items())


def plural(name: str) -> str:
    return name.replace("man", "men") if name.endswith("man") else f"{name}s"


def places(areas: Iterable[str]) -> str:
    return ", ".join(label(each) for each in areas)


def cards(keys: Iterable[str], names: CardTitles) -> str:
    return ", ".join(names.title(each) for each in keys)


def moves_words(moves: Mapping[str, Mapping[str, int]], token: bool) -> str:
    """Where units go, and whether a Power token stays."""
    said = [f"{units_words(units)} to {label(to)}" for to, units in moves.items()]
    return "; ".join([*(said or ["nowhere"]), *(["a Power token stays"] if token else [])])
