"""Builders of decks for A Game of Thrones LCG: random legal ones, and matches with them. Read `random_deck` first."""

from domain.games.agot_lcg.commands import DeckList
from domain.games.agot_lcg.decks.deck import Deck, deck_faults
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.pool.printed import Printed
from domain.match.aggregate import NewVersion
from tests.builders import Dice, opened, seat_texts

IMPLEMENTED = ("stark", "lannister", "baratheon")
ALL_FACTIONS = (*IMPLEMENTED, "greyjoy", "martell", "nights-watch", "targaryen", "tyrell")


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


def opened_at_random(seed: int, policy: str, factions: tuple[str, ...] = IMPLEMENTED) -> NewVersion:
    """A match with random decks of these factions."""
    return opened(seed, policy, two_decks(seed, factions))


def two_decks(seed: int, factions: tuple[str, ...] = IMPLEMENTED) -> tuple[DeckList, DeckList]:
    dice = Dice(f"decks {seed}")
    return random_deck(dice, factions), random_deck(dice, factions)


def random_seats(seed: int, factions: tuple[str, ...] = IMPLEMENTED) -> tuple[str, ...]:
    """Two seats with random decks, as a match is opened with them."""
    return seat_texts(two_decks(seed, factions))
