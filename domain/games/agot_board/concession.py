"""What is answered for a House that has conceded, and who decides in its place about others.

What it gave before stands: orders and bids that it laid, a march with its combat. For every other question the first
answer of the space does least; where the space cannot list its answers so, a function of here says which one does.
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
    """The card of the lowest printed strength, of these of the fewest icons, of these the first of the House's list."""
    (form,) = space.forms
    pick = form.fields["card"]
    assert isinstance(pick, Pick)
    listed = [card for card in HOUSE_CARDS if card in pick.options]
    return {**answer_of(form), "card": min(listed, key=weakness)}


def weakness(card: str) -> tuple[int, int]:
    printed = HOUSE_CARDS[card]
    return printed.strength, printed.swords + printed.fortifications


def cheapest_units(space: Commands) -> Json:
    """The units that cost least to muster, in the order of the board; where something else comes first, that."""
    if "units" not in space.forms[0].fields:
        return answer_of(space.forms[0])
    form = min(space.forms, key=lambda each: cost(cheapest_of(each)))
    return {**answer_of(form), "units": cheapest_of(form)}


def cheapest_of(form: Form) -> dict[str, int]:
    """The units that cost least of those that a form lets choose from, as many as it takes."""
    units = form.fields["units"]
    assert isinstance(units, Multiset)
    taken: dict[str, int] = {}
    for place in sorted(units.kinds, key=cost_of):
        if n := min(units.kinds[place], units.n - sum(taken.values())):
            taken[place] = n
    return taken


def cheapest_unit(space: Commands) -> Json:
    """The unit to remove that costs least to muster, in the order of the board."""
    return answer_of(min(space.forms, key=lambda form: cost_of(str(form.fixed["unit"]))))


def cost(units: dict[str, int]) -> int:
    return sum(n * cost_of(place) for place, n in units.items())


def cost_of(place: str) -> int:
    """What a unit costs to muster; it is named alone or with its area before it."""
    return UNITS[place.rpartition("/")[2]].mustering_cost


def answer_of(form: Form) -> dict[str, Json]:
    """The first answer of a form."""
    answer = form.sample(FIRST)
    assert isinstance(answer, dict)
    return answer


def decides_ties(table: BoardTable, track: tuple[Seat, ...] = ()) -> Seat:
    """The holder of the Iron Throne token; where it has conceded, the next House on that track that has not.

    `track`: the Iron Throne track as it was, while it is being bid for.
    """
    order = (table.throne, *(table.turn_order() or track or table.seats))
    return next(house for house in order if table.is_asked(house))
