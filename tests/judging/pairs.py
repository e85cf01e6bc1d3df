"""Builders: two matches that differ in one secret only, which both go on by the same public play.

Read `Secret` and `GameSecrets`; the pairs of a game are in `tests/games/<game>_secrets.py`. Two matches are opened with
one seed from positions that differ in a hidden card, or in the order of hidden cards; or they are the same match up to
an answer that a seat seals. Each answer of the play is drawn in one match and given in the other in the handles of that
one; one that has no counterpart there, which would name what differs, is drawn anew. That nobody whom the secret is
kept from learned a card in one match only is asserted, by the facts as they are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import PUBLIC
from tests.builders import Dice, options_of
from tests.judging.heard import Heard

Position = dict[str, Any]
Change = dict[str, Any]
Patch: TypeAlias = tuple[Any, str, Any]
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


class GameSecrets(Protocol):
    """What is secret in a game, and what would tell it; names are those of `secrets`."""

    secrets: Mapping[str, Secret]

    leaks: Mapping[str, Patch]
    """Each is found by reading."""

    decks: Mapping[str, tuple[str, ...]]
    """Decks that some routes would tell, if they were not rearranged."""

    looked_at: tuple[str, ...]
    """Those that a judge would read, if it were forgotten who looks."""

    sealed: tuple[str, ...]
    """Those that are answers under seal, which a correction withdraws."""

    asked_about: tuple[str, ...]
    """Those about which a seat asks by what the text of its card says, which is not coded."""

    previewed: tuple[str, ...]
    """Those, beside what is sealed, that the preview of a correction might tell."""

    preview_leaks: Mapping[str, Patch]
    asking_leaks: Mapping[str, Patch]

    def changes_at(self, pair: Pair) -> Iterable[list[Change]]:
        """Corrections that might tell the secret of a match, each of one or more changes."""

    def asked_by_hand(self, table: Any) -> Iterable[dict[str, Any]]:
        """Commands by which a seat, Bob, proposes a change that might tell a secret."""


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


def positions(game: str, one: Position, other: Position) -> Pair:
    """Two matches that are opened from positions, with one seed."""
    first, second = (Heard(game, 1, position=msgspec.json.encode(each).decode()) for each in (one, other))
    return Pair(first, second)


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


def refused_answer(game: str, question: str, seed: int) -> Callable[[], Pair]:
    """The same match with the same sealed answer, of a seat that sends it again in one match, in the other another."""

    def made() -> Pair:
        pair = sealed_answer(game, question, seed)()
        other = asked(game, question, seed)
        other.give(pair.seat, other.match.rules.command(pair.commands[0]))
        return pair._replace(other=other, refused=pair.commands)

    return made


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


def said_afterwards(game: str, question: str) -> dict[str, Secret]:
    """A note of a seat and the reason of a look, which are about a match and no part of it."""
    made = same_match(game, question)
    return {
        f"{NOTE} of {game}": Secret(game, made, ("other organizer", "analyst", "other judge")),
        f"{LOOK} of {game}": Secret(game, made, (*OUTSIDE, "judge")),
    }
