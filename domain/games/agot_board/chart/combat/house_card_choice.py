"""4.3.a, 4.3.b: House cards are chosen in secret and revealed together; a card may have to be replaced."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.commands import ChooseHouseCard
from domain.games.agot_board.concession import weakest_card
from domain.games.agot_board.facts.combat import HandsClosed, HandsOpened, HouseCardsRevealed, current_combat
from domain.games.agot_board.state import BoardTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_board.card.all-public")
def close_hands(game: BoardGame, frame: Procedure) -> None:
    """Close hands and discard piles to everybody until the cards are revealed."""
    game.emit(HandsClosed())


@enforces("agot_board.card.mandatory", "agot_board.ruling.garrison-lone-card")
def who_choose_cards(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    combat = current_combat(table)
    return tuple(side.house for side in (combat.attacker, combat.defender) if choosable(table, side.house))


def choosable(table: BoardTable, seat: Seat) -> tuple[str, ...]:
    """The cards that a House may play: its hand, without a cancelled card."""
    return tuple(card for card in table.house(seat).hand if card != current_combat(table).side(seat).cancelled)


def card_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    pick = Pick(choosable(table, seat), 1, 1, single=True)
    return Commands((Form("choose_house_card", {}, {"card": pick}, ("agot_board.card.mandatory",)),))


@enforces("agot_board.card.reveal-together", "agot_board.card.choose-secretly")
def reveal_cards(game: BoardGame, frame: Procedure, answers: dict[Seat, ChooseHouseCard]) -> None:
    """Reveal both cards at the same time."""
    game.emit(HouseCardsRevealed({seat: command.card for seat, command in answers.items()}))


def open_hands(game: BoardGame, frame: Procedure) -> None:
    game.emit(HandsOpened())


@enforces("agot_board.card.mandatory")
def who_replaces(table: BoardTable, frame: Replacement) -> tuple[Seat, ...]:
    """The House that replaces a card, if it holds another one."""
    return (frame.house,) if choosable(table, frame.house) else ()


@enforces("agot_board.ruling.tyrion-replacement-text", "agot_board.ruling.aeron-replacement-text")
def reveal_replacement(game: BoardGame, frame: Replacement, seat: Seat, command: ChooseHouseCard) -> None:
    """Reveal the replacement, which counts as revealed with its text unresolved."""
    game.emit(HouseCardsRevealed({seat: command.card}))


class Replacement(Procedure, frozen=True, tag="agot_board.replacement"):
    """A House chooses another House card in place of one that was cancelled or discarded; it is revealed at once."""

    house: Seat
    steps = (
        Decision(
            "/card",
            "replacement-card",
            title="a House chooses a replacement for its House card",
            seats=who_replaces,
            options=card_space,
            accepts=(ChooseHouseCard,),
            on_answer=reveal_replacement,
            rule="agot_board.card.mandatory",
            public=True,
            least=weakest_card,
        ),
    )
