"""Where a name stands in clear in what is stored: in events from before there were tokens, in labels, in words.

A row never changes, since its chain would break. Where a name stands as a player's name, or in words, it is covered:
the places are noted by the digest of the payload, and everybody reads a label there. Elsewhere it stands as a label of
a seat or as the name of who acted; such places are told, for somebody to look at. Read `find_clear_names`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from secrets import token_hex
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.cases import desk, entries
from domain.kernel.formats.name_tokens import TOKEN, escape_sign, within
from domain.match.events import OPENING, decoder
from domain.tournaments import commands as c
from domain.tournaments.player_names import spoken_form
from service.app.appending import available
from service.app.players.keyring import Places
from service.app.players.sealing import NameWriter, names_pattern
from service.store.damage import unless_damaged
from service.store.recorded import CASES, DESKS, EVENTS, STREAM, ActionRecorder, recorded_of

AT_ONCE = 500
WORD = re.compile(rb"[0-9a-f]{16}")
Decode = Callable[[bytes], Any]


class ClearName(Struct, frozen=True):
    """A row in which a name stands in clear: what is covered of it, and how often it stands there uncovered."""

    stream: str
    version: int
    payload: bytes
    covered: Places
    uncovered: int


def name_forms(name: str) -> set[str]:
    """The forms in which a name may stand in JSON and in JSON within it, also as the label of a seat."""
    spellings = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")} | {name, "-".join(name.split())}
    return {within(each, depth) for each in spellings for depth in range(3)}


def name_finder(name: str) -> re.Pattern[str]:
    """The pattern by which a name is found in JSON as it is stored."""
    pattern = names_pattern(name_forms(name))
    assert pattern is not None
    return pattern


def find_clear_names(recorder: ActionRecorder, name: str) -> Iterator[ClearName]:
    """The rows of a store in which a name stands in clear, in their order. Raises Unavailable."""
    pattern, position, decoders = name_finder(name), 0, dict[str, Decode]()
    while True:
        with available("the store"):
            stored = recorder.select_notifications(position, AT_ONCE, inclusive_of_start=False)
        for each in stored:
            text = (each.state or b"").decode(errors="replace")
            if not pattern.search(text):
                continue
            stream, version = str(each.originator_id), each.originator_version
            payload = recorded_of(stream, version, each.state).payload
            decode = decoders.get(stream) or decoders.setdefault(stream, decoder_of_stream(recorder, stream))
            covered = unless_damaged(stream, partial(places_of, decode, payload, name)) or []
            found = len(pattern.findall(payload.decode(errors="replace")))
            yield ClearName(stream, version, payload, covered, max(0, found - len(covered)))
        if not stored:
            return
        position = stored[-1].id


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

    def mark(found: str, depth: int) -> str:
        if spoken_form(found) != wanted:
            return found
        originals.append(within(found, depth).encode())
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
