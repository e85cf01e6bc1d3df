"""What cards have and may do now, by constant abilities and lasting effects beside what is printed on them."""

from __future__ import annotations

from domain.cardgame.in_play.active_constants import (
    card_lines,
    constants,
    is_at_work,
    is_blank,
    is_touched,
    lasting_effects,
    touches,
)
from domain.cardgame.pool.keyword_lines import Keyword
from domain.cardgame.table import CardGameTable, CardState, rules_of_table
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.occurring.conditions import CardSnapshot


def keeps_traits(table: CardGameTable, card: CardState) -> bool:
    """Whether everything that blanks a card leaves its traits."""
    return not is_touched(table, "blank", card, "")


def has_trait(table: CardGameTable, card: CardState, trait: str) -> bool:
    if not card.has_characteristics:
        return False
    if trait in card.printed.traits and keeps_traits(table, card):
        return True
    return is_touched(table, "trait", card, trait)


def traits(table: CardGameTable, card: CardState) -> tuple[str, ...]:
    """The traits of a card, printed ones first."""
    if not card.has_characteristics:
        return ()
    gained = tuple(name for _, name, _, _ in touches(table, "trait", card))
    printed = card.printed.traits if keeps_traits(table, card) else ()
    return tuple(dict.fromkeys(printed + gained))


def has_keyword(table: CardGameTable, card: CardState, name: str) -> bool:
    if not card.has_characteristics:
        return False
    for each in card.printed.keywords:
        if each.name == name:
            if not is_blank(table, card):
                return True
            break
    return is_touched(table, "keyword", card, name)


def keywords(table: CardGameTable, card: CardState) -> tuple[Keyword, ...]:
    """The keywords of a card, each once; instances with different parameters are different."""
    if not card.has_characteristics:
        return ()
    own: tuple[Keyword, ...] = card.printed.keywords
    printed = own if own and not is_blank(table, card) else ()
    numbered = rules_of_table(table).numbered_keywords
    gained = [
        Keyword(name, amount if name in numbered else None) for _, name, amount, _ in touches(table, "keyword", card)
    ]
    return tuple(dict.fromkeys((*printed, *gained))) if gained else printed


def card_number(table: CardGameTable, card: CardState, what: str, base: float) -> TracedNumber:
    """A number of a card in play: what is printed, with the constant abilities and lasting effects that change it."""
    return trace_number(base, card_lines(table, what, card) if is_at_work(table, what) else ())


def take_snapshot(table: CardGameTable, card: CardState) -> CardSnapshot:
    """The type and the traits of a card in play, for abilities that refer to it after it has left."""
    marks = [f"type:{card.type}"] if card.type else []
    marks += [f"trait:{trait}" for trait in traits(table, card)]
    return CardSnapshot(card.key, card.owner, card.controller, tuple(marks))


def seat_lines(table: CardGameTable, seat: Seat, what: str, name: str = "") -> list[TraceLine]:
    """The changes to a player's number by constant abilities and lasting effects."""
    if not is_at_work(table, what):
        return []
    lines = [
        TraceLine(context.key, constant.value(context), constant.how, table.cards[context.me].entered)
        for context, constant in constants(table, what)
        if (not constant.name or constant.name == name) and constant.concerns(context, seat)
    ]
    lines += [
        TraceLine(effect.source, effect.amount, effect.how, effect.id)
        for effect in lasting_effects(table, what)
        if effect.seat == seat and (not effect.name or effect.name == name)
    ]
    return lines


def allowance(table: CardGameTable, seat: Seat, what: str, name: str = "", base: int = 1) -> TracedNumber:
    """The number of times a player may do something: challenges of a type, limited cards, declared characters."""
    return trace_number(base, seat_lines(table, seat, what, name), source="rules")


def restrictions(table: CardGameTable, seat: Seat, deed: str) -> tuple[str, ...]:
    """The cards that forbid a player to do something."""
    if not is_at_work(table, "cannot", deed):
        return ()
    by_constant = [
        context.key
        for context, constant in constants(table, "cannot")
        if constant.name == deed and constant.concerns(context, seat)
    ]
    by_lasting = [each.source for each in lasting_effects(table, "cannot") if each.name == deed and each.seat == seat]
    return (*by_constant, *by_lasting)


def is_restricted(table: CardGameTable, seat: Seat, deeds: tuple[str, ...]) -> bool:
    """Whether a card forbids a player to do one of these things."""
    return is_at_work(table, "cannot") and any(restrictions(table, seat, deed) for deed in deeds)


def card_cannot(table: CardGameTable, card: CardState, deed: str) -> tuple[str, ...]:
    """The cards that forbid a card to do or suffer something (attack, defend, kneel, stand, leave play...)."""
    if not is_at_work(table, "card-cannot", deed):
        return ()
    return tuple(source for source, _, _, _ in touches(table, "card-cannot", card, deed))


def can_leave_play(table: CardGameTable, card: CardState) -> bool:
    """Whether nothing forbids a card to leave play."""
    return not card_cannot(table, card, "leave-play")


def card_does_not(table: CardGameTable, card: CardState, deed: str) -> bool:
    """Whether a card is exempt from a rule (kneeling to attack, counting its STR)."""
    return is_touched(table, "card-does-not", card, deed)


def card_must(table: CardGameTable, card: CardState, deed: str) -> tuple[str, ...]:
    """The cards that say a character must be declared (attack, defend) if it can."""
    return tuple(source for source, _, _, _ in touches(table, "card-must", card, deed))
