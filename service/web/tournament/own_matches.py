"""What the office of somebody who plays at an event tells them of the match that they play.

Nothing that their seat does not tell them: while it goes on, no word of a penalty or an entry about the other
players, and no refused command. The same holds for a judge who has declared an interest in a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET, structs, to_builtins

from domain.judging.cases.entries import PenaltyGiven
from domain.match.aggregate import Refused
from domain.tournaments import commands as c
from domain.tournaments.context import subject_of
from domain.tournaments.standings import PenaltyRow, penalty_rows
from domain.tournaments.tournament import Tournament, TournamentTable
from service.app.keys import Principal
from service.app.tournament_entries import entry_json
from service.store.damage import unless_damaged
from service.web.access import JUDGES, OFFICES, is_over, record_look
from service.web.request_context import request_context
from service.web.tournament.tournament_access import STAFF
from service.web.tournament.tournament_replies import EventEntryReply, RuledPenaltyReply

WORDS = ("reason", "cause", "rules", "case")
# what stands for why a player left, for who does not read why
LEFT = "left"


def withheld_players(event: Tournament, principal: Principal) -> Callable[[str], bool]:
    """A function that says of a player whether the asker reads no words about them now.

    They are the others in a match that is still played and that the asker plays, or has declared an interest in, also
    after the end of the event. Admins read all.
    """
    if principal.scope not in OFFICES:
        return lambda player: False
    opponents = request_context().services.events.opponents_in(event, list(event.players))
    return frozenset(opponents(principal.actor)).__contains__


def leavings_read(event: Tournament, principal: Principal, sight: str) -> dict[str, str]:
    """Each player with why they left the event, empty while they play, as somebody reads it.

    To all but staff, and about players of whom staff read no words now, it is that they left (`LEFT`), and not why.
    """
    is_withheld: Callable[[str], bool] = withheld_players(event, principal) if sight == STAFF else lambda player: True
    return {player: LEFT if why and is_withheld(player) else why for player, why in event.players.items()}


def ruled_read(
    event: Tournament, principal: Principal, player: str, ruled: Iterable[tuple[str, PenaltyGiven]]
) -> list[RuledPenaltyReply]:
    """The penalties that cases gave to a player as staff, or the player, read them."""
    found = [RuledPenaltyReply(case=case_id, **to_builtins(each.penalty)) for case_id, each in ruled]
    if not withheld_players(event, principal)(player):
        return found
    return [structs.replace(each, case="", reason=UNSET, rules=UNSET) for each in found]


def penalties_read(event: Tournament, principal: Principal, player: str = "") -> list[PenaltyRow]:
    """The penalties of a player or of all as staff read them."""
    is_withheld = withheld_players(event, principal)
    wordless = {"text": "", "cause": "", "rules": "", "withdrawn": ""}
    rows = penalty_rows(event, player)
    return [structs.replace(each, **wordless) if is_withheld(each.player) else each for each in rows]


def entries_read(
    event: Tournament, principal: Principal, entries: Sequence[c.TournamentEntry]
) -> list[EventEntryReply]:
    """The entries of an event as staff read them."""
    is_withheld = withheld_players(event, principal)
    found = []
    for number, entry in enumerate(entries, 1):
        reply: dict[str, Any] = entry_json(entry)
        if any(map(is_withheld, players_of(event, entry.cmd))):
            command = reply["command"]
            reply["command"] = {
                name: "" if name == "reason" else command[name] for name in command if name not in WORDS[1:]
            }
        found.append(EventEntryReply(event=event.id, entry=number, **reply))
    return found


def players_of(event: Tournament, command: c.TournamentCommand) -> tuple[str, ...]:
    """The players whom an entry is about: the one that it names, or those of its table."""
    subject = subject_of(event, command)
    table: TournamentTable | None = event.table(getattr(subject, "round", 0), getattr(subject, "table", 0))
    player = getattr(subject, "player", "")
    return (player,) if player else table.players if table is not None else ()


def are_refusals_told(match_id: str, principal: Principal) -> bool:
    """Whether staff are told how often commands were refused in a match.

    While it is played only who may look at them is told, and the look is recorded, as where each is read.
    """
    return is_over(match_id) or bool(unless_damaged(match_id, partial(looks_at_refusals, match_id, principal)))


def looks_at_refusals(match_id: str, principal: Principal) -> bool:
    """Whether somebody may look at the refused commands of a match; the look is recorded."""
    if principal.scope not in JUDGES:
        return False
    try:
        record_look(request_context().services.matches.fresh(match_id), principal)
    except Refused:
        return False
    return True
