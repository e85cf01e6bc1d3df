"""3.2.8: the participants bow and return home."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import card_does_not
from domain.cardgame.occurring.framework import framework
from domain.games.l5r.facts.conflicts import CharactersLeft
from domain.games.l5r.occurring import bow_condition, executes
from domain.games.l5r.state import L5rGame, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition


@enforces("l5r.conflict.3-2-8-bow", "l5r.conflict.3-2-8-home", "l5r.participate.until-end")
def return_home(game: L5rGame, frame: Procedure) -> None:
    """Bow all ready participants at the same time, and let all of them go home."""
    table = game.table
    cards = current_conflict(table).participants
    bowing = [bow_condition(table, card, how="return-home") for card in cards if bows_on_return(table, card)]
    going = [Condition(0, "returned_home", card=card, seat=table.cards[card].controller) for card in cards]
    if going:
        framework(game, "3.2.8", *bowing, *going)


def bows_on_return(table: L5rTable, card: Handle) -> bool:
    """Whether a participant bows as the conflict is over: it is ready, and no card exempts it."""
    found = table.cards[card]
    if found.bowed or card_does_not(table, found, "bow-on-return"):
        return False
    defends = card in current_conflict(table).defenders
    return not (defends and card_does_not(table, found, "bow-on-return-defending"))


@executes("returned_home", "moved_home")
@enforces("l5r.zone.move-home", "l5r.zone.move-home-keeps-state", "l5r.participate.moved-home")
def go_home(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Let participating characters leave the conflict for their home. Returns the conditions that occurred."""
    able = [each for each in conditions if game.table.is_participating(each.card)]
    if able:
        game.emit(CharactersLeft(tuple(each.card for each in able)))
    return able
