"""Judges' questions about this game: numbers, limits, marks in a timeline, and why a window offers nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.cardgame import questions
from domain.cardgame.facts.cards import CardsDiscarded, CardsSacrificed
from domain.cardgame.facts.course import PhaseBegan, RoundBegan
from domain.cardgame.in_play.costs import card_cost
from domain.games.l5r.chart.conflict.ring_effects import stopping_cards
from domain.games.l5r.facts.conflicts import ProvinceBroken
from domain.games.l5r.facts.players import HonorGained, HonorGiven, HonorLost
from domain.games.l5r.numbers_in_play import (
    bid_value,
    fate_value,
    glory,
    glory_count,
    has_dash,
    province_strength,
    side_skill,
    skill,
)
from domain.games.l5r.pool.card_fields import PLAYED
from domain.games.l5r.state import CONFLICTS, L5rCard, L5rTable, current_conflict
from domain.kernel.facts import Fact
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import Seat, Viewer, zone
from domain.kernel.numbers import RuleNumber
from domain.kernel.refusals import Refusal

limits = questions.limits
reasons = questions.reasons
marks: dict[type[Fact], str] = {
    RoundBegan: "round",
    PhaseBegan: "phase",
    HonorGained: "power",
    HonorLost: "power",
    HonorGiven: "power",
    ProvinceBroken: "loss",
    CardsSacrificed: "loss",
    CardsDiscarded: "loss",
}
OF_SEATS = ("bid", "fate-value", "glory-count")
number_names = (*CONFLICTS, "glory", "province-strength", *OF_SEATS, "cost", "attack", "defense")


# choices that do nothing although another choice does something; passes in windows belong to the kernel
declines: dict[str, tuple[str, Any]] = {
    "pass_conflict": ("type", "pass_conflict"),
    "declare_defenders": ("defenders", []),
    "decline_ring": ("type", "decline_ring"),
    "mulligan_provinces": ("cards", []),
    "mulligan_hand": ("cards", []),
    "discard_from_provinces": ("cards", []),
}


def why_unasked(table: L5rTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    """Why a player was not asked for the effect of a ring, for cards in a province, or for the Imperial Favor."""
    why = UNASKED.get(question.question)
    return why(table, seat) if why is not None else None


def no_ring_effect(table: L5rTable, seat: Seat) -> Refusal | None:
    """Why the attacking player was not asked for the effect of the ring: a card cancels it, or that player lost."""
    now = current_conflict(table)
    if seat != now.attacker:
        return None
    if now.winner == seat:
        by = stopping_cards(table, seat)
        return Refusal("l5r.cancel.definition", {"winner": seat, **({"because_of": list(by)} if by else {})})
    because = {"winner": now.winner, "attack": now.attack, "defense": now.defense}
    return Refusal("l5r.conflict.3-2-6-otherwise-nothing", because)


def no_broken_province(table: L5rTable, seat: Seat) -> Refusal | None:
    """Why the attacking player was not asked for cards in the province: it is not broken."""
    now = current_conflict(table)
    province = table.province(now.defender, now.slot)
    if seat != now.attacker or now.broke or province is None:
        return None
    because = {"winner": now.winner, "margin": now.margin, "strength": province_strength(table, province).value}
    return Refusal("l5r.conflict.3-2-5-otherwise-nothing", because)


def no_favor(table: L5rTable, seat: Seat) -> Refusal:
    """Why nobody was asked for a side of the Imperial Favor: the totals of glory are equal."""
    totals = {each: glory_count(table, each).value for each in table.player_order()}
    return Refusal("l5r.favor.3-4-2-tie", {"totals": totals})


UNASKED: Mapping[str, Callable[[L5rTable, Seat], Refusal | None]] = {
    "ring-effect": no_ring_effect,
    "broken-province": no_broken_province,
    "favor": no_favor,
}


def numbers(table: L5rTable, viewer: Viewer) -> Iterator[RuleNumber]:
    """Every number that the rules compute now for things that the viewer sees."""
    for handle in table.all_characters():
        yield from character_numbers(table, table.cards[handle])
    for seat in table.remaining_seats():
        yield from province_numbers(table, seat, viewer)
        yield RuleNumber("bid", seat, bid_value(table, seat))
        yield RuleNumber("fate-value", seat, fate_value(table, seat))
        yield RuleNumber("glory-count", seat, glory_count(table, seat))
        yield from costs(table, seat, viewer)
    now = table.contest
    if now is not None:
        yield RuleNumber("attack", now.attacker, side_skill(table, now.attacker))
        yield RuleNumber("defense", now.defender, side_skill(table, now.defender))


def character_numbers(table: L5rTable, card: L5rCard) -> Iterator[RuleNumber]:
    """The skills of a character, but for a dash, and its glory."""
    for kind in CONFLICTS:
        if not has_dash(card, kind):
            yield RuleNumber(kind, card.handle, skill(table, card, kind))
    yield RuleNumber("glory", card.handle, glory(table, card))


def province_numbers(table: L5rTable, seat: Seat, viewer: Viewer) -> Iterator[RuleNumber]:
    """The strengths of the provinces of a player that a viewer knows."""
    for province in table.province_cards(seat):
        if table.sees_card(viewer, province):
            yield RuleNumber("province-strength", province.handle, province_strength(table, province))


def costs(table: L5rTable, seat: Seat, viewer: Viewer) -> Iterator[RuleNumber]:
    """The costs of the cards that a player may play from hand or from provinces, as far as a viewer knows them."""
    lying = (table.cards[each] for kind in ("hand", "row") for each in table.zone(zone(seat, kind)))
    for card in lying:
        if table.sees_card(viewer, card) and card.printed.type in PLAYED:
            yield RuleNumber("cost", card.handle, card_cost(table, seat, card.printed, "play"))
