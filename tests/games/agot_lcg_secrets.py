"""Matches of the card game that differ in one secret only, and what would tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.cardgame import view
from domain.cardgame.corrections import move_changes
from domain.judging.branches.branch import CommandDeed
from domain.judging.cases import redaction
from domain.kernel.cards import card_facts, card_table
from domain.kernel.flow import waits
from domain.kernel.ids import Handle, Viewer
from domain.kernel.scenarios.views import shows
from service.http.match import judges
from service.web.match import refused_attempts
from tests.builders import Dice, options_of
from tests.games.card_tables import all_in_sight
from tests.judging.heard import Heard
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
    common_answer,
    counterparts,
    played_alike,
    positions,
    refused_answer,
    said_afterwards,
    sealed_answer,
    translated,
)

CARDS = "agot_lcg"


def cards(alice: Position, **changes: Any) -> Position:
    """A position of the card game, with what Alice has beside what lies in play."""
    players = {
        "alice": {"gold": 4, "play": ["eddard-stark", "arya-stark"], **alice},
        "bob": {"hand": 4, "gold": 4, "play": ["tyrion-lannister"]},
    }
    return {"round": 2, "at": "4.2", "first_player": "alice", "players": players, **changes}


def named(pair: Pair, *keys: str) -> Pair:
    """The pair with the handles of cards that have no counterpart in the other match, or one that lies elsewhere."""
    found = []
    for match, key in zip(pair.both, keys, strict=True):
        table = match.match.table
        found.append(next(card for card in table.cards if table.cards[card].key.endswith(f"/{key}")))
    commands = tuple({"type": "marshal_character", "card": card} for card in found)
    return pair._replace(seat="alice", things=(found[0], found[1]), commands=commands)


def hand_card() -> Pair:
    one, other = (cards({"hand": ["ice", key]}) for key in ("put-to-the-sword", "milk-of-the-poppy"))
    pair = named(positions(CARDS, one, other), "put-to-the-sword", "milk-of-the-poppy")
    return played_alike(pair, 16, ("bob",))


def order_of_a_deck() -> Pair:
    first, second = "put-to-the-sword", "milk-of-the-poppy"
    orders = ((first, second), (second, first))
    one, other = (cards({"hand": ["ice"], "deck": [{"unknown": 6}, *order]}) for order in orders)
    return played_alike(named(positions(CARDS, one, other), first, second)._replace(seat=""), 16, ("alice", "bob"))


def order_to_draw_in() -> Pair:
    """Alice draws two cards next, and on a branch of each match she does."""
    keys = ("put-to-the-sword", "milk-of-the-poppy", "ice", "direwolf-pup")
    decks = ([*keys, {"unknown": 6}], [*reversed(keys), {"unknown": 6}])
    one, other = (cards({"deck": deck}, at="plot.action", phase="plot") for deck in decks)
    passed = tuple(CommandDeed(seat, {"type": "pass"}) for seat in ("bob", "alice"))
    return positions(CARDS, one, other)._replace(deeds=passed)


def card_looked_at() -> Pair:
    """Alice, who has revealed Summons, looks at the top of her deck, and has not chosen what she takes yet."""
    keys = ("direwolf-pup", "bran-stark")
    one, other = (cards({"deck": [key, {"unknown": 12}], "plots": ["summons"]}, at="1.2", phase="plot") for key in keys)
    pair, dice = named(positions(CARDS, one, other), *keys), Dice("alike")
    while pair.one.match.table.waiting.question != "effect":
        seat, answers = common_answer(pair, dice)
        for match, answer in zip(pair.both, answers, strict=True):
            match.give(seat, match.match.rules.command(answer))
    for match, card in zip(pair.both, pair.things, strict=True):
        assert shows(match.match.rules.view(match.match.table, Viewer("alice"), judging=False), Handle(card))
    return pair


def moment_of_drawing() -> Pair:
    """A card that Alice marshals was drawn in the draw phase before, or had been in her hand when it began."""
    drawn, held = "direwolf-pup", "ice"
    hands = (([held], [drawn]), ([drawn], [held]))
    one, other = (cards({"hand": hand, "deck": [*top, {"unknown": 9}]}, at="2.2", phase="draw") for hand, top in hands)
    pair = named(positions(CARDS, one, other), drawn, drawn)
    while not is_marshalled(pair.one, drawn):
        seat = pair.one.match.table.waiting.seats[0]
        table, names = pair.one.match.table, counterparts(pair.one.match.table, pair.other.match.table)
        card = next(each for each in table.cards if table.cards[each].key.endswith(f"/{drawn}"))
        answer = {"type": "marshal_character", "card": card}
        if options_of(pair.one.match.rules, table, seat).check(answer) is not None:
            answer = {"type": "pass"}
        for match, said in zip(pair.both, (answer, translated(answer, names, table.cards)), strict=True):
            match.give(seat, match.match.rules.command(said))
    return played_alike(named(pair, drawn, drawn), pair.one.match.version + 5, ("bob",))


def is_marshalled(match: Heard, key: str) -> bool:
    table = match.match.table
    return any(table.cards[each].key.endswith(f"/{key}") for each in table.zone("alice.play"))


# --- what is asked of unknown cards

ZONES = ("alice.deck", "bob.deck", "alice.hand")
AREAS = ("play", "deck", "hand", "discard", "dead", "removed", "plots", "plot", "used", "setup", "facedown")


def changes_of_tops(table: Any) -> list[dict[str, Any]]:
    """The top card of a hand or deck to every area of either player, into play also onto a card there."""
    tos = [f"{seat}.{area}" for seat in table.seats for area in AREAS]
    hosts = [{"host": table.zone(f"{seat}.play")[0]} for seat in table.seats if table.zone(f"{seat}.play")]
    return [
        {"change": "move_card", "top_of": top, "to": to, **host}
        for top in ZONES
        for to in tos
        for host in ({}, *(hosts if to.endswith("play") else ()))
    ]


def by_hand(table: Any) -> Callable[[Any], dict[str, Any]]:
    """The command by which Bob proposes a change as what the text of his card says, which is not coded."""
    theon = table.zone("bob.play")[0]
    return lambda change: {"type": "resolve_manually", "card": theon, "effect": "It moves.", "changes": [change]}


def kinds_of_cards(zone: str) -> Callable[[], Pair]:
    """Cards of other types, one a copy of what is in play, on top of both decks or in Alice's hand; Bob is asked."""

    def made() -> Pair:
        found = []
        for turn in (1, -1):
            mine, theirs = ["put-to-the-sword", "arya-stark"][::turn], ["hear-me-roar", "the-tickler"][::turn]
            decks = [[*keys, {"unknown": 3}] if zone == "deck" else [{"unknown": 3}] for keys in (mine, theirs)]
            hand = ["ice"] if zone == "deck" else mine[:1]
            players = {
                "alice": {"faction": "stark", "deck": decks[0], "hand": hand, "play": ["arya-stark"]},
                "bob": {"faction": "lannister", "deck": decks[1], "hand": ["ice"], "play": ["theon-greyjoy"]},
            }
            at = {"round": 2, "at": "challenges.action", "first_player": "bob", "active_player": "bob"}
            found.append({**at, "players": players})
        pair = positions(CARDS, *found)
        table = pair.one.match.table
        assert table.waiting.seats == ("bob",)
        into_play = (each for each in changes_of_tops(table) if each["to"].endswith(".play"))
        return pair._replace(seat="" if zone == "deck" else "alice", commands=(*map(by_hand(table), into_play),))

    return made


def changes_at(pair: Pair) -> Iterator[list[Change]]:
    """Corrections that might tell the secret of a match: plots, gold, and the top of every pile."""
    table = pair.one.match.table
    plots = table.zone("alice.plots") if pair.things[0] else ()
    for each in plots:
        yield from ([{"change": "move_card", "card": each, "to": f"alice.{to}"}] for to in ("used", "plot"))
    yield from ([{"change": "set_count", "seat": seat, "counter": "gold", "n": 7}] for seat in table.seats)
    yield from ([each] for each in changes_of_tops(table))
    yield [{"change": "ask_again"}]


class CardSecrets(GameSecrets):
    secrets: Mapping[str, Secret] = {
        "a hand card": Secret(CARDS, hand_card),
        "the order of a deck": Secret(CARDS, order_of_a_deck, (*OUTSIDE, *JUDGES)),
        "the order of a deck to draw from": Secret(CARDS, order_to_draw_in, (*OUTSIDE, *JUDGES)),
        "a card looked at": Secret(CARDS, card_looked_at),
        "the type of a hand card": Secret(CARDS, kinds_of_cards("hand")),
        "the types of the cards on top": Secret(CARDS, kinds_of_cards("deck"), (*OUTSIDE, *JUDGES)),
        "the moment of drawing": Secret(CARDS, moment_of_drawing),
        "a sealed plot": Secret(CARDS, sealed_answer(CARDS, "plot", 1), (*OUTSIDE, *JUDGES)),
        "a refused sealed plot": Secret(CARDS, refused_answer(CARDS, "plot", 1), (*OUTSIDE, *JUDGES)),
        **said_afterwards(CARDS, "plot"),
    }
    leaks: Mapping[str, Patch] = {
        "a hand card": (card_table.CardTable, "sees", lambda table, viewer, zone: True),
        "the order of a deck": (view, "areas_with_sight", all_in_sight),
        "the moment of drawing": (card_facts.CardsMoved, "seen_by", lambda fact, viewer: fact),
        "a sealed plot": (waits.Sealed, "seen_by", lambda fact, viewer: fact),
        "a refused sealed plot": (refused_attempts, "is_secret", lambda told, version, seat: False),
        f"{NOTE} of agot_lcg": (redaction, "without", lambda whole, *names: whole),
        f"{LOOK} of agot_lcg": (judges, "REASONS", judges.WHOLE),
    }
    decks: Mapping[str, tuple[str, ...]] = {
        "the order of a deck": ("/v1/cases/{case_id}/scenario", "/console/positions"),
        "the order of a deck to draw from": (
            "/v1/branches/{branch_id}/view",
            "/v1/matches/{match_id}/position",
        ),
    }
    looked_at = ("a sealed plot",)
    sealed = ("a sealed plot",)
    asked_about = ("the type of a hand card", "the types of the cards on top")
    previewed = ("the types of the cards on top",)
    # each would tell which card may go somewhere
    preview_leaks: Mapping[str, Patch] = {
        "the types of the cards on top": (move_changes, "is_unnamed", lambda table, change: False)
    }
    asking_leaks: Mapping[str, Patch] = {
        name: (move_changes, "is_unnamed", lambda table, change: False)
        for name in ("the type of a hand card", "the types of the cards on top")
    }

    def changes_at(self, pair: Pair) -> Iterator[list[Change]]:
        return changes_at(pair)

    def asked_by_hand(self, table: Any) -> Iterator[dict[str, Any]]:
        return map(by_hand(table), changes_of_tops(table))


SECRETS: GameSecrets = CardSecrets()
