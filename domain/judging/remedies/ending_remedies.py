"""What ends a dispute without mending the table: the table accepted as it is, the match ended by ruling."""

from __future__ import annotations

from domain.judging.remedies.corrections import Events
from domain.judging.remedies.interventions import RulingEnvelope, game_of_judge, intervention
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import run_flow
from domain.kernel.ids import NO_SEAT
from domain.kernel.refusals import Refusal
from domain.kernel.table import MatchOutcome
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp
from domain.match.judge_orders import AcceptTable, EndMatch

IRREPARABLE = "judging.state.irreparable"
LOSS_APPROVED = "judging.state.loss"
LOSS, DRAW = "loss", "draw"


def accept_table(match: Match, command: AcceptTable, events: Events, ruled: RulingEnvelope, stamp: Stamp) -> NewVersion:
    """The version that leaves the table as it is."""
    return intervention(match, "accepted", ruled, stamp, match.table, cmd=command)


def end_match(match: Match, command: EndMatch, events: Events, ruled: RulingEnvelope, stamp: Stamp) -> NewVersion:
    """The version that ends the match as a loss of all but the winner, or as a draw; an earlier result is changed.

    Raises Refused.
    """
    outcome = MatchOutcome(command.winner, f"ruled-{command.how}", IRREPARABLE)
    winners = match.table.seats if command.how == LOSS else (NO_SEAT,)
    if command.how not in (LOSS, DRAW) or command.winner not in winners:
        because: dict[str, object] = {"how": command.how, "winner": command.winner, "winners": list(winners)}
        raise Refused(Refusal(IRREPARABLE, because))
    if match.table.over == outcome:
        raise Refused(Refusal("judging.correct.changes-something", {"how": outcome.how, "winner": outcome.winner}))
    game = game_of_judge(match, match.table)
    game.emit(MatchOver(outcome))
    run_flow(game)
    facts, flow = game.conclude()
    return intervention(match, "ended_by_ruling", ruled, stamp, game.table, facts, flow, cmd=command)
