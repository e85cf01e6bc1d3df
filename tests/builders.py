"""Builders for tests: random legal decks, matches, and the random legal player.

Read in this order: `Dice`, `random_deck`, `opened`, then `Player` (who draws one legal answer at a time) and
`played`, which yields every action of a match beside the match before it.
"""

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from domain import match as matches
from domain.games.agot_lcg.commands import DeckList
from domain.games.agot_lcg.deck import Deck, deck_faults
from domain.games.agot_lcg.deckimport import import_deck
from domain.games.agot_lcg.pool import Printed, core_pool
from domain.kernel.decide import first_refusal, options
from domain.kernel.ending import DeclineDraw, OfferDraw
from domain.kernel.standing import WINDOW_KINDS, GiveStandingOrder, WithdrawStandingOrder
from domain.match import Following, Match, OpenMatch

POLICIES = ("public", "open", "fast")
IMPLEMENTED = ("stark", "lannister", "baratheon")
ALL_FACTIONS = (*IMPLEMENTED, "greyjoy", "martell", "nights-watch", "targaryen", "tyrell")
SEATS = ("alice", "bob")
# Far beyond the longest match seen (some 400 versions under public, 5,000 under open, which asks at every window).
ENDLESS = 20_000
DEMO = Path(__file__).parents[1] / "service" / "demo"


class Dice:
    """A chooser with a seed; `copied` goes on as this one would."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def pick(self, things: Any) -> Any:
        return things[self.below(len(things))]

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def copied(self) -> "Dice":
        return copy.deepcopy(self)


@cache
def demo_deck(name: str) -> DeckList:
    deck = import_deck((DEMO / f"{name}.txt").read_text(encoding="utf-8"), core_pool()).deck
    assert deck is not None
    return deck_list(deck)


def deck_list(deck: Deck) -> DeckList:
    return DeckList(deck.faction, deck.agenda or "", deck.plots, deck.cards)


def random_deck(dice: Dice, factions: tuple[str, ...]) -> DeckList:
    """A lawful deck of one of these factions: no agenda, Fealty, or the banner of another of them."""
    faction = dice.pick(factions)
    return random_deck_of(dice, faction, dice.pick([None, agenda_named("fealty"), *banners(factions, faction)]))


def random_deck_of(dice: Dice, faction: str, agenda: Printed | None) -> DeckList:
    """A lawful deck of one faction under one agenda."""
    deck = Deck(
        faction_card(faction).key,
        agenda.key if agenda else None,
        tuple(random_plots(dice, faction)),
        tuple(random_cards(dice, faction, agenda)),
    )
    assert not deck_faults(deck, core_pool())
    return deck_list(deck)


def agenda_named(name: str) -> Printed:
    return core_pool().card(f"core/{name}")


def banners(factions: tuple[str, ...], own: str) -> list[Printed]:
    agendas = (card for card in core_pool().cards.values() if card.type == "agenda" and card.banner_faction)
    return [card for card in agendas if card.banner_faction in factions and card.banner_faction != own]


def faction_card(faction: str) -> Printed:
    cards = core_pool().cards.values()
    return next(card for card in cards if card.type == "faction" and card.faction == faction)


def random_plots(dice: Dice, faction: str) -> list[str]:
    """Seven plots, now and then one of them doubled."""
    known = [card for card in core_pool().cards.values() if card.deck == "plot"]
    plots = [card for card in known if card.faction in (faction, "neutral")]
    dice.random.shuffle(plots)
    doubled = [card for card in plots[:6] if card.deck_limit > 1]
    seventh = dice.pick(doubled) if doubled and dice.chance(50) else plots[6]
    return [card.key for card in (*plots[:6], seventh)]


def random_cards(dice: Dice, faction: str, agenda: Printed | None) -> list[str]:
    """Sixty cards: the banner's twelve, neutral ones as the agenda admits, the rest of the own faction."""
    ally = agenda.banner_faction if agenda else None
    neutral_room = agenda.neutral_maximum if agenda and agenda.neutral_maximum is not None else 60
    chosen: list[str] = []
    if agenda and ally:
        chosen += copies(dice, (ally,), loyal=False)[: agenda.faction_minimum]
    neutral = copies(dice, ("neutral",))[: min(neutral_room, 4 + dice.below(20))]
    own = copies(dice, (faction,))
    return [*chosen, *neutral, *own][:60]


def copies(dice: Dice, factions: tuple[str, ...], loyal: bool = True) -> list[str]:
    """As many copies as a deck may hold of every draw deck card of these factions, shuffled."""
    cards = [card for card in core_pool().cards.values() if card.deck == "draw" and card.faction in factions]
    keys = [card.key for card in cards if loyal or not card.loyal for _ in range(min(3, card.deck_limit))]
    dice.random.shuffle(keys)
    return keys


def opened(seed: int, policy: str = "public", decks: tuple[DeckList, ...] = ()) -> Following:
    """A match of two seats, its seed drawn from a small number; by default with the decks of the demo."""
    brought = decks or (demo_deck("stark"), demo_deck("lannister"))
    seats = tuple(
        msgspec.json.encode({"name": seat, "deck": deck}).decode() for seat, deck in zip(SEATS, brought, strict=True)
    )
    opening = OpenMatch("agot_lcg", seats, policy)
    secret = random.Random(seed).randbytes(32)
    return matches.opened("m-1", opening, key="k0", actor="organizer", at="", action_id="a0", seed=secret)


def opened_at_random(seed: int, policy: str, factions: tuple[str, ...] = IMPLEMENTED) -> Following:
    """A match with random decks of these factions."""
    dice = Dice(f"decks {seed}")
    return opened(seed, policy, (random_deck(dice, factions), random_deck(dice, factions)))


def opened_from(table: str, cards: str = "", policy: str = "public") -> Match:
    """A match opened from a position, and with cards of its own, both as YAML."""
    own = json.dumps(yaml.safe_load(cards)) if cards else ""
    opening = OpenMatch("agot_lcg", (), policy, cards=own, position=json.dumps(yaml.safe_load(table)))
    seed = random.Random(1).randbytes(32)
    opened = matches.opened("m-1", opening, key="k0", actor="organizer", at="", action_id="a0", seed=seed)
    return opened.match


def acted(match: Match, seat: str, command: Any) -> Following:
    """The next version; raises Refused."""
    return matches.decide(
        match,
        seat,
        command,
        wait=match.wait,
        key=f"k{match.version}",
        actor=seat,
        at="",
        action_id=f"a{match.version}",
    )


def awaited(match: Match) -> tuple[str, ...]:
    """Who may answer now."""
    waiting = match.table.waiting
    return waiting.seats if waiting is not None else ()


class Draw(NamedTuple):
    """What a player does: the seat, and its command."""

    seat: str
    command: Any


class Player:
    """Plays any seat: draws one legal answer of somebody who is awaited."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def draws(self, match: Match) -> Draw:
        seat = self.dice.pick(awaited(match))
        answer = options(match.rules, match.table, seat).sample(self.dice)
        return Draw(seat, match.rules.command(answer))


class Talkative(Player):
    """Now and then gives or withdraws a standing order, or offers or declines a draw, awaited or not."""

    def draws(self, match: Match) -> Draw:
        if self.dice.chance(4):
            seat, command = self.dice.pick(match.table.seats), self.says(match)
            if first_refusal(match.rules, match.table, seat, command) is None:
                return Draw(seat, command)
        return super().draws(match)

    def says(self, match: Match) -> Any:
        until = self.dice.pick(match.rules.periods)
        windows = tuple(kind for kind in WINDOW_KINDS if self.dice.chance(40))
        unless = ("killed",) if self.dice.chance(50) else ()
        order = GiveStandingOrder(until, windows, unless)
        return self.dice.pick([order, WithdrawStandingOrder(), OfferDraw(), DeclineDraw()])


class Played(NamedTuple):
    """One action of a match: the match before, who did what, and the version that followed."""

    before: Match
    seat: str
    command: Any
    following: Following


def played(start: Match, player: Player, cap: int) -> Iterator[Played]:
    """Play until the match is over or has reached version `cap`."""
    match = start
    while match.table.over is None and match.version < cap:
        seat, command = player.draws(match)
        following = acted(match, seat, command)
        yield Played(match, seat, command, following)
        match = following.match
