"""Preemptive Raid: the lowest bidder loses two units, or two positions on a track.

The reward of the card is another attack, step 5.7 of `wildlings`.
"""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, move_on_track
from domain.games.agot_board.board.control import highest_tracks
from domain.games.agot_board.board.units import own_units
from domain.games.agot_board.chart.westeros.wildling_forms import DESTROY, TRACK, form, lose_units, units_forms
from domain.games.agot_board.commands import WildlingChoice
from domain.games.agot_board.concession import decides_ties
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands


@enforces("agot_board.wildling-card.preemptive-raid.lowest")
def units_or_track(game: BoardGame, house: Seat) -> None:
    """Let the lowest bidder choose its loss."""
    game.push(PreemptiveRaid(house=house))


def who_suffers_raid(table: BoardTable, frame: PreemptiveRaid) -> tuple[Seat, ...]:
    """The lowest bidder."""
    return (frame.house,)


def raid_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The commands for the loss: two positions on a track, or two units.

    A House without units may choose to lose none.
    """
    about = "preemptive-raid.lowest"
    units = units_forms(about, own_units(table, seat), 2, DESTROY) or (form(about, {}, option=DESTROY),)
    return Commands((form(about, {}, option=TRACK), *units))


def suffer_raid(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    """Destroy the chosen units and end the raid. If a track was chosen, go on to its steps."""
    if command.option == DESTROY:
        game.leave()
        lose_units(game, seat, command)


@enforces("agot_board.ruling.preemptive-raid-track-tie", "agot_board.token.iron-throne-breaks-ties")
def who_names_track(table: BoardTable, frame: PreemptiveRaid) -> tuple[Seat, ...]:
    """The holder of the Iron Throne token if the House stands equally high on several tracks, otherwise nobody."""
    return (decides_ties(table),) if len(highest_tracks(table, frame.house)) > 1 else ()


def track_space(rules: object, table: BoardTable, frame: PreemptiveRaid, seat: Seat) -> Commands:
    """The commands for the tracks on which the House stands highest."""
    tracks = highest_tracks(table, frame.house)
    return Commands(tuple(form("preemptive-raid.lowest", {}, track=track) for track in tracks))


def name_track(game: BoardGame, frame: Procedure, seat: Seat, command: WildlingChoice) -> None:
    """Keep the track that was chosen."""
    game.set(track=command.track)


@enforces("agot_board.ruling.preemptive-raid-track-tie")
def two_down_track(game: BoardGame, frame: PreemptiveRaid) -> None:
    """Move the House two positions down on its track, at most to the last."""
    track = frame.track or highest_tracks(game.table, frame.house)[0]
    order = game.table.track(track)
    move_on_track(game, track, frame.house, min(order.index(frame.house) + 2, len(order) - 1))


class PreemptiveRaid(Procedure, frozen=True, tag="agot_board.preemptive_raid"):
    """The lowest bidder loses two units, or two positions on the track on which it stands highest."""

    house: Seat
    track: str = ""
    steps = (
        Decision(
            "5.4.b/raid",
            "preemptive-raid",
            title="the lowest bidder chooses between units and a track",
            seats=who_suffers_raid,
            options=raid_space,
            accepts=(WildlingChoice,),
            on_answer=suffer_raid,
            rule="agot_board.wildling-card.preemptive-raid.lowest",
            public=True,
        ),
        Decision(
            "5.4.b/highest-track",
            "highest-track",
            title="one of the tracks on which the lowest bidder stands highest is chosen",
            seats=who_names_track,
            options=track_space,
            accepts=(WildlingChoice,),
            on_answer=name_track,
            rule="agot_board.ruling.preemptive-raid-track-tie",
            public=True,
        ),
        step("5.4.b/down", two_down_track, "the lowest bidder moves two positions down the track"),
    )
