"""Where a name stands in clear in what is stored: in events from before there were tokens, in labels, in words.

A row never changes, since its chain would break. Where a name stands as a player's name, or in words, it is covered:
the places are noted by the digest of the payload, and everybody reads a label there. Elsewhere it stands as a label of
a seat, an id or the name of who acted; such places are told, for somebody to look at. Read `find_clear_names`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from secrets import token_hex
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.cases import desk, entries
from domain.kernel.formats.name_tokens import TOKEN, escape_sign, labelled_reference, within
from domain.match.events import OPENING, decoder
from domain.tournaments import commands as c
from domain.tournaments.player_names import spoken_form
from service.app.players.keyring import Keyring, Places, tokens_in
from service.app.players.name_finding import NameFinder, may_have, words_of_name
from service.app.players.sealing import NameWriter
from service.app.write_loop import available
from service.store.damage import unless_damaged
from service.store.recorded import CASES, DESKS, EVENTS, STREAM, ActionRecorder, recorded_of

AT_ONCE = 500
WORD = re.compile(rb"[0-9a-f]{16}")
# of a text that is JSON itself
NESTED = ("{", "[")
Decode = Callable[[bytes], Any]


class ClearName(Struct, frozen=True):
    """A row in which a name stands in clear: what is covered of it, and how often it stands there uncovered."""

    stream: str
    version: int
    payload: bytes
    covered: Places
    uncovered: int


def find_clear_names(recorder: ActionRecorder, name: str, after: int = 0) -> Iterator[ClearName]:
    """The rows of a store after a position in which a name stands in clear, in their order. Raises Unavailable."""
    words, finder, position, decoders = words_of_name(name), NameFinder([name]), after, dict[str, Decode]()
    while True:
        with available("the store"):
            stored = recorder.select_notifications(position, AT_ONCE, inclusive_of_start=False)
        for each in stored:
            stream, version = str(each.originator_id), each.originator_version
            # once for a stream: nobody changes its name
            in_id = len(list(finder.find(stream))) if version == 1 else 0
            if not in_id and not may_have(words, each.state or b""):
                continue
            payload = recorded_of(stream, version, each.state).payload
            decode = decoders.get(stream) or decoders.setdefault(stream, decoder_of_stream(recorder, stream))
            covered = unless_damaged(stream, partial(places_of, decode, payload, name)) or []
            standing = unless_damaged(stream, partial(count_names, finder, payload)) or 0
            yield ClearName(stream, version, payload, covered, in_id + max(0, standing - len(covered)))
        if not stored:
            return
        position = stored[-1].id


def find_sealed_names(recorder: ActionRecorder, keyring: Keyring, references: set[str]) -> list[tuple[str, str]]:
    """The names in the tokens of some players who are not erased yet, each with the reference. Raises Unavailable."""
    found, position = dict[tuple[str, str], None](), 0
    while references:
        with available("the store"):
            stored = recorder.select_notifications(position, AT_ONCE, inclusive_of_start=False)
        for reference, sealed in dict.fromkeys(tokens_in(each.state or b"" for each in stored)):
            name = keyring.open(reference, sealed) if reference in references else None
            if name and not labelled_reference(name) and keyring.is_of(reference, name):
                found[reference, name] = None
        if not stored:
            break
        position = stored[-1].id
    return list(found)


def count_names(finder: NameFinder, payload: bytes) -> int:
    """How often names stand in the texts of a payload, in whichever of them. Raises DecodeError."""
    text, _ = without_tokens(payload)
    return sum(len(list(finder.find(each))) for each in json_texts(msgspec.json.decode(text)))


def json_texts(value: Any) -> Iterator[str]:
    """The texts of a value of JSON, and of JSON that stands in them."""
    if isinstance(value, dict):
        yield from json_texts([*value.keys(), *value.values()])
    elif isinstance(value, list):
        for each in value:
            yield from json_texts(each)
    elif isinstance(value, str):
        inner = nested_value(value)
        yield from json_texts(inner) if inner is not None else (value,)


def replace_names(finder: NameFinder, label: str, text: str) -> str:
    """A text of JSON with a label in the place of each name, in the texts of it and in JSON within them."""

    def replace(value: Any) -> Any:
        if isinstance(value, dict):
            return {replace(name): replace(each) for name, each in value.items()}
        if isinstance(value, list):
            return [replace(each) for each in value]
        if not isinstance(value, str):
            return value
        inner = nested_value(value)
        if inner is not None and (after := replace(inner)) != inner:
            return msgspec.json.encode(after).decode()
        return value if inner is not None else finder.replace(value, lambda name, spelling: label)

    before = msgspec.json.decode(text)
    after = replace(before)
    return text if after == before else msgspec.json.encode(after).decode()


def nested_value(text: str) -> Any:
    """The value of a text that is an object or a list of JSON; None for any other."""
    if not text.startswith(NESTED):
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def decoder_of_stream(recorder: ActionRecorder, stream: str) -> Decode:
    """What reads the rows of a stream as they are, without opening tokens."""
    if stream.startswith(STREAM):
        [first] = recorder.since(stream, 0, 1)
        return decoder(OPENING.decode(first.payload).cmd.game).decode
    kinds: dict[str, Decode] = {
        CASES: entries.TYPED.decode,
        DESKS: desk.TYPED.decode,
        EVENTS: c.TYPED.decode,
    }
    return next(decode for prefix, decode in kinds.items() if stream.startswith(prefix))


def without_tokens(payload: bytes) -> tuple[bytes, dict[bytes, bytes]]:
    """A payload with a short word in the place of each token, and the token of each word."""
    tokens: dict[bytes, bytes] = {}

    def word(found: re.Match[bytes]) -> bytes:
        made = token_hex(8).encode()
        tokens[made] = found.group()
        return made

    return TOKEN.sub(word, payload), tokens


def places_of(decode: Decode, payload: bytes, name: str) -> Places:
    """The places of a payload at which a name stands as a player's name or in words; none where they cannot be told."""
    text, tokens = without_tokens(payload)
    wanted, sign, originals = spoken_form(name), token_hex(16), list[bytes]()

    def mark(found: str, spelling: str, depth: int) -> str:
        if spoken_form(found) != wanted:
            return spelling
        originals.append(within(spelling, depth).encode())
        return f"{sign}{len(originals) - 1}{sign}"

    values = NameWriter(mark, [name]).struct(decode(text), msgspec.json.decode(text))
    whole, places = b"", Places()
    for index, piece in enumerate(re.split(f"{sign}([0-9]+){sign}".encode(), escape_sign(msgspec.json.encode(values)))):
        if index % 2:
            name_there = originals[int(piece)]
            places.append((len(whole), len(whole) + len(name_there)))
            whole += name_there
        else:
            whole += WORD.sub(lambda found: tokens.get(found.group(), found.group()), piece)
    return places if whole == payload else []
