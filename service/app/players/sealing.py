"""Tokens in the place of names: what is decided with names is stored without.

Which texts of an event are names, or words that may have one in them, its types say, by the marks of `text_forms`. The
chain is laid anew over what is stored, so the value in memory goes on from the stored head. An event that names nobody
is stored as it is, byte for byte. Read `Sealer`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from secrets import token_hex
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, structs

from domain.games import GAMES
from domain.judging.cases.case import Case, CaseChange
from domain.judging.cases.desk import Desk, DeskChange
from domain.kernel.formats.name_tokens import SIGN, SIGNED, escape_sign, labelled_reference
from domain.kernel.formats.text_forms import NAME, READ, SEATED, WORDS
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, decode_event
from domain.match.envelope import command_digest
from domain.match.events import OpenMatch
from domain.match.hash_chain import chain_head
from domain.tournaments import commands as c
from domain.tournaments.player_names import label_problem
from domain.tournaments.tournament import Tournament, TournamentChange, chain_salt
from service.app.players.keyring import Keyring
from service.app.players.name_finding import NameFinder

PLAYER = "player"
SPOKEN = frozenset((*WORDS, *READ))
UNIONS = (Union, UnionType)
# of a name, how it is written, and the depth of JSON texts in which it stands
StandIn = Callable[[str, str, int], str]


class NameWriter:
    """Goes through the texts of an event: `name` gives what stands for a name as it is written, at a depth of JSON.

    `players` are the full names that are looked for in words. `changed` counts what was replaced.
    """

    def __init__(self, name: StandIn, players: Iterable[str] = ()) -> None:
        self._name = name
        self._finder = NameFinder(players)
        self.changed = 0

    def name(self, name: str, depth: int = 1, text: str = "") -> str:
        """What stands for a name, which is written as this text."""
        if not name or labelled_reference(name):
            return text or name
        self.changed += 1
        return self._name(name, text or name, depth)

    def words(self, text: str) -> str:
        """The words with what stands for each full name in them."""
        return self._finder.replace(text, lambda name, spelling: self.name(name, 1, spelling))

    def seat_text(self, text: str) -> str:
        """A text of JSON, with what stands for the players whom it names."""
        if not may_seat(text):
            return text
        value, before = msgspec.json.decode(text), self.changed
        if not isinstance(value, dict):
            return text
        if isinstance(value.get(PLAYER), str):
            value[PLAYER] = self.name(value[PLAYER], 2)
        for key in keys_of_seats() & value.keys():
            if isinstance(value[key], dict):
                seated = value[key].items()
                value[key] = {seat: self.name(each, 2) if isinstance(each, str) else each for seat, each in seated}
        return text if self.changed == before else msgspec.json.encode(value).decode()

    def struct(self, made: Any, plain: Any) -> Any:
        """A struct as plain values, with what stands for names; `plain` is what is written of it."""
        if isinstance(plain, list):
            # its fields in order, after its tag where it has one
            kind: type[Struct] = type(made)
            tags = int(kind.__struct_config__.tag is not None)
            named = self.struct(made, dict(zip(kind.__struct_fields__, plain[tags:], strict=False)))
            return [*plain[:tags], *named.values()]
        values = dict(plain)
        for field, hint in marked_hints(made.__class__).items():
            if field in values:
                values[field] = self.value(getattr(made, field), hint, values[field])
        return values

    def value(self, value: Any, hint: Any, plain: Any) -> Any:
        """A value of a type as plain values, with what stands for names."""
        if isinstance(value, Struct):
            return self.struct(value, plain)
        if isinstance(value, str):
            return self.text(value, text_marks(hint))
        parts = type_arguments(hint, value)
        if isinstance(value, dict):
            of_keys, of_values = parts if len(parts) == 2 else (Any, Any)
            pairs = zip(value.items(), plain.items(), strict=True)
            return {
                self.value(key, of_keys, plain_key): self.value(each, of_values, plain_each)
                for (key, each), (plain_key, plain_each) in pairs
            }
        if isinstance(value, (list, tuple)):
            kind = parts[0] if parts else Any
            return [self.value(*each) for each in zip(value, [kind] * len(value), plain, strict=True)]
        return plain

    def text(self, text: str, marks: frozenset[str]) -> str:
        """A text with these marks."""
        if marks & NAME.keys():
            return self.name(text)
        if marks & SEATED.keys():
            return self.seat_text(text)
        return self.words(text) if marks & SPOKEN else text


@cache
def marked_hints(kind: type[Struct]) -> dict[str, Any]:
    """The fields of a struct in which names may stand, each with its type."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__ if may_name(hints[name])}


@cache
def word_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a struct that are words of people themselves."""
    return tuple(name for name, hint in marked_hints(kind).items() if text_marks(hint) & SPOKEN)


@cache
def may_name(hint: Any) -> bool:
    """Whether a type has marked texts in it, or values whose types are known only as they stand there."""
    if hint is Any or text_marks(hint) or (isinstance(hint, type) and issubclass(hint, Struct)):
        return True
    return any(may_name(each) for each in get_args(hint) if isinstance(each, Hashable))


@cache
def text_marks(hint: Any) -> frozenset[str]:
    """The marks of a type of texts, of all of its alternatives."""
    if hasattr(hint, "__metadata__"):
        given = [each.extra for each in hint.__metadata__ if isinstance(each, Meta) and each.extra]
        return frozenset(mark for extra in given for mark in extra) or text_marks(get_args(hint)[0])
    alternatives = get_args(hint) if get_origin(hint) in UNIONS else ()
    return frozenset(mark for each in alternatives for mark in text_marks(each))


def type_arguments(hint: Any, value: object) -> tuple[Any, ...]:
    """The types of keys and values, or of the entries, of a value of a type; none where the type does not tell them."""
    if hasattr(hint, "__metadata__"):
        return type_arguments(get_args(hint)[0], value)
    origin = get_origin(hint)
    if origin in UNIONS:
        found = (type_arguments(each, value) for each in get_args(hint))
        return next((each for each in found if each), ())
    return get_args(hint) if isinstance(origin, type) and isinstance(value, origin) else ()


def label_refusal(opening: OpenMatch) -> Refusal | None:
    """Why a new match may not name its players so: one is called by what stands for a player of another name.

    A stored opening, in which the names of some are erased since, is read with what stands for them.
    """
    for text in (*opening.seats, opening.position):
        for player in seated_players(text):
            if problem := label_problem(player):
                return Refusal("match.seat", {"field": PLAYER, "player": player, "problem": problem})
    return None


def seated_players(text: str) -> list[str]:
    """The players whom a text of JSON seats."""
    value = msgspec.json.decode(text) if may_seat(text) else None
    if not isinstance(value, dict):
        return []
    seated = (
        each for key in keys_of_seats() & value.keys() if isinstance(value[key], dict) for each in value[key].values()
    )
    return [each for each in (value.get(PLAYER), *seated) if isinstance(each, str)]


def keys_of_seats() -> frozenset[str]:
    """The keys of positions under which games have their seats, each with its player."""
    return frozenset(game.rules.seated_in for game in GAMES.values() if game.rules.seated_in)


def may_seat(text: str) -> bool:
    """Whether a text of JSON may name the players of seats."""
    return PLAYER in text or any(key in text for key in keys_of_seats())


class Sealer:
    """Seals what an application stores, with the keys of one store; without keys names are stored as they are."""

    def __init__(self, keyring: Keyring | None = None) -> None:
        self._keyring = keyring

    # --- what is decided

    def opening(self, opening: OpenMatch) -> OpenMatch:
        """The opening of a match as it will be read: a text that names players in the shortest form of JSON."""
        if self._keyring is None:
            return opening
        text = NameWriter(lambda name, text, depth: text).seat_text
        return structs.replace(opening, seats=tuple(map(text, opening.seats)), position=text(opening.position))

    def version(self, before: Match, following: NewVersion, players: Iterable[str] = ()) -> NewVersion:
        """The next version of a match as it is stored."""
        return self.versions(before, [following], players)[0]

    def versions(self, before: Match, followings: Sequence[NewVersion], players: Iterable[str]) -> list[NewVersion]:
        """The next versions of a match as they are stored, each chained to the one before."""
        if self._keyring is None:
            return list(followings)
        head, found, named = before.head, list[NewVersion](), tuple(players)
        for each in followings:
            event = decode_event(each.match, each.payload)
            payload = self.payload(event, each.payload, named)
            head = chain_head(head, before.seed, each.match.version, payload)
            found.append(NewVersion(structs.replace(each.match, head=head), payload, head))
        return found

    def case(self, case: Case, match: Match, moved: CaseChange, command: Any, players: Iterable[str]) -> CaseChange:
        """The change of a case as it is stored, with what happens to its match."""
        opening = moved.case.opening
        players = (*opening.players.values(), *moved.case.players_then, *players)
        followings = tuple(self.versions(match, moved.followings, players))
        payload = self.payload(moved.case.entries[-1], moved.payload, players, command)
        head = chain_head(case.head, case.seed, moved.case.version, payload)
        return CaseChange(structs.replace(moved.case, head=head), payload, head, followings)

    def desk(self, desk: Desk, noted: DeskChange, players: Iterable[str], command: Any) -> DeskChange:
        """The change of a desk as it is stored."""
        payload = self.payload(noted.desk.entries[-1], noted.payload, players, command)
        head = chain_head(desk.head, desk.seed, noted.desk.version, payload)
        return DeskChange(structs.replace(noted.desk, head=head), payload)

    def entries(
        self, event: Tournament, entered: Iterable[TournamentChange], command: c.TournamentCommand | None = None
    ) -> list[TournamentChange]:
        """The next entries of an event as they are stored; `command` is how the only one of them was given."""
        head, found = event.head, list[TournamentChange]()
        for each in entered:
            entry = c.DECODER.decode(each.payload)
            payload = self.payload(entry, each.payload, each.event.players, command or entry.cmd)
            head = chain_head(head, chain_salt(event.id), each.event.version, payload)
            found.append(TournamentChange(structs.replace(each.event, head=head), payload, head))
        return found

    # --- what is stored

    def payload(self, made: Any, payload: bytes, players: Iterable[str], command: Any = None) -> bytes:
        """The payload of an event or an entry as it is stored: with tokens, in words too for these players.

        An entry that names anybody has another digest of its command, from which no name can be guessed.
        """
        if self._keyring is None:
            return payload
        plain, named = msgspec.json.decode(payload), tuple(players)
        found = list[str]()

        def collect(name: str, text: str, depth: int) -> str:
            found.append(name)
            return text

        # first who is named, so that many are asked for at once
        NameWriter(collect, named).struct(made, plain)
        if not found:
            return payload
        self._keyring.learn(found)
        # the sign of a token stands in the texts of people until they are escaped
        sign = token_hex(16)
        values = NameWriter(lambda name, text, depth: self._token(name, text, depth, sign), named).struct(made, plain)
        if command is not None:
            values["asked"] = self.digest(command)
        return escape_sign(msgspec.json.encode(values)).replace(sign.encode(), SIGNED)

    def digest(self, command: Any) -> str:
        """What tells one command from another, where names stand in it: nobody can guess them by it."""
        values = NameWriter(lambda name, text, depth: self._token(name, text, depth, SIGN)).struct(
            command, msgspec.to_builtins(command)
        )
        assert self._keyring is not None
        key = self._keyring.deployment_key("asked")
        text = msgspec.json.encode([getattr(command, "tag", ""), values], order="sorted")
        return hmac.new(key, text, sha256).hexdigest()

    def answers(self, digest: str, command: Any) -> bool:
        """Whether a stored entry, by its digest, answers a command."""
        return digest == command_digest(command) or (self._keyring is not None and digest == self.digest(command))

    def _token(self, name: str, text: str, depth: int, sign: str) -> str:
        assert self._keyring is not None
        reference, sealed = self._keyring.token_of(name, text)
        return f"{sign}{depth}:{reference}:{sealed}{sign}"
