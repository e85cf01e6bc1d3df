"""Answers for a House that has conceded, and the House that decides in its place about others.

Its earlier decisions remain: orders and bids that it placed, a march with its combat. Every other question gets the
first answer of its space, which does least; if the space is not sorted so, a function of this module chooses the
answer.
"""

from __future__ import annotations

from domain.games.agot_board.components import HOUSE_CARDS, UNITS
from domain.games.agot_board.state import BoardTable
from domain.kernel.ids import Seat
from domain.kernel.refusals import Json
from domain.kernel.spaces.base import FIRST
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Multiset, Pick


def weakest_card(space: Commands) -> Json:
    """The weakest card of the hand."""
    (form,) = space.forms
    pick = form.fields["card"]
    assert isinstance(pick, Pick)
    return {**answer_of(form), "card": weakest_first(pick.options)[0]}


def weakest_first(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards by printed strength, the lowest first, then by icons, then in the order of the House's list."""
    return tuple(sorted((card for card in HOUSE_CARDS if card in cards), key=weakness))


def weakness(card: str) -> tuple[int, int]:
    printed = HOUSE_CARDS[card]
    return printed.strength, printed.swords + printed.fortifications


def cheapest_units(space: Commands) -> Json:
    """The units that cost least to muster, in the order of the board; another form if that comes first."""
    if "units" not in space.forms[0].fields:
        return answer_of(space.forms[0])
    form = min(space.forms, key=lambda each: cost(cheapest_of(each)))
    return {**answer_of(form), "units": cheapest_of(form)}


def cheapest_of(form: Form) -> dict[str, int]:
    """The cheapest of the units that a form offers, as many as it takes."""
    units = form.fields["units"]
    assert isinstance(units, Multiset)
    taken: dict[str, int] = {}
    for place in sorted(units.kinds, key=cost_of):
        if n := min(units.kinds[place], units.n - sum(taken.values())):
            taken[place] = n
    return taken


def cheapest_unit(space: Commands) -> Json:
    """The cheapest unit to remove, in the order of the board."""
    return answer_of(min(space.forms, key=lambda form: cost_of(str(form.fixed["unit"]))))


def cost(units: dict[str, int]) -> int:
    return sum(n * cost_of(place) for place, n in units.items())


def cost_of(place: str) -> int:
    """The mustering cost of a unit, which is named alone or after its area."""
    return UNITS[place.rpartition("/")[2]].mustering_cost


def answer_of(form: Form) -> dict[str, Json]:
    """The first answer of a form."""
    answer = form.sample(FIRST)
    assert isinstance(answer, dict)
    return answer


def decides_ties(table: BoardTable, track: tuple[Seat, ...] = ()) -> Seat:
    """The holder of the Iron Throne token; if it has conceded, the next House on that track that has not.

    `track` is the Iron Throne track before the bidding, while it is being bid for.
    """
    order = (table.throne, *(table.turn_order() or track or table.seats))
    return next(house for house in order if table.is_asked(house))
