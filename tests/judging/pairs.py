"""Builders: two matches that differ in one secret only, which both go on by the same public play.

Read `Secret` and `SECRETS`. Two matches are opened with one seed from positions that differ in a hidden card, or in
the order of hidden cards; or they are the same match up to an answer that a seat seals. Each answer of the play is
drawn in one match and given in the other in the handles of that one; one that has no counterpart there, which would
name what differs, is drawn anew. That nobody whom the secret is kept from learned a card in one match only is
asserted, by the facts as they are stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import yaml

from domain.judging.branches.branch import CommandDeed
from domain.kernel.cards import Learned
from domain.kernel.ids import PUBLIC, Handle, Viewer
from domain.kernel.scenarios.views import shows
from tests.builders import Dice, options_of
from tests.games.agot_board import SHORTAGE
from tests.judging.heard import Heard

CARDS, BOARD = "agot_lcg", "agot_board"
Position = dict[str, Any]
Play = list[tuple[str, Any]]
TRIES = 30
NOTE, LOOK = "a note", "the reason of a look at sealed answers"
# those who see nothing that the public does not, and those who see all but what is sealed and how decks lie
OUTSIDE = ("organizer", "other organizer", "analyst", "other judge")
JUDGES = ("judge", "head-judge")


class Pair(NamedTuple):
    """The two matches, which seat knows the secret, what each calls the thing that differs, and commands about it.

    `refused` is what the seat tries in each match that no rule lets it do; `deeds` is done on a branch of each.
    """

    one: Heard
    other: Heard
    seat: str = ""
    things: tuple[str, str] = ("", "")
    commands: tuple[Any, ...] = ()
    refused: tuple[Any, ...] = ()
    deeds: tuple[Any, ...] = ()

    @property
    def both(self) -> tuple[Heard, Heard]:
        return self.one, self.other


class Secret(NamedTuple):
    """What two matches differ in: its game, how they are made, from whom it is kept beside seats and the public."""

    game: str
    pair: Callable[[], Pair]
    kept_from: tuple[str, ...] = OUTSIDE


# --- playing two matches alike


def counterparts(one: Any, other: Any) -> dict[str, str]:
    """The cards of one table in the handles of the other: of a key and a zone, each by its place there."""
    names: list[dict[tuple[str, str, int], str]] = []
    for table in (one, other):
        found: dict[tuple[str, str, int], str] = {}
        for zone, cards in table.zones.items():
            for card in cards:
                key = table.cards[card].key
                number = sum((each, where) == (key, zone) for each, where, _ in found)
                found[key, zone, number] = card
        names.append(found)
    return {card: names[1][name] for name, card in names[0].items() if name in names[1]}


def translated(value: Any, names: dict[str, str], cards: Any) -> Any:
    """A command in the handles of the other match; raises LookupError where a card has no counterpart."""
    if isinstance(value, dict):
        return {translated(name, names, cards): translated(each, names, cards) for name, each in value.items()}
    if isinstance(value, list):
        return [translated(each, names, cards) for each in value]
    return names[value] if isinstance(value, str) and value in cards else value


def played_alike(pair: Pair, versions: int, kept_from: tuple[str, ...]) -> Pair:
    """Both matches after the same play up to a version."""
    dice = Dice("alike")
    while pair.one.match.version < versions:
        seat, answers = common_answer(pair, dice)
        for match, answer in zip(pair.both, answers, strict=True):
            match.give(seat, match.match.rules.command(answer))
    for viewer in (*kept_from, PUBLIC):
        assert was_told(pair.one, viewer) == was_told(pair.other, viewer), viewer
    return pair


def common_answer(pair: Pair, dice: Dice) -> tuple[str, tuple[Any, Any]]:
    """Who answers, and the answer in each match."""
    now, then = pair.one.match, pair.other.match
    names = counterparts(now.table, then.table)
    seat = dice.pick(now.table.waiting.seats)
    space = options_of(now.rules, now.table, seat)
    there = options_of(then.rules, then.table, seat)
    for _ in range(TRIES):
        answer = space.sample(dice)
        if answer.get("type") in ("concede", "offer_draw"):
            continue
        try:
            counterpart = translated(answer, names, now.table.cards)
        except LookupError:
            continue
        if there.check(counterpart) is None:
            return seat, (answer, counterpart)
    raise AssertionError(f"{seat} has no answer that both matches allow at version {now.version}")


def was_told(match: Heard, viewer: str) -> list[str]:
    """The cards that somebody was told of, by the facts as they are stored."""
    facts = (fact for event in match.events.values() for fact in event.facts if isinstance(fact, Learned))
    return [key for fact in facts if viewer in fact.to for _, key in fact.cards]


# --- hidden cards


def positions(game: str, one: Position, other: Position) -> Pair:
    """Two matches that are opened from positions, with one seed."""
    first, second = (Heard(game, 1, position=msgspec.json.encode(each).decode()) for each in (one, other))
    return Pair(first, second)


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


def order_of_a_board_deck(deck: str, first: str, second: str, seat: str = "") -> Callable[[], Pair]:
    """The first two cards of a deck in either order; a seat may have looked at the first."""

    def made() -> Pair:
        houses = ["baratheon", "lannister", "stark"]
        areas = dict(
            zip(("kingswood", "lannisport", "winterfell"), (f"{each} 2 footman" for each in houses), strict=True)
        )
        one, other = (
            {"houses": houses, "round": 3, "at": "2.1", "areas": areas, "decks": {deck: list(order)}}
            for order in ((first, second), (second, first))
        )
        pair = positions(BOARD, one, other)._replace(seat=seat)
        return played_alike(pair, 8, tuple(each for each in houses if each != seat))

    return made


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


def westeros_card_to_come() -> Pair:
    """The first Westeros card is being resolved; the next card of the second deck is Winter is Coming, or another."""
    houses = ["baratheon", "lannister", "stark"]
    decks = {"westeros-1": ["a-throne-of-blades"], "westeros-3": ["web-of-lies"]}
    one, other = (
        {"houses": houses, "round": 2, "at": "1", "decks": {**decks, "westeros-2": ["clash-of-kings", *next_two]}}
        for next_two in (("winter-is-coming", "game-of-thrones"), ("game-of-thrones", "winter-is-coming"))
    )
    return positions(BOARD, one, other)


# --- sealed answers


def sealed_answer(game: str, question: str, seed: int) -> Callable[[], Pair]:
    """The same match up to a question that several seats answer in secret, and two answers of the first of them."""

    def made() -> Pair:
        one, other = (asked(game, question, seed) for _ in range(2))
        seat, dice = one.match.table.waiting.seats[0], Dice("sealed")
        space = options_of(one.match.rules, one.match.table, seat)
        found = {msgspec.json.encode(each): each for each in (space.sample(dice) for _ in range(40))}
        answers = list(found.values())[:2]
        for match, answer in zip((one, other), answers, strict=True):
            match.give(seat, match.match.rules.command(answer))
        return Pair(one, other, seat, (seat, seat), tuple(answers))

    return made


def orders_in_turn() -> Pair:
    """House Stark has laid its orders face down and the next is asked: in a shortage Houses lay theirs in turn."""
    position, dice, seat = yaml.safe_load(SHORTAGE), Dice("in turn"), "stark"
    pair = positions(BOARD, position, position)
    while seat not in pair.one.match.table.waiting.seats:
        asked, answers = common_answer(pair, dice)
        for match, answer in zip(pair.both, answers, strict=True):
            match.give(asked, match.match.rules.command(answer))
    assert pair.one.match.table.waiting.question == "assign-orders-in-turn"
    areas = [area for area, units in position["areas"].items() if seat in units]
    orders = (("march-0", "defense-plus-1", "raid"), ("raid", "consolidate-power", "march-0"))
    commands = tuple({"type": "assign_orders", "orders": dict(zip(areas, each, strict=True))} for each in orders)
    for match, command in zip(pair.both, commands, strict=True):
        match.give(seat, match.match.rules.command(command))
    return pair._replace(seat=seat, things=(areas[0], areas[0]), commands=commands)


def refused_answer(game: str, question: str, seed: int) -> Callable[[], Pair]:
    """The same match with the same sealed answer, of a seat that sends it again in one match, in the other another."""

    def made() -> Pair:
        pair = sealed_answer(game, question, seed)()
        other = asked(game, question, seed)
        other.give(pair.seat, other.match.rules.command(pair.commands[0]))
        return pair._replace(other=other, refused=pair.commands)

    return made


def orders_refused_otherwise() -> Pair:
    """The same match, of a seat whose orders are too few in one match, and in the other of one kind too many."""
    one, other = (asked(BOARD, "assign-orders", 1) for _ in range(2))
    seat = one.match.table.waiting.seats[0]
    areas = options_of(one.match.rules, one.match.table, seat).sample(Dice("otherwise"))["orders"]
    orders = (dict.fromkeys(list(areas)[1:], "raid"), dict.fromkeys(areas, "march-plus-1"))
    tried = tuple({"type": "assign_orders", "orders": each} for each in orders)
    return Pair(one, other, seat, (seat, seat), tried, refused=tried)


def asked(game: str, question: str, seed: int) -> Heard:
    """A match at the first question of a kind."""
    match = Heard(game, seed)
    while match.match.table.waiting.question != question:
        match.play()
    return match


def same_match(game: str, question: str) -> Callable[[], Pair]:
    """One match twice; what differs is said about it afterwards, by its first seat."""

    def made() -> Pair:
        one, other = (asked(game, question, 1) for _ in range(2))
        return Pair(one, other, one.match.table.seats[0])

    return made


SECRETS: dict[str, Secret] = {
    "a hand card": Secret(CARDS, hand_card),
    "the order of a deck": Secret(CARDS, order_of_a_deck, (*OUTSIDE, *JUDGES)),
    "the order of a deck to draw from": Secret(CARDS, order_to_draw_in, (*OUTSIDE, *JUDGES)),
    "a card looked at": Secret(CARDS, card_looked_at),
    "the type of a hand card": Secret(CARDS, kinds_of_cards("hand")),
    "the types of the cards on top": Secret(CARDS, kinds_of_cards("deck"), (*OUTSIDE, *JUDGES)),
    "the moment of drawing": Secret(CARDS, moment_of_drawing),
    "a sealed plot": Secret(CARDS, sealed_answer(CARDS, "plot", 1), (*OUTSIDE, *JUDGES)),
    "the order of the first Westeros deck": Secret(
        BOARD, order_of_a_board_deck("westeros-1", "supply", "mustering"), (*OUTSIDE, *JUDGES)
    ),
    "the Westeros card to come": Secret(BOARD, westeros_card_to_come, (*OUTSIDE, *JUDGES)),
    "the order of the Wildling deck": Secret(
        BOARD, order_of_a_board_deck("wildling", "mammoth-riders", "the-horde-descends", "lannister")
    ),
    "a refused sealed plot": Secret(CARDS, refused_answer(CARDS, "plot", 1), (*OUTSIDE, *JUDGES)),
    "refused sealed orders": Secret(BOARD, refused_answer(BOARD, "assign-orders", 1), (*OUTSIDE, *JUDGES)),
    "orders refused by other rules": Secret(BOARD, orders_refused_otherwise, (*OUTSIDE, *JUDGES)),
    "sealed orders": Secret(BOARD, sealed_answer(BOARD, "assign-orders", 1), (*OUTSIDE, *JUDGES)),
    "orders laid face down in turn": Secret(BOARD, orders_in_turn, (*OUTSIDE, *JUDGES)),
    "a sealed House card": Secret(BOARD, sealed_answer(BOARD, "house-cards", 1), (*OUTSIDE, *JUDGES)),
    "a sealed bid": Secret(BOARD, sealed_answer(BOARD, "bid", 2), (*OUTSIDE, *JUDGES)),
    **{
        f"{said} of {game}": Secret(game, same_match(game, question), kept_from)
        for game, question in ((CARDS, "plot"), (BOARD, "assign-orders"))
        for said, kept_from in ((NOTE, ("other organizer", "analyst", "other judge")), (LOOK, (*OUTSIDE, "judge")))
    },
}
