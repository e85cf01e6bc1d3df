"""The checks of the game's commands, one ordered list for each type; read a list as the rule book's conditions.

A check looks at a `Move`: the table, the seat, the command, and what they name. Existence comes first; a check names
those that it needs. Windows offer exactly the candidates for which these lists are silent.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_lcg import values
from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.commands import (
    AmbushCard,
    AttachSetupCards,
    ChooseClaimCharacters,
    ChoosePlot,
    DeclareDefenders,
    DiscardToReserve,
    InitiateAction,
    InitiateChallenge,
    MarshalAttachment,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    PlaceSetupCards,
    PlayEvent,
    UseDuplicateSave,
    UseInterrupt,
    UseIntimidate,
    UseReaction,
)
from domain.games.agot_lcg.entering import attachable, base_for, may_enter
from domain.games.agot_lcg.registry import DUPLICATE, Registry
from domain.games.agot_lcg.state import CHALLENGES, AgotCard, AgotTable
from domain.games.agot_lcg.words.parts import Cancel, Save
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition, Happening
from domain.kernel.flow import Procedure, asking
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.legality import Check, check, lazily
from domain.kernel.refusal import Refusal
from domain.kernel.windows import Window

OUT_OF_PLAY_RULE = "agot_lcg.abilities.work-only-from-play"


class Deed:
    """A command with what it names: the window that is open, the card, its ability, the condition it answers to.

    `public` asks for all that anybody can know. What is derived is computed when a check first needs it.
    """

    def __init__(
        self,
        table: AgotTable,
        seat: Seat,
        command: object,
        frame: Procedure | None = None,
        public: bool = False,
    ) -> None:
        self.table = table
        self.seat = seat
        self.command = command
        self.public = public
        if frame is None:
            found = asking(table.stack)
            frame = found[1] if found else None
        self.window = frame if isinstance(frame, Window) else None
        self.handle = Handle(getattr(command, "card", ""))
        self.registry: Registry = table.registry

    @lazily
    def card(self) -> AgotCard:
        card: AgotCard = self.table.cards[self.handle]
        return card

    @lazily
    def index(self) -> int:
        """The ability meant: an event has one that fits the window, a duplicate its save."""
        if isinstance(self.command, UseDuplicateSave):
            return DUPLICATE
        if isinstance(self.command, PlayEvent):
            return self.event_ability()
        return int(getattr(self.command, "ability", 0))

    def event_ability(self) -> int:
        abilities = self.registry.abilities(self.card.key)
        kind = self.window.kind if self.window else ""
        return next((index for index, each in enumerate(abilities) if each.timing == kind), 0)

    @lazily
    def happening(self) -> Happening | None:
        if self.window is None or not self.window.about:
            return None
        shelf = self.table.aftermaths if self.window.kind == "reaction" else self.table.occurrences
        return shelf.get(self.window.about)

    @lazily
    def condition(self) -> Condition | None:
        happening = self.happening
        wanted = getattr(self.command, "condition", 0)
        return happening.condition(wanted) if happening and wanted else None

    @lazily
    def case(self) -> Case:
        return Case(
            self.table, self.card.key, self.index, self.seat, self.handle, self.condition, public=self.public
        )

    @property
    def is_event(self) -> bool:
        return self.card.printed.type == "event" and zone_kind(self.card.zone) == "hand"


@check("choice.unknown-card")
def is_here(deed: Deed) -> Refusal | None:
    """The card exists, where its player may use it."""
    if deed.handle in deed.table.cards:
        return None
    return Refusal("choice.unknown-card", {"card": deed.handle})


@check("agot_lcg.abilities.controller-decides-use", "is_here")
def is_yours(deed: Deed) -> Refusal | None:
    card = deed.card
    if card.controller == deed.seat:
        return None
    rule = "agot_lcg.duplicates.save-interrupt" if card.duplicate else "agot_lcg.abilities.controller-decides-use"
    return Refusal(rule, {"card": deed.handle, "controller": card.controller, "seat": deed.seat})


@check(OUT_OF_PLAY_RULE, "is_here")
def is_active(deed: Deed) -> Refusal | None:
    """The card is where its abilities work: in play, an agenda beside the faction card."""
    card = deed.card
    is_there = zone_kind(card.zone) in ("play", "plot", "faction", "agenda") and not card.facedown
    if is_there and not card.duplicate and card.printed.type != "event":
        return None
    return Refusal(OUT_OF_PLAY_RULE, {"card": deed.handle, "area": card.zone})


@check("agot_lcg.duplicates.definition", "is_here")
def is_duplicate(deed: Deed) -> Refusal | None:
    return None if deed.card.duplicate else Refusal("agot_lcg.duplicates.definition", {"card": deed.handle})


@check("agot_lcg.events.when-playable", "is_here")
def is_event_in_hand(deed: Deed) -> Refusal | None:
    if deed.is_event and deed.registry.abilities(deed.card.key):
        return None
    return Refusal("agot_lcg.events.when-playable", {"card": deed.handle, "area": deed.card.zone})


@check("choice.unknown-ability", "is_here", "is_yours")
def has_ability(deed: Deed) -> Refusal | None:
    if deed.registry.has_ability(deed.card.key, deed.index):
        return None
    return Refusal("choice.unknown-ability", {"card": deed.handle, "ability": deed.index})


@check("agot_lcg.blank.no-printed-content", "is_here", "has_ability")
def is_not_blank(deed: Deed) -> Refusal | None:
    if not values.is_blank(deed.table, deed.card) or deed.is_event:
        return None
    return Refusal("agot_lcg.blank.no-printed-content", {"card": deed.handle})


WINDOW_RULES = {
    "action": "agot_lcg.actions.only-in-action-window",
    "reaction": "agot_lcg.reactions.window-opens",
    "interrupt": "agot_lcg.interrupts.window-opens",
    "would-interrupt": "agot_lcg.would.all-before-others",
    "cancel": "agot_lcg.triggering.step-2-cancels-only-on-initiation",
}


USED_IN: dict[type, tuple[str, ...]] = {
    InitiateAction: ("action",),
    UseInterrupt: ("would-interrupt", "cancel", "interrupt"),
    UseReaction: ("reaction",),
}


@check("agot_lcg.restrictions.must-be-met", "has_ability", "is_event_in_hand", "is_duplicate")
def in_this_window(deed: Deed) -> Refusal | None:
    """The ability's type is that of the open window, and the command calls it so."""
    ability, kind = deed.case.ability, deed.window.kind if deed.window else ""
    if ability.timing == kind and kind in USED_IN.get(type(deed.command), (kind,)):
        return None
    if kind == "cancel":
        rule = "agot_lcg.triggering.step-2-cancels-only-on-initiation"
    else:
        rule = WINDOW_RULES.get(ability.timing, "agot_lcg.restrictions.must-be-met")
    return Refusal(rule, {"ability": ability.timing, "window": kind})


@check("agot_lcg.actions.phase-restricted-action", "in_this_window")
def in_this_phase(deed: Deed) -> Refusal | None:
    phase = deed.case.ability.phase
    if not phase or phase == deed.table.phase:
        return None
    return Refusal("agot_lcg.actions.phase-restricted-action", {"phase": deed.table.phase, "needed": phase})


@check("agot_lcg.triggering.definition", "in_this_window")
def condition_is_there(deed: Deed) -> Refusal | None:
    """What the ability answers to is imminent or has occurred, in this window; an action answers to nothing."""
    named = getattr(deed.command, "condition", 0)
    is_action = deed.window is None or deed.window.kind == "action"
    if (is_action and not named) or deed.condition is not None:
        return None
    return Refusal("agot_lcg.triggering.definition", {"condition": named})


@check("agot_lcg.triggering.definition", "condition_is_there")
def condition_fits(deed: Deed) -> Refusal | None:
    condition, case = deed.condition, deed.case
    if condition is None or case.ability.when is None or case.ability.when.fits(case, condition):
        return None
    return Refusal("agot_lcg.triggering.definition", {"condition": condition.kind, "card": deed.handle})


@check("agot_lcg.reactions.once-per-occurrence", "condition_is_there")
@enforces(
    "agot_lcg.reactions.once-per-occurrence",
    "agot_lcg.interrupts.once-per-occurrence",
    "agot_lcg.reactions.copies-each-once",
    "agot_lcg.interrupts.copies-each-once",
)
def once_for_each_occurrence(deed: Deed) -> Refusal | None:
    happening, condition = deed.happening, deed.condition
    if happening is None or condition is None:
        return None
    used = any(
        (each.card, each.ability, each.condition) == (deed.handle, deed.index, condition.id) for each in happening.used
    )
    if not used:
        return None
    before = deed.window is not None and deed.window.kind != "reaction"
    rule = "agot_lcg.interrupts.once-per-occurrence" if before else "agot_lcg.reactions.once-per-occurrence"
    return Refusal(rule, {"card": deed.handle, "condition": condition.id})


@check("agot_lcg.limits.limit-x-per-period", "has_ability", "is_event_in_hand")
def within_limits(deed: Deed) -> Refusal | None:
    return limit_refusal(deed.case)


@enforces("agot_lcg.limits.limit-x-per-period", "agot_lcg.limits.max-x-per-period")
def limit_refusal(case: Case) -> Refusal | None:
    """Limits of this copy, maxima of all copies with this title."""
    for limit in case.ability.limits:
        used = case.table.usage.get(case.limit_key(limit), 0)
        if used >= limit.times:
            rule = "agot_lcg.limits.max-x-per-period" if limit.title else "agot_lcg.limits.limit-x-per-period"
            return Refusal(rule, {"used": used, "limit": limit.times, "per": limit.per})
    return None


@check("agot_lcg.limited.one-per-round", "is_here")
def within_limited(deed: Deed) -> Refusal | None:
    """At most one limited card a round is marshalled or played."""
    if not any(each.name == "limited" for each in deed.card.printed.keywords):
        return None
    used = deed.table.usage.get(f"round:limited:{deed.seat}", 0)
    allowed = values.allowance(deed.table, deed.seat, "limited")
    if used < allowed.value:
        return None
    return Refusal("agot_lcg.limited.one-per-round", {"used": used, "allowed": allowed.value})


@check("agot_lcg.cannot.absolute", "has_ability", "is_event_in_hand")
def may_trigger(deed: Deed) -> Refusal | None:
    """Nothing says that this player cannot trigger card abilities."""
    if deed.index == DUPLICATE:
        return None
    sources = values.restrictions(deed.table, deed.seat, "trigger-abilities")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("agot_lcg.cannot.absolute", "is_event_in_hand")
def may_play(deed: Deed) -> Refusal | None:
    sources = values.restrictions(deed.table, deed.seat, "play-events")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("agot_lcg.restrictions.must-be-met", "in_this_window")
def restrictions_are_met(deed: Deed) -> Refusal | None:
    return requires_refusal(deed.case)


@enforces(
    "agot_lcg.restrictions.play-restriction",
    "agot_lcg.restrictions.must-be-met",
    "agot_lcg.initiation.step-1-restrictions",
)
def requires_refusal(case: Case) -> Refusal | None:
    for each in case.ability.requires:
        if not each.holds(case, case.you):
            return Refusal("agot_lcg.restrictions.must-be-met", {"needed": str(each.__struct_config__.tag)})
    return None


@check("agot_lcg.abilities.cost-must-be-payable", "has_ability", "is_event_in_hand")
def costs_are_payable(deed: Deed) -> Refusal | None:
    return costs_refusal(deed.case)


@enforces("agot_lcg.abilities.cost-must-be-payable", "agot_lcg.initiation.step-2-determine-cost")
def costs_refusal(case: Case) -> Refusal | None:
    """All costs can be paid in full, after modifiers."""
    if case.is_event and not case.printed.cost_x:
        refusal = gold_refusal(case.table, case.you, values.cost(case.table, case.you, case.printed, "play").value)
        if refusal:
            return refusal
    refusals: Iterator[Refusal | None] = (cost.refusal(case) for cost in case.ability.costs)
    return next((refusal for refusal in refusals if refusal is not None), None)


@enforces("agot_lcg.gold.currency")
def gold_refusal(table: AgotTable, seat: Seat, cost: int) -> Refusal | None:
    have = table.players[seat].gold
    if have >= cost:
        return None
    return Refusal("agot_lcg.abilities.cost-must-be-payable", {"gold": have, "cost": cost})


@check("agot_lcg.save.cannot-be-saved", "condition_fits")
def can_be_saved(deed: Deed) -> Refusal | None:
    """A save is not used where nothing can be saved."""
    condition, happening = deed.condition, deed.happening
    if condition is None or happening is None or not any(isinstance(part, Save) for part in deed.case.parts):
        return None
    if condition.kind == "sacrificed":
        return Refusal("agot_lcg.sacrifice.cannot-be-saved", {"card": condition.card})
    if happening.sure:
        return Refusal("agot_lcg.save.cannot-be-saved", {"card": condition.card})
    if condition.how == "persistent":
        duplicate = deed.index == DUPLICATE
        rule = "duplicate-not-against-persistent" if duplicate else "persistent-condition-needs-removal"
        return Refusal(f"agot_lcg.save.{rule}", {"card": condition.card})
    return None


@check("agot_lcg.cancel.canceled-effect-gone", "condition_fits")
def can_be_canceled(deed: Deed) -> Refusal | None:
    condition = deed.condition
    if condition is None or not any(isinstance(part, Cancel) for part in deed.case.parts):
        return None
    effect = deed.table.effects.get(condition.n)
    if effect is not None and not effect.canceled:
        return None
    return Refusal("agot_lcg.cancel.canceled-effect-gone", {"condition": condition.id})


@check("agot_lcg.targets.too-few-blocks-initiation", "condition_fits", "restrictions_are_met")
@enforces("agot_lcg.targets.checked-with-play-restrictions")
def enough_targets(deed: Deed) -> Refusal | None:
    return targets_refusal(deed.case)


@enforces(
    "agot_lcg.choose.selects-targets",
    "agot_lcg.targets.choose-means-target",
    "agot_lcg.targets.post-initiation-not-checked",
)
def targets_refusal(case: Case) -> Refusal | None:
    refusals: Iterator[Refusal | None] = (target.refusal(case) for target in case.ability.targets)
    return next((refusal for refusal in refusals if refusal is not None), None)


@check("agot_lcg.abilities.must-have-potential-impact", "enough_targets", "condition_fits")
def could_change_something(deed: Deed) -> Refusal | None:
    return impact_refusal(deed.case)


@enforces(
    "agot_lcg.abilities.must-have-potential-impact",
    "agot_lcg.abilities.impact-judged-alone",
    "agot_lcg.costs.no-impact-no-initiation",
    "agot_lcg.effects.not-part-of-effect",
)
def impact_refusal(case: Case) -> Refusal | None:
    """Some part of the effect could change the game, judged without the consequences of the costs."""
    if any(part.potential(case) for part in case.parts):
        return None
    return Refusal("agot_lcg.abilities.must-have-potential-impact", {"card": case.key})


USE: tuple[Check, ...] = (
    is_here,
    is_yours,
    is_active,
    has_ability,
    in_this_window,
    in_this_phase,
    is_not_blank,
    may_trigger,
    condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    within_limits,
    restrictions_are_met,
    can_be_saved,
    can_be_canceled,
    costs_are_payable,
    enough_targets,
    could_change_something,
)

PLAY: tuple[Check, ...] = (
    is_here,
    is_yours,
    is_event_in_hand,
    in_this_window,
    in_this_phase,
    may_play,
    may_trigger,
    within_limited,
    condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    within_limits,
    restrictions_are_met,
    can_be_saved,
    can_be_canceled,
    costs_are_payable,
    enough_targets,
    could_change_something,
)

SAVE: tuple[Check, ...] = (
    is_here,
    is_yours,
    is_duplicate,
    in_this_window,
    condition_is_there,
    condition_fits,
    once_for_each_occurrence,
    can_be_saved,
)


@check("agot_lcg.ambush.pay-x-put-into-play")
@enforces("agot_lcg.restrictions.play-permission")
def in_ambush_window(deed: Deed) -> Refusal | None:
    """Ambush is an action of the challenges phase."""
    if deed.window is not None and deed.window.kind == "action" and deed.table.phase == "challenges":
        return None
    return Refusal("agot_lcg.ambush.pay-x-put-into-play", {"phase": deed.table.phase})


@check("agot_lcg.step.3-window-active-marshals")
@enforces("agot_lcg.active-player.in-marshalling")
def in_marshalling_window(deed: Deed) -> Refusal | None:
    """Cards are marshalled by the active player, in the marshalling window."""
    window = deed.window
    if window is not None and window.name == "marshalling.action" and deed.table.active_player == deed.seat:
        return None
    because: dict[str, object] = {"window": window.name if window else "", "active_player": deed.table.active_player}
    return Refusal("agot_lcg.step.3-window-active-marshals", because)


@check("agot_lcg.costs.out-of-play-elements", "is_here")
def is_in_hand(deed: Deed) -> Refusal | None:
    if deed.card.zone == zone(deed.seat, "hand"):
        return None
    return Refusal("agot_lcg.marshal.as-action", {"card": deed.handle, "area": deed.card.zone})


@check("agot_lcg.ambush.several-values-choose-one", "is_in_hand")
def has_ambush(deed: Deed) -> Refusal | None:
    have = values.ambush_values(deed.table, deed.card)
    x = getattr(deed.command, "x", 0)
    if x in have:
        return None
    rule = "agot_lcg.ambush.several-values-choose-one" if have else "agot_lcg.ambush.pay-x-put-into-play"
    return Refusal(rule, {"card": deed.handle, "ambush": list(have), "x": x})


@check("agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def ambush_is_payable(deed: Deed) -> Refusal | None:
    return gold_refusal(deed.table, deed.seat, getattr(deed.command, "x", 0))


TYPE_OF = {
    MarshalCharacter: "character",
    MarshalLocation: "location",
    MarshalAttachment: "attachment",
}


@check("agot_lcg.marshal.as-action", "is_in_hand")
@enforces("agot_lcg.marshal.events-not-marshalled", "agot_lcg.events.never-enter-play")
def is_of_that_type(deed: Deed) -> Refusal | None:
    wanted, type = TYPE_OF[deed.command.__class__], deed.card.printed.type  # type: ignore[index]
    if type == wanted:
        return None
    rule = "agot_lcg.marshal.events-not-marshalled" if type == "event" else "agot_lcg.marshal.as-action"
    return Refusal(rule, {"card": deed.handle, "type": type})


@check("agot_lcg.cannot.absolute", "is_in_hand")
def may_marshal(deed: Deed) -> Refusal | None:
    sources = values.restrictions(deed.table, deed.seat, f"marshal-{deed.card.printed.type}")
    return Refusal("agot_lcg.cannot.absolute", {"because_of": list(sources)}) if sources else None


@check("agot_lcg.unique.one-instance-per-player", "is_in_hand")
def uniqueness_allows(deed: Deed) -> Refusal | None:
    refusal = may_enter(deed.table, deed.seat, deed.card)
    if refusal is not None:
        return refusal
    if isinstance(deed.command, AmbushCard) or base_for(deed.table, deed.seat, deed.card) is None:
        return None
    return Refusal("agot_lcg.unique.duplicates-free", {"card": deed.handle, "marshal": "marshal_duplicate"})


@check("agot_lcg.abilities.cost-must-be-payable", "is_in_hand")
def marshalling_is_payable(deed: Deed) -> Refusal | None:
    cost = values.cost(deed.table, deed.seat, deed.card.printed, "marshal").value
    return gold_refusal(deed.table, deed.seat, cost)


@check("agot_lcg.attachments.need-legal-host", "is_in_hand")
def host_is_legal(deed: Deed) -> Refusal | None:
    """An attachment needs a host that takes it."""
    host = Handle(getattr(deed.command, "host", ""))
    if deed.card.printed.type != "attachment" or base_for(deed.table, deed.seat, deed.card) is not None:
        if not host:
            return None
        return Refusal("agot_lcg.attachments.need-legal-host", {"host": host, "type": deed.card.printed.type})
    return attachable(deed.table, deed.seat, deed.card.printed, host)


@check("agot_lcg.duplicates.definition", "is_in_hand")
def has_base(deed: Deed) -> Refusal | None:
    """A duplicate needs a copy in play that its player owns and controls."""
    if base_for(deed.table, deed.seat, deed.card) is not None:
        return None
    return Refusal("agot_lcg.duplicates.definition", {"card": deed.handle, "title": deed.card.printed.title})


@check("agot_lcg.dead-pile.blocks-duplicates", "is_in_hand")
def dead_pile_allows(deed: Deed) -> Refusal | None:
    refusal = may_enter(deed.table, deed.seat, deed.card)
    if refusal is None:
        return None
    rule = refusal.rule.replace("dead-pile.blocks-unique", "dead-pile.blocks-duplicates")
    return Refusal(rule, refusal.because)


MARSHAL: tuple[Check, ...] = (
    in_marshalling_window,
    is_here,
    is_in_hand,
    is_of_that_type,
    may_marshal,
    within_limited,
    uniqueness_allows,
    marshalling_is_payable,
)

AMBUSH: tuple[Check, ...] = (
    in_ambush_window,
    is_here,
    is_in_hand,
    has_ambush,
    ambush_is_payable,
    dead_pile_allows,
    host_is_legal,
)


@check("agot_lcg.step.4-2-declare-type")
@enforces("agot_lcg.icons.types")
def is_a_challenge_type(deed: Deed) -> Refusal | None:
    kind = challenge_of(deed).kind
    return None if kind in CHALLENGES else Refusal("agot_lcg.step.4-2-declare-type", {"kind": kind})


def challenge_of(deed: Deed) -> InitiateChallenge:
    assert isinstance(deed.command, InitiateChallenge)
    return deed.command


@check("agot_lcg.step.4-2-declare-opponent")
def is_an_opponent(deed: Deed) -> Refusal | None:
    against = challenge_of(deed).against
    if against in deed.table.opponents(deed.seat):
        return None
    return Refusal("agot_lcg.step.4-2-declare-opponent", {"against": against})


@check("agot_lcg.step.4-2-one-of-each-type", "is_a_challenge_type")
def type_is_left(deed: Deed) -> Refusal | None:
    kind = challenge_of(deed).kind
    used = deed.table.usage.get(f"phase:challenge:{kind}:{deed.seat}", 0)
    allowed = values.allowance(deed.table, deed.seat, "challenges", kind)
    if used < allowed.value:
        return None
    return Refusal("agot_lcg.step.4-2-one-of-each-type", {"kind": kind, "used": used, "allowed": allowed.value})


@check("agot_lcg.cannot.absolute", "is_a_challenge_type")
def challenge_is_allowed(deed: Deed) -> Refusal | None:
    """No card says that this player cannot initiate such a challenge, or only so many."""
    table, kind = deed.table, challenge_of(deed).kind
    if sources := values.restrictions(table, deed.seat, f"initiate-{kind}"):
        return Refusal("agot_lcg.cannot.absolute", {"kind": kind, "because_of": list(sources)})
    in_all = values.allowance(table, deed.seat, "challenges-in-all", base=99)
    used = sum(table.usage.get(f"phase:challenge:{each}:{deed.seat}", 0) for each in CHALLENGES)
    if used < in_all.value:
        return None
    return Refusal("agot_lcg.golden.card-over-rules", {"used": used, "allowed": in_all.value})


@check("agot_lcg.step.4-2-at-least-one-attacker")
def somebody_attacks(deed: Deed) -> Refusal | None:
    if challenge_of(deed).attackers:
        return None
    return Refusal("agot_lcg.step.4-2-at-least-one-attacker", {"attackers": 0})


@check("agot_lcg.step.4-2-attacker-eligibility", "is_a_challenge_type")
def attackers_are_eligible(deed: Deed) -> Refusal | None:
    command = challenge_of(deed)
    for card in command.attackers:
        if because := not_eligible(deed.table, deed.seat, card, command.kind, "attack"):
            return Refusal("agot_lcg.step.4-2-attacker-eligibility", {"card": card, **because})
    return None


@enforces("agot_lcg.icons.allow-declaration")
def not_eligible(table: AgotTable, seat: Seat, handle: Handle, kind: str, deed: str) -> dict[str, object]:
    """Why a character may not be declared as attacker or defender; empty if it may."""
    card = table.cards.get(handle)
    if card is None or card.type != "character" or not table.is_in_play(handle) or card.controller != seat:
        return {"is": "no character that you control"}
    if card.kneeling:
        return {"is": "kneeling"}
    if not values.has_icon(table, card, kind):
        return {"icons": list(values.icons(table, card)), "needed": kind}
    if sources := values.card_cannot(table, card, deed):
        return {"cannot": deed, "because_of": list(sources)}
    return {}


@check("agot_lcg.golden.card-over-rules")
def not_too_many_attackers(deed: Deed) -> Refusal | None:
    return too_many(deed, "attackers", challenge_of(deed).attackers)


def too_many(deed: Deed, side: str, declared: tuple[Handle, ...]) -> Refusal | None:
    allowed = values.allowance(deed.table, deed.seat, side, base=99).value
    if len(declared) <= allowed:
        return None
    return Refusal("agot_lcg.golden.card-over-rules", {side: len(declared), "allowed": allowed})


@check("agot_lcg.step.4-2-declare-attackers-kneel")
def attackers_are_different(deed: Deed) -> Refusal | None:
    attackers = challenge_of(deed).attackers
    if len(set(attackers)) == len(attackers):
        return None
    return Refusal("agot_lcg.step.4-2-declare-attackers-kneel", {"attackers": list(attackers)})


@check("agot_lcg.stealth.bypass", "is_an_opponent", "attackers_are_eligible")
def stealth_is_legal(deed: Deed) -> Refusal | None:
    """Each attacker with stealth may bypass one character of the defender without stealth, each another."""
    command, table = challenge_of(deed), deed.table
    targets = list(command.stealth.values())
    for attacker, target in command.stealth.items():
        if attacker not in command.attackers or not values.has_keyword(table, table.cards[attacker], "stealth"):
            return Refusal("agot_lcg.stealth.bypass", {"attacker": attacker})
        if target not in table.characters(command.against):
            return Refusal("agot_lcg.stealth.bypass", {"target": target})
        if values.has_keyword(table, table.cards[target], "stealth"):
            return Refusal("agot_lcg.stealth.target-without-stealth", {"target": target})
    if len(set(targets)) < len(targets):
        return Refusal("agot_lcg.stealth.bypass", {"targets": targets})
    return None


@check("agot_lcg.step.4-2-1-defender-eligibility")
def defenders_are_eligible(deed: Deed) -> Refusal | None:
    challenge = deed.table.challenge
    assert isinstance(deed.command, DeclareDefenders) and challenge is not None
    for card in deed.command.defenders:
        if because := not_eligible(deed.table, deed.seat, card, challenge.kind, "defend"):
            return Refusal("agot_lcg.step.4-2-1-defender-eligibility", {"card": card, **because})
    return None


@check("agot_lcg.step.4-2-1-declare-defenders")
def defenders_are_different(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, DeclareDefenders)
    defenders = deed.command.defenders
    if len(set(defenders)) == len(defenders):
        return None
    return Refusal("agot_lcg.step.4-2-1-declare-defenders", {"defenders": list(defenders)})


@check("agot_lcg.stealth.bypassed-cannot-defend")
def defenders_are_not_bypassed(deed: Deed) -> Refusal | None:
    challenge = deed.table.challenge
    assert isinstance(deed.command, DeclareDefenders) and challenge is not None
    bypassed = [card for card in deed.command.defenders if card in challenge.bypassed]
    return Refusal("agot_lcg.stealth.bypassed-cannot-defend", {"bypassed": bypassed}) if bypassed else None


@check("agot_lcg.golden.card-over-rules")
def not_too_many_defenders(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, DeclareDefenders)
    return too_many(deed, "defenders", deed.command.defenders)


@check("agot_lcg.step.1-2-choose-plot")
def plot_is_in_plot_deck(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, ChoosePlot)
    if deed.command.plot in deed.table.zone(zone(deed.seat, "plots")):
        return None
    return Refusal("agot_lcg.step.1-2-choose-plot", {"plot": deed.command.plot})


@check("agot_lcg.military-claim.each-character-once")
def victims_are_different(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, ChooseClaimCharacters)
    chosen = deed.command.characters
    if len(set(chosen)) == len(chosen):
        return None
    return Refusal("agot_lcg.military-claim.each-character-once", {"characters": list(chosen)})


@check("agot_lcg.military-claim.choose-and-kill")
def victims_are_own_characters(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, ChooseClaimCharacters)
    own = deed.table.characters(deed.seat)
    foreign = [card for card in deed.command.characters if card not in own]
    return Refusal("agot_lcg.military-claim.choose-and-kill", {"not_yours": foreign}) if foreign else None


@check("agot_lcg.step.7-3-no-voluntary-discard")
def discards_what_is_over(deed: Deed) -> Refusal | None:
    """Exactly so many cards are discarded that the reserve is kept."""
    assert isinstance(deed.command, DiscardToReserve)
    hand = len(deed.table.zone(zone(deed.seat, "hand")))
    reserve = values.plot_value(deed.table, deed.seat, "reserve").value
    over, given = max(0, hand - reserve), len(deed.command.cards)
    if given == over:
        return None
    rule = "agot_lcg.step.7-3-no-voluntary-discard" if given > over else "agot_lcg.step.7-3-discard-down"
    return Refusal(rule, {"hand": hand, "reserve": reserve, "discarded": given})


@check("agot_lcg.intimidate.kneel-loser-character")
def intimidated_is_weak_enough(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, UseIntimidate)
    challenge, target = deed.table.challenge, deed.command.target
    if challenge is None or not target:
        return None
    if target not in deed.table.characters(challenge.loser):
        return Refusal("agot_lcg.intimidate.any-character-of-loser", {"target": target})
    strength = values.strength(deed.table, target).value
    if strength <= challenge.margin and not deed.table.cards[target].kneeling:
        return None
    because: dict[str, object] = {"strength": strength, "margin": challenge.margin, "kneeling": deed.table.cards[target].kneeling}
    return Refusal("agot_lcg.intimidate.kneel-loser-character", because)


@check("agot_lcg.setup.step-8-types")
def setup_types(deed: Deed) -> Refusal | None:
    assert isinstance(deed.command, PlaceSetupCards)
    hand = deed.table.zone(zone(deed.seat, "hand"))
    for card in deed.command.cards:
        if card not in hand or deed.table.cards[card].printed.type == "event":
            return Refusal("agot_lcg.setup.step-8-types", {"card": card})
    return None


@check("agot_lcg.attachments.need-legal-host")
def setup_hosts(deed: Deed) -> Refusal | None:
    """In set-up an attachment goes on an eligible card of the same player."""
    assert isinstance(deed.command, AttachSetupCards)
    for card, host in deed.command.hosts.items():
        if card not in deed.table.cards or host not in deed.table.play_area(deed.seat):
            return Refusal("agot_lcg.setup.step-8-attachment-needs-host", {"card": card, "host": host})
        if refusal := attachable(deed.table, deed.seat, deed.table.cards[card].printed, host):
            return refusal
    return None


CHECKS: dict[type, tuple[Check, ...]] = {
    InitiateAction: USE,
    UseInterrupt: USE,
    UseReaction: USE,
    PlayEvent: PLAY,
    UseDuplicateSave: SAVE,
    AmbushCard: AMBUSH,
    MarshalCharacter: MARSHAL,
    MarshalLocation: MARSHAL,
    MarshalAttachment: (*MARSHAL, host_is_legal),
    MarshalDuplicate: (in_marshalling_window, is_here, is_in_hand, has_base, dead_pile_allows),
    ChoosePlot: (plot_is_in_plot_deck,),
    InitiateChallenge: (
        is_a_challenge_type,
        is_an_opponent,
        type_is_left,
        challenge_is_allowed,
        somebody_attacks,
        attackers_are_eligible,
        attackers_are_different,
        not_too_many_attackers,
        stealth_is_legal,
    ),
    DeclareDefenders: (
        defenders_are_eligible,
        defenders_are_different,
        defenders_are_not_bypassed,
        not_too_many_defenders,
    ),
    ChooseClaimCharacters: (victims_are_different, victims_are_own_characters),
    DiscardToReserve: (discards_what_is_over,),
    UseIntimidate: (intimidated_is_weak_enough,),
    PlaceSetupCards: (setup_types,),
    AttachSetupCards: (setup_hosts,),
}
