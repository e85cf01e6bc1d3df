"""Requirements: conditions of the table, the conflict or this card, which hold or do not hold."""

from __future__ import annotations

from domain.cardgame.table import ability_of
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import Amount, AmountWord, CardFilter, amount, seats_of
from domain.games.l5r import numbers_in_play
from domain.games.l5r.abilities.repetition import SECOND
from domain.games.l5r.chart.conflict.outcome import held_key
from domain.games.l5r.state import CONFLICTS, L5rContext
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone, zone_kind


class During(Requirement, frozen=True, tag="during"):
    """A conflict is under way; with `conflict`, one of this type, with `ring`, one of this element.

    `attacked`: it is at this province, or at the one in which this card lies. `you: attacking` and `you: defending` ask
    for your side in it. `first`: it is the first conflict of its type in this round. `no` demands the opposite.
    """

    conflict: str = ""
    ring: str = ""
    attacked: bool = False
    you: str = ""
    first: bool = False
    no: bool = False

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        return self.is_so(context) != self.no

    def is_so(self, context: L5rContext) -> bool:
        now = context.table.contest
        if now is None or (self.conflict and now.kind != self.conflict):
            return False
        if self.ring and self.ring not in numbers_in_play.conflict_elements(context.table):
            return False
        if self.attacked and not is_attacked_here(context):
            return False
        if self.first and context.table.usage.get(held_key(now.kind)):
            return False
        if self.you == "attacking":
            return now.attacker == context.you
        return self.you != "defending" or now.defender == context.you

    def in_words(self) -> str:
        kind = " ".join(each for each in (self.conflict, self.ring) if each)
        words = f"{'no' if self.no else 'a'} {kind} conflict" if kind else "no conflict" if self.no else "a conflict"
        return words + (" at this province" if self.attacked else "") + (f" with you {self.you}" if self.you else "")


def is_attacked_here(context: L5rContext) -> bool:
    """Whether the conflict is at the province of the card of an ability."""
    now, card = context.table.contest, context.table.cards.get(context.me)
    return now is not None and card is not None and (card.controller, card.slot) == (now.defender, now.slot)


class Participates(Requirement, frozen=True, tag="participates"):
    """This card participates in a conflict; with `conflict`, in one of this type.

    `side` asks for a side, also for the `winning` one of a conflict that is decided. With `host` the card that this one
    is attached to is meant. With `alone` it is the only participant of its side, with `no` it does not participate so.
    """

    conflict: str = ""
    side: str = "any"
    host: bool = False
    alone: bool = False
    no: bool = False

    @enforces("l5r.conflict.character-wins", "l5r.conflict.character-loses")
    def holds(self, context: L5rContext, seat: Seat) -> bool:
        return self.takes_part(context) != self.no

    def takes_part(self, context: L5rContext) -> bool:
        now = context.table.contest
        if now is None or (self.conflict and now.kind != self.conflict):
            return False
        card = context.host if self.host else context.me
        side = now.side(card)
        if self.alone and not now.is_alone(card):
            return False
        if self.side == "winning":
            return bool(now.winner) and card in now.own_side(now.winner)
        return bool(side) if self.side == "any" else side == self.side

    def in_words(self) -> str:
        who = "the card that it is on" if self.host else "this card"
        side = "participating" if self.side == "any" else self.side
        kind = f"{self.conflict} conflict" if self.conflict else "conflict"
        return f"{who} {'not ' if self.no else ''}{side}{' alone' if self.alone else ''} in a {kind}"


class Exceeds(Requirement, frozen=True, tag="exceeds"):
    """An amount is greater than another one, by at least `by`. By 0 it may be equal."""

    more: Amount
    than: Amount
    by: int = 1

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        return amount(context, self.more) >= amount(context, self.than) + self.by

    def in_words(self) -> str:
        return f"{amount_words(self.more)} to exceed {amount_words(self.than)}" + (
            f" by {self.by}" if self.by > 1 else ""
        )


def amount_words(word: Amount) -> str:
    """An amount in words, as far as it can be named shortly."""
    if not isinstance(word, AmountWord):
        return str(word)
    whose = getattr(word, "who", "") or getattr(getattr(word, "of", None), "controller", "")
    return f"{str(word.__struct_config__.tag).replace('_', ' ')}{f' of {whose}' if whose else ''}"


class Won(Requirement, frozen=True, tag="won"):
    """A player has won a conflict in this period, of a type that is given or of any; with `lost` lost one.

    `no` demands the opposite.
    """

    conflict: str = ""
    period: str = "phase"
    who: str = "you"
    lost: bool = False
    no: bool = False

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        what, kinds = "lost" if self.lost else "won", (self.conflict,) if self.conflict else CONFLICTS
        seats = seats_of(context, self.who)
        keys = (f"{self.period}:{what}:{kind}:{each}" for kind in kinds for each in seats)
        return any(context.table.usage.get(key) for key in keys) != self.no

    def in_words(self) -> str:
        kind = f"{self.conflict} conflict" if self.conflict else "conflict"
        return f"{'no ' if self.no else ''}{kind} {'lost' if self.lost else 'won'} this {self.period}"


class Unopposed(Requirement, frozen=True, tag="unopposed"):
    """The conflict was decided, and the defending player had no participant."""

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        now = context.table.contest
        return now is not None and now.decided and now.winner == now.attacker and not now.opposed

    def in_words(self) -> str:
        return "an unopposed conflict"


class BrokeProvince(Requirement, frozen=True, tag="broke_province"):
    """The conflict broke the attacked province."""

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        now = context.table.contest
        return now is not None and now.broke

    def in_words(self) -> str:
        return "a conflict that broke the province"


class HasFavor(Requirement, frozen=True, tag="has_favor"):
    """A player has the Imperial Favor."""

    who: str = "you"

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        favor = context.table.favor
        return favor is not None and favor.holder in seats_of(context, self.who)

    def in_words(self) -> str:
        return f"the Imperial Favor with {self.who}"


class ClaimedRing(Requirement, frozen=True, tag="claimed_ring"):
    """A ring of this element is among those that you have claimed; with `of_role` the answered ring is your role's."""

    ring: str = ""
    of_role: bool = False

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        table = context.table
        if not self.of_role:
            return self.ring in table.claimed_rings(context.you)
        roles = (table.cards[each].printed.elements for each in table.zone(zone(context.you, "role")))
        return context.about is not None and any(context.about.name in elements for elements in roles)

    def in_words(self) -> str:
        return "a ring of your role" if self.of_role else f"the ring of {self.ring} claimed"


class Selected(Requirement, frozen=True, tag="selected"):
    """This option was selected."""

    option: str
    name: str = "option"

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        return self.option in context.picks(self.name)

    def in_words(self) -> str:
        return f"{self.option} to be selected"


class MeIn(Requirement, frozen=True, tag="me_in"):
    """This card lies in one of these areas out of play; its ability works from there alone."""

    areas: tuple[str, ...]

    @enforces("l5r.ability.source-in-play")
    def holds(self, context: L5rContext, seat: Seat) -> bool:
        card = context.table.cards.get(context.me)
        return card is None or (zone_kind(card.zone) in self.areas and not card.facedown)

    def in_words(self) -> str:
        return f"this card in {' or '.join(self.areas)}"


class Targets(Requirement, frozen=True, tag="targets"):
    """The ability that is about to initiate has a card among its targets that fits `cards`."""

    cards: CardFilter

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        about, table = context.about, context.table
        effect = table.effects.get(about.n) if about is not None else None
        if effect is None:
            return False
        names = [getattr(each, "name", "") for each in ability_of(table, effect.key, effect.ability).targets]
        chosen = (Handle(card) for name in names for card in effect.picks(name))
        return any(card in table.cards and self.cards.fits(context, card) for card in chosen)

    def in_words(self) -> str:
        return f"{self.cards.in_words()} as a target"


class FirstResolution(Requirement, frozen=True, tag="first_resolution"):
    """The ability resolves for the first time, and not once more."""

    def holds(self, context: L5rContext, seat: Seat) -> bool:
        return not context.effect.has(SECOND)

    def in_words(self) -> str:
        return "to resolve for the first time"
