"""Matches of Legend of the Five Rings that differ in one secret only, and what would tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.cardgame import view
from domain.judging.cases import redaction
from domain.kernel.cards import card_table
from domain.kernel.flow import waits
from service.http.match import judges
from service.web.match import refused_attempts
from tests.games.card_tables import all_in_sight
from tests.judging.pairs import (
    JUDGES,
    LOOK,
    NOTE,
    OUTSIDE,
    Change,
    GameSecrets,
    Pair,
    Patch,
    Position,
    Secret,
    played_alike,
    positions,
    refused_answer,
    said_afterwards,
    sealed_answer,
)

RINGS = "l5r"
PROVINCES = ("the-art-of-peace", "pilgrimage", "entrenched-position", "meditations-on-the-tao", "elemental-fury")
FILLERS = {"deck": "fine-katana", "dynasty_deck": "eager-scout"}
ROW = ("miya-mystic", "otomo-courtier", "seppun-guardsman", "doji-whisperer")


def provinces(cards: tuple[str, ...] = PROVINCES, row: tuple[str, ...] = ROW) -> list[dict[str, Any]]:
    """Facedown provinces with facedown dynasty cards on them, all but that under the stronghold."""
    found: list[dict[str, Any]] = [{"card": each, "facedown": True} for each in cards]
    for province, each in zip(found, row, strict=False):
        province["dynasty"] = [{"card": each, "facedown": True}]
    return found


def table(alice: Position, **changes: Any) -> Position:
    """A position at the first opportunity to declare a conflict, with what Alice has beside what is usual."""
    usual = {"stronghold": "shizuka-toshi", "honor": 11, "fate": 4, "opportunities": 2, "provinces": provinces()}
    decks = {"deck": ["fine-katana"] * 9, "dynasty_deck": ["eager-scout"] * 9}
    players = {
        "alice": {**usual, **decks, "play": ["matsu-berserker", "moto-horde"], **alice},
        "bob": {**usual, **decks, "hand": ["fine-katana"] * 4, "play": ["bayushi-liar", "naive-student"]},
    }
    return {"round": 2, "at": "3.2", "first_player": "alice", "players": players, **changes}


def named(pair: Pair, *keys: str) -> Pair:
    """The pair with the handles of cards that have no counterpart in the other match, or one that lies elsewhere."""
    found = []
    for match, key in zip(pair.both, keys, strict=True):
        cards = match.match.table.cards
        found.append(next(card for card in cards if cards[card].key.endswith(f"/{key}")))
    commands = tuple({"type": "play_attachment", "card": card, "host": ""} for card in found)
    return pair._replace(seat="alice", things=(found[0], found[1]), commands=commands)


def hand_card() -> Pair:
    one, other = (table({"hand": ["fine-katana", key]}) for key in ("ornate-fan", "assassination"))
    return played_alike(named(positions(RINGS, one, other), "ornate-fan", "assassination"), 9, ("bob",))


def order_of_a_deck(deck: str, first: str, second: str) -> Callable[[], Pair]:
    """The first two cards of a deck of Alice in either order."""

    def made() -> Pair:
        orders = ((first, second), (second, first))
        one, other = (table({deck: [*(FILLERS[deck],) * 6, *order]}) for order in orders)
        pair = named(positions(RINGS, one, other), first, second)._replace(seat="")
        return played_alike(pair, 6, ("alice", "bob"))

    return made


def facedown_province() -> Pair:
    """Two facedown provinces of Alice the other way round, which she knows."""
    first, second, *rest = PROVINCES
    one, other = (table({"provinces": provinces((*order, *rest))}) for order in ((first, second), (second, first)))
    return named(positions(RINGS, one, other), first, second)


def facedown_dynasty_card() -> Pair:
    """Two facedown dynasty cards in provinces of Alice the other way round, which nobody knows."""
    first, second, *rest = ROW
    one, other = (table({"provinces": provinces(row=(*order, *rest))}) for order in ((first, second), (second, first)))
    return named(positions(RINGS, one, other), first, second)._replace(seat="")


# --- corrections that might tell

ZONES = ("alice.deck", "alice.dynasty_deck", "bob.deck", "alice.hand")
AREAS = ("play", "deck", "dynasty_deck", "hand", "discard", "dynasty_discard", "removed", "row", "province")


def changes_of_tops(found: Any) -> list[dict[str, Any]]:
    """The top card of a hand or deck to every area of either player."""
    tos = [f"{seat}.{area}" for seat in found.seats for area in AREAS]
    return [{"change": "move_card", "top_of": top, "to": to} for top in ZONES for to in tos]


class RingSecrets(GameSecrets):
    secrets: Mapping[str, Secret] = {
        "a card of the conflict deck in hand": Secret(RINGS, hand_card),
        "the order of a conflict deck": Secret(
            RINGS, order_of_a_deck("deck", "ornate-fan", "assassination"), (*OUTSIDE, *JUDGES)
        ),
        "the order of a dynasty deck": Secret(
            RINGS, order_of_a_deck("dynasty_deck", "keeper-initiate", "imperial-storehouse"), (*OUTSIDE, *JUDGES)
        ),
        "a facedown province": Secret(RINGS, facedown_province),
        "a facedown dynasty card": Secret(RINGS, facedown_dynasty_card, (*OUTSIDE, *JUDGES)),
        "a sealed honor bid": Secret(RINGS, sealed_answer(RINGS, "honor-bid", 1), (*OUTSIDE, *JUDGES)),
        "a refused sealed honor bid": Secret(RINGS, refused_answer(RINGS, "honor-bid", 1), (*OUTSIDE, *JUDGES)),
        **said_afterwards(RINGS, "honor-bid"),
    }
    leaks: Mapping[str, Patch] = {
        "a card of the conflict deck in hand": (card_table.CardTable, "sees_card", lambda table, viewer, card: True),
        "the order of a conflict deck": (view, "areas_with_sight", all_in_sight),
        "a facedown province": (card_table.CardTable, "sees_card", lambda table, viewer, card: True),
        "a facedown dynasty card": (card_table.CardTable, "sees_card", lambda table, viewer, card: True),
        "a sealed honor bid": (waits.Sealed, "seen_by", lambda fact, viewer: fact),
        "a refused sealed honor bid": (refused_attempts, "is_secret", lambda told, version, seat: False),
        f"{NOTE} of l5r": (redaction, "without", lambda whole, *names: whole),
        f"{LOOK} of l5r": (judges, "REASONS", judges.WHOLE),
    }
    decks: Mapping[str, tuple[str, ...]] = {
        "the order of a conflict deck": ("/v1/cases/{case_id}/scenario", "/v1/matches/{match_id}/position"),
    }
    looked_at = ("a sealed honor bid",)
    sealed = ("a sealed honor bid",)
    asked_about = ()  # by whom a card is resolved by hand is the same in every card game
    previewed = ("a card of the conflict deck in hand",)
    preview_leaks: Mapping[str, Patch] = {}
    asking_leaks: Mapping[str, Patch] = {}

    def changes_at(self, pair: Pair) -> Iterator[list[Change]]:
        """Corrections that might tell the secret of a match: honor, and the top of every pile."""
        found = pair.one.match.table
        yield from ([{"change": "set_count", "seat": seat, "counter": "honor", "n": 7}] for seat in found.seats)
        yield from ([each] for each in changes_of_tops(found))
        yield [{"change": "ask_again"}]

    def asked_by_hand(self, table: Any) -> Iterator[dict[str, Any]]:
        return iter(())


SECRETS: GameSecrets = RingSecrets()
