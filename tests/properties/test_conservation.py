"""Conservation: no card is lost or made, gold and power change only by the facts that say so.

Each action is folded fact by fact; after every fact the counts are taken again, so that a change is found at the
fact that made it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from domain.cardgame.facts.cards import TokensPlaced
from domain.games.agot_lcg.facts.cards import GoldGained, GoldSpent, PowerPlaced
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.cards import CardsMoved
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat, zone
from domain.match.aggregate import decode_event
from tests.builders import ENDLESS, POLICIES, Dice, Player, acted, opened_from, played
from tests.decks import IMPLEMENTED, opened_at_random

SAMPLE = 5

Amounts = dict[str, int]
"""How much there is of each; nothing is not listed, so that equal amounts are equal mappings."""


class Counts(NamedTuple):
    """All that is counted on a table."""

    gold: Amounts
    power: Amounts
    tokens: Amounts
    brought: dict[tuple[str, str], int]


def counted(table: AgotTable) -> Counts:
    """Gold of each player, power and named tokens on each card, and which cards each player owns, wherever they are."""
    lying = table.cards.items()
    return Counts(
        {seat: player.gold for seat, player in table.players.items() if player.gold},
        {handle: card.power for handle, card in lying if card.power},
        {f"{handle} {name}": n for handle, card in lying if card.tokens for name, n in card.tokens.items() if n},
        dict(Counter([(card.owner, card.key) for card in table.cards.values()])),
    )


def gold_said(fact: Fact) -> Iterable[tuple[str, int]]:
    if isinstance(fact, GoldGained):
        yield fact.seat, fact.gold
    elif isinstance(fact, GoldSpent):
        yield fact.seat, -fact.gold


def power_said(fact: Fact, table: AgotTable) -> Iterable[tuple[str, int]]:
    """What a fact says of power; a card that leaves play loses what it had."""
    if isinstance(fact, PowerPlaced):
        yield from fact.on
    elif isinstance(fact, CardsMoved):
        for move in fact.moves:
            had = table.cards[move.old].power
            yield move.old, -had
            yield move.new, had if stays_in_play(table, move) else 0


def tokens_said(fact: Fact, table: AgotTable) -> Iterable[tuple[str, int]]:
    if isinstance(fact, TokensPlaced):
        yield f"{fact.card} {fact.name}", fact.n
    elif isinstance(fact, CardsMoved):
        for move in fact.moves:
            for name, n in table.cards[move.old].tokens.items():
                yield f"{move.old} {name}", -n
                yield f"{move.new} {name}", n if stays_in_play(table, move) else 0


def stays_in_play(table: AgotTable, move: Any) -> bool:
    kinds = table.zone_kinds
    return all(kinds[area.partition(".")[2]].in_play for area in (move.source, move.to))


def changed(before: Amounts, said: Iterable[tuple[str, int]]) -> Amounts:
    after = Counter(before)
    for name, n in said:
        after[name] += n
    return {name: n for name, n in after.items() if n}


def check_fact(table: AgotTable, fact: Fact, before: Counts) -> Counts:
    """Fold one fact into a table and compare every count with what the fact says; the counts after it."""
    expected = Counts(
        changed(before.gold, gold_said(fact)),
        changed(before.power, power_said(fact, table)),
        changed(before.tokens, tokens_said(fact, table)),
        before.brought,
    )
    fact.apply(table)
    found = counted(table)
    assert found == expected, fact
    return found


def check_places(table: AgotTable) -> None:
    """Every card lies in exactly one zone, on a card in play if it is on one, and nothing is below zero."""
    lying = [(handle, area) for area, zone in table.zones.items() for handle in zone]
    assert Counter(lying) == Counter((handle, card.zone) for handle, card in table.cards.items())
    for handle, card in table.cards.items():
        assert card.handle == handle
        assert min(card.power, card.gold, *card.tokens.values(), 0) == 0, handle
        check_host(table, handle)
    assert all(player.gold >= 0 for player in table.players.values())


def check_host(table: AgotTable, handle: Any) -> None:
    """An attachment or duplicate in play is on a card in play; nothing else is on anything."""
    card = table.cards[handle]
    is_on_something = table.is_in_play(handle) and (card.duplicate or card.type == "attachment")
    assert bool(card.host) == bool(is_on_something), f"{card.key} in {card.zone} is on {card.host!r}"
    if card.host:
        assert table.is_in_play(card.host), f"{card.key} is on a card that is not in play"


def check_conservation(seed: int, policy: str, factions: tuple[str, ...] = IMPLEMENTED) -> int:
    """One match; returns how many facts were checked."""
    opening = opened_at_random(seed, policy, factions)
    owned = Counter(card.owner for card in opening.match.table.cards.values())
    facts = 0
    for step in played(opening.match, Player(Dice(f"count {seed}")), ENDLESS):
        table = step.before.table.branch()
        counts = counted(table)
        for fact in facts_of(step):
            counts = check_fact(table, fact, counts)
            facts += 1
        check_places(table)
        assert Counter(card.owner for card in table.cards.values()) == owned
    return facts


def facts_of(step: Any) -> tuple[Fact, ...]:
    facts: tuple[Fact, ...] = decode_event(step.before, step.following.payload).facts
    return facts


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(SAMPLE))
def test_cards_tokens_gold_and_power_are_conserved(policy: str, seed: int) -> None:
    assert check_conservation(seed, policy) > 0


@pytest.mark.parametrize("fact", [GoldGained, PowerPlaced])
def test_a_fact_that_does_not_do_what_it_says_is_found(fact: type[Fact], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact, "apply", lambda fact, table: None)
    with pytest.raises(AssertionError):
        check_conservation(0, "public")


def test_a_duplicate_of_an_attachment_goes_when_the_card_under_both_leaves_play() -> None:
    match = opened_from(
        """
        at: "4.2.2"
        challenge: {kind: military, attacker: alice, defender: bob, attackers: [eddard-stark]}
        players:
          alice: {play: [{card: eddard-stark, kneeling: true}]}
          bob: {play: [{card: tyrion-lannister, attachments: [{card: widows-wail, duplicates: [widows-wail]}]}]}
        """
    )
    while match.table.zone(zone(Seat("bob"), "dead")) == []:
        match = acted(match, *Player(Dice(0)).draws(match)).match
    check_places(match.table)
    areas = Counter(card.zone for card in match.table.cards.values() if card.key == "core/widows-wail")
    assert areas == {"bob.hand": 1, "bob.discard": 1}
