"""4.3.c, 4.3.d, 4.6.1.a, 4.6.3, 4.6.5: passes of House card texts, in turn order, each completed before the next."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.side import CombatSide, in_turn_order
from domain.games.agot_board.commands import UseCardText
from domain.games.agot_board.facts.combat import CardTextUsed
from domain.games.agot_board.state import BoardTable
from domain.games.agot_board.words import AFTER, CANCEL, RESOLVED, RESULT, RETREAT, REVEAL, ResolvedText
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

QUESTION = "card-text"


@enforces("agot_board.card.first-completely", "agot_board.ruling.card-text-once")
def waiting_text(table: BoardTable, frame: CardTexts) -> tuple[CombatSide, ResolvedText] | None:
    """The next text of a pass, with its side; None if the pass is over."""
    for house in frame.order:
        side = CombatSide(table, house)
        text = text_of(side)
        if text is not None and text.slot == frame.slot and not side.own.used and text.applies(side):
            return side, text
    return None


def text_of(side: CombatSide) -> ResolvedText | None:
    """The text of a side's House card if it takes effect once, else None."""
    return RESOLVED.get(side.card)


def carry_out_automatic(game: BoardGame, frame: CardTexts) -> None:
    """Carry out a text that leaves nothing to decide."""
    found = waiting_text(game.table, frame)
    if found is not None and found[1].is_automatic:
        side, text = found
        game.emit(CardTextUsed(side.house, text.card))
        text.do(game, side, "")
        game.goto("/automatic")


def who_decides(table: BoardTable, frame: CardTexts) -> tuple[Seat, ...]:
    found = waiting_text(table, frame)
    return (found[0].house,) if found is not None else ()


def text_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The commands about a card's text: decline if it says "may", or use it on one of its objects."""
    side = CombatSide(table, seat)
    text = text_of(side)
    assert text is not None
    rule = (text.rule,)
    declining = (Form("use_card_text", {"use": False, "object": ""}, {}, rule),) if text.optional else ()
    if text.objects is None:
        return Commands((*declining, Form("use_card_text", {"use": True, "object": ""}, {}, rule)))
    pick = Pick(tuple(text.objects(side)), 1, 1, single=True)
    return Commands((*declining, Form("use_card_text", {"use": True}, {"object": pick}, rule)))


@enforces("agot_board.card.text-immediate-default")
def use_text(game: BoardGame, frame: CardTexts, seat: Seat, command: UseCardText) -> None:
    side = CombatSide(game.table, seat)
    text = text_of(side)
    assert text is not None
    game.emit(CardTextUsed(seat, text.card, command.use, command.object))
    if command.use:
        text.do(game, side, command.object)


def next_text(game: BoardGame, frame: CardTexts) -> None:
    """Go on with the pass: a text may have added another text, and may have ended the use of one."""
    if waiting_text(game.table, frame) is not None:
        game.goto("/automatic")


class CardTexts(Procedure, frozen=True, tag="agot_board.card_texts"):
    """One pass: the texts of one slot, in the turn order of its beginning."""

    slot: str
    order: tuple[Seat, ...]
    steps = (
        step("/automatic", carry_out_automatic, "a House card text without a choice takes effect"),
        Decision(
            "/decision",
            QUESTION,
            title="a House decides about the text of its House card",
            seats=who_decides,
            options=text_space,
            accepts=(UseCardText,),
            on_answer=use_text,
            rule="agot_board.card.text-immediate-default",
            public=True,
            checked=True,
        ),
        step("/next", next_text, "the next House card text follows"),
    )


@enforces("agot_board.ruling.pass-order-fixed")
def begin_pass(game: BoardGame, slot: str) -> None:
    """Begin a pass, which keeps the turn order of this moment."""
    texts = CardTexts(slot=slot, order=in_turn_order(game.table))
    if waiting_text(game.table, texts) is not None:
        game.push(texts)
    else:
        game.asked_nobody(texts, QUESTION, "/decision")


@enforces("agot_board.card.order-1-cancel")
def cancel_pass(game: BoardGame, frame: Procedure) -> None:
    begin_pass(game, CANCEL)


@enforces("agot_board.card.order-2-other")
def reveal_pass(game: BoardGame, frame: Procedure) -> None:
    begin_pass(game, REVEAL)


@enforces("agot_board.card.order-3-win-lose", "agot_board.ruling.win-lose-pass-before-casualties")
def result_pass(game: BoardGame, frame: Procedure) -> None:
    begin_pass(game, RESULT)


def retreat_pass(game: BoardGame, frame: Procedure) -> None:
    begin_pass(game, RETREAT)


@enforces("agot_board.ruling.patchface-last-card")
def after_pass(game: BoardGame, frame: Procedure) -> None:
    begin_pass(game, AFTER)
