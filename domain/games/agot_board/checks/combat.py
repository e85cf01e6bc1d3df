"""Checks of decisions in a combat: support, House cards and their texts, casualties, retreats."""

from __future__ import annotations

from domain.games.agot_board.board.geography import supports
from domain.games.agot_board.board.transport import missing_chain
from domain.games.agot_board.chart.combat.house_card_choice import choosable
from domain.games.agot_board.chart.combat.house_card_texts import text_of
from domain.games.agot_board.chart.combat.retreat import barrier, legal_retreats, own_choices, reachable
from domain.games.agot_board.chart.combat.side import CombatSide, winner_and_loser
from domain.games.agot_board.chart.combat.support import sides_open_to, undecided_areas
from domain.games.agot_board.checks.command_context import CommandContext, no_such_unit, not_own_support
from domain.games.agot_board.commands import (
    ChooseCasualties,
    ChooseHouseCard,
    ChooseRetreatArea,
    ChooseRetreatLosses,
    DeclareSupport,
    UseBlade,
    UseCardText,
)
from domain.games.agot_board.components import AREAS, SUPPORT
from domain.games.agot_board.facts.combat import current_combat
from domain.games.agot_board.words import RETREAT, ResolvedText
from domain.kernel.checks import Check, check
from domain.kernel.command_moments import question_of
from domain.kernel.refusals import Refusal

# --- support (in a combat; against a Neutral Force the checks of marches apply)


@check("own_support_order_lies_there", "agot_board.support.who-may-be-asked")
def own_support_order_lies_there(context: CommandContext) -> Refusal | None:
    """The area holds a Support order of the House; each House decides about its own."""
    own = context.table.areas_with(context.seat, SUPPORT)
    if context.table.combat is None or context.command.area in own:
        return None
    return not_own_support(context, "agot_board.support.who-may-be-asked", own)


@check("supports_from_there", "agot_board.support.adjacent-to-embattled", "own_support_order_lies_there")
def supports_from_there(context: CommandContext) -> Refusal | None:
    """The area is adjacent to the embattled one, and its units can support there by land or sea."""
    if context.table.combat is None or supports(context.command.area, context.table.combat.area):
        return None
    embattled = context.table.combat.area
    return Refusal(
        out_of_support(context.command.area, embattled), {"area": context.command.area, "embattled": embattled}
    )


def out_of_support(area: str, embattled: str) -> str:
    """The rule that keeps a Support order from a combat."""
    if AREAS[area].type == "port":
        return "agot_board.port.support-sea-only"
    if AREAS[area].type == "land" and AREAS[embattled].type == "sea" and embattled in AREAS[area].adjacent:
        return "agot_board.support.land-not-sea"
    return "agot_board.support.adjacent-to-embattled"


@check("order_is_undecided", "agot_board.ruling.support-is-public", "supports_from_there")
def order_is_undecided(context: CommandContext) -> Refusal | None:
    """A declaration is final; support that was declined or refused is not offered again."""
    now, area = context.table.combat, context.command.area
    if now is None or area in undecided_areas(context.table, context.seat):
        return None
    rule = "support-is-public"
    if now.support[area] == "refuse":
        rule = "support-decline-timing" if area in now.declined else "support-per-order"
    return Refusal(f"agot_board.ruling.{rule}", {"area": area, "decided": now.support[area]})


@check("side_is_open", "agot_board.support.not-against-own-units", "supports_from_there")
def side_is_open(context: CommandContext) -> Refusal | None:
    """A House in the combat supports itself or nobody."""
    if context.table.combat is None:
        return None
    own = sides_open_to(context.table, context.seat)
    if context.command.side in ("refuse", *own):
        return None
    return Refusal("agot_board.support.not-against-own-units", {"side": context.command.side, "own": own[0]})


# --- House cards


@check("card_is_in_hand", "agot_board.card.discard-face-up")
def card_is_in_hand(context: CommandContext) -> Refusal | None:
    """One card is played, from the hand."""
    house = context.table.house(context.seat)
    if context.command.card in house.hand:
        return None
    rule = "card.choose-secretly" if context.command.card else "card.mandatory"
    if context.command.card in house.discard:
        rule = "card.discard-face-up"
    return Refusal(f"agot_board.{rule}", {"card": context.command.card, "hand": list(house.hand)})


@check("card_was_not_cancelled", "agot_board.house-card.tyrion-lannister", "card_is_in_hand")
def card_was_not_cancelled(context: CommandContext) -> Refusal | None:
    """A cancelled card is replaced by a different one."""
    if context.command.card in choosable(context.table, context.seat):
        return None
    return Refusal("agot_board.house-card.tyrion-lannister", {"cancelled": context.command.card})


def text_asked_for(context: CommandContext) -> ResolvedText:
    text = text_of(CombatSide(context.table, context.seat))
    assert text is not None
    return text


@check("text_may_be_declined", "agot_board.card.text-immediate-default")
def text_may_be_declined(context: CommandContext) -> Refusal | None:
    """Only a text that says "may" is declined."""
    text = text_asked_for(context)
    if context.command.use or text.optional:
        return None
    return Refusal(text.rule, {"card": text.card, "optional": False})


@check("object_is_allowed", "agot_board.card.text-immediate-default", "text_may_be_declined")
def object_is_allowed(context: CommandContext) -> Refusal | None:
    """A text is used on one of its objects; a declined text, or one without objects, names none."""
    text, given = text_asked_for(context), context.command.object
    allowed = objects_allowed(context)
    if given in (allowed or [""]):
        return None
    asks = text.asks if context.command.use else "no object where it is declined"
    return Refusal(text.rule, {"card": text.card, "object": given, "allowed": allowed, "asks_for": asks})


def objects_allowed(context: CommandContext) -> list[str]:
    """What the text may be used on; nothing for a declined text, or one without objects."""
    text = text_asked_for(context)
    return text.objects(CombatSide(context.table, context.seat)) if context.command.use and text.objects else []


# --- the Blade


@check("tides_are_used", "agot_board.tides.optional")
def tides_are_used(context: CommandContext) -> Refusal | None:
    """A card is drawn again only in a match with Tides of Battle cards."""
    if context.table.tides or context.command.how != "redraw":
        return None
    return Refusal("agot_board.tides.optional", {"how": context.command.how})


@check("blade_is_used_in_its_window", "agot_board.ruling.blade-once-per-round", "tides_are_used")
def blade_is_used_in_its_window(context: CommandContext) -> Refusal | None:
    """A card is drawn again before the Tides of Battle cards are revealed; 1 is added after that."""
    question, how = question_of(context.table), context.command.how
    if question == "redraw" and how == "plus-one":
        belongs = "step 4 of a combat, after the Tides of Battle cards are revealed"
        return Refusal("agot_board.ruling.tides-sequence", {"how": how, "belongs": belongs})
    if question == "blade" and how == "redraw":
        belongs = "step 4 of a combat, before the Tides of Battle cards are revealed"
        return Refusal("agot_board.ruling.blade-once-per-round", {"how": how, "belongs": belongs})
    return None


# --- casualties and retreats


@check("units_stand_in_the_combat", "agot_board.casualty.not-supporting")
def units_stand_in_the_combat(context: CommandContext) -> Refusal | None:
    """Only standing units of the House in the combat are lost, no more of a kind than there are."""
    if refusal := no_such_unit(context.command.units):
        return refusal
    side = CombatSide(context.table, context.seat)
    for unit, n in context.command.units.items():
        standing, routed = side.units.get(unit, 0), side.routed.get(unit, 0)
        if n > standing or not standing:
            because: dict[str, object] = {"unit": unit, "given": n, "in_combat": standing, "routed": routed}
            lying = routed and n <= standing + routed
            lost = loss_rule(context) if standing else not_in_the_combat(context, side, unit)
            return Refusal("agot_board.retreat.routed-not-casualties" if lying else lost, because)
    return None


def not_in_the_combat(context: CommandContext, side: CombatSide, unit: str) -> str:
    """The rule that spares units of a kind that does not fight: they support, or stayed behind."""
    retreats = isinstance(context.command, ChooseRetreatLosses)
    if side.attacks and unit in context.table.area(side.combat.origin).units:
        return f"agot_board.{stayed_behind(side, retreats)}" if side.has_lost or retreats else loss_rule(context)
    if not retreats and any(unit in context.table.area(area).units for area in side.supporting):
        return "agot_board.casualty.not-supporting"
    return loss_rule(context)


def stayed_behind(side: CombatSide, retreats: bool) -> str:
    """The rule that spares units left in the origin of an attack: of casualties, or of those that go back there."""
    if not retreats:
        return "ruling.casualties-of-attacker"
    if side.has_won:
        return "ruling.arianne-origin-lost"
    return (
        "ruling.retreat-origin-supply" if side.combat.retreat == side.combat.origin else "retreat.supply-forced-losses"
    )


# the rule for the number of units that a command loses
LOSSES: dict[type, str] = {
    ChooseCasualties: "agot_board.casualty.number",
    ChooseRetreatLosses: "agot_board.retreat.supply-forced-losses",
}


def loss_rule(context: CommandContext) -> str:
    """The rule for the number of casualties; another one if a skull demands them, since it may hit the winner."""
    by_skull = isinstance(context.command, ChooseCasualties) and current_combat(context.table).cause == "skull"
    return "agot_board.tides.skull" if by_skull else LOSSES[type(context.command)]


@check("as_many_as_demanded", "agot_board.casualty.number", "units_stand_in_the_combat")
def as_many_as_demanded(context: CommandContext) -> Refusal | None:
    """The casualties are exactly as many as the swords or a skull demand."""
    return not_as_many_as_due(context, loss_rule(context))


@check("as_many_as_supply_demands", "agot_board.retreat.supply-forced-losses", "units_stand_in_the_combat")
def as_many_as_supply_demands(context: CommandContext) -> Refusal | None:
    """The lost units are exactly as many as supply or room does not allow."""
    return not_as_many_as_due(context, "agot_board.retreat.supply-forced-losses")


def not_as_many_as_due(context: CommandContext, rule: str) -> Refusal | None:
    given, due = context.command.units, current_combat(context.table).due
    if sum(given.values()) == due and all(n >= 0 for n in given.values()):
        return None
    return Refusal(rule, {"given": dict(given), "due": due})


@check("retreat_is_in_reach", "agot_board.retreat.attacker-goes-back")
def retreat_is_in_reach(context: CommandContext) -> Refusal | None:
    """The area can be reached from the embattled one; attackers go back."""
    _, loser = winner_and_loser(context.table)
    area = context.command.area
    if area in own_choices(loser):
        return None
    because: dict[str, object] = {"area": area, "origin": loser.combat.origin}
    if not area:
        return Refusal("agot_board.retreat.mandatory", because)
    if loser.attacks:
        return Refusal("agot_board.retreat.attacker-goes-back", because)
    return out_of_retreat(loser, area, because)


def out_of_retreat(loser: CombatSide, area: str, because: dict[str, object]) -> Refusal:
    """Why a defeated defender cannot retreat to an area out of its reach."""
    fought = AREAS[loser.combat.area]
    if area not in AREAS:
        return Refusal("agot_board.retreat.defender-legal-areas", because)
    if is_beside(loser, area):
        return Refusal("agot_board.retreat.domains", because)
    on_land = AREAS[area].type == fought.type == "land" and area != fought.id
    chain = missing_chain(loser.table, loser.house, fought.id, area) if on_land else None
    return Refusal("agot_board.retreat.defender-legal-areas", {**because, **(chain.because if chain else {})})


def is_beside(loser: CombatSide, area: str) -> bool:
    """Whether an area is adjacent to the embattled one, ignoring land and sea."""
    fought = AREAS[loser.combat.area]
    return area in AREAS and area in (*fought.adjacent, fought.port, *fought.ports)


@check("retreat_is_open", "agot_board.retreat.defender-legal-areas", "retreat_is_in_reach")
def retreat_is_open(context: CommandContext) -> Refusal | None:
    """The area is open, and at least one unit would survive the retreat there."""
    _, loser = winner_and_loser(context.table)
    return barrier(loser, context.command.area)


@check("fewest_are_lost", "agot_board.ruling.retreat-fewest-losses", "retreat_is_open")
def fewest_are_lost(context: CommandContext) -> Refusal | None:
    """No other area would save more units."""
    _, loser = winner_and_loser(context.table)
    return more_lost(loser, context.command.area, own_choices(loser))


def more_lost(loser: CombatSide, area: str, scope: tuple[str, ...]) -> Refusal | None:
    legal = legal_retreats(loser, scope)
    if area in legal:
        return None
    return Refusal("agot_board.ruling.retreat-fewest-losses", {"area": area, "fewest_losses": legal})


@check("losers_may_go_there", "agot_board.retreat.not-to-attackers-origin", "text_may_be_declined")
def losers_may_go_there(context: CommandContext) -> Refusal | None:
    """The losers are sent to an area that is open to them."""
    area = context.command.object
    if text_asked_for(context).slot != RETREAT or not context.command.use:
        return None
    _, loser = winner_and_loser(context.table)
    found = None
    if area in reachable(loser):
        found = barrier(loser, area) or more_lost(loser, area, reachable(loser))
    elif is_beside(loser, area):
        found = Refusal("agot_board.retreat.domains", {"area": area, "within_reach": list(reachable(loser))})
    return found and Refusal(found.rule, {**found.because, "allowed": objects_allowed(context)})


CHECKS: dict[type, tuple[Check, ...]] = {
    DeclareSupport: (own_support_order_lies_there, supports_from_there, order_is_undecided, side_is_open),
    ChooseHouseCard: (card_is_in_hand, card_was_not_cancelled),
    UseBlade: (tides_are_used, blade_is_used_in_its_window),
    UseCardText: (text_may_be_declined, losers_may_go_there, object_is_allowed),
    ChooseCasualties: (units_stand_in_the_combat, as_many_as_demanded),
    ChooseRetreatArea: (retreat_is_in_reach, retreat_is_open, fewest_are_lost),
    ChooseRetreatLosses: (units_stand_in_the_combat, as_many_as_supply_demands),
}
