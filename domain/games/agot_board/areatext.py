"""What lies in an area, as words: `stark knight 2 footman routed ship, order march-plus-1`.

A House; then its units, each kind after its number (left out: one) and after `routed` where they lie; `token` for its
Power token; `order` with the token's id. Positions and expectations read and write areas so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from domain.games.agot_board.components import ORDERS, UNITS
from domain.games.agot_board.state import Area, Order, Units, together
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.reading import At, Unreadable, meant_by, whole_number

EMPTY = "none"


def area_from(at: At, houses: Collection[Seat]) -> Area:
    """What the words say lies there, orders face up; raises Unreadable."""
    words = iter(at.text().replace(",", " ").split())
    name = next(words, "")
    if name == EMPTY:
        return Area()
    if name not in houses:
        raise wrong_word(at, name, f"is no House of this match; known are {', '.join(houses)}", houses)
    house = Seat(name)
    area = Area()
    for word in words:
        if word == "token":
            area.power_token = house
        elif word == "order":
            area.order = order_from(at, house, next(words, ""))
        else:
            add_units(at, area, word, words)
    area.house = house if area.size else NO_SEAT
    if area == Area():
        raise at.wrong(f"nothing of {house} is named")
    return area


def wrong_word(at: At, word: str, why: str, known: Collection[str]) -> Unreadable:
    """The error for a word of the text; what may have been meant is the text with the word that is close to it."""
    close = meant_by(word, known)
    return at.wrong(f"{word!r} {why}", re.sub(rf"\b{re.escape(word)}\b", close, at.text(), count=1) if close else "")


def order_from(at: At, house: Seat, token: str) -> Order:
    if token not in ORDERS:
        raise wrong_word(at, token, f"is no order; known are {', '.join(ORDERS)}", ORDERS)
    return Order(house, token, up=True)


def add_units(at: At, area: Area, word: str, words: Iterator[str]) -> None:
    """Take one kind of unit in: `routed`, a number, the kind."""
    lying = word == "routed"
    if lying:
        word = next(words, "")
    number = whole_number(word)
    if number is None:
        number = 1
    else:
        word = next(words, "")
    if word not in UNITS:
        known = (*UNITS, "token", "order", "routed")
        raise wrong_word(at, word, f"is no unit, token or order; units are {', '.join(UNITS)}", known)
    if lying:
        area.routed = together(area.routed, {word: number})
    else:
        area.units = together(area.units, {word: number})


def text_of(area: Area) -> str:
    """An area in these words; `none` where no House has anything in it."""
    house = area.house or area.power_token
    if not house:
        return EMPTY
    words = [house, *counted(area.units), *(f"routed {each}" for each in counted(area.routed))]
    if area.power_token:
        words.append("token")
    return " ".join(words) + (f", order {area.order.token}" if area.order else "")


def counted(units: Units) -> list[str]:
    return [kind if n == 1 else f"{n} {kind}" for kind, n in units.items()]


def units_text(house: Seat, units: Units) -> str:
    """Units of a House in these words."""
    return " ".join((house, *counted(units))) if units else EMPTY
