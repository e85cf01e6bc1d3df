"""The commands of a House: one for each kind of decision, named as in the rule book's summary."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr

from domain.games.agot_board.components import AREAS, HOUSE_CARDS, HOUSES, ORDERS, TRACKS, UNITS
from domain.kernel.commands import Command
from domain.kernel.formats.closed_lists import ClosedList

# the kinds of things that words name (as in `definition.named_things`), their closed lists, and the rule for others
Area = Annotated[str, Meta(extra={"names": "area"}), ClosedList("area", tuple(AREAS))]
House = Annotated[str, ClosedList("House", tuple(HOUSES))]
HouseCard = Annotated[str, Meta(extra={"names": "card"}), ClosedList("House card", tuple(HOUSE_CARDS))]
Token = Annotated[
    str, Meta(extra={"names": "token"}), ClosedList("order token", tuple(ORDERS), "agot_board.component.order-tokens")
]
Track = Annotated[str, ClosedList("track", TRACKS)]
WILDLING_OPTIONS = ("decline", "destroy", "replace", "take-back", "muster", "track")
WildlingOption = Annotated[str, ClosedList("option", WILDLING_OPTIONS)]
Unit = Annotated[str, Meta(extra={"names": "unit"}), ClosedList("unit", tuple(UNITS), "agot_board.component.units")]
UnitThere = Annotated[str, ClosedList("unit of an area", tuple(f"{area}/{unit}" for area in AREAS for unit in UNITS))]
# a Footman: in the embattled area by its state, elsewhere by its area, `area/routed` if it is routed
FOOTMEN = ("standing", "routed", *(f"{area}/routed" for area in AREAS))
Object = Annotated[str, ClosedList("track, area, Footman or House card", (*TRACKS, *AREAS, *FOOTMEN, *HOUSE_CARDS))]
Units = dict[Unit, int]


# --- Planning Phase


class AssignOrders(Command, frozen=True, tag="assign_orders"):
    """Lay orders face down: the token for each area."""

    orders: dict[Area, Token]


class RavenReplace(Command, frozen=True, tag="raven_replace"):
    """Use the Messenger Raven to exchange the order in an area for an unused token."""

    area: Area
    token: Token


class RavenLook(Command, frozen=True, tag="raven_look"):
    """Use the Messenger Raven to look at the top card of the Wildling deck."""


class RavenPlace(Command, frozen=True, tag="raven_place"):
    """Put the Wildling card that was looked at back on top or on the bottom."""

    where: Literal["top", "bottom"]


class RavenDecline(Command, frozen=True, tag="raven_decline"):
    """Leave the Messenger Raven unused."""


# --- Westeros Phase


class ReconcileRemoveUnit(Command, frozen=True, tag="reconcile_remove_unit"):
    """Destroy one unit of an army that supply does not carry."""

    area: Area
    unit: Unit


class MusterUnit(Command, frozen=True, tag="muster_unit"):
    """Muster a unit with points of an area; a Ship goes `to` a sea area or port, other units stay in the area.

    A unit that stays needs no `to`; where it names the area itself it is kept as if it were left out.
    """

    area: Area
    unit: Unit
    to: Area = ""

    def __post_init__(self) -> None:
        if self.to == self.area and self.unit != "ship":
            force_setattr(self, "to", "")


class MusterUpgrade(Command, frozen=True, tag="muster_upgrade"):
    """Replace a Footman in an area by a Knight or Siege Engine for one point."""

    area: Area
    unit: Unit


class MusterDone(Command, frozen=True, tag="muster_done"):
    """End mustering; points left are lost."""


class ChooseCardOption(Command, frozen=True, tag="choose_card_option"):
    """Decide what a Westeros card does: one of its printed options, or `nothing`."""

    option: str


class Bid(Command, frozen=True, tag="bid"):
    """Bid a number of the available Power tokens, in secret."""

    power: int


class OrderTiedBids(Command, frozen=True, tag="order_tied_bids"):
    """Put Houses that bid the same in order, the highest position first."""

    houses: tuple[House, ...]


class ChooseTiedBidder(Command, frozen=True, tag="choose_tied_bidder"):
    """Choose which of the tied Houses counts as the highest, or lowest, bidder."""

    house: House


class WildlingChoice(Command, frozen=True, omit_defaults=True, tag="wildling_choice"):
    """Decide what a Wildling card leaves to a House; what the card does not ask for is left out.

    By the card: an `option`, a `track`, House `cards`, an `area`, or `units` as `area/unit` with a number of each.
    """

    option: WildlingOption = ""
    track: Track = ""
    area: Area = ""
    cards: tuple[HouseCard, ...] = ()
    units: dict[UnitThere, int] = field(default_factory=dict)


# --- Action Phase


class ResolveRaid(Command, frozen=True, tag="resolve_raid"):
    """Resolve the Raid order in an area against the order in another one, or without effect."""

    area: Area
    target: Area | None = None


class March(Struct, frozen=True, forbid_unknown_fields=True):
    """Send the units of a March order, and say whether a Power token stays in the vacated area.

    Units that are not named stay; a number of 0 sends none. A destination is one for at least one unit. The order is
    resolved even if all units stay: then no destination is named.
    """

    schema_name: ClassVar[str] = "March"

    moves: dict[Area, Units]
    token: bool = False


class ResolveMarch(Command, frozen=True, tag="resolve_march"):
    """Resolve the March order in an area."""

    area: Area
    march: March


class CaptureShips(Command, frozen=True, tag="capture_ships"):
    """Replace a number of enemy Ships in a captured port by own ones."""

    ships: int


class ResolveConsolidate(Command, frozen=True, tag="resolve_consolidate"):
    """Resolve the Consolidate Power order in an area: gain Power, or muster there with the special one."""

    area: Area
    how: Literal["power", "muster"] = "power"


# --- Combat


class DeclareSupport(Command, frozen=True, tag="declare_support"):
    """Declare whom the Support order in an area supports."""

    area: Area
    side: Literal["attacker", "defender", "refuse"]


class AnswerSupport(Command, frozen=True, tag="answer_support"):
    """Accept or decline support that another House has declared."""

    accept: bool


class ChooseHouseCard(Command, frozen=True, tag="choose_house_card"):
    """Choose a House card from the hand for the combat."""

    card: HouseCard


class UseCardText(Command, frozen=True, tag="use_card_text"):
    """Use the text of the own House card on the object that it asks for, or decline it."""

    use: bool = True
    object: Object = ""


class UseBlade(Command, frozen=True, tag="use_blade"):
    """Use the Valyrian Steel Blade, or decline to."""

    how: Literal["no", "plus-one", "redraw"]


class ChooseCasualties(Command, frozen=True, tag="choose_casualties"):
    """Choose the own units in the combat that are destroyed."""

    units: Units


class ChooseRetreatArea(Command, frozen=True, tag="choose_retreat_area"):
    """Choose the area to which the defeated units retreat."""

    area: Area


class ChooseRetreatLosses(Command, frozen=True, tag="choose_retreat_losses"):
    """Choose the retreating units that are destroyed because supply or room does not carry them."""

    units: Units


GAME_COMMANDS: tuple[type[Command], ...] = (
    AssignOrders,
    RavenReplace,
    RavenLook,
    RavenPlace,
    RavenDecline,
    ReconcileRemoveUnit,
    MusterUnit,
    MusterUpgrade,
    MusterDone,
    ChooseCardOption,
    Bid,
    OrderTiedBids,
    ChooseTiedBidder,
    WildlingChoice,
    ResolveRaid,
    ResolveMarch,
    CaptureShips,
    ResolveConsolidate,
    DeclareSupport,
    AnswerSupport,
    ChooseHouseCard,
    UseCardText,
    UseBlade,
    ChooseCasualties,
    ChooseRetreatArea,
    ChooseRetreatLosses,
)
