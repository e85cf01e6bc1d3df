"""The openings of matches, which never change: when, by whom, with which options."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from domain.kernel.formats.upcasters import upcast
from domain.match.events import OpenMatch
from service.app.match.matches import MatchApplication
from service.store.damage import UNDECODED
from service.store.recorded import UnreadableRow, stream_of

MOST_OPENINGS = 10_000
ORGANIZER = "organizer:"


class SeatNamed(Struct):
    """A seat of an opening, as far as it names the player; the rest belongs to the game."""

    name: str = ""
    player: str = ""


SEAT = msgspec.json.Decoder(SeatNamed)


def players_named(cmd: OpenMatch) -> dict[str, str]:
    """The players by seat, as the opening names them; a seat that is drawn later has none."""
    seats = [SEAT.decode(each) for each in cmd.seats]
    return {each.name: each.player for each in seats if each.name and each.player}


def everybody_named(opening: OpenMatch) -> list[str]:
    """The names of everybody whom an opening names: of each seat its player, the seat itself where it has none."""
    seats = [SEAT.decode(each) for each in opening.seats]
    position = msgspec.json.decode(opening.position) if opening.position else {}
    sides = position.get("players") if isinstance(position, dict) else ()
    names = [name for each in seats if (name := each.player or each.name)]
    return [*names, *(sides if isinstance(sides, dict) else ())]


def is_chosen(opening: OpenMatch) -> bool:
    """Whether a match does not begin with the decks of its players alone: from a position, or with cards of its own."""
    return bool(opening.position or opening.cards)


class MatchOpening(Struct):
    """The first event of a match, as far as anybody may read it: when, by whom, with which options."""

    at: str
    actor: str
    cmd: OpenMatch

    @property
    def organizer(self) -> str:
        """The organizer who opened it; empty for a match of the command line."""
        return self.actor.removeprefix(ORGANIZER) if self.actor.startswith(ORGANIZER) else ""


OPENING = msgspec.json.Decoder(MatchOpening)


class Openings:
    """The openings of a store's matches; those that were read are kept.

    `listed` gives a match's opening as the list of matches has it, without decks: nothing where it is not listed.
    """

    def __init__(
        self, matches: MatchApplication, listed: Callable[[str], MatchOpening | None] = lambda match_id: None
    ) -> None:
        self._matches = matches
        self._listed = listed
        self._cached: dict[str, MatchOpening] = {}

    def of(self, match_id: str) -> MatchOpening:
        """The opening of a match. Raises Unknown, UnreadableRow, Unavailable."""
        cached = self._cached.get(match_id)
        return cached if cached is not None else self._read_opening(match_id)

    def forget_all(self) -> None:
        """Drop every opening from memory: a player whom some of them name was erased."""
        self._cached.clear()

    def known_opening(self, match_id: str) -> MatchOpening:
        """The opening of a match, also where its first row is damaged, so that its integrity can still be asked for.

        A damaged one is taken from the list of matches; where that has none, it is empty. Raises Unknown, Unavailable.
        """
        try:
            return self.of(match_id)
        except UnreadableRow:
            return self._listed(match_id) or MatchOpening("", "", OpenMatch("", ()))

    def _read_opening(self, match_id: str) -> MatchOpening:
        payloads = self._matches.payloads(match_id, upto=1)
        if not payloads:
            self._matches.seed(match_id)  # where there is none there is no match
            # it may have been opened between the two looks: its rows and its seed are stored together
            payloads = self._matches.payloads(match_id, upto=1)
        if not payloads:
            raise UnreadableRow(stream_of(match_id), 1, "a row that is lost")
        if len(self._cached) >= MOST_OPENINGS:
            self._cached.clear()
        try:
            opening = self._cached[match_id] = OPENING.decode(upcast(payloads[0]))
        except UNDECODED as error:
            raise UnreadableRow(stream_of(match_id), 1, "no opening of a match") from error
        return opening
