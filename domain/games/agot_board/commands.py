"""What a House may be asked for: one command for each kind of decision, named as in the rule book's summary."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Units = dict[str, int]


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A decision of a House."""


# --- Planning Phase


class AssignOrders(Command, frozen=True, tag="assign_orders"):
    """Lay orders face down: the token for each area."""

    orders: dict[str, str]


class RavenReplace(Command, frozen=True, tag="raven_replace"):
    """Use the Messenger Raven to exchange the order in an area for an unused token."""

    area: str
    token: str


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

    area: str
    unit: str


class MusterUnit(Command, frozen=True, tag="muster_unit"):
    """Muster a unit with points of an area; a Ship goes `to` a sea area or port, other units stay in the area."""

    area: str
    unit: str
    to: str = ""


class MusterUpgrade(Command, frozen=True, tag="muster_upgrade"):
    """Replace a Footman in an area by a Knight or Siege Engine for one point."""

    area: str
    unit: str


class MusterDone(Command, frozen=True, tag="muster_done"):
    """Muster no more; points left are lost."""


class ChooseCardOption(Command, frozen=True, tag="choose_card_option"):
    """Decide what a Westeros card does."""

    option: str


class Bid(Command, frozen=True, tag="bid"):
    """Bid so many of the available Power tokens, in secret."""

    power: int


class OrderTiedBids(Command, frozen=True, tag="order_tied_bids"):
    """Put Houses that bid the same in order, the highest position first."""

    houses: tuple[str, ...]


class ChooseTiedBidder(Command, frozen=True, tag="choose_tied_bidder"):
    """Say which of the tied Houses counts as the highest, or lowest, bidder."""

    house: str


class WildlingChoice(Command, frozen=True, omit_defaults=True, tag="wildling_choice"):
    """Decide what a Wildling card leaves to a House; what the card does not ask for is left out.

    By the card: an `option`, a `track`, House `cards`, an `area`, or `units` as `area/unit` with a number of each.
    """

    option: str = ""
    track: str = ""
    area: str = ""
    cards: tuple[str, ...] = ()
    units: dict[str, int] = {}


# --- Action Phase


class ResolveRaid(Command, frozen=True, tag="resolve_raid"):
    """Resolve the Raid order in an area against the order in another one, or without effect."""

    area: str
    target: str | None = None


class March(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the units of a March order go, and whether a Power token is left in the vacated area."""

    moves: dict[str, Units]
    token: bool = False


class ResolveMarch(Command, frozen=True, tag="resolve_march"):
    """Resolve the March order in an area."""

    area: str
    march: March


class CaptureShips(Command, frozen=True, tag="capture_ships"):
    """Replace so many enemy Ships in a captured port by own ones."""

    ships: int


class ResolveConsolidate(Command, frozen=True, tag="resolve_consolidate"):
    """Resolve the Consolidate Power order in an area: gain Power, or muster there with the special one."""

    area: str
    how: Literal["power", "muster"] = "power"


# --- Combat


class DeclareSupport(Command, frozen=True, tag="declare_support"):
    """Say whom the Support order in an area supports."""

    area: str
    side: Literal["attacker", "defender", "refuse"]


class AnswerSupport(Command, frozen=True, tag="answer_support"):
    """Accept or decline support that another House has declared."""

    accept: bool


class ChooseHouseCard(Command, frozen=True, tag="choose_house_card"):
    """Choose a House card from the hand."""

    card: str


class UseCardText(Command, frozen=True, tag="use_card_text"):
    """Use the text of the own House card, on the object that it asks for (a track, area, order, card), or not."""

    use: bool = True
    object: str = ""


class UseBlade(Command, frozen=True, tag="use_blade"):
    """Use the Valyrian Steel Blade, or not."""

    how: Literal["no", "plus-one", "redraw"]


class ChooseCasualties(Command, frozen=True, tag="choose_casualties"):
    """Say which own units in the combat are destroyed."""

    units: Units


class ChooseRetreatArea(Command, frozen=True, tag="choose_retreat_area"):
    """Say where the defeated units retreat to."""

    area: str


class ChooseRetreatLosses(Command, frozen=True, tag="choose_retreat_losses"):
    """Say which retreating units are destroyed because supply or room does not carry them."""

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
