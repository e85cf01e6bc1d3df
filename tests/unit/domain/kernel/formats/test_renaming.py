"""Other names in a value: what stands where is said by the types, so a seat may be called like anything."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kernel.formats.renaming import TypedRenaming
from domain.kernel.formats.text_forms import PlayerName, SeatName, StoredWords
from domain.kernel.ids import Handle, Seat, ZoneKey


class Inner(Struct, frozen=True):
    seat: Seat
    kind: str


class Whole(Struct, frozen=True):
    kind: str
    seat: Seat | None
    label: SeatName
    zone: ZoneKey
    by: dict[Seat, int]
    named: dict[str, PlayerName]
    pairs: tuple[tuple[Seat, str], ...]
    cards: tuple[Handle, ...]
    text: StoredWords
    inner: Inner
    every: tuple[Inner | None, ...]
    left: Any


RENAMING = TypedRenaming(
    seat=lambda seat: {"kind": "seat-1", "gold": "seat-2"}.get(seat, seat),
    handle=lambda handle: {"abc": "core/gold"}.get(handle, handle),
    player=lambda player: f"p-{len(player)}",
    words=lambda words: words.replace("Ann", "a player"),
)


def test_only_what_a_field_says_is_renamed() -> None:
    inner = Inner(Seat("gold"), "gold")
    value = Whole(
        kind="kind",
        seat=Seat("kind"),
        label="gold",
        zone=ZoneKey("gold.gold"),
        by={Seat("kind"): 1},
        named={"gold": "Ann"},
        pairs=((Seat("gold"), "gold"),),
        cards=(Handle("abc"), Handle("gold")),
        text="Ann took gold.",
        inner=inner,
        every=(inner, None),
        left={"seat": "gold"},
    )
    renamed = Inner(Seat("seat-2"), "gold")
    assert RENAMING.struct(value) == Whole(
        kind="kind",
        seat=Seat("seat-1"),
        label="seat-2",
        zone=ZoneKey("seat-2.gold"),
        by={Seat("seat-1"): 1},
        named={"gold": "p-3"},
        pairs=((Seat("seat-2"), "gold"),),
        cards=(Handle("core/gold"), Handle("gold")),
        text="a player took gold.",
        inner=renamed,
        every=(renamed, None),
        left={"seat": "gold"},
    )


def test_what_is_empty_stays_empty() -> None:
    assert RENAMING.text("", "player") == ""
    assert RENAMING.struct(Inner(Seat(""), "")) == Inner(Seat(""), "")
